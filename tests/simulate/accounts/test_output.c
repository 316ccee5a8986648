/*
 * What is looked at changes nothing: the same bits in summary and ledger without any output, with histories of
 * several intervals, with the instants of events and with the ways of contacts. Models of all kinds, since each has
 * steps of its own: one body and several, along records and sines, with compliant and rigid contacts, with a
 * sticking body.
 */
#include "numeric/random.h"
#include "simulate/scene.h"

enum { MODELS = 100, WAYS = 6 };

static double between(thud_random *random, double low, double high) {
    return low + (high - low) * thud_random_uniform(random);
}

static void shake(scene *s, thud_random *random, double duration) {
    if (thud_random_uniform(random) < 0.3) {
        thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SINE,
                                                       .amplitude = between(random, 1, 8),
                                                       .frequency = between(random, 0.5, 4)});
        return;
    }
    double step = 0.01;
    thud_motion *record = thud_motion_create((size_t)(duration / step) + 2, step);
    for (size_t i = 0; i < record->count; i++) record->acceleration[i] = 3 * thud_random_normal(random);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
    thud_motion_free(record);
}

static thud_gap_contact contact(thud_random *random, double gap) {
    static const char *const LAWS[] = {"newton", "poisson", "flores", "kelvin-voigt", "gonthier", "jankowski-2006"};
    int i = (int)(6 * thud_random_uniform(random));
    return scene_contact(LAWS[i], gap, between(random, 0.3, 0.9), i < 2 ? 0 : i == 3 ? 2e5 : 2e6);
}

static scene *model(unsigned seed) {
    thud_random random = thud_random_seed(seed);
    double duration = between(&random, 0.7, 2);
    scene *s = scene_open(duration);
    int bodies = seed % 2 ? 1 : 2 + (int)(2 * thud_random_uniform(&random));
    thud_body before = THUD_BODY_GROUND;
    for (int i = 0; i < bodies; i++) {
        thud_body body = scene_body(s, between(&random, 0.5, 5), 0, between(&random, -0.3, 0.3));
        scene_spring(s, THUD_BODY_GROUND, body, between(&random, 20, 400), between(&random, 0, 3));
        if (i > 0) scene_touch(s, before, body, contact(&random, between(&random, 0.0005, 0.01)));
        before = body;
    }
    scene_touch(s, before, THUD_BODY_GROUND, contact(&random, between(&random, 0.001, 0.02)));
    scene_touch(s, THUD_BODY_GROUND, 0, contact(&random, between(&random, 0.001, 0.02)));
    if (seed % 3 == 0) thud_model_set_gravity(s->model, between(&random, -10, 10));
    shake(s, &random, duration);
    return s;
}

/* all numbers of a run but the time that it took */
typedef struct {
    thud_status status;
    thud_summary summary;
    thud_body_summary bodies[4];
    thud_contact_summary contacts[8];
    size_t count, samples;
    thud_impact_entry entries[SCENE_ENTRIES];
} result;

static bool keep_sample(void *context, const thud_sample *sample) {
    (void)sample;
    ((result *)context)->samples++;
    return true;
}

static bool keep_contact(void *context, const thud_contact_sample *sample) {
    (void)context;
    (void)sample;
    return true;
}

static bool keep_entry(void *context, const thud_impact_entry *entry) {
    result *r = context;
    if (r->count < SCENE_ENTRIES) memcpy(&r->entries[r->count++], entry, sizeof *entry);
    return true;
}

static void run(unsigned seed, int way, result *r) {
    memset(r, 0, sizeof *r);
    scene *s = model(seed);
    double duration = 0.7;
    /* nothing; samples of the record; between them; many to a step; few, with events; contacts alone */
    const double intervals[WAYS] = {0, 0.01, 0.00731, 0.0011, 0.31, 0};
    thud_model_set_output(s->model, way == 0 || way == 5 ? duration : intervals[way], way == 4);
    scene_build(s);
    thud_observer observer = {.context = r, .impact = keep_entry};
    if (way > 0 && way < 5) observer.sample = keep_sample;
    if (way >= 4) observer.contact = keep_contact;
    r->status = thud_simulation_run(s->simulation, &observer);
    r->summary = *s->summary;
    memcpy(r->bodies, s->summary->bodies, s->summary->body_count * sizeof *r->bodies);
    memcpy(r->contacts, s->summary->contacts, s->summary->contact_count * sizeof *r->contacts);
    r->summary.bodies = NULL;
    r->summary.contacts = NULL;
    r->summary.links = NULL;
    r->summary.supports = NULL;
    r->summary.watches = NULL;
    r->summary.solver.wall_seconds = 0;
    if (way > 0 && way < 4) ck_assert_uint_ge(r->samples, (size_t)(0.6 / intervals[way]));
    scene_close(s);
}

