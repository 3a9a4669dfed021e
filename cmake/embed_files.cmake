# Run as a script by embed.cmake. String literals are cut at 10,000 bytes: compilers limit the length of one.
set(body "")
foreach(input ${INPUTS})
  file(RELATIVE_PATH path ${ROOT} ${input})
  file(READ ${input} hex HEX)
  string(LENGTH "${hex}" length)
  set(text "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${hex}" ${at} 20000 piece)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" piece "${piece}")
    string(APPEND text "\n    \"${piece}\"")
    math(EXPR at "${at} + 20000")
  endwhile()
  math(EXPR bytes "${length} / 2")
  string(APPEND body "  {\"${path}\", std::string_view(${text}, ${bytes})},\n")
endforeach()
file(WRITE ${OUT} "// Generated from the files below models/; do not edit.
#include \"cat/embedded.hpp\"

namespace thinair::cat {
namespace {
constexpr EmbeddedFile kFiles[] = {
${body}};
}  // namespace
std::span<const EmbeddedFile> embedded_files() { return kFiles; }
}  // namespace thinair::cat
")
