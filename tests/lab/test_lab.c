/*
 * The functions that the page of the lab calls, natively: the same bits as the public functions behind them, and no
 * harm from lists that are none. tests/lab/module.js compares the module of WebAssembly with the command.
 */
#include <stdio.h>
#include <string.h>

#include <thud/thud.h>

#include "lab.h"
#include "suite.h"

static lab_desk *desk;

static void open_desk(void) {
    desk = lab_open();
    ck_assert_ptr_nonnull(desk);
}

static void close_desk(void) { lab_close(desk); }

/* the same double, NANs and signs of zero included */
static void assert_same(double actual, double expected) {
    ck_assert_msg(memcmp(&actual, &expected, sizeof actual) == 0, "%.17g, expected %.17g", actual, expected);
}

START_TEST(impacts_are_those_of_the_library) {
    for (int law = 0; law < lab_law_count(); law++)
        for (int damping = 0; damping < 2; damping++) {
            double input[LAB_IMPACT_INPUTS] = {law, 0.6, (double)NAN, 2e8, 1500, 0.3, damping, 0, 0};
            double results[LAB_IMPACT_RESULTS];
            thud_impact_options options = thud_impact_options_default(thud_law_at((size_t)law));
            options.restitution = 0.6;
            options.stiffness = 2e8;
            options.mass = 1500;
            options.speed = 0.3;
            options.damping = (thud_damping)damping;
            thud_impact impact;
            thud_status status = thud_impact_solve(&options, &impact);
            ck_assert_int_eq(lab_impact(desk, input, results), status);
            if (status != THUD_OK) continue;
            assert_same(results[0], impact.restitution);
            assert_same(results[1], impact.damping);
            assert_same(results[4], impact.exponent_p);
            assert_same(results[5], impact.contact_time);
            assert_same(results[8], impact.max_force);
            assert_same(results[12], impact.energy_lost);
        }
}
END_TEST

START_TEST(courses_are_those_of_the_library) {
    enum { COUNT = 17 };
    const double input[LAB_IMPACT_INPUTS] = {3, 0.5, (double)NAN, 1e6, 2, 1, 0, 0, 0};
    double columns[LAB_COURSE_COLUMNS * COUNT];
    thud_impact_options options = thud_impact_options_default(thud_law_at(3));
    options.restitution = 0.5;
    options.stiffness = 1e6;
    options.mass = 2;
    thud_impact_state states[COUNT];
    ck_assert_int_eq(thud_impact_sample(&options, COUNT, states), THUD_OK);
    ck_assert_int_eq(lab_course(desk, input, COUNT, columns), THUD_OK);
    for (size_t i = 0; i < COUNT; i++) {
        assert_same(columns[i], states[i].time);
        assert_same(columns[COUNT + i], states[i].penetration);
        assert_same(columns[2 * COUNT + i], states[i].velocity);
        assert_same(columns[3 * COUNT + i], states[i].force);
    }
}
END_TEST

static int number_of(const char *name) {
    for (int i = 0; i < lab_law_count(); i++)
        if (strcmp(lab_law_text(i, LAB_LAW_NAME), name) == 0) return i;
    return -1;
}

START_TEST(published_damping_returns_what_calibrate_says) {
    const double input[LAB_IMPACT_INPUTS] = {number_of("flores"), 0.5, (double)NAN, 5e9, 6e5, 0.4, 0, 0, 0};
    const double asked[] = {0.25, 0.5, 0.75};
    double c[LAB_CALIBRATION_RESULTS], returned[3];
    ck_assert_int_eq(lab_calibrate(desk, input, c), THUD_OK);
    ck_assert_int_eq(lab_returned(input, asked, 3, returned), THUD_OK);
    assert_same(returned[1], c[2]);
    ck_assert(returned[0] < returned[1] && returned[1] < returned[2]);
    assert_same(c[1],
                8 * (1 - 0.5) / (5 * 0.5) * 5e9 / 0.4); /* the rule of Flores et al. 2011: 8/5 (1 − e)/e k/v */
}
END_TEST

