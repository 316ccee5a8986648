# The tests of src/model, for the list in the folder above.

set(scenarios SOURCES model/scenario_text.h
  DEFINITIONS THUD_TEST_FILES="${here}/model/files" THUD_DOCS="${PROJECT_SOURCE_DIR}/docs")
thud_add_test(test_model model/test_model.c)
thud_add_test(test_modes model/test_modes.c)
thud_add_test(test_scenario model/test_scenario.c ${scenarios})
thud_add_test(test_shorthand model/test_shorthand.c ${scenarios})
thud_add_test(test_scenario_draw model/test_scenario_draw.c SOURCES model/scenario_text.h)
thud_add_test(test_scenario_supports model/test_scenario_supports.c SOURCES model/scenario_text.h)
thud_add_test(test_matrix_files model/test_matrix_files.c SOURCES model/scenario_text.h)
thud_add_test(test_scenario_errors model/test_scenario_errors.c ${scenarios})
thud_add_test(test_scenario_hostile model/test_scenario_hostile.c ${scenarios})
thud_add_test(test_strange_files model/test_strange_files.c)
