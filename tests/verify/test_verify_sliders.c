/*
 * Frictions in rows, side by side and in loops by CVODE, which finds out by a method of its own which of them hold
 * together with the rigid contacts that rest: the same motion, peaks and deformations, with every number that both
 * have. How links in a loop share what they hold is not determined, and not compared.
 */
#include <thud/verify.h>

#include "simulate/links/sliders.h"

#if defined(__SANITIZE_ADDRESS__)
enum { FIRST = 2, MODELS = 8 }; /* the first, with stops on supports, takes CVODE a hundred thousand steps */
#else
enum { FIRST = 1, MODELS = 30 };
#endif

/*
 * CVODE's tolerance of 1e-13 a step, some thousand steps, and instants of slip found to as much: 1e-8 of the peak.
 * Stops magnify what there is with each impact.
 */
static const struct {
    const char *name;
    sliders kind;
    double apart;
} families[] = {
    {"on the ground", {0}, 1e-8},
    {"on supports", {.on_supports = true}, 1e-8},
    {"with stops", {.stops = 3}, 1e-6},
    {"with stops on supports", {.on_supports = true, .stops = 3}, 1e-6},
    {"with rigid stops", {.stops = 3, .rigid = true}, 1e-6},
    {"with rigid stops on supports", {.on_supports = true, .stops = 3, .rigid = true}, 1e-6},
};

START_TEST(both) {
    const char *name = families[_i].name;
    size_t slides = 0;
    for (unsigned seed = FIRST; seed < FIRST + MODELS; seed++) {
        scene *s = sliders_open(seed, families[_i].kind);
        thud_verification v;
        scene_run(s);
        thud_status status = thud_verify(s->model, NULL, NULL, NULL, &v);
        const thud_verify_difference *d = &v.different[0];
        ck_assert_msg(status == THUD_OK, "%s, seed %u: %s", name, seed, v.error.text);
        ck_assert_msg(v.max_difference <= families[_i].apart, "%s, seed %u: courses %.2g apart", name, seed,
                      v.max_difference);
        ck_assert_msg(v.agrees, "%s, seed %u: %s %.12g, CVODE %.12g, allowed %.2g", name, seed, d->key, d->run,
                      d->cvode, d->allowed);
        slides += s->summary->energy.hysteresis > 0;
        scene_close(s);
    }
    ck_assert_uint_ge(slides, MODELS / 2);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("verify_sliders");
    tcase_add_loop_test(tests, both, 0, sizeof families / sizeof *families);
    return run_suite("verify_sliders", tests);
}
