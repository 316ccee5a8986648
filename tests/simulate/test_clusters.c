/*
 * A street of buildings, each by its own steps: against each building by itself, against steps of all together, and
 * against CVODE; the ledger, samples, runs in steps, saved states and failures of it. Random streets are in
 * test_steppers.c.
 */
#include <thud/verify.h>

#include "simulate/outcome.h"
#include "simulate/propagator.h"

enum { MANY = 200, MOST_HEARD = 400000, NEVER = 10 /* m: a gap that does not close */ };
static const double SECONDS = 4;

/* which propagators a run has */
typedef enum means { AS_IT_COMES, TOGETHER } means;

static void choose_means(scene *s, means how) {
    if (how == TOGETHER) s->simulation->propagation.without = (1u << (THUD_PROPAGATOR_COUNT - 1)) - 1;
}

static void shake(scene *s) {
    thud_motion *record = thud_motion_create(401, 0.01);
    for (size_t i = 0; i < record->count; i++)
        record->acceleration[i] = 3 * sin(0.12 * (double)i) + 2 * cos(0.0021 * (double)(i * i));
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
    thud_motion_free(record);
}

/* periods between 0.4 and 0.65 s, no two alike */
static void add_building(scene *s, int number) {
    const double mass = 2e5, share = fmod(0.6180339887 * number, 1),
                 rate = 6.283185307179586 / (0.4 + 0.25 * share);
    const thud_body body = scene_body(s, mass, 0, 0);
    scene_spring(s, THUD_BODY_GROUND, body, mass * rate * rate, 0.1 * mass * rate);
}

/* not built */
static scene *street(int count, const char *law, double gap) {
    scene *s = scene_open(SECONDS);
    for (int i = 0; i < count; i++) add_building(s, i);
    thud_gap_contact c = scene_contact(law, gap, 0.6, strcmp(law, "newton") == 0 ? 0 : 2e9);
    for (int i = 0; i + 1 < count; i++) scene_touch(s, i, i + 1, c);
    shake(s);
    return s;
}

static bool uses_clusters(const scene *s) {
    for (size_t i = 0; i < THUD_PROPAGATOR_COUNT; i++)
        if (thud_propagators[i] == &thud_propagator_clusters)
            return thud_propagators[i]->fits(s->simulation, s->simulation->propagation.memory[i]);
    return false;
}

/* ---- each by itself ---- */

static void assert_same_body(const thud_body_summary *a, const thud_body_summary *b) {
    /* some 400 steps of a few roundings each, of series that end where those of the fastest building do */
    const double tolerance = 1e-12, x = a->max_displacement, v = a->max_velocity;
    ck_assert_double_le(fabs(a->max_displacement - b->max_displacement), tolerance * x);
    ck_assert_double_le(fabs(a->max_velocity - b->max_velocity), tolerance * v);
    ck_assert_double_le(fabs(a->max_acceleration - b->max_acceleration), tolerance * a->max_acceleration);
    ck_assert_double_le(fabs(a->final_displacement - b->final_displacement), tolerance * x);
    ck_assert_double_le(fabs(a->final_velocity - b->final_velocity), tolerance * v);
}

START_TEST(as_each_by_itself) {
    enum { COUNT = 30 };
    scene *s = street(COUNT, "gonthier", NEVER);
    scene_build(s);
    s->simulation->propagation.without = (1u << (THUD_PROPAGATOR_COUNT - 1)) - 1;
    for (size_t i = 0; i < THUD_PROPAGATOR_COUNT; i++) /* clusters, and what comes after them */
        if (thud_propagators[i] == &thud_propagator_clusters) s->simulation->propagation.without &= ~(1u << i);
    ck_assert(uses_clusters(s));
    scene_run(s);
    ck_assert_uint_eq(s->summary->impacts, 0);
    for (int i = 0; i < COUNT; i++) {
        scene *one = scene_open(SECONDS);
        add_building(one, i);
        shake(one);
        scene_run(one);
        assert_same_body(&one->summary->bodies[0], &s->summary->bodies[i]);
        /* two neighbours by themselves: how near they come is theirs, too */
        scene_close(one);
        if (i + 1 == COUNT) continue;
        scene *two = scene_open(SECONDS);
        add_building(two, i);
        add_building(two, i + 1);
        scene_touch(two, 0, 1, scene_contact("gonthier", NEVER, 0.6, 2e9));
        shake(two);
        scene_run(two);
        const double closest = two->summary->contacts[0].closest_approach;
        ck_assert_double_le(fabs(s->summary->contacts[i].closest_approach - closest), 1e-12 * closest);
        scene_close(two);
    }
    scene_close(s);
}
END_TEST

