/*
 * Response spectra against closed forms, and against Duhamel's integral summed kink by kink in long double.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <thud/motion.h>

#include "suite.h"

static const double PI = 3.14159265358979323846;

/*
 * The solution is exact but for rounding: some hundred steps, each with a few roundings of 1e-16 that the
 * oscillator remembers, and a few more in the closed forms here.
 */
static const double ROUNDING = 1e-12;

static thud_response response(const thud_motion *motion, double period, double damping) {
    thud_response out;
    ck_assert_int_eq(thud_motion_spectrum(motion, &period, 1, &damping, 1, &out), THUD_OK);
    return out;
}

static void check_close(double got, double expected, const char *what, double period, double damping) {
    ck_assert_msg(fabs(got / expected - 1) <= ROUNDING, "%s at T = %g, damping %g: %.17g, not %.17g: off by %.2g",
                  what, period, damping, got, expected, got / expected - 1);
}

/* values of ω times the duration of a pulse, from one that is over at once to one of several periods */
static const double angles[] = {1e-4, 0.03, 0.7, 1, 2.5, 3, 3.3, 6, 7, 20.1, 45};
enum { ANGLES = sizeof angles / sizeof angles[0] };

/* steps that a pulse is sampled with: some are shorter than a period, some longer than several */
static const size_t step_counts[] = {1, 2, 3, 10, 64, 65, 300};
enum { STEP_COUNTS = sizeof step_counts / sizeof step_counts[0] };

static const double duration = 1.7, height = 2.3;

static thud_motion *make_pulse(size_t steps, double first, double last) {
    thud_motion *motion = thud_motion_create(steps + 1, duration / (double)steps);
    ck_assert_ptr_nonnull(motion);
    for (size_t i = 0; i <= steps; i++)
        motion->acceleration[i] = first + (last - first) * (double)i / (double)steps;
    return motion;
}

/*
 * A constant acceleration that ends: u = −(a/ω²)(1 − cos ωt), then a free vibration of the amplitude
 * 2 |sin(ωD/2)| a/ω². When the pulse is shorter than half a period, the peak comes after its end.
 */
START_TEST(rectangular_pulse) {
    double x = angles[_i % ANGLES], omega = x / duration, period = 2 * PI / omega;
    thud_motion *motion = make_pulse(step_counts[_i / ANGLES], height, height);
    thud_response got = response(motion, period, 0);
    double after = 2 * fabs(sin(x / 2));
    double u = x >= PI ? 2 : after;
    double v = fmax(x >= PI / 2 ? 1 : sin(x), after);
    check_close(got.displacement, u * height / (omega * omega), "displacement", period, 0);
    check_close(got.velocity, v * height / omega, "velocity", period, 0);
    check_close(got.pseudo_acceleration, u * height, "pseudo-acceleration", period, 0);
    thud_motion_free(motion);
}
END_TEST

/*
 * The same with damping, over two and a half damped periods. The displacement overshoots by exp(−πζ/√(1−ζ²)). The
 * velocity has its peak, at the angle acos ζ, after the end of the pulse: there −h(t) and h(t − D) add up, since
 * h = exp(−ζωt) sin(ωd t)/ωd has changed its sign five times.
 */
START_TEST(damped_step) {
    static const double dampings[] = {0, 1e-6, 0.02, 0.05, 0.3, 0.7, 0.99};
    double zeta = dampings[_i % 7], root = sqrt((1 - zeta) * (1 + zeta));
    size_t steps = (size_t)1 << (_i / 7);
    double omega = 5 * PI / root / duration, period = 2 * PI / omega;
    thud_motion *motion = make_pulse(steps, height, height);
    thud_response got = response(motion, period, zeta);
    double u = 1 + exp(-PI * zeta / root);
    check_close(got.displacement, u * height / (omega * omega), "displacement", period, zeta);
    double v = exp(-zeta * acos(zeta) / root) * (1 + exp(-5 * PI * zeta / root));
    check_close(got.velocity, v * height / omega, "velocity", period, zeta);
    thud_motion_free(motion);
}
END_TEST

