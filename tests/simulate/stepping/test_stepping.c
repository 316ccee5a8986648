/*
 * Runs in steps of the caller against whole ones, over random models of every class: in one piece to the bit, in
 * many to what the tolerance leaves out; and from bytes to the bit, wherever these were saved.
 *
 *     test_stepping [MODELS [FIRST]]
 */
#include "simulate/outcome.h"
#include "simulate/random_models.h"
#include "simulate/state.h"

enum { CUTS = 10 };
static unsigned models = 160, first = 50;

/* ---- models ---- */

/* one body between stops, which has steppers of its own: along a record, or step by step */
static void oscillator(scene *s, dice *d, traits *t) {
    const double mass = spread(d, 0.5, 50);
    const thud_body body = scene_body(s, mass, 0, roll(d, -1, 1));
    scene_spring(s, THUD_BODY_GROUND, body, mass * spread(d, 20, 2000), mass * roll(d, 0, 2));
    for (int side = 0; side < 2; side++) {
        thud_gap_contact c = any(d, t, roll(d, 0.001, 0.03), 1e6, choose(d, 3));
        if (c.law->structure->kind == THUD_FORCE_BILINEAR) c.indentation = THUD_INDENTATION_PERMANENT;
        scene_touch(s, side ? body : THUD_BODY_GROUND, side ? THUD_BODY_GROUND : body, c);
    }
    load(s, d, roll(d, 1, 8));
}

static const class OSCILLATOR = {"oscillator", oscillator};

static const class *class_of(unsigned seed) {
    const unsigned kind = seed % (CLASS_COUNT + 1);
    return kind < CLASS_COUNT ? &CLASSES[kind] : &OSCILLATOR;
}

static scene *open_scene(unsigned seed) {
    dice d = dice_of(seed);
    traits t = {0};
    scene *s = scene_open(roll(&d, 0.5, 2));
    class_of(seed)->build(s, &d, &t);
    scene_build(s);
    return s;
}

static double duration_of(const scene *s) { return s->model->run.duration; }

/* a run in steps that keeps its ledger */
typedef struct steps {
    scene *scene;
    thud_observer observer;
} steps;

static steps *begin(scene *s) {
    steps *r = calloc(1, sizeof *r);
    *r = (steps){s, {.context = s, .impact = scene_keep}};
    s->count = 0;
    s->status = thud_simulation_start(s->simulation, &r->observer);
    return r;
}

static void go(steps *r, double until) {
    scene *s = r->scene;
    if (s->status == THUD_OK) s->status = thud_simulation_advance(s->simulation, until);
}

static outcome end(steps *r) {
    outcome o = outcome_now(r->scene);
    free(r);
    return o;
}

/* a whole run tells of impacts that are not over when it is; a run in steps does not, since it may go on */
static void leave_out_unended(outcome *o) {
    size_t kept = 0;
    for (size_t i = 0; i < o->count; i++)
        if (o->entries[i].ended) o->entries[kept++] = o->entries[i];
    o->count = kept;
}

/* ---- in one piece ---- */

START_TEST(one_piece_is_the_whole_run) {
    for (unsigned seed = first; seed < first + models; seed++) {
        scene *s = open_scene(seed);
        outcome whole = outcome_of(s);
        leave_out_unended(&whole);
        steps *r = begin(s);
        go(r, duration_of(s));
        outcome piece = end(r);
        ck_assert_msg(outcome_is_same(&whole, &piece), "%s, model %u: %s", class_of(seed)->name, seed,
                      outcome_compare(&whole, &piece, whole.summary.body_count).what);
        outcome_free(&whole);
        outcome_free(&piece);
        scene_close(s);
    }
}
END_TEST

/* ---- in many pieces ---- */