/* ---- all together ---- */

static double end_of(const thud_impact_entry *e) { return e->time + e->duration; }

/* the entries that a scene has kept */
static size_t kept(const scene *s) { return s->count < SCENE_ENTRIES ? s->count : SCENE_ENTRIES; }

/* Impacts of springs and dashpots end where they are entered; the clock is a sum of a thousand steps. */
static void assert_in_order(const scene *s) {
    for (size_t i = 1; i < kept(s); i++)
        ck_assert_double_ge(end_of(&s->entries[i]), end_of(&s->entries[i - 1]) - 1e-12);
}

static double difference(const scene *a, const scene *b) {
    double most = 0, largest = 0;
    for (size_t i = 0; i < a->summary->body_count; i++) {
        const thud_body_summary *p = &a->summary->bodies[i], *q = &b->summary->bodies[i];
        largest = fmax(largest, p->max_displacement);
        most = fmax(most, fabs(p->max_displacement - q->max_displacement));
        most = fmax(most, fabs(p->final_displacement - q->final_displacement));
    }
    return most / largest;
}

/* 200 buildings. Impacts leave out the tolerance, 1e-9, and magnify what they differ by: a hundredth of it is what
 * a step in a contact leaves out. */
START_TEST(as_all_together) {
    static const char *const laws[] = {"gonthier", "kelvin-voigt", "newton"};
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
        scene *s = street(MANY, laws[l], 0.02), *t = street(MANY, laws[l], 0.02);
        scene_build(s);
        scene_build(t);
        choose_means(t, TOGETHER);
        ck_assert(uses_clusters(s));
        scene_run(s);
        scene_run(t);
        ck_assert_uint_ge(s->count, MANY / 2);
        ck_assert_uint_eq(s->count, t->count);
        ck_assert_double_le(difference(s, t), 1e-9);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-10);
        for (size_t i = 0; i < kept(s); i++) ck_assert_uint_eq(s->entries[i].contact, t->entries[i].contact);
        if (l > 0) assert_in_order(s);
        scene_close(s);
        scene_close(t);
    }
}
END_TEST

/* Balls without a load: one window is the whole run. The first strikes the second, that one the third, which stood
 * guard, and so on to the sixth: by its own motion none of these would reach the next. */
static scene *balls(means how) {
    enum { COUNT = 24, NEAR = 6 };
    scene *s = scene_open(0.2);
    for (int i = 0; i < COUNT; i++) scene_body(s, 1, 0, i == 0 ? 1 : 0);
    for (int i = 0; i + 1 < COUNT; i++)
        scene_touch(s, i, i + 1, scene_contact("newton", i + 1 < NEAR ? 0.01 : NEVER, 0.8, 0));
    scene_build(s);
    choose_means(s, how);
    scene_run(s);
    return s;
}

START_TEST(guards_that_are_struck) {
    scene *s = balls(AS_IT_COMES), *t = balls(TOGETHER);
    ck_assert(uses_clusters(s));
    ck_assert_uint_ge(t->count, 5);
    ck_assert_uint_eq(s->count, t->count);
    ck_assert_double_le(difference(t, s), 1e-12); /* a dozen flights in straight lines */
    for (size_t i = 0; i < s->count; i++) ck_assert_uint_eq(s->entries[i].contact, t->entries[i].contact);
    scene_close(s);
    scene_close(t);
}
END_TEST

