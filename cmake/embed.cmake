# thinair_embed(OUT FILE DIR): a generated .cpp with every .cat and .mem file below DIR, as {path, text} pairs sorted by path.
# The shipped models travel inside the program: nothing to find at run time, nothing to install beside it.
set(THINAIR_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed_files.cmake)

function(thinair_embed out file dir)
  file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${dir}/*.cat ${CMAKE_CURRENT_SOURCE_DIR}/${dir}/*.mem)
  list(SORT inputs)
  add_custom_command(
    OUTPUT ${file}
    COMMAND ${CMAKE_COMMAND} "-DOUT=${file}" "-DROOT=${CMAKE_CURRENT_SOURCE_DIR}/${dir}" "-DINPUTS=${inputs}" -P ${THINAIR_EMBED_SCRIPT}
    DEPENDS ${inputs} ${THINAIR_EMBED_SCRIPT}
    VERBATIM)
  set(${out} ${file} PARENT_SCOPE)
endfunction()
