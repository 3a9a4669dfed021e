// The programs that turn Java sources into observations: a JDK and jcstress.
//
//   takes   the environment (JAVA_HOME, PATH, THINAIR_JCSTRESS), and jars that the user names
//   gives   paths, or a message that says what to install
//   does not download anything itself: Maven does, with the user's own settings
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "support/diagnostic.hpp"

namespace thinair::jcstress {

inline constexpr unsigned kOldestJdk = 11;

struct Jdk {
  std::string java, javac, jar;  // paths of the programs
  unsigned version = 0;          // 17
};

// JAVA_HOME if it is set, else the PATH.
Result<Jdk> find_jdk();

// 17 of "javac 17.0.15", 8 of "javac 1.8.0_392"; 0 if the text names no version.
unsigned java_version(std::string_view text);

// The jars that jcstress 0.16 consists of: those given, else THINAIR_JCSTRESS (a class path), else what Maven finds. `folder` is for Maven
// to work in; `stop`, once set, ends it.
Result<std::vector<std::string>> find_jcstress(const std::vector<std::string>& given, const std::string& folder,
                                               const std::atomic<bool>* stop = nullptr);

// Whether these jars together are a jcstress that thinair can drive.
Result<void> check_jars(const std::vector<std::string>& jars);

std::string class_path(const std::vector<std::string>& jars);

}  // namespace thinair::jcstress
