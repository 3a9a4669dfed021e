# The examples in the documents are run.
add_test(NAME docs COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_docs.py ${PROJECT_SOURCE_DIR} $<TARGET_FILE:thinair>)
set_tests_properties(docs PROPERTIES COST 28)

# Every code of a message has its row in docs/errors.md.
add_test(NAME docs_codes COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_codes.py ${PROJECT_SOURCE_DIR})
