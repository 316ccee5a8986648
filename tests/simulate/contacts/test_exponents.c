/*
 * One impact through the event solver against thud_impact_solve, at random: exponents that no small root makes
 * whole, all compliant laws, tolerances from 1e-6 to 1e-12, masses, stiffnesses, speeds and coordinates that are
 * far apart. The only thing that the two share is the catalogue.
 */
#include "laws.h"
#include "simulate/dice.h"
#include "simulate/scene.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SEEDS = 200 }; /* twenty times as slow */
#else
enum { SEEDS = 2000 };
#endif

static unsigned first_seed = 0, seed_count = SEEDS;

static thud_gap_contact choose_contact(dice *d) {
    const thud_law *law;
    do law = drawn_law(choose(d, DRAWN_LAW_COUNT));
    while (law->structure->kind == THUD_FORCE_IMPULSIVE || !(law->exponent_max > 1));
    double e = law->structure->kind == THUD_FORCE_ELASTIC ? 1 : roll(d, 0.1, 1), k = spread(d, 1e2, 1e12);
    thud_gap_contact c = scene_contact(law->name, 0, e, k);
    double n = choose(d, 3) == 0 ? 1 + 0.1 * choose(d, 11) : roll(d, 1, 2);
    c.exponent = fmin(fmax(n, law->exponent_min), law->exponent_max);
    if (law->structure->kind != THUD_FORCE_VISCOUS) return c;
    if (choose(d, 2)) c.damping = THUD_DAMPING_EXACT;
    c.separation = choose(d, 2) ? THUD_SEPARATION_RETURN : THUD_SEPARATION_ZERO_FORCE;
    return c;
}

static thud_impact_options options_of(const thud_gap_contact *c, double mass, double speed) {
    thud_impact_options o = thud_impact_options_default(c->law);
    o.restitution = c->restitution;
    o.exponent = c->exponent;
    o.stiffness = c->stiffness;
    o.mass = mass;
    o.speed = speed;
    o.damping = c->damping;
    o.separation = c->separation;
    return o;
}

typedef struct {
    unsigned seed;
    const thud_gap_contact *contact;
    double tolerance, allowed;
} comparison;

static void compare(const comparison *c, const char *what, double actual, double expected, double scale) {
    double error = fabs(actual - expected) / scale;
    ck_assert_msg(error <= c->allowed,
                  "seed %u: %s, e %g, n %g, k %g, damping %d, separation %d, tolerance %g: %s = %.15g, expected "
                  "%.15g, off by %.2g",
                  c->seed, c->contact->law->name, c->contact->restitution, c->contact->exponent,
                  c->contact->stiffness, c->contact->damping, c->contact->separation, c->tolerance, what, actual,
                  expected, error);
}

/* half of them with a wall, and half of them at coordinates that are much larger than the penetration */
static scene *collide(dice *d, thud_gap_contact *c, double tolerance, thud_impact *expected) {
    double speed = spread(d, 0.01, 100), mass = spread(d, 1e-5, 1e6), other = spread(d, 0.1, 10) * mass;
    bool wall = choose(d, 2);
    c->gap = choose(d, 2) ? roll(d, -1, 1) : 0;
    thud_impact_options o = options_of(c, wall ? mass : thud_effective_mass(mass, other), speed);
    ck_assert_int_eq(thud_impact_solve(&o, expected), THUD_OK);
    if (!(expected->contact_time < INFINITY && expected->restitution > 1e-3))
        return NULL; /* as good as never over */
    double length = expected->max_penetration;
    scene *s = scene_open(length / speed + 2 * expected->contact_time);
    thud_body left = scene_body(s, mass, c->gap - length, speed);
    scene_touch(s, left, wall ? THUD_BODY_GROUND : scene_body(s, other, 0, 0), *c);
    thud_model_set_tolerance(s->model, tolerance);
    return s;
}

/*
 * Each of some hundred steps errs by a hundredth of the tolerance, and few of them at all. Coordinates are rounded,
 * u = 2⁻⁵³ of their size each time: a penetration is off by up to 3u of the gap where it begins and where it is
 * largest, and a force by n ≤ 2 times as much.
 */
static bool check_seed(unsigned seed) {
    dice d = dice_of(seed);
    thud_gap_contact c = choose_contact(&d);
    double tolerance = choose(&d, 3) == 0 ? 1e-12 : spread(&d, 1e-12, 1e-6);
    thud_impact r;
    scene *s = collide(&d, &c, tolerance, &r);
    if (!s) return false;
    scene_try(s);
    ck_assert_msg(s->status == THUD_OK, "seed %u: %s", seed, s->summary->error.text);
    ck_assert_msg(s->count == 1 && s->entries[0].ended, "seed %u: %zu contacts", seed, s->count);
    const thud_impact_entry *e = &s->entries[0];
    double depth = r.max_penetration, energy = r.energy_lost / (1 - r.restitution * r.restitution);
    comparison to = {seed, &c, tolerance, tolerance + 6 * 0x1p-53 * fabs(c.gap) / depth};
    compare(&to, "restitution", e->restitution, r.restitution, 1);
    compare(&to, "contact time", e->duration, r.contact_time, r.contact_time);
    compare(&to, "largest force", e->max_force, r.max_force, r.max_force);
    compare(&to, "largest penetration", e->max_penetration, depth, depth);
    if (r.restitution < 0.999) compare(&to, "energy lost", e->energy_lost, r.energy_lost, energy);
    compare(&to, "residual", s->summary->energy.residual, 0, 1);
    scene_close(s);
    return true;
}

START_TEST(test_random_impacts) {
    unsigned compared = 0;
    for (unsigned i = 0; i < seed_count; i++) compared += check_seed(first_seed + i);
    ck_assert_msg(compared >= seed_count * 9 / 10, "%u of %u compared", compared, seed_count);
}
END_TEST

int main(int count, char **arguments) {
    if (count > 1) first_seed = (unsigned)strtoul(arguments[1], NULL, 10);
    if (count > 2) seed_count = (unsigned)strtoul(arguments[2], NULL, 10);
    TCase *tests = tcase_create("exponents");
    tcase_add_test(tests, test_random_impacts);
    return run_suite("exponents", tests);
}
