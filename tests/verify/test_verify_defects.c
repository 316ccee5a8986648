/*
 * What a verification is for: defects of thud's own run are found, and named. Every one of a run is put in between
 * it and the comparison: thud_simulation_run is the library's own, wrapped by the linker, and spoils what it hands
 * out.
 */
#include <thud/verify.h>

#include <math.h>
#include <string.h>

#include "suite.h"

typedef struct defect {
    const char *key; /* that is to be found, as in the summary */
    bool of_contact;
    size_t index;
    void (*spoil)(thud_body_summary *bodies, thud_contact_summary *contacts); /* or NULL */
    double shift, from; /* m, s: of the course of body 0, from an instant on; NAN is no number */
    bool on_table;      /* of the other model */
} defect;

static const defect *present; /* of the runs from now on; NULL: none */

/* ---- the run with a defect ---- */

thud_status __real_thud_simulation_run(thud_simulation *simulation, const thud_observer *observer);
thud_status __wrap_thud_simulation_run(thud_simulation *simulation, const thud_observer *observer);

typedef struct distortion {
    const thud_observer *observer;
    const defect *how;
} distortion;

static bool distort(void *context, const thud_sample *sample) {
    const distortion *d = context;
    double x[2] = {sample->displacement[0], sample->displacement[1]};
    thud_sample other = *sample;
    if (sample->time >= d->how->from) x[0] += d->how->shift;
    other.displacement = x;
    return d->observer->sample(d->observer->context, &other);
}

thud_status __wrap_thud_simulation_run(thud_simulation *simulation, const thud_observer *observer) {
    distortion d = {observer, present};
    thud_observer distorting = {.context = &d, .sample = distort};
    bool shifts = present && present->shift != 0 && observer && observer->sample;
    thud_status status = __real_thud_simulation_run(simulation, shifts ? &distorting : observer);
    const thud_summary *summary = thud_simulation_summary(simulation);
    if (status == THUD_OK && present && present->spoil)
        present->spoil((thud_body_summary *)(uintptr_t)summary->bodies,
                       (thud_contact_summary *)(uintptr_t)summary->contacts);
    return status;
}

/* ---- defects, each as large as it was when it was one ---- */

/* peaks inside steps were missed: 14.763 m/s² for 15.444, 1.9 % of a velocity */
static void lower_acceleration(thud_body_summary *b, thud_contact_summary *c) {
    (void)c;
    b[0].max_acceleration *= 14.763 / 15.444;
}
static void lower_velocity(thud_body_summary *b, thud_contact_summary *c) {
    (void)c;
    b[0].max_velocity *= 0.981;
}
static void lower_displacement(thud_body_summary *b, thud_contact_summary *c) {
    (void)c;
    b[0].max_displacement *= 1 - 1e-6;
}
/* bodies that touch at rest: no number, and no motion */
static void lose_number(thud_body_summary *b, thud_contact_summary *c) {
    (void)c;
    b[0].max_displacement = NAN;
}
static void lose_motion(thud_body_summary *b, thud_contact_summary *c) {
    (void)b;
    c[0].max_force = 0;
}
/* two stops without clearance: one more row of no duration; a deeper penetration */
static void add_row(thud_body_summary *b, thud_contact_summary *c) {
    (void)b;
    c[0].impacts++;
}
static void deepen(thud_body_summary *b, thud_contact_summary *c) {
    (void)b;
    c[0].max_penetration *= 1 + 1e-5;
}
/* chatter: 129.09067 N for 129.09056, and 2e-6 s */
static void raise_force(thud_body_summary *b, thud_contact_summary *c) {
    (void)b;
    c[0].max_force *= 129.09067 / 129.09056;
}
static void stick_longer(thud_body_summary *b, thud_contact_summary *c) {
    (void)b;
    c[1].stick_time += 2e-6;
}

/* on a table that is shaken: released from rest 1e-4 N late, four times; 3e-6 of force and acceleration */
static void release_late(thud_body_summary *b, thud_contact_summary *c) {
    (void)b;
    c[0].stick_time += 2.3e-6;
}
static void press_harder(thud_body_summary *b, thud_contact_summary *c) {
    (void)b;
    c[0].max_force *= 1 + 3e-6;
}
static void shake_less(thud_body_summary *b, thud_contact_summary *c) {
    (void)c;
    b[0].max_acceleration *= 1 - 3e-6;
}

