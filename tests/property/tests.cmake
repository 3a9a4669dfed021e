# Engines against the plain evaluator on random tests and models, with fixed seeds; and a program that goes on with other seeds as long as it is
# let, which is not a test.
add_library(property_harness STATIC property/harness.cpp property/causality_harness.cpp property/sc_harness.cpp property/mixed_programs.cpp
            property/interleavings.cpp property/histories.cpp property/java_harness.cpp property/java_programs.cpp property/machine_harness.cpp)
target_include_directories(property_harness PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(property_harness PUBLIC thinair_core)
set_target_properties(property_harness PROPERTIES UNITY_BUILD_MODE GROUP)
set_source_files_properties(property/harness.cpp property/causality_harness.cpp property/sc_harness.cpp property/mixed_programs.cpp property/interleavings.cpp
                            property/histories.cpp property/java_harness.cpp property/java_programs.cpp PROPERTIES UNITY_GROUP harness)
thinair_precompiled(property_harness thinair_headers)

file(GLOB property_sources CONFIGURE_DEPENDS property/*_test.cpp)
add_executable(test_property ${property_sources})
target_compile_definitions(test_property PRIVATE THINAIR_SOURCE_DIR=".")
target_link_libraries(test_property PRIVATE property_harness GTest::gtest_main)
# In four parts, which run side by side.
foreach(part RANGE 0 3)
  add_test(NAME property_${part} COMMAND test_property WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(property_${part} PROPERTIES ENVIRONMENT "GTEST_TOTAL_SHARDS=4;GTEST_SHARD_INDEX=${part}" COST 40)
endforeach()

add_executable(thinair_fuzz property/fuzz/main.cpp)
target_link_libraries(thinair_fuzz PRIVATE property_harness)
# What is asked, not what answers.
foreach(target test_property thinair_fuzz)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endforeach()
thinair_precompiled(test_property thinair_headers)
thinair_precompiled(thinair_fuzz thinair_headers)
