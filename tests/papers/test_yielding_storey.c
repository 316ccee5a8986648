/*
 * Chopra, Dynamics of Structures, chapter 7: one storey of 0.5 s that is elastic–perfectly plastic, under El Centro
 * 1940.
 *
 * Damped by 5 % it stays elastic with a strength of 0.919 of its weight; 37, 19.5 and 12 % of that strength let it
 * go to ductilities of 2, 4 and 8. Without damping (figure 7.4.2) the elastic strength is 1.37 of the weight; with
 * an eighth of it, 0.171 of the weight, the storey goes to 4.34 cm, which is 1.71 in.
 *
 * Everything is solved twice: by thud, and by Newmark's method with the equilibrium of every step.
 */
#include <string.h>

#include "papers/el_centro.h"
#include "simulate/scene.h"

static const double PI = 3.14159265358979324, GRAVITY = 9.80665, INCH = 0.0254;

typedef struct storey {
    double damping;  /* of critical */
    double strength; /* of the weight; mass 1 kg */
} storey;

static const double ELASTIC = 1e3; /* a strength that nothing reaches */

static double omega(void) { return 2 * PI / 0.5; }

/* ---- two solvers, for the largest displacement ---- */

static double by_thud(storey s, const thud_motion *record) {
    scene *run = scene_open(record->step * (double)(record->count - 1));
    thud_body mass = scene_body(run, 1, 0, 0);
    scene_link(run, THUD_BODY_GROUND, mass,
               &(thud_link){.stiffness = omega() * omega(),
                            .damping = 2 * s.damping * omega(),
                            .hysteresis = {.model = THUD_HYSTERESIS_BILINEAR, .yield = s.strength * GRAVITY}});
    thud_model_set_ground(run->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
    scene_run(run);
    const double most = run->summary->bodies[0].max_displacement;
    ck_assert_double_le(fabs(run->summary->energy.residual), 1e-10);
    scene_close(run);
    return most;
}

typedef struct state {
    double u, v, a, set; /* set: what has yielded */
} state;

/* the equilibrium of a step's end by iteration, which contracts by (hω)²/4 + hζω, 0.08 or less */
static state step(storey s, state from, double h, double beta, double ground) {
    const double k = omega() * omega(), yield = s.strength * GRAVITY / k;
    state to = from;
    for (int round = 0; round < 100; round++) {
        const double a = to.a;
        to.u = from.u + h * from.v + h * h * ((0.5 - beta) * from.a + beta * a);
        to.v = from.v + 0.5 * h * (from.a + a);
        to.set = fmin(fmax(from.set, to.u - yield), to.u + yield);
        to.a = -ground - 2 * s.damping * omega() * to.v - k * (to.u - to.set);
        if (fabs(to.a - a) < 1e-12) return to; /* m/s², of accelerations of 1 to 10 */
    }
    ck_abort_msg("no equilibrium");
}

/* `parts` steps to each of the record's, along straight lines between its samples */
static double by_newmark(storey s, const thud_motion *record, double beta, int parts) {
    const double h = record->step / parts;
    state now = {.a = -record->acceleration[0]};
    double most = 0;
    for (size_t i = 0; i + 1 < record->count; i++)
        for (int j = 1; j <= parts; j++) {
            const double from = record->acceleration[i], to = record->acceleration[i + 1];
            now = step(s, now, h, beta, from + (to - from) * j / parts);
            most = fmax(most, fabs(now.u));
        }
    return most;
}

/* largest force while elastic, as a share of the weight */
static double elastic_strength(double displacement) { return omega() * omega() * displacement / GRAVITY; }

/* the displacement over that of yielding */
static double ductility(storey s, const thud_motion *record) {
    return by_thud(s, record) / (s.strength * GRAVITY / (omega() * omega()));
}

/* ---- as printed ---- */

/* Each strength is printed to half a unit of its last digit, and the ductility falls while the strength grows: the
 * printed ductility lies between those of the two ends. */
START_TEST(damped_storey_as_printed) {
    thud_motion *record = el_centro(1560);
    const double most = elastic_strength(by_thud((storey){0.05, ELASTIC}, record));
    ck_assert_double_eq_tol(most, 0.919, 5e-4);
    static const struct {
        double share, half, ductility;
    } printed[] = {{0.37, 5e-3, 2}, {0.195, 5e-4, 4}, {0.12, 5e-3, 8}};
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
        const double weaker = (printed[i].share - printed[i].half) * most,
                     stronger = (printed[i].share + printed[i].half) * most;
        ck_assert_double_ge(ductility((storey){0.05, weaker}, record), printed[i].ductility);
        ck_assert_double_le(ductility((storey){0.05, stronger}, record), printed[i].ductility);
    }
    thud_motion_free(record);
}
END_TEST

