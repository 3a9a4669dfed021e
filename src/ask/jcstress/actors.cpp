// One class walks a thread. It runs until nothing changes: the first pass finds out what the program does with each location and
// which registers declared boolean also get numbers; the last one writes the text.
#include "ask/jcstress/actors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "ask/jcstress/java_expression.hpp"
#include "read/java/methods.hpp"
#include "read/java/names.hpp"
#include "read/java/sets.hpp"
#include "support/check.hpp"

namespace thinair::jcstress {
namespace {

namespace tree = litmus::java;
namespace java = read::java;
using Action = java::Method::Action;
using Meaning = read::JavaNames::Meaning;
using program::LocId;

// Types that the text names: a variable of the same name would hide them (JLS 6.4.2).
constexpr std::array<std::string_view, 5> kTypes = {"ArithmeticException", "ExceptionInInitializerError", "MethodHandles", "Shared",
                                                    "VarHandle"};

// What the passes over all threads share.
struct Knowledge {
  std::vector<Usage> usage;                                  // by LocId
  std::set<std::pair<std::uint32_t, std::string>> booleans;  // (thread, local): declared boolean, and no number seen so far
};

struct Context {
  const tree::Program& source;
  const read::Environment& environment;
  const program::Test& test;
  const std::vector<Column>& columns;
  const Actors& layout;  // all but the bodies
  const Shape& shape;
};

class ThreadWriter {
 public:
  ThreadWriter(const Context& context, std::uint32_t thread, Knowledge& knowledge)
      : c_(context), thread_(thread), knowledge_(knowledge), report_(nullptr), names_(c_.environment, thread, report_) {
    for (const Field& field : c_.layout.fields) {
      identifiers_.reserve(field.name);
      if (!field.handle.empty()) identifiers_.reserve(field.handle);
    }
    for (const std::string_view type : kTypes) identifiers_.reserve(type);
    for (const std::string* name : {&c_.layout.result, &c_.layout.first_alias, &c_.layout.second_alias}) identifiers_.reserve(*name);
    for (const program::Register& reg : c_.test.program.registers)
      if (reg.thread == thread_ && !reg.temporary) locals_.emplace(reg.name, Local{identifiers_.take(reg.name), reg.initial, false});
    throws_ = column_of({Column::Kind::threw, thread_}).has_value();
  }

  std::vector<std::string> write() {
    for (const tree::Stmt& stmt : c_.source.threads[thread_].body) statement(stmt, 0);
    std::vector<std::string> body;
    if (c_.shape.aliased) append_aliases(body);
    for (const std::string& name : hoisted_) body.push_back(declaration(name) + " = " + start_of(name) + ";");
    for (const std::string& name : scratch_) body.push_back(fmt::format("int {};", name));
    if (throws_) {
      body.emplace_back("try {");
      for (const std::string& line : lines_) body.push_back("    " + line);
      body.push_back(fmt::format("}} catch (ArithmeticException {}) {{", identifiers_.take("e")));
      body.push_back(fmt::format("    {} = 1;", result_field({Column::Kind::threw, thread_})));
      body.emplace_back("}");
    } else {
      body.insert(body.end(), lines_.begin(), lines_.end());
    }
    append_results(body);
    return body;
  }

 private:
  struct Local {
    std::string name;
    program::Value initial = 0;
    bool occurred = false;
  };

  // ---- results

  std::optional<std::size_t> column_of(const Column& column) const {
    const auto at = std::ranges::find(c_.columns, column);
    return at == c_.columns.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - c_.columns.begin()));
  }

  std::string result_field(const Column& column) const { return fmt::format("{}.r{}", c_.layout.result, *column_of(column) + 1); }

  void append_results(std::vector<std::string>& body) const {
    for (const Column& column : c_.columns) {
      if (column.kind != Column::Kind::reg) continue;
      const program::Register& reg = c_.test.program.registers[column.index];
      if (reg.thread != thread_) continue;
      const Local& local = locals_.at(reg.name);
      const JavaExpression value = local.occurred ? JavaExpression{local.name, kPrimary, is_boolean(reg.name)} : literal(reg.initial);
      body.push_back(fmt::format("{} = {};", result_field(column), as_int(value).text));
    }
  }

  // ---- statements

  void line(unsigned depth, std::string_view text) { lines_.push_back(std::string(4 * depth, ' ') + std::string(text)); }

