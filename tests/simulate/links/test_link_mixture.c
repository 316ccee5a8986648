/*
 * Chains of five bodies with five kinds of link at once, in any order: Bouc–Wen with a power of 1.5, Clough, a flag
 * with a dashpot of |v|^½, backfill, and friction that sticks. What one of them does at its turn must not depend on
 * how the velocities of bodies that another makes one are rounded.
 */
#include <thud/verify.h>

#include "simulate/dice.h"
#include "simulate/scene.h"

enum { LINKS = 5, MODELS = 120, BY_CVODE = 4 };

static thud_link link_of(dice *d, int kind) {
    static const thud_hysteresis_model models[LINKS] = {THUD_HYSTERESIS_BOUC_WEN, THUD_HYSTERESIS_CLOUGH,
                                                        THUD_HYSTERESIS_FLAG, THUD_HYSTERESIS_HYPERBOLIC,
                                                        THUD_HYSTERESIS_FRICTION};
    thud_link link = {.stiffness = roll(d, 100, 400), .damping = roll(d, 0.5, 2)};
    thud_hysteresis *h = &link.hysteresis;
    *h = thud_hysteresis_default(models[kind]);
    if (isnan(h->yield)) h->yield = roll(d, 2, 5), h->hardening = 0.1;
    if (kind == 0) h->exponent = 1.5;
    if (kind == 1) h->unloading = 0.4;
    if (kind == 2) h->energy = 0.6, link.damping_exponent = 0.5;
    if (kind == 3) h->strength = 5, h->ratio = 0.8, h->gap = 0;
    if (kind == 4) h->force = 2;
    return link;
}

static scene *mixed_chain(unsigned seed) {
    dice d = dice_of(seed);
    scene *s = scene_open(3);
    int order[LINKS] = {0, 1, 2, 3, 4};
    for (int i = LINKS - 1; i > 0; i--) {
        int j = choose(&d, i + 1), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
    for (int i = 0; i < LINKS; i++) {
        thud_body body = scene_body(s, roll(&d, 1, 2), 0, roll(&d, -0.5, 0.5));
        thud_link link = link_of(&d, order[i]);
        scene_link(s, i == 0 ? THUD_BODY_GROUND : body - 1, body, &link);
    }
    thud_signal sine = {.kind = THUD_SIGNAL_SINE, .amplitude = 6, .frequency = roll(&d, 0.7, 2.5)};
    thud_model_set_ground(s->model, &sine);
    return s;
}

/* 1e-8 of the energy is what is promised with links that are no straight lines */
START_TEST(all_come_to_their_end) {
    for (unsigned seed = 0; seed < MODELS; seed++) {
        scene *s = mixed_chain(seed);
        scene_try(s);
        ck_assert_msg(s->status == THUD_OK, "seed %u: %s", seed, s->summary->error.text);
        ck_assert_msg(fabs(s->summary->energy.residual) <= 1e-8, "seed %u: energy is off by %.2g", seed,
                      s->summary->energy.residual);
        scene_close(s);
    }
}
END_TEST

/* 1e-6 of the peaks is what is promised */
START_TEST(as_by_cvode) {
    for (unsigned seed = 0; seed < BY_CVODE; seed++) {
        scene *s = mixed_chain(seed);
        scene_build(s);
        thud_verification v;
        thud_status status = thud_verify(s->model, NULL, NULL, NULL, &v);
        if (status != THUD_ERROR_UNSUPPORTED) { /* built without SUNDIALS */
            ck_assert_msg(status == THUD_OK, "seed %u: %s", seed, v.error.text);
            ck_assert_msg(v.agrees && v.max_difference <= 1e-6, "seed %u: %.2g apart", seed, v.max_difference);
        }
        scene_close(s);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("mixture");
    tcase_add_test(tests, all_come_to_their_end);
    tcase_add_test(tests, as_by_cvode);
    return run_suite("kinds of links in one chain", tests);
}
