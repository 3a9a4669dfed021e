#include "ask/programs/programs.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "ask/jcstress/toolchain.hpp"
#include "support/process.hpp"

namespace thinair::programs {
namespace {

namespace fs = std::filesystem;
using read::bytecode::Entry;

Diagnostic error(std::string code, std::string message, std::string hint = {}) {
  Diagnostic d;
  d.code = std::move(code);
  d.has_position = false;
  d.message = std::move(message);
  d.hint = std::move(hint);
  return d;
}

std::optional<std::string> whole(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

bool ends(const std::string& path, std::string_view with) { return path.size() > with.size() && path.ends_with(with); }

std::string class_name(std::string member) {
  member.resize(member.size() - std::string_view(".class").size());
  return member;
}

// A folder for what javac makes, removed when nobody needs it any more.
Result<std::shared_ptr<std::string>> temporary_folder() {
  std::error_code failed;
  std::string name = (fs::temp_directory_path(failed) / "thinair-java-XXXXXX").string();
  if (failed || mkdtemp(name.data()) == nullptr) return fail(error("file-unwritable", "cannot make a folder for compiled classes"));
  return std::shared_ptr<std::string>(new std::string(name), [](const std::string* path) {
    std::error_code ignored;
    fs::remove_all(*path, ignored);
    delete path;
  });
}

Result<Opened> compiled(const std::string& path, const std::vector<std::string>& class_path) {
  const auto jdk = jcstress::find_jdk();
  if (!jdk) {
    Diagnostics all = jdk.error();
    all.push_back(error("program-javac", fmt::format("'{}' is Java source, which javac has to compile", path),
                        "compile it where there is a JDK, and give thinair the class files"));
    return fail(std::move(all));
  }
  auto folder = temporary_folder();
  if (!folder) return fail(folder.error());
  std::vector<std::string> words = {jdk->javac, "-g",     "-nowarn",     "-proc:none",
                                    "-d",       **folder, "-sourcepath", fs::path(path).parent_path().string()};
  if (words.back().empty()) words.back() = ".";
  if (!class_path.empty()) {
    words.emplace_back("-cp");
    words.push_back(jcstress::class_path(class_path));
  }
  words.push_back(path);
  const ProcessResult result = run_process({.words = words, .directory = "", .seconds = 120, .on_line = {}, .stop = nullptr});
  if (!result.succeeded())
    return fail(error("program-javac", fmt::format("javac does not compile '{}':\n{}", path, last_lines(result.output, 20))));
  std::vector<std::string> paths = {**folder};
  paths.insert(paths.end(), class_path.begin(), class_path.end());
  auto classes = ClassPath::open(paths);
  if (!classes) return fail(classes.error());
  (*classes)->keeps = *folder;
  (*classes)->source_folders.push_back(fs::path(path).parent_path().string());
  Opened out{*classes, {}};
  // Classes of this file, not of others that it needs.
  const std::string source = fs::path(path).filename().string();
  for (const std::string& name : (*classes)->classes()) {
    const auto bytes = (*classes)->find(name + ".class");
    const auto file = bytes ? read::classfile::read_class(*bytes) : tl::unexpected(std::string());
    if (file && file->source == source) out.named.push_back(name);
  }
  return out;
}

// A class lies below its root by its package.
Result<Opened> of_class(const std::string& path, const std::vector<std::string>& class_path) {
  const auto bytes = whole(path);
  if (!bytes) return fail(error("file-unreadable", fmt::format("cannot read '{}'", path)));
  const auto file = read::classfile::read_class(*bytes);
  if (!file) return fail(error("bytecode-malformed", fmt::format("'{}' is no class file that can be read: {}", path, file.error())));
  std::error_code ignored;
  fs::path root = fs::absolute(path, ignored).lexically_normal();
  const fs::path below = file->name + ".class";
  const bool fits = std::distance(root.begin(), root.end()) > std::distance(below.begin(), below.end()) &&
                    std::equal(below.begin(), below.end(), std::prev(root.end(), std::distance(below.begin(), below.end())));
  if (!fits)
    return fail(
        error("program-place",
              fmt::format("'{}' is class {}, and does not lie where such a class belongs", path, read::bytecode::java_name(file->name)),
              fmt::format("as in FOLDER/{}.class", file->name)));
  for ([[maybe_unused]] const auto& part : below) root = root.parent_path();
  std::vector<std::string> paths = {root.string()};
  paths.insert(paths.end(), class_path.begin(), class_path.end());
  auto classes = ClassPath::open(paths);
  if (!classes) return fail(classes.error());
  (*classes)->source_folders.push_back(root.string());
  return Opened{*classes, {file->name}};
}

}  // namespace

Result<std::shared_ptr<ClassPath>> ClassPath::open(const std::vector<std::string>& paths) {
  auto out = std::make_shared<ClassPath>();
  for (const std::string& path : paths) {
    auto archive = read::classfile::Archive::open(path);
    if (!archive) return fail(archive.error());
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
      out->source_folders.push_back(path);
    else
      out->source_folders.push_back(fs::path(path).parent_path().string());
    out->archives_.push_back(std::move(*archive));
  }
  return out;
}

std::optional<std::string> ClassPath::find(const std::string& member) const {
  for (const auto& archive : archives_)
    if (auto found = archive.member(member)) return found;
  return std::nullopt;
}

std::vector<std::string> ClassPath::classes() const {
  std::vector<std::string> out;
  if (archives_.empty()) return out;
  for (const std::string& name : archives_.front().names())
    if (ends(name, ".class") && !ends(name, "module-info.class") && !ends(name, "package-info.class") && !name.starts_with("META-INF/"))
      out.push_back(class_name(name));
  return out;
}

bool is_program(const std::string& path) {
  if (ends(path, ".class") || ends(path, ".jar") || ends(path, ".java")) return true;
  std::error_code error;
  if (!fs::is_directory(path, error)) return false;
  bool classes = false;
  fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (at->path().extension() == ".litmus") return false;  // a folder of tests
    classes = classes || at->path().extension() == ".class";
  }
  return classes;
}

Result<Opened> open(const std::string& path, const std::vector<std::string>& class_path) {
  if (ends(path, ".java")) return compiled(path, class_path);
  if (ends(path, ".class")) return of_class(path, class_path);
  std::vector<std::string> paths = {path};
  paths.insert(paths.end(), class_path.begin(), class_path.end());
  auto classes = ClassPath::open(paths);
  if (!classes) return fail(classes.error());
  return Opened{*classes, (*classes)->classes()};
}

Result<std::vector<Program>> find(const std::string& path, const Selection& selection) {
  auto opened = open(path, selection.class_path);
  if (!opened) return fail(opened.error());
  std::string wanted = selection.class_name;
  std::ranges::replace(wanted, '.', '/');
  std::vector<Program> out;
  Diagnostics broken;
  for (const std::string& name : opened->named) {
    if (!wanted.empty() && name != wanted) continue;
    const auto bytes = opened->classes->find(name + ".class");
    const auto file = bytes ? read::classfile::read_class(*bytes) : tl::unexpected(std::string("it cannot be read"));
    if (!file) {
      broken.push_back(error("bytecode-malformed",
                             fmt::format("'{}': the class file of {} is broken: {}", path, read::bytecode::java_name(name), file.error())));
      continue;
    }
    Program program{opened->classes, {.of = name, .main = true, .threads = selection.threads}};
    const auto has = [&](const std::string& method) {
      return std::ranges::find(file->methods, method, &read::classfile::Method::name) != file->methods.end();
    };
    if (!selection.threads.empty()) {
      if (wanted.empty() && !std::ranges::all_of(selection.threads, has)) continue;
      program.entry.main = false;
    } else if (!file->find("main", "([Ljava/lang/String;)V")) {
      // Static methods thread1, thread2, ..: each is a thread.
      for (unsigned n = 1; has(fmt::format("thread{}", n)); ++n) program.entry.threads.push_back(fmt::format("thread{}", n));
      if (program.entry.threads.empty()) {
        if (wanted.empty()) continue;
      } else {
        program.entry.main = false;
      }
    }
    out.push_back(std::move(program));
  }
  if (!broken.empty()) return fail(std::move(broken));
  if (out.empty())
    return fail(error("program-none", fmt::format("'{}' has no class that can be run", path),
                      "a program has main(String[]), or methods thread1, thread2, ..; --threads a,b takes other methods; 'thinair "
                      "jcstress check' judges jcstress tests"));
  return out;
}

read::bytecode::World world_of(std::shared_ptr<const ClassPath> classes) {
  return read::bytecode::World([classes](const std::string& name) { return classes->find(name + ".class"); });
}

Result<read::bytecode::Lowered> read(Sources& sources, read::bytecode::World& world, const Program& program,
                                     read::bytecode::LowerOptions options) {
  options.main_class = program.entry.of;
  const auto classes = program.classes;
  read::bytecode::Positions positions(sources, [&](const std::string& path) -> std::optional<std::pair<std::string, std::string>> {
    for (const std::string& folder : classes->source_folders)
      for (const std::string& at : {path, path.substr(path.find_last_of('/') + 1)}) {
        const fs::path full = folder.empty() ? fs::path(at) : fs::path(folder) / at;
        if (auto text = whole(full)) return std::pair(at, std::move(*text));
      }
    return std::nullopt;
  });
  return read::bytecode::lower(world, positions, program.entry, options);
}

Result<read::bytecode::Lowered> read(Sources& sources, const Program& program, read::bytecode::LowerOptions options) {
  read::bytecode::World world = world_of(program.classes);
  return read(sources, world, program, std::move(options));
}

}  // namespace thinair::programs
