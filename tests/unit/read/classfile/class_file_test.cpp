#include "read/classfile/class_file.hpp"

#include <gtest/gtest.h>

#include "read/classfile/archive.hpp"
#include "unit/read/class_writer.hpp"

namespace thinair::read::classfile {
namespace {

using tests::ClassWriter;

std::string whole() {
  ClassWriter w("p/Small");
  w.field(kStatic | kVolatile, "x", "I");
  w.long_(1LL << 40);  // two places in the pool
  const unsigned x = w.field_of("p/Small", "x", "I");
  // iconst_3, putstatic x, return
  w.method(kStatic, "run", "()V", tests::code({6, 179, x >> 8, x & 0xFF, 177}), 0, ClassWriter::u2(0),
           ClassWriter::u2(1) + w.attribute("LineNumberTable", ClassWriter::u2(2) + ClassWriter::u2(0) + ClassWriter::u2(7) +
                                                                   ClassWriter::u2(4) + ClassWriter::u2(8)));
  w.also(w.attribute("SourceFile", ClassWriter::u2(w.utf8("Small.java"))));
  return w.bytes();
}

std::string wrong_with(const std::string& bytes) {
  const auto read = read_class(bytes);
  return read ? "" : read.error();
}

TEST(ClassFile, is_read_as_tables) {
  const auto read = read_class(whole());
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->name, "p/Small");
  EXPECT_EQ(read->super, "java/lang/Object");
  EXPECT_EQ(read->major, 61);
  EXPECT_EQ(read->source, "Small.java");
  ASSERT_EQ(read->fields.size(), 1U);
  EXPECT_EQ(read->fields[0].flags, kStatic | kVolatile);
  const Method* run = read->find("run", "()V");
  ASSERT_TRUE(run && run->code);
  ASSERT_EQ(run->code->instructions.size(), 3U);
  EXPECT_EQ(run->code->instructions[1].opcode, 179);
  EXPECT_EQ(read->constants[static_cast<std::size_t>(run->code->instructions[1].a)].member, (MemberRef{"p/Small", "x", "I"}));
  EXPECT_EQ(run->code->line(0), 7U);
  EXPECT_EQ(run->code->line(4), 8U);
  EXPECT_EQ(read->find("run", "()I"), nullptr);
}

TEST(ClassFile, cut_off_anywhere_is_refused_with_a_sentence) {
  const std::string bytes = whole();
  for (std::size_t size = 0; size < bytes.size(); ++size) EXPECT_NE(wrong_with(bytes.substr(0, size)), "") << size;
  EXPECT_EQ(wrong_with(bytes), "");
}

TEST(ClassFile, any_one_byte_may_be_wrong) {
  const std::string bytes = whole();
  for (std::size_t at = 0; at < bytes.size(); ++at)
    for (const char to : {'\0', '\1', '\x7F', '\xFF'}) {
      std::string other = bytes;
      other[at] = to;
      const auto read = read_class(other);
      EXPECT_TRUE(read || !read.error().empty()) << at;
    }
}

TEST(ClassFile, what_is_no_class_file_is_named) {
  EXPECT_NE(wrong_with("PK\3\4 something"), "");
  EXPECT_NE(wrong_with(""), "");
  std::string preview = whole();
  preview[4] = preview[5] = '\xFF';
  EXPECT_NE(wrong_with(preview), "");
}

TEST(ClassFile, later_versions_are_read) {
  ClassWriter w("Later");
  EXPECT_EQ(wrong_with(w.bytes(75)), "");
}

TEST(ClassFile, unknown_constants_and_instructions_are_refused) {
  ClassWriter tag("A");
  tag.raw(ClassWriter::u1(99) + ClassWriter::u2(0));
  EXPECT_NE(wrong_with(tag.bytes()), "");
  ClassWriter opcode("A");
  opcode.method(kStatic, "run", "()V", tests::code({0xFE, 177}));
  EXPECT_NE(wrong_with(opcode.bytes()), "");
  ClassWriter jump("A");
  jump.method(kStatic, "run", "()V", tests::code({167, 0, 2, 177}));  // into the middle of itself
  EXPECT_NE(wrong_with(jump.bytes()), "");
  ClassWriter falls("A");
  falls.method(kStatic, "run", "()V", tests::code({167, 0x7F, 0xFF, 177}));
  EXPECT_NE(wrong_with(falls.bytes()), "");
}

// Modified UTF-8: U+0000 has two bytes, a character beyond the first plane six.
TEST(ClassFile, modified_utf8_becomes_utf8) {
  ClassWriter w("A");
  const unsigned zero = w.string("a\xC0\x80z"), beyond = w.string("\xED\xA0\xBD\xED\xB8\x80");
  const auto read = read_class(w.bytes());
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->constants[zero].text, std::string("a\0z", 3));
  EXPECT_EQ(read->constants[beyond].text, "\xF0\x9F\x98\x80");
}

TEST(Archive, of_other_bytes_is_none) {
  EXPECT_FALSE(Archive::of_bytes("no archive"));
  EXPECT_FALSE(Archive::of_bytes(""));
  const auto empty = Archive::of_bytes("PK\5\6" + std::string(18, '\0'));
  ASSERT_TRUE(empty);
  EXPECT_TRUE(empty->names().empty());
  EXPECT_FALSE(empty->member("A.class"));
}

// One stored member.
std::string archive(const std::string& content, std::uint32_t claimed) {
  const auto le2 = [](unsigned v) { return ClassWriter::u1(v) + ClassWriter::u1(v >> 8); };
  const auto le4 = [&](std::uint32_t v) { return le2(v) + le2(v >> 16); };
  const auto size = static_cast<std::uint32_t>(content.size());
  const std::string sizes = le4(0) + le4(size) + le4(claimed), name = "A.txt";
  const std::string local = "PK\3\4" + le2(20) + le2(0) + le2(0) + le4(0) + sizes + le2(5) + le2(0) + name + content;
  const std::string central =
      "PK\1\2" + le2(20) + le2(20) + le2(0) + le2(0) + le4(0) + sizes + le2(5) + le2(0) + le2(0) + le2(0) + le2(0) + le4(0) + le4(0) + name;
  return local + central + "PK\5\6" + le4(0) + le2(1) + le2(1) + le4(static_cast<std::uint32_t>(central.size())) +
         le4(static_cast<std::uint32_t>(local.size())) + le2(0);
}

TEST(Archive, members_are_what_the_archive_says_or_nothing) {
  const auto good = Archive::of_bytes(archive("text", 4));
  ASSERT_TRUE(good);
  EXPECT_EQ(good->names(), std::vector<std::string>{"A.txt"});
  EXPECT_EQ(good->member("A.txt"), "text");
  const auto bomb = Archive::of_bytes(archive("text", 0x7FFFFFFF));
  EXPECT_TRUE(!bomb || !bomb->member("A.txt"));
  const std::string bytes = archive("text", 4);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    if (const auto cut = Archive::of_bytes(bytes.substr(0, size)))
      for (const std::string& name : cut->names()) (void)cut->member(name);
}

}  // namespace
}  // namespace thinair::read::classfile