START_TEST(wrong_impacts_are_refused_in_words) {
    const double good[LAB_IMPACT_INPUTS] = {number_of("flores"), 0.5, 1.5, 1, 1, 1, 0, 0, 0};
    static const struct {
        int at;
        double value;
    } wrong[] = {{0, -1},          {0, 1e9}, {0, (double)NAN}, {1, 0},  {1, 1.5},
                 {1, (double)NAN}, {2, -3},  {3, 0},           {4, -1}, {5, (double)INFINITY}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        double input[LAB_IMPACT_INPUTS], results[LAB_IMPACT_RESULTS];
        memcpy(input, good, sizeof good);
        input[wrong[i].at] = wrong[i].value;
        ck_assert_msg(lab_impact(desk, input, results) != THUD_OK, "input %d = %g", wrong[i].at, wrong[i].value);
        ck_assert_str_ne(lab_said(desk), "");
    }
    ck_assert_str_eq(lab_law_text(-1, 0), "");
    ck_assert_str_eq(lab_law_text(0, 99), "");
}
END_TEST

/* summaries of a list of parts and of a scenario, which must agree to the last bit */
static void compare_runs(const double *parts, size_t count, const char *scenario) {
    thud_model *model;
    thud_simulation *simulation;
    ck_assert_int_eq(thud_scenario_parse(scenario, strlen(scenario), NULL, NULL, NULL, &model), THUD_OK);
    ck_assert_int_eq(thud_simulation_create(model, &simulation), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(simulation, NULL), THUD_OK);
    const thud_summary *summary = thud_simulation_summary(simulation);
    ck_assert_msg(lab_run(desk, parts, count) == THUD_OK, "%s", lab_said(desk));

    const double *head = lab_summary(desk), *at = head + LAB_SUMMARY_HEAD;
    ck_assert_ptr_nonnull(head);
    ck_assert_uint_eq((size_t)head[1], summary->impacts);
    ck_assert_uint_gt(summary->impacts, 0);
    ck_assert_uint_eq((size_t)head[9], summary->body_count);
    ck_assert_uint_eq((size_t)head[10], summary->contact_count);
    assert_same(head[4], summary->energy.impact);
    for (size_t i = 0; i < summary->body_count; i++, at += LAB_SUMMARY_BODY) {
        assert_same(at[0], summary->bodies[i].max_displacement);
        assert_same(at[4], summary->bodies[i].final_velocity);
    }
    for (size_t i = 0; i < summary->contact_count; i++, at += LAB_SUMMARY_CONTACT) {
        assert_same(at[1], summary->contacts[i].max_force);
        assert_same(at[3], summary->contacts[i].impulse);
    }
    ck_assert_uint_eq(lab_impact_count(desk), summary->impacts);
    thud_simulation_free(simulation);
    thud_model_free(model);
}

START_TEST(bodies_run_as_in_a_scenario) {
    const double newton = number_of("newton");
    const double nan = (double)NAN;
    const double parts[] = {
        LAB_PART_BODY,    1.25e6, 0,    0,                                       //
        LAB_PART_LINK,    -1,     0,    1.2867963e7, 0,    0.05,                 //
        LAB_PART_CONTACT, 0,      -1,   newton,      0.03, 0.6,  nan, nan, 0, 0, //
        LAB_PART_CONTACT, -1,     0,    newton,      0.03, 0.6,  nan, nan, 0, 0, //
        LAB_PART_SINE,    0.4,    1,    0,                                       //
        LAB_PART_SPAN,    10,     0.01, 0,           1e-3,
    };
    compare_runs(parts, sizeof parts / sizeof *parts,
                 "bodies: {deck: {mass: 1.25e6}}\n"
                 "links: [{left: ground, right: deck, stiffness: 1.2867963e7, damping_ratio: 0.05}]\n"
                 "contacts:\n"
                 "  - {left: deck, right: ground, gap: 0.03, model: newton, restitution: 0.6}\n"
                 "  - {left: ground, right: deck, gap: 0.03, model: newton, restitution: 0.6}\n"
                 "ground: {sine: {amplitude: 0.4, frequency: 1}}\n"
                 "duration: 10\n");
    /* a row every 10 ms from 0 to 10 s, in which the deck stays between its stops */
    ck_assert_uint_eq(lab_row_count(desk), 1001);
    ck_assert_uint_eq(lab_row_size(desk), 6);
    for (size_t i = 0; i < lab_row_count(desk); i++) {
        const double *row = lab_rows(desk) + i * lab_row_size(desk);
        assert_relative(row[0], 0.01 * (double)i,
                        1e-14); /* a product and its rounding, some units in the last place */
        ck_assert(fabs(row[1]) <= 0.03 * (1 + 1e-12)); /* the face of a stop, to the rounding of an event */
    }
}
END_TEST