static int compare_times(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* instants to stop at, the last of them the end: any, and those at which impacts of the whole run begin and end */
static void choose_cuts(dice *d, const outcome *whole, double duration, double *cut) {
    for (int i = 0; i < CUTS; i++) {
        cut[i] = roll(d, 0, duration);
        if (whole->count == 0 || i % 2) continue;
        const thud_impact_entry *e = &whole->entries[choose(d, (int)whole->count)];
        cut[i] = fmin(e->time + (choose(d, 2) ? 0 : roll(d, 0, 1) * e->duration), duration);
    }
    cut[CUTS - 1] = duration;
    qsort(cut, CUTS, sizeof *cut, compare_times);
}

/* how far results move when all gaps move by a part in 1e11, those that are zero by as much of the largest way */
static double sensitivity(unsigned seed, const outcome *whole) {
    scene *s = open_scene(seed);
    const double way = outcome_scales_of(whole).way;
    for (size_t i = 0; i < thud_model_contact_count(s->model); i++) {
        thud_gap_contact c = s->simulation->contacts.given[i];
        if (c.gap == 0) c.gap = 1e-11 * way;
        else c.gap *= i % 2 == 0 ? 1 + 1e-11 : 1 - 1e-11;
        ck_assert_int_eq(thud_simulation_set_contact(s->simulation, i, &c), THUD_OK);
    }
    outcome after = outcome_of(s);
    leave_out_unended(&after);
    const double most = outcome_compare(whole, &after, whole->summary.body_count).most;
    outcome_free(&after);
    scene_close(s);
    return most;
}

/*
 * Impacts that accumulate are taken to their limit up to 2w/(q(1 − e)), some 1e-8 s of it, before they get there
 * (accumulate.c), and others follow one another within the rounding of an instant: which flights there are between
 * them depends on where steps end. What the largest reaction and the largest accelerations are is told in these
 * flights, where forces jump; everything else has no time to change.
 */
static void leave_out_jumps(const scene *s, outcome *o) {
    bool rigid = false;
    for (size_t i = 0; i < o->summary.contact_count; i++) {
        if (!s->simulation->contacts.list[i].impulsive) continue;
        rigid = true;
        o->contacts[i].max_force = 0;
    }
    for (size_t i = 0; i < o->summary.body_count && rigid; i++) o->bodies[i].max_acceleration = 0;
}

/*
 * Steps in contacts leave out 1e-11 of what they are (prepare.c), an impact takes some twenty of them, and a
 * hundred times that is what test_steppers.c allows for. What the impacts after it make of it is what they make of
 * a change of the gaps, which is measured; a model where a part in 1e11 becomes more than a millionth is left out.
 */
static double bound_for(const outcome *whole, double sensitive) {
    return 100 * 20 * (double)(whole->count + 1) * 1e-11 + 100 * sensitive;
}

static bool check_pieces(unsigned seed) {
    scene *s = open_scene(seed);
    dice d = dice_of(seed + 1000000);
    outcome whole = outcome_of(s);
    leave_out_unended(&whole);
    const double sensitive = sensitivity(seed, &whole);
    bool moves = false; /* by more than rounding */
    for (size_t i = 0; i < whole.summary.body_count; i++) moves = moves || whole.bodies[i].max_velocity > 1e-9;
    const bool compared = moves && whole.status == THUD_OK && sensitive < 1e-6;
    if (compared) {
        double cut[CUTS];
        choose_cuts(&d, &whole, duration_of(s), cut);
        steps *r = begin(s);
        for (int i = 0; i < CUTS; i++) {
            go(r, cut[i]);
            ck_assert_msg(s->status == THUD_OK, "model %u at %g s: %s", seed, cut[i], s->summary->error.text);
            ck_assert(s->summary->duration == cut[i]);
        }
        outcome pieces = end(r);
        for (size_t i = 0; i < whole.summary.contact_count; i++) /* these start and end at such instants */
            if (fabs(whole.contacts[i].stick_time - pieces.contacts[i].stick_time) < 1e-7)
                pieces.contacts[i].stick_time = whole.contacts[i].stick_time;
        leave_out_jumps(s, &whole);
        leave_out_jumps(s, &pieces);
        const outcome_difference off = outcome_compare(&whole, &pieces, whole.summary.body_count);
        ck_assert_msg(off.most <= bound_for(&whole, sensitive),
                      "%s, model %u: %s %.17g, in pieces %.17g, off by %.2g (%.2g)", class_of(seed)->name, seed,
                      off.what, off.a, off.b, off.most, sensitive);
        outcome_free(&pieces);
    }
    outcome_free(&whole);
    scene_close(s);
    return compared;
}

START_TEST(pieces_make_the_whole) {
    unsigned compared = 0;
    for (unsigned seed = first; seed < first + models; seed++) compared += check_pieces(seed);
    ck_assert_msg(2 * compared >= models, "only %u of %u could be compared", compared, models);
}
END_TEST

/* ---- from bytes ---- */

typedef struct bytes {
    size_t size;
    void *at;
} bytes;

static bytes save(scene *s) {
    bytes b = {.size = thud_simulation_save_size(s->simulation)};
    b.at = malloc(b.size);
    ck_assert_int_eq(thud_simulation_save(s->simulation, b.at, b.size), THUD_OK);
    return b;
}

static void check_state(scene *a, scene *b, unsigned seed, const char *what) {
    thud_sample p, q;
    ck_assert_int_eq(thud_simulation_state(a->simulation, &p), THUD_OK);
    ck_assert_int_eq(thud_simulation_state(b->simulation, &q), THUD_OK);
    const size_t n = a->summary->body_count * sizeof(double), m = a->summary->contact_count * sizeof(double);
    const bool same = p.time == q.time && memcmp(p.displacement, q.displacement, n) == 0 &&
                      memcmp(p.velocity, q.velocity, n) == 0 && memcmp(p.acceleration, q.acceleration, n) == 0 &&
                      memcmp(p.force, q.force, m) == 0;
    ck_assert_msg(same, "%s, model %u: %s differs", class_of(seed)->name, seed, what);
}

static void push(scene *s, dice *d, thud_input_kind kind) {
    const double force = roll(d, -1, 1) * s->model->bodies[0].mass, ground = roll(d, -1, 1);
    ck_assert_int_eq(thud_simulation_set_force(s->simulation, (thud_body_id){0}, force, kind), THUD_OK);
    ck_assert_int_eq(thud_simulation_set_ground(s->simulation, ground, kind), THUD_OK);
}

/*
 * At each cut the state goes over to another simulation, which has run something else before; both go on. Half of
 * the models have inputs, which change at the cuts.
 */
static void check_bytes(unsigned seed) {
    scene *s = open_scene(seed), *other = open_scene(seed);
    dice d = dice_of(seed + 1000000);
    double cut[CUTS];
    const bool driven = choose(&d, 2);
    outcome whole = outcome_of(s);
    choose_cuts(&d, &whole, duration_of(s), cut);
    steps *r = begin(s), *q = begin(other);
    go(q, 0.7 * duration_of(s));
    for (int i = 0; i < CUTS && s->status == THUD_OK; i++) {
        go(r, cut[i]);
        if (s->status != THUD_OK) break;
        if (driven && i < CUTS - 1) push(s, &d, i % 2 ? THUD_INPUT_RAMPED : THUD_INPUT_HELD);
        bytes b = save(s);
        other->status = thud_simulation_restore(other->simulation, b.at, b.size);
        ck_assert_int_eq(other->status, THUD_OK);
        other->count = s->count;
        memcpy(other->entries, s->entries, s->count * sizeof *s->entries);
        check_state(s, other, seed, "the state that was restored");
        const double on = i + 1 < CUTS ? cut[i] + 0.6 * (cut[i + 1] - cut[i]) : cut[i] + 0.1;
        go(r, on);
        go(q, on);
        ck_assert_int_eq(s->status, other->status);
        outcome one = outcome_now(s), two = outcome_now(other);
        ck_assert_msg(outcome_is_same(&one, &two), "%s, model %u, from %.17g s: %s", class_of(seed)->name, seed,
                      cut[i], outcome_compare(&one, &two, one.summary.body_count).what);
        if (s->status == THUD_OK) check_state(s, other, seed, "the state after it");
        outcome_free(&one);
        outcome_free(&two);
        free(b.at);
    }
    outcome_free(&whole);
    free(r);
    free(q);
    scene_close(s);
    scene_close(other);
}

START_TEST(from_bytes_to_the_bit) {
    for (unsigned seed = first; seed < first + models; seed++) check_bytes(seed);
}
END_TEST

int main(int argc, char **argv) {
    if (argc > 1) models = (unsigned)strtoul(argv[1], NULL, 10);
    if (argc > 2) first = (unsigned)strtoul(argv[2], NULL, 10);
    TCase *tests = tcase_create("stepping");
    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, one_piece_is_the_whole_run);
    tcase_add_test(tests, pieces_make_the_whole);
    tcase_add_test(tests, from_bytes_to_the_bit);
    return run_suite("stepping", tests);
}
