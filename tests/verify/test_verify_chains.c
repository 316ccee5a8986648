/*
 * Structures with links of every kind that is not linear, and contacts beside them: thud's own solver and CVODE,
 * which has laws, modes and zeros of its own for each, follow the same course.
 */
#include "numeric/random.h"
#include "simulate/scene.h"

static double roll(thud_random *r, double low, double high) { return low + (high - low) * thud_random_uniform(r); }

static double spread(thud_random *r, double low, double high) { return low * pow(high / low, roll(r, 0, 1)); }

/* yields at a deformation of some centimetres */
static thud_link random_link(thud_random *r, thud_hysteresis_model model) {
    thud_link link = {.stiffness = roll(r, 40, 300), .hysteresis = thud_hysteresis_default(model)};
    thud_hysteresis *h = &link.hysteresis;
    bool leans = roll(r, 0, 1) < 0.3; /* P–Δ */
    link.weight = leans ? 0.1 * link.stiffness : 0;
    link.height = leans ? roll(r, 1, 3) : 0;
    double way = roll(r, 0.01, 0.05), share = roll(r, 0, 0.3), other = roll(r, 0.2, 0.9);
    switch (model) {
    case THUD_HYSTERESIS_BILINEAR:
    case THUD_HYSTERESIS_CLOUGH:
    case THUD_HYSTERESIS_FLAG:
    case THUD_HYSTERESIS_BOUC_WEN:
        h->yield = link.stiffness * way;
        h->hardening = share;
        break;
    case THUD_HYSTERESIS_FRICTION: h->force = link.stiffness * way; break;
    case THUD_HYSTERESIS_HYPERBOLIC:
        h->strength = 3 * link.stiffness * way;
        h->ratio = other;
        h->gap = 0.3 * way;
        break;
    case THUD_HYSTERESIS_TENSION_ONLY:
    case THUD_HYSTERESIS_COMPRESSION_ONLY: h->slack = 0.3 * way; break;
    case THUD_HYSTERESIS_NONE: link.damping = 3, link.damping_exponent = roll(r, 0.3, 2); break;
    }
    if (model == THUD_HYSTERESIS_CLOUGH) h->unloading = roll(r, 0, 0.5);
    if (model == THUD_HYSTERESIS_FLAG) h->energy = other;
    if (model == THUD_HYSTERESIS_BOUC_WEN) h->exponent = 1 + (int)roll(r, 0, 3), h->beta = other;
    return link;
}

/* one to three bodies, each held to the ground by a soft spring, in a row of such links; a contact at its end */
static scene *random_chain(unsigned seed, thud_hysteresis_model model) {
    thud_random random = thud_random_seed(seed), *r = &random;
    scene *s = scene_open(roll(r, 1, 2));
    int n = 1 + (int)roll(r, 0, 3);
    bool from_rest = roll(r, 0, 1) < 0.3;
    for (int i = 0; i < n; i++) {
        double mass = roll(r, 0.5, 2), place = roll(r, -0.03, 0.03), speed = roll(r, -0.3, 0.3);
        scene_body(s, mass, i == 0 && !from_rest ? place : 0, from_rest ? 0 : speed);
        thud_link link = random_link(r, model);
        double soft = roll(r, 5, 20);
        scene_link(s, i == 0 ? THUD_BODY_GROUND : i - 1, i, &link);
        scene_spring(s, THUD_BODY_GROUND, i, soft, 0.1 * soft);
    }
    double amplitude = spread(r, 0.5, 6), frequency = roll(r, 0.5, 3), gap = roll(r, 0.04, 0.15),
           e = roll(r, 0.3, 0.9);
    thud_model_set_ground(s->model,
                          &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = amplitude, .frequency = frequency});
    bool rigid = roll(r, 0, 1) < 0.5;
    scene_touch(s, n - 1, THUD_BODY_GROUND, scene_contact(rigid ? "newton" : "flores", gap, e, rigid ? 0 : 1e4));
    return s;
}

/* the same beside dashpots of small exponents, which hold what hardly moves: from rest, in a row and to the ground
 */
