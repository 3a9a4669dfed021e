# The shipped catalogue gives the verdicts that its tables expect, and every witness stands up to the plain evaluator. The same run leaves the
# site that tests/pages looks at.
set(site ${CMAKE_CURRENT_BINARY_DIR}/site)
add_test(NAME suite COMMAND thinair suite --check --no-times --html ${site})
set_tests_properties(suite PROPERTIES FIXTURES_SETUP site PROCESSORS 2 COST 300)