/* The work of an impact is that of a few buildings: five times as many buildings have five times as many of the
 * smaller steps, and as many windows. All together step at each event of all. */
START_TEST(steps_of_few) {
    size_t orders[2];
    for (int i = 0; i < 2; i++) {
        scene *s = street(i == 0 ? MANY : 5 * MANY, "gonthier", 0.02);
        scene_run(s);
        orders[i] = s->summary->solver.rhs_evaluations;
        ck_assert_uint_ge(s->summary->impacts, s->summary->body_count / 2);
        scene_close(s);
    }
    ck_assert_double_le((double)orders[1], 5.2 * (double)orders[0]);
}
END_TEST

/* ---- against CVODE ---- */

static void verify(int count) {
    scene *s = street(count, "gonthier", 0.02);
    scene_build(s);
    thud_verification v;
    const thud_status status = thud_verify(s->model, NULL, NULL, NULL, &v);
    if (status == THUD_ERROR_UNSUPPORTED) {
        scene_close(s);
        return;
    }
    ck_assert_int_eq(status, THUD_OK);
    ck_assert_msg(v.agrees, "%d buildings: %s", count,
                  v.difference_count > 0 ? v.different[0].key : "trajectories");
    ck_assert_uint_ge(v.impacts, (size_t)count / 2);
    ck_assert_uint_eq(v.impacts, v.run_impacts);
    ck_assert_double_le(v.max_difference, THUD_VERIFY_AGREEMENT);
    scene_close(s);
}

START_TEST(as_cvode) {
    verify(12);
    verify(50);
}
END_TEST

/* ---- what is seen ---- */

/* numbers that an observer was told */
typedef struct heard {
    size_t samples, ways, count;
    double *numbers; /* [MOST_HEARD] times, displacements, velocities, accelerations and forces */
    double last;
} heard;

static bool hear_sample(void *context, const thud_sample *s) {
    heard *h = context;
    ck_assert_double_gt(s->time, h->last);
    h->last = s->time;
    h->samples++;
    for (int i = 0; i < 24; i++) {
        ck_assert_uint_le(h->count + 4, MOST_HEARD);
        h->numbers[h->count++] = s->displacement[i];
        h->numbers[h->count++] = 0.1 * s->velocity[i];
        h->numbers[h->count++] = 0.001 * s->acceleration[i];
        h->numbers[h->count++] = i < 23 ? 1e-9 * s->force[i] : s->time;
    }
    return true;
}

static bool hear_way(void *context, const thud_contact_sample *s) {
    heard *h = context;
    ck_assert_uint_lt(s->contact, 23);
    ck_assert_double_ge(s->force, -1);
    h->ways++;
    return true;
}

static heard listen(means how, double interval) {
    scene *s = street(24, "gonthier", 0.01);
    thud_model_set_output(s->model, interval, false);
    scene_build(s);
    choose_means(s, how);
    heard h = {.numbers = calloc(MOST_HEARD, sizeof(double)), .last = -1};
    thud_observer observer = {.context = &h, .sample = hear_sample, .contact = hear_way};
    ck_assert_int_eq(thud_simulation_run(s->simulation, &observer), THUD_OK);
    ck_assert_uint_ge(s->summary->impacts, 24);
    scene_close(s);
    return h;
}

/* At samples of the record and beside them, ten within a step of it, and one now and then. Differences are
 * those of the tolerance, 1e-9, magnified by impacts: of displacements of some centimetres, and forces of some MN.
 */
