#include "read/bytecode/flow.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "read/classfile/opcodes.hpp"

namespace thinair::read::bytecode {
namespace {

using namespace classfile;

bool ends_block(std::uint8_t op) {
  return (op >= op_ifeq && op <= op_return) || op == op_athrow || op == op_ifnull || op == op_ifnonnull || op == op_goto_w;
}

bool is_jump(std::uint8_t op) { return (op >= op_ifeq && op <= op_goto) || op == op_ifnull || op == op_ifnonnull || op == op_goto_w; }

bool falls_through(std::uint8_t op) {
  return op != op_goto && op != op_goto_w && op != op_tableswitch && op != op_lookupswitch && op != op_athrow &&
         !(op >= op_ireturn && op <= op_return);
}

// The local that an instruction reads or writes.
std::optional<std::uint32_t> local_read(const Instruction& i) {
  if (i.opcode >= op_iload && i.opcode <= op_aload) return static_cast<std::uint32_t>(i.a);
  if (i.opcode >= op_iload_0 && i.opcode < op_iaload) return static_cast<std::uint32_t>((i.opcode - op_iload_0) % 4);
  if (i.opcode == op_iinc) return static_cast<std::uint32_t>(i.a);
  return std::nullopt;
}
std::optional<std::uint32_t> local_written(const Instruction& i) {
  if (i.opcode >= op_istore && i.opcode <= op_astore) return static_cast<std::uint32_t>(i.a);
  if (i.opcode >= op_istore_0 && i.opcode < op_iastore) return static_cast<std::uint32_t>((i.opcode - op_istore_0) % 4);
  return std::nullopt;
}

void make_blocks(const Code& code, Flow& flow) {
  const auto count = static_cast<std::uint32_t>(code.instructions.size());
  std::set<std::uint32_t> starts = {0};
  for (std::uint32_t i = 0; i < count; ++i) {
    const Instruction& at = code.instructions[i];
    if (ends_block(at.opcode) && i + 1 < count) starts.insert(i + 1);
    if (is_jump(at.opcode) || at.opcode == op_tableswitch || at.opcode == op_lookupswitch) starts.insert(static_cast<std::uint32_t>(at.a));
    for (const auto& [value, to] : at.cases) starts.insert(to);
  }
  for (const Handler& h : code.handlers) {
    starts.insert(h.at);
    if (h.begin < count) starts.insert(h.begin);
    if (h.end < count) starts.insert(h.end);
  }
  flow.block_of.assign(count, 0);
  for (auto at = starts.begin(); at != starts.end(); ++at) {
    Block block;
    block.begin = *at;
    block.end = std::next(at) == starts.end() ? count : *std::next(at);
    for (std::uint32_t i = block.begin; i < block.end; ++i) flow.block_of[i] = static_cast<std::uint32_t>(flow.blocks.size());
    flow.blocks.push_back(std::move(block));
  }
  const auto add = [](std::vector<std::uint32_t>& to, std::uint32_t block) {
    if (std::ranges::find(to, block) == to.end()) to.push_back(block);
  };
  for (Block& block : flow.blocks) {
    const Instruction& last = code.instructions[block.end - 1];
    if (falls_through(last.opcode) && block.end < count) add(block.next, flow.block_of[block.end]);
    if (is_jump(last.opcode) || last.opcode == op_tableswitch || last.opcode == op_lookupswitch)
      add(block.next, flow.block_of[static_cast<std::uint32_t>(last.a)]);
    for (const auto& [value, to] : last.cases) add(block.next, flow.block_of[to]);
    const bool throws = std::any_of(code.instructions.begin() + block.begin, code.instructions.begin() + block.end,
                                    [](const Instruction& i) { return may_throw(i.opcode); });
    for (const Handler& h : code.handlers)
      if (throws && h.begin <= block.begin && block.begin < h.end) add(block.handlers, flow.block_of[h.at]);
  }
}

void make_order(Flow& flow) {
  std::vector<std::uint8_t> seen(flow.blocks.size(), 0);
  // Depth first without recursion: methods may be long.
  std::vector<std::pair<std::uint32_t, std::size_t>> stack = {{0, 0}};
  seen[0] = 1;
  while (!stack.empty()) {
    auto& [block, at] = stack.back();
    const Block& b = flow.blocks[block];
    if (at < b.next.size() + b.handlers.size()) {
      const std::uint32_t to = at < b.next.size() ? b.next[at] : b.handlers[at - b.next.size()];
      ++at;
      if (!seen[to]) {
        seen[to] = 1;
        stack.emplace_back(to, 0);
      }
    } else {
      flow.order.push_back(block);
      stack.pop_back();
    }
  }
  std::ranges::reverse(flow.order);
}

// Immediate dominators over a graph that is given by predecessors and an order (Cooper, Harvey, Kennedy).
std::vector<std::uint32_t> dominators(std::size_t count, const std::vector<std::uint32_t>& order,
                                      const std::vector<std::vector<std::uint32_t>>& before) {
  constexpr std::uint32_t kNone = UINT32_MAX;
  std::vector<std::uint32_t> number(count, kNone), dominator(count, kNone);
  for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  dominator[order[0]] = order[0];
  const auto meet = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      while (number[a] > number[b]) a = dominator[a];
      while (number[b] > number[a]) b = dominator[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 1; i < order.size(); ++i) {
      std::uint32_t best = kNone;
      for (const std::uint32_t p : before[order[i]])
        if (number[p] != kNone && dominator[p] != kNone) best = best == kNone ? p : meet(best, p);
      if (best != kNone && dominator[order[i]] != best) {
        dominator[order[i]] = best;
        changed = true;
      }
    }
  }
  return dominator;
}

void find_loops(Flow& flow) {
  const std::size_t count = flow.blocks.size();
  std::vector<std::vector<std::uint32_t>> before(count);
  std::vector<std::uint32_t> number(count, UINT32_MAX);
  for (std::uint32_t i = 0; i < flow.order.size(); ++i) number[flow.order[i]] = i;
  for (const std::uint32_t b : flow.order)
    for (const auto* next : {&flow.blocks[b].next, &flow.blocks[b].handlers})
      for (const std::uint32_t to : *next) before[to].push_back(b);
  const auto dominator = dominators(count, flow.order, before);
  const auto dominates = [&](std::uint32_t a, std::uint32_t b) {
    while (b != a && dominator[b] != b) b = dominator[b];
    return a == b;
  };
  for (const std::uint32_t head : flow.order) {
    Loop loop{head, std::vector<bool>(count, false), kNoLoop};
    std::vector<std::uint32_t> work;
    for (const std::uint32_t from : before[head]) {
      if (number[from] < number[head]) continue;
      if (!dominates(head, from)) flow.reducible = false;
      work.push_back(from);
    }
    if (work.empty()) continue;
    loop.body[head] = true;
    while (!work.empty()) {
      const std::uint32_t b = work.back();
      work.pop_back();
      if (loop.body[b]) continue;
      loop.body[b] = true;
      work.insert(work.end(), before[b].begin(), before[b].end());
    }
    // Outer loops have heads that come earlier: the last of them that holds this head is its parent.
    for (std::uint32_t outer = 0; outer < flow.loops.size(); ++outer)
      if (flow.loops[outer].body[head]) loop.parent = outer;
    const auto id = static_cast<std::uint32_t>(flow.loops.size());
    for (std::uint32_t b = 0; b < count; ++b)
      if (loop.body[b]) flow.blocks[b].loop = id;
    flow.loops.push_back(std::move(loop));
  }
}

// Post-dominators: dominators of the reversed graph from a node behind all blocks that end the method.
void find_joins(Flow& flow) {
  const auto count = static_cast<std::uint32_t>(flow.blocks.size());
  const std::uint32_t exit = count;
  std::vector<std::vector<std::uint32_t>> after(count + 1), reversed(count + 1);
  for (const std::uint32_t b : flow.order) {
    after[b] = flow.blocks[b].next;
    if (after[b].empty()) after[b].push_back(exit);
    for (const std::uint32_t to : after[b]) reversed[to].push_back(b);
  }
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(count + 1, false);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack = {{exit, 0}};
  seen[exit] = true;
  while (!stack.empty()) {
    auto& [b, at] = stack.back();
    if (at < reversed[b].size()) {
      const std::uint32_t to = reversed[b][at++];
      if (!seen[to]) {
        seen[to] = true;
        stack.emplace_back(to, 0);
      }
    } else {
      order.push_back(b);
      stack.pop_back();
    }
  }
  std::ranges::reverse(order);
  const auto dominator = dominators(count + 1, order, after);
  for (const std::uint32_t b : flow.order)
    if (seen[b] && dominator[b] < count) flow.blocks[b].join = dominator[b];
}

void find_live(const Code& code, Flow& flow) {
  for (Block& b : flow.blocks) b.live.assign(code.max_locals, false);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto at = flow.order.rbegin(); at != flow.order.rend(); ++at) {
      Block& b = flow.blocks[*at];
      std::vector<bool> live(code.max_locals, false);
      for (const std::uint32_t to : b.next)
        for (std::size_t l = 0; l < live.size(); ++l) live[l] = live[l] || flow.blocks[to].live[l];
      for (std::uint32_t i = b.end; i-- > b.begin;) {
        const Instruction& instruction = code.instructions[i];
        if (const auto written = local_written(instruction)) live[*written] = false;
        if (const auto read = local_read(instruction)) live[*read] = true;
      }
      // A handler may be reached from any instruction of the block.
      for (const std::uint32_t to : b.handlers)
        for (std::size_t l = 0; l < live.size(); ++l) live[l] = live[l] || flow.blocks[to].live[l];
      if (live != b.live) {
        b.live = std::move(live);
        changed = true;
      }
    }
  }
}

}  // namespace

bool may_throw(std::uint8_t op) {
  return (op >= op_iaload && op <= op_saload) || (op >= op_iastore && op <= op_sastore) || op == op_idiv || op == op_idiv + 1 ||
         op == op_irem || op == op_irem + 1 || (op >= op_getstatic && op <= op_arraylength) || op == op_athrow || op == op_checkcast ||
         op == op_monitorenter || op == op_multianewarray;
}

Flow flow_of(const Code& code) {
  Flow flow;
  make_blocks(code, flow);
  make_order(flow);
  find_loops(flow);
  find_joins(flow);
  find_live(code, flow);
  return flow;
}

}  // namespace thinair::read::bytecode
