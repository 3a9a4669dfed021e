#include "ask/jcstress/toolchain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "ask/jcstress/jar.hpp"
#include "ask/jcstress/project.hpp"
#include "support/process.hpp"

namespace thinair::jcstress {
namespace {

namespace fs = std::filesystem;

constexpr double kVersionSeconds = 30;  // for a program to say which one it is
constexpr double kMavenSeconds = 300;   // for a first download

Diagnostic missing(std::string_view code, std::string message, std::string hint) {
  Diagnostic d;
  d.code = code;
  d.has_position = false;
  d.message = std::move(message);
  d.hint = std::move(hint);
  return d;
}

constexpr std::string_view kInstallJdk =
    "install a JDK, 11 or later (Debian: apt install openjdk-17-jdk-headless), or set JAVA_HOME to one";

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::vector<std::string> split_path(const std::string& path) {
  std::vector<std::string> out;
  std::istringstream words(path);
  for (std::string word; std::getline(words, word, ':');)
    if (!word.empty()) out.push_back(word);
  return out;
}

// Where Maven has put the jars is asked once: it takes seconds to answer.
fs::path cached_path() {
  std::string root = environment("XDG_CACHE_HOME");
  if (root.empty() && !environment("HOME").empty()) root = environment("HOME") + "/.cache";
  return root.empty() ? fs::path() : fs::path(root) / "thinair" / fmt::format("jcstress-{}.classpath", kVersion);
}

std::vector<std::string> read_cached() {
  std::ifstream file(cached_path());
  std::string line;
  std::getline(file, line);
  std::vector<std::string> jars = split_path(line);
  std::error_code ignored;
  const bool all_there = std::ranges::all_of(jars, [&](const std::string& jar) { return fs::exists(jar, ignored); });
  return all_there ? jars : std::vector<std::string>{};
}

void write_cached(const std::vector<std::string>& jars) {
  const fs::path path = cached_path();
  if (path.empty()) return;
  std::error_code ignored;  // a cache that cannot be written costs time, nothing else
  fs::create_directories(path.parent_path(), ignored);
  std::ofstream(path) << class_path(jars) << "\n";
}

Result<std::vector<std::string>> ask_maven(const std::string& folder, const std::atomic<bool>* stop) {
  const std::string maven = find_program("mvn");
  if (maven.empty())
    return fail(
        missing("jcstress-missing", fmt::format("jcstress {} is not found", kVersion),
                "install Maven (Debian: apt install maven), which fetches it; or name its jars with --jcstress-jar or THINAIR_JCSTRESS"));
  const fs::path pom = fs::path(folder) / "classpath-pom.xml", list = fs::path(folder) / "classpath";
  std::ofstream(pom)
      << "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion><groupId>thinair</groupId>"
         "<artifactId>classpath</artifactId><version>1</version><dependencies><dependency><groupId>org.openjdk.jcstress</groupId>"
         "<artifactId>jcstress-core</artifactId><version>"
      << kVersion << "</version></dependency></dependencies></project>\n";
  const ProcessResult done =
      run_process({{maven, "-q", "-B", "-f", pom.string(), "dependency:build-classpath", "-Dmdep.outputFile=" + list.string()},
                   folder,
                   kMavenSeconds,
                   {},
                   stop});
  std::ifstream file(list);
  std::string line;
  std::getline(file, line);
  std::vector<std::string> jars = split_path(line);
  if (done.succeeded() && !jars.empty()) return jars;
  const std::string why =
      done.end == ProcessResult::End::timed_out ? fmt::format("no answer within {} s", kMavenSeconds) : last_lines(done.output, 5);
  return fail(missing("jcstress-missing", fmt::format("Maven could not fetch jcstress {}:\n{}", kVersion, why),
                      "it needs its repository once; or name the jars with --jcstress-jar or THINAIR_JCSTRESS"));
}

}  // namespace

unsigned java_version(std::string_view text) {
  // "javac 17.0.15", "openjdk version \"1.8.0_392\"": the first number, or the second after a leading 1.
  const std::size_t at = text.find_first_of("0123456789");
  if (at == std::string_view::npos) return 0;
  unsigned first = 0, second = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + at, end, first);
  if (error != std::errc{}) return 0;
  if (first != 1 || rest == end || *rest != '.') return first;
  return std::from_chars(rest + 1, end, second).ec == std::errc{} ? second : first;
}