START_TEST(rods_run_as_in_a_scenario) {
    const double law = number_of("poursina-nikravesh"), pi = 3.14159265358979323846;
    const double parts[] = {
        LAB_PART_ROD,
        0,
        0,
        6,
        1,
        15 * (pi / 180),
        0, //
        LAB_PART_ROD,
        -2,
        0,
        4,
        0.2,
        -90 * (pi / 180),
        0, //
        LAB_PART_ROD_CONTACT,
        1,
        0,
        law,
        0,
        0.3,
        1e8,
        1.5,
        0,
        THUD_SEPARATION_ZERO_FORCE, //
        LAB_PART_GRAVITY,
        9.81, //
        LAB_PART_SPAN,
        8,
        0,
        0,
        1e-3,
    };
    compare_runs(parts, sizeof parts / sizeof *parts,
                 "rods:\n"
                 "  long: {pivot: [0, 0], length: 6, mass: 1, angle: 15 deg}\n"
                 "  short: {pivot: [-2, 0], length: 4, mass: 0.2, angle: -90 deg}\n"
                 "contacts:\n"
                 "  - {tip: short, rod: long, model: poursina-nikravesh, stiffness: 1e8, exponent: 1.5,"
                 " restitution: 0.3, damping: exact, separation: zero-force}\n"
                 "gravity: 9.81\n"
                 "duration: 8\n");
    ck_assert_uint_eq(lab_impact_count(desk), 3); /* those of Poursina and Nikravesh 2020 */
}
END_TEST

START_TEST(generated_motions_are_those_of_a_scenario) {
    const double law = number_of("anagnostopoulos");
    const double parts[] = {
        LAB_PART_BODY,    6e5, 0,  0,                                //
        LAB_PART_LINK,    -1,  0,  2.92e7, 0,    0.05,               //
        LAB_PART_CONTACT, 0,   -1, law,    0.02, 0.65, 1e9, 1, 0, 0, //
        LAB_PART_RECORD,  1,                                         //
        LAB_PART_SPAN,    10,  0,  0,      1e-3,
    };
    ck_assert_int_eq(lab_motion_ec8(desk, 1, 1, 3.4, 10, 0.01, 3), THUD_OK);
    ck_assert_uint_eq(lab_motion_count(desk), 1001);
    ck_assert(lab_motion_peak(desk) >= 1.2 * 3.4); /* S of soil B is 1.2, and the peak is not below S ag */
    compare_runs(parts, sizeof parts / sizeof *parts,
                 "bodies: {deck: {mass: 6e5}}\n"
                 "links: [{left: ground, right: deck, stiffness: 2.92e7, damping_ratio: 0.05}]\n"
                 "contacts: [{left: deck, right: ground, gap: 0.02, model: anagnostopoulos, stiffness: 1e9,"
                 " restitution: 0.65}]\n"
                 "ground: {generate: {spectrum: ec8-1, soil: B, pga: 3.4, duration: 10, seed: 3}}\n"
                 "duration: 10\n");
    ck_assert_int_ne(lab_motion_ec8(desk, 3, 1, 1, 10, 0.01, 3), THUD_OK);
    ck_assert_int_ne(lab_motion_ec8(desk, 1, 7, 1, 10, 0.01, 3), THUD_OK);
    ck_assert_int_ne(lab_motion_ec8(desk, 1, 1, 1, 10, 0.01, -1), THUD_OK);
    ck_assert_uint_eq(lab_motion_count(desk), 1001); /* the one before is still there */
}
END_TEST