static const defect defects[] = {
    {"max_acceleration", false, 0, lower_acceleration, 0, 0, false},
    {"max_velocity", false, 0, lower_velocity, 0, 0, false},
    {"max_displacement", false, 0, lower_displacement, 0, 0, false},
    {"max_displacement", false, 0, lose_number, 0, 0, false},
    {"max_force", true, 0, lose_motion, 0, 0, false},
    {"impacts", true, 0, add_row, 0, 0, false},
    {"max_penetration", true, 0, deepen, 0, 0, false},
    {"max_force", true, 0, raise_force, 0, 0, false},
    {"stick_time", true, 1, stick_longer, 0, 0, false},
    /* 7 % of the course, and no number in it */
    {"displacement", false, 0, NULL, 0.07 * 0.02, 1, false},
    {"displacement", false, 0, NULL, NAN, 1, false},
    {"stick_time", true, 0, release_late, 5e-12, 0.2, true},
    {"resting_force", true, 0, press_harder, 0, 0, true},
    {"max_acceleration", false, 0, shake_less, 0, 0, true},
};
enum { DEFECTS = sizeof defects / sizeof *defects };

/* ---- */

/* a deck that strikes a stop, and a ball that comes to rest on the floor */
static thud_model *deck_and_ball(void) {
    thud_error problem;
    thud_model *model = thud_model_create();
    thud_body_id deck = thud_model_add_body(model, "deck", 100), ball = thud_model_add_body(model, "ball", 1);
    thud_model_add_link(model, THUD_GROUND, deck, &(thud_link){.stiffness = 1e4, .damping_ratio = 0.02});
    thud_model_set_start(model, deck, 0, 0.2);
    thud_gap_contact stop = thud_gap_contact_default(thud_law_find("flores"));
    stop.gap = 0.105;
    stop.stiffness = 1e6;
    stop.restitution = 0.7;
    thud_gap_contact floor = thud_gap_contact_default(thud_law_find("newton"));
    floor.gap = 0.05;
    floor.restitution = 0.4;
    thud_model_add_contact(model, "stop", deck, THUD_GROUND, &stop);
    thud_model_add_contact(model, "floor", ball, THUD_GROUND, &floor);
    thud_model_set_gravity(model, 9.81);
    thud_model_set_duration(model, 2);
    ck_assert_msg(thud_model_build(model, &problem) == THUD_OK, "%s", problem.text);
    return model;
}

/* two bodies, which it throws up */
static thud_model *shaken_table(void) {
    thud_model *model = thud_model_create();
    for (int i = 0; i < 2; i++) {
        thud_body_id body = thud_model_add_body(model, i == 0 ? "heavy" : "light", 2 - i);
        thud_gap_contact table = thud_gap_contact_default(thud_law_find("newton"));
        table.restitution = 0.3 - 0.1 * i;
        thud_model_add_contact(model, i == 0 ? "left" : "right", body, THUD_GROUND, &table);
    }
    thud_model_set_gravity(model, 9.81);
    thud_model_set_ground(model, &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = 15, .frequency = 1.5});
    thud_model_set_duration(model, 3);
    ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
    return model;
}

static thud_verification verify(const defect *which) {
    thud_model *model = which && which->on_table ? shaken_table() : deck_and_ball();
    thud_verification v;
    present = which;
    thud_status status = thud_verify(model, NULL, NULL, NULL, &v);
    present = NULL;
    ck_assert_msg(status == THUD_OK, "%s", v.error.text);
    thud_model_free(model);
    return v;
}

START_TEST(a_right_run_agrees) {
    thud_verification v = verify(NULL);
    ck_assert_msg(v.agrees && v.difference_count == 0, "%s %.12g %.12g", v.different[0].key, v.different[0].run,
                  v.different[0].cvode);
    ck_assert_double_eq(v.compared_until, 2);
    ck_assert_uint_gt(v.impacts, 5);
    /* a tenth of the tolerance of thud's contacts; CVODE has 1e-13 in each of some thousand steps */
    ck_assert_double_le(v.peak_difference, 1e-9);
    ck_assert_double_gt(v.peak_difference, 0);
}
END_TEST

START_TEST(a_defect_is_found_and_named) {
    const defect *d = &defects[_i];
    thud_verification v = verify(d);
    ck_assert_msg(!v.agrees, "%s: agrees to %g", d->key, v.max_difference);
    ck_assert_uint_eq(v.difference_count, 1);
    ck_assert_str_eq(v.different[0].key, d->key);
    ck_assert_int_eq(v.different[0].part, d->of_contact ? THUD_VERIFY_CONTACT : THUD_VERIFY_BODY);
    ck_assert_uint_eq(v.different[0].index, d->index);
    if (d->spoil) {
        ck_assert_double_le(v.max_difference, THUD_VERIFY_AGREEMENT);
    } else {
        ck_assert_double_gt(v.max_difference, 0.01); /* infinite where there is no number */
        ck_assert_double_eq_tol(v.agreed_until, 1, 0.002);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("verify_defects");
    tcase_add_test(tests, a_right_run_agrees);
    tcase_add_loop_test(tests, a_defect_is_found_and_named, 0, DEFECTS);
    return run_suite("verify_defects", tests);
}