  void statement(const tree::Stmt& stmt, unsigned depth) {
    switch (stmt.kind) {
      case tree::Stmt::Kind::empty: break;
      case tree::Stmt::Kind::block:
        names_.open();
        for (const tree::Stmt& inner : stmt.body) statement(inner, depth);
        names_.close();
        break;
      case tree::Stmt::Kind::declare: declare(stmt, depth); break;
      case tree::Stmt::Kind::assign:
      case tree::Stmt::Kind::increment: assign(stmt, depth); break;
      case tree::Stmt::Kind::call: call_statement(c_.source.exprs[stmt.expr], depth); break;
      case tree::Stmt::Kind::branch: branch(stmt, depth, ""); break;
    }
  }

  void declare(const tree::Stmt& stmt, unsigned depth) {
    for (const tree::Declarator& declarator : stmt.declarators) {
      if (!stmt.boolean) knowledge_.booleans.erase({thread_, declarator.name});
      if (declarator.value) {
        set_local(declarator.name, value(*declarator.value), depth);
      } else if (!locals_.at(declarator.name).occurred) {
        occur(declarator.name);  // it starts as the init block says, and Java wants to be told
      }
      names_.declare(declarator.name, declarator.where, stmt.is_final && declarator.value);
    }
  }

  void assign(const tree::Stmt& stmt, unsigned depth) {
    const Meaning target = names_.target(stmt.target, stmt.target_where);
    const bool increment = stmt.kind == tree::Stmt::Kind::increment;
    const bool shared = target.kind == Meaning::Kind::shared;
    if (!shared && !stmt.compound) return set_local(stmt.target, value(stmt.expr), depth);
    const std::string place = modified_place(target, stmt.target);
    if (increment) return line(depth, fmt::format("{}{};", place, *stmt.compound == tree::Binary::add ? "++" : "--"));
    const std::string symbol(stmt.compound ? tree::spelling(*stmt.compound).text : "");
    line(depth, fmt::format("{} {}= {};", place, symbol, as_int(value(stmt.expr)).text));
  }

  void branch(const tree::Stmt& stmt, unsigned depth, std::string_view before) {
    line(depth, fmt::format("{}if ({}) {{", before, as_boolean(value(stmt.expr)).text));
    arm(stmt.body[0], depth + 1);
    if (stmt.body.size() > 1) {
      // The guard of `else if` is evaluated where it stands, so nothing is to be written between the two words.
      if (stmt.body[1].kind == tree::Stmt::Kind::branch) return branch(stmt.body[1], depth, "} else ");
      line(depth, "} else {");
      arm(stmt.body[1], depth + 1);
    }
    line(depth, "}");
  }

  void arm(const tree::Stmt& stmt, unsigned depth) {
    names_.open();
    statement(stmt, depth);
    names_.close();
  }

  void call_statement(const tree::Expr& e, unsigned depth) {
    const java::Method& method = *java::find_method(e.method);
    if (method.action == Action::fence) return line(depth, fmt::format("VarHandle.{}();", e.method));
    const JavaExpression access = call(e, false);
    if (method.action == Action::get) return line(depth, fmt::format("int {} = {};", identifiers_.take("unused"), access.text));
    // An update whose old value nobody wants: the cast that gives it a type would be no statement.
    line(depth, (access.text.starts_with(kCast) ? access.text.substr(kCast.size()) : access.text) + ";");
  }

  // ---- locals

  bool is_boolean(const std::string& name) const { return knowledge_.booleans.contains({thread_, name}); }

  std::string declaration(const std::string& name) const { return (is_boolean(name) ? "boolean " : "int ") + locals_.at(name).name; }

  std::string start_of(const std::string& name) const {
    const program::Value initial = locals_.at(name).initial;
    return is_boolean(name) ? (initial != 0 ? "true" : "false") : std::to_string(initial);
  }

  // The local needs a declaration in front of everything, unless it has one.
  void occur(const std::string& name) {
    Local& local = locals_.at(name);
    if (!local.occurred) hoisted_.push_back(name);
    local.occurred = true;
  }

  JavaExpression read_local(const std::string& name) {
    occur(name);
    return {locals_.at(name).name, kPrimary, is_boolean(name)};
  }

  void set_local(const std::string& name, const JavaExpression& value, unsigned depth) {
    if (!value.boolean) knowledge_.booleans.erase({thread_, name});
    const std::string text = (is_boolean(name) ? value : as_int(value)).text;
    Local& local = locals_.at(name);
    if (!local.occurred && depth == 0 && !throws_) {
      local.occurred = true;
      return line(depth, fmt::format("{} = {};", declaration(name), text));
    }
    occur(name);
    line(depth, fmt::format("{} = {};", local.name, text));
  }

