# Published tables beside ours: docs/results.md is what tools/results.py would write.
add_test(NAME results COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/results.py $<TARGET_FILE:thinair> --check)
set_tests_properties(results PROPERTIES COST 200)
# The record of the model java: docs/java-model.md is what tools/java_model.py would write.
add_test(NAME java_model COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/java_model.py $<TARGET_FILE:thinair> --check)
set_tests_properties(java_model PROPERTIES COST 9)
