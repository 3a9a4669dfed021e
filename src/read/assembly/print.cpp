#include <fmt/format.h>

#include <algorithm>

#include "read/assembly/ast.hpp"

namespace thinair::litmus::assembly {

std::string to_text(const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::word: return operand.prefix + operand.word + (operand.has_number ? fmt::format(" #{}", operand.number) : "");
    case Operand::Kind::number: return operand.prefix + std::to_string(operand.number);
    case Operand::Kind::hole: return fmt::format("{{{}{}}}", operand.prefix, operand.word);
    case Operand::Kind::memory: break;
  }
  std::string out = operand.has_number ? std::to_string(operand.number) : "";
  out += operand.bracketed ? '[' : '(';
  for (std::size_t i = 0; i < operand.parts.size(); ++i) out += (i == 0 ? "" : ",") + to_text(operand.parts[i]);
  return out + (operand.bracketed ? "]" : ")") + (operand.writes_back ? "!" : "");
}

std::string to_text(const Line& line) {
  std::string out = line.label.empty() ? "" : line.label + ":";
  if (line.mnemonic.empty()) return out;
  if (!out.empty()) out += ' ';
  if (line.lock) out += "lock ";
  out += line.mnemonic;
  for (std::size_t i = 0; i < line.operands.size(); ++i) out += (i == 0 ? " " : ",") + to_text(line.operands[i]);
  return out;
}

std::string to_text(const Program& program) {
  std::size_t rows = 0;
  std::vector<std::vector<std::string>> columns;
  std::vector<std::size_t> widths;
  for (const Thread& thread : program.threads) {
    std::vector<std::string> cells = {fmt::format("P{}", columns.size())};
    for (const Line& line : thread.lines) cells.push_back(to_text(line));
    rows = std::max(rows, cells.size());
    std::size_t width = 0;
    for (const std::string& cell : cells) width = std::max(width, cell.size());
    widths.push_back(width);
    columns.push_back(std::move(cells));
  }
  std::string out;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t t = 0; t < columns.size(); ++t) {
      out += t == 0 ? " " : "| ";
      const std::size_t before = out.size();
      if (row < columns[t].size()) out += columns[t][row];
      out.append(before + widths[t] + 1 - out.size(), ' ');
    }
    out += ";\n";
  }
  return out;
}

}  // namespace thinair::litmus::assembly
