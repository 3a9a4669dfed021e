// The shape of a method's code: basic blocks, loops, where branches meet again, which locals are still needed.
//
// Code that javac makes is reducible: every loop has one way in. Exceptions are edges too, from blocks with instructions that may throw to
// the handlers around them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "read/classfile/class_file.hpp"

namespace thinair::read::bytecode {

inline constexpr std::uint32_t kNoLoop = UINT32_MAX;

struct Block {
  std::uint32_t begin = 0, end = 0;     // instructions
  std::vector<std::uint32_t> next;      // blocks, exceptions not among them
  std::vector<std::uint32_t> handlers;  // blocks
  std::uint32_t loop = kNoLoop;         // the innermost
  std::optional<std::uint32_t> join;    // the immediate post-dominator; none: the end of the method
  std::vector<bool> live;               // locals, at its beginning
};

struct Loop {
  std::uint32_t head = 0;
  std::vector<bool> body;  // by block
  std::uint32_t parent = kNoLoop;
};

struct Flow {
  std::vector<Block> blocks;
  std::vector<std::uint32_t> block_of;  // by instruction
  std::vector<std::uint32_t> order;     // reachable blocks, each after those before it (loops apart)
  std::vector<Loop> loops;
  bool reducible = true;
};

bool may_throw(std::uint8_t opcode);
Flow flow_of(const classfile::Code& code);

}  // namespace thinair::read::bytecode
