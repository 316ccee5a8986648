/*
 * Towers of three hundred storeys with modal damping against CVODE: its own equations of the modes, its own
 * contact, and events that it finds itself. Two of its tolerances say how far it can be trusted.
 */
#include <string.h>

#include <thud/thud.h>

#include "rival_tower.h"
#include "suite.h"

enum { STOREYS = 300, POINTS = 150 };

static const double MASS = 3e5, STIFFNESS = 1.2e10, RATIO = 0.05, GAP = 0.02, STEP = 0.02, AGREEMENT = 1e-6;

/* where the next sample goes */
static bool take(void *context, const thud_sample *sample) {
    double **to = context;
    if (sample->time <= 0) return true;
    *(*to)++ = sample->displacement[STOREYS - 1];
    *(*to)++ = sample->velocity[STOREYS - 1];
    return true;
}

static thud_motion *record(void) {
    thud_motion *motion = thud_motion_create(POINTS + 1, STEP);
    for (size_t i = 0; i <= POINTS; i++) {
        const double t = (double)i * STEP;
        motion->acceleration[i] = -4 * sin(4 * t) + sin(0.7 * (double)(i * i));
    }
    return motion;
}

static thud_model *model_of(thud_motion *ground) {
    char name[16];
    thud_model *model = thud_model_create();
    for (int i = 0; i < STOREYS; i++) {
        snprintf(name, sizeof name, "floor%d", i);
        const thud_body_id body = thud_model_add_body(model, name, MASS);
        thud_model_add_link(model, i == 0 ? THUD_GROUND : (thud_body_id){i - 1}, body,
                            &(thud_link){.stiffness = STIFFNESS});
    }
    thud_model_set_modal_damping(model, RATIO);
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find("gonthier"));
    contact.gap = GAP;
    contact.stiffness = 2e9;
    contact.restitution = 0.6;
    contact.separation = THUD_SEPARATION_RETURN;
    thud_model_add_contact(model, "wall", (thud_body_id){STOREYS - 1}, THUD_GROUND, &contact);
    thud_model_set_ground(model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = ground, .scale = 1});
    thud_model_set_duration(model, POINTS * STEP);
    thud_model_set_output(model, STEP, false);
    ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
    return model;
}

/* the largest difference, relative to the largest displacement or velocity */
static double apart(const double *a, const double *b) {
    double scale[2] = {0}, worst = 0;
    for (size_t i = 0; i < 2 * POINTS; i++) scale[i % 2] = fmax(scale[i % 2], fabs(a[i]));
    for (size_t i = 0; i < 2 * POINTS; i++) worst = fmax(worst, fabs(a[i] - b[i]) / scale[i % 2]);
    return worst;
}

START_TEST(three_hundred_storeys) {
    static double own[2 * POINTS], loose[2 * POINTS], tight[2 * POINTS], peaks[STOREYS];
    double *to = own;
    thud_motion *ground = record();
    thud_model *model = model_of(ground);
    thud_simulation *simulation = NULL;
    const thud_observer observer = {.context = &to, .sample = take};
    ck_assert_int_eq(thud_simulation_create(model, &simulation), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(simulation, &observer), THUD_OK);
    const thud_summary *summary = thud_simulation_summary(simulation);
    ck_assert_ptr_eq(to, own + 2 * POINTS);
    ck_assert_uint_ge(summary->impacts, 1);
    ck_assert_double_lt(fabs(summary->energy.residual), 1e-10);

    tower t = {.n = STOREYS,
               .mass = MASS,
               .gap = GAP,
               .contact_stiffness = 2e9,
               .restitution = 0.6,
               .ground = ground,
               .points = POINTS};
    ck_assert(rival_tower_take_modes(&t, model, RATIO));
    ck_assert(rival_tower_cvode(&t, false, 1e-9, &(tower_result){loose, peaks}));
    ck_assert(rival_tower_cvode(&t, false, 1e-11, &(tower_result){tight, peaks}));
    ck_assert_double_lt(apart(tight, loose), AGREEMENT);
    ck_assert_msg(apart(tight, own) < AGREEMENT, "off by %.2g", apart(tight, own));
    /* true peaks are no less than those at the points, and the points no less than a little of a turn apart */
    for (size_t i = 0; i < STOREYS; i++) {
        const double peak = summary->bodies[i].max_displacement;
        ck_assert_double_ge(peak, peaks[i] * (1 - AGREEMENT));
        ck_assert_double_le(peak, 1.05 * peaks[i]);
    }
    rival_tower_free(&t);
    thud_simulation_free(simulation);
    thud_model_free(model);
    thud_motion_free(ground);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("towers");
    tcase_add_test(tests, three_hundred_storeys);
    return run_suite("towers", tests);
}