/*
 * The elastic strength without damping is that of linear acceleration in steps of 10 ms, 1.365 of the weight, not
 * the exact 1.320: after 50 cycles steps of a fiftieth of the period are off in phase. An eighth of it, 0.17065, is
 * what is printed as 0.171, and with that thud's displacement is the book's to half a unit of an inch's second
 * decimal.
 */
START_TEST(undamped_storey_as_printed) {
    thud_motion *record = el_centro(1560);
    const storey elastic = {0, ELASTIC};
    const double printed = elastic_strength(by_newmark(elastic, record, 1.0 / 6, 2)),
                 exact = elastic_strength(by_thud(elastic, record));
    ck_assert_double_eq_tol(printed, 1.37, 5e-3);
    ck_assert_double_eq_tol(exact, elastic_strength(by_newmark(elastic, record, 1.0 / 6, 128)), 1e-4);
    ck_assert_double_lt(exact, 1.365); /* out of reach of 1.37 */
    const storey yields = {0, printed / 8};
    ck_assert_double_eq_tol(yields.strength, 0.171, 5e-4);
    const double most = by_thud(yields, record);
    ck_assert_double_eq_tol(most, 1.71 * INCH, 5e-3 * INCH);
    assert_relative(most, by_newmark(yields, record, 1.0 / 6, 128), 1e-4); /* (hω)² of 156 µs: 4e-6, in 60 cycles */
    thud_motion_free(record);
}
END_TEST

/* ---- without the record ---- */

/* 6 s every 0.02 s, two sines that swell for 1 s, 0.4 g at most */
static thud_motion *made_here(void) {
    thud_motion *record = thud_motion_create(301, 0.02);
    for (int i = 0; i <= 300; i++) {
        const double t = 0.02 * i, swell = fmin(t, 1);
        record->acceleration[i] = swell * (2.4 * sin(2 * PI * 1.7 * t) + 1.6 * sin(2 * PI * 0.6 * t + 1));
    }
    return record;
}

/* Newmark's error is of second order: that of 0.625 ms is a sixteenth of that of 2.5 ms, which must itself be small
 */
START_TEST(storey_made_here) {
    thud_motion *record = made_here();
    static const storey storeys[] = {{0.05, ELASTIC}, {0.05, 0.3}, {0.05, 0.15}, {0, 0.2}};
    for (size_t i = 0; i < sizeof storeys / sizeof *storeys; i++) {
        const double thud = by_thud(storeys[i], record), coarse = by_newmark(storeys[i], record, 0.25, 8),
                     fine = by_newmark(storeys[i], record, 0.25, 32);
        assert_relative(coarse, thud, 1e-3);
        ck_assert_msg(fabs(fine - thud) <= fabs(coarse - thud) / 4 + 1e-6 * thud, "%zu: %.9g, %.9g, thud %.9g", i,
                      coarse, fine, thud);
        if (storeys[i].strength < ELASTIC) ck_assert_double_gt(ductility(storeys[i], record), 1.5);
    }
    thud_motion_free(record);
}
END_TEST

/* with the argument `shared`, El Centro; otherwise the record that is made here */
int main(int argc, char **argv) {
    TCase *tests = tcase_create("yielding storey");
    if (argc > 1 && strcmp(argv[1], "shared") == 0) {
        if (has_shared("damped_storey_as_printed", EL_CENTRO)) tcase_add_test(tests, damped_storey_as_printed);
        if (has_shared("undamped_storey_as_printed", EL_CENTRO)) tcase_add_test(tests, undamped_storey_as_printed);
        return run_suite("yielding storey, El Centro 1940", tests);
    }
    tcase_add_test(tests, storey_made_here);
    return run_suite("yielding storey", tests);
}
