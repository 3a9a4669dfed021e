# What makes g++ compile faster.

# g++ collects garbage when its heap reaches 128 MB and each time it has doubled since. Without that, ask/jcstress took 20.6 s of CPU
# instead of 23.7 and 1.1 GB instead of 0.9, language/op 15.1 s instead of 16.7; smaller files gained nothing that could be measured.
cmake_host_system_information(RESULT megabytes QUERY TOTAL_PHYSICAL_MEMORY)
cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR each "${megabytes} / (${processors} + 1)")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND each GREATER 1500)
  add_compile_options("SHELL:--param ggc-min-heapsize=1000000")
endif()

# A compiler takes up to 1 GB: with less for each, fewer run at a time.
math(EXPR fit "${megabytes} / 1000")
if(fit LESS processors)
  if(fit LESS 1)
    set(fit 1)
  endif()
  set_property(GLOBAL PROPERTY JOB_POOLS compile=${fit})
  set(CMAKE_JOB_POOL_COMPILE compile)
endif()

# On by themselves with -O2, and without effect here with -O1; g++ 13 and later refuse a precompiled header over them (seen with 14).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13 AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  add_compile_options(-munroll-only-small-loops -mvzeroupper)
endif()

# thinair_precompiled(TARGET [FROM]): with THINAIR_PCH, compiles TARGET with a precompiled header of the standard library and fmt; FROM is a target with
# the same options that has one (-O1 and -O2 are the same here, -O0 is not). The three files of read/java took 23.6 s of
# CPU with it and 28.9 without.
# ccache keeps what was compiled with one if it is told to be less strict (tools/build.sh).
function(thinair_precompiled target)
  if(NOT THINAIR_PCH)
    return()
  endif()
  if(ARGN)
    target_precompile_headers(${target} REUSE_FROM ${ARGN})
  else()
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <cstdint> <deque> <filesystem> <fstream> <functional> <map> <memory> <optional> <set>
      <span> <sstream> <string> <string_view> <tuple> <unordered_map> <utility> <variant> <vector> <fmt/format.h> <fmt/ranges.h> <tl/expected.hpp>)
  endif()
endfunction()
