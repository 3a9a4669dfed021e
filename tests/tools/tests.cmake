# The rules of the house, as tests; and tests of the scripts that check them.
add_test(NAME tools_layers COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_layers.py ${PROJECT_SOURCE_DIR})
add_test(NAME tools_sizes COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_sizes.py ${PROJECT_SOURCE_DIR})
add_test(NAME tools_can_fail COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/test_tools.py)
