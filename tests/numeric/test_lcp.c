/*
 * Linear complementarity: against all 2ⁿ sets of places that could differ from zero, and cases with a known answer.
 */
#include "numeric/matrix/lcp.h"

#include <float.h>

#include "numeric/random.h"
#include "suite.h"

enum { MOST = 6 };

static bool solve(size_t n, const double *w, const double *q, double *z) {
    double *work = malloc((thud_lcp_work(n) + 1) * sizeof *work);
    bool solved = thud_lcp_solve(n, w, q, z, work);
    free(work);
    return solved;
}

/* z ≥ 0, W z + q ≥ 0 and one of them zero at each place, to n + 16 roundings of the terms */
static void assert_solution(size_t n, const double *w, const double *q, const double *z) {
    for (size_t i = 0; i < n; i++) {
        double sum = q[i], size = fabs(q[i]);
        for (size_t j = 0; j < n; j++) {
            sum += w[i * n + j] * z[j];
            size += fabs(w[i * n + j] * z[j]);
        }
        double rounding = 2 * (double)(n + 16) * DBL_EPSILON * size;
        ck_assert_msg(z[i] >= 0 && sum >= -rounding && (z[i] == 0 || sum <= rounding), "%zu of %zu: z %g, w %g", i,
                      n, z[i], sum);
    }
}

/* Gauss–Jordan with the largest pivot, on whole numbers small enough that nothing comes near the limit by chance */
static bool eliminate(int n, double a[MOST][MOST + 1]) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[best][k])) best = i;
        if (fabs(a[best][k]) < 1e-9) return false;
        for (int j = 0; j <= n; j++) {
            double kept = a[k][j];
            a[k][j] = a[best][j];
            a[best][j] = kept;
        }
        for (int i = 0; i < n; i++) {
            double factor = i == k ? 0 : a[i][k] / a[k][k];
            for (int j = 0; j <= n; j++) a[i][j] -= factor * a[k][j];
        }
    }
    for (int k = 0; k < n; k++) a[k][n] /= a[k][k];
    return true;
}

/* the solution with z zero outside the set of bits, and W z + q zero inside */
static bool complementary(int n, const double *w, const double *q, int bits, double *z, double *slack) {
    double a[MOST][MOST + 1];
    int place[MOST], count = 0;
    for (int i = 0; i < n; i++) {
        z[i] = 0;
        if (bits >> i & 1) place[count++] = i;
    }
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) a[i][j] = w[place[i] * n + place[j]];
        a[i][count] = -q[place[i]];
    }
    if (!eliminate(count, a)) return false;
    for (int i = 0; i < count; i++) z[place[i]] = a[i][count];
    for (int i = 0; i < n; i++) {
        slack[i] = q[i];
        for (int j = 0; j < n; j++) slack[i] += w[i * n + j] * z[j];
        if (z[i] < -1e-9 || slack[i] < -1e-9) return false;
    }
    return true;
}

/* W = AᵀA of whole numbers and of every rank. Where there is a solution, one of the sets has it; W z + q is unique.
 */
START_TEST(enumeration) {
    thud_random random = thud_random_seed(7);
    int solved = 0, unsolvable = 0, singular = 0;
    for (int round = 0; round < 20000; round++) {
        int n = 1 + round % MOST, rank = 1 + (int)(thud_random_bits(&random) % (unsigned)n);
        double a[MOST][MOST], w[MOST * MOST], q[MOST], z[MOST], expected[MOST], slack[MOST];
        for (int i = 0; i < rank; i++)
            for (int j = 0; j < n; j++) a[i][j] = (double)(thud_random_bits(&random) % 5) - 2;
        for (int i = 0; i < n; i++) {
            q[i] = (double)(thud_random_bits(&random) % 9) - 5;
            for (int j = 0; j < n; j++) {
                w[i * n + j] = 0;
                for (int k = 0; k < rank; k++) w[i * n + j] += a[k][i] * a[k][j];
            }
        }
        bool exists = false;
        for (int bits = 0; bits < 1 << n && !exists; bits++) exists = complementary(n, w, q, bits, expected, slack);

        bool found = solve((size_t)n, w, q, z);
        ck_assert_msg(found == exists, "round %d: %d, expected %d", round, found, exists);
        unsolvable += !exists;
        if (!exists) continue;
        solved++;
        singular += rank < n;
        assert_solution((size_t)n, w, q, z);
        for (int i = 0; i < n; i++) {
            double sum = q[i], size = fabs(q[i]);
            for (int j = 0; j < n; j++) {
                sum += w[i * n + j] * z[j];
                size += fabs(w[i * n + j]) * (expected[j] + z[j]);
            }
            ck_assert_double_eq_tol(sum, slack[i],
                                    1e-12 * (size + 1)); /* elimination may multiply eps by thousands */
        }
    }
    ck_assert(solved > 5000 && unsolvable > 2000 && singular > 2000);
}
END_TEST

