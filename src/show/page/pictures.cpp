#include "show/page/pictures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "show/page/listing.hpp"
#include "show/page/open_values.hpp"
#include "show/report/execution.hpp"
#include "show/report/sentences.hpp"
#include "show/report/stages.hpp"
#include "show/report/trace.hpp"

namespace thinair::report {
namespace {

using answer::Explanation;
using draw::Edge;
using draw::Picture;
using events::EventId;
using relation::Relation;

draw::Mark mark_of(Mark mark) {
  return mark == Mark::now ? draw::Mark::now : mark == Mark::earlier ? draw::Mark::earlier : draw::Mark::none;
}

// The edges of a relation that others of it do not imply.
Relation reduced(const Relation& r) {
  const Relation strict = r - Relation::identity(r.size());
  if (!strict.acyclic()) return strict;
  const Relation closed = strict.transitive_closure();
  return strict - strict.compose(closed);
}

// Coherence, if the model chooses one: what its writes of each location are ordered by.
std::optional<Relation> coherence(const events::Structure& structure, const answer::Relations& orders) {
  const auto at = std::ranges::find_if(orders, [](const auto& order) { return order.first == "co" || order.first == "mo"; });
  if (at == orders.end()) return std::nullopt;
  Relation out(structure.size());
  for (const auto& [a, b] : at->second.pairs())
    if (structure.events[a].writes() && structure.events[b].writes() && structure.events[a].location == structure.events[b].location)
      out.add(a, b);
  return out;
}

// From a read to the write right after the one that it sees, in other threads: a thread's own order shows the rest.
Relation from_reads(const events::Structure& structure, const Relation& rf, const Relation& co) {
  Relation out(structure.size());
  for (const auto& [a, b] : rf.inverse().compose(reduced(co)).pairs())
    if (a != b && structure.events[a].thread != structure.events[b].thread) out.add(a, b);
  return out;
}

// Program order, with the two halves of an update one after the other.
Relation within_threads(const events::Structure& structure) {
  Relation out = structure.po;
  for (const auto& [read, write] : structure.amo) out.add(read, write);
  return out.transitive_closure();
}

class Builder {
 public:
  // `marked`: what a mark says of an event.
  Builder(const Explained& e, const DrawnExecution& x, const std::vector<Mark>& marks, std::string marked = "committed")
      : e_(e), marked_(std::move(marked)) {
    for (std::size_t t = 0; t < e.test.program.threads.size(); ++t)
      out_.columns.push_back(thread_name(x.arch, static_cast<std::uint32_t>(t)));
    for (const DrawnEvent& event : x.events) {
      draw::Node node;
      node.id = event.id;
      node.text = label(event);
      node.column = event.thread == events::kInitThread ? draw::Node::kTop : event.thread;
      if (!marks.empty()) node.mark = mark_of(marks[event.id]);
      node.step = marked_ == "done";
      node.at = html::place_key(event.where);
      node.small = event.kind == events::Kind::freeze || event.kind == events::Kind::begin || event.kind == events::Kind::end ||
                   events::is_part(event.kind);
      out_.nodes.push_back(std::move(node));
    }
    const std::vector<std::size_t> waiting = blocked(x);
    for (const Held& one : held(x)) {
      const std::size_t thread = x.events[one.lock].thread;
      const std::size_t last = !one.released && thread < waiting.size() && waiting[thread] != 0 ? waiting[thread] : one.last;
      if (one.lock != last) out_.brackets.push_back({one.lock, last, x.events[one.lock].location, one.depth, one.released});
    }
  }

