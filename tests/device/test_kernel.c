/*
 * The kernels against the library: random models of one to three bodies, all compliant laws, both separations,
 * published and exact damping, records and sines.
 */
#include <stdlib.h>
#include <string.h>

#include <thud/thud.h>

#include "device/pack.h"
#include "kernel.h"
#include "random_model.h"
#include "suite.h"

int kernel_id = 0;

/* sanitizers look at memory, for which a tenth will do */
#ifdef __SANITIZE_ADDRESS__
#define SHARE_OF_TRIALS 10
#else
#define SHARE_OF_TRIALS 1
#endif
enum {
    TRIALS = 120 / SHARE_OF_TRIALS,
    LINKS_TRIALS = 200 / SHARE_OF_TRIALS,
    LANES_TRIALS = 6,
    LANES_FIRST = SHARE_OF_TRIALS > 1, /* the first takes as long there as all others together */
    ONE_BODY_TRIALS = 250 / SHARE_OF_TRIALS,
    LAW_TRIALS = 50 / SHARE_OF_TRIALS,
    RIGID_TRIALS = 300 / SHARE_OF_TRIALS
};

/* the kernel of one body, where there is one for its powers */
static kernel *of_one(const thud_case_shape *s) {
    if (s->stops == THUD_STOPS_RIGID) return s->sine ? kernel_one_rigid_sine : kernel_one_rigid;
    if (s->stops == THUD_STOPS_BILINEAR) return kernel_one_bilinear;
    switch (100 * s->root + 10 * s->spring + s->damper) {
    case 110: return kernel_one_1_10;
    case 111: return kernel_one_1_11;
    case 230: return kernel_one_2_30;
    case 231: return kernel_one_2_31;
    case 233: return kernel_one_2_33;
    case 461: return kernel_one_4_61;
    default: return NULL;
    }
}

/* K and C as full matrices: the kernels here have their places fixed */
static thud_case_shape full_shape(const thud_model *model) {
    thud_case_shape s = thud_shape_of(model);
    s.entries = s.bodies * s.bodies;
    for (int i = 0; i < s.entries; i++) {
        s.place[i] = i / s.bodies;
        s.place[s.entries + i] = i % s.bodies;
    }
    return s;
}

/*
 * Within 1e-6 of the library; or no further from it than a hundred times what a change of the gaps by 1e-10 makes
 * of its own result: steps with a tolerance of 1e-11 leave as much in each of some hundred impacts. In chaos that
 * is everything. False where the kernel has declined.
 */
static bool agrees_with_library(const random_model *m, const thud_case_shape *shape, kernel *run) {
    thud_batch_arrays *arrays = NULL;
    thud_body_summary bodies[RANDOM_BODIES];
    thud_contact_summary contacts[RANDOM_CONTACTS];
    thud_link_summary links[RANDOM_LINKS];
    thud_summary summary;
    const char *reason = NULL;
    ck_assert_msg(thud_device_covers(m->model, &reason), "%s", reason);
    ck_assert_int_eq(thud_batch_arrays_create(shape, 1, &arrays), THUD_OK);
    ck_assert_int_eq(thud_batch_put(arrays, 0, m->model), THUD_OK);
    run(1, 1, 1e-11, arrays->numbers, arrays->flags, arrays->choices, arrays->structures, shape->place, shape->pair,
        arrays->samples, arrays->records, arrays->steps, arrays->results);
    bool done = thud_batch_take(arrays, 0, 1e-9, &summary, bodies, contacts, links);
    thud_simulation *simulation = random_model_run(m, 0, 0);
    ck_assert_ptr_nonnull(simulation);
    double error = done ? summary_difference(&summary, thud_simulation_summary(simulation)) : 0;
    if (error > 1e-6) {
        thud_simulation *other = random_model_run(m, 1e-10, 0);
        double own = summary_difference(thud_simulation_summary(other), thud_simulation_summary(simulation));
        ck_assert_msg(error <= 100 * own, "off by %g, and the library by itself by %g", error, own);
        thud_simulation_free(other);
    }
    thud_simulation_free(simulation);
    thud_batch_arrays_free(arrays);
    return done;
}

START_TEST(agrees) {
    random_model m = random_bodies((unsigned)_i);
    thud_case_shape shape = full_shape(m.model);
    kernel *run = m.bodies == 1 ? kernel_general_1_2 : m.bodies == 2 ? kernel_general_2_2 : kernel_general_3_4;
    ck_assert(agrees_with_library(&m, &shape, run));
    thud_model_free(m.model);
}
END_TEST

