/* Floors that pass through the building beside them, by hand: displacements are given, overlaps follow by
 * interpolation. And the motion of the ground in ground.csv, against the integrals of a sine. */
#define _XOPEN_SOURCE 700 /* mkdtemp, open_memstream */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/run/files.h"
#include "report/run/overlap.h"

#include "suite.h"

/* two storeys of 4 m beside three of 3 m, with a contact at their roofs, or as high ones with `all` floors level;
 * 50 mm apart */
static thud_model *model_of(bool all) {
    thud_model *model = thud_model_create();
    thud_body_id a[2], b[3];
    thud_body_id below = THUD_GROUND;
    static const char *const left[] = {"a1", "a2"}, *const right[] = {"b1", "b2", "b3"};
    for (int i = 0; i < 2; i++, below = a[i - 1]) {
        a[i] = thud_model_add_body(model, left[i], 1);
        thud_model_add_link(model, below, a[i], &(thud_link){.stiffness = 1, .height = 4});
    }
    below = THUD_GROUND;
    for (int i = 0; i < 3; i++, below = b[i - 1]) {
        b[i] = thud_model_add_body(model, right[i], 1);
        thud_model_add_link(model, below, b[i], &(thud_link){.stiffness = 1, .height = all ? 4 : 3});
    }
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find("newton"));
    contact.gap = 0.05;
    contact.restitution = 0.5;
    thud_model_add_contact(model, "one", a[1], b[all ? 1 : 2], &contact);
    if (all) thud_model_add_contact(model, "two", a[0], b[0], &contact);
    thud_model_set_duration(model, 1);
    return model;
}

static char *told(const thud_overlaps *overlaps, double pressed) {
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    thud_json json = thud_json_start(stream);
    const thud_contact_summary contacts[2] = {{.max_penetration = pressed}, {.max_penetration = pressed}};
    const thud_summary summary = {.contact_count = 1, .contacts = contacts};
    thud_json_write(&json, "{");
    thud_overlaps_write(overlaps, &summary, &json);
    thud_json_write(&json, "}\n");
    fclose(stream);
    return text;
}

/* a1 is 4 m up, a third of the way from b1 to b2: 90 mm against 10 mm + 20 mm/3, less the gap of 50 mm, are 23.333
 * mm. b1 is 3 m up, at 3/4 of a1's 90 mm: 67.5 mm − 10 mm − 50 mm are 7.5 mm; b2, 6 m up, is half between a1 and
 * a2. */
START_TEST(by_hand) {
    thud_model *model = model_of(false);
    thud_overlaps *overlaps = thud_overlaps_create(model);
    ck_assert_ptr_nonnull(overlaps);
    const double small[5] = {0.01}, large[5] = {0.09, 0.03, 0.01, 0.03, 0.02};
    thud_overlaps_add(overlaps, &(thud_sample){.time = 1, .displacement = small});
    char *none = told(overlaps, 0);
    ck_assert_ptr_null(strstr(none, "overlaps"));
    thud_overlaps_add(overlaps, &(thud_sample){.time = 2, .displacement = large});
    thud_overlaps_add(overlaps, &(thud_sample){.time = 3, .displacement = small});
    char *text = told(overlaps, 0), *first = strstr(text, "\"a1\""), *second = strstr(text, "\"b1\"");
    ck_assert_msg(first && second && first < second, "%s", text);
    double height, deep, time;
    ck_assert_int_eq(sscanf(strstr(first, "\"height\""), "\"height\": %lf, \"overlap\": %lf, \"time\": %lf",
                            &height, &deep, &time),
                     3);
    ck_assert_double_eq(height, 4);
    ck_assert_double_eq_tol(deep, 0.09 - (0.01 + 0.02 / 3) - 0.05, 1e-15); /* rounding of a few additions */
    ck_assert_double_eq(time, 2);
    ck_assert_ptr_nonnull(strstr(text, "{left: a1, right: {b1: 0.666667, b2: 0.333333}, gap: 0.05, model: newton, "
                                       "restitution: 0.5}"));
    ck_assert_ptr_nonnull(strstr(text, "{left: {ground: 0.25, a1: 0.75}, right: b1,"));
    ck_assert_ptr_null(strstr(text, "\"b2\", \"beside\"")); /* (90 + 30)/2 − 30 − 50 mm are below zero */
    /* what contacts themselves are pressed together by is none */
    char *less = told(overlaps, 0.02);
    ck_assert_ptr_nonnull(strstr(less, "\"a1\""));
    ck_assert_ptr_null(strstr(less, "\"floor\": \"b1\""));
    free(none);
    free(text);
    free(less);
    thud_overlaps_free(overlaps);
    thud_model_free(model);
}
END_TEST

/* a contact at each level of both: nothing can pass unnoticed, but the floor above them all, which nothing is
 * beside */
START_TEST(all_covered) {
    thud_model *model = model_of(true);
    ck_assert_ptr_null(thud_overlaps_create(model));
    thud_model_free(model);
}
END_TEST

/* a sine: v = A/ω (1 − cos ωt), x = A/ω² (ωt − sin ωt); a support gets it a quarter of a second later */
START_TEST(ground_of_a_sine) {
    enum { ROWS = 40 };
    const double A = 2, omega = 2 * M_PI, step = 0.05, delay = 0.25;
    thud_model *model = thud_model_create();
    thud_model_add_body(model, "body", 1);
    thud_model_set_ground(model, &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = A, .frequency = 1});
    thud_model_add_support(model, "pier", &(thud_support){.delay = delay});
    char folder[64] = "/tmp/thud-XXXXXX", path[128], line[256];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/ground.csv", folder);
    thud_ground_file file;
    thud_error failure;
    ck_assert(thud_ground_moves(model) && thud_ground_open(&file, path, model, &failure));
    for (int i = 0; i <= ROWS; i++) ck_assert(thud_ground_add(&file, step * i));
    ck_assert(thud_ground_commit(&file, &failure));
    FILE *stream = fopen(path, "r");
    ck_assert_ptr_nonnull(fgets(line, sizeof line, stream));
    ck_assert_str_eq(line, "t [s],ground acceleration [m/s²],ground velocity [m/s],ground displacement [m],"
                           "pier displacement [m]\n");
    /* straight lines of 2 ms instead of a sine: (ωh)²/12 = 1.3e-5 of it */
    const double bound = 1.4e-5;
    for (int i = 0; i <= ROWS; i++) {
        double t, a, v, x, pier;
        ck_assert_ptr_nonnull(fgets(line, sizeof line, stream));
        ck_assert_int_eq(sscanf(line, "%lf,%lf,%lf,%lf,%lf", &t, &a, &v, &x, &pier), 5);
        const double late = fmax(t - delay, 0);
        const double moved = A / omega / omega * (omega * t - sin(omega * t)),
                     later = A / omega / omega * (omega * late - sin(omega * late));
        ck_assert_double_eq_tol(a, A * sin(omega * t), 1e-12); /* rounding of the phase */
        ck_assert_double_eq_tol(v, A / omega * (1 - cos(omega * t)), bound * 2 * A / omega);
        ck_assert_double_eq_tol(x, moved, bound * A / omega * (t + 1));
        ck_assert_double_eq_tol(pier, later - moved, 2 * bound * A / omega * (t + 1));
    }
    fclose(stream);
    unlink(path);
    ck_assert_int_eq(rmdir(folder), 0);
    thud_model_free(model);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("overlap");
    tcase_add_test(tests, by_hand);
    tcase_add_test(tests, all_covered);
    tcase_add_test(tests, ground_of_a_sine);
    return run_suite("overlap", tests);
}
