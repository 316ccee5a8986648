/*
 * Sequences and designs: intervals of equal length hold equally many points, projections of two dimensions fill the
 * square, means converge faster than those of random points, and indices of functions whose variances are known.
 */
#include <string.h>

#include "numeric/constant.h"
#include "study/indices.h"
#include "study/sampler.h"
#include "suite.h"

static thud_points points_of(thud_points_kind kind, size_t dimension, uint64_t key) {
    thud_points p = {.kind = kind, .count = 1 << 16, .key = key};
    thud_points_set_dimension(&p, dimension);
    return p;
}

/* each of the first 2ᵐ points of a Sobol' sequence, and bᵐ of a Halton sequence, in an interval of its own; any
 * later block of as many, too */
START_TEST(one_in_each_interval) {
    static const size_t dimensions[] = {0, 1, 2, 5, 30, 500, 999};
    for (int k = 0; k < 7; k++)
        for (size_t block = 0; block < 3; block++) {
            static bool seen[4096];
            const thud_points p = points_of(THUD_POINTS_SOBOL, dimensions[k], 17 + block);
            memset(seen, 0, sizeof seen);
            for (size_t i = 0; i < 4096; i++) {
                const size_t place = (size_t)(4096 * thud_points_value(&p, block * 4096 + i));
                ck_assert_msg(place < 4096 && !seen[place], "dimension %zu", dimensions[k]);
                seen[place] = true;
            }
        }
    static const size_t bases[] = {2, 3, 5, 7, 11};
    for (size_t d = 0; d < 5; d++) {
        size_t count = 1;
        while (count * bases[d] <= 3000) count *= bases[d];
        static bool seen[3000];
        memset(seen, 0, sizeof seen);
        const thud_points p = points_of(THUD_POINTS_HALTON, d, 3);
        ck_assert_uint_eq(p.base, bases[d]);
        for (size_t i = 0; i < count; i++) {
            const size_t place = (size_t)((double)count * thud_points_value(&p, i));
            ck_assert_msg(place < count && !seen[place], "base %zu", bases[d]);
            seen[place] = true;
        }
    }
}
END_TEST

/* 256 points in the 16 × 16 squares of every pair among the first ten dimensions: the first pair has one in each
 * (t = 0), and none has more than 2ᵗ = 8 */
START_TEST(pairs_fill_the_square) {
    thud_points p[10];
    for (size_t d = 0; d < 10; d++) p[d] = points_of(THUD_POINTS_SOBOL, d, 100 + d);
    for (size_t a = 0; a < 10; a++)
        for (size_t b = 0; b < a; b++) {
            int counted[256] = {0}, most = 0;
            for (size_t i = 0; i < 256; i++) {
                const size_t x = (size_t)(16 * thud_points_value(&p[a], i)),
                             y = (size_t)(16 * thud_points_value(&p[b], i));
                if (++counted[16 * x + y] > most) most = counted[16 * x + y];
            }
            ck_assert_int_le(most, a == 1 ? 1 : 8);
        }
}
END_TEST

/* the mean of Π(1 + (uⱼ − ½)) over five dimensions is 1; its error, the root of the mean square over 50
 * scramblings, as N^−r. Random points have r = ½, scrambled Sobol' points nearly 3⁄2 for a smooth function */
START_TEST(order_of_convergence) {
    double error[2] = {0, 0};
    static const size_t counts[2] = {256, 4096};
    for (uint64_t seed = 0; seed < 50; seed++) {
        thud_points p[5];
        for (size_t d = 0; d < 5; d++) p[d] = points_of(THUD_POINTS_SOBOL, d, 1000 * seed + d);
        for (int k = 0; k < 2; k++) {
            double sum = 0;
            for (size_t i = 0; i < counts[k]; i++) {
                double product = 1;
                for (size_t d = 0; d < 5; d++) product *= 0.5 + thud_points_value(&p[d], i);
                sum += product;
            }
            const double miss = sum / (double)counts[k] - 1;
            error[k] += miss * miss;
        }
    }
    const double order = 0.5 * log2(error[0] / error[1]) / 4;
    ck_assert_msg(order > 1 && order < 1.7, "%g", order);
}
END_TEST