/* results of a kernel, to be freed */
static double *results_of(const random_model *m, const thud_case_shape *shape, kernel *run, size_t *bytes) {
    thud_batch_arrays *a = NULL;
    ck_assert_int_eq(thud_batch_arrays_create(shape, 1, &a), THUD_OK);
    ck_assert_int_eq(thud_batch_put(a, 0, m->model), THUD_OK);
    run(1, 1, 1e-11, a->numbers, a->flags, a->choices, a->structures, shape->place, shape->pair, a->samples,
        a->records, a->steps, a->results);
    *bytes = thud_shape_result_numbers(shape) * sizeof *a->results;
    double *results = malloc(*bytes);
    memcpy(results, a->results, *bytes);
    thud_batch_arrays_free(a);
    return results;
}

/*
 * A case of three bodies that is run by three lanes: as the library has it, and to the last bit the same whichever
 * lane comes first to a barrier; a barrier that is missing shows there.
 */
static void check_lanes(const random_model *m, kernel *of_lanes) {
    const thud_case_shape shape = full_shape(m->model);
    size_t bytes;
    kernel_of_lanes = of_lanes;
    ck_assert(agrees_with_library(m, &shape, kernel_by_lanes));
    double *forwards = results_of(m, &shape, kernel_by_lanes, &bytes);
    kernel_order = -1;
    double *backwards = results_of(m, &shape, kernel_by_lanes, &bytes);
    kernel_order = 1;
    ck_assert_mem_eq(forwards, backwards, bytes);
    free(forwards);
    free(backwards);
}

START_TEST(agrees_by_lanes) {
    random_model m = random_bodies((unsigned)_i), with_links = random_links((unsigned)_i);
    if (m.bodies == 3) check_lanes(&m, kernel_general_3_4_lanes);
    if (with_links.bodies == 3) check_lanes(&with_links, kernel_general_3_4_links_lanes);
    thud_model_free(m.model);
    thud_model_free(with_links.model);
}
END_TEST

/* links that yield, and linear ones beside them: forces, deformations, what is left of them, energy, mechanisms */
static void check_links(unsigned seed) {
    random_model m = random_links(seed);
    thud_case_shape shape = full_shape(m.model);
    ck_assert_int_eq(shape.links, m.bodies + 1);
    kernel *run = m.bodies == 1   ? kernel_general_1_2_links
                  : m.bodies == 2 ? kernel_general_2_2_links
                                  : kernel_general_3_4_links;
    ck_assert(agrees_with_library(&m, &shape, run));
    thud_model_free(m.model);
}

START_TEST(agrees_for_links) { check_links((unsigned)_i); }
END_TEST

/* seeds of which rounding, by itself, would turn a link and a contact of the same two bodies one after the other
 * and the contact back again */
static const unsigned TURN_TOGETHER[] = {405, 826, 1014, 1406, 1483};

START_TEST(agrees_where_links_and_contacts_turn_together) { check_links(TURN_TOGETHER[_i]); }
END_TEST

/* a dashpot that pulls, before the gap opens, by more than it ever pushed: the largest force is of what pushes */
START_TEST(agrees_where_a_contact_pulls) { check_links(3551); }
END_TEST

/* Behind its yield point this link has 2 N/m, of which the weight that leans on it takes 4: nothing else holds the
 * body, and what it yields in one go is a mechanism. It moves on from 1 m/s by 7 to 8 cm, for its 5 N take the
 * energy that is left, m v²/2 − k δ_y²/2 = 0.375 J. */
START_TEST(agrees_where_a_weight_leans) {
    random_model m = {.model = thud_model_create(), .bodies = 1, .contacts = 2};
    thud_gap_contact far = thud_gap_contact_default(thud_law_find("hunt-crossley"));
    thud_link link = {.stiffness = 100, .height = 1, .weight = 4, .name = "storey"};
    far.gap = 10;
    far.restitution = 0.5;
    far.stiffness = 1e5;
    far.damping = THUD_DAMPING_EXACT;
    m.given[0] = m.given[1] = far;
    link.hysteresis = thud_hysteresis_default(THUD_HYSTERESIS_BILINEAR);
    link.hysteresis.yield = 5;
    link.hysteresis.hardening = 0.02;
    thud_body_id body = thud_model_add_body(m.model, "b", 1);
    thud_model_add_link(m.model, THUD_GROUND, body, &link);
    thud_model_add_link(m.model, THUD_GROUND, body, &(thud_link){.damping = 1e-3, .name = "dashpot"});
    thud_model_add_contact(m.model, "right", body, THUD_GROUND, &far);
    thud_model_add_contact(m.model, "left", THUD_GROUND, body, &far);
    thud_model_set_start(m.model, body, 0, 1);
    thud_model_set_duration(m.model, 2);
    thud_model_set_tolerance(m.model, 1e-10);
    ck_assert_int_eq(thud_model_build(m.model, NULL), THUD_OK);
    thud_simulation *simulation = random_model_run(&m, 0, 0);
    const double mechanism = thud_simulation_summary(simulation)->links[0].mechanism;
    ck_assert_msg(mechanism > 0.07 && mechanism < 0.08, "a mechanism of %g m", mechanism);
    thud_simulation_free(simulation);
    thud_case_shape shape = full_shape(m.model);
    ck_assert(agrees_with_library(&m, &shape, kernel_general_1_2_links));
    thud_model_free(m.model);
}
END_TEST

