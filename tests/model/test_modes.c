/*
 * Modes: closed forms of uniform shear chains, held at one end and free, the eigenproblem itself for random
 * structures, and masses that sum to the whole.
 */
#include <check.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include <thud/modes.h>

#include "model/eigen.h"
#include "numeric/random.h"
#include "suite.h"

#define PI 3.14159265358979323846

static thud_modes *modes_of(thud_model *model) {
    thud_modes *modes = NULL;
    thud_error error;
    thud_model_set_duration(model, 0);
    ck_assert_msg(thud_model_build(model, &error) == THUD_OK, "%s", error.text);
    ck_assert_int_eq(thud_model_modes(model, &modes), THUD_OK);
    return modes;
}

/* n masses in a row, each held by the one before it; the first by the ground, or by nothing */
static void add_chain(thud_model *model, size_t n, double mass, double stiffness, bool held) {
    thud_body_id before = THUD_GROUND;
    for (size_t i = 0; i < n; i++) {
        const thud_body_id body = thud_model_add_body(model, NULL, mass);
        if (i > 0 || held) thud_model_add_link(model, before, body, &(thud_link){.stiffness = stiffness});
        before = body;
    }
}

/* dsyev is backward stable: an eigenvalue is off by n u of the largest at most, which is 4 k/m here; what is left
 * to ω² itself is that over it */
static double tolerance(size_t n, double square, double largest) {
    return 8 * (double)n * DBL_EPSILON * largest / square;
}

/*
 * Two degrees of freedom of a full mass matrix, of which the second goes with the ground by a quarter: M = (a b; b
 * a) and K = (c d; d c) have the modes (1, 1) and (1, −1), ω² = (c ± d)/(a ± b), and (φᵀMι)²/(φᵀMφ) = (a ± b)(ι₁ ±
 * ι₂)²/2 of participating mass, which sum to ιᵀMι.
 */
START_TEST(influence) {
    const double a = 2, b = 0.5, c = 900, d = -400, i1 = 1, i2 = 0.25;
    thud_model *model = thud_model_create();
    thud_model_add_matrices(model, &(thud_matrices){.count = 2,
                                                    .mass = (double[]){a, b, b, a},
                                                    .stiffness = (double[]){c, d, d, c},
                                                    .influence = (double[]){i1, i2}});
    thud_modes *modes = modes_of(model);
    ck_assert_uint_eq(modes->count, 2);
    for (int k = 0; k < 2; k++) {
        /* the lower one is (1, 1) */
        const double sign = k == 0 ? 1 : -1, square = (c + sign * d) / (a + sign * b);
        const double mass = (a + sign * b) * pow(i1 + sign * i2, 2) / 2;
        /* roundings of two matrices of two rows */
        assert_relative(modes->list[k].period, 2 * PI / sqrt(square), 1e-14);
        assert_relative(modes->list[k].participating_mass, mass, 1e-14);
        assert_relative(modes->list[k].shape[0] * modes->list[k].shape[1], sign, 1e-14);
    }
    thud_modes_free(modes);
    thud_model_free(model);
}
END_TEST

