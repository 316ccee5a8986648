/*
 * Bodies that touch at rest when the run begins, and that no acceleration parts or drives together at first: two
 * buildings side by side without a gap when the ground begins to move. The motion is that of gaps that become ever
 * smaller; and CVODE, which looks for its events by itself, comes to the same. Random models, the same ones every
 * time. An argument runs the seeds from there on, as many as a second one says.
 */
#include "laws.h"
#include "simulate/dice.h"
#include "simulate/scene.h"
#include "simulate/state.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SEEDS = 30 }; /* twenty times as slow */
#else
enum { SEEDS = 200 };
#endif
enum { MOST = 4, INSTANTS = 100 };

/* ---- models ---- */

static const thud_law *choose_law(dice *d) {
    for (;;) {
        const thud_law *law = drawn_law(choose(d, DRAWN_LAW_COUNT));
        if (law->structure->kind != THUD_FORCE_IMPULSIVE) return law;
    }
}

static void add_contact(scene *s, dice *d, thud_body left, thud_body right) {
    const double exponents[] = {1.25, 1.5, 1.37, 2};
    const thud_law *law = choose_law(d);
    thud_force_kind force = law->structure->kind;
    double e = force == THUD_FORCE_ELASTIC ? 1 : roll(d, 0.4, 1), k = spread(d, 1e4, 1e9);
    thud_gap_contact c = scene_contact(law->name, 0, e, k);
    double n = choose(d, 3) ? exponents[choose(d, 4)] : roll(d, 1, 2);
    c.exponent = fmin(fmax(n, law->exponent_min), law->exponent_max);
    if (force == THUD_FORCE_VISCOUS) {
        if (choose(d, 2)) c.damping = THUD_DAMPING_EXACT;
        c.separation = choose(d, 2) ? THUD_SEPARATION_RETURN : THUD_SEPARATION_ZERO_FORCE;
    }
    scene_touch(s, left, right, c);
}

static thud_signal choose_sine(dice *d, double largest) {
    double side = choose(d, 2) ? 1 : -1;
    thud_signal sine = {.kind = THUD_SIGNAL_SINE};
    sine.amplitude = side * spread(d, 0.01 * largest, largest);
    sine.frequency = spread(d, 0.2, 10);
    return sine;
}

static void add_record(scene *s, dice *d) {
    thud_motion *record = thud_motion_create(101, 0.01);
    double size = spread(d, 0.5, 20), a = 0;
    for (size_t i = 1; i < record->count; i++) record->acceleration[i] = a = 0.8 * a + size * roll(d, -1, 1);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
    thud_motion_free(record);
}

/* those of the ground and the forces begin with zero; gravity is the same for all */
static void add_loads(scene *s, dice *d, int n) {
    int kind = choose(d, 4);
    thud_signal sine = choose_sine(d, 20), force = choose_sine(d, 100);
    if (kind == 0) thud_model_set_gravity(s->model, sine.amplitude / 2);
    if (kind == 1) thud_model_set_ground(s->model, &sine);
    if (kind == 2) add_record(s, d);
    if (kind == 3 || choose(d, 3) == 0) scene_force(s, choose(d, n), &force);
}

/* bodies in a row, on springs most of them, that stand still, or move along together where no wall is near */
static scene *random_scene(unsigned seed) {
    dice d = dice_of(seed);
    scene *s = scene_open(roll(&d, 0.2, 1));
    bool moving = choose(&d, 5) == 0, none = true;
    int n = moving ? 2 + choose(&d, MOST - 1) : 1 + choose(&d, MOST);
    double velocity = moving ? roll(&d, -2, 2) : 0;
    for (int i = 0; i < n; i++) scene_body(s, spread(&d, 0.5, 50), 0, velocity);
    for (int i = 0; i < n; i++) {
        double stiffness = spread(&d, 10, 1e4), damping = choose(&d, 2) && !moving ? spread(&d, 0.1, 30) : 0;
        if (choose(&d, 4)) scene_spring(s, THUD_BODY_GROUND, i, stiffness, damping);
    }
    int last = moving ? n - 1 : n;
    for (int i = moving ? 1 : 0; i <= last; i++) {
        bool wanted = choose(&d, 2);
        if (!wanted && (i < last || !none)) continue;
        add_contact(s, &d, i == 0 ? THUD_BODY_GROUND : i - 1, i == n ? THUD_BODY_GROUND : i);
        none = false;
    }
    add_loads(s, &d, n);
    thud_model_set_tolerance(s->model, 1e-11);
    thud_model_set_output(s->model, thud_model_duration(s->model) / INSTANTS, false);
    return s;
}

