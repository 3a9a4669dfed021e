// What a machine's expressions and conditions are in a Murphi program, and the values of a test.
//
//   takes   a machine, and the event structures of a test: one for each choice of paths that its threads can take
//   gives   texts that mention events, threads and values; and the functions that they call
//
// A run chooses its paths at the beginning (`path`). What depends on the test alone is written out, path by path; events are numbered from
// 0 on in each of them, so a path may have fewer than there are numbers (`present`). Murphi has no recursion, and a function forgets what
// it has worked out. So relations that are composed or closed while the machine runs are variables of the program, worked out again after
// each action (`refresh`): they follow from the rest of the state, and add no states.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/machine/evaluator.hpp"
#include "support/diagnostic.hpp"

namespace thinair::machine {

class MurphiExpressions {
 public:
  MurphiExpressions(const program::Test& test, const op::Machine& machine, const language::RuleSet& without,
                    const events::Unfolding& unfolding, const std::vector<std::shared_ptr<const Structure>>& paths);

 protected:
  // One choice of paths.
  struct Side {
    Side(const program::Test& test, const op::Machine& machine, const language::RuleSet& without,
         const std::shared_ptr<const Structure>& structure);
    std::shared_ptr<const Structure> structure;
    Layout layout;
    Evaluator evaluator;
    Configuration start;
  };

  void stop(std::string message, std::string hint = {});

  // Values: numbers, and what reads have read.
  std::optional<std::string> value(value::TermId term, const Side& side);
  // A condition on values.
  std::string holds(value::TermId term, const Side& side);
  bool define_written();

  // A call of the function for a node: `arguments` are what is asked for, then come the names that the node hangs on.
  std::string call(op::NodeId id, std::vector<std::string> arguments = {});
  std::string condition(const op::Test& t);
  // Where a state variable's part stands.
  std::string place(std::uint32_t variable, const std::vector<op::NodeId>& keys);
  static std::string name(const op::Variable& v);

  // A truth that each path has its own text for.
  template <class F>
  std::string by_path(F&& text_of) {
    if (sides_.size() == 1) return text_of(*sides_[0]);
    std::string out;
    for (std::size_t p = 0; p < sides_.size(); ++p) out += (p == 0 ? "" : " | ") + on_path(p) + " & (" + text_of(*sides_[p]) + ")";
    return "(" + out + ")";
  }
  // Statements that each path has its own text for.
  template <class F>
  std::string do_by_path(F&& text_of) {
    if (sides_.size() == 1) return text_of(*sides_[0]);
    std::string out;
    for (std::size_t p = 0; p < sides_.size(); ++p)
      if (const std::string text = text_of(*sides_[p]); !text.empty()) out += "  if " + on_path(p) + " then\n" + text + "  endif;\n";
    return out;
  }
  bool several() const { return sides_.size() > 1; }
  bool speculates() const { return machine_.threads == op::Threads::speculative; }
  std::size_t threads() const { return sides_[0]->structure->chosen.size(); }
  std::size_t locations() const { return std::max<std::size_t>(test_.program.locations.size(), 1); }
  std::uint32_t init_count() const { return sides_[0]->structure->init_count; }

  const program::Test& test_;
  const op::Machine& machine_;
  const language::RuleSet& without_;
  const value::TermPool& pool_;
  std::vector<std::unique_ptr<Side>> sides_;
  std::size_t n_ = 0;                    // events of the longest path; also the number that stands for none
  program::Value least_ = 0, most_ = 1;  // of values
  std::string functions_;
  std::vector<std::string> derived_;                 // variables of relations that follow from the rest of the state
  std::string refresh_;                              // how they do
  std::map<std::uint32_t, std::string> slot_texts_;  // what stands for a name, where that is not a name itself
  std::optional<Diagnostic> problem_;

 private:
  static std::string on_path(std::size_t p);
  EventId reader(value::VarId var, const Structure& structure) const;
  std::string number(value::TermId term, const Side& side);
  void define_valued();
  void slots_of(op::NodeId id, std::set<std::uint32_t>& out) const;
  op::Kind kind_of_slot(std::uint32_t slot) const;
  std::string slot_text(std::uint32_t slot) const;
  std::pair<std::string, std::string> sequence(op::NodeId id, const std::string& x);
  void define(op::NodeId id);
  std::string table(op::NodeId id, const op::Node& node);
  std::string formula(op::NodeId id, const op::Node& node);
  std::string derive(op::NodeId id, const op::Node& node);
  std::string close(std::uint32_t member);
  std::string state(const op::Node& node, const std::string& at);
  std::string each_event(const op::Node& node, bool threads);
  std::string is_present(const std::string& event) const;

  std::set<op::NodeId> defined_;
  std::set<std::uint32_t> closed_;  // groups of recursive definitions
};

std::string_view murphi_type(op::Kind kind);

}  // namespace thinair::machine
