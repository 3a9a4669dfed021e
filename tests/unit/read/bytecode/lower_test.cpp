// What bytecode becomes: threads, accesses with their modes, constants; and what is refused.
#include "read/bytecode/lower.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "read/bytecode/flow.hpp"
#include "read/bytecode/text.hpp"
#include "unit/read/class_writer.hpp"

namespace thinair::read::bytecode {
namespace {

using tests::ClassWriter;
using tests::code;

struct Answer {
  std::optional<Lowered> lowered;
  std::string refused;
};

Answer lowered(const std::map<std::string, std::string>& classes, const Entry& entry) {
  World world([&](const std::string& name) {
    const auto found = classes.find(name);
    return found == classes.end() ? std::nullopt : std::optional(found->second);
  });
  Sources sources;
  Positions positions(sources, [](const std::string&) { return std::nullopt; });
  auto out = lower(world, positions, entry, {});
  if (!out) return {std::nullopt, to_text(sources, out.error())};
  return {std::move(*out), ""};
}

template <class Operation>
std::size_t count(const Lowered& of) {
  std::size_t out = 0;
  for (const program::Thread& thread : of.test.program.threads)
    out += static_cast<std::size_t>(
        std::ranges::count_if(thread.code, [](const program::Instr& i) { return std::holds_alternative<Operation>(i.op); }));
  return out;
}

Entry threads(std::string of, std::vector<std::string> methods) {
  Entry entry;
  entry.of = std::move(of);
  entry.main = false;
  entry.threads = std::move(methods);
  return entry;
}

// static { x, y }; one() { x = 1; }  two() { y = x; }
std::string two_threads(unsigned flags) {
  ClassWriter w("T");
  w.field(classfile::kStatic | flags, "x", "I");
  w.field(classfile::kStatic, "y", "I");
  const unsigned x = w.field_of("T", "x", "I"), y = w.field_of("T", "y", "I");
  w.method(classfile::kStatic, "one", "()V", code({4, 179, x >> 8, x & 0xFF, 177}));
  w.method(classfile::kStatic, "two", "()V", code({178, x >> 8, x & 0xFF, 179, y >> 8, y & 0xFF, 177}));
  return w.bytes();
}

TEST(Bytecode, fields_become_locations_and_accesses) {
  const Answer answer = lowered({{"T", two_threads(0)}}, threads("T", {"one", "two"}));
  ASSERT_TRUE(answer.lowered) << answer.refused;
  EXPECT_EQ(answer.lowered->test.program.threads.size(), 2U);
  EXPECT_EQ(count<program::Load>(*answer.lowered), 1U);
  EXPECT_EQ(count<program::Store>(*answer.lowered), 2U);
}

TEST(Bytecode, volatile_fields_have_their_mode) {
  const auto sets = [](unsigned flags) {
    const Answer answer = lowered({{"T", two_threads(flags)}}, threads("T", {"one", "two"}));
    for (const program::Instr& i : answer.lowered->test.program.threads[0].code)
      if (const auto* store = std::get_if<program::Store>(&i.op)) return store->sets;
    return program::SetMask{0};
  };
  EXPECT_NE(sets(0), sets(classfile::kVolatile));
}

// A loop whose end is known is written out: for (int i = 0; i < 3; i++) x = i;
TEST(Bytecode, known_loops_are_written_out) {
  ClassWriter w("T");
  w.field(classfile::kStatic, "x", "I");
  const unsigned x = w.field_of("T", "x", "I");
  w.method(classfile::kStatic, "one", "()V", code({3, 59, 26, 6, 162, 0, 13, 26, 179, x >> 8, x & 0xFF, 132, 0, 1, 167, 0xFF, 0xF4, 177}));
  w.method(classfile::kStatic, "two", "()V", code({178, x >> 8, x & 0xFF, 87, 177}));
  const Answer answer = lowered({{"T", w.bytes()}}, threads("T", {"one", "two"}));
  ASSERT_TRUE(answer.lowered) << answer.refused;
  EXPECT_EQ(count<program::Store>(*answer.lowered), 3U);
}

TEST(Bytecode, what_is_not_modelled_is_refused_with_the_method) {
  ClassWriter w("T");
  const unsigned call = w.method_of("java/lang/Runtime", "getRuntime", "()Ljava/lang/Runtime;");
  w.method(classfile::kStatic, "one", "()V", code({184, call >> 8, call & 0xFF, 87, 177}));
  const Answer answer = lowered({{"T", w.bytes()}}, threads("T", {"one"}));
  EXPECT_NE(answer.refused.find("java.lang.Runtime.getRuntime is not modelled"), std::string::npos) << answer.refused;
  EXPECT_NE(answer.refused.find("T.one"), std::string::npos) << answer.refused;
  EXPECT_NE(answer.refused.find("bytecode-unsupported"), std::string::npos);
}

TEST(Bytecode, code_that_no_compiler_makes_is_refused) {
  // An empty stack; a local that is not there; an integer where a reference belongs.
  for (const std::string& bytes : {code({87, 177}), code({26, 172}), code({4, 191})}) {
    ClassWriter w("T");
    w.method(classfile::kStatic, "one", "()V", bytes);
    EXPECT_NE(lowered({{"T", w.bytes()}}, threads("T", {"one"})).refused, "");
  }
}

TEST(Bytecode, missing_and_broken_classes_are_named) {
  EXPECT_NE(lowered({}, threads("T", {"one"})).refused.find("there is no class T"), std::string::npos);
  EXPECT_NE(lowered({{"T", "no class"}}, threads("T", {"one"})).refused.find("bytecode-malformed"), std::string::npos);
  EXPECT_NE(lowered({{"T", ClassWriter("U").bytes()}}, threads("T", {"one"})).refused, "");
}

// Found by fuzzing: a source that is older than its class, and an initialiser that is not static.
TEST(Bytecode, lines_that_a_source_does_not_have) {
  ClassWriter w("T");
  w.also(w.attribute("SourceFile", ClassWriter::u2(w.utf8("T.java"))));
  const unsigned call = w.method_of("java/lang/Runtime", "getRuntime", "()Ljava/lang/Runtime;");
  w.method(classfile::kStatic, "one", "()V", code({184, call >> 8, call & 0xFF, 87, 177}), 0, ClassWriter::u2(0),
           ClassWriter::u2(1) + w.attribute("LineNumberTable", ClassWriter::u2(1) + ClassWriter::u2(0) + ClassWriter::u2(60000)));
  const std::string bytes = w.bytes();
  World world([&](const std::string& name) { return name == "T" ? std::optional(bytes) : std::nullopt; });
  Sources sources;
  Positions positions(sources, [](const std::string& path) { return std::optional(std::pair(path, std::string("class T {\n}\n"))); });
  const auto out = lower(world, positions, threads("T", {"one"}), {});
  ASSERT_FALSE(out);
  EXPECT_NE(to_text(sources, out.error()).find("is not modelled"), std::string::npos);
}

TEST(Bytecode, an_initialiser_that_is_not_static) {
  ClassWriter w("T");
  w.method(classfile::kSynchronized, "<clinit>", "()V", code({177}));
  w.method(classfile::kStatic, "one", "()V", code({177}));
  EXPECT_NE(lowered({{"T", w.bytes()}}, threads("T", {"one"})).refused.find("as if it were static"), std::string::npos);
}

TEST(Flow, loops_and_joins) {
  ClassWriter w("T");
  w.method(classfile::kStatic, "one", "()V", code({3, 59, 26, 6, 162, 0, 9, 132, 0, 1, 167, 0xFF, 0xF8, 177}));
  const auto file = classfile::read_class(w.bytes());
  ASSERT_TRUE(file) << file.error();
  const Flow flow = flow_of(*file->methods[0].code);
  EXPECT_TRUE(flow.reducible);
  EXPECT_EQ(flow.loops.size(), 1U);
}

TEST(JavaText, is_what_toString_gives) {
  EXPECT_EQ(java_text(-1, "I"), "-1");
  EXPECT_EQ(java_text(1, "Z"), "true");
  EXPECT_EQ(java_text('a', "C"), "a");
  EXPECT_EQ(java_text(0x01000000, "F"), "2.3509887E-38");
  EXPECT_EQ(java_text(0x40200000, "F"), "2.5");
  EXPECT_EQ(java_text(0x7FC00000, "F"), "NaN");
  EXPECT_EQ(java_text(0x4000000000000000, "D"), "2.0");
  EXPECT_EQ(java_text(static_cast<program::Value>(0xFFF0000000000000), "D"), "-Infinity");
}

TEST(Signature, is_taken_apart) {
  const auto types = signature("(ILjava/lang/String;[[J)V");
  ASSERT_TRUE(types);
  EXPECT_EQ(types->parameters, (std::vector<std::string>{"I", "Ljava/lang/String;", "[[J"}));
  EXPECT_EQ(types->result, "V");
  for (const char* wrong : {"", "()", "(X)V", "(Ljava/lang/String)V", "(I", "I"}) EXPECT_FALSE(signature(wrong)) << wrong;
  EXPECT_EQ(short_name("Dcl$Helper"), "Dcl.Helper");
  EXPECT_EQ(width_of("J"), 8U);
}

}  // namespace
}  // namespace thinair::read::bytecode
