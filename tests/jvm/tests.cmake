# What one thread computes, beside a real JVM: random programs. Skipped without a JDK.
add_test(NAME jvm COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/run.py $<TARGET_FILE:thinair>)
set_tests_properties(jvm PROPERTIES SKIP_RETURN_CODE 77 COST 20)