/* −u″ = −1 in a row of 50: u(i) = −i(51 − i)/2 without the condition. Turned round it pushes everywhere. */
START_TEST(chain) {
    enum { N = 50 };
    static double w[N * N];
    double q[N], z[N];
    for (int i = 0; i < N; i++) {
        w[i * N + i] = 2;
        if (i > 0) w[i * N + i - 1] = w[(i - 1) * N + i] = -1;
        q[i] = -1;
    }
    ck_assert(solve(N, w, q, z));
    for (int i = 0; i < N; i++) assert_relative(z[i], (i + 1) * (N - i) / 2.0, 1e-12); /* condition 1e3 */

    for (int i = 0; i < N; i++) q[i] = 1;
    ck_assert(solve(N, w, q, z));
    for (int i = 0; i < N; i++) ck_assert_double_eq(z[i], 0);

    /* one pushes the others apart: only it and those that it leans on move */
    q[20] = -2;
    ck_assert(solve(N, w, q, z));
    assert_solution(N, w, q, z);
    assert_relative(z[20], 1, 1e-14); /* w of its neighbours: 1 − 1 = 0 */
}
END_TEST

/* an obstacle that some of the places touch: many sets are entered and left again */
START_TEST(long_chain) {
    enum { N = 300 };
    static double w[N * N];
    double q[N], z[N];
    thud_random random = thud_random_seed(8);
    for (int i = 0; i < N; i++) {
        w[i * N + i] = 2;
        if (i > 0) w[i * N + i - 1] = w[(i - 1) * N + i] = -1;
        q[i] = thud_random_normal(&random);
    }
    ck_assert(solve(N, w, q, z));
    assert_solution(N, w, q, z);
}
END_TEST

/* two that can only push each other: what one gains the other loses */
START_TEST(singular) {
    double apart[] = {1, -1, -1, 1}, together[] = {1, 1, 1, 1}, z[2];
    ck_assert(solve(2, apart, (double[]){-1, 1}, z));
    assert_solution(2, apart, (double[]){-1, 1}, z);
    ck_assert_double_eq(z[0] - z[1], 1);
    ck_assert(!solve(2, apart, (double[]){-1, 0.5}, z)); /* (1, 1) sees −0.5 */
    ck_assert(!solve(2, apart, (double[]){-1, -1}, z));
    ck_assert(solve(2, apart, (double[]){1, 1}, z));

    ck_assert(solve(2, together, (double[]){-1, -1}, z)); /* a contact that is there twice */
    ck_assert_double_eq(z[0] + z[1], 1);
    ck_assert(solve(2, together, (double[]){-1, -2}, z));
    ck_assert(z[0] == 0 && z[1] == 2);
    ck_assert(solve(2, together, (double[]){-2, -1}, z));
    ck_assert(z[0] == 2 && z[1] == 0);

    double nothing = 0;
    ck_assert(!solve(1, &nothing, (double[]){-1}, z)); /* a wall that cannot be moved by a push on it */
    ck_assert(solve(1, &nothing, (double[]){0}, z));
    ck_assert(solve(1, &nothing, (double[]){1}, z));
}
END_TEST

/* a body on many feet, u and rotation: W of rank 2, whatever the number of feet; rounding makes it look regular */
START_TEST(redundant_contacts) {
    enum { N = 12 };
    double w[N * N], q[N], z[N];
    for (int i = 0; i < N; i++) {
        q[i] = -0.3 - 0.02 * i;
        for (int j = 0; j < N; j++) w[i * N + j] = 1 / 0.7 + (0.1 * i - 0.55) * (0.1 * j - 0.55) / 0.03;
    }
    ck_assert(solve(N, w, q, z));
    double force = 0, moment = 0;
    for (int i = 0; i < N; i++) {
        force += z[i];
        moment += z[i] * (0.1 * i - 0.55);
        ck_assert(z[i] >= 0);
    }
    assert_relative(force, 0.7 * (0.3 + 0.02 * 5.5), 1e-13); /* stops the mean velocity */
    assert_relative(moment, 0.03 * 0.2, 1e-12);              /* and 0.02 for each 0.1 of the rotation */
}
END_TEST

