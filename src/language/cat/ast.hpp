// The .cat language as a tree (../shared/reference: herd's modelling language).
//
//   takes   nothing: the parser builds it, includes are expanded in place by load
//   gives   what resolve checks and what engine/bounds/ and engine/reference/ evaluate
//
// One node type with a kind and children: evaluators switch over it, and printing is parsing's inverse.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "language/rule.hpp"
#include "support/source.hpp"

namespace thinair::cat {

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

// x, or (x,y,..); () has no names and is a tuple.
struct Pattern {
  std::vector<std::string> names;
  bool tuple = false;
  Span span;
};

struct Binding {
  Pattern pattern;
  ExprPtr value;  // `let f(x) = e` is parsed as `let f = fun (x) -> e`; the lambda's `sugar` flag remembers
};

struct Condition {
  enum class Kind { equal, subset, member, variant, not_, and_, or_ } kind = Kind::variant;
  std::vector<ExprPtr> exprs;   // equal, subset, member (e1 in e2): two
  std::string variant;          // variant "name"
  std::vector<Condition> kids;  // not_: one; and_, or_: two
  Span span;
};

struct MatchClause {
  enum class Kind {
    tag,       // 'a -> e
    wildcard,  // _ -> e
    empty,     // {} -> e
    insert,    // x ++ xs -> e          names: x, xs
    split,     // s1 | x ++ s2 -> e     names: s1, x, s2
  } kind = Kind::wildcard;
  std::string tag;
  std::vector<std::string> names;
  ExprPtr body;
  Span span;
};

struct Expr {
  enum class Kind {
    empty_relation,  // 0
    empty_set,       // {}
    universe,        // _
    name,            // `name`
    tag,             // 'name, stored without the quote
    tuple,           // kids; () is the empty tuple
    set_literal,     // {e1,..,en}, n >= 1
    star,
    plus,
    optional,
    inverse,     // e* e+ e? e^-1
    complement,  // ~e
    identity,    // [e]
    union_,
    insert,
    sequence,
    difference,
    intersection,
    product,  // | ++ ; \ & *   two kids each
    apply,    // kids[0] kids[1]
    lambda,   // fun pattern -> kids[0]
    let,      // let [rec] bindings in kids[0]
    match,    // match kids[0] with clauses end
    try_,     // try kids[0] with kids[1]
    if_,      // if condition then kids[0] else kids[1]
  } kind = Kind::empty_relation;
  Span span;
  std::uint32_t height = 1;  // levels of this tree; the parser keeps it at most kMaxDepth (lexer.hpp), so recursion over it is safe
  std::string name;
  std::vector<ExprPtr> kids;
  Pattern pattern;
  bool sugar = false;
  bool recursive = false;
  std::vector<Binding> bindings;
  std::vector<MatchClause> clauses;
  Condition condition;
};

enum class Test { acyclic, irreflexive, empty };

struct Check {
  bool negated = false;  // ~acyclic
  Test test = Test::acyclic;
  ExprPtr expr;
  std::string name;  // `as name`; empty if none
  Span span;
  language::RuleId rule = language::kNoRule;  // of checks that reject
};

struct Stmt;

struct StmtMatchClause {
  bool wildcard = false;
  std::string tag;
  Span span;
  std::vector<Stmt> body;
};

struct Stmt {
  enum class Kind {
    let,    // [rec] bindings [when check]
    check,  // a failing one rejects the candidate
    flag,   // flag check as name
    assert_,
    undefined_unless,
    show,  // exprs with names, or names only
    unshow,
    include,       // `name` is the file; body holds its statements after loading
    procedure,     // [rec] name pattern body
    call,          // name, exprs[0]; check_name is `as n`
    enum_,         // name, tags
    forall,        // forall name in exprs[0] do body end
    with,          // with name from exprs[0]
    match,         // match exprs[0] with tag clauses
    if_,           // if condition body else otherwise
    debug,         // exprs[0]
    instructions,  // name[exprs]: which annotations instructions of a bell file take; names[0] is the statement's word
  } kind = Kind::let;
  Span span;
  std::string name;
  bool recursive = false;
  std::vector<Binding> bindings;
  std::vector<Check> checks;  // one for check, flag, assert_, undefined_unless; let rec .. when
  std::vector<ExprPtr> exprs;
  std::vector<std::string> names;  // show ... as: one per expr (its own text if it is a name); unshow; enum tags, without quotes
  std::string check_name;
  language::RuleId rule = language::kNoRule;  // call, with
  Pattern pattern;
  std::vector<Stmt> body;
  std::vector<Stmt> otherwise;
  std::vector<StmtMatchClause> clauses;
  Condition condition;
};

struct Model {
  std::string name;          // file stem, or shipped name
  std::string title;         // text of the title line, "" if none
  std::string architecture;  // first of two title words, "" if none
  Span title_span;           // empty if there is no title
  bool catdep = false;
  bool may_be_undefined = false;         // has `undefined_unless`, itself or by way of an included file
  bool speaks_of_endless_loops = false;  // names the set SPIN, itself or by way of an included file
  bool updates_as_pairs = false;         // title: `updates as pairs`; also if an included file says so
  std::vector<Stmt> statements;          // after load: stdlib first, as an include statement with an empty span
  std::uint32_t file = 0;
  language::Rules rules;                       // after load
  std::set<std::string, std::less<>> reaches;  // after load: names_reached (reaches.hpp)
};

}  // namespace thinair::cat
