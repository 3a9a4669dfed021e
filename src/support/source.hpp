// Source texts and positions in them.
//
//   takes   file contents, as text
//   gives   a small id per file, and line:column for a byte offset when somebody asks
//   does not read files (cli/ and language/cat/files do) and does not print (diagnostic does)
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace thinair {

// A byte range in one file. `file` indexes Sources; an empty range at 0 is a valid position.
struct Span {
  std::uint32_t file = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool operator==(const Span&) const = default;
};

// From the start of the first to the end of the second; both must be of one file.
Span join(Span first, Span last);

struct Position {
  std::uint32_t line = 1;    // counted from 1
  std::uint32_t column = 1;  // counted from 1, in code points, a tab counts as one
};

class Sources {
 public:
  std::uint32_t add(std::string name, std::string text);
  std::string_view name(std::uint32_t file) const { return files_[file].name; }
  std::string_view text(std::uint32_t file) const { return files_[file].text; }
  std::string_view text(Span span) const;
  Position position(std::uint32_t file, std::uint32_t offset) const;
  std::string_view line(std::uint32_t file, std::uint32_t line) const;  // without its newline
  std::uint32_t size() const { return static_cast<std::uint32_t>(files_.size()); }

 private:
  struct File {
    std::string name;
    std::string text;
    std::deque<std::uint32_t> line_starts;
  };
  std::deque<File> files_;  // a deque: string_views into it stay valid
};

}  // namespace thinair
