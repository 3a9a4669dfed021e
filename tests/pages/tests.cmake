# The catalogue as a site, which the test `suite` leaves: what its pictures look like, and how its pages behave in a browser.
set(site ${CMAKE_CURRENT_BINARY_DIR}/site)
add_test(NAME pages.boxes COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/boxes.py ${site})
add_test(NAME pages.paths COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/paths.py ${site} --part 8)
add_test(NAME pages.contents COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/contents.py $<TARGET_FILE:thinair> ${PROJECT_SOURCE_DIR})
add_test(NAME pages.browser COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/run.py $<TARGET_FILE:thinair> ${PROJECT_SOURCE_DIR} ${site}
  ${CMAKE_CURRENT_BINARY_DIR}/screenshots)
set_tests_properties(pages.boxes pages.paths pages.browser PROPERTIES FIXTURES_REQUIRED site)
set_tests_properties(pages.paths PROPERTIES COST 10)
set_tests_properties(pages.browser PROPERTIES SKIP_RETURN_CODE 77 COST 60)
