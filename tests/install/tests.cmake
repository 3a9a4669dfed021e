# The installed program and library, and the Debian package.
add_test(NAME install COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/run.py ${PROJECT_BINARY_DIR} ${CMAKE_CXX_COMPILER})
set_tests_properties(install PROPERTIES COST 29)
