# FMUs: an importer of our own, which knows nothing of them but the standard
if(TARGET thud_fmu)
  add_library(test_fmu_importer STATIC fmu/importer.c fmu/importer.h fmu/scenarios.h fmu/unpack.c fmu/unpack.h fmu/xml.c fmu/xml.h)
  target_include_directories(test_fmu_importer PUBLIC ${here} ${PROJECT_SOURCE_DIR})
  target_link_libraries(test_fmu_importer PUBLIC thud_fmu_export ${CMAKE_DL_LIBS} PRIVATE thud_options PkgConfig::CHECK)
  target_compile_definitions(test_fmu_importer PRIVATE THUD_FMU_LIBRARY="$<TARGET_FILE:thud_fmu>")
  add_dependencies(test_fmu_importer thud_fmu)
  foreach(name calls description states steps trajectory)
    thud_add_test(test_fmu_${name} fmu/test_fmu_${name}.c LIBRARIES test_fmu_importer)
    # each has a folder of its own for its files
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/fmu_${name})
    set_tests_properties(test_fmu_${name} PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/fmu_${name})
  endforeach()
endif()
