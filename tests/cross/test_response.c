/*
 * Response spectra against CVODE with root finding, which shares nothing with thud but the equation of motion.
 *
 * CVODE runs at two tolerances. Their difference is the error of the looser run, some ten times that of the tighter
 * one; it has to lie below what is asked of thud, 1e-8, so that a solver gone astray cannot excuse anything.
 */
#include <thud/motion.h>

#include "rival_spectrum.h"
#include "suite.h"

static const double AGREEMENT = 1e-8, LOOSE = 1e-11, TIGHT = 1e-12;

static const double periods[] = {0.05, 0.08, 0.13, 0.2, 0.33, 0.5, 0.8, 1.3, 2, 4};
enum { PERIODS = sizeof periods / sizeof periods[0] };

static void check_close(const char *what, double period, double got, double loose, double tight) {
    double doubt = fabs(loose / tight - 1);
    ck_assert_msg(doubt < AGREEMENT, "CVODE does not settle: %s at T = %g s: %.2g", what, period, doubt);
    ck_assert_msg(fabs(got / tight - 1) <= AGREEMENT, "%s at T = %g s: %.17g, CVODE %.17g: off by %.2g", what,
                  period, got, tight, got / tight - 1);
}

static void compare(const thud_motion *motion, double damping) {
    thud_response got[PERIODS], loose, tight;
    ck_assert_int_eq(thud_motion_spectrum(motion, periods, PERIODS, &damping, 1, got), THUD_OK);
    rival_oscillator *solver = rival_oscillator_create();
    ck_assert_ptr_nonnull(solver);
    for (int i = 0; i < PERIODS; i++) {
        ck_assert(rival_oscillator_solve(solver, motion, periods[i], damping, LOOSE, &loose));
        ck_assert(rival_oscillator_solve(solver, motion, periods[i], damping, TIGHT, &tight));
        check_close("displacement", periods[i], got[i].displacement, loose.displacement, tight.displacement);
        check_close("velocity", periods[i], got[i].velocity, loose.velocity, tight.velocity);
        check_close("pseudo-acceleration", periods[i], got[i].pseudo_acceleration, loose.pseudo_acceleration,
                    tight.pseudo_acceleration);
    }
    rival_oscillator_free(solver);
}

static const char EL_CENTRO[] = "records/elCentro.AT2";

START_TEST(el_centro) {
    thud_motion *motion;
    ck_assert_int_eq(thud_motion_read(shared_file(EL_CENTRO), NULL, &motion, NULL), THUD_OK);
    ck_assert_uint_eq(motion->count, 1559);
    compare(motion, 0.05);
    thud_motion_free(motion);
}
END_TEST

/* noise at uneven steps, which is rougher than any record */
START_TEST(noise) {
    enum { COUNT = 300 };
    static const double dampings[] = {0, 0.02, 0.3};
    thud_motion *motion = thud_motion_create(COUNT, 0.02);
    motion->time = malloc(COUNT * sizeof *motion->time);
    srand(12);
    motion->time[0] = 0;
    for (size_t i = 1; i < COUNT; i++) motion->time[i] = motion->time[i - 1] + 0.01 + 0.02 * rand() / RAND_MAX;
    for (size_t i = 0; i < COUNT; i++) motion->acceleration[i] = 2.0 * rand() / RAND_MAX - 1;
    compare(motion, dampings[_i]);
    thud_motion_free(motion);
}
END_TEST

/* with the argument `shared`, a record of the shared folder */
int main(int argc, char **argv) {
    TCase *tests = tcase_create("agreement");
    if (argc > 1 && strcmp(argv[1], "shared") == 0) {
        if (has_shared("el_centro", EL_CENTRO)) tcase_add_test(tests, el_centro);
    } else {
        tcase_add_loop_test(tests, noise, 0, 3);
    }
    return run_suite("response", tests);
}
