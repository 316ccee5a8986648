/*
 * The accelerations of least constraint by which CVODE's side decides what rests: what its reactions have to
 * fulfil, for random problems, of full rank and singular, where several reactions make up the same.
 */
#include <float.h>
#include <math.h>

#include "numeric/random.h"
#include "suite.h"
#include "verify/least.h"

enum { MOST = 9, PROBLEMS = 4000 };

static double roll(thud_random *r, double low, double high) { return low + (high - low) * thud_random_uniform(r); }

/* G M⁻¹ Gᵀ of pairs of bodies, or of one and the ground: with more pairs than bodies it is singular */
static void couple(thud_verify_least *p, thud_random *r, size_t bodies, double *acceleration, double *gap) {
    double inverse[MOST], given[MOST][MOST] = {{0}};
    for (size_t i = 0; i < bodies; i++) {
        inverse[i] = 1 / roll(r, 0.5, 3);
        acceleration[i] = roll(r, -5, 5);
    }
    for (size_t i = 0; i < p->n; i++) {
        size_t left = (size_t)roll(r, 0, (double)bodies), right = (size_t)roll(r, 0, (double)bodies + 1);
        given[i][left] += 1;
        if (right < bodies && right != left) given[i][right] -= 1;
        gap[i] = 0;
        for (size_t k = 0; k < bodies; k++) gap[i] += given[i][k] * acceleration[k];
    }
    for (size_t i = 0; i < p->n; i++)
        for (size_t j = 0; j < p->n; j++) {
            p->matrix[i * p->n + j] = 0;
            for (size_t k = 0; k < bodies; k++) p->matrix[i * p->n + j] += given[i][k] * inverse[k] * given[j][k];
        }
}

/* frictions with equal forces, so that several are at their bounds together; contacts push only */
static void bound(thud_verify_least *p, thud_random *r) {
    for (size_t i = 0; i < p->n; i++) {
        bool contact = roll(r, 0, 1) < 0.3;
        p->high[i] = contact ? INFINITY : 1 + floor(roll(r, 0, 4));
        p->low[i] = contact ? 0 : -p->high[i];
    }
}

static void check(const thud_verify_least *p, unsigned seed) {
    for (size_t i = 0; i < p->n; i++) {
        double w = p->drive[i], size = fabs(w);
        for (size_t j = 0; j < p->n; j++) {
            w -= p->matrix[i * p->n + j] * p->force[j];
            size += fabs(p->matrix[i * p->n + j] * p->force[j]);
        }
        /* what is asked for, and the rounding of the sum */
        double none = p->noise + (double)(p->n + 2) * DBL_EPSILON * size, z = p->force[i];
        ck_assert_msg(fabs(w - p->left[i]) <= none, "seed %u, %zu: %g is left, not %g", seed, i, w, p->left[i]);
        ck_assert_msg(z >= p->low[i] && z <= p->high[i], "seed %u, %zu: %g is out of bounds", seed, i, z);
        ck_assert_msg(z == p->high[i] || w <= none, "seed %u, %zu: %g below its bound leaves %g", seed, i, z, w);
        ck_assert_msg(z == p->low[i] || w >= -none, "seed %u, %zu: %g above its bound leaves %g", seed, i, z, w);
    }
}

START_TEST(conditions) {
    thud_verify_least p;
    unsigned at_bounds = 0;
    ck_assert(thud_verify_least_init(&p, MOST));
    for (unsigned seed = 1; seed <= PROBLEMS; seed++) {
        thud_random r = thud_random_seed(seed);
        double acceleration[MOST];
        p.n = 1 + (size_t)roll(&r, 0, MOST);
        p.noise = 1e-13;
        couple(&p, &r, 1 + (size_t)roll(&r, 0, 5), acceleration, p.drive);
        bound(&p, &r);
        ck_assert_msg(thud_verify_least_solve(&p), "seed %u: no solution", seed);
        check(&p, seed);
        for (size_t i = 0; i < p.n; i++) at_bounds += fabs(p.left[i]) > 1e-9;
    }
    thud_verify_least_free(&p);
    ck_assert_uint_ge(at_bounds, PROBLEMS);
}
END_TEST

/* between two places that move apart by themselves, W does not hold what is given: the weaker one gives way */
START_TEST(between_given_motions) {
    thud_verify_least p;
    ck_assert(thud_verify_least_init(&p, 2));
    p.n = 2;
    for (size_t i = 0; i < 4; i++) p.matrix[i] = 0.5;
    p.noise = 1e-13;
    p.drive[0] = 1, p.drive[1] = -1;
    p.high[0] = 3, p.high[1] = 2;
    p.low[0] = -3, p.low[1] = -2;
    ck_assert(thud_verify_least_solve(&p));
    /* a body of 2 kg that 3 N and 2 N hold: 1 − (3 − 2)/2 and −1 − (3 − 2)/2 are left */
    ck_assert_double_eq(p.force[0], 3);
    ck_assert_double_eq(p.force[1], -2);
    ck_assert_double_eq_tol(p.left[0], 0.5, 1e-15);
    ck_assert_double_eq_tol(p.left[1], -1.5, 1e-15);
    /* one that can, holds: 1 − (z − 2)/2 = 0 */
    p.high[0] = 5, p.low[0] = -5;
    ck_assert(thud_verify_least_solve(&p));
    ck_assert_double_eq_tol(p.force[0], 4, 1e-14);
    ck_assert_double_eq_tol(p.left[0], 0, 1e-13);
    ck_assert_double_eq_tol(p.left[1], -2, 1e-13);
    /* between two stops that close in there is no solution */
    p.matrix[1] = p.matrix[2] = -0.5;
    p.drive[1] = 1;
    p.high[0] = p.high[1] = INFINITY;
    p.low[0] = p.low[1] = 0;
    ck_assert(!thud_verify_least_solve(&p));
    thud_verify_least_free(&p);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("least");
    tcase_add_test(tests, conditions);
    tcase_add_test(tests, between_given_motions);
    return run_suite("least constraint", tests);
}
