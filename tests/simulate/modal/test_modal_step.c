/*
 * Exact steps of modes: against the power series of the same equation in steps that turn by little, and what energy
 * and bounds of a step say against what the series do inside of it. Modes that swing, fade at the critical damping,
 * creep, and go on freely; steps that turn by a thousandth of a radian and by a hundred.
 */
#include "numeric/random.h"
#include "simulate/modal/modal_step.h"
#include "suite.h"

enum { MODES = 9, PARTS = 20000 };

static const double SQUARE[MODES] = {0, 0, 1e-6, 4, 400, 400, 400, 2.5e5, 1e7},
                    DRAG[MODES] = {0, 0.7, 0, 0.2, 2, 40, 90, 50, 400},
                    LOAD[MODES] = {1, -2, 3, 1, 1, -1, 2, 5, -7};

typedef struct motion {
    double q, r;
} motion;

/* over a time that turns by little: a sum of thirty terms */
static motion follow(int mode, motion at, double g, double slope, double t) {
    double c[32] = {at.q, at.r}, q = 0, r = 0;
    for (int k = 0; k + 2 < 32; k++) {
        const double load = k == 0 ? g : k == 1 ? slope : 0;
        c[k + 2] =
            (LOAD[mode] * load - SQUARE[mode] * c[k] - DRAG[mode] * (k + 1) * c[k + 1]) / ((k + 1) * (k + 2));
    }
    for (int k = 31; k >= 0; k--) q = q * t + c[k];
    for (int k = 31; k >= 1; k--) r = r * t + k * c[k];
    return (motion){q, r};
}

/* q̈ and q⃛ */
static double acceleration(int mode, motion at, double g) {
    return LOAD[mode] * g - SQUARE[mode] * at.q - DRAG[mode] * at.r;
}

/* how far a value at the share s of the step is off the line between the ends, at most `most` */
static void check_bend(double from, double to, double s, double value, double most, double size) {
    ck_assert_double_le(fabs(value - (from + s * (to - from))), most + 1e-12 * size);
}

static void check_step(double h, uint64_t seed) {
    thud_random dice = thud_random_seed(seed);
    static double numbers[THUD_MODAL_STEP_ARRAYS * MODES];
    double q0[MODES], r0[MODES], q1[MODES], r1[MODES], a1[MODES], lost, given;
    thud_modal_step step;
    ck_assert(thud_modal_step_init(&step, MODES, h, SQUARE, DRAG, LOAD, true, numbers));
    const double g0 = thud_random_uniform(&dice) - 0.5, g1 = thud_random_uniform(&dice) - 0.5,
                 slope = (g1 - g0) / h;
    for (int j = 0; j < MODES; j++) {
        q0[j] = thud_random_uniform(&dice) - 0.5;
        r0[j] = (thud_random_uniform(&dice) - 0.5) * (1 + sqrt(SQUARE[j]));
    }
    thud_modal_step_take(&step, q0, r0, g0, g1, q1, r1, a1);
    thud_modal_step_energy(&step, q0, r0, q1, g0, g1, &lost, &given);
    double taken = 0, put = 0, scale = 0;
    for (int j = 0; j < MODES; j++) {
        double alone[MODES] = {0}, bend[4], last = DRAG[j] * r0[j] * r0[j], push = LOAD[j] * g0 * r0[j];
        const double part = h / PARTS;
        motion at = {q0[j], r0[j]};
        alone[j] = 1; /* the bounds of this mode alone */
        thud_modal_step_bends(&step, alone, q0, r0, g0, g1, bend);
        for (int i = 1; i <= PARTS; i++) {
            const double begin = g0 + slope * part * (i - 1), end = g0 + slope * part * i, s = (double)i / PARTS;
            const motion middle = follow(j, at, begin, slope, 0.5 * part);
            at = follow(j, at, begin, slope, part);
            /* Simpson's rule */
            const double power = DRAG[j] * at.r * at.r, work = LOAD[j] * end * at.r;
            taken += part / 6 * (last + 4 * DRAG[j] * middle.r * middle.r + power);
            put += part / 6 * (push + 4 * LOAD[j] * 0.5 * (begin + end) * middle.r + work);
            scale += part * (fabs(power) + fabs(work));
            last = power;
            push = work;
            const double a = acceleration(j, at, end), a0 = acceleration(j, (motion){q0[j], r0[j]}, g0);
            const double speed = sqrt(SQUARE[j]), way = fabs(q0[j]) + fabs(r0[j]) * (h + 1) + 10;
            check_bend(q0[j], q1[j], s, at.q, bend[0], way);
            check_bend(r0[j], r1[j], s, at.r, bend[1], way * (1 + speed));
            check_bend(a0, a1[j], s, a, bend[2], way * (1 + speed) * (1 + speed + DRAG[j]));
        }
        const double size = fabs(q0[j]) + fabs(r0[j]) / (1 + sqrt(SQUARE[j])) + h + h * h;
        ck_assert_msg(fabs(q1[j] - at.q) <= 1e-11 * size, "h %g, mode %d: q %.17g, %.17g", h, j, q1[j], at.q);
        ck_assert_double_le(fabs(r1[j] - at.r), 1e-11 * size * (1 + sqrt(SQUARE[j])));
        ck_assert_double_le(fabs(a1[j] - acceleration(j, at, g1)), 1e-10 * size * (1 + SQUARE[j] + DRAG[j]));
    }
    ck_assert_msg(fabs(lost - taken) <= 1e-10 * scale, "h %g: lost %.17g, %.17g", h, lost, taken);
    ck_assert_msg(fabs(given - put) <= 1e-10 * scale, "h %g: given %.17g, %.17g", h, given, put);
}

START_TEST(steps_of_any_length) {
    static const double lengths[] = {1e-4, 0.002, 0.01, 0.02, 0.033};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) check_step(lengths[i], i + 1);
}
END_TEST

/* so fast, or so slow a fading, that there is nothing to sum */
START_TEST(modes_without_a_step) {
    double numbers[THUD_MODAL_STEP_ARRAYS];
    thud_modal_step step;
    ck_assert(!thud_modal_step_init(&step, 1, 0.02, &(double){1e14}, &(double){1}, &(double){1}, true, numbers));
    ck_assert(!thud_modal_step_init(&step, 1, 0.02, &(double){1e-6}, &(double){1e3}, &(double){1}, true, numbers));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("modal step");
    tcase_add_test(tests, steps_of_any_length);
    tcase_add_test(tests, modes_without_a_step);
    return run_suite("modal step", tests);
}
