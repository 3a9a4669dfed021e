# The rules of the house, as tests; and tests of the scripts that check them.
add_test(NAME tools_layers COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_layers.py ${PROJECT_SOURCE_DIR})
add_test(NAME tools_sizes COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_sizes.py ${PROJECT_SOURCE_DIR})
foreach(check format shell)
  add_test(NAME tools_${check} COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_${check}.py ${PROJECT_SOURCE_DIR})
  set_tests_properties(tools_${check} PROPERTIES SKIP_RETURN_CODE 77)  # the tool is not there
endforeach()
add_test(NAME tools_can_fail COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/test_tools.py)
