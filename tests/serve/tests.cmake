# thinair in the browser: its API, its page in a real browser, and what it withstands.
add_test(NAME serve.api COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/api.py $<TARGET_FILE:thinair> ${PROJECT_SOURCE_DIR})
add_test(NAME serve.page COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/page.py $<TARGET_FILE:thinair> ${PROJECT_SOURCE_DIR}
  ${CMAKE_CURRENT_BINARY_DIR}/screenshots)
add_test(NAME serve.load COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/bench/serve.py $<TARGET_FILE:thinair> --small)
set_tests_properties(serve.api serve.load PROPERTIES COST 8)
set_tests_properties(serve.page PROPERTIES SKIP_RETURN_CODE 77 COST 20)
