/*
 * Large structures go by their modes. The same models by the general series of all bodies have every number of the
 * summary and the ledger alike. CVODE agrees on three hundred bodies, see tests/cross/test_tower.c.
 */
#include "simulate/modal/modal.h"
#include "simulate/outcome.h"
#include "simulate/propagator.h"

/* what is promised against the general series; a step in a contact leaves out a hundredth of the tolerance */
static const double PROMISED = 1e-9, TOLERANCE = 1e-12;

/* ---- models ---- */

/* kinks at every sample, which set all modes in motion; in the middle it grows, so that there are peaks late */
static void shake(thud_model *model, double duration, double step) {
    const size_t count = (size_t)(duration / step + 0.5) + 1;
    thud_motion *record = thud_motion_create(count, step);
    for (size_t i = 0; i < count; i++) {
        const double t = (double)i * step;
        record->acceleration[i] = (1 + t) * (sin(4 * t) + 0.5 * sin(0.7 * (double)(i * i)));
    }
    thud_model_set_ground(model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
    thud_motion_free(record);
}

/* a tower from body `first` on, whose period does not depend on its storeys */
static void add_tower(scene *s, int storeys, double period) {
    const double mass = 2e5, quarter = 1.57079632679489661923 / (2 * storeys + 1),
                 omega = 6.28318530717958647692 / period, stiffness = mass * pow(0.5 * omega / sin(quarter), 2);
    const thud_body first = (thud_body)thud_model_body_count(s->model);
    for (int i = 0; i < storeys; i++) {
        const thud_body body = scene_body(s, mass, 0, 0);
        scene_spring(s, i == 0 ? THUD_BODY_GROUND : first + i - 1, body, stiffness, 0);
    }
}

static scene *tower(int storeys, double gap, double duration, double step) {
    scene *s = scene_open(duration);
    add_tower(s, storeys, 1.5);
    thud_model_set_modal_damping(s->model, 0.05);
    scene_touch(s, storeys - 1, THUD_BODY_GROUND, scene_contact("gonthier", gap, 0.6, 2e9));
    thud_model_set_tolerance(s->model, TOLERANCE);
    shake(s->model, duration, step);
    return s;
}

/* two of them, side by side, that touch at every floor */
static scene *neighbours(int storeys, const char *law, double duration) {
    scene *s = scene_open(duration);
    add_tower(s, storeys, 1.2);
    add_tower(s, storeys, 0.8);
    thud_model_set_modal_damping(s->model, 0.05);
    for (int i = 0; i < storeys; i++)
        scene_touch(s, i, storeys + i, scene_contact(law, 0.02, 0.5, strcmp(law, "newton") == 0 ? 0 : 1e9));
    thud_model_set_tolerance(s->model, TOLERANCE);
    shake(s->model, duration, 0.02);
    return s;
}

/* a cantilever of finite elements in shear, with the masses of its nodes or those of its shape functions; it does
 * not go all the way with the ground */
static scene *beam(int n, bool full, bool modal) {
    scene *s = scene_open(3);
    const size_t count = (size_t)n;
    double *mass = calloc(2 * count * count + count, sizeof *mass), *stiffness = mass + count * count,
           *influence = stiffness + count * count;
    const double m = 1e4, k = 4e8;
    for (size_t i = 0; i < count; i++) {
        const bool last = i + 1 == count;
        mass[i * count + i] = full ? (last ? 2 : 4) * m / 6 : last ? 0.5 * m : m;
        stiffness[i * count + i] = last ? k : 2 * k;
        influence[i] = 1 - 0.2 * (double)i / (double)count;
        if (last) continue;
        stiffness[i * count + i + 1] = stiffness[(i + 1) * count + i] = -k;
        if (full) mass[i * count + i + 1] = mass[(i + 1) * count + i] = m / 6;
    }
    thud_model_add_matrices(
        s->model, &(thud_matrices){.count = count, .mass = mass, .stiffness = stiffness, .influence = influence});
    free(mass);
    if (modal) thud_model_set_modal_damping(s->model, 0.03);
    else thud_model_set_rayleigh_damping(s->model, 0.3, 2e-4);
    thud_model_set_gravity(s->model, 0.3);
    scene_touch(s, n - 1, THUD_BODY_GROUND, scene_contact("gonthier", 0.05, 0.6, 1e9));
    scene_touch(s, n / 2, THUD_BODY_GROUND, scene_contact("kelvin-voigt", 0.02, 0.7, 1e8));
    thud_model_set_tolerance(s->model, TOLERANCE);
    shake(s->model, 3, 0.02);
    return s;
}

/* ---- both ways ---- */

/* without modes: the general series of all bodies */
static void go_by_bodies(scene *s) {
    thud_simulation *sim = s->simulation;
    thud_modal_free(sim->structure.modal);
    sim->structure.modal = NULL;
    sim->propagation.without = ~(1u << (THUD_PROPAGATOR_COUNT - 1));
}

static void check_both_ways(scene *(*make)(void), size_t least_impacts) {
    scene *by_modes = make(), *by_bodies = make();
    scene_build(by_modes);
    scene_build(by_bodies);
    ck_assert_ptr_nonnull(by_modes->simulation->structure.modal);
    go_by_bodies(by_bodies);
    outcome fast = outcome_of(by_modes), right = outcome_of(by_bodies);
    ck_assert_msg(right.status == THUD_OK, "%s", right.summary.error.text);
    ck_assert_uint_ge(right.summary.impacts, least_impacts);
    const outcome_difference d = outcome_compare(&right, &fast, right.summary.body_count);
    ck_assert_msg(d.most <= PROMISED, "%s: %.17g by modes, %.17g by bodies, off by %.2g", d.what, d.b, d.a, d.most);
    ck_assert_double_lt(fabs(fast.summary.energy.residual), 1e-10);
    ck_assert_uint_lt(fast.summary.solver.rhs_evaluations, right.summary.solver.rhs_evaluations);
    outcome_free(&fast);
    outcome_free(&right);
    scene_close(by_modes);
    scene_close(by_bodies);
}

/* forces on its storeys, and a ground that is no record: no step along one is there to be taken */
static scene *pushed_tower(void) {
    scene *s = tower(40, 0.02, 3, 0.02);
    const thud_signal wind = {.kind = THUD_SIGNAL_SINE, .amplitude = 2e5, .frequency = 1.3, .phase = 0.4},
                      blow = {.kind = THUD_SIGNAL_STEP, .amplitude = -3e5, .start = 0.7},
                      ground = {.kind = THUD_SIGNAL_SINE, .amplitude = 2, .frequency = 0.8};
    scene_force(s, 39, &wind);
    scene_force(s, 12, &blow);
    thud_model_set_ground(s->model, &ground);
    return s;
}

/* a tower that stands on nothing, and has a mode without damping */
static scene *floating_tower(void) {
    scene *s = scene_open(2);
    for (int i = 0; i < 30; i++) scene_body(s, 1e5, 0, i < 10 ? 0.5 : 0);
    for (int i = 1; i < 30; i++) scene_spring(s, i - 1, i, 3e8, 0);
    thud_model_set_modal_damping(s->model, 0.04);
    scene_touch(s, 29, THUD_BODY_GROUND, scene_contact("gonthier", 0.05, 0.6, 1e9));
    scene_touch(s, THUD_BODY_GROUND, 0, scene_contact("gonthier", 0.05, 0.6, 1e9));
    thud_model_set_tolerance(s->model, TOLERANCE);
    shake(s->model, 2, 0.02);
    return s;
}

static scene *sixty_storeys(void) { return tower(60, 0.08, 6, 0.02); }
static scene *far_from_the_wall(void) { return tower(60, 5, 6, 0.02); }
/* so many that some are left out of bounds */
static scene *many_storeys(void) { return tower(150, 0.04, 1.5, 0.02); }
static scene *compliant_neighbours(void) { return neighbours(20, "gonthier", 5); }
static scene *rigid_neighbours(void) { return neighbours(15, "newton", 3); }
static scene *beam_of_nodes(void) { return beam(40, false, true); }
static scene *beam_of_shapes(void) { return beam(40, true, true); }
static scene *beam_with_rayleigh(void) { return beam(40, true, false); }

START_TEST(tower_against_a_wall) { check_both_ways(sixty_storeys, 3); }
END_TEST
START_TEST(tower_by_itself) { check_both_ways(far_from_the_wall, 0); }
END_TEST
START_TEST(tower_of_many_storeys) { check_both_ways(many_storeys, 1); }
END_TEST
START_TEST(neighbours_that_touch_at_every_floor) { check_both_ways(compliant_neighbours, 20); }
END_TEST
START_TEST(neighbours_with_rigid_floors) { check_both_ways(rigid_neighbours, 20); }
END_TEST
START_TEST(structures_by_matrices) {
    check_both_ways(beam_of_nodes, 2);
    check_both_ways(beam_of_shapes, 2);
    check_both_ways(beam_with_rayleigh, 2);
}
END_TEST

START_TEST(forces_and_a_ground_that_is_no_record) { check_both_ways(pushed_tower, 2); }
END_TEST
START_TEST(a_structure_without_supports) { check_both_ways(floating_tower, 1); }
END_TEST

/* two towers of a hundred storeys, and as many contacts */
START_TEST(a_hundred_floors_that_touch) {
    scene *s = neighbours(100, "gonthier", 1.5);
    scene_run(s);
    ck_assert_uint_ge(s->summary->impacts, 50);
    ck_assert_double_lt(fabs(s->summary->energy.residual), 1e-10);
    scene_close(s);
}
END_TEST

/* ---- histories ---- */

enum { MOST_SAMPLES = 2000 };
typedef struct history {
    size_t count;
    double time[MOST_SAMPLES], top[MOST_SAMPLES][3];
} history;

static bool take(void *context, const thud_sample *sample) {
    history *h = context;
    ck_assert_uint_lt(h->count, MOST_SAMPLES);
    h->time[h->count] = sample->time;
    h->top[h->count][0] = sample->displacement[59];
    h->top[h->count][1] = sample->velocity[59];
    h->top[h->count][2] = sample->acceleration[59];
    h->count++;
    return true;
}

/* samples at the ends of steps, and inside of them; both ways */
static void check_history(double interval) {
    static history histories[2];
    double scale[3] = {0};
    for (int way = 0; way < 2; way++) {
        scene *s = tower(60, 0.08, 3, 0.02);
        thud_model_set_output(s->model, interval, true);
        scene_build(s);
        if (way == 1) go_by_bodies(s);
        histories[way].count = 0;
        thud_observer observer = {.context = &histories[way], .sample = take};
        ck_assert_int_eq(thud_simulation_run(s->simulation, &observer), THUD_OK);
        scene_close(s);
    }
    const history *a = &histories[0], *b = &histories[1];
    ck_assert_uint_eq(a->count, b->count);
    ck_assert_uint_ge(a->count, (size_t)(3 / interval));
    for (size_t i = 0; i < b->count; i++)
        for (int k = 0; k < 3; k++) scale[k] = fmax(scale[k], fabs(b->top[i][k]));
    for (size_t i = 0; i < b->count; i++) {
        ck_assert_double_le(fabs(a->time[i] - b->time[i]), 1e-12);
        for (int k = 0; k < 3; k++) ck_assert_double_le(fabs(a->top[i][k] - b->top[i][k]), PROMISED * scale[k]);
    }
}

START_TEST(samples) {
    check_history(0.02);
    check_history(0.007);
}
END_TEST

/* a signal that is watched goes by series alone, and has the same peaks */
START_TEST(watched_signals) {
    double highest[2];
    for (int way = 0; way < 2; way++) {
        scene *s = tower(40, 0.08, 3, 0.02);
        thud_model_add_watch(
            s->model, NULL, &(thud_watch){.kind = THUD_WATCH_BASE_SHEAR, .right = {0}, .left = {THUD_BODY_GROUND}});
        scene_build(s);
        if (way == 1) go_by_bodies(s);
        scene_try(s);
        ck_assert_int_eq(s->status, THUD_OK);
        highest[way] = s->summary->watches[0].max;
        scene_close(s);
    }
    ck_assert_double_le(fabs(highest[0] - highest[1]), PROMISED * highest[1]);
}
END_TEST

/* ---- again, and in steps ---- */

START_TEST(again) {
    scene *s = tower(60, 0.08, 4, 0.02);
    outcome first = outcome_of(s), second = outcome_of(s);
    ck_assert(outcome_is_same(&first, &second));
    thud_gap_contact own = s->simulation->contacts.given[0], other = own;
    other.gap = 0.05;
    ck_assert_int_eq(thud_simulation_set_contact(s->simulation, 0, &other), THUD_OK);
    outcome third = outcome_of(s);
    ck_assert(!outcome_is_same(&first, &third));
    ck_assert_int_eq(thud_simulation_set_contact(s->simulation, 0, &own), THUD_OK);
    outcome back = outcome_of(s);
    ck_assert(outcome_is_same(&first, &back));
    outcome *all[] = {&first, &second, &third, &back};
    for (int i = 0; i < 4; i++) outcome_free(all[i]);
    scene_close(s);
}
END_TEST

/* a run that is saved and taken up again has the bits of one that went on; and the numbers of one in one piece */
START_TEST(in_steps) {
    scene *s = tower(60, 0.08, 4, 0.02);
    outcome whole = outcome_of(s);
    thud_body_summary went_on[60];
    char *bytes = NULL;
    size_t size = 0;
    ck_assert_int_eq(thud_simulation_start(s->simulation, NULL), THUD_OK);
    for (int i = 1; i <= 8; i++) {
        ck_assert_int_eq(thud_simulation_advance(s->simulation, 0.5 * i), THUD_OK);
        if (i != 3) continue;
        size = thud_simulation_save_size(s->simulation);
        bytes = malloc(size);
        ck_assert_int_eq(thud_simulation_save(s->simulation, bytes, size), THUD_OK);
    }
    memcpy(went_on, s->summary->bodies, sizeof went_on);
    ck_assert_int_eq(thud_simulation_restore(s->simulation, bytes, size), THUD_OK);
    for (int i = 4; i <= 8; i++) ck_assert_int_eq(thud_simulation_advance(s->simulation, 0.5 * i), THUD_OK);
    ck_assert_mem_eq(went_on, s->summary->bodies, sizeof went_on);
    for (int i = 0; i < 60; i++) {
        const double right = whole.bodies[i].max_acceleration;
        ck_assert_double_le(fabs(went_on[i].max_acceleration - right), PROMISED * right);
    }
    free(bytes);
    outcome_free(&whole);
    scene_close(s);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("modal");
    tcase_add_test(tests, tower_against_a_wall);
    tcase_add_test(tests, tower_by_itself);
    tcase_add_test(tests, tower_of_many_storeys);
    tcase_add_test(tests, neighbours_that_touch_at_every_floor);
    tcase_add_test(tests, neighbours_with_rigid_floors);
    tcase_add_test(tests, structures_by_matrices);
    tcase_add_test(tests, forces_and_a_ground_that_is_no_record);
    tcase_add_test(tests, a_structure_without_supports);
    tcase_add_test(tests, a_hundred_floors_that_touch);
    tcase_add_test(tests, samples);
    tcase_add_test(tests, watched_signals);
    tcase_add_test(tests, again);
    tcase_add_test(tests, in_steps);
    return run_suite("modal", tests);
}
