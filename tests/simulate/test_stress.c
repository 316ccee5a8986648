/*
 * Random models, the same ones every time: bodies in a row with links, dampings, gaps, laws and loads of all kinds.
 * Every run must end with status OK and finite numbers, close its books, and keep bodies of newton and poisson
 * contacts apart; and CVODE must come to the same course, unless that depends too much on the last digits. An
 * argument runs the seeds from there on, as many as a second one says.
 */
#include "laws.h"
#include "simulate/scene.h"
#include "simulate/state.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SEEDS = 60 }; /* twenty times as slow */
#else
enum { SEEDS = 300 };
#endif
enum { MOST = 6 };

typedef struct dice {
    unsigned long long state;
} dice;

static double roll(dice *d, double low, double high) {
    d->state = d->state * 6364136223846793005ULL + 1442695040888963407ULL;
    unsigned long long z = d->state;
    z = (z ^ (z >> 33)) * 0xff51afd7ed558ccdULL;
    z ^= z >> 33;
    return low + (high - low) * (double)(z >> 11) * 0x1p-53;
}

static int choose(dice *d, int count) { return (int)roll(d, 0, count); }
static double spread(dice *d, double low, double high) { return low * pow(high / low, roll(d, 0, 1)); }

/* one roll after the other: in a call compilers may roll for the last argument first */
static void add_spring(scene *s, dice *d, thud_body left, thud_body right) {
    double damping = choose(d, 2) ? spread(d, 0.1, 30) : 0, stiffness = spread(d, 10, 1e5);
    scene_spring(s, left, right, stiffness, damping);
}

static void add_bodies(scene *s, dice *d, int n) {
    for (int i = 0; i < n; i++) {
        double x = choose(d, 3) == 0 ? roll(d, -0.01, 0.01) : 0, v = choose(d, 2) ? roll(d, -1, 1) : 0;
        scene_body(s, spread(d, 0.5, 50), x, v);
    }
    for (int i = 0; i < n; i++)
        if (choose(d, 4)) add_spring(s, d, THUD_BODY_GROUND, i);
    for (int i = 0; i + 1 < n; i++)
        if (choose(d, 2)) add_spring(s, d, i, i + 1);
    int damping = choose(d, 4);
    if (damping == 1) thud_model_set_modal_damping(s->model, roll(d, 0, 0.1));
    if (damping != 2) return;
    double by_stiffness = spread(d, 1e-6, 1e-4), by_mass = roll(d, 0, 1);
    thud_model_set_rayleigh_damping(s->model, by_mass, by_stiffness);
}

/* kind 0: compliant ones, 1: newton and poisson, 2: all */
static const thud_law *choose_law(dice *d, int kind) {
    for (;;) {
        const thud_law *law = drawn_law(choose(d, DRAWN_LAW_COUNT));
        bool impulsive = law->structure->kind == THUD_FORCE_IMPULSIVE;
        if (kind == 2 || impulsive == (kind == 1)) return law;
    }
}

static void add_contact(scene *s, dice *d, thud_body left, thud_body right, int kind) {
    const double exponents[] = {1, 1.25, 1.5, 1.37, 2};
    const thud_law *law = choose_law(d, kind);
    thud_force_kind force = law->structure->kind;
    bool impulsive = force == THUD_FORCE_IMPULSIVE;
    double e = choose(d, 8) == 0 || force == THUD_FORCE_ELASTIC ? 1 : roll(d, 0.2, 1), k = spread(d, 1e4, 1e8);
    double gap = 0.021 + (choose(d, 4) == 0 ? 0.02 : roll(d, 0.001, 0.05)); /* starts are up to 0.01 m off each */
    if (impulsive && choose(d, 6) == 0) e = 0;
    thud_gap_contact c = scene_contact(law->name, gap, e, impulsive ? 0 : k);
    double n = exponents[choose(d, 5)];
    if (!impulsive && n >= law->exponent_min && n <= law->exponent_max) c.exponent = n;
    if (force == THUD_FORCE_VISCOUS) {
        if (choose(d, 2)) c.damping = THUD_DAMPING_EXACT;
        c.separation = choose(d, 2) ? THUD_SEPARATION_RETURN : THUD_SEPARATION_ZERO_FORCE;
    }
    scene_touch(s, left, right, c);
}

