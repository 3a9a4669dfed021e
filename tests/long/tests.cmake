# Long threads: what they cost in steps and memory, and that tests beside one have the states that they have alone.
add_test(NAME long_cost COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/cost.py $<TARGET_FILE:thinair> ${PROJECT_SOURCE_DIR}/bench)
add_test(NAME long_beside COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/beside.py $<TARGET_FILE:thinair> ${PROJECT_SOURCE_DIR}/litmus)
set_tests_properties(long_beside PROPERTIES COST 20)
