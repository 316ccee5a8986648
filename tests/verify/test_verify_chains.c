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

/* CVODE keeps 1e-13 a step, thud 1e-9 in contacts: 1e-6 is what is promised for motions that are not chaotic. One
 * of twenty may be: an event that grazes, or impacts that magnify */
START_TEST(same_course) {
    const thud_hysteresis_model model = (thud_hysteresis_model)_i;
    unsigned parted = 0;
    enum { SEEDS = 14 };
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        scene *s = random_chain(100 * (unsigned)_i + seed + 1, model);
        scene_build(s);
        thud_verification v;
        thud_status status = thud_verify(s->model, NULL, NULL, NULL, &v);
        if (status == THUD_ERROR_UNSUPPORTED) { /* built without SUNDIALS */
            printf("not verified: %s\n", v.error.text);
            scene_close(s);
            return;
        }
        ck_assert_msg(status == THUD_OK, "model %d, seed %u: %s %s", _i, seed, thud_status_text(status),
                      v.error.text);
        const thud_verify_difference *d = &v.different[0];
        ck_assert_msg(v.agrees, "model %d, seed %u: %s %.12g, CVODE %.12g, allowed %.2g; courses %.2g apart", _i,
                      seed, d->key, d->run, d->cvode, d->allowed, v.max_difference);
        parted += v.max_difference > 1e-6;
        scene_close(s);
    }
    ck_assert_msg(20 * parted <= SEEDS + 6, "model %d: %u of %d courses part", _i, parted, SEEDS);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("chains");
    tcase_add_loop_test(tests, same_course, THUD_HYSTERESIS_NONE, THUD_HYSTERESIS_COMPRESSION_ONLY + 1);
    return run_suite("chains by CVODE", tests);
}
