// thinair as a library: which outcomes of a litmus test does a memory model allow, and why? A whole program:
//
//   #include <cstdio>
//   #include <thinair/thinair.hpp>
//
//   // May both threads miss the other one's write? Under sequential consistency, and by the rules of Java.
//   int main() {
//     try {
//       const auto test = thinair::Test::from_text(R"(Java SB
//   { x=0; y=0; }
//   Thread0 {
//     X.set(1);
//     int r1 = Y.get();
//   }
//   Thread1 {
//     Y.set(1);
//     int r2 = X.get();
//   }
//   exists (0:r1=0 /\ 1:r2=0)
//   )");
//       for (const char* name : {"sc", "jls04"}) {
//         const auto model = thinair::Model::shipped(name);  // read once, for any number of tests
//         thinair::Problem problem(test, model);
//         const thinair::Answer answer = problem.outcomes({.seconds = 10});
//         std::printf("%s under %s:\n", test.name().c_str(), name);
//         for (const thinair::State& state : answer.states) std::printf("  %s\n", state.text().c_str());
//         if (!answer.complete) std::printf("  and perhaps more: %s\n", answer.limit.text.c_str());
//         if (problem.check(0).verdict != thinair::Verdict::forbidden) continue;
//         std::fputs(problem.explain("0:r1=0 /\\ 1:r2=0").text.c_str(), stdout);
//       }
//     } catch (const thinair::Error& error) {  // what is wrong with a test or a model, with its places
//       std::fputs(error.what(), stderr);
//       return 1;
//     }
//   }
//
//   takes   tests and models, as texts, files or shipped names; limits
//   gives   final states, verdicts on clauses and conditions, explanations
//   does not print, read anything that it was not told to, keep state of the process, or end it
//
// Test and Model are handles of what never changes: copies are cheap, and threads may share them. A Model is read when it is made, and made
// ready once for each dialect of the tests that it meets, however many these are. A Problem belongs to one thread at a time. Everything
// else is plain data.
//
// Bad input throws Error, a fault of thinair throws Fault (fault.hpp), and want of memory std::bad_alloc. A limit that is reached is part
// of the answer.
#pragma once

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thinair/fault.hpp>
#include <utility>
#include <vector>

namespace thinair {

// The version of the library, such as "0.1.0".
const char* version();

// ---- failures

// One thing that is wrong with an input.
struct Message {
  std::string text;               // lower case, without a full stop
  std::string hint;               // "did you mean 'hb'?"; may be empty
  std::string code;               // stable, and easy to look up: "cat-unbound"
  std::string file;               // a path, or the name that was given to a text; empty if it is about no place
  unsigned line = 0, column = 0;  // counted from 1; 0 if it is about no place
};

// The input is wrong: a test, a model or a condition that cannot be read, or a model that does not fit the test. what() has all messages
// with the lines that they are about, ready to be printed.
class Error : public std::runtime_error {
 public:
  Error(const std::string& printed, std::vector<Message> messages) : std::runtime_error(printed), messages_(std::move(messages)) {}
  const std::vector<Message>& messages() const { return messages_; }

 private:
  std::vector<Message> messages_;
};

// ---- what is asked about

struct Clause {
  std::string kind;       // "exists", "~exists", "forall", "required", "forbidden"
  std::string condition;  // as written, white space folded
};

// A litmus test: Java, or assembly of x86, AArch64, RISC-V or Power.
class Test {
 public:
  // `name` is what messages call the text.
  static Test from_text(std::string text, std::string name = "test.litmus");
  static Test from_file(const std::string& path);

  const std::string& name() const;
  const std::vector<Clause>& clauses() const;
  const std::vector<std::string>& shown() const;  // what its states show: "0:r1", "x", in their order
  const std::vector<Message>& warnings() const;   // about what is allowed, but hardly meant

  struct Body;

 private:
  friend struct Inside;
  explicit Test(std::shared_ptr<const Body> body) : body_(std::move(body)) {}
  std::shared_ptr<const Body> body_;
};

// A rule of a model: what Options::without may name, and what an explanation may rest on.
struct Rule {
  enum class Kind {
    check,       // acyclic, irreflexive, empty
    order,       // on an order that the model chooses; cannot be left out
    condition,   // of a multi-execution model: require
    obligation,  // of a multi-execution model: keep
    cell,        // of a machine's table
    guard        // a condition of a machine's rule
  } kind = Kind::check;
  std::string name;    // of a check without a name: its text
  bool named = false;  // the model gives it this name; others cannot be left out
};

struct ShippedModel {
  std::string name;
  std::string title;
  std::string summary;  // a sentence
};

// A memory model, of single executions (.cat) or of many (.mem).
class Model {
 public:
  static Model shipped(const std::string& name);  // "jls04"
  // Files that it includes are looked for beside it, in the include path, and among the shipped ones.
  static Model from_file(const std::string& path, const std::vector<std::string>& include_path = {});
  // `name` is what messages call the text; one that ends in .mem makes it a model of many executions.
  static Model from_text(std::string text, std::string name = "model.cat", const std::vector<std::string>& include_path = {});
  static std::vector<ShippedModel> all_shipped();  // by name