START_TEST(samples_of_all) {
    static const double intervals[] = {0.01, 0.0037, 1e-3, 0.5};
    for (size_t i = 0; i < sizeof intervals / sizeof *intervals; i++) {
        heard a = listen(AS_IT_COMES, intervals[i]), b = listen(TOGETHER, intervals[i]);
        ck_assert_uint_eq(a.samples, (size_t)(SECONDS / intervals[i] + 1e-9) + 1);
        ck_assert_uint_eq(a.samples, b.samples);
        ck_assert_uint_gt(a.ways, 9 * 24);
        for (size_t k = 0; k < a.count; k++)
            ck_assert_msg(fabs(a.numbers[k] - b.numbers[k]) <= 1e-9, "sample %zu, number %zu: %.12g, %.12g", k / 96,
                          k % 96, a.numbers[k], b.numbers[k]);
        free(a.numbers);
        free(b.numbers);
    }
}
END_TEST

/* ---- in steps ---- */

START_TEST(in_steps_and_from_bytes) {
    scene *whole = street(24, "gonthier", 0.01), *s = street(24, "gonthier", 0.01);
    scene_run(whole);
    scene_build(s);
    thud_observer observer = {.context = s, .impact = scene_keep};
    ck_assert_int_eq(thud_simulation_start(s->simulation, &observer), THUD_OK);
    char *bytes = NULL;
    size_t size = 0, told = 0;
    for (int i = 1; i <= 400; i++) { /* the bytes are of an instant in the middle of the impacts */
        ck_assert_int_eq(thud_simulation_advance(s->simulation, i == 400 ? SECONDS : 0.0099 * i), THUD_OK);
        if (i != 150) continue;
        size = thud_simulation_save_size(s->simulation);
        bytes = malloc(size);
        told = s->count;
        ck_assert_int_eq(thud_simulation_save(s->simulation, bytes, size), THUD_OK);
    }
    ck_assert_uint_gt(told, 0);
    ck_assert_uint_eq(s->summary->impacts, whole->summary->impacts);
    ck_assert_double_le(difference(whole, s), 1e-9);
    const thud_body_summary last = s->summary->bodies[11];
    /* once more from there: to the bit */
    ck_assert_int_eq(thud_simulation_restore(s->simulation, bytes, size), THUD_OK);
    const size_t all = s->count;
    s->count = told;
    for (int i = 151; i <= 400; i++)
        ck_assert_int_eq(thud_simulation_advance(s->simulation, i == 400 ? SECONDS : 0.0099 * i), THUD_OK);
    ck_assert_uint_eq(s->count, all);
    ck_assert_mem_eq(&last, &s->summary->bodies[11], sizeof last);
    free(bytes);
    scene_close(s);
    scene_close(whole);
}
END_TEST

/* ---- what goes wrong ---- */

/* a contact whose restitution is zero at the speeds that come: named as the model has it, as in steps of all */
START_TEST(failures_have_their_names) {
    thud_error error[2];
    for (int how = 0; how < 2; how++) {
        scene *s = street(24, "gonthier", 0.01);
        thud_gap_contact *c = &s->model->contacts[17].given;
        c->restitution_curve = (thud_restitution_curve){THUD_RESTITUTION_POWER, .a = 10, .b = 1};
        scene_build(s);
        choose_means(s, how == 0 ? AS_IT_COMES : TOGETHER);
        scene_try(s);
        ck_assert_int_ne(s->status, THUD_OK);
        error[how] = s->summary->error;
        ck_assert_ptr_nonnull(strstr(error[how].text, "contact 'contact17'"));
        scene_close(s);
    }
    ck_assert_str_eq(error[0].text, error[1].text);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("clusters");
    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, as_each_by_itself);
    tcase_add_test(tests, as_all_together);
    tcase_add_test(tests, guards_that_are_struck);
    tcase_add_test(tests, steps_of_few);
    tcase_add_test(tests, as_cvode);
    tcase_add_test(tests, samples_of_all);
    tcase_add_test(tests, in_steps_and_from_bytes);
    tcase_add_test(tests, failures_have_their_names);
    return run_suite("clusters", tests);
}