START_TEST(uniform_chain) {
    const size_t sizes[] = {1, 2, 5, 8, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        const size_t n = sizes[s];
        const double mass = 3e5, stiffness = 2e8;
        thud_model *model = thud_model_create();
        add_chain(model, n, mass, stiffness, true);
        thud_modes *modes = modes_of(model);
        double sum = 0;
        ck_assert_uint_eq(modes->count, n);
        ck_assert_uint_eq(modes->structure_count, 1);
        for (size_t j = 0; j < n; j++) {
            const thud_model_mode *mode = &modes->list[j];
            const double angle = (2.0 * (double)j + 1) * PI / (2 * (2.0 * (double)n + 1));
            const double omega = 2 * sqrt(stiffness / mass) * sin(angle);
            const double near = tolerance(n, omega * omega, 4 * stiffness / mass);
            ck_assert_double_eq_tol(mode->period * omega / (2 * PI), 1, near);
            ck_assert(!mode->is_free);
            /* φᵢ = sin(2 i angle), i from 1; the errors of an eigenvector are those of eigenvalues over their
             * distance
             */
            double largest = 0;
            for (size_t i = 0; i < n; i++) {
                const double exact = sin(2 * ((double)i + 1) * angle);
                if (fabs(exact) > fabs(largest)) largest = exact;
            }
            double gap = INFINITY;
            for (size_t k = 0; k < n; k++)
                if (k != j) gap = fmin(gap, fabs(modes->list[k].square - mode->square));
            for (size_t i = 0; i < n; i++) {
                const double exact = sin(2 * ((double)i + 1) * angle) / largest, got = mode->shape[i];
                const double off =
                    fmin(fabs(got - exact), fabs(got + exact)); /* of two that are as large, either */
                const double most = 8 * (double)n * DBL_EPSILON * (1 + 4 * stiffness / mass / gap);
                ck_assert_double_le(off, most);
            }
            sum += mode->participating_mass;
        }
        /* V is orthogonal to n u, and the sum is that of n squares */
        ck_assert_double_eq_tol(sum / ((double)n * mass), 1, 8 * (double)n * DBL_EPSILON);
        ck_assert_double_eq_tol(modes->masses[0], (double)n * mass, 1e-9);
        thud_modes_free(modes);
        thud_model_free(model);
    }
}
END_TEST

/* n equal masses that nothing holds: one free mode, with all of the mass, and ω = 2 √(k/m) sin(jπ/2n) */
START_TEST(free_chain) {
    const size_t n = 6;
    thud_model *model = thud_model_create();
    add_chain(model, n, 2, 50, false);
    thud_modes *modes = modes_of(model);
    ck_assert_uint_eq(modes->count, n);
    ck_assert(modes->list[0].is_free);
    ck_assert(isinf(modes->list[0].period));
    ck_assert_double_eq_tol(modes->list[0].participating_mass, 12, 12 * 8 * 6 * DBL_EPSILON);
    for (size_t i = 0; i < n; i++) ck_assert_double_eq_tol(modes->list[0].shape[i], 1, 8 * 6 * DBL_EPSILON);
    for (size_t j = 1; j < n; j++) {
        const double omega = 2 * sqrt(25) * sin((double)j * PI / (2.0 * (double)n));
        ck_assert(!modes->list[j].is_free);
        ck_assert_double_eq_tol(modes->list[j].period * omega / (2 * PI), 1, tolerance(n, omega * omega, 100));
        /* momentum of a mode of its own is zero: (√m · rounding)² */
        ck_assert_double_le(modes->list[j].participating_mass, 12 * pow(8 * 6 * DBL_EPSILON, 2));
    }
    thud_modes_free(modes);
    thud_model_free(model);
}
END_TEST

/* structures go by their first bodies, and a ball that nothing holds is none */
START_TEST(several_structures) {
    thud_model *model = thud_model_create();
    add_chain(model, 2, 1, 100, true);
    thud_model_add_body(model, "ball", 1);
    add_chain(model, 3, 4, 1, false);
    thud_modes *modes = modes_of(model);
    ck_assert_uint_eq(modes->structure_count, 2);
    ck_assert_uint_eq(modes->count, 5);
    const size_t structure[] = {0, 0, 1, 1, 1};
    for (size_t j = 0; j < 5; j++) {
        ck_assert_uint_eq(modes->list[j].structure, structure[j]);
        for (size_t i = 0; i < 6; i++)
            if ((i < 2) != (structure[j] == 0) || i == 2) ck_assert(modes->list[j].shape[i] == 0);
        if (j > 0 && structure[j] == structure[j - 1])
            ck_assert_double_le(modes->list[j].period, modes->list[j - 1].period);
    }
    ck_assert_double_eq(modes->masses[0], 2);
    ck_assert_double_eq(modes->masses[1], 12);
    thud_modes_free(modes);
    thud_model_free(model);
}
END_TEST

