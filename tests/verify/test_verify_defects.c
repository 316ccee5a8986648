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
    thud_verify_part part;
    void (*spoil)(thud_summary *summary); /* or NULL */
    double shift, from;                   /* m, s: of the course of body 0, from an instant on; NAN is no number */
    bool on_table;                        /* of the other model */
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
    if (status == THUD_OK && present && present->spoil)
        present->spoil((thud_summary *)(uintptr_t)thud_simulation_summary(simulation));
    return status;
}

/* ---- defects, most of them as large as they were when they were one ---- */

static thud_body_summary *body_of(thud_summary *s) { return (thud_body_summary *)(uintptr_t)s->bodies; }
static thud_contact_summary *contact_of(thud_summary *s) { return (thud_contact_summary *)(uintptr_t)s->contacts; }

/* peaks inside steps were missed: 14.763 m/s² for 15.444, 1.9 % of a velocity */
static void lower_acceleration(thud_summary *s) { body_of(s)->max_acceleration *= 14.763 / 15.444; }
static void lower_velocity(thud_summary *s) { body_of(s)->max_velocity *= 0.981; }
static void lower_displacement(thud_summary *s) { body_of(s)->max_displacement *= 1 - 3e-6; }
static void end_faster(thud_summary *s) { body_of(s)->final_velocity += 1e-5; } /* of 0.2 m/s */
/* bodies that touch at rest: no number, and no motion */
static void lose_number(thud_summary *s) { body_of(s)->max_displacement = NAN; }
static void lose_motion(thud_summary *s) { contact_of(s)->max_force = 0; }
/* two stops without clearance: one more row of no duration; a deeper penetration */
static void add_row(thud_summary *s) { contact_of(s)->impacts++; }
static void deepen(thud_summary *s) { contact_of(s)->max_penetration *= 1 + 1e-5; }
static void raise_force(thud_summary *s) { contact_of(s)->max_force *= 1 + 1e-5; }
/* a dashpot, a contact and a store of the balance: CVODE has sums of its own */
static void dissipate_less(thud_summary *s) { s->energy.dissipated *= 0.999; }
static void lose_less(thud_summary *s) { s->energy.impact *= 0.9999; }
static void store_more(thud_summary *s) { s->energy.stored *= 1.001; }
static void put_in_more(thud_summary *s) { s->energy.input *= 1 + 1e-5; }

/* on a table that is shaken: reactions and accelerations where contacts come to rest */
static void press_harder(thud_summary *s) { contact_of(s)->max_force *= 1.001; }
static void shake_less(thud_summary *s) { body_of(s)->max_acceleration *= 0.999; }

static const defect defects[] = {
    {"max_acceleration", THUD_VERIFY_BODY, lower_acceleration, 0, 0, false},
    {"max_velocity", THUD_VERIFY_BODY, lower_velocity, 0, 0, false},
    {"max_displacement", THUD_VERIFY_BODY, lower_displacement, 0, 0, false},
    {"final_velocity", THUD_VERIFY_BODY, end_faster, 0, 0, false},
    {"max_displacement", THUD_VERIFY_BODY, lose_number, 0, 0, false},
    {"max_force", THUD_VERIFY_CONTACT, lose_motion, 0, 0, false},
    {"impacts", THUD_VERIFY_CONTACT, add_row, 0, 0, false},
    {"max_penetration", THUD_VERIFY_CONTACT, deepen, 0, 0, false},
    {"max_force", THUD_VERIFY_CONTACT, raise_force, 0, 0, false},
    {"dissipated", THUD_VERIFY_ENERGY, dissipate_less, 0, 0, false},
    {"impact", THUD_VERIFY_ENERGY, lose_less, 0, 0, false},
    {"stored", THUD_VERIFY_ENERGY, store_more, 0, 0, false},
    {"input", THUD_VERIFY_ENERGY, put_in_more, 0, 0, false},
    /* 7 % of the course, and no number in it; and 1e-5 of it */
    {"displacement", THUD_VERIFY_BODY, NULL, 0.07 * 0.02, 1, false},
    {"displacement", THUD_VERIFY_BODY, NULL, NAN, 1, false},
    {"displacement", THUD_VERIFY_BODY, NULL, 1e-5 * 0.02, 1, false},
    {"impacts", THUD_VERIFY_CONTACT, add_row, 0, 0, true},
    {"resting_force", THUD_VERIFY_CONTACT, press_harder, 0, 0, true},
    {"max_acceleration", THUD_VERIFY_BODY, shake_less, 0, 0, true},
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
    ck_assert_int_eq(v.different[0].part, d->part);
    ck_assert_uint_eq(v.different[0].index, 0);
    if (d->spoil == lose_number) return; /* there is nothing that courses could be relative to */
    if (d->spoil) {
        ck_assert_double_le(v.max_difference, THUD_VERIFY_AGREEMENT);
    } else {
        ck_assert_double_gt(v.max_difference, 1e-6); /* infinite where there is no number */
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