/* each point by itself is uniform, whatever its number: mean ½ and variance 1⁄12 over keys, five standard errors */
START_TEST(scrambled_evenly) {
    static const thud_points_kind kinds[] = {THUD_POINTS_SOBOL, THUD_POINTS_HALTON};
    enum { KEYS = 20000 };
    for (int k = 0; k < 2; k++)
        for (size_t number = 0; number < 3; number++) {
            double sum = 0, squares = 0;
            thud_points p = points_of(kinds[k], 3, 0);
            for (uint64_t key = 0; key < KEYS; key++) {
                p.key = key * UINT64_C(0x9e3779b97f4a7c15);
                const double u = thud_points_value(&p, number) - 0.5;
                sum += u;
                squares += u * u;
            }
            ck_assert_double_le(fabs(sum / KEYS), 5 / sqrt(12.0 * KEYS));
            ck_assert_double_eq_tol(squares / KEYS, 1.0 / 12, 5 * sqrt(1.0 / 180 / KEYS));
        }
}
END_TEST

/* a study that is continued by another version goes on with the same points, as they were when such studies were
 * first kept */
START_TEST(points_are_kept) {
    static const struct {
        size_t dimension;
        uint32_t point; /* of number 123,456,789 */
    } kept[] = {{3, 0x55ace260}, {12, 0x92567720}, {40, 0x376ff160}, {999, 0x95da8c60}};
    for (int i = 0; i < 4; i++) {
        uint32_t v[THUD_SOBOL_BITS];
        thud_sobol_directions(kept[i].dimension, v);
        ck_assert_uint_eq(thud_sobol_point(v, 123456789), kept[i].point);
    }
    const thud_points sobol = points_of(THUD_POINTS_SOBOL, 4, 42), halton = points_of(THUD_POINTS_HALTON, 4, 42);
    ck_assert_double_eq(thud_points_value(&sobol, 1000), 0.90673798666359129);
    ck_assert_double_eq(thud_points_value(&halton, 1000), 0.30233373979659145);
}
END_TEST

/* ---- designs ---- */

enum { AXES = 3, BLOCKS = 4096 };

typedef double function(const double *x);

/* T. Ishigami & T. Homma, ISUMA (1990) 398: a = 7, b = 0.1 on (−π, π)³ */
static double ishigami(const double *x) {
    return sin(x[0]) + 7 * pow(sin(x[1]), 2) + 0.1 * pow(x[2], 4) * sin(x[0]);
}

/* I. M. Sobol', Math. Comput. Simul. 55 (2001) 271: Π(|4u − 2| + a)/(1 + a), a = 0, 1, 9 */
static double g_function(const double *x) {
    static const double a[] = {0, 1, 9};
    double out = 1;
    for (int i = 0; i < AXES; i++) out *= (fabs(4 * x[i] - 2) + a[i]) / (1 + a[i]);
    return out;
}

static double linear(const double *x) { return 5 * x[0] - 2 * x[1]; }

static void design_indices(thud_design_kind design, double low, double high, function *f, thud_index out[AXES]) {
    static double results[BLOCKS * (AXES + 2)], x[AXES][BLOCKS * (AXES + 2)], work[5 * BLOCKS];
    const size_t block = thud_design_block(design, AXES);
    thud_sampler s[AXES];
    for (size_t a = 0; a < AXES; a++) {
        s[a] = (thud_sampler){.variate = {.low = low, .high = high}, .points = points_of(THUD_POINTS_SOBOL, a, a)};
        s[a].others = points_of(THUD_POINTS_SOBOL, AXES + a, 100 + a);
        s[a].design = design;
        s[a].axes = AXES;
        s[a].own = a;
        s[a].seed = 1;
    }
    for (size_t i = 0; i < BLOCKS * block; i++) {
        double at[AXES];
        for (size_t a = 0; a < AXES; a++) at[a] = x[a][i] = thud_sampler_value(&s[a], i);
        results[i] = f(at);
    }
    for (size_t a = 0; a < AXES; a++) out[a] = thud_index_of(design, AXES, a, BLOCKS, results, x[a], work);
}

/* the closed forms lie in the intervals, and these are a few hundredths wide with 4,096 samples */
static void assert_index(const thud_index_estimate *e, double value) {
    ck_assert_double_eq_tol(e->value, value, 0.02);
    ck_assert_msg(e->low - 0.01 <= value && value <= e->high + 0.01, "%g not in %g to %g", value, e->low, e->high);
    ck_assert(e->low <= e->value && e->value <= e->high && e->high - e->low < 0.12);
}

