// Blocks in order, where ways meet, and loops.
#include <fmt/format.h>

#include <algorithm>

#include "read/bytecode/thread_code.hpp"
#include "support/check.hpp"

namespace thinair::read::bytecode {
namespace {

constexpr unsigned kMostTurns = 300;  // of a loop that is written out

}  // namespace

Val State::pop() {
  if (stack.empty()) throw wrong("bytecode-malformed", {}, "the operand stack is empty");
  const Val out = stack.back();
  stack.pop_back();
  return out;
}

// The region that a block is lowered in next: the innermost one around that holds it.
Region& ThreadCode::home(Frame& f, std::uint32_t block) {
  Region* r = f.region;
  while (r->loop && !r->loop->body[block]) r = r->outer;
  return *r;
}

Edge ThreadCode::leave(State s) {
  const Label from = code_.new_label();
  code_.emit(Jump{from}, {});
  return {from, std::move(s)};
}

void ThreadCode::flow_to(Frame& f, std::uint32_t block, State s) {
  Region& r = home(f, block);
  Edge edge = leave(std::move(s));
  if (r.loop && r.loop->head == block)
    r.backs.push_back(std::move(edge));
  else
    r.pending[block].push_back(std::move(edge));
}

// Where the ways of the branch at hand meet again.
Label ThreadCode::join_of(Frame& f) {
  const auto join = f.flow->blocks[f.flow->block_of[f.at]].join;
  if (!join) return f.end;
  Region& r = home(f, *join);
  const auto [at, fresh] = r.joins.try_emplace(*join, 0);
  if (fresh) at->second = code_.new_label();
  return at->second;
}

template <class Use>
void ThreadCode::variables(State& s, const std::vector<bool>* live, const Use& use) {
  for (std::size_t i = 0; i < s.locals.size(); ++i)
    if (!live || (*live)[i]) use(fmt::format("L{}", i), s.locals[i]);
  for (std::size_t i = 0; i < s.stack.size(); ++i) use(fmt::format("S{}", i), s.stack[i]);
  for (auto& [variable, value] : s.heap) use("H" + pass_.variable_key(variable.first, variable.second), value);
}

Val ThreadCode::known_count(const State& s, Val count) {
  const auto told = count.known ? s.decided.end() : s.decided.find(count.expr);
  return told == s.decided.end() ? count : number(told->second);
}

State ThreadCode::merge(std::vector<Edge> edges, const std::vector<bool>* live) {
  check(!edges.empty(), "a block that is lowered is reached");
  State out = edges[0].state;
  if (live)
    for (std::size_t i = 0; i < out.locals.size(); ++i)
      if (!(*live)[i]) out.locals[i] = {.type = '?'};
  if (edges.size() == 1) {
    code_.place(edges[0].from);
    return out;
  }
  for (const Edge& e : edges) {
    if (e.state.stack.size() != out.stack.size() || e.state.locals.size() != out.locals.size())
      throw wrong("bytecode-malformed", {}, "two ways meet with stacks of different height");
    std::erase_if(out.heap, [&](const auto& entry) { return !e.state.heap.contains(entry.first); });
    std::erase_if(out.resolved, [&](const auto& entry) {
      const auto other = e.state.resolved.find(entry.first);
      return other == e.state.resolved.end() || other->second != entry.second;
    });
    std::erase_if(out.joined, [&](std::uint32_t t) { return !e.state.joined.contains(t); });
    std::erase_if(out.decided, [&](const auto& entry) {
      const auto other = e.state.decided.find(entry.first);
      return other == e.state.decided.end() || other->second != entry.second;
    });
    for (const auto& [variable, value] : e.state.told)
      if (const auto [at, fresh] = out.told.try_emplace(variable, std::nullopt); !fresh && at->second != value) at->second.reset();
    for (auto& [variable, value] : out.told)
      if (!e.state.told.contains(variable)) value.reset();
    std::erase_if(out.monitors, [&](const Val& m) { return std::ranges::find(e.state.monitors, m) == e.state.monitors.end(); });
  }
  // What differs gets a register.
  struct Phi {
    RegId reg;
    std::vector<Val> values;
  };
  std::vector<Phi> phis;
  const auto join = [&](Val& into, const std::vector<Val>& values) {
    if (std::ranges::all_of(values, [&](const Val& v) { return v == into; })) return;
    if (std::ranges::any_of(values, [&](const Val& v) { return v.type != into.type; })) {
      into = {.type = '?'};
      return;
    }
    for (const Val& v : values)
      if (v.known && v.type == 'A') pass_.escape(v.value);
    const RegId reg = code_.temporary();
    phis.push_back({reg, values});
    into = in_register(reg, into.type);
  };
  const auto gather = [&](const auto& get) {
    std::vector<Val> values;
    for (const Edge& e : edges) values.push_back(get(e.state));
    return values;
  };
  for (std::size_t i = 0; i < out.locals.size(); ++i)
    if (out.locals[i].type != '?') join(out.locals[i], gather([&](const State& s) { return s.locals[i]; }));
  for (std::size_t i = 0; i < out.stack.size(); ++i) join(out.stack[i], gather([&](const State& s) { return s.stack[i]; }));
  for (auto& [variable, value] : out.heap) {
    std::vector<Val> values = gather([&, v = variable](const State& s) { return s.heap.at(v); });
    // A lock that tryLock did not get on one way, and that was released on the other.
    if (variable.second >= kPseudo && std::ranges::any_of(values, [&](const Val& v) { return v != values[0]; })) {
      for (std::size_t e = 0; e < edges.size(); ++e) values[e] = known_count(edges[e].state, values[e]);
      value = values[0];
    }
    join(value, values);
  }
  const Label at = code_.new_label();
  for (std::size_t e = 0; e < edges.size(); ++e) {
    code_.place(edges[e].from);
    for (const Phi& phi : phis) code_.emit(Assign{phi.reg, expr(phi.values[e])}, {});
    if (e + 1 < edges.size()) code_.emit(Jump{at}, {});
  }
  code_.place(at);
  return out;
}

void ThreadCode::run_block(Frame& f, std::uint32_t block, State s) {
  const Block& b = f.flow->blocks[block];
  try {
    for (std::uint32_t i = b.begin; i < b.end; ++i) {
      f.at = i;
      if (++pass_.emitted > 200000)
        refuse(f, "the program has more instructions than are followed", "calls are written out where they stand");
      if (!step(f, f.code->instructions[i], s)) return;
    }
    if (b.end >= f.code->instructions.size()) refuse(f, "code runs off its end");
    flow_to(f, f.flow->block_of[b.end], std::move(s));
  } catch (const Stop&) {
    // Control does not come to the rest of the block.
  }
}

void ThreadCode::run_region(Frame& f, Region& r) {
  Region* const around = f.region;
  f.region = &r;
  for (const std::uint32_t block : f.flow->order) {
    if (r.loop && !r.loop->body[block]) continue;
    const auto waiting = r.pending.find(block);
    const auto join = r.joins.find(block);
    if (waiting == r.pending.end()) continue;
    std::vector<Edge> edges = std::move(waiting->second);
    r.pending.erase(waiting);
    const std::uint32_t inner = f.flow->blocks[block].loop;
    if (inner != r.id && f.flow->loops[inner].head == block && f.flow->loops[inner].parent == r.id) {
      if (join != r.joins.end()) {
        // The ways meet at the head of a loop: in front of it.
        State s = merge(std::move(edges), &f.flow->blocks[block].live);
        code_.place(join->second);
        r.joins.erase(join);
        edges = {leave(std::move(s))};
      }
      run_loop(f, r, inner, std::move(edges));
      f.region = &r;
      continue;
    }
    State s = merge(std::move(edges), &f.flow->blocks[block].live);
    if (join != r.joins.end()) {
      code_.place(join->second);
      r.joins.erase(join);
    }
    run_block(f, block, std::move(s));
  }
  for (const auto& [block, label] : r.joins) code_.place(label);
  f.region = around;
}

void ThreadCode::run_loop(Frame& f, Region& outer, std::uint32_t id, std::vector<Edge> entry) {
  const Loop& loop = f.flow->loops[id];
  const std::string key = fmt::format("{}{}@{}", f.path, outer.tag, loop.head);
  for (unsigned turn = 0;; ++turn) {
    if (turn >= kMostTurns) pass_.learn(pass_.facts.general, key);
    if (pass_.facts.general.contains(key)) return general_loop(f, outer, id, std::move(entry), key);
    Region r{&loop, id, &outer, fmt::format("{}#{}.{}", outer.tag, id, turn), outer.general};
    r.pending[loop.head] = std::move(entry);
    run_region(f, r);
    if (r.backs.empty()) return;
    if (!r.controlled) {
      pass_.learn(pass_.facts.general, key);
      throw Again{};
    }
    entry = std::move(r.backs);
  }
}

// A loop of the lowered program. Variables that its body changes are registers at its head.
void ThreadCode::general_loop(Frame& f, Region& outer, std::uint32_t id, std::vector<Edge> entry, const std::string& key) {
  const Loop& loop = f.flow->loops[id];
  const std::vector<bool>& live = f.flow->blocks[loop.head].live;
  State head = merge(std::move(entry), &live);
  f.at = f.flow->blocks[loop.head].begin;
  if (!pass_.shared) start_sharing(f, head);
  may_wait(f, head);
  const std::set<std::string>& changing = pass_.facts.changing[key];
  for (const auto& [variable, value] : head.heap)
    if (const std::string name = pass_.variable_key(variable.first, variable.second);
        changing.contains("H" + name) || changing.contains("T" + name))
      head.told[variable].reset();
  std::map<std::string, RegId> phis;
  variables(head, &live, [&](const std::string& name, Val& v) {
    if (!changing.contains(name)) return;
    if (v.known && v.type == 'A') pass_.escape(v.value);
    const RegId reg = code_.temporary();
    code_.emit(Assign{reg, expr(v)}, {});
    phis.emplace(name, reg);
    v = in_register(reg, v.type);
  });
  head.resolved.clear();
  head.decided.clear();
  const Label at = code_.new_label();
  code_.place(at);
  Region r{&loop, id, &outer, fmt::format("{}#{}", outer.tag, id), true};
  r.pending[loop.head].push_back(leave(head));
  run_region(f, r);
  close_loop(f, r, head, phis, at, key);
}

void ThreadCode::close_loop(Frame& f, Region& r, const State& head, const std::map<std::string, RegId>& phis, Label at,
                            const std::string& key) {
  const std::vector<bool>& live = f.flow->blocks[r.loop->head].live;
  std::map<std::string, Val> before;
  State copy = head;
  variables(copy, &live, [&](const std::string& name, Val& v) { before.emplace(name, v); });
  for (Edge& back : r.backs) {
    code_.place(back.from);
    for (const auto& [variable, value] : back.state.told)
      if (const auto told = head.told.find(variable); told == head.told.end() || told->second != value)
        pass_.learn(pass_.facts.changing[key], "T" + pass_.variable_key(variable.first, variable.second));
    std::vector<std::pair<RegId, Val>> changes;
    variables(back.state, &live, [&](const std::string& name, Val& v) {
      const auto old = before.find(name);
      if (old == before.end() || old->second == v) return;
      const auto phi = phis.find(name);
      if (phi == phis.end()) {
        pass_.learn(pass_.facts.changing[key], name);
        return;
      }
      if (v.known && v.type == 'A') pass_.escape(v.value);
      changes.emplace_back(phi->second, v);
    });
    // All at once: a new value may use an old one.
    if (changes.size() > 1)
      for (auto& [reg, v] : changes) {
        if (v.known) continue;
        const RegId other = code_.temporary();
        code_.emit(Assign{other, v.expr}, {});
        v.expr = code_.reg(other);
      }
    for (const auto& [reg, v] : changes) code_.emit(Assign{reg, expr(v)}, {});
    code_.emit(Jump{at}, where(f));
  }
}

}  // namespace thinair::read::bytecode
