#include "ask/jcstress/java_class.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace thinair::jcstress {
namespace {

constexpr std::size_t kLargestResult = 8;  // of jcstress' own classes with one type repeated

// Bytes that javac would not read as UTF-8 become question marks. A comment must not end early, and javac looks for \u escapes in
// comments too (JLS 3.3).
std::string comment_text(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = byte < 0x80 ? 1 : byte >> 5 == 6 ? 2 : byte >> 4 == 14 ? 3 : byte >> 3 == 30 ? 4 : 0;
    bool whole = length > 0 && at + length <= text.size();
    for (std::size_t i = 1; whole && i < length; ++i) whole = (static_cast<unsigned char>(text[at + i]) & 0xC0) == 0x80;
    if (!whole || (byte < 0x20 && byte != '\t') || byte == 0x7F) {
      out += '?';
      ++at;
      continue;
    }
    const bool splits = !out.empty() && ((out.back() == '*' && byte == '/') || (out.back() == '\\' && byte == 'u'));
    if (splits) out += ' ';
    out += text.substr(at, length);
    at += length;
  }
  return out;
}

std::string string_literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += fmt::format("\\{}", c);
    else
      out += c >= ' ' && c <= '~' ? c : '?';
  }
  return out + "\"";
}

std::string comment(const JavaClass& c, const Actors& actors) {
  std::string out = fmt::format("/*\n * {}\n", comment_text(c.test.doc.empty() ? c.test.name : c.test.name + ": " + c.test.doc));
  out += " *\n";
  std::string_view rest = c.litmus;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    out += line.empty() ? " *\n" : fmt::format(" *     {}\n", comment_text(line));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  std::vector<std::string> names;
  for (const Column& column : c.columns) names.push_back(name(c.test, column));
  if (names.empty())
    out += " *\n * The test has no registers: every result is 0.\n";
  else
    out += fmt::format(" *\n * A result is ({}).\n", comment_text(fmt::format("{}", fmt::join(names, ", "))));
  if (std::ranges::any_of(c.columns, [&](const Column& column) { return is_floating(c.test, column); }))
    out += " * A float or double is its bits.\n";
  if (!actors.coding_text.empty() || std::ranges::any_of(c.columns, [&](const Column& column) { return is_reference(c.test, column); }))
    out += fmt::format(" * Of a reference, 0 is null, {}{} any other object.\n",
                       comment_text(fmt::format("{}{}", fmt::join(actors.coding_text, ", "), actors.coding_text.empty() ? "" : ", ")),
                       kOtherObject);
  if (std::ranges::any_of(c.test.program.registers, [](const auto& reg) { return reg.tells == program::Register::Tells::blocked; }))
    out += " * No thread waits forever in any interleaving; whether one is blocked is no part of a result.\n";
  if (c.shape.aliased)
    out += " * Locations are reached through two references to one object; the compiler cannot know that they are equal.\n";
  return out + " */\n";
}

std::string_view spelling(Expect expect) {
  constexpr std::array<std::string_view, 3> kWords = {"ACCEPTABLE", "ACCEPTABLE_INTERESTING", "FORBIDDEN"};
  return kWords[static_cast<std::size_t>(expect)];
}

std::string annotations(const JavaClass& c) {
  std::string out = "@JCStressTest\n";
  for (const Graded& graded : c.gradings.outcomes) {
    std::vector<std::string> ids;
    for (const std::string& id : graded.ids) ids.push_back(string_literal(id));
    const std::string id = ids.empty()       ? ""
                           : ids.size() == 1 ? fmt::format("id = {}, ", ids.front())
                                             : fmt::format("id = {{{}}}, ", fmt::join(ids, ", "));
    out += fmt::format("@Outcome({}expect = Expect.{}, desc = {})\n", id, spelling(graded.expect), string_literal(graded.description));
  }
  return out + "@State\n";
}

bool uses(const Actors& actors, std::string_view word) {
  const auto has_word = [&](const Lines& lines) {
    return std::ranges::any_of(lines, [&](const std::string& line) { return line.find(word) != std::string::npos; });
  };
  return std::ranges::any_of(actors.bodies, has_word) || has_word(actors.methods) || has_word(actors.classes);
}

