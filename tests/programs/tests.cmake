# Java programs and jcstress tests from class files. Without a JDK they say so and are skipped.
foreach(what table answers refused jcstress)
  add_test(NAME programs_${what} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/run.py ${what} $<TARGET_FILE:thinair>)
  set_tests_properties(programs_${what} PROPERTIES SKIP_RETURN_CODE 77 COST 30)
endforeach()