static scene *random_holding(unsigned seed) {
    static const thud_hysteresis_model MODELS[] = {THUD_HYSTERESIS_BILINEAR, THUD_HYSTERESIS_FRICTION,
                                                   THUD_HYSTERESIS_BOUC_WEN, THUD_HYSTERESIS_TENSION_ONLY};
    thud_random random = thud_random_seed(1000 + seed), *r = &random;
    scene *s = scene_open(1.5);
    int n = 1 + (int)roll(r, 0, 3);
    for (int i = 0; i < n; i++) {
        scene_body(s, roll(r, 0.5, 2), 0, 0);
        thud_link link = random_link(r, MODELS[(int)roll(r, 0, 4)]);
        link.damping = spread(r, 0.1, 2);
        link.damping_exponent = roll(r, 0.15, 0.5);
        scene_link(s, i == 0 ? THUD_BODY_GROUND : i - 1, i, &link);
        thud_link dashpot = {.damping = spread(r, 0.1, 2), .damping_exponent = roll(r, 0.15, 0.5)};
        if (i > 0) scene_link(s, i % 2 ? THUD_BODY_GROUND : 0, i, &dashpot);
        scene_spring(s, THUD_BODY_GROUND, i, roll(r, 5, 20), 0);
    }
    thud_signal sine = {.kind = THUD_SIGNAL_SINE, .amplitude = spread(r, 1, 6), .frequency = roll(r, 0.5, 3)};
    thud_model_set_ground(s->model, &sine);
    bool rigid = roll(r, 0, 1) < 0.5;
    scene_touch(s, n - 1, THUD_BODY_GROUND, scene_contact(rigid ? "newton" : "flores", 0.04, 0.6, rigid ? 0 : 1e4));
    return s;
}

/* cables and bearings without slack and backfill without a gap, at rest where they begin to act, between bodies
 * that a support moves later by way of others: which side they go to shows in the third derivative, or in a later
 * one */
static scene *random_edge(unsigned seed) {
    static const thud_hysteresis_model MODELS[] = {THUD_HYSTERESIS_TENSION_ONLY, THUD_HYSTERESIS_COMPRESSION_ONLY,
                                                   THUD_HYSTERESIS_HYPERBOLIC};
    thud_random random = thud_random_seed(2000 + seed), *r = &random;
    scene *s = scene_open(2);
    thud_support given = {
        .acceleration = {.kind = THUD_SIGNAL_SINE, .amplitude = spread(r, 1, 6), .frequency = 1.3}};
    thud_body shaker = thud_model_add_support(s->model, "shaker", &given).number;
    for (int i = 0; i < 3; i++) {
        scene_body(s, roll(r, 0.5, 2), 0, 0);
        scene_spring(s, i == 0 ? shaker : THUD_BODY_GROUND, i, roll(r, 20, 60), 0.3);
        if (i == 0) continue;
        thud_link link = random_link(r, MODELS[(int)roll(r, 0, 3)]);
        link.hysteresis.slack = link.hysteresis.gap = 0;
        scene_link(s, i - 1, i, &link);
        thud_link holds = {.hysteresis = {THUD_HYSTERESIS_FRICTION, .force = 0.3}}; /* at the edge, for a while */
        if (seed % 2) scene_link(s, i - 1, i, &holds);
    }
    return s;
}

/* CVODE keeps 1e-13 a step, thud 1e-9 in contacts: 1e-6 is what is promised for motions that are not chaotic. One
 * of twenty may be: an event that grazes, or impacts that magnify */
static void compare(scene *s, int model, unsigned seed, unsigned *parted) {
    scene_build(s);
    thud_verification v;
    thud_status status = thud_verify(s->model, NULL, NULL, NULL, &v);
    if (status == THUD_ERROR_UNSUPPORTED) { /* built without SUNDIALS */
        printf("not verified: %s\n", v.error.text);
        scene_close(s);
        return;
    }
    ck_assert_msg(status == THUD_OK, "model %d, seed %u: %s %s", model, seed, thud_status_text(status),
                  v.error.text);
    const thud_verify_difference *d = &v.different[0];
    ck_assert_msg(v.agrees, "model %d, seed %u: %s %.12g, CVODE %.12g, allowed %.2g; courses %.2g apart", model,
                  seed, d->key, d->run, d->cvode, d->allowed, v.max_difference);
    *parted += v.max_difference > 1e-6;
    scene_close(s);
}

