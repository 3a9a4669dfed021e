# Searches that are cut into parts, killed and resumed print what one search prints. With GNU parallel and Slurm where they are.
add_test(NAME find COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/find/run.py $<TARGET_FILE:thinair>)
set_tests_properties(find PROPERTIES COST 10)
add_test(NAME find_findings COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/find/findings.py $<TARGET_FILE:thinair>)
set_tests_properties(find_findings PROPERTIES COST 10)