START_TEST(motions_are_taken_from_another_desk) {
    const double good[] = {0, 1, -3, 0}, bad[] = {0, (double)NAN, 0};
    ck_assert_int_eq(lab_motion_take(desk, 0.02, good, 4), THUD_OK);
    ck_assert_int_ne(lab_motion_take(desk, 0.02, bad, 3), THUD_OK);
    ck_assert_int_ne(lab_motion_take(desk, 0, good, 4), THUD_OK);
    ck_assert_int_ne(lab_motion_take(desk, 0.02, good, 1), THUD_OK);
    ck_assert_uint_eq(lab_motion_count(desk), 4);
    assert_same(lab_motion_step(desk), 0.02);
    assert_same(lab_motion_peak(desk), 3);
}
END_TEST

START_TEST(files_become_motions_or_a_sentence) {
    const char good[] = "time [s], acceleration [m/s^2]\n0, 0\n0.1, 1\n0.2, -2\n0.3, 0\n";
    ck_assert_msg(lab_motion_read(desk, good, sizeof good - 1) == THUD_OK, "%s", lab_said(desk));
    ck_assert_uint_eq(lab_motion_count(desk), 4);
    assert_same(lab_motion_peak(desk), 2);
    const char *const hostile[] = {"", "<script>alert(1)</script>", "0, 1\n0, nan\n", "\xff\xfe\x00\x01"};
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        ck_assert_int_ne(lab_motion_read(desk, hostile[i], strlen(hostile[i])), THUD_OK);
        ck_assert_str_ne(lab_said(desk), "");
        ck_assert_uint_eq(lab_motion_count(desk), 4);
    }
}
END_TEST

/* an impact of a known law without noise, as a file */
START_TEST(fits_are_those_of_the_library) {
    enum { COUNT = 100, REST = 20, LINE = 64 };
    thud_impact_options options = thud_impact_options_default(thud_law_find("anagnostopoulos"));
    options.restitution = 0.5;
    options.stiffness = 1e6;
    options.mass = 2;
    thud_impact_state states[COUNT];
    char text[LINE * (COUNT + REST)];
    size_t size = (size_t)sprintf(text, "time [s], force [N]\n");
    ck_assert_int_eq(thud_impact_sample(&options, COUNT, states), THUD_OK);
    for (int i = 0; i < REST; i++)
        size += (size_t)sprintf(text + size, "%.17g, %.17g\n", (i - REST) * states[1].time, i % 2 ? 1.0 : -1.0);
    for (size_t i = 0; i < COUNT; i++)
        size += (size_t)sprintf(text + size, "%.17g, %.17g\n", states[i].time, states[i].force + (i % 2 ? 1 : -1));
    ck_assert_msg(lab_measure(desk, text, size) == THUD_OK, "%s", lab_said(desk));
    ck_assert_int_eq(lab_measured_kind(desk), THUD_MEASUREMENT_FORCE);
    ck_assert_uint_eq(lab_measured_count(desk), COUNT + REST);
    ck_assert_msg(lab_fit_force(desk, 2) == THUD_OK, "%s", lab_said(desk));
    ck_assert_uint_gt(lab_fit_count(desk), 5);
    const double *best = lab_fits(desk);

    thud_force_record *record;
    thud_force_fit fit;
    ck_assert_int_eq(
        thud_force_record_create(lab_measured_times(desk), lab_measured_values(desk), COUNT + REST, &record, NULL),
        THUD_OK);
    thud_force_options how = thud_force_options_default(thud_law_at((size_t)best[0]), 2);
    how.separation = (thud_separation)best[17];
    ck_assert_int_eq(thud_identify_force(record, 0, &how, &fit, NULL), THUD_OK);
    assert_same(best[1], fit.stiffness.value);
    assert_same(best[2], fit.stiffness.error);
    assert_same(best[9], fit.restitution.value);
    /* noise of 1 N on a peak of about a kilonewton */
    ck_assert(fabs(best[9] - 0.5) < 4 * best[10] && best[10] < 0.01);
    ck_assert_ptr_nonnull(strstr(lab_fit_names(desk, 0), "anagnostopoulos"));
    ck_assert_uint_gt(lab_fit_course_count(desk), COUNT / 2);
    thud_force_record_free(record);
    ck_assert_int_ne(lab_fit_bounces(desk), THUD_OK);
    ck_assert_int_ne(lab_fit_force(desk, 0), THUD_OK);
    ck_assert_int_ne(lab_measure(desk, "<b>", 3), THUD_OK);
    ck_assert_str_ne(lab_said(desk), "");
}
END_TEST

