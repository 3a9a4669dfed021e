// Tables as text: RFC 4180.
//
//   takes   a file of Sources
//   gives   its rows, each field with its position; lines may end with CR LF or LF, empty lines are skipped
//   does not know what the columns mean
#pragma once

#include <string>
#include <vector>

#include "support/diagnostic.hpp"

namespace thinair::suite {

struct Field {
  std::string text;  // without quotes
  Span where;        // with them
};
using Row = std::vector<Field>;

Result<std::vector<Row>> read_csv(const Sources& sources, std::uint32_t file);

// One line, with its newline; fields are quoted where they must be.
std::string csv_line(const std::vector<std::string>& fields);

}  // namespace thinair::suite
