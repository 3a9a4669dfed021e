// Records on paper: a file of JSON lines that a search can be resumed from, and that parts of a search are merged from.
//
//   takes   a header (the question, the space, a hash of all that decides the answers), records
//   gives   lines; and from a file what of it is whole
//   does not keep what is torn: a last line without an end is as if it were not there
#pragma once

#include <string>
#include <vector>

#include "ask/find/findings.hpp"
#include "support/diagnostic.hpp"

namespace thinair::find {

struct Header {
  std::string question;  // as the command line asks it, without what only decides how: "unsound --model jam21 --to x86"
  std::string space;     // as text
  std::string inputs;    // a hash of the models' and schemes' texts, and of the version
  Shard shard;
};

std::string to_line(const Header& header);
std::string to_line(const Record& record);

struct Part {
  Header header;
  std::vector<Record> records;
  std::size_t whole = 0;  // bytes that are of whole lines
};
// Fails if the file is none of a search.
Result<Part> parse_part(const std::string& name, std::string_view text);

// Why two parts are not of one search; "" if they are.
std::string mismatch(const Header& a, const Header& b);

}  // namespace thinair::find