/* but for the bytes that nothing is kept in */
static bool same_entries(const result *a, const result *b) {
    bool same = a->count == b->count;
    for (size_t i = 0; i < a->count && same; i++)
        same = memcmp(&a->entries[i], &b->entries[i], offsetof(thud_impact_entry, ended)) == 0 &&
               a->entries[i].ended == b->entries[i].ended;
    return same;
}

START_TEST(same_bits_however_it_is_looked_at) {
    static result first, other;
    for (unsigned seed = 1; seed <= MODELS; seed++) {
        run(seed, 0, &first);
        ck_assert_msg(first.status == THUD_OK, "model %u: %s", seed, first.summary.error.text);
        for (int way = 1; way < WAYS; way++) {
            run(seed, way, &other);
            size_t bodies = first.summary.body_count, contacts = first.summary.contact_count;
            ck_assert_msg(memcmp(first.bodies, other.bodies, bodies * sizeof *first.bodies) == 0,
                          "model %u, way %d: bodies", seed, way);
            ck_assert_msg(memcmp(first.contacts, other.contacts, contacts * sizeof *first.contacts) == 0,
                          "model %u, way %d: contacts", seed, way);
            ck_assert_msg(same_entries(&first, &other), "model %u, way %d: ledger", seed, way);
            ck_assert_msg(memcmp(&first.summary, &other.summary, sizeof first.summary) == 0,
                          "model %u, way %d: summary", seed, way);
        }
    }
}
END_TEST

/* ---- samples inside the steps of a record ---- */

enum { ROWS = 400 };

/* displacement, velocity and acceleration of the first body */
typedef struct {
    double at[ROWS][3];
    size_t count;
} rows;

static bool keep_row(void *context, const thud_sample *sample) {
    rows *r = context;
    if (r->count == ROWS) return true;
    double *row = r->at[r->count++];
    row[0] = sample->displacement[0];
    row[1] = sample->velocity[0];
    row[2] = sample->acceleration[0];
    return true;
}

/* one body on a spring along a record, without or with an idle second body, which leaves it to the general series
 */
static rows sampled(unsigned seed, bool idle) {
    thud_random random = thud_random_seed(seed);
    scene *s = scene_open(1.5);
    scene_body(s, between(&random, 0.5, 5), 0, between(&random, -0.3, 0.3));
    scene_spring(s, THUD_BODY_GROUND, 0, between(&random, 20, 4000), between(&random, 0, 3));
    if (idle) scene_body(s, 1, 0, 0);
    thud_motion *record = thud_motion_create(160, 0.01);
    for (size_t i = 0; i < record->count; i++) record->acceleration[i] = 3 * thud_random_normal(&random);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
    thud_motion_free(record);
    thud_model_set_output(s->model, 0.0043, false); /* no multiple of the record's step, nor a part of it */
    rows r = {.count = 0};
    thud_observer observer = {.context = &r, .sample = keep_row};
    scene_build(s);
    ck_assert_int_eq(thud_simulation_run(s->simulation, &observer), THUD_OK);
    scene_close(s);
    return r;
}

/* both ways are exact: 1e-10 of the peaks is rounding of some hundred steps */
START_TEST(samples_inside_steps) {
    for (unsigned seed = 1; seed <= 100; seed++) {
        rows fast = sampled(seed, false), general = sampled(seed, true);
        double peak[3] = {0};
        ck_assert_uint_eq(fast.count, general.count);
        ck_assert_uint_gt(fast.count, 300);
        for (size_t i = 0; i < general.count; i++)
            for (int k = 0; k < 3; k++) peak[k] = fmax(peak[k], fabs(general.at[i][k]));
        for (size_t i = 0; i < general.count; i++)
            for (int k = 0; k < 3; k++)
                ck_assert_msg(fabs(fast.at[i][k] - general.at[i][k]) <= 1e-10 * peak[k],
                              "model %u, row %zu, %d: %.17g, not %.17g", seed, i, k, fast.at[i][k],
                              general.at[i][k]);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("output");
    tcase_add_test(tests, same_bits_however_it_is_looked_at);
    tcase_add_test(tests, samples_inside_steps);
    return run_suite("output", tests);
}
