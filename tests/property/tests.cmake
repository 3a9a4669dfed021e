# The long-running form of the property tests; not a test itself.
add_executable(thinair_fuzz property/fuzz/main.cpp property/harness.cpp property/causality_harness.cpp
               property/sc_harness.cpp property/mixed_programs.cpp)
target_include_directories(thinair_fuzz PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(thinair_fuzz PRIVATE thinair_core)
