# What is installed, and where: the program, its manual page and completions (both written by the program itself, so that they
# cannot fall behind it), the example tests and the documents; the static library with its header, for CMake's find_package and for
# pkg-config. Models travel inside the program and the library.
include(GNUInstallDirs)

set(generated ${CMAKE_CURRENT_BINARY_DIR}/packaging)
set(packaging_files "")
function(thinair_help_file form file)
  add_custom_command(
    OUTPUT ${generated}/${file}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${generated}
    COMMAND thinair help --as ${form} > ${generated}/${file}
    DEPENDS thinair
    VERBATIM)
  set(packaging_files ${packaging_files} ${generated}/${file} PARENT_SCOPE)
endfunction()

thinair_help_file(man thinair.1)
thinair_help_file(bash thinair.bash)
thinair_help_file(zsh _thinair)
thinair_help_file(fish thinair.fish)
add_custom_target(packaging ALL DEPENDS ${packaging_files})

install(TARGETS thinair RUNTIME)
install(FILES ${generated}/thinair.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${generated}/thinair.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME thinair)
install(FILES ${generated}/_thinair DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${generated}/thinair.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(DIRECTORY litmus DESTINATION ${CMAKE_INSTALL_DATADIR}/thinair)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN published EXCLUDE)

install(TARGETS thinair_core EXPORT thinair ARCHIVE)
install(DIRECTORY include/thinair DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
include(CMakePackageConfigHelpers)
set(cmake_files ${CMAKE_INSTALL_LIBDIR}/cmake/thinair)
install(EXPORT thinair NAMESPACE thinair:: FILE thinairTargets.cmake DESTINATION ${cmake_files})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/thinairConfig.cmake.in ${generated}/thinairConfig.cmake INSTALL_DESTINATION ${cmake_files})
write_basic_package_version_file(${generated}/thinairConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/thinairConfig.cmake ${generated}/thinairConfigVersion.cmake DESTINATION ${cmake_files})

# The way from the .pc file to the prefix is relative: what is installed can be moved.
file(RELATIVE_PATH PREFIX_FROM_PC /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" PREFIX_FROM_PC ${PREFIX_FROM_PC})
configure_file(${CMAKE_CURRENT_LIST_DIR}/thinair.pc.in ${generated}/thinair.pc @ONLY)
install(FILES ${generated}/thinair.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
