# thinair_embed(OUT FILE DIR MODULE EXTENSION...): a generated .cpp with every file below DIR that has one of the extensions, as {path, text} pairs
# sorted by path; it defines embedded_files() of src/MODULE/embedded.hpp. What is shipped travels inside the program: nothing to find at run time, nothing to install
# beside it.
set(THINAIR_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed_files.py)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

function(thinair_embed out file dir module)
  get_filename_component(root ${dir} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
  set(patterns "")
  foreach(extension ${ARGN})
    list(APPEND patterns ${root}/*.${extension})
  endforeach()
  file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${patterns})
  list(SORT inputs)
  add_custom_command(
    OUTPUT ${file}
    COMMAND ${Python3_EXECUTABLE} ${THINAIR_EMBED_SCRIPT} ${file} ${root} ${module} ${inputs}
    DEPENDS ${inputs} ${THINAIR_EMBED_SCRIPT}
    VERBATIM)
  set(${out} ${file} PARENT_SCOPE)
endfunction()
