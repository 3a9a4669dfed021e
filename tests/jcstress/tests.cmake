# thinair and Java. What needs a JDK or jcstress, and does not find it, says so and is skipped.
function(thinair_jcstress what)
  add_test(NAME jcstress_${what}
           COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/run.py ${what} $<TARGET_FILE:thinair> ${PROJECT_SOURCE_DIR}/litmus)
  set_tests_properties(jcstress_${what} PROPERTIES SKIP_RETURN_CODE 77)
endfunction()
thinair_jcstress(missing)    # with JDKs that are not there, too old, or that fail; needs none
thinair_jcstress(catalogue)  # every shipped test becomes Java that compiles
thinair_jcstress(random)     # random tests, through Java and back
thinair_jcstress(smoke)      # a few tests on the real JVM
# Threads that race need the CPUs for themselves.
set_tests_properties(jcstress_smoke PROPERTIES RUN_SERIAL ON COST 60)
set_tests_properties(jcstress_catalogue PROPERTIES COST 100)
set_tests_properties(jcstress_random PROPERTIES COST 30)
set_tests_properties(jcstress_missing PROPERTIES COST 9)