/* a ramp a = ct that ends: u = −(c/ω³)(ωt − sin ωt), and a free vibration with what that leaves behind */
START_TEST(ramp) {
    double x = angles[_i % ANGLES], omega = x / duration, period = 2 * PI / omega;
    thud_motion *motion = make_pulse(step_counts[_i / ANGLES], 0, height);
    thud_response got = response(motion, period, 0);
    double slope = height / duration, half = sin(x / 2);
    /* x − sin x without cancellation where x is small */
    double u = x < 0.1 ? x * x * x / 6 * (1 - x * x / 20 * (1 - x * x / 42 * (1 - x * x / 72))) : x - sin(x);
    double amplitude = hypot(u, 2 * half * half);
    double v = fmax(x >= PI ? 2 : 2 * half * half, amplitude);
    check_close(got.displacement, amplitude * slope / pow(omega, 3), "displacement", period, 0);
    check_close(got.velocity, v * slope / (omega * omega), "velocity", period, 0);
    thud_motion_free(motion);
}
END_TEST

/* a triangle that is over within a quarter of the period: a free vibration of amplitude 4 sin²(ωD/4) c/ω³ */
START_TEST(triangle) {
    static const size_t halves[] = {1, 2, 5, 40, 200};
    static const double short_angles[] = {0.002, 0.2, 1, 1.5};
    double x = short_angles[_i % 4], omega = x / duration, period = 2 * PI / omega;
    size_t half = halves[_i / 4];
    thud_motion *motion = thud_motion_create(2 * half + 1, duration / (double)(2 * half));
    for (size_t i = 0; i <= 2 * half; i++)
        motion->acceleration[i] = height * (1 - fabs((double)i - (double)half) / (double)half);
    thud_response got = response(motion, period, 0);
    double slope = 2 * height / duration, quarter = sin(x / 4);
    check_close(got.displacement, 4 * quarter * quarter * slope / pow(omega, 3), "displacement", period, 0);
    check_close(got.velocity, 4 * quarter * quarter * slope / (omega * omega), "velocity", period, 0);
    thud_motion_free(motion);
}
END_TEST

/* ---- Duhamel's integral in long double, which shares neither recurrence nor search with the library ---- */

typedef struct exact_oscillator {
    long double omega, zeta, damped;
} exact_oscillator;

/* response to a ramp of unit slope from t = 0 on: (t − (2ζ/ω)(1 − e c) − e s (1 − 2ζ²)/ωd)/ω² with a minus */
static long double ramp_displacement(const exact_oscillator *o, long double t) {
    if (t <= 0) return 0;
    long double e = expl(-o->zeta * o->omega * t), c = e * cosl(o->damped * t), s = e * sinl(o->damped * t);
    return -(t - 2 * o->zeta / o->omega * (1 - c) - (1 - 2 * o->zeta * o->zeta) / o->damped * s) /
           (o->omega * o->omega);
}

/* its derivative, which is also the displacement under a unit step */
static long double step_displacement(const exact_oscillator *o, long double t) {
    if (t <= 0) return 0;
    long double e = expl(-o->zeta * o->omega * t), c = e * cosl(o->damped * t), s = e * sinl(o->damped * t);
    return -(1 - c - o->zeta * o->omega / o->damped * s) / (o->omega * o->omega);
}

static long double step_velocity(const exact_oscillator *o, long double t) {
    if (t <= 0) return 0;
    return -expl(-o->zeta * o->omega * t) * sinl(o->damped * t) / o->damped;
}

typedef struct exact_state {
    long double u, v;
} exact_state;

/* the motion as a step at the beginning, a kink at each sample, and a step back at the end */
static exact_state duhamel(const exact_oscillator *o, const thud_motion *m, long double t) {
    exact_state out = {m->acceleration[0] * step_displacement(o, t), m->acceleration[0] * step_velocity(o, t)};
    long double slope = 0;
    for (size_t i = 0; i < m->count; i++) {
        long double at = thud_motion_time(m, i), next = 0;
        if (i + 1 < m->count)
            next = ((long double)m->acceleration[i + 1] - m->acceleration[i]) /
                   ((long double)thud_motion_time(m, i + 1) - at);
        out.u += (next - slope) * ramp_displacement(o, t - at);
        out.v += (next - slope) * step_displacement(o, t - at);
        slope = next;
    }
    long double since = t - thud_motion_time(m, m->count - 1), last = m->acceleration[m->count - 1];
    out.u -= last * step_displacement(o, since);
    out.v -= last * step_velocity(o, since);
    return out;
}

