// Diagnostics of our own as what the library throws.
#pragma once

#include <string>
#include <thinair/thinair.hpp>
#include <vector>

#include "support/diagnostic.hpp"

namespace thinair::library {

std::vector<Message> messages(const Sources& sources, const Diagnostics& diagnostics);

[[noreturn]] void reject(const Sources& sources, const Diagnostics& diagnostics);

// One that is about no place.
[[noreturn]] void reject(std::string code, std::string text, std::string hint = {});

template <class T>
T unwrap(const Sources& sources, Result<T> result) {
  if (!result) reject(sources, result.error());
  return std::move(*result);
}

// The text of a file that a user names.
std::string file_text(const std::string& path);

}  // namespace thinair::library