static void add_record(scene *s, dice *d) {
    thud_motion *record = thud_motion_create(50 + (size_t)choose(d, 400), 0.01);
    double size = spread(d, 0.5, 20), a = 0;
    for (size_t i = 0; i < record->count; i++) record->acceleration[i] = a = 0.8 * a + size * roll(d, -1, 1);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
    thud_motion_free(record);
}

static void add_loads(scene *s, dice *d, int n) {
    if (choose(d, 2)) thud_model_set_gravity(s->model, choose(d, 2) ? 9.81 : roll(d, -3, 3));
    thud_signal sine = {.kind = THUD_SIGNAL_SINE};
    sine.amplitude = spread(d, 0.1, 20);
    sine.frequency = spread(d, 0.2, 20);
    int ground = choose(d, 4);
    if (ground == 1) thud_model_set_ground(s->model, &sine);
    if (ground == 2) add_record(s, d);
    thud_signal step = {.kind = THUD_SIGNAL_STEP};
    step.amplitude = roll(d, -200, 200);
    step.start = roll(d, 0, 1);
    if (choose(d, 3) == 0) scene_force(s, choose(d, n), &step);
    sine.amplitude *= 20;
    if (choose(d, 4) == 0) scene_force(s, choose(d, n), &sine);
}

static scene *random_scene(unsigned seed) {
    dice d = {seed * 0x9E3779B97F4A7C15ULL + 12345};
    scene *s = scene_open(roll(&d, 0.5, 3));
    int n = 1 + choose(&d, MOST), kind = choose(&d, 3);
    add_bodies(s, &d, n);
    for (int i = 0; i <= n; i++)
        if (choose(&d, 5))
            add_contact(s, &d, i == 0 ? THUD_BODY_GROUND : i - 1, i == n ? THUD_BODY_GROUND : i, kind);
    add_loads(s, &d, n);
    return s;
}

static void check_contacts(const scene *s, unsigned seed) {
    const thud_simulation *sim = s->simulation;
    for (size_t i = 0; i < s->summary->contact_count; i++) {
        const thud_contact_summary *c = &s->summary->contacts[i];
        ck_assert_msg(isfinite(c->max_force) && isfinite(c->impulse) && isfinite(c->energy_lost) &&
                          isfinite(c->stick_time) && isfinite(c->max_penetration),
                      "seed %u, contact %zu", seed, i);
        const thud_body_contact *t = &sim->contacts.list[i];
        if (!t->impulsive) continue;
        double depth =
            thud_coordinate(sim->motion.x, t->left) - thud_coordinate(sim->motion.x, t->right) - t->given.gap;
        /* what chatter leaves out, 1e-14 of the lengths, may come several times */
        ck_assert_msg(depth <= 1e-12, "seed %u, contact %zu: %g m inside", seed, i, depth);
    }
}

/* ---- a second opinion ---- */

enum { INSTANTS = 200 };

typedef struct course {
    size_t bodies, count;
    double x[(INSTANTS + 1) * MOST];
} course;

static bool follow(void *context, const thud_sample *sample) {
    course *c = context;
    if (sample->event || c->count > INSTANTS) return true;
    memcpy(c->x + c->count * c->bodies, sample->displacement, c->bodies * sizeof *c->x);
    c->count++;
    return true;
}

static void run_course(scene *s, course *c) {
    *c = (course){.bodies = s->summary->body_count};
    thud_observer observer = {.context = c, .sample = follow};
    ck_assert_int_eq(thud_simulation_run(s->simulation, &observer), THUD_OK);
}

/* how much more a change of the gaps, every other one to the other side, changes the courses of the bodies */
static double sensitivity(scene *s) {
    const double change = 1e-11; /* above the tolerance of what is compared, and below what makes another course */
    course *before = malloc(sizeof *before), *after = malloc(sizeof *after);
    double most = 0;
    run_course(s, before);
    for (size_t i = 0; i < s->summary->contact_count; i++) {
        thud_gap_contact c = s->simulation->contacts.given[i];
        c.gap *= i % 2 == 0 ? 1 + change : 1 - change;
        ck_assert_int_eq(thud_simulation_set_contact(s->simulation, i, &c), THUD_OK);
    }
    run_course(s, after);
    for (size_t j = 0; j < before->count * before->bodies && j < after->count * after->bodies; j++) {
        double peak = s->summary->bodies[j % before->bodies].max_displacement;
        if (peak > 0) most = fmax(most, fabs(before->x[j] - after->x[j]) / peak);
    }
    free(before);
    free(after);
    return most / change;
}