static long double magnitude(exact_state at, bool velocity) { return fabsl(velocity ? at.v : at.u); }

/* the largest between two instants that have it between them, by golden section */
static double refine_peak(const exact_oscillator *o, const thud_motion *m, long double low, long double high,
                          bool velocity) {
    const long double golden = 0.6180339887498948482L;
    for (int i = 0; i < 45; i++) {
        long double first = high - golden * (high - low), second = low + golden * (high - low);
        if (magnitude(duhamel(o, m, first), velocity) > magnitude(duhamel(o, m, second), velocity)) high = second;
        else low = first;
    }
    return (double)magnitude(duhamel(o, m, (low + high) / 2), velocity);
}

/* the largest of all instants: a grid that no half wave escapes, then a closer look about its best point */
static thud_response largest(const exact_oscillator *o, const thud_motion *m) {
    long double period = 2 * (long double)PI / o->omega, end = thud_motion_time(m, m->count - 1) + period;
    long double step = fminl(period, (long double)m->step) / 8, at[2] = {0, 0}, most[2] = {-1, -1};
    for (long double t = 0; t < end; t += step) {
        exact_state here = duhamel(o, m, t);
        for (int k = 0; k < 2; k++)
            if (magnitude(here, k) > most[k]) most[k] = magnitude(here, k), at[k] = t;
    }
    return (thud_response){
        .displacement = refine_peak(o, m, at[0] - step, at[0] + step, false),
        .velocity = refine_peak(o, m, at[1] - step, at[1] + step, true),
    };
}

static void check_against_duhamel(const thud_motion *motion, double period, double damping) {
    exact_oscillator o = {2 * (long double)PI / period, damping, 0};
    o.damped = o.omega * sqrtl(1 - o.zeta * o.zeta);
    thud_response got = response(motion, period, damping), exact = largest(&o, motion);
    check_close(got.displacement, exact.displacement, "displacement", period, damping);
    check_close(got.velocity, exact.velocity, "velocity", period, damping);
}

/* a sine of 1 Hz for four seconds, at uniform or random steps; linear between the samples like every motion */
static thud_motion *make_sine(bool uniform) {
    enum { COUNT = 81 };
    thud_motion *motion = thud_motion_create(COUNT, 0.05);
    if (!uniform) {
        srand(7);
        motion->time = malloc(COUNT * sizeof *motion->time);
        motion->time[0] = 0;
        for (size_t i = 1; i < COUNT; i++) motion->time[i] = motion->time[i - 1] + 0.01 + 0.08 * rand() / RAND_MAX;
    }
    for (size_t i = 0; i < COUNT; i++) motion->acceleration[i] = sin(2 * PI * thud_motion_time(motion, i));
    return motion;
}

START_TEST(sine) {
    static const double periods[] = {0.02, 0.11, 0.4, 0.97, 1, 1.3, 5, 10};
    static const double dampings[] = {0, 0.05, 0.6};
    thud_motion *motion = make_sine(_i / 24 == 0);
    check_against_duhamel(motion, periods[_i % 8], dampings[_i / 8 % 3]);
    thud_motion_free(motion);
}
END_TEST

/* ---- What must hold for every motion ---- */

static thud_motion *make_noise(size_t count, double step, unsigned seed) {
    thud_motion *motion = thud_motion_create(count, step);
    srand(seed);
    for (size_t i = 0; i < count; i++) motion->acceleration[i] = 2.0 * rand() / RAND_MAX - 1;
    return motion;
}

