# Every fuzz_NAME.cpp here, in one of two ways: in the normal build with replay_main.cpp, run over corpus/NAME/ as a test;
# with THINAIR_FUZZ (clang) as a libFuzzer program.
option(THINAIR_FUZZ "Build the fuzz targets for libFuzzer" OFF)

file(GLOB fuzz_targets CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/fuzz_*.cpp)
foreach(source ${fuzz_targets})
  get_filename_component(target ${source} NAME_WE)
  string(REPLACE "fuzz_" "" name ${target})
  if(THINAIR_FUZZ)
    add_executable(${target} ${source})
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
  else()
    add_executable(${target} ${source} ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/replay_main.cpp)
    add_test(NAME fuzz_replay_${name} COMMAND ${target} ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${name})
    set_tests_properties(fuzz_replay_${name} PROPERTIES LABELS sanitized)
    add_dependencies(sanitized ${target})
  endif()
  target_link_libraries(${target} PRIVATE thinair_core)
endforeach()
