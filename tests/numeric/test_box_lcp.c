/*
 * Complementarity between bounds: what a solution must be, for random problems, singular and with many ties; cases
 * with a known answer, and one without.
 */
#include "numeric/matrix/box_lcp.h"

#include <float.h>

#include "simulate/dice.h"
#include "suite.h"

enum { MOST = 12, BODIES = 5 };

typedef struct problem {
    thud_box_lcp box;
    double numbers[MOST * (2 * MOST + 7)];
    thud_box_side side[MOST];
    size_t place[MOST];
    bool satisfied[MOST];
} problem;

static void open(problem *p, size_t n) {
    ck_assert_uint_le(thud_box_lcp_numbers(n), sizeof p->numbers / sizeof *p->numbers);
    thud_box_lcp_lay_out(&p->box, n, p->numbers, p->side, p->place, p->satisfied);
    p->box.n = n;
    p->box.preferred = 0;
    for (size_t i = 0; i < n; i++) p->box.noise[i] = 0;
}

/* z between its bounds, w zero inside and of the right sign at a bound: to the slack that the solver may leave,
 * 1e-13 of a bound and four times (n + 16) roundings of the terms times the condition of W, here below 1e3. Terms
 * are those of numbers of some units, which q is the difference of */
static void assert_solution(const thud_box_lcp *b) {
    for (size_t i = 0; i < b->n; i++) {
        double w = b->q[i], size = 1 + fabs(w);
        for (size_t j = 0; j < b->n; j++) {
            w += b->w[i * b->n + j] * b->z[j];
            size += fabs(b->w[i * b->n + j] * b->z[j]);
        }
        double rounding = 1e-11 * size, z = b->z[i];
        ck_assert_msg(z >= b->low[i] - 1e-11 * size && z <= b->high[i] + 1e-11 * size, "%zu: z %g", i, z);
        if (b->side[i] == THUD_BOX_INSIDE || b->side[i] == THUD_BOX_IDLE) ck_assert_double_le(fabs(w), rounding);
        else ck_assert_double_ge(-(int)b->side[i] * w, -rounding);
        if (b->side[i] == THUD_BOX_IDLE) ck_assert(z == 0);
    }
}

/* bodies with forces between them, and to what does not move: W = G M⁻¹ Gᵀ, q = G a, of which many are dependent */
static void fill(problem *p, dice *d, bool few) {
    size_t n = 1 + (size_t)choose(d, MOST), bodies = 1 + (size_t)choose(d, BODIES);
    double inverse[BODIES], a[BODIES], g[MOST][BODIES] = {{0}};
    open(p, n);
    for (size_t k = 0; k < bodies; k++) {
        inverse[k] = few ? 1 : roll(d, 0.2, 1.2);
        a[k] = few ? choose(d, 7) - 3 : roll(d, -3, 3);
    }
    for (size_t i = 0; i < n; i++) {
        size_t left = (size_t)choose(d, (int)bodies + 1), right = (left + 1) % (bodies + 1);
        if (choose(d, 2)) right = (left + bodies) % (bodies + 1);
        if (left < bodies) g[i][left] += 1;
        if (right < bodies) g[i][right] -= 1;
        bool pushes = choose(d, 3) == 0;
        p->box.high[i] = pushes ? INFINITY : few ? 1 + choose(d, 3) : roll(d, 0, 1);
        p->box.low[i] = pushes ? 0 : -p->box.high[i];
    }
    for (size_t i = 0; i < n; i++) {
        p->box.q[i] = 0;
        for (size_t k = 0; k < bodies; k++) p->box.q[i] += g[i][k] * a[k];
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k < bodies; k++) sum += g[i][k] * inverse[k] * g[j][k];
            p->box.w[i * n + j] = sum;
        }
    }
    p->box.preferred = (size_t)choose(d, (int)n);
}

START_TEST(random_problems) {
    problem p;
    dice d = dice_of(3);
    size_t inside = 0, idle = 0, bound = 0;
    for (int i = 0; i < 20000; i++) {
        fill(&p, &d, i % 2);
        ck_assert_msg(thud_box_lcp_solve(&p.box), "%d", i);
        assert_solution(&p.box);
        for (size_t k = 0; k < p.box.n; k++) {
            inside += p.box.side[k] == THUD_BOX_INSIDE;
            idle += p.box.side[k] == THUD_BOX_IDLE;
            bound += p.box.side[k] == THUD_BOX_LOW || p.box.side[k] == THUD_BOX_HIGH;
        }
    }
    ck_assert_uint_ge(inside, 20000);
    ck_assert_uint_ge(idle, 1000);
    ck_assert_uint_ge(bound, 20000);
}
END_TEST

/* two side by side, which hold 3 together, pulled with 2: one cannot hold it, and the other takes the rest */
START_TEST(side_by_side) {
    problem p;
    open(&p, 2);
    for (int i = 0; i < 4; i++) p.box.w[i] = 1;
    for (int i = 0; i < 2; i++) {
        p.box.q[i] = -2;
        p.box.high[i] = 1.5;
        p.box.low[i] = -1.5;
    }
    ck_assert(thud_box_lcp_solve(&p.box));
    ck_assert_double_eq_tol(p.box.z[0] + p.box.z[1], 2, 1e-15);
    ck_assert_int_eq((p.box.side[0] == THUD_BOX_INSIDE) + (p.box.side[1] == THUD_BOX_INSIDE), 1);
    /* with 4 neither holds */
    p.box.q[0] = p.box.q[1] = -4;
    ck_assert(thud_box_lcp_solve(&p.box));
    ck_assert(p.box.z[0] == 1.5 && p.box.z[1] == 1.5);
    ck_assert_int_eq(p.box.side[0], THUD_BOX_HIGH);
    ck_assert_int_eq(p.box.side[1], THUD_BOX_HIGH);
    /* without a load one of them holds nothing, and the other is not needed */
    p.box.q[0] = p.box.q[1] = 0;
    ck_assert(thud_box_lcp_solve(&p.box));
    ck_assert(p.box.z[0] == 0 && p.box.z[1] == 0);
    ck_assert_int_eq(p.box.side[0], THUD_BOX_INSIDE);
    ck_assert_int_eq(p.box.side[1], THUD_BOX_IDLE);
    ck_assert(thud_box_lcp_depends(&p.box, 1));
    /* which takes over when it is asked to */
    ck_assert(thud_box_lcp_slide(&p.box, 1, 1));
    ck_assert(p.box.z[0] == -1.5 && p.box.z[1] == 1.5);
}
END_TEST

/* a body between two walls that push and close in: nothing gives way, unless one of them is bounded */
START_TEST(squeezed) {
    problem p;
    for (int bounded = 0; bounded < 2; bounded++) {
        open(&p, 2);
        p.box.w[0] = p.box.w[3] = 1;
        p.box.w[1] = p.box.w[2] = -1;
        p.box.q[0] = p.box.q[1] = -1;
        for (int i = 0; i < 2; i++) {
            p.box.low[i] = 0;
            p.box.high[i] = INFINITY;
        }
        if (bounded) p.box.high[1] = 3, p.box.low[1] = -3;
        ck_assert(thud_box_lcp_solve(&p.box) == bounded);
        if (!bounded) continue;
        assert_solution(&p.box);
        ck_assert(p.box.z[1] == 3);
        ck_assert_double_eq_tol(p.box.z[0], 4, 1e-14);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("box_lcp");
    tcase_add_test(tests, random_problems);
    tcase_add_test(tests, side_by_side);
    tcase_add_test(tests, squeezed);
    return run_suite("box_lcp", tests);
}
