/*
 * Frictions in rows, side by side and in loops by CVODE, which decides by a rule of its own which of them hold: the
 * same motion, peaks and deformations. How links in a loop share what they hold is not determined, and not
 * compared.
 */
#include <thud/verify.h>

#include "simulate/sliders.h"

enum { MODELS = 50 };

START_TEST(both) {
    size_t close = 0, slides = 0;
    for (unsigned seed = 1; seed <= MODELS; seed++) {
        scene *s = sliders_open(seed, (sliders){0});
        thud_verification v;
        scene_run(s);
        thud_status status = thud_verify(s->model, NULL, NULL, NULL, &v);
        ck_assert_msg(status == THUD_OK, "seed %u: %s", seed, v.error.text);
        /* CVODE's tolerance of 1e-13 a step, some thousand steps, and instants of slip found to as much */
        ck_assert_msg(v.max_difference <= 1e-8, "seed %u: courses %.2g apart", seed, v.max_difference);
        /* forces in loops are not among the differences. Where links in a loop turn at one instant, CVODE finds one
         * of them first, and for that instant its acceleration is that of the others still slipping the other way
         */
        for (size_t i = 0; i < v.difference_count && i < THUD_VERIFY_DIFFERENCES; i++)
            ck_assert_str_eq(v.different[i].key, "max_acceleration");
        close += v.agrees;
        slides += s->summary->energy.hysteresis > 0;
        scene_close(s);
    }
    ck_assert_uint_ge(close, MODELS - MODELS / 8);
    ck_assert_uint_ge(slides, MODELS / 2);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("verify_sliders");
    tcase_set_timeout(tests, 100);
    tcase_add_test(tests, both);
    return run_suite("verify_sliders", tests);
}
