// States as text, as show/report prints them.
#include "answer/state.hpp"

#include <algorithm>
#include <set>
#include <thinair/thinair.hpp>

#include "show/report/datum.hpp"

namespace thinair {

std::string Value::text() const {
  return report::text::datum_text(number ? answer::Datum(*number) : answer::Datum(answer::Open{symbol, where}));
}

const Value* State::find(std::string_view name) const {
  const auto found = std::ranges::find(values, name, [](const auto& entry) { return std::string_view(entry.first); });
  return found == values.end() ? nullptr : &found->second;
}

std::string State::text() const {
  std::string out;
  std::set<std::string> known;
  for (const auto& [name, value] : values) {
    out += (out.empty() ? "" : " ") + name + "=" + value.text() + ";";
    if (!value.where.empty()) known.insert(value.where);
  }
  for (const std::string& where : known) out += " where " + where;
  std::string ends;
  const auto add = [&](const std::vector<unsigned>& threads, const char* what) {
    std::string list;
    for (const unsigned thread : threads) list += (list.empty() ? "" : ", ") + std::to_string(thread);
    if (!list.empty()) ends += (ends.empty() ? "" : "; ") + ("thread " + list) + what;
  };
  add(threw, " threw");
  add(blocked, " blocked");
  return ends.empty() ? out : out + (out.empty() ? "" : " ") + "(" + ends + ")";
}

}  // namespace thinair