/* one body between two stops of one law: the kernels that have this alone, every law in turn. Nothing is declined
 */
static void check_stops(random_model m, bool rigid) {
    thud_case_shape shape = thud_shape_of(m.model);
    ck_assert_int_eq(shape.stops == THUD_STOPS_RIGID, rigid);
    ck_assert(of_one(&shape) != NULL);
    ck_assert(agrees_with_library(&m, &shape, of_one(&shape)));
    thud_model_free(m.model);
}

START_TEST(agrees_for_one_body) { check_stops(random_stops((unsigned)_i), false); }
END_TEST

/*
 * Three lanes that have a case of one body each and wait for each other: to the last bit what each is by itself,
 * and in either order. The last lane has none where there are two, and the results of a third are not touched.
 */
START_TEST(agrees_for_one_body_by_lanes) {
    random_model m[KERNEL_LANES];
    thud_batch_arrays *a = NULL;
    for (unsigned i = 0; i < KERNEL_LANES; i++) m[i] = random_stops(seed_of_law("gonthier", 10 * (unsigned)_i + i));
    const thud_case_shape shape = thud_shape_of(m[0].model);
    ck_assert_int_eq(thud_batch_arrays_create(&shape, KERNEL_LANES, &a), THUD_OK);
    for (size_t i = 0; i < KERNEL_LANES; i++) ck_assert_int_eq(thud_batch_put(a, i, m[i].model), THUD_OK);
    const size_t count = thud_shape_result_numbers(&shape) * KERNEL_LANES;
    double *alone = malloc(count * sizeof *alone);
    kernel_of_lanes = kernel_one_2_33_lanes;
    for (int cases = 2; cases <= KERNEL_LANES; cases++) {
        for (size_t i = 0; i < count; i++) a->results[i] = -7;
        for (kernel_id = 0; kernel_id < cases; kernel_id++)
            kernel_one_2_33(KERNEL_LANES, cases, 1e-9, a->numbers, a->flags, a->choices, a->structures, shape.place,
                            shape.pair, a->samples, a->records, a->steps, a->results);
        kernel_id = 0;
        memcpy(alone, a->results, count * sizeof *alone);
        for (kernel_order = -1; kernel_order <= 1; kernel_order += 2) {
            for (size_t i = 0; i < count; i++) a->results[i] = -7;
            kernel_by_lanes(KERNEL_LANES, cases, 1e-9, a->numbers, a->flags, a->choices, a->structures, shape.place,
                            shape.pair, a->samples, a->records, a->steps, a->results);
            ck_assert_mem_eq(alone, a->results, count * sizeof *alone);
        }
        kernel_order = 1;
    }
    for (size_t i = 0; i < KERNEL_LANES; i++) {
        ck_assert_double_eq(alone[i], 1); /* done */
        thud_model_free(m[i].model);
    }
    free(alone);
    thud_batch_arrays_free(a);
}
END_TEST

/* lines of two stiffnesses, sets and what is struck anew; and the separation at zero force of a damper that pulls
 * most */
START_TEST(agrees_for_some_laws) {
    static const char *const names[] = {"valles-reinhorn", "kelvin-voigt"};
    check_stops(random_stops(seed_of_law(names[_i % 2], 100 + (unsigned)_i)), false);
}
END_TEST

/* laws that no seed draws */
START_TEST(agrees_for_other_laws) {
    static const char *const names[] = {"thornton-2013", "carvalho-martins", "pant-wijeyewickrema", "ye-modified"};
    check_stops(random_stops_of(thud_law_find(names[_i % 4]), (unsigned)_i), false);
}
END_TEST

/* newton and poisson: impulses, accumulation, rest and release; nothing is declined */
START_TEST(agrees_for_rigid_stops) { check_stops(random_rigid_stops((unsigned)_i), true); }
END_TEST

START_TEST(agrees_for_rigid_stops_on_sine) { check_stops(random_rigid_stops_on_sine((unsigned)_i), true); }
END_TEST

/* flights whose tops are just halfway, where a search by signs of slopes sees a zero */
START_TEST(finds_tops_halfway) {
    static const unsigned seeds[] = {1472, 1519};
    check_stops(random_rigid_stops(seeds[_i]), true);
}
END_TEST

/* a body that comes slowly is torn away by the ground before it would have left: its contact, which lasts until the
 * gap opens, pulls by more than it has pushed, and the largest force is that of the push */
