# Searches that are cut into parts, killed and resumed print what one search prints. With GNU parallel and Slurm where they are.
add_test(NAME find COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/find/run.py $<TARGET_FILE:thinair>)
set_tests_properties(find PROPERTIES COST 10)
add_test(NAME find_findings COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/find/findings.py $<TARGET_FILE:thinair>)
set_tests_properties(find_findings PROPERTIES COST 10)
# The tables of transformations: every counterexample is one, and small programs have no others.
add_test(NAME find_transformations COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/transformations.py $<TARGET_FILE:thinair> --check)
set_tests_properties(find_transformations PROPERTIES COST 20)
# A job array of Slurm, two workers of which one dies. Skipped (exit code 77) where Slurm is missing, or cannot be started.
add_test(NAME find_slurm COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/find/slurm.py $<TARGET_FILE:thinair>)
set_tests_properties(find_slurm PROPERTIES COST 130 SKIP_RETURN_CODE 77)
# Against a second implementation: all programs one by one, judged by the other commands.
add_test(NAME find_longway COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/find/longway.py $<TARGET_FILE:thinair>)
set_tests_properties(find_longway PROPERTIES COST 12)