START_TEST(bounces_are_those_of_the_library) {
    char text[256];
    double time = 0.3, speed = 4;
    size_t size = (size_t)sprintf(text, "time [s]\n%.12f\n", time);
    for (int i = 0; i < 6; i++) { /* flights of 2 v/g, each 0.75 of the one before */
        speed *= 0.75;
        time += 2 * speed / 9.80665;
        size += (size_t)sprintf(text + size, "%.12f\n", time);
    }
    ck_assert_msg(lab_measure(desk, text, size) == THUD_OK, "%s", lab_said(desk));
    ck_assert_int_eq(lab_measured_kind(desk), THUD_MEASUREMENT_BOUNCES);
    ck_assert_msg(lab_fit_bounces(desk) == THUD_OK, "%s", lab_said(desk));
    const double *b = lab_fit_course(desk);
    assert_relative(b[0], 0.75, 1e-11); /* twelve decimals of times of tenths of a second */
    ck_assert(b[7] >= 4);
    ck_assert_int_ne(lab_fit_force(desk, 1), THUD_OK);
}
END_TEST

static double dice(unsigned *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) / 16777216.0;
}

/* numbers of all kinds in places of all kinds: an answer, whatever it is; the sanitizers see to the rest */
START_TEST(lists_that_are_none_do_no_harm) {
    static const double odd[] = {
        0, -1, 1, 2, 0.5, 1e9, -1e9, 1e300, (double)NAN, (double)INFINITY, -(double)INFINITY};
    unsigned seed = 20;
    size_t refused = 0;
    enum { TRIALS = 3000, MOST = 60 };
    for (int trial = 0; trial < TRIALS; trial++) {
        double parts[MOST];
        size_t count = (size_t)(dice(&seed) * MOST);
        for (size_t i = 0; i < count; i++)
            parts[i] = dice(&seed) < 0.5 ? (double)(int)(12 * dice(&seed)) : odd[(size_t)(11 * dice(&seed))];
        /* a span of its own length would take as long as it says */
        for (size_t i = 0; i < count; i++)
            if (parts[i] == LAB_PART_SPAN) parts[i] = LAB_PART_MODAL;
        refused += lab_run(desk, parts, count) != THUD_OK;
    }
    ck_assert_uint_eq(refused, TRIALS); /* none of them says how long to run */
    ck_assert_ptr_null(lab_summary(desk));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("lab");
    tcase_add_checked_fixture(tests, open_desk, close_desk);
    tcase_add_test(tests, impacts_are_those_of_the_library);
    tcase_add_test(tests, courses_are_those_of_the_library);
    tcase_add_test(tests, published_damping_returns_what_calibrate_says);
    tcase_add_test(tests, wrong_impacts_are_refused_in_words);
    tcase_add_test(tests, bodies_run_as_in_a_scenario);
    tcase_add_test(tests, rods_run_as_in_a_scenario);
    tcase_add_test(tests, generated_motions_are_those_of_a_scenario);
    tcase_add_test(tests, motions_are_taken_from_another_desk);
    tcase_add_test(tests, files_become_motions_or_a_sentence);
    tcase_add_test(tests, fits_are_those_of_the_library);
    tcase_add_test(tests, bounces_are_those_of_the_library);
    tcase_add_test(tests, lists_that_are_none_do_no_harm);
    return run_suite("lab", tests);
}