/* ---- their courses ---- */

typedef struct course {
    size_t bodies, count;
    double x[(INSTANTS + 1) * MOST], largest; /* m */
} course;

static bool follow(void *context, const thud_sample *sample) {
    course *c = context;
    if (sample->event || c->count > INSTANTS) return true;
    memcpy(c->x + c->count * c->bodies, sample->displacement, c->bodies * sizeof *c->x);
    c->count++;
    return true;
}

static course run_with_gap(scene *s, unsigned seed, double gap) {
    course c = {.bodies = thud_model_body_count(s->model)};
    for (size_t i = 0; i < thud_model_contact_count(s->model); i++) {
        thud_gap_contact given = s->simulation->contacts.given[i];
        given.gap = gap;
        ck_assert_int_eq(thud_simulation_set_contact(s->simulation, i, &given), THUD_OK);
    }
    thud_status status = thud_simulation_run(s->simulation, &(thud_observer){.context = &c, .sample = follow});
    ck_assert_msg(status == THUD_OK, "seed %u, gap %g: %s", seed, gap, s->summary->error.text);
    /* contacts to a hundredth of 1e-9 each, some hundred of them */
    ck_assert_msg(fabs(s->summary->energy.residual) <= 1e-9, "seed %u, gap %g: residual %g", seed, gap,
                  s->summary->energy.residual);
    for (size_t j = 0; j < c.count * c.bodies; j++) {
        ck_assert_msg(isfinite(c.x[j]), "seed %u, gap %g: not a number", seed, gap);
        c.largest = fmax(c.largest, fabs(c.x[j]));
    }
    return c;
}

static double distance(const course *a, const course *b) {
    double most = 0;
    for (size_t j = 0; j < a->count * a->bodies; j++) most = fmax(most, fabs(a->x[j] - b->x[j]));
    return most / a->largest;
}

/*
 * A gap delays the contact and lets the bodies meet at a speed: what that changes goes to zero with the gap, though
 * not in proportion. From a gap of 1e-9 of the displacements to a hundredth of it the course comes nearer to that
 * without a gap, at least as (1/100)^(1/5): (1/100)^(1/5) = 0.4, or 0.4/(1 − 0.4) of the way between the two is
 * left at most. Contacts to 1e-11 each, magnified as the gaps are, make 1e-10 where that is all that is seen.
 * CVODE's steps of 1e-13, some ten thousand of them, may add up to 1e-8, which impacts then magnify.
 * Models that magnify a change of 1e-9 to more than 1e-5 are no test of anything.
 */
static bool check_seed(unsigned seed, bool compared) {
    scene *s = random_scene(seed);
    scene_build(s);
    course zero = run_with_gap(s, seed, 0), near = run_with_gap(s, seed, 1e-11 * zero.largest),
           far = run_with_gap(s, seed, 1e-9 * zero.largest);
    double left = distance(&zero, &near), between = distance(&near, &far), magnified = fmax(between / 1e-9, 1);
    bool tame = magnified <= 1e4;
    if (tame)
        ck_assert_msg(left <= between + 1e-10 * magnified, "seed %u: %.2g left, %.2g between", seed, left, between);
    if (tame && compared) {
        thud_verification v;
        ck_assert_msg(thud_verify(s->model, NULL, NULL, NULL, &v) == THUD_OK, "seed %u: %s", seed, v.error.text);
        ck_assert_msg(v.max_difference <= 1e-8 * magnified, "seed %u: CVODE is %.2g away; %.2g", seed,
                      v.max_difference, magnified);
    }
    scene_close(s);
    return tame;
}

static unsigned first_seed = 0, seed_count = SEEDS;

START_TEST(test_limit_of_small_gaps) {
    unsigned tame = 0;
    for (unsigned i = 0; i < seed_count; i++) tame += check_seed(first_seed + i, i % 4 == 0);
    ck_assert_msg(tame >= seed_count * 9 / 10, "%u of %u are too sensitive", seed_count - tame, seed_count);
}
END_TEST

int main(int count, char **arguments) {
    if (count > 1) first_seed = (unsigned)strtoul(arguments[1], NULL, 10);
    if (count > 2) seed_count = (unsigned)strtoul(arguments[2], NULL, 10);
    TCase *tests = tcase_create("at rest");
    tcase_add_test(tests, test_limit_of_small_gaps);
    return run_suite("at rest", tests);
}
