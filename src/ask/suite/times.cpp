#include "ask/suite/times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "ask/suite/csv.hpp"

namespace thinair::suite {
namespace {

constexpr std::array<std::string_view, 4> kTimeColumns = {"test", "model", "seconds", "source"};

Diagnostic time_problem(std::string code, Span where, std::string message) {
  Diagnostic d;
  d.code = std::move(code);
  d.where = where;
  d.message = std::move(message);
  return d;
}

}  // namespace

Result<std::vector<PublishedTime>> read_times(const Sources& sources, std::uint32_t file, const Catalogue& catalogue) {
  const auto rows = read_csv(sources, file);
  if (!rows) return fail(rows.error());
  const auto text_of = [](const Field& field) { return std::string_view(field.text); };
  if (rows->empty() || !std::ranges::equal(rows->front(), kTimeColumns, {}, text_of))
    return fail(time_problem("suite-columns", rows->empty() ? Span{file, 0, 0} : rows->front().front().where,
                             "the columns of a table of times are test,model,seconds,source"));
  Diagnostics problems;
  std::vector<PublishedTime> out;
  for (std::size_t i = 1; i < rows->size(); ++i) {
    const Row& row = (*rows)[i];
    if (row.size() != kTimeColumns.size()) {
      problems.push_back(time_problem("suite-columns", join(row.front().where, row.back().where),
                                      fmt::format("this row has {} fields instead of {}", row.size(), kTimeColumns.size())));
      continue;
    }
    PublishedTime time{row[0].text, row[1].text, 0, row[3].text};
    const char* const end = row[2].text.data() + row[2].text.size();
    const auto [rest, error] = std::from_chars(row[2].text.data(), end, time.seconds);
    if (error != std::errc{} || rest != end || !(time.seconds >= 0))
      problems.push_back(time_problem("suite-time", row[2].where, fmt::format("'{}' is no number of seconds", row[2].text)));
    if (!catalogue.find(time.test) && std::ranges::find(catalogue.rejected, time.test) == catalogue.rejected.end())
      problems.push_back(time_problem("suite-no-test", row[0].where, fmt::format("no test is called '{}'", time.test)));
    if (time.source.empty()) problems.push_back(time_problem("suite-source", row[3].where, "a time names its source"));
    out.push_back(std::move(time));
  }
  if (!problems.empty()) return fail(std::move(problems));
  return out;
}

}  // namespace thinair::suite