START_TEST(pushes_before_it_is_torn_away) {
    random_model m = {.model = thud_model_create(), .bodies = 1, .contacts = 2};
    thud_gap_contact c = thud_gap_contact_default(thud_law_find("hunt-crossley"));
    thud_motion *record = thud_motion_create(40, 0.01);
    c.gap = 1e-3;
    c.restitution = 0.3;
    c.stiffness = 1e5;
    c.damping = THUD_DAMPING_EXACT;
    c.separation = THUD_SEPARATION_RETURN;
    m.given[0] = m.given[1] = c;
    m.given[1].gap = 10; /* too far to be reached */
    for (size_t i = 0; i < record->count; i++) record->acceleration[i] = i < 14 ? 0 : 50;
    thud_body_id body = thud_model_add_body(m.model, "b", 1);
    thud_model_add_contact(m.model, "wall", body, THUD_GROUND, &m.given[0]);
    thud_model_add_contact(m.model, "far", THUD_GROUND, body, &m.given[1]);
    thud_model_set_start(m.model, body, 0, 0.01);
    thud_model_set_ground(m.model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
    thud_model_set_duration(m.model, 0.3);
    thud_model_set_tolerance(m.model, 1e-10);
    ck_assert_int_eq(thud_model_build(m.model, NULL), THUD_OK);
    check_stops(m, false);
    thud_motion_free(record);
}
END_TEST

/* what is not covered is named */
START_TEST(names_what_it_leaves) {
    const char *reason = NULL;
    thud_gap_contact newton = thud_gap_contact_default(thud_law_find("newton"));
    newton.gap = 1;
    thud_model *model = thud_model_create();
    thud_body_id body = thud_model_add_body(model, "b", 1), other = thud_model_add_body(model, "d", 1);
    thud_model_add_contact(model, "c", body, other, &newton);
    thud_model_set_duration(model, 1);
    ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
    ck_assert(!thud_device_covers(model, &reason));
    ck_assert_str_eq(reason, "a contact is impulsive");
    thud_model_free(model);
}
END_TEST

static const char *reason_for_link(const thud_link *link) {
    const char *reason = NULL;
    thud_model *model = thud_model_create();
    thud_model_add_link(model, THUD_GROUND, thud_model_add_body(model, "b", 1), link);
    thud_model_set_duration(model, 1);
    ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
    ck_assert_int_eq(thud_device_covers(model, &reason), reason == NULL);
    thud_model_free(model);
    return reason;
}

START_TEST(names_links_that_it_leaves) {
    thud_link link = {.stiffness = 1, .damping = 0.1, .name = "n"};
    ck_assert_ptr_null(reason_for_link(&link));
    link.hysteresis = thud_hysteresis_default(THUD_HYSTERESIS_BILINEAR);
    link.hysteresis.yield = 1;
    ck_assert_ptr_null(reason_for_link(&link));
    link.damping_exponent = 0.5;
    ck_assert_str_eq(reason_for_link(&link), "a dashpot is nonlinear");
    link.damping = 0;
    ck_assert_ptr_null(reason_for_link(&link));
    link.hysteresis = thud_hysteresis_default(THUD_HYSTERESIS_CLOUGH);
    link.hysteresis.yield = 1;
    ck_assert_str_eq(reason_for_link(&link), "a link is neither linear nor bilinear");
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("kernel");
    tcase_add_loop_test(tests, agrees, 0, TRIALS);
    tcase_add_loop_test(tests, agrees_for_links, 0, LINKS_TRIALS);
    tcase_add_loop_test(tests, agrees_where_links_and_contacts_turn_together, 0, 5);
    tcase_add_test(tests, agrees_where_a_contact_pulls);
    tcase_add_test(tests, agrees_where_a_weight_leans);
    tcase_add_loop_test(tests, agrees_by_lanes, LANES_FIRST, LANES_TRIALS);
    tcase_add_loop_test(tests, agrees_for_one_body, 0, ONE_BODY_TRIALS);
    tcase_add_loop_test(tests, agrees_for_one_body_by_lanes, 0, LANES_TRIALS);
    tcase_add_loop_test(tests, agrees_for_some_laws, 0, 2 * LAW_TRIALS);
    tcase_add_loop_test(tests, agrees_for_other_laws, 0, 4 * LAW_TRIALS);
    tcase_add_loop_test(tests, agrees_for_rigid_stops, 0, RIGID_TRIALS);
    tcase_add_loop_test(tests, finds_tops_halfway, 0, 2);
    tcase_add_test(tests, pushes_before_it_is_torn_away);
    tcase_add_loop_test(tests, agrees_for_rigid_stops_on_sine, 0, RIGID_TRIALS);
    tcase_add_test(tests, names_what_it_leaves);
    tcase_add_test(tests, names_links_that_it_leaves);
    return run_suite("kernel", tests);
}