#if defined(__SANITIZE_ADDRESS__)
enum { SEEDS = 6 };
#else
enum { SEEDS = 14 };
#endif

START_TEST(same_course) {
    unsigned parted = 0;
    for (unsigned seed = 0; seed < SEEDS; seed++)
        compare(random_chain(100 * (unsigned)_i + seed + 1, (thud_hysteresis_model)_i), _i, seed, &parted);
    ck_assert_msg(20 * parted <= SEEDS + 6, "model %d: %u of %d courses part", _i, parted, SEEDS);
}
END_TEST

START_TEST(from_the_edge) {
    unsigned parted = 0;
    compare(random_edge((unsigned)_i), -2, (unsigned)_i, &parted);
    ck_assert_uint_eq(parted, 0);
}
END_TEST

START_TEST(dashpots_that_hold) {
    unsigned parted = 0;
    compare(random_holding((unsigned)_i), -1, (unsigned)_i, &parted);
    ck_assert_uint_eq(parted, 0);
}
END_TEST

/* a dashpot with an exponent acts beside the damping of the whole structure, modal or Rayleigh's */
START_TEST(dashpots_beside_damping) {
    thud_random random = thud_random_seed((uint64_t)_i + 7001), *r = &random;
    scene *s = scene_open(1);
    for (int i = 0; i < 2; i++) {
        scene_body(s, roll(r, 0.5, 2), 0, roll(r, -0.5, 0.5));
        thud_link link = random_link(r, _i % 2 ? THUD_HYSTERESIS_NONE : THUD_HYSTERESIS_BILINEAR);
        link.damping = roll(r, 1, 3), link.damping_exponent = roll(r, 1.1, 2);
        scene_link(s, i == 0 ? THUD_BODY_GROUND : i - 1, i, &link);
    }
    scene_touch(s, 1, THUD_BODY_GROUND, scene_contact("flores", roll(r, 0.01, 0.03), 0.6, 1e4));
    if (_i % 3) thud_model_set_modal_damping(s->model, roll(r, 0.01, 0.1));
    else thud_model_set_rayleigh_damping(s->model, roll(r, 0, 0.5), roll(r, 1e-4, 1e-2));
    unsigned parted = 0;
    compare(s, -1, (unsigned)_i, &parted);
    ck_assert_uint_eq(parted, 0);
}
END_TEST

/* what a matrix has a stiffness between holds together, whether the ground moves it along or not: the brace that
 * yields at the last degree of freedom is no mechanism to either */
START_TEST(matrices_that_hold) {
    static const double mass[] = {3, 0, 0, 0, 2, 0, 0, 0, 1},
                        stiffness[] = {300, -100, 0, -100, 250, -100, 0, -100, 100}, influence[] = {1, 0, 0};
    scene *s = scene_open(2);
    thud_body_id first = thud_model_add_matrices(
        s->model, &(thud_matrices){.count = 3, .mass = mass, .stiffness = stiffness, .influence = influence});
    thud_link brace = {.stiffness = 50, .hysteresis = {THUD_HYSTERESIS_BILINEAR, .yield = 0.4}};
    scene_link(s, THUD_BODY_GROUND, first.number + 2, &brace);
    thud_signal sine = {.kind = THUD_SIGNAL_SINE, .amplitude = 5, .frequency = 1.1};
    thud_model_set_ground(s->model, &sine);
    unsigned parted = 0;
    compare(s, -3, 0, &parted);
    ck_assert_uint_eq(parted, 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("chains");
    tcase_add_loop_test(tests, same_course, THUD_HYSTERESIS_NONE, THUD_HYSTERESIS_COMPRESSION_ONLY + 1);
    tcase_add_loop_test(tests, dashpots_that_hold, 0, SEEDS);
    tcase_add_loop_test(tests, dashpots_beside_damping, 0, 24);
    tcase_add_test(tests, matrices_that_hold);
    tcase_add_loop_test(tests, from_the_edge, 0, 2 * SEEDS);
    return run_suite("chains by CVODE", tests);
}