START_TEST(sobol_indices) {
    thud_index found[AXES];
    design_indices(THUD_DESIGN_SOBOL, -THUD_PI, THUD_PI, ishigami, found);
    const double p4 = pow(THUD_PI, 4), v1 = 0.5 * pow(1 + 0.1 * p4 / 5, 2), v2 = 49.0 / 8,
                 v13 = 0.01 * p4 * p4 * (1.0 / 18 - 1.0 / 50), v = v1 + v2 + v13;
    assert_index(&found[0].first, v1 / v);
    assert_index(&found[1].first, v2 / v);
    assert_index(&found[2].first, 0);
    assert_index(&found[0].second, (v1 + v13) / v);
    assert_index(&found[1].second, v2 / v);
    assert_index(&found[2].second, v13 / v);

    design_indices(THUD_DESIGN_SOBOL, 0, 1, g_function, found);
    double part[AXES], all = 1;
    static const double a[] = {0, 1, 9};
    for (int i = 0; i < AXES; i++) all *= 1 + (part[i] = 1 / (3 * (1 + a[i]) * (1 + a[i])));
    for (int i = 0; i < AXES; i++) {
        assert_index(&found[i].first, part[i] / (all - 1));
        assert_index(&found[i].second, part[i] / (1 + part[i]) * all / (all - 1));
    }
}
END_TEST

/* every effect of a linear function is its slope; an axis without influence has none; steps go up and down */
START_TEST(elementary_effects) {
    thud_index found[AXES];
    design_indices(THUD_DESIGN_MORRIS, 0, 1, linear, found);
    static const double slopes[] = {5, 2, 0};
    for (int i = 0; i < AXES; i++) {
        ck_assert_double_eq_tol(found[i].first.value, slopes[i], 1e-12);
        ck_assert_double_eq_tol(found[i].second.value, 0, 1e-6); /* the root of a difference of squares */
    }
    /* |sin| by itself: steps of ½ from ⅛ and ⅜ of (−π, π) change sin x₁ by 2 sin(π⁄4) both ways; times 1 + 0.1 x₃⁴
     */
    design_indices(THUD_DESIGN_MORRIS, -THUD_PI, THUD_PI, ishigami, found);
    const double quarter = THUD_PI / 4, x4 = 0.5 * (pow(quarter, 4) + pow(3 * quarter, 4));
    ck_assert_double_eq_tol(found[0].first.value, 2 * 2 * sin(quarter) * (1 + 0.1 * x4), 0.05);
    ck_assert_double_eq_tol(found[1].first.value, 0, 1e-12); /* sin² has the period π */
}
END_TEST

/* ---- correlation ---- */

/* normal variables keep their correlation, and all ranks have 6/π asin(ρ/2); five standard errors */
START_TEST(copula) {
    enum { N = 20000 };
    static const double factor[] = {1, 0, 0.6, 0.8};
    thud_sampler alone[2], both[2];
    const thud_sampler *members[2] = {&alone[0], &alone[1]};
    const thud_copula c = {2, members, factor};
    for (size_t a = 0; a < 2; a++) {
        alone[a] = (thud_sampler){.points = {.key = 5 + a, .count = N}};
        both[a] = alone[a];
        both[a].variate = (thud_variate){THUD_DISTRIBUTION_NORMAL, -INFINITY, INFINITY, 3, 2, NULL, NULL, 0};
        both[a].copula = &c;
        both[a].row = a;
    }
    double xy = 0, uv = 0;
    thud_sampler even[2] = {both[0], both[1]};
    for (size_t a = 0; a < 2; a++) even[a].variate = (thud_variate){.low = 0, .high = 1};
    for (size_t i = 0; i < N; i++) {
        xy += (thud_sampler_value(&both[0], i) - 3) / 2 * ((thud_sampler_value(&both[1], i) - 3) / 2);
        uv += (thud_sampler_value(&even[0], i) - 0.5) * (thud_sampler_value(&even[1], i) - 0.5);
    }
    ck_assert_double_eq_tol(xy / N, 0.6, 5 * sqrt((1 + 0.36) / N));
    ck_assert_double_eq_tol(12 * uv / N, 6 / THUD_PI * asin(0.3), 5 * sqrt(1.0 / N));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("designs");
    tcase_add_test(tests, one_in_each_interval);
    tcase_add_test(tests, pairs_fill_the_square);
    tcase_add_test(tests, order_of_convergence);
    tcase_add_test(tests, scrambled_evenly);
    tcase_add_test(tests, points_are_kept);
    tcase_add_test(tests, sobol_indices);
    tcase_add_test(tests, elementary_effects);
    tcase_add_test(tests, copula);
    return run_suite("designs", tests);
}
