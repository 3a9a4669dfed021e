add_test(NAME usage COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/run.py $<TARGET_FILE:thinair> ${PROJECT_SOURCE_DIR}/litmus)
add_test(NAME usage_signals COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/signals.py $<TARGET_FILE:thinair> ${PROJECT_SOURCE_DIR}/litmus)
add_test(NAME usage_examples COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/examples.py $<TARGET_FILE:thinair> ${PROJECT_SOURCE_DIR}/litmus)
set_tests_properties(usage usage_examples PROPERTIES COST 12)
