# What thinair prints, word for word, and the verdicts on the shipped tests.
add_test(NAME golden COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/run.py $<TARGET_FILE:thinair>)
add_test(NAME verdicts COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/verdicts.py $<TARGET_FILE:thinair> ${PROJECT_SOURCE_DIR}/litmus)
set_tests_properties(golden PROPERTIES COST 7)
set_tests_properties(verdicts PROPERTIES COST 22)