/* the motion with points put in between, on the straight lines: the same function of time */
static thud_motion *refine(const thud_motion *m, size_t parts) {
    thud_motion *fine = thud_motion_create((m->count - 1) * parts + 1, m->step);
    fine->time = malloc(fine->count * sizeof *fine->time);
    for (size_t i = 0; i < fine->count; i++) {
        size_t from = i / parts < m->count - 1 ? i / parts : m->count - 2;
        double part = (double)(i - from * parts) / (double)parts;
        part = part * (0.5 + part / 2); /* uneven steps, 0 and 1 stay in place */
        fine->time[i] = m->step * ((double)from + part);
        fine->acceleration[i] = m->acceleration[from] * (1 - part) + m->acceleration[from + 1] * part;
    }
    return fine;
}

START_TEST(points_in_between_change_nothing) {
    static const double periods[] = {0.004, 0.013, 0.05, 0.3, 2, 40};
    thud_motion *motion = make_noise(400, 0.01, 3), *fine = refine(motion, 3);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 2; j++) {
            double damping = 0.05 * j;
            thud_response coarse = response(motion, periods[i], damping),
                          same = response(fine, periods[i], damping);
            /* times are rounded, which the steep slopes of noise make felt: 1e-16 of 4 s, against a step */
            ck_assert_double_eq_tol(coarse.displacement / same.displacement, 1, 1e-11);
            ck_assert_double_eq_tol(coarse.velocity / same.velocity, 1, 1e-11);
        }
    thud_motion_free(fine);
    thud_motion_free(motion);
}
END_TEST

/* the slopes of noise change at every sample, and so does where the peak is between them */
START_TEST(noise) {
    static const double periods[] = {0.02, 0.05, 0.11, 0.4, 3};
    thud_motion *motion = make_noise(80, 0.05, 11);
    check_against_duhamel(motion, periods[_i], 0.02);
    thud_motion_free(motion);
}
END_TEST

/* an oscillator gives the same bits alone and in company, whatever lane it is in */
START_TEST(company_does_not_matter) {
    enum { PERIODS = 21, DAMPINGS = 3 };
    double periods[PERIODS], dampings[DAMPINGS] = {0, 0.05, 0.2};
    for (int i = 0; i < PERIODS; i++) periods[i] = i == 4 ? 0 : 0.02 * pow(1.4, i);
    thud_motion *motion = make_noise(777, 0.01, 5);
    thud_response all[DAMPINGS * PERIODS];
    ck_assert_int_eq(thud_motion_spectrum(motion, periods, PERIODS, dampings, DAMPINGS, all), THUD_OK);
    for (int i = 0; i < DAMPINGS; i++)
        for (int j = 0; j < PERIODS; j++) {
            thud_response alone = response(motion, periods[j], dampings[i]);
            ck_assert_mem_eq(&alone, &all[i * PERIODS + j], sizeof alone);
        }
    thud_motion_free(motion);
}
END_TEST

/* a rigid oscillator moves with the ground, one without stiffness stays where the ground was */
START_TEST(limits) {
    thud_motion *motion = make_noise(500, 0.01, 9);
    thud_response rigid = response(motion, 0, 0.05);
    double peak = 0;
    for (size_t i = 0; i < motion->count; i++) peak = fmax(peak, fabs(motion->acceleration[i]));
    ck_assert_double_eq(rigid.pseudo_acceleration, peak);
    ck_assert_double_eq(rigid.displacement, 0);
    ck_assert_double_eq(rigid.velocity, 0);

    /* with the ground at rest in the end, u = −(displacement of the ground) but for (2π·5 s/1e7 s)² = 1e-11 */
    ck_assert_int_eq(thud_motion_correct(motion, THUD_BASELINE_ZERO_END), THUD_OK);
    thud_intensity ground;
    ck_assert_int_eq(thud_motion_intensity(motion, &ground), THUD_OK);
    thud_response free_body = response(motion, 1e7, 0);
    ck_assert_double_eq_tol(free_body.displacement / ground.pgd, 1, 1e-10);
    ck_assert_double_eq_tol(free_body.velocity / ground.pgv, 1, 1e-10);
    thud_motion_free(motion);
}
END_TEST

