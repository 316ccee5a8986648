# The tests of src/identify, for the list in the folder above.

thud_add_test(test_identify_bounces identify/test_bounces.c)
thud_add_test(test_identify_contact identify/test_contact.c)
thud_add_test(test_identify_failing identify/test_failing.c SOURCES identify/cases.h identify/laboratory.h
  WRAP thud_shape_sample thud_shape_solve thud_shape_choose_damper thud_least_squares_solve SECONDS 4)
thud_add_test(test_identify_fit identify/test_fit.c SOURCES identify/cases.h identify/laboratory.h SECONDS 10)
# in all builds but few fits: make statistics has 200 records of each kind
thud_add_test(test_identify_gauge identify/test_gauge.c SOURCES identify/cases.h identify/gauge.h identify/laboratory.h SECONDS 10)
thud_add_test(test_identify_join identify/test_join.c)
thud_add_test(test_identify_least_squares identify/test_least_squares.c)
thud_add_test(test_identify_measurement identify/test_measurement.c)
thud_add_test(test_identify_memory identify/test_memory.c WRAP malloc calloc realloc)
thud_add_test(test_identify_odd_records identify/test_odd_records.c SOURCES identify/cases.h identify/laboratory.h SECONDS 4)
thud_add_test(test_identify_posterior identify/test_posterior.c SOURCES identify/cases.h identify/laboratory.h SECONDS 4)
thud_add_test(test_identify_rank identify/test_rank.c SOURCES identify/laboratory.h RELEASE_ONLY SECONDS 31)
thud_add_test(test_identify_record identify/test_record.c SOURCES identify/laboratory.h)
thud_add_test(test_identify_shape identify/test_shape.c)
thud_add_test(test_identify_speed identify/test_speed.c)
# 21,000 fits, the same digits from every compiler: those of test_identify_fit are compared in all builds
thud_add_test(test_identify_statistics identify/test_statistics.c SOURCES identify/cases.h identify/laboratory.h RELEASE_ONLY SECONDS 120)
thud_add_test(test_identify_structure identify/test_structure.c)
thud_add_test(test_identify_vibration identify/test_vibration.c)
