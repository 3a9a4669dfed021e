# Explanations of the whole catalogue: witnesses are checked, and reasons are solved again without each of their members.
add_executable(test_explain_catalogue ${CMAKE_CURRENT_LIST_DIR}/catalogue.cpp)
target_link_libraries(test_explain_catalogue PRIVATE thinair_core)
target_compile_options(test_explain_catalogue PRIVATE $<$<CONFIG:Release>:-O1>)
thinair_precompiled(test_explain_catalogue thinair_headers)
add_test(NAME explain.catalogue COMMAND test_explain_catalogue)
set_tests_properties(explain.catalogue PROPERTIES PROCESSORS 2 COST 280)
