// What is wrong with an input, as data; and its one printed form:
//
//   models/jmm.cat:14:9: error: unbound name 'hbb' [cat-unbound]
//     14 | acyclic hbb | rf
//        |         ^~~ did you mean 'hb'?
//
// Messages are lower case without a full stop. `code` is stable and easy to look up. A stage collects all it can
// and fails at its end; later stages never see a broken tree.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "support/source.hpp"

namespace thinair {

enum class Severity { error, warning, note };

struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;
  Span where;
  std::string message;
  std::string hint;               // printed behind the caret; may be empty
  std::vector<Diagnostic> notes;  // "first bound here"
  bool has_position = true;       // false: about a whole file or an option; printed without line and caret
};

using Diagnostics = std::vector<Diagnostic>;

template <class T>
using Result = tl::expected<T, Diagnostics>;

inline tl::unexpected<Diagnostics> fail(Diagnostic diagnostic) { return tl::unexpected(Diagnostics{std::move(diagnostic)}); }
inline tl::unexpected<Diagnostics> fail(Diagnostics diagnostics) { return tl::unexpected(std::move(diagnostics)); }

std::string to_text(const Sources& sources, const Diagnostic& diagnostic, bool colour = false);
std::string to_text(const Sources& sources, const Diagnostics& diagnostics, bool colour = false);

std::size_t edit_distance(std::string_view a, std::string_view b);
// The candidate nearest to `word` by edit distance, or "" when none is near enough to suggest.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace thinair