START_TEST(ground_at_rest) {
    thud_motion *motion = thud_motion_create(100, 0.01);
    thud_response got = response(motion, 0.5, 0.05);
    ck_assert_double_eq(got.displacement, 0);
    ck_assert_double_eq(got.velocity, 0);
    thud_motion_free(motion);
}
END_TEST

START_TEST(bad_input) {
    static const double bad_periods[] = {-1, NAN, INFINITY};
    static const double bad_dampings[] = {-0.01, 1, 5, NAN};
    thud_motion *motion = make_noise(10, 0.01, 1);
    double period = 1, damping = 0.05;
    thud_response out = {.displacement = 42};
    for (int i = 0; i < 3; i++)
        ck_assert_int_ne(thud_motion_spectrum(motion, &bad_periods[i], 1, &damping, 1, &out), THUD_OK);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(thud_motion_spectrum(motion, &period, 1, &bad_dampings[i], 1, &out), THUD_ERROR_ARGUMENT);
    double tiny = 1e-200;
    ck_assert_int_eq(thud_motion_spectrum(motion, &tiny, 1, &damping, 1, &out), THUD_ERROR_OVERFLOW);
    ck_assert_int_eq(thud_motion_spectrum(NULL, &period, 1, &damping, 1, &out), THUD_ERROR_ARGUMENT);
    motion->acceleration[3] = NAN;
    ck_assert_int_eq(thud_motion_spectrum(motion, &period, 1, &damping, 1, &out), THUD_ERROR_ARGUMENT);
    ck_assert_double_eq(out.displacement, 42);
    motion->acceleration[3] = 1e308; /* a velocity of 1e306 m/s, and 1e309 m of displacement */
    double slow = 1e6;
    ck_assert_int_eq(thud_motion_spectrum(motion, &slow, 1, &damping, 1, &out), THUD_ERROR_OVERFLOW);
    ck_assert_double_eq(out.displacement, 42);
    /* no periods or no dampings are no error; NULL is one, whatever the count */
    ck_assert_int_eq(thud_motion_spectrum(motion, &period, 0, &damping, 1, &out), THUD_OK);
    ck_assert_int_eq(thud_motion_spectrum(motion, &period, 1, &damping, 0, &out), THUD_OK);
    ck_assert_int_eq(thud_motion_spectrum(motion, NULL, 0, &damping, 1, &out), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_motion_spectrum(motion, &period, 1, NULL, 0, &out), THUD_ERROR_ARGUMENT);
    thud_motion_free(motion);
}
END_TEST

/* thousands of periods within one step are no more work than two, with damping and without */
START_TEST(period_far_below_the_step) {
    thud_motion *motion = make_pulse(3, height, height);
    double period = 1e-9, omega = 2 * PI / period;
    check_close(response(motion, period, 0.05).displacement,
                height * (1 + exp(-PI * 0.05 / sqrt(1 - 0.0025))) / (omega * omega), "displacement", period, 0.05);
    /* without damping the last jump comes at an angle of 1e10, known to 1e-6: the peaks before it remain */
    ck_assert_double_eq_tol(response(motion, period, 0).displacement * omega * omega / height, 2, ROUNDING);
    thud_motion_free(motion);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("spectrum");
    tcase_add_loop_test(tests, rectangular_pulse, 0, ANGLES * STEP_COUNTS);
    tcase_add_loop_test(tests, damped_step, 0, 7 * 9);
    tcase_add_loop_test(tests, ramp, 0, ANGLES * STEP_COUNTS);
    tcase_add_loop_test(tests, triangle, 0, 4 * 5);
    tcase_add_loop_test(tests, sine, 0, 48);
    tcase_add_loop_test(tests, noise, 0, 5);
    tcase_add_test(tests, points_in_between_change_nothing);
    tcase_add_test(tests, company_does_not_matter);
    tcase_add_test(tests, limits);
    tcase_add_test(tests, ground_at_rest);
    tcase_add_test(tests, bad_input);
    tcase_add_test(tests, period_far_below_the_step);
    return run_suite("spectrum", tests);
}