bool has_handles(const Actors& actors) {
  return !actors.handles.empty() || std::ranges::any_of(actors.fields, [](const Field& field) { return !field.handle.empty(); });
}

// One kind of field alone: the method that makes handles needs no more than names.
bool only_ints(const Actors& actors) {
  return actors.handles.empty() &&
         std::ranges::all_of(actors.fields, [](const Field& field) { return field.handle.empty() || field.type == "int"; });
}

std::string imports(const Actors& actors) {
  std::string out;
  if (has_handles(actors)) out += "import java.lang.invoke.MethodHandles;\n";
  if (has_handles(actors) || uses(actors, "VarHandle.")) out += "import java.lang.invoke.VarHandle;\n";
  out += "import org.openjdk.jcstress.annotations.Actor;\n";
  if (!actors.arbiter.empty()) out += "import org.openjdk.jcstress.annotations.Arbiter;\n";
  for (const std::string_view word : {"Expect", "JCStressTest", "Outcome", "State"})
    out += fmt::format("import org.openjdk.jcstress.annotations.{};\n", word);
  if (!is_own_result_class(actors.kinds)) out += fmt::format("import org.openjdk.jcstress.infra.results.{};\n", result_class(actors.kinds));
  return out;
}

std::string indented(const Lines& lines, std::string_view indent) {
  std::string out;
  for (const std::string& line : lines) out += line.empty() ? "\n" : fmt::format("{}{}\n", indent, line);
  return out;
}

std::string field_lines(const JavaClass& c, const Actors& actors) {
  const std::string_view indent = c.shape.aliased ? "        " : "    ";
  std::string out;
  if (c.shape.aliased) out += actors.shared_is_inner ? "    class Shared {\n" : "    static class Shared {\n";
  for (const Field& field : actors.fields) {
    if (field.name.empty()) continue;
    const std::string start = !field.start.empty()                        ? field.start
                              : field.initial == 0 || field.type != "int" ? ""
                                                                          : std::to_string(field.initial);
    out += fmt::format("{}{}{}{} {}{};\n", indent, field.is_final ? "final " : "", field.is_volatile ? "volatile " : "", field.type,
                       field.name, start.empty() ? "" : " = " + start);
  }
  if (c.shape.aliased)
    out += fmt::format("        int trap;\n    }}\n\n    final Shared {0} = new Shared();\n    final Shared {1} = {0};\n",
                       actors.first_alias, actors.second_alias);
  for (std::size_t thread = 0; thread < actors.thread_fields.size(); ++thread)
    if (!actors.thread_fields[thread].empty())
      out += fmt::format("    final Thread {} = new Thread(this::thread{});\n", actors.thread_fields[thread], thread);
  for (const std::string& kept : actors.kept) out += fmt::format("    {};\n", kept);
  return out.empty() ? out : out + "\n";
}

std::string methods(const JavaClass& c, const Actors& actors) {
  const std::string result = result_class(actors.kinds);
  const std::string prefix = actors.result + ".r";
  bool given = false;  // an actor has the result
  std::string out;
  const auto add = [&](std::string_view name, const Lines& body, bool is_actor) {
    const bool keeps = std::ranges::any_of(body, [&](const std::string& line) { return line.find(prefix) != std::string::npos; });
    // The first actor of a test without registers holds the result that jcstress insists on.
    const bool parameter = is_actor && (keeps || (c.columns.empty() && !given));
    given = given || parameter;
    out += is_actor ? fmt::format("    @Actor\n    public void {}({}) {{\n", name, parameter ? result + " " + actors.result : "")
                    : fmt::format("    void {}() {{\n", name);
    out += indented(body, "        ") + "    }\n\n";
  };
  for (std::size_t thread = 0; thread < actors.bodies.size(); ++thread)
    add(fmt::format("thread{}", thread), actors.bodies[thread], actors.thread_fields[thread].empty());
  if (!actors.starter.empty()) add("starter", actors.starter, true);
  if (!actors.arbiter.empty()) {
    const bool parameter = given || !c.columns.empty();
    out += fmt::format("    @Arbiter\n    public void memory({}) {{\n", parameter ? result + " " + actors.result : "");
    out += indented(actors.arbiter, "        ") + "    }\n\n";
  }
  if (!actors.methods.empty()) out += indented(actors.methods, "    ") + "\n";
  if (!actors.classes.empty()) out += indented(actors.classes, "    ") + "\n";
  return out;
}

}  // namespace