  // ---- expressions

  JavaExpression value(tree::ExprId id) {
    const tree::Expr& e = c_.source.exprs[id];
    switch (e.kind) {
      case tree::Expr::Kind::literal: return e.boolean ? JavaExpression{e.value != 0 ? "true" : "false", kPrimary, true} : literal(e.value);
      case tree::Expr::Kind::name: {
        const Meaning meaning = names_.value(e.name, e.where);
        if (meaning.kind != Meaning::Kind::shared) return read_local(e.name);
        use_by_name(meaning.location);
        return {field(meaning.location), kPrimary, false};
      }
      case tree::Expr::Kind::unary: return unary(e.unary, value(e.kids[0]));
      case tree::Expr::Kind::call: return call(e, true);
      case tree::Expr::Kind::modify: return modify(e);
      case tree::Expr::Kind::conditional: {
        const JavaExpression guard = value(e.kids[0]);
        const JavaExpression then = value(e.kids[1]);
        return conditional(guard, then, value(e.kids[2]));
      }
      case tree::Expr::Kind::binary: break;
    }
    const JavaExpression lhs = value(e.kids[0]);
    return binary(e.binary, lhs, value(e.kids[1]));
  }

  JavaExpression modify(const tree::Expr& e) {
    const std::string place = modified_place(names_.target(e.name, e.name_where), e.name);
    if (e.kids.empty()) {
      const std::string_view sign = e.binary == tree::Binary::add ? "++" : "--";
      return e.postfix ? JavaExpression{fmt::format("{}{}", place, sign), kPrimary, false}
                       : JavaExpression{fmt::format("{}{}", sign, place), tree::kUnaryPrecedence, false};
    }
    return {fmt::format("{} {}= {}", place, tree::spelling(e.binary).text, as_int(value(e.kids[0])).text), kConditional, false};
  }

  // What is read and then written where it stands: a number, whatever it was declared as.
  std::string modified_place(const Meaning& target, const std::string& name) {
    if (target.kind == Meaning::Kind::shared) {
      use_by_name(target.location);
      return field(target.location);
    }
    knowledge_.booleans.erase({thread_, name});
    return read_local(name).text;
  }

  // ---- accesses

  static constexpr std::string_view kCast = "(int) ";

  // A location that is declared volatile is a volatile field in any case; its name alone asks for nothing more.
  void use_by_name(LocId location) {
    if (!c_.environment.is_volatile(location)) knowledge_.usage[location].plain = true;
  }

  // The object that holds the locations; if there are two names for it, a location is reached by each in turn.
  std::string holder(LocId location) {
    if (!c_.shape.aliased) return "this";
    return alias_turn_[location]++ % 2 == 0 ? c_.layout.first_alias : c_.layout.second_alias;
  }

  std::string field(LocId location) {
    const std::string& name = c_.layout.fields[location].name;
    return c_.shape.aliased ? holder(location) + "." + name : name;
  }

  // wanted: somebody uses the value.
  JavaExpression call(const tree::Expr& e, bool wanted) {
    const java::Method& method = *java::find_method(e.method);
    const auto location = names_.handle(e.name, e.name_where);
    check(location.has_value(), "handles of a test that was lowered are bound");
    const bool moves = method.action == Action::get || method.action == Action::set;
    const bool plain = moves && method.sets == java::kPlain;
    const bool is_volatile = moves && method.sets == java::kVolatile;
    Usage& usage = knowledge_.usage[*location];
    (plain ? usage.plain : is_volatile ? usage.volatile_access : usage.other) = true;
    const Field& target = c_.layout.fields[*location];
    if ((plain && !target.is_volatile) || (is_volatile && target.is_volatile && !c_.shape.handles)) {
      const std::string place = field(*location);
      return method.action == Action::get
                 ? JavaExpression{place, kPrimary, false}
                 : JavaExpression{fmt::format("{} = {}", place, as_int(value(e.kids[0])).text), kConditional, false};
    }
    const bool gives_truth = method.action == Action::compare_set;
    const bool gives_value = method.has_value() && !gives_truth;
    std::string text = fmt::format("{}{}.{}({}", gives_value ? kCast : "", target.handle, api_name(method), holder(*location));
    if (method.action == Action::get_add && (method.operand || method.gives_new)) return sum(e, method, std::move(text), wanted);
    for (const tree::ExprId kid : e.kids) text += ", " + as_int(value(kid)).text;
    return {text + ")", gives_value ? tree::kUnaryPrecedence : kPrimary, gives_truth};
  }