  // What threads that never go on wait for, below all that they did. By thread: its box, or 0.
  std::vector<std::size_t> blocked(const DrawnExecution& x) {
    std::vector<std::size_t> out(x.blocked.size(), 0);
    for (std::size_t t = 0; t < x.blocked.size(); ++t) {
      if (x.blocked[t].empty()) continue;
      out[t] = out_.nodes.size();
      draw::Node node;
      node.id = x.events.size() + t;
      node.text = x.blocked[t];
      node.column = t;
      node.small = true;
      out_.nodes.push_back(std::move(node));
      for (auto event = x.events.rbegin(); event != x.events.rend(); ++event)
        if (event->thread == t) {
          edge(event->id, static_cast<EventId>(out[t]), "po");
          break;
        }
    }
    return out;
  }

  void edge(EventId from, EventId to, const std::string& relation, const std::string& rule = "") {
    auto at = std::ranges::find_if(out_.edges, [&](const Edge& e) { return e.from == from && e.to == to; });
    if (at == out_.edges.end()) at = out_.edges.insert(at, {.from = from, .to = to, .relations = {}, .rules = {}});
    const auto add = [](std::vector<std::string>& to_list, const std::string& word) {
      if (!word.empty() && std::ranges::find(to_list, word) == to_list.end()) to_list.push_back(word);
    };
    add(at->relations, relation);
    add(at->rules, rule);
  }

  // Relations that follow from others drawn already, all but rf of initial writes, and what a thread does with itself in an order that
  // program order is part of, would only hide the rest.
  void relations(const events::Structure& structure, const answer::Relations& shown) {
    const std::size_t initial = structure.init_count;
    const Relation column = within_threads(structure);
    const std::set<std::string_view> contain_po = {"so", "sw", "hb"};
    for (const auto& [name, relation] : shown) {
      if (name == "po") {
        for (const auto& [a, b] : reduced(column).pairs()) edge(a, b, structure.po.has(a, b) ? "po" : "rmw");
        continue;
      }
      const bool follows = draw::style_of(name) == draw::style_of("hb");
      for (const auto& [a, b] : reduced(relation).pairs()) {
        if (a < initial && name != "rf") continue;
        if (follows && connected(a, b)) continue;
        if (contain_po.contains(name) && column.has(a, b)) continue;
        edge(a, b, name);
      }
    }
  }

  // From where a thread is started to where it begins, and from its end to who waits for it: any model has that.
  void lifetimes(const events::Structure& structure) {
    using events::Kind;
    for (EventId a = 0; a < structure.size(); ++a)
      for (EventId b = 0; b < structure.size(); ++b) {
        const events::Event &from = structure.events[a], &to = structure.events[b];
        if (from.location != to.location) continue;
        if (from.kind == Kind::start && to.kind == Kind::begin) edge(a, b, "start");
        if (from.kind == Kind::end && to.kind == Kind::join) edge(a, b, "join");
      }
  }

  // Program order and reads-from, which need no model.
  void basics(const events::Structure& structure, const std::vector<EventId>& reads_from) {
    Relation rf(structure.size());
    for (EventId r = 0; r < structure.size(); ++r)
      if (structure.events[r].reads() && reads_from[r] < structure.size()) rf.add(reads_from[r], r);
    lifetimes(structure);
    relations(structure, {{"po", structure.po}, {"rf", std::move(rf)}});
  }

  // Coherence and from-reads, whether or not the model wants them to be shown.
  void memory_order(const events::Structure& structure, const Relation& rf, const Relation& co) {
    relations(structure, {{"co", co}});
    for (const auto& [a, b] : from_reads(structure, rf, co).pairs()) edge(a, b, "fr");
  }