START_TEST(scales) {
    double w[] = {4, 1, 0, 1, 3, 1, 0, 1, 2}, q[] = {-1, 2, -3}, reference[3];
    ck_assert(solve(3, w, q, reference));
    assert_solution(3, w, q, reference);
    assert_relative(reference[0], 0.25, 1e-15);
    ck_assert_double_eq(reference[1], 0);
    assert_relative(reference[2], 1.5, 1e-15);
    for (int e = -12; e <= 12; e += 12)
        for (int f = -12; f <= 12; f += 12) {
            double scaled_w[9], scaled_q[3], z[3];
            for (int i = 0; i < 9; i++) scaled_w[i] = w[i] * pow(10, e);
            for (int i = 0; i < 3; i++) scaled_q[i] = q[i] * pow(10, f);
            ck_assert(solve(3, scaled_w, scaled_q, z));
            for (int i = 0; i < 3; i++) assert_relative(z[i], reference[i] * pow(10, f - e), 1e-15);
        }
    /* masses 1e12 apart: D W D, where z goes with 1/D */
    double d[] = {1e-6, 1, 1e6}, scaled_w[9], scaled_q[3], z[3];
    for (int i = 0; i < 3; i++) {
        scaled_q[i] = d[i] * q[i];
        for (int j = 0; j < 3; j++) scaled_w[3 * i + j] = d[i] * w[3 * i + j] * d[j];
    }
    ck_assert(solve(3, scaled_w, scaled_q, z));
    for (int i = 0; i < 3; i++) assert_relative(z[i], reference[i] / d[i], 1e-15);
}
END_TEST

START_TEST(edges) {
    ck_assert(thud_lcp_solve(0, NULL, NULL, NULL, NULL));
    double one = 1, z;
    ck_assert(!solve(1, &(double){NAN}, (double[]){-1}, &z));
    ck_assert(!solve(1, &one, (double[]){NAN}, &z));
}
END_TEST

/*
 * A row of bodies of very different masses between two walls without room: W is singular along v = (1, …, 1), and q
 * is as level along it as rounding allows. Loads on the bodies press on one wall or the other, and what the
 * contacts carry is the sum of the loads before them, shifted so that none pulls and one is zero. A contact that is
 * not of the row, next to nothing beside it, must not be taken for a way out.
 */
START_TEST(row_without_room) {
    enum { BODIES = 4, N = BODIES + 2 };
    thud_random random = thud_random_seed(11);
    for (int round = 0; round < 2000; round++) {
        double inverse[BODIES], pull[BODIES], w[N * N] = {0}, q[N] = {0}, z[N], carried[N - 1] = {0}, least = 0;
        for (int i = 0; i < BODIES; i++) {
            inverse[i] = exp(10 * thud_random_uniform(&random) - 5);
            pull[i] = 2 * thud_random_uniform(&random) - 1;
        }
        /* contact i lies between bodies i − 1 and i, u = v(i) − v(i − 1); the last one pushes body 1 alone */
        for (int i = 0; i <= BODIES; i++) {
            if (i < BODIES) {
                w[i * N + i] += inverse[i];
                w[i * N + i + 1] = w[(i + 1) * N + i] = -inverse[i];
                q[i] += pull[i];
                q[i + 1] -= pull[i];
                w[(i + 1) * N + i + 1] += inverse[i];
                carried[i + 1] = carried[i] + pull[i] / inverse[i];
                least = fmin(least, carried[i + 1]);
            }
        }
        w[(N - 1) * N + N - 2] = w[(N - 2) * N + N - 1] = 0;
        w[N * N - 1] = inverse[1] + 1;
        w[(N - 1) * N + 1] = w[N - 1 + N] = inverse[1];
        w[(N - 1) * N + 2] = w[N - 1 + 2 * N] = -inverse[1];
        q[N - 1] = pull[1] + 1; /* it parts */
        ck_assert_msg(solve(N, w, q, z), "round %d", round);
        double most = 0;
        for (int i = 0; i <= BODIES; i++) most = fmax(most, carried[i] - least);
        /* masses are e¹⁰ apart, which multiplies eps by 2e4 */
        for (int i = 0; i <= BODIES; i++) ck_assert_double_eq_tol(z[i], carried[i] - least, 1e-11 * most);
        ck_assert(z[N - 1] == 0);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("lcp");
    tcase_add_test(tests, enumeration);
    tcase_add_test(tests, chain);
    tcase_add_test(tests, long_chain);
    tcase_add_test(tests, singular);
    tcase_add_test(tests, redundant_contacts);
    tcase_add_test(tests, scales);
    tcase_add_test(tests, edges);
    tcase_add_test(tests, row_without_room);
    return run_suite("lcp", tests);
}