  // AtomicInteger's methods by getAndAdd, which gives the old value. What is added twice is evaluated once.
  JavaExpression sum(const tree::Expr& e, const java::Method& method, std::string text, bool wanted) {
    JavaExpression added = method.operand ? literal(*method.operand) : as_int(value(e.kids[0]));
    const bool again = method.gives_new && wanted;
    if (again && !method.operand && c_.source.exprs[e.kids[0]].kind != tree::Expr::Kind::literal) {
      const std::string name = identifiers_.take("added");
      scratch_.push_back(name);
      text += fmt::format(", {} = {})", name, added.text);
      added = {name, kPrimary, false};
    } else {
      text += fmt::format(", {})", added.text);
    }
    const JavaExpression old{std::move(text), tree::kUnaryPrecedence, false};
    return again ? binary(tree::Binary::add, old, added) : old;
  }

  // herd's getPlain and setPlain are called get and set in the API.
  static std::string api_name(const java::Method& method) {
    if (method.sets != java::kPlain) return method.same_as;
    return method.action == Action::get ? "get" : method.action == Action::set ? "set" : method.name;
  }

  void append_aliases(std::vector<std::string>& body) const {
    for (const std::string* alias : {&c_.layout.first_alias, &c_.layout.second_alias})
      body.push_back(fmt::format("Shared {} = this.{};", *alias, *alias));
    // Both references are checked for null here, so that no check stands between the accesses that follow.
    body.push_back(fmt::format("{}.trap = 0;", c_.layout.first_alias));
    body.push_back(fmt::format("{}.trap = 0;", c_.layout.second_alias));
  }

  const Context& c_;
  std::uint32_t thread_;
  Knowledge& knowledge_;
  read::Report report_;
  read::JavaNames names_;
  Identifiers identifiers_;
  std::map<std::string, Local> locals_;
  std::vector<std::string> hoisted_;
  std::vector<std::string> scratch_;  // set and used inside one expression
  std::map<LocId, unsigned> alias_turn_;
  std::vector<std::string> lines_;
  bool throws_ = false;
};

// Local declarations of a thread that say boolean; those that say int take them off the list again.
void find_booleans(const std::vector<tree::Stmt>& body, std::uint32_t thread, Knowledge& knowledge) {
  for (const tree::Stmt& stmt : body) {
    if (stmt.kind == tree::Stmt::Kind::declare && stmt.boolean)
      for (const tree::Declarator& declarator : stmt.declarators) knowledge.booleans.insert({thread, declarator.name});
    find_booleans(stmt.body, thread, knowledge);
  }
}

Actors layout(const program::Test& test, const read::Environment& environment, const Knowledge& knowledge, const Shape& shape) {
  Actors out;
  Identifiers names;
  names.reserve("trap");
  for (const std::string_view type : kTypes) names.reserve(type);
  for (std::size_t i = 0; i < test.program.threads.size(); ++i) names.reserve(fmt::format("thread{}", i));
  out.fields = fields(test.program, environment, knowledge.usage, shape.handles, names);
  // Registers keep their names if that is possible at all.
  for (const program::Register& reg : test.program.registers)
    if (!reg.temporary) names.reserve(reg.name);
  out.result = names.take("r");
  if (shape.aliased) {
    out.first_alias = names.take("h1");
    out.second_alias = names.take("h2");
  }
  return out;
}

}  // namespace

Actors actors(const litmus::Test& source, const program::Test& test, const std::vector<Column>& columns, const Shape& shape) {
  const auto& program = std::get<tree::Program>(source.program);
  read::Report report(nullptr);
  program::Program locations;  // the environment numbers locations as it did when the test was lowered
  const read::Environment environment(source.init, program.threads.size(), locations, report);
  Knowledge knowledge;
  knowledge.usage.resize(test.program.locations.size());
  for (std::uint32_t thread = 0; thread < program.threads.size(); ++thread) find_booleans(program.threads[thread].body, thread, knowledge);
  for (bool settled = false, known = false;;) {
    Actors out = layout(test, environment, knowledge, shape);
    const Context context{program, environment, test, columns, out, shape};
    const std::size_t booleans = knowledge.booleans.size();
    std::vector<std::vector<std::string>> bodies;
    for (std::uint32_t thread = 0; thread < program.threads.size(); ++thread)
      bodies.push_back(ThreadWriter(context, thread, knowledge).write());
    settled = known && booleans == knowledge.booleans.size();
    known = true;  // what is done with each location
    if (!settled) continue;
    out.bodies = std::move(bodies);
    return out;
  }
}

}  // namespace thinair::jcstress