JavaText java_class(const JavaClass& c) {
  const Actors translated = actors(c.tree, c.test, c.columns, c.shape, c.name);
  std::string out = fmt::format("package {};\n\n{}\n{}{}public class {} {{\n", c.package, imports(translated), comment(c, translated),
                                annotations(c), c.name);
  const std::string holder = c.shape.aliased ? "Shared" : c.name;
  const bool simple = only_ints(translated);
  for (const Field& field : translated.fields) {
    if (field.handle.empty()) continue;
    const std::string made =
        simple ? fmt::format("\"{}\"", field.name) : fmt::format("{}.class, \"{}\", {}.class", holder, field.name, field.type);
    out += fmt::format("    private static final VarHandle {} = handle({});\n", field.handle, made);
  }
  for (const std::string& handle : translated.handles) out += fmt::format("    private static final VarHandle {};\n", handle);
  if (has_handles(translated)) out += "\n";
  out += field_lines(c, translated) + methods(c, translated);
  const bool called = has_handles(translated) && (simple || out.find(" = handle(") != std::string::npos);
  if (called)
    out += fmt::format(
        "    private static VarHandle handle({}) {{\n        try {{\n"
        "            return MethodHandles.lookup().findVarHandle({});\n"
        "        }} catch (ReflectiveOperationException e) {{\n            throw new ExceptionInInitializerError(e);\n        }}\n    "
        "}}\n\n",
        simple ? "String field" : "Class<?> of, String field, Class<?> type",
        simple ? fmt::format("{}.class, field, int.class", holder) : "of, field, type");
  out.pop_back();  // the empty line behind the last member
  return {out + "}\n", translated.kinds, translated.count()};
}

bool is_own_result_class(const std::string& kinds) { return kinds.size() > kLargestResult || kinds.find('J') != std::string::npos; }

std::string result_class(const std::string& kinds) {
  if (kinds.find('J') != std::string::npos) return fmt::format("Own_{}_Result", kinds);
  if (is_own_result_class(kinds)) return fmt::format("Int{}_Result", kinds.size());
  return std::string(std::max<std::size_t>(kinds.size(), 1), 'I') + "_Result";
}

std::string result_class_source(const std::string& package, const std::string& kinds) {
  const std::string name = result_class(kinds);
  const std::size_t columns = kinds.size();
  std::string members, copies, equal, hash, text;
  for (std::size_t i = 1; i <= columns; ++i) {
    const bool is_long = kinds[i - 1] == 'J';
    members += fmt::format("    public {} r{};\n", is_long ? "long" : "int", i);
    copies += fmt::format("        copy.r{0} = r{0};\n", i);
    equal += fmt::format("{0}r{1} == that.r{1}", i == 1 ? "" : "\n                && ", i);
    hash += fmt::format("        hash = 31 * hash + {};\n", is_long ? fmt::format("Long.hashCode(r{})", i) : fmt::format("r{}", i));
    text += fmt::format("{}r{}", i == 1 ? (columns == 1 ? "\"\" + " : "") : "\n                + \", \" + ", i);
  }
  return fmt::format(
      "package {0};\n\nimport org.openjdk.jcstress.annotations.Result;\nimport org.openjdk.jcstress.infra.Copyable;\n\n"
      "/* A result of {1} numbers; jcstress itself has classes for up to {2} ints. */\n@Result\npublic class {3} implements Copyable "
      "{{\n{4}\n"
      "    public int jcstress_trap;  // jcstress touches it to see whether the object is there\n\n"
      "    @Override\n    public Object copy() {{\n        {3} copy = new {3}();\n{5}        return copy;\n    }}\n\n"
      "    @Override\n    public boolean equals(Object other) {{\n        if (!(other instanceof {3})) return false;\n"
      "        {3} that = ({3}) other;\n        return {6};\n    }}\n\n"
      "    @Override\n    public int hashCode() {{\n        int hash = 0;\n{7}        return hash;\n    }}\n\n"
      "    @Override\n    public String toString() {{\n        return {8};\n    }}\n}}\n",
      package, columns, kLargestResult, name, members, copies, equal, hash, text);
}

}  // namespace thinair::jcstress