  const std::string& name() const;
  const std::vector<Rule>& rules() const;

  struct Body;

 private:
  friend struct Inside;
  explicit Model(std::shared_ptr<const Body> body) : body_(std::move(body)) {}
  std::shared_ptr<const Body> body_;
};

// When events of two executions are the same one, under a multi-execution model: the n-th access of a thread that is alike, or any.
enum class Identity { nth, free };

struct Options {
  std::optional<Identity> identity = std::nullopt;  // instead of the model's own
  std::vector<std::string> variants = {};           // that the model asks for, as herd's -variant
  std::vector<std::string> without = {};            // names of rules to leave out
  bool verify = false;                              // a second, plain evaluator confirms every witness; a Fault if it does not
};

// ---- answers

// For one question. Nothing is limited unless it is said.
struct Limits {
  std::optional<double> seconds = std::nullopt;
  std::optional<std::uint64_t> mebibytes = std::nullopt;  // of the whole process
  std::optional<std::uint64_t> steps = std::nullopt;      // the same work takes the same steps on every machine
  const std::atomic<bool>* stop = nullptr;                // ends the work soon after somebody sets it
};

// Why an answer is not complete, if it is not.
struct Stopped {
  enum class Kind { none, time, memory, steps, paths, bound, solver, unsupported, stopped } kind = Kind::none;
  std::string text;  // a sentence; empty if there was no limit

  bool operator==(const Stopped&) const = default;
};

// What a register or location holds at the end.
struct Value {
  std::optional<std::int64_t> number = 0;  // none: the model leaves it open
  std::string symbol = {};                 // if open; equal symbols are equal values
  std::string where = {};                  // if open: what is known of it; empty: it may be anything

  std::string text() const;  // "1", "any v1"
  auto operator<=>(const Value&) const = default;
};

struct State {
  std::vector<std::pair<std::string, Value>> values;  // in the order of Test::shown()
  std::vector<unsigned> threw;                        // threads that ended with an exception, ascending
  std::vector<unsigned> blocked = {};                 // threads that never go on, ascending

  const Value* find(std::string_view name) const;  // null: the state does not show it
  std::string text() const;                        // "0:r1=0; 1:r2=any v1;"
  auto operator<=>(const State&) const = default;
};

struct Answer {
  std::vector<State> states;                // sorted, each once
  std::vector<std::string> flags;           // that checks of the model raise in some execution
  std::vector<std::string> undefined = {};  // what gives the program undefined behaviour (C: data-race): then every outcome is allowed
  bool complete = false;                    // these are all states
  Stopped limit;                            // if not complete: why
};

// A limit that is reached makes it unknown, never forbidden.
enum class Verdict { allowed, forbidden, unknown };

struct Judgement {
  Verdict verdict = Verdict::unknown;  // may the condition hold at the end? Of `forall`: may it fail to?
  enum class Standing { met, not_met, undecided } standing = Standing::undecided;  // by the word of the clause; `exists` is always met
  std::optional<State> shown_by;                                                   // if allowed
  bool for_some_values = false;                                                    // for some of the open values of this state, not for all
  bool by_undefined = false;                                                       // allowed, as everything is: undefined behaviour
  Stopped limit;                                                                   // if unknown: why
};

struct Explanation {
  Verdict verdict = Verdict::unknown;
  std::vector<std::string> rules;  // if forbidden: the rules that exclude it, none of which can be left out
  std::string text;                // for people: an execution; or rules, facts of the test and the cycles that they close
  std::string json;                // the same for programs; docs/user-guide.md has the form
  Stopped limit;                   // if unknown: why
};

// What the model does not speak of: accesses and fences of the test that it gives less than they promise.
struct Note {
  std::string text;     // "jls04 does not know release: X.setRelease(1) (line 5) counts as plain; jam21 does"
  std::string unknown;  // "release", "fullFence"
  struct Place {
    std::string text;  // of the access, as written
    unsigned line = 0;
  };
  std::vector<Place> places;
  std::string suggestion;  // a shipped model that looks at it; empty if there is none
};

// ---- questions

// A test under a model that fits it. What one question works out, the next one uses.
class Problem {
 public:
  // Throws Error if the model does not fit the test, or has no rule of a name in Options::without.
  Problem(const Test& test, const Model& model, const Options& options = {});
  Problem(Problem&&) noexcept;
  Problem& operator=(Problem&&) noexcept;
  ~Problem();

  const Test& test() const;
  const Model& model() const;

  // To be told with every answer.
  const std::vector<Note>& notes() const;

  // Every final state.
  Answer outcomes(const Limits& limits = {});
  // The clauses of the test; the limits are for all of them together. Throws std::out_of_range for a clause that it does not have.
  std::vector<Judgement> check_all(const Limits& limits = {});
  Judgement check(std::size_t clause, const Limits& limits = {});
  // A condition as in a test: "0:r1=1 /\\ x=2". It stands as `exists` would.
  Judgement possible(const std::string& condition, const Limits& limits = {});
  // Why a condition may hold, or why not.
  Explanation explain(const std::string& condition, const Limits& limits = {});

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

}  // namespace thinair
