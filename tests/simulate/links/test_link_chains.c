/*
 * Random chains with links of every kind that has straight branches, under a sine of the ground, against the
 * classical Runge–Kutta method with laws of its own (link_reference.h); and energy that balances, with impacts too.
 */
#include "simulate/links/link_reference.h"

#include "simulate/dice.h"
#include "simulate/scene.h"

#if defined(__SANITIZE_ADDRESS__)
enum { MODELS = 40 };
#else
enum { MODELS = 120 };
#endif
static const double DURATION = 3, STEP = 2e-4;

typedef thud_link (*random_kind)(dice *);

static thud_link straight_link(dice *d) {
    static const thud_hysteresis_model kinds[] = {THUD_HYSTERESIS_NONE,         THUD_HYSTERESIS_BILINEAR,
                                                  THUD_HYSTERESIS_FLAG,         THUD_HYSTERESIS_CLOUGH,
                                                  THUD_HYSTERESIS_TENSION_ONLY, THUD_HYSTERESIS_COMPRESSION_ONLY};
    thud_link link = {.stiffness = spread(d, 50, 400), .damping = choose(d, 2) ? roll(d, 0, 3) : 0};
    link.hysteresis = thud_hysteresis_default(kinds[choose(d, sizeof kinds / sizeof kinds[0])]);
    thud_hysteresis *h = &link.hysteresis;
    if (isnan(h->yield)) {
        h->yield = fmax(spread(d, 1, 8), 0.061 * link.stiffness); /* within which all start */
        if (choose(d, 3)) h->hardening = roll(d, 0, 0.6);
    }
    if (isnan(h->energy)) h->energy = roll(d, 0.05, 1);
    if (h->model == THUD_HYSTERESIS_CLOUGH && choose(d, 2)) h->unloading = roll(d, 0, 1);
    if (h->model == THUD_HYSTERESIS_TENSION_ONLY || h->model == THUD_HYSTERESIS_COMPRESSION_ONLY)
        h->slack = choose(d, 3) ? roll(d, 0, 0.02) : 0;
    return link;
}

/* Bouc–Wen links start without a deformation, and backfill out of reach: how they would have come there is a test
 * of its own */
static thud_link smooth_link(dice *d) {
    thud_link link = {.stiffness = spread(d, 50, 400), .damping = choose(d, 2) ? roll(d, 0, 3) : 0};
    if (choose(d, 3) == 0) {
        static const double exponents[] = {1.5, 2};
        link.damping_exponent = exponents[choose(d, 2)];
        link.damping = roll(d, 1, 5);
    }
    thud_hysteresis *h = &link.hysteresis;
    if (choose(d, 3)) {
        *h = thud_hysteresis_default(THUD_HYSTERESIS_BOUC_WEN);
        h->yield = spread(d, 2, 10);
        h->hardening = roll(d, 0, 0.5);
        h->exponent = choose(d, 2) ? 1 + choose(d, 4) : roll(d, 1, 3);
        h->beta = roll(d, 0, 1);
    } else {
        *h = thud_hysteresis_default(THUD_HYSTERESIS_HYPERBOLIC);
        h->strength = spread(d, 2, 10);
        h->ratio = roll(d, 0.5, 1);
        h->gap = roll(d, 0, 0.02);
    }
    return link;
}

/* what sticks, and what all but does */
static thud_link rough_link(dice *d) {
    thud_link link = choose(d, 2) ? straight_link(d) : smooth_link(d);
    if (choose(d, 2)) {
        link.damping_exponent = roll(d, 0.2, 0.9);
        link.damping = roll(d, 0.2, 2);
    } else if (choose(d, 2)) {
        link.hysteresis = (thud_hysteresis){.model = THUD_HYSTERESIS_FRICTION, .force = spread(d, 0.3, 5)};
    }
    return link;
}

/* ω ≤ √(4 · 400/1) = 40 rad/s and a little more */
static scene *random_chain(unsigned seed, random_kind random_link, double start) {
    dice d = dice_of(seed);
    scene *s = scene_open(DURATION);
    int bodies = 1 + choose(&d, REFERENCE_BODIES);
    for (int i = 0; i < bodies; i++) {
        thud_body body = scene_body(s, roll(&d, 1, 3), start * roll(&d, -0.03, 0.03), roll(&d, -0.5, 0.5));
        thud_link link = random_link(&d);
        bool turned = choose(&d, 2);
        thud_body below = i == 0 ? THUD_BODY_GROUND : body - 1;
        scene_link(s, turned ? body : below, turned ? below : body, &link);
    }
    for (int i = 0; i < 2; i++) {
        thud_link link = random_link(&d);
        thud_body left = choose(&d, bodies + 1) - 1, right = choose(&d, bodies + 1) - 1;
        if (left != right) scene_link(s, left, right, &link);
    }
    thud_signal sine = {.kind = THUD_SIGNAL_SINE, .amplitude = roll(&d, 3, 15), .frequency = roll(&d, 0.5, 3)};
    thud_model_set_ground(s->model, &sine);
    return s;
}