static double dice(thud_random *random, double low, double high) {
    return low + (high - low) * thud_random_uniform(random);
}

static void check_eigenproblem(const thud_model *model, const thud_modes *modes) {
    enum { MOST = 9 };
    const size_t n = modes->body_count;
    double mass[MOST], stiffness[MOST * MOST], sum = 0, whole = 0;
    thud_eigen_matrices(model, mass, stiffness);
    for (size_t j = 0; j < modes->count; j++) {
        const thud_model_mode *mode = &modes->list[j];
        for (size_t a = 0; a < n; a++) {
            double left = 0, size = 0;
            for (size_t b = 0; b < n; b++) {
                left += stiffness[a * n + b] * mode->shape[b];
                size += fabs(stiffness[a * n + b]);
            }
            /* stiffnesses from 1e3 to 1e5 and masses from 1 to 10: the backward error, n u of the largest
             * eigenvalue times √m, is carried by M^(1/2) to the row: 8n u · (largest K) · 10 */
            ck_assert_double_eq_tol(left, mode->square * mass[a] * mode->shape[a],
                                    80 * (double)n * DBL_EPSILON * fmax(size, 4e5 * (double)n));
        }
        sum += mode->participating_mass;
    }
    for (size_t s = 0; s < modes->structure_count; s++) whole += modes->masses[s];
    ck_assert_double_eq_tol(sum, whole, 8 * (double)n * DBL_EPSILON * whole + DBL_MIN);
}

/* links between any two bodies, some to the ground */
START_TEST(random_structures) {
    thud_random random = thud_random_seed(17);
    for (int trial = 0; trial < 200; trial++) {
        const size_t n = 1 + (size_t)dice(&random, 0, 8.99);
        const size_t links = (size_t)dice(&random, 1, 12);
        thud_model *model = thud_model_create();
        for (size_t i = 0; i < n; i++) thud_model_add_body(model, NULL, dice(&random, 1, 10));
        for (size_t l = 0; l < links; l++) {
            const int a = (int)dice(&random, -1, (double)n - 0.01), b = (int)dice(&random, 0, (double)n - 0.01);
            if (a == b) continue;
            thud_model_add_link(model, (thud_body_id){a < 0 ? -1 : a}, (thud_body_id){b},
                                &(thud_link){.stiffness = pow(10, dice(&random, 3, 5))});
        }
        thud_modes *modes = modes_of(model);
        check_eigenproblem(model, modes);
        thud_modes_free(modes);
        thud_model_free(model);
    }
}
END_TEST

/* ---- damping ratios ---- */

enum { STOREYS = 5 };

/* five storeys with a dashpot in each; ω_j = 2 √(k/m) sin((2j + 1) π/22) */
static thud_model *damped_chain(double dashpot) {
    thud_model *model = thud_model_create();
    thud_body_id before = THUD_GROUND;
    for (int i = 0; i < STOREYS; i++) {
        const thud_body_id body = thud_model_add_body(model, NULL, 2);
        thud_model_add_link(model, before, body,
                            &(thud_link){.stiffness = 800, .damping = dashpot, .damping_exponent = 1});
        before = body;
    }
    return model;
}

static double omega_of(size_t j) { return 40 * sin((double)(2 * j + 1) * PI / 22); }

static void check_ratios(thud_model *model, double (*ratio)(double omega)) {
    thud_modes *modes = modes_of(model);
    ck_assert_uint_eq(modes->count, STOREYS);
    for (size_t j = 0; j < STOREYS; j++) {
        const double want = ratio(omega_of(j)), near = tolerance(STOREYS, omega_of(j) * omega_of(j), 1600);
        ck_assert_double_eq_tol(modes->list[j].damping_ratio / want, 1, 10 * near);
    }
    thud_modes_free(modes);
    thud_model_free(model);
}

