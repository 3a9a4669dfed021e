#include "ask/jcstress/test_list.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>

namespace thinair::jcstress {
namespace {

// Items of one line. After the first that is not as expected, `wrong` says so and all others are empty.
class Items {
 public:
  explicit Items(std::string_view line) : rest_(line) {}

  std::string text() { return std::string(item('S')); }

  std::size_t number() {
    const std::string_view digits = item('I');
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size()) fail_with("a number");
    return wrong_.empty() ? value : 0;
  }

  void flag() { item('B'); }

  std::vector<std::string> texts() {
    std::vector<std::string> out;
    for (std::size_t count = number(); count > 0 && wrong_.empty(); --count) out.push_back(text());
    return out;
  }

  const std::string& wrong() const { return wrong_; }
  bool at_end() const { return rest_.empty(); }

 private:
  void fail_with(std::string_view expected) {
    if (wrong_.empty()) wrong_ = fmt::format("expected {}", expected);
    rest_ = {};
  }

  std::string_view item(char tag) {
    std::size_t units = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), units);
    const auto digits = static_cast<std::size_t>(end - rest_.data());
    if (!wrong_.empty() || error != std::errc{} || digits == rest_.size() || rest_[digits] != tag) {
      fail_with(fmt::format("an item of kind {}", tag));
      return {};
    }
    rest_.remove_prefix(digits + 1);
    const std::size_t bytes = bytes_of(units);
    if (bytes == std::string_view::npos) {
      fail_with("a longer line");
      return {};
    }
    const std::string_view out = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return out;
  }

  // Lengths count UTF-16 units, the file is UTF-8.
  std::size_t bytes_of(std::size_t units) const {
    std::size_t at = 0;
    while (units > 0) {
      if (at >= rest_.size()) return std::string_view::npos;
      const auto byte = static_cast<unsigned char>(rest_[at]);
      const std::size_t length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
      const std::size_t worth = length == 4 ? 2 : 1;
      at += length;
      units -= std::min(worth, units);
    }
    return at <= rest_.size() ? at : std::string_view::npos;
  }

  std::string_view rest_;
  std::string wrong_;
};

std::string expectation(std::size_t ordinal) {
  constexpr std::array<std::string_view, 4> kNames = {"ACCEPTABLE", "ACCEPTABLE_INTERESTING", "FORBIDDEN", "UNKNOWN"};
  return std::string(kNames[ordinal < kNames.size() ? ordinal : 3]);
}

ListedTest read_test(Items& items) {
  ListedTest test;
  test.name = items.text();
  items.text();  // binary name
  items.text();  // runner
  test.description = items.text();
  if (test.description == "null") test.description.clear();  // so Java writes that there is none
  test.actors = items.texts();
  items.flag();
  for (std::size_t count = items.number(); count > 0 && items.wrong().empty(); --count) {
    ListedOutcome outcome;
    outcome.expect = expectation(items.number());
    outcome.description = items.text();
    outcome.ids = items.texts();
    test.outcomes.push_back(std::move(outcome));
  }
  items.texts();  // references
  return test;
}

}  // namespace

Result<std::vector<ListedTest>> read_test_list(const Sources& sources, std::uint32_t file) {
  constexpr std::string_view kMark = "JCTEST";
  std::vector<ListedTest> out;
  const std::string_view text = sources.text(file);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const auto where = static_cast<std::uint32_t>(at);
    at = end + 1;
    if (line.empty()) continue;
    Items items(line.substr(std::min(line.size(), kMark.size())));
    ListedTest test = line.starts_with(kMark) ? read_test(items) : ListedTest{};
    const std::string problem = !line.starts_with(kMark) ? "expected a line that starts with JCTEST" : items.wrong();
    if (!problem.empty()) {
      Diagnostic d;
      d.code = "jcstress-list";
      d.message = problem;
      d.where = {file, where, where};
      return fail(std::move(d));
    }
    out.push_back(std::move(test));
  }
  return out;
}

}  // namespace thinair::jcstress