/* the largest difference at the end from what the reference comes to, relative to peaks, and energies */
typedef struct {
    double motion, lost;
    size_t ends;
} difference;

static difference compare(scene *s) {
    scene_run(s);
    reference r;
    reference_start(&r, s->model);
    double stored = 0; /* in links of Clough */
    for (size_t i = 0; i < r.links; i++) {
        const thud_link *l = &s->model->links[i].given;
        double d = reference_between(&r, r.y, i);
        if (l->hysteresis.model == THUD_HYSTERESIS_CLOUGH) stored += 0.5 * l->stiffness * d * d;
    }
    reference_advance(&r, DURATION, STEP);
    difference most = {.ends = r.ends};
    for (size_t i = 0; i < r.n; i++) {
        const thud_body_summary *b = &s->summary->bodies[i];
        most.motion = fmax(most.motion, fabs(b->final_displacement - r.y[i]) / b->max_displacement);
        most.motion = fmax(most.motion, fabs(b->final_velocity - r.y[r.n + i]) / b->max_velocity);
    }
    const thud_energy_summary *e = &s->summary->energy;
    most.lost = fabs(e->hysteresis - reference_lost(&r, stored)) / e->input;
    return most;
}

/*
 * A step of the reference leaves (ωh)⁵/120 of the motion, 3e-11 of it at ω = 40; 15000 of them 5e-7 if none
 * cancelled, and steady motion leaves the root of that number: 1e-8. Ends of branches are found to rounding by
 * both.
 */
START_TEST(straight) {
    size_t ends = 0, yielding = 0;
    for (unsigned seed = 1; seed <= MODELS; seed++) {
        scene *s = random_chain(seed, straight_link, 1);
        difference d = compare(s);
        ck_assert_msg(d.motion < 5e-8, "seed %u: off by %.2g", seed, d.motion);
        ck_assert_msg(d.lost < 1e-7, "seed %u: losses off by %.2g", seed, d.lost);
        /* some thousand steps, a rounding of the largest energy each */
        ck_assert_msg(fabs(s->summary->energy.residual) < 1e-12, "seed %u: residual %g", seed,
                      s->summary->energy.residual);
        ends += d.ends;
        yielding += s->summary->energy.hysteresis > 0;
        scene_close(s);
    }
    ck_assert_uint_ge(ends, 20 * MODELS);
    ck_assert_uint_ge(yielding, MODELS / 3);
}
END_TEST

/* the same where the force is a curve. The reference does not see that |ḋ|^1.5 turns at zero, and leaves h^2.5 =
 * 6e-10 of the force at each of some hundred turns; nor that backfill lets go of the bodies: h² there */
START_TEST(smooth) {
    for (unsigned seed = 1; seed <= MODELS / 2; seed++) {
        scene *s = random_chain(seed, smooth_link, 0);
        difference d = compare(s);
        ck_assert_msg(d.motion < 2e-6, "seed %u: off by %.2g", seed, d.motion);
        ck_assert_msg(d.lost < 2e-6, "seed %u: losses off by %.2g", seed, d.lost);
        ck_assert_msg(fabs(s->summary->energy.residual) < 1e-9, "seed %u: residual %g", seed,
                      s->summary->energy.residual);
        scene_close(s);
    }
}
END_TEST

/* with stops of every kind that the structure strikes: nothing to compare with, but every joule is there */
START_TEST(with_impacts) {
    static const char *const laws[] = {"newton", "anagnostopoulos", "flores", "linear"};
    const random_kind kinds[] = {straight_link, smooth_link, rough_link};
    size_t impacts = 0;
    for (unsigned seed = 1; seed <= MODELS; seed++) {
        scene *s = random_chain(seed, kinds[seed % 3], 1);
        dice d = dice_of(1000 + seed);
        thud_body last = (thud_body)thud_model_body_count(s->model) - 1;
        for (int i = 0; i < 2; i++) {
            const char *law = laws[choose(&d, 4)];
            double e = strcmp(law, "linear") == 0 ? 1 : roll(&d, 0.2, 0.9);
            thud_gap_contact c = scene_contact(law, roll(&d, 0.031, 0.05), e, strcmp(law, "newton") ? 2e4 : 0);
            scene_touch(s, i ? last : THUD_BODY_GROUND, i ? THUD_BODY_GROUND : last, c);
        }
        scene_run(s);
        /* contact phases are to the tolerance, 1e-9, and energy to a tenth of that */
        ck_assert_msg(fabs(s->summary->energy.residual) < 1e-10, "seed %u: residual %g", seed,
                      s->summary->energy.residual);
        impacts += s->summary->impacts;
        scene_close(s);
    }
    ck_assert_uint_ge(impacts, 3 * MODELS);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("link chains");
    tcase_add_test(tests, straight);
    tcase_add_test(tests, smooth);
    tcase_add_test(tests, with_impacts);
    return run_suite("link chains", tests);
}