/*
 * CVODE's steps of 1e-13, some ten thousand of them, and thud's contacts to 1e-10 of their energy, some hundred of
 * them, may add up to 1e-8, which is what impacts then magnify. A model that magnifies a thousand times is no test
 * of either solver; a handful in a hundred does. Accumulating impacts between bodies end at one instant, and how
 * many of them are told apart there is the solver's own affair.
 */
static bool agrees_with_cvode(scene *s, unsigned seed) {
    thud_verification v;
    ck_assert_msg(thud_verify(s->model, NULL, NULL, NULL, &v) == THUD_OK, "seed %u: %s", seed, v.error.text);
    double magnified = sensitivity(s);
    if (magnified > 1e3) return false;
    ck_assert_msg(v.max_difference <= 1e-8 * fmax(magnified, 1), "seed %u: CVODE is %.2g away from %.6g s on; %.2g",
                  seed, v.max_difference, v.agreed_until, magnified);
    bool impulsive = false;
    for (size_t i = 0; i < s->summary->contact_count; i++)
        impulsive = impulsive || s->simulation->contacts.list[i].impulsive;
    if (!impulsive)
        ck_assert_msg(v.impacts == v.run_impacts, "seed %u: %zu and %zu", seed, v.impacts, v.run_impacts);
    /* peaks, forces, counts and stick times, by what both leave uncertain of each */
    const thud_verify_difference *d = v.different;
    ck_assert_msg(v.agrees, "seed %u: %s of part %d, %zu is %.12g, CVODE has %.12g, %.2g is allowed", seed, d->key,
                  (int)d->part, d->index, d->run, d->cvode, d->allowed);
    return true;
}

/* false where CVODE should have been asked, but the model is too sensitive */
static bool check_seed(unsigned seed, bool compared) {
    scene *s = random_scene(seed);
    thud_model_set_output(s->model, thud_model_duration(s->model) / INSTANTS, false);
    scene_build(s);
    s->simulation->motion.step_limit = 2000000;
    scene_try(s);
    ck_assert_msg(s->status == THUD_OK, "seed %u: %s: %s", seed, thud_status_text(s->status),
                  s->summary->error.text);
    /* up to some hundred contacts, each to a twentieth of the tolerance, of which several may act at once */
    ck_assert_msg(fabs(s->summary->energy.residual) <= 1e-9, "seed %u: residual %g", seed,
                  s->summary->energy.residual);
    for (size_t i = 0; i < s->summary->body_count; i++) {
        const thud_body_summary *b = &s->summary->bodies[i];
        ck_assert_msg(isfinite(b->max_displacement) && isfinite(b->max_velocity) && isfinite(b->max_acceleration) &&
                          isfinite(b->final_displacement) && isfinite(b->final_velocity),
                      "seed %u, body %zu", seed, i);
        ck_assert_msg(fabs(b->final_displacement) <= b->max_displacement * (1 + 1e-12) &&
                          fabs(b->final_velocity) <= b->max_velocity * (1 + 1e-12),
                      "seed %u, body %zu: ends beyond its peaks", seed, i);
    }
    check_contacts(s, seed);
    bool asked = !compared || agrees_with_cvode(s, seed);
    scene_close(s);
    return asked;
}

/* CVODE takes twenty times as long: it is asked about every fourth, and about all where seeds are given */
static unsigned first_seed = 0, seed_count = SEEDS, apart = 4;

START_TEST(test_random_models) {
    unsigned asked = 0;
    for (unsigned i = 0; i < seed_count; i++) asked += check_seed(first_seed + i, i % apart == 0);
    /* an end among bounces without loss, 0.3 nm high; and two contacts that are struck in turns at one instant */
    const unsigned others[] = {239, 388};
    for (size_t i = 0; i < sizeof others / sizeof *others && apart > 1; i++) check_seed(others[i], true);
    ck_assert_msg(asked >= seed_count * 9 / 10, "%u of %u are too sensitive", seed_count - asked, seed_count);
}
END_TEST

int main(int count, char **arguments) {
    if (count > 1) first_seed = (unsigned)strtoul(arguments[1], NULL, 10);
    if (count > 1) apart = 1;
    if (count > 2) seed_count = (unsigned)strtoul(arguments[2], NULL, 10);
    TCase *tests = tcase_create("stress");
    tcase_add_test(tests, test_random_models);
    return run_suite("stress", tests);
}
