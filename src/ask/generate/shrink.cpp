#include "ask/generate/shrink.hpp"

#include <sstream>
#include <vector>

namespace thinair::generate {
namespace {

using Lines = std::vector<std::string>;

Lines split(const std::string& text) {
  Lines out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

std::string join(const Lines& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

// A line with blocks in it, without one of the statements, or with what is inside a block in place of the statement around it.
void without_statements(const std::string& line, Lines& out) {
  std::vector<std::size_t> open;  // where the statement around each block begins
  std::size_t begin = 0;          // of the statement at hand
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '(')
      for (int depth = 0; at < line.size() && (depth += line[at] == '(' ? 1 : line[at] == ')' ? -1 : 0) > 0; ++at) {}
    if (at >= line.size()) break;
    if (line[at] == '{') {
      open.push_back(begin);
    } else if (line[at] == '}') {
      if (open.empty()) return;
      begin = open.back();
      open.pop_back();
      const std::size_t brace = line.find('{', begin);
      if (brace < at) out.push_back(line.substr(0, begin) + line.substr(brace + 1, at - brace - 1) + line.substr(at + 1));
    } else if (line[at] != ';') {
      continue;
    }
    if (line[at] != '{') out.push_back(line.substr(0, begin) + line.substr(at + 1));
    begin = at + 1;
  }
}

// Simpler forms of one line: the branches of an `if` on their own, a call without its mode, a union without one side.
Lines simpler(const std::string& line) {
  Lines out;
  if (line.find("if (") != std::string::npos) {
    for (std::size_t open = line.find('{'); open != std::string::npos; open = line.find('{', open + 1)) {
      const std::size_t close = line.find('}', open);
      if (close != std::string::npos) out.push_back("  " + line.substr(open + 1, close - open - 1));
    }
    if (const auto at = line.find(" else"); at != std::string::npos) out.push_back(line.substr(0, at));
  }
  without_statements(line, out);
  for (const char* word : {"volatile ", "final "})
    if (const auto at = line.find(word); at != std::string::npos) out.push_back(std::string(line).erase(at, std::string(word).size()));
  for (const char* mode : {"Opaque", "Acquire", "Release", "Volatile"})
    if (const auto at = line.find(mode); at != std::string::npos) out.push_back(std::string(line).erase(at, std::string(mode).size()));
  for (const char* sign : {" | ", " & ", " ; ", " \\ "})
    for (std::size_t at = line.find(sign); at != std::string::npos; at = line.find(sign, at + 1)) {
      // Up to the parentheses around the operator: everything on its left or on its right goes.
      int depth = 0;
      std::size_t left = at;
      while (left > 0 && !(depth == 0 && (line[left - 1] == '(' || line[left - 1] == '='))) {
        --left;
        depth += line[left] == ')' ? 1 : line[left] == '(' ? -1 : 0;
      }
      depth = 0;
      std::size_t right = at + 3;
      while (right < line.size() && !(depth == 0 && line[right] == ')')) {
        depth += line[right] == '(' ? 1 : line[right] == ')' ? -1 : 0;
        ++right;
      }
      out.push_back(line.substr(0, left) + (left > 0 && line[left - 1] == '=' ? " " : "") + line.substr(at + 3));
      out.push_back(line.substr(0, at) + line.substr(right));
    }
  return out;
}

bool drop_one(Lines& lines, const std::function<bool(const std::string&)>& still_fails) {
  // Longer runs first: a whole thread is "ThreadN {", its statements and "}".
  for (std::size_t length = lines.size() / 2; length > 0; --length)
    for (std::size_t at = 0; at + length <= lines.size(); ++at) {
      Lines fewer = lines;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at), fewer.begin() + static_cast<std::ptrdiff_t>(at + length));
      if (!still_fails(join(fewer))) continue;
      lines = std::move(fewer);
      return true;
    }
  return false;
}

bool simplify_one(Lines& lines, const std::function<bool(const std::string&)>& still_fails) {
  for (std::string& line : lines) {
    const std::string original = line;
    for (const std::string& form : simpler(original)) {
      if (form.size() >= original.size()) continue;  // only ever shorter, so that shrinking ends
      line = form;
      if (still_fails(join(lines))) return true;
    }
    line = original;
  }
  return false;
}

}  // namespace

std::string shrink(std::string text, const std::function<bool(const std::string&)>& still_fails) {
  Lines lines = split(text);
  while (drop_one(lines, still_fails) || simplify_one(lines, still_fails)) {}
  return join(lines);
}

}  // namespace thinair::generate
