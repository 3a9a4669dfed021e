# Machines as Murphi programs, run by Rumur: a tool that shares nothing with thinair comes to the same outcomes. Skipped where Rumur or a C compiler
# is missing.
add_test(NAME murphi COMMAND Python3::Interpreter ${CMAKE_CURRENT_LIST_DIR}/run.py $<TARGET_FILE:thinair>
         WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(murphi PROPERTIES SKIP_RETURN_CODE 77 COST 6)
