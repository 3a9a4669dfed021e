#include "ask/suite/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "read/lower.hpp"

namespace thinair::suite {
namespace {

constexpr std::string_view kExtension = ".litmus";

// Greedy with one point to come back to, so that no pattern takes more than quadratic time.
bool glob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, from = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || (pattern[p] == text[t] && pattern[p] != '*'))) {
      ++p;
      ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  return pattern.substr(p).find_first_not_of('*') == std::string_view::npos;
}

// Whether the bracket that opens the text is closed by the one that ends it.
bool enclosed(std::string_view text) {
  if (!text.starts_with('(') || !text.ends_with(')')) return false;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i + 1 == text.size();
  }
  return false;
}

}  // namespace

const Entry* Catalogue::find(const std::string& id) const {
  const auto at = std::ranges::find(tests, id, &Entry::id);
  return at == tests.end() ? nullptr : &*at;
}

Catalogue read_catalogue(Sources& sources, const std::vector<File>& files, Diagnostics& problems) {
  Catalogue out;
  std::set<std::string> seen;
  for (const File& file : files) {
    if (!file.path.ends_with(kExtension)) continue;
    Entry entry;
    entry.id = file.path.substr(0, file.path.size() - kExtension.size());
    const std::size_t slash = entry.id.rfind('/');
    if (slash != std::string::npos) entry.family = entry.id.substr(0, slash);
    entry.name = entry.id.substr(slash == std::string::npos ? 0 : slash + 1);
    if (!seen.insert(entry.id).second) {
      Diagnostic& d = problems.emplace_back();
      d.code = "suite-duplicate";
      d.has_position = false;
      d.message = fmt::format("two tests are called '{}'; the second is '{}'", entry.id, file.name);
      continue;
    }
    auto test = read::read_test(sources, sources.add(file.name, file.text), nullptr);
    if (!test) {
      std::ranges::move(test.error(), std::back_inserter(problems));
      out.rejected.push_back(entry.id);
      continue;
    }
    entry.test = std::move(*test);
    out.tests.push_back(std::move(entry));
  }
  std::ranges::sort(out.tests, {}, [](const Entry& e) { return std::pair<std::string_view, std::string_view>(e.family, e.name); });
  return out;
}

std::string canonical(std::string_view proposition) {
  std::string out;
  std::ranges::copy_if(proposition, std::back_inserter(out), [](char c) { return c != ' ' && c != '\t' && c != '\n' && c != '\r'; });
  while (enclosed(out)) out = out.substr(1, out.size() - 2);
  return out;
}

bool matches(std::string_view pattern, const Entry& entry) { return glob(pattern, entry.name) || glob(pattern, entry.id); }

}  // namespace thinair::suite