Result<Jdk> find_jdk() {
  const std::string home = environment("JAVA_HOME");
  const auto find = [&](const std::string& name) { return find_program(home.empty() ? name : home + "/bin/" + name); };
  Jdk jdk{find("java"), find("javac"), find("jar"), 0};
  const std::string where = home.empty() ? "in the PATH" : fmt::format("in JAVA_HOME ('{}')", home);
  if (jdk.java.empty() && jdk.javac.empty())
    return fail(missing("jcstress-no-jdk", fmt::format("there is no Java {}", where), std::string(kInstallJdk)));
  if (jdk.javac.empty() || jdk.java.empty() || jdk.jar.empty())
    return fail(missing("jcstress-no-jdk",
                        fmt::format("the Java {} is no complete JDK: it has no '{}'", where,
                                    jdk.javac.empty()  ? "javac"
                                    : jdk.java.empty() ? "java"
                                                       : "jar"),
                        std::string(kInstallJdk)));
  const ProcessResult said = run_process({{jdk.javac, "-version"}, "", kVersionSeconds, {}});
  // JAVA_TOOL_OPTIONS makes Java print a line of its own first.
  const std::size_t line = said.output.rfind("javac ");
  jdk.version = said.succeeded() && line != std::string::npos ? java_version(said.output.substr(line)) : 0;
  if (jdk.version == 0)
    return fail(missing("jcstress-no-jdk", fmt::format("'{}' does not say its version:\n{}", jdk.javac, last_lines(said.output, 5)),
                        std::string(kInstallJdk)));
  if (jdk.version < kOldestJdk)
    return fail(missing("jcstress-old-jdk",
                        fmt::format("JDK {} ('{}') is too old: {} or later is needed", jdk.version, jdk.javac, kOldestJdk),
                        std::string(kInstallJdk)));
  return jdk;
}

std::string class_path(const std::vector<std::string>& jars) { return fmt::format("{}", fmt::join(jars, ":")); }

Result<void> check_jars(const std::vector<std::string>& jars) {
  bool main = false, options = false;
  std::string version;
  for (const std::string& jar : jars) {
    const auto has = [&](const std::string& member) -> Result<bool> {
      const auto found = read_member(jar, member);
      if (!found) return fail(found.error());
      return found->has_value();
    };
    const auto a = has("org/openjdk/jcstress/Main.class"), b = has("joptsimple/OptionParser.class");
    if (!a) return fail(a.error());
    if (!b) return fail(b.error());
    main = main || *a;
    options = options || *b;
    const auto properties = read_member(jar, "META-INF/maven/org.openjdk.jcstress/jcstress-core/pom.properties");
    if (!properties || !properties->has_value()) continue;
    const std::size_t at = (*properties)->find("version=");
    if (at != std::string::npos) version = (*properties)->substr(at + 8, (*properties)->find_first_of("\r\n", at) - at - 8);
  }
  const std::string given = fmt::format("'{}'", fmt::join(jars, "', '"));
  if (!main) return fail(missing("jcstress-missing", fmt::format("{}: no jcstress in there", given), "jcstress-core is needed"));
  if (!version.empty() && version != kVersion)
    return fail(missing("jcstress-version", fmt::format("{}: this is jcstress {}; {} is needed", given, version, kVersion),
                        "other releases take other options and keep their results otherwise"));
  if (!options)
    return fail(missing("jcstress-missing", fmt::format("{}: jcstress needs jopt-simple 4.6 too", given),
                        "give its jar with --jcstress-jar as well"));
  return {};
}

Result<std::vector<std::string>> find_jcstress(const std::vector<std::string>& given, const std::string& folder,
                                               const std::atomic<bool>* stop) {
  std::vector<std::string> jars = given.empty() ? split_path(environment("THINAIR_JCSTRESS")) : given;
  if (jars.empty()) jars = read_cached();
  const bool ask = jars.empty();
  if (ask) {
    auto found = ask_maven(folder, stop);
    if (!found) return found;
    jars = std::move(*found);
  }
  for (std::string& jar : jars) {
    std::error_code ignored;
    jar = fs::absolute(jar, ignored).string();  // the JVMs run elsewhere
  }
  if (auto fine = check_jars(jars); !fine) return fail(std::move(fine.error()));
  if (ask) write_cached(jars);
  return jars;
}

}  // namespace thinair::jcstress