  // What a rule finds. The way through other events is drawn step by step, but from-reads as one edge, which closes the cycle.
  // Program order is drawn as the steps that it consists of, which are there already.
  void steps(const events::Structure& structure, const std::vector<answer::Step>& steps, const std::string& rule) {
    std::vector<answer::Step> flat;
    for (const answer::Step& step : steps)
      if (step.via.size() > 1 && step.relation != "fr")
        flat.insert(flat.end(), step.via.begin(), step.via.end());
      else
        flat.push_back(step);
    const Relation next = reduced(structure.po);
    const auto backwards = [](const answer::Step& s) { return s.inverse && s.relation == "rf"; };
    const auto ordered = [](const answer::Step& s) { return !s.inverse && (s.relation == "co" || s.relation == "mo"); };
    // A cycle may have been cut between the two halves of a from-read.
    if (flat.size() > 2 && backwards(flat.back()) && ordered(flat.front())) std::ranges::rotate(flat, flat.end() - 1);
    for (std::size_t i = 0; i < flat.size(); ++i) {
      const answer::Step& s = flat[i];
      if (i + 1 < flat.size() && backwards(s) && ordered(flat[i + 1]) && s.from != flat[i + 1].to)
        edge(s.from, flat[++i].to, "fr", rule);
      else if (s.relation == "po" && !s.inverse && structure.po.has(s.from, s.to))
        program_order(structure, next, s.from, s.to, rule);
      else if (s.from != s.to)
        found(s, rule);
    }
  }

  Picture finish(std::string title) {
    out_.title = std::move(title);
    for (std::size_t c = 0; c < out_.columns.size(); ++c) {
      std::vector<std::string> texts;
      for (const draw::Node& node : out_.nodes)
        if (node.column == c)
          texts.push_back(node.text + (node.mark == draw::Mark::now       ? fmt::format(" ({} now)", marked_)
                                       : node.mark == draw::Mark::earlier ? fmt::format(" ({})", marked_)
                                                                          : ""));
      out_.description += fmt::format("{}: {}. ", out_.columns[c], fmt::join(texts, ", then "));
    }
    for (const draw::Bracket& b : out_.brackets)
      out_.description += fmt::format("{} holds {} from {}{}. ", out_.columns[out_.nodes[b.first].column], b.text, out_.nodes[b.first].text,
                                      b.closed ? " to " + out_.nodes[b.last].text : " on");
    for (const Edge& e : out_.edges) {
      if (e.relations.size() == 1 && e.relations[0] == "po") continue;
      out_.description += fmt::format("{} from {} to {}. ", fmt::join(e.relations, ", "), where(e.from), where(e.to));
    }
    return std::move(out_);
  }

 private:
  // One edge, by the rule's name for it and, if that is one for coherence or from-reads, by theirs.
  void found(const answer::Step& s, const std::string& rule) {
    const EventId a = s.inverse ? s.to : s.from, b = s.inverse ? s.from : s.to;
    if (s.via.size() == 1 && (s.via[0].relation == "co" || s.via[0].relation == "fr") && s.via[0].from == a && s.via[0].to == b)
      edge(a, b, s.via[0].relation, rule);
    edge(a, b, s.relation, rule);
  }

  void program_order(const events::Structure& structure, const Relation& next, EventId from, EventId to, const std::string& rule) {
    for (EventId at = from; at != to;) {
      EventId then = to;  // the next one on the way
      for (EventId e = 0; e < structure.size(); ++e)
        if (next.has(at, e) && (e == to || structure.po.has(e, to))) then = e;
      edge(at, then, "po", rule);
      at = then;
    }
  }

  bool connected(EventId a, EventId b) const {
    return std::ranges::any_of(out_.edges, [&](const Edge& e) { return e.from == a && e.to == b; });
  }
  std::string where(std::size_t node) const {
    const draw::Node& n = out_.nodes[node];
    return n.column == draw::Node::kTop ? n.text : fmt::format("{} of {}", n.text, out_.columns[n.column]);
  }

