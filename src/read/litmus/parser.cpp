#include "read/litmus/parser.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "read/assembly/parser.hpp"
#include "read/c/parser.hpp"
#include "read/java/parser.hpp"
#include "read/litmus/condition_parser.hpp"
#include "read/litmus/cursor.hpp"
#include "read/litmus/dialect.hpp"
#include "read/litmus/header.hpp"
#include "read/litmus/init_parser.hpp"

namespace thinair::litmus {

using assembly::Isa;

static Section nothing_before(Cursor&) { return assembly::Program{}; }

const std::vector<Dialect>& dialects() {
  static const std::vector<Dialect> kDialects = {
      {{"Java", "JAVA"},
       false,
       [](Cursor& cursor) -> Section {
         java::Program program;
         java::parse_declarations(cursor, program);
         return program;
       },
       [](Cursor& cursor, Section& into) { java::parse_threads(cursor, std::get<java::Program>(into)); }},
      {{"C"}, false, nothing_before, [](Cursor& cursor, Section& into) { into = c::parse_threads(cursor); }},
      {{"X86_64"}, true, nothing_before, [](Cursor& cursor, Section& into) { into = assembly::parse_program(cursor, Isa::x86_64); }},
      {{"X86"}, true, nothing_before, [](Cursor& cursor, Section& into) { into = assembly::parse_program(cursor, Isa::x86); }},
      {{"AArch64"}, true, nothing_before, [](Cursor& cursor, Section& into) { into = assembly::parse_program(cursor, Isa::aarch64); }},
      {{"RISCV"}, true, nothing_before, [](Cursor& cursor, Section& into) { into = assembly::parse_program(cursor, Isa::riscv); }},
      {{"PPC"}, true, nothing_before, [](Cursor& cursor, Section& into) { into = assembly::parse_program(cursor, Isa::ppc); }},
  };
  return kDialects;
}

namespace {

const Dialect* find_dialect(std::string_view word) {
  for (const Dialect& dialect : dialects())
    if (std::ranges::find(dialect.words, word) != dialect.words.end()) return &dialect;
  return nullptr;
}

// Other dialects of herd and of Dartagnan.
constexpr std::array<std::string_view, 12> kNotRead = {"PTX", "VULKAN", "Vulkan", "OPENCL", "OpenCL", "LISA",
                                                       "BPF", "ASL",    "MIPS",   "ARM",    "CPP",    "CPP11"};

Diagnostic unknown_dialect(std::string_view word, Span where) {
  if (std::ranges::find(kNotRead, word) != kNotRead.end())
    return {Severity::error,
            "litmus-dialect",
            where,
            fmt::format("{} tests are not read", word),
            "there are Java, C, X86_64, X86, AArch64, RISCV, PPC",
            {},
            true};
  std::vector<std::string> known;
  for (const Dialect& dialect : dialects()) known.insert(known.end(), dialect.words.begin(), dialect.words.end());
  std::string near = nearest(word, known);
  std::erase(known, "JAVA");
  const std::string hint =
      fmt::format("{}there are {}{}", near.empty() ? "" : fmt::format("did you mean '{}'? ", near), fmt::join(known, ", "),
                  near.empty() ? "; a file starts with the dialect and the name, as in 'Java SB'" : "");
  return {Severity::error,
          "litmus-dialect",
          where,
          fmt::format("unknown dialect {}", described({Token::Kind::word, word, where})),
          hint,
          {},
          true};
}

}  // namespace

Result<Test> parse(const Sources& sources, std::uint32_t file) {
  Result<Header> header = read_header(sources, file);
  if (!header) return fail(std::move(header.error()));
  // `X86-64 t`: one word.
  const Span first = header->name.begin == header->dialect.end ? join(header->dialect, header->name) : header->dialect;
  const Dialect* dialect = find_dialect(sources.text(first));
  if (dialect == nullptr) return fail(unknown_dialect(sources.text(first), first));

  Test test;
  test.dialect = sources.text(header->dialect);
  test.name = sources.text(header->name);
  test.doc = std::move(header->doc);
  test.header = std::move(header->lines);
  test.where = {file, 0, static_cast<std::uint32_t>(sources.text(file).size())};
  Cursor cursor(sources, file, header->end);
  cursor.set_wide(dialect->wide);
  test.program = dialect->before_init(cursor);
  test.init = parse_init(cursor);
  dialect->behind_init(cursor, test.program);
  parse_final_part(cursor, test);
  if (cursor.failed()) return fail(cursor.error());
  return test;
}

}  // namespace thinair::litmus
