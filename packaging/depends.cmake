# Read by cpack before it makes the package: which packages the program needs, by the shared libraries that it names. CPack can ask by itself
# (CPACK_DEBIAN_PACKAGE_SHLIBDEPS), but to find the one program among 960 installed files it starts `file` for each: 30 s of CPU for the
# package instead of 3.5.
set(folder ${CPACK_PACKAGE_DIRECTORY}/_CPack_Packages/depends)
file(WRITE ${folder}/debian/control "Source: ${CPACK_PACKAGE_NAME}\n")  # dpkg-shlibdeps wants one
execute_process(
  COMMAND dpkg-shlibdeps -O ${CPACK_THINAIR_PROGRAM}
  WORKING_DIRECTORY ${folder}
  OUTPUT_VARIABLE said
  ERROR_VARIABLE complaint
  RESULT_VARIABLE code)
if(NOT code EQUAL 0 OR NOT said MATCHES "shlibs:Depends=([^\n]+)")
  message(FATAL_ERROR "dpkg-shlibdeps (package dpkg-dev) does not say what thinair depends on: ${code} ${complaint}")
endif()
set(CPACK_DEBIAN_PACKAGE_DEPENDS "${CMAKE_MATCH_1}")