  const Explained& e_;
  std::string marked_;
  Picture out_;
};

// Marks what was not so in the picture before. Events of two executions go by thread and place.
void mark_fresh(const Picture& before, Picture& now) {
  const auto keys = [](const Picture& p) {
    std::map<std::size_t, std::size_t> rows;
    std::vector<std::pair<std::size_t, std::size_t>> out;
    for (const draw::Node& node : p.nodes) out.emplace_back(node.column, rows[node.column]++);
    return out;
  };
  const auto old_keys = keys(before), new_keys = keys(now);
  std::map<std::pair<std::size_t, std::size_t>, std::string> texts;
  for (std::size_t i = 0; i < before.nodes.size(); ++i) texts[old_keys[i]] = before.nodes[i].text;
  using Place = std::pair<std::size_t, std::size_t>;
  std::set<std::pair<Place, Place>> edges;
  for (const Edge& e : before.edges) edges.emplace(old_keys[e.from], old_keys[e.to]);
  for (std::size_t i = 0; i < now.nodes.size(); ++i) {
    const auto at = texts.find(new_keys[i]);
    now.nodes[i].fresh = at == texts.end() || at->second != now.nodes[i].text;
  }
  for (Edge& e : now.edges) e.fresh = !edges.contains({new_keys[e.from], new_keys[e.to]});
}

// Initial writes that no picture of those that are shown one after the other has an edge of say nothing. The others stand in all of these
// pictures at the same place.
void drop_unread(std::span<Frame> frames) {
  std::map<std::size_t, std::vector<std::size_t>> columns;  // by what pages call it: the columns that it has edges to
  for (const Frame& frame : frames)
    for (const Edge& e : frame.picture.edges)
      for (const auto& [one, other] : {std::pair(e.from, e.to), std::pair(e.to, e.from)})
        if (frame.picture.nodes[other].column != draw::Node::kTop)
          columns[frame.picture.nodes[one].id].push_back(frame.picture.nodes[other].column);
  for (Frame& frame : frames) {
    std::vector<std::size_t> places;
    std::vector<draw::Node> kept;
    for (draw::Node& node : frame.picture.nodes) {
      places.push_back(kept.size());
      const auto at = columns.find(node.id);
      const bool initial = node.column == draw::Node::kTop;
      if (initial && at == columns.end()) continue;
      if (initial && frames.size() > 1) node.near = at->second;
      kept.push_back(std::move(node));
    }
    frame.picture.nodes = std::move(kept);
    for (Edge& e : frame.picture.edges) {
      e.from = places[e.from];
      e.to = places[e.to];
    }
    for (draw::Bracket& b : frame.picture.brackets) {
      b.first = places[b.first];
      b.last = places[b.last];
    }
  }
}

void add_stages(const Explained& e, const answer::Justification& j, bool whole, std::vector<Frame>& out) {
  const std::vector<answer::Stage>& stages = j.stages;
  if (stages.empty()) return;
  const answer::ConcreteExecution& t = j.target_execution();
  relation::EventSet before(t.size());
  const std::size_t count = stages.size() + 1;
  const auto texts = stage_texts(e.test, j);
  for (std::size_t i = 0; i < count; ++i) {
    answer::Stage stage = stages[i == 0 ? 0 : i - 1];
    if (i == 0) {
      stage.committed = relation::EventSet(t.size());
      for (EventId event = 0; event < t.structure->init_count; ++event) stage.committed.add(event);
    }
    const answer::ConcreteExecution& x = j.executions[stage.execution];
    const DrawnExecution drawn = report::draw(e.test, x);
    const std::vector<Mark> marks = marks_of(stage, before);
    Builder builder(e, drawn, marks);
    builder.lifetimes(*x.structure);
    builder.relations(*x.structure, e.explanation.stage_relations[stage.execution]);
    Frame frame;
    const bool last = whole && i + 1 == count;
    frame.caption = fmt::format("Stage {} of {}{}", i + 1, count,
                                last                       ? ", the execution itself"
                                : !whole && i + 1 == count ? " (it goes no further)"
                                                           : "");
    frame.picture = builder.finish(fmt::format("{} under {}, stage {}", e.test.name, e.model, i + 1));
    if (!out.empty()) mark_fresh(out.back().picture, frame.picture);
    frame.sentences = texts[i].sentences;
    frame.formula = texts[i].formula;
    out.push_back(std::move(frame));
    before = stage.committed;
  }
}

// A machine's steps, one picture each: what is done, what is done now, and what has been read so far.
void add_steps(const Explained& e, const answer::Outcome& outcome, std::vector<Frame>& out) {
  const events::Structure& structure = *outcome.witness.structure;
  const DrawnExecution drawn = report::draw(e.test, e.explanation.answer, outcome);
  std::vector<Mark> marks(structure.size(), Mark::none);
  for (EventId event = 0; event < structure.init_count; ++event) marks[event] = Mark::earlier;
  Relation rf(structure.size());
  const auto& steps = outcome.trace->steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (Mark& mark : marks)
      if (mark == Mark::now) mark = Mark::earlier;
    for (const EventId event : steps[i].done) marks[event] = Mark::now;
    if (steps[i].reads) rf.add(*steps[i].from, *steps[i].reads);
    Builder builder(e, drawn, marks, "done");
    builder.lifetimes(structure);
    builder.relations(structure, {{"po", structure.po}, {"rf", rf}});
    Frame frame;
    frame.caption = fmt::format("Step {} of {}: {}", i + 1, steps.size(), steps[i].rule);
    frame.picture = builder.finish(fmt::format("{} under {}, step {}", e.test.name, e.model, i + 1));
    frame.sentences = step_sentences(steps[i], drawn, e.sources);
    out.push_back(std::move(frame));
  }
}

void add_circle(const Explained& e, Builder& builder, const DrawnExecution& drawn, const events::Structure& structure, Frame& frame) {
  const auto& circle_events = e.explanation.circle;
  for (std::size_t i = 0; i < circle_events.size(); ++i) {
    const EventId a = circle_events[i], b = circle_events[(i + 1) % circle_events.size()];
    const std::string relation = structure.events[b].reads() ? "rf"
                                 : structure.data.has(a, b)  ? "data"
                                 : structure.ctrl.has(a, b)  ? "ctrl"
                                                             : "addr";
    for (const answer::Rule& rule : e.explanation.reason.rules) builder.edge(a, b, relation, rule.name);
  }
  frame.sentences = circle(drawn, structure, circle_events, e.sources);
  for (std::string& sentence : frame.sentences) sentence += ".";
  if (!frame.sentences.empty()) frame.sentences.push_back("That is where we began: nothing in the circle makes the values.");
}

void add_refutation(const Explained& e, std::vector<Frame>& out) {
  const answer::Refutation& r = e.explanation.refutation;
  for (std::size_t i = 0; i < r.candidates.size(); ++i) {
    const answer::Refuted& refuted = r.candidates[i];
    const DrawnExecution drawn = report::draw(e.test, *e.explanation.unfolding, refuted.execution);
    for (std::size_t c = 0; c < refuted.cases.size() && out.size() < kMostFrames; ++c) {
      const answer::Case& one = refuted.cases[c];
      Builder builder(e, drawn, {});
      builder.basics(*refuted.execution.structure, refuted.execution.reads_from);
      for (const answer::Assumed& a : one.assumed)
        if (!a.order.empty()) builder.edge(a.first, a.second, a.order);
      builder.steps(*refuted.execution.structure, one.finding.steps, one.finding.rule);
      Frame frame;
      frame.caption = fmt::format("Candidate {} of {}", i + 1, r.count);
      if (refuted.cases.size() > 1) frame.caption += fmt::format(", case {} of {}", c + 1, refuted.cases.size());
      for (const answer::Assumed& a : one.assumed) frame.sentences.push_back("Suppose " + assumption(drawn, a) + ".");
      if (!one.finding.steps.empty())
        frame.sentences.push_back(fmt::format("Then '{}' {} {}", one.finding.rule,
                                              one.finding.kind == language::Rule::Kind::order ? "allows no order because of" : "finds",
                                              chain(drawn, one.finding.steps)));
      frame.picture = builder.finish(fmt::format("{} under {}: {}", e.test.name, e.model, frame.caption));
      out.push_back(std::move(frame));
    }
  }
}

std::vector<Frame> all_frames(const Explained& e) {
  std::vector<Frame> out;
  const Explanation& x = e.explanation;
  const std::string title = fmt::format("{} under {}", e.test.name, e.model);
  if (x.verdict == verdict::Verdict::unknown) return out;
  if (x.verdict == verdict::Verdict::allowed) {
    const answer::Outcome& outcome = x.answer.outcomes.front();
    if (outcome.justification) {
      add_stages(e, *outcome.justification, true, out);
      return out;
    }
    if (outcome.trace) {
      add_steps(e, outcome, out);
      return out;
    }
    DrawnExecution drawn = report::draw(e.test, x.answer, outcome);
    fill_open(e, x.answer, outcome, drawn);
    Builder builder(e, drawn, {});
    const auto co = coherence(*outcome.witness.structure, outcome.witness.orders);
    answer::Relations shown = x.witness_relations;
    if (co) std::erase_if(shown, [](const auto& r) { return r.first == "co" || r.first == "fr"; });
    builder.lifetimes(*outcome.witness.structure);
    builder.relations(*outcome.witness.structure, shown);
    if (co) builder.memory_order(*outcome.witness.structure, outcome.witness.rf(), *co);
    Frame frame;
    frame.caption = "An execution that shows it";
    for (std::string& order : order_texts(drawn)) frame.sentences.push_back(std::move(order));
    frame.picture = builder.finish(title);
    out.push_back(std::move(frame));
    return out;
  }
  if (x.of_single()) {
    add_refutation(e, out);
    return out;
  }
  Frame frame;
  if (x.why == Explanation::Why::thin_air || x.why == Explanation::Why::unwritten) {
    if (x.consistent.outcomes.empty()) return out;
    const answer::Outcome& outcome = x.consistent.outcomes.front();
    const DrawnExecution drawn = report::draw(e.test, x.consistent, outcome);
    Builder builder(e, drawn, {});
    builder.basics(*outcome.witness.structure, outcome.witness.reads_from);
    add_circle(e, builder, drawn, *outcome.witness.structure, frame);
    for (std::string& sentence : unwritten(drawn, outcome.witness, x.unwritten, e.sources)) frame.sentences.push_back(std::move(sentence));
    frame.caption = fmt::format("An execution that {} alone would allow", e.explanation.single_model);
    frame.picture = builder.finish(title);
    out.push_back(std::move(frame));
    return out;
  }
  const answer::ConcreteExecution& target = x.obstacle.attempt.target_execution();
  std::vector<Mark> marks;
  for (EventId t = 0; t < target.size(); ++t) marks.push_back(x.obstacle.committed.has(t) ? Mark::earlier : Mark::none);
  const DrawnExecution drawn = report::draw(e.test, target);
  Builder builder(e, drawn, marks);
  builder.basics(*target.structure, target.reads_from);
  add_circle(e, builder, drawn, *target.structure, frame);
  frame.caption = "The execution to justify: marked events can be committed, the others cannot";
  frame.sentences.push_back(stopped(x.obstacle));
  frame.picture = builder.finish(title);
  out.push_back(std::move(frame));
  add_stages(e, x.obstacle.attempt, false, out);
  return out;
}

}  // namespace

std::vector<Frame> frames(const Explained& e) {
  std::vector<Frame> out = all_frames(e);
  // Stages show one program step by step, and their boxes stay; candidates have nothing to do with each other.
  const bool steps = e.explanation.verdict == verdict::Verdict::allowed || !e.explanation.of_single();
  if (steps) drop_unread(out);
  for (std::size_t i = 0; !steps && i < out.size(); ++i) drop_unread(std::span(out).subspan(i, 1));
  return out;
}

}  // namespace thinair::report
