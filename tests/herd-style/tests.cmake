# Models as herd's users write them: they load, and judge right.
add_test(NAME herd_style COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/run.py $<TARGET_FILE:thinair>)
