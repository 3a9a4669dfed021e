#include "ask/jcstress/ids.hpp"

#include <regex>

namespace thinair::jcstress {

namespace {
constexpr std::size_t kLongestMatched = 200;  // std::regex recurses over its input
}  // namespace

bool is_pattern(const std::string& id) { return id.find_first_of("\\.*+?[](){}|^$") != std::string::npos; }

bool id_fits(const std::string& id, const std::string& text) {
  if (id == text) return true;
  if (!is_pattern(id) || id.size() > kLongestMatched || text.size() > kLongestMatched) return false;
  try {
    return std::regex_match(text, std::regex(id));
  } catch (const std::regex_error&) {
    return false;
  }
}

}  // namespace thinair::jcstress