/* C = K c/k: ζ = ω c/(2k) */
static double by_dashpots(double omega) { return omega * 3 / 1600; }
static double by_ratio(double omega) { return omega > 0 ? 0.04 : NAN; }
static double by_rayleigh(double omega) { return 0.2 / omega + 0.002 * omega; }
/* 5 % in the first and the third: ζ (ω² + ω₁ω₃)/(ω (ω₁ + ω₃)) */
static double by_two_modes(double omega) {
    const double a = omega_of(0), b = omega_of(2);
    return 0.05 * (omega * omega + a * b) / (omega * (a + b));
}

START_TEST(damping_ratios) {
    check_ratios(damped_chain(3), by_dashpots);
    thud_model *model = damped_chain(3);
    thud_model_set_modal_damping(model, 0.04);
    check_ratios(model, by_ratio);
    model = damped_chain(0);
    thud_model_set_body_damping(model, (thud_body_id){3}, 0.04);
    check_ratios(model, by_ratio);
    model = damped_chain(3);
    thud_model_set_rayleigh_damping(model, 0.4, 0.004);
    check_ratios(model, by_rayleigh);
    model = damped_chain(3);
    thud_model_set_rayleigh_modes(model, 0.05, (const size_t[]){1, 3});
    check_ratios(model, by_two_modes);
    model = damped_chain(3);
    thud_model_set_rayleigh_periods(model, 0.05, (const double[]){2 * PI / omega_of(2), 2 * PI / omega_of(0)});
    check_ratios(model, by_two_modes);
}
END_TEST

/* what cannot be: modes of several structures, or that there are not; and two dampings of one structure */
START_TEST(damping_refused) {
    static const char *const texts[] = {
        "damping.rayleigh.modes need exactly one structure: give periods instead",
        "damping.rayleigh.modes (6 given) include one that the structure does not have",
        "a building has a damping ratio, and the scenario has another damping for all: give one of the two",
        "a building has a damping ratio, and the scenario has another damping for all: give one of the two",
        "body 'body-5': links connect it to 'body-1', which has another ratio",
        ("link 1 ('ground' to 'body-1'): a dashpot has no effect under the modal damping of a building; give every "
         "building one of the two"),
        "body 'body-1': damping_ratio (1 given) must be 0 or more and below 1",
        "ratio is missing or not a number",
        "ratio (2 given) must be above 0 and below 1",
        "periods (0 given) must be positive",
    };
    for (int i = 0; i < 10; i++) {
        thud_model *model = damped_chain(i == 5 ? 3 : 0);
        thud_error error;
        thud_model_set_duration(model, 0);
        if (i == 0) add_chain(model, 2, 1, 100, true);
        if (i <= 1) thud_model_set_rayleigh_modes(model, 0.05, (const size_t[]){1, i ? 6 : 2});
        if (i == 3) thud_model_set_rayleigh_damping(model, 1, 1);
        if (i >= 2 && i <= 6) thud_model_set_body_damping(model, (thud_body_id){0}, i == 6 ? 1 : 0.05);
        if (i == 2) thud_model_set_modal_damping(model, 0.05);
        if (i == 4) thud_model_set_body_damping(model, (thud_body_id){4}, 0.03);
        if (i == 7) thud_model_set_modal_damping(model, NAN);
        if (i >= 8) thud_model_set_rayleigh_periods(model, i == 8 ? 2 : 0.05, (const double[]){1, i == 9 ? 0 : 2});
        ck_assert_int_eq(thud_model_build(model, &error), THUD_ERROR_ARGUMENT);
        ck_assert_str_eq(error.text, texts[i]);
        thud_model_free(model);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("modes");
    tcase_add_test(tests, influence);
    tcase_add_test(tests, uniform_chain);
    tcase_add_test(tests, free_chain);
    tcase_add_test(tests, several_structures);
    tcase_add_test(tests, damping_ratios);
    tcase_add_test(tests, damping_refused);
    tcase_add_test(tests, random_structures);
    return run_suite("modes", tests);
}
