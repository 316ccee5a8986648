# What `cmake --install` puts where, beside the headers: both libraries, the command with its manual pages and
# completion, and the ways to find them.

include(CMakePackageConfigHelpers)

install(FILES LICENSE THIRD_PARTY.md README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
# pages and examples side by side as in the repository: they link to each other
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN CMakeLists.txt EXCLUDE)
# what editors complete scenarios and studies by
install(FILES docs/scenario.schema.json docs/study.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/thud)
install(TARGETS thud_shared thud_static thud_core_shared thud_core_static EXPORT thudTargets)
if(THUD_BUILD_CLI)
  install(TARGETS thud_command)
  if(TARGET thud_command_mpi)
    install(TARGETS thud_command_mpi DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/thud)
  endif()
  install(DIRECTORY ${PROJECT_BINARY_DIR}/share/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(FILES ${PROJECT_BINARY_DIR}/share/thud.bash RENAME thud
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${PROJECT_BINARY_DIR}/share/_thud DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
endif()

# pkg-config: everything relative to the file, so that the tree may be moved
file(RELATIVE_PATH THUD_PC_TO_PREFIX
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
list(TRANSFORM THUD_PART_NAMES PREPEND "-l" OUTPUT_VARIABLE THUD_PC_PARTS)
list(JOIN THUD_PC_PARTS " " THUD_PC_PARTS)
# thud is everything; thud_core needs the mathematical library alone
set(THUD_PC_thud ${THUD_PC_PARTS})
set(THUD_PC_thud_core)
foreach(THUD_PC_NAME thud thud_core)
  set(THUD_PC_PARTS "${THUD_PC_${THUD_PC_NAME}}")
  configure_file(cmake/thud.pc.in ${THUD_PC_NAME}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${THUD_PC_NAME}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

# CMake: find_package(thud), then thud::thud (shared) or thud::thud_static, or thud::thud_core and thud::thud_core_static
set(THUD_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/thud)
install(EXPORT thudTargets NAMESPACE thud:: DESTINATION ${THUD_CMAKE_DIR})
configure_package_config_file(cmake/thudConfig.cmake.in thudConfig.cmake INSTALL_DESTINATION ${THUD_CMAKE_DIR})
write_basic_package_version_file(thudConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/thudConfig.cmake ${PROJECT_BINARY_DIR}/thudConfigVersion.cmake
  DESTINATION ${THUD_CMAKE_DIR})
