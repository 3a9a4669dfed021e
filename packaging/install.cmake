# What is installed, and where: the program, its manual page and completions (both written by the program itself, so that they
# cannot fall behind it), the example tests and the documents. Models travel inside the program.
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
install(FILES docs/user-guide.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
