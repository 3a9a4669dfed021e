# One Debian package with the program and the library: `cpack -G DEB` in the build folder.
set(CPACK_PACKAGE_NAME thinair)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "the maintainers of thinair <maintainers@users.noreply.a-seed-a257bbd2.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "workbench for memory models of programming languages")
set(CPACK_PACKAGE_DESCRIPTION "thinair tells which outcomes of a litmus test a memory model allows and why: models of Java and of processors,
written as files; on top of that comparison of models, pictures of executions, and tests on a real JVM.
The package holds the program, its manual page and completions, and a static library with its header.")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_THINAIR_PROGRAM ${CMAKE_BINARY_DIR}/thinair)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/depends.cmake)  # sets CPACK_DEBIAN_PACKAGE_DEPENDS
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libfmt-dev, libz3-dev, zlib1g-dev, pkg-config, default-jdk-headless")  # to link the library; to run tests on a JVM
include(CPack)
