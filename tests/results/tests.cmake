# Published tables beside ours: docs/results.md is what tools/results.py would write.
add_test(NAME results COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/results.py $<TARGET_FILE:thinair> --check)
set_tests_properties(results PROPERTIES COST 200)
