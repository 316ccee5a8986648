#include "impact/taylor.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "numeric/elementary.h"

enum { MAX_ORDER = THUD_TAYLOR_MAX_ORDER };

static bool is_whole(double x) {
    return x == floor(x);
}

/* the index of z^power among the series, z itself being 0; −1 for z⁰; new products are added as needed */
static int power_of_root(thud_taylor_plan *plan, int *exponents, int power) {
    if (power == 0) return -1;
    for (int i = 0; i <= plan->products; i++)
        if (exponents[i] == power) return i;
    int left = power_of_root(plan, exponents, power / 2);
    int right = power_of_root(plan, exponents, power - power / 2);
    plan->product[plan->products].left = left;
    plan->product[plan->products].right = right;
    plan->products++;
    exponents[plan->products] = power;
    return plan->products;
}

/*
 * The order at which work per length is least, n² tol^(−1/n), plus some for what a step costs beside its series
 * (Jorba & Zou 2005).
 */
static int order_for(double tolerance) {
    int order = 2 * (int)(-log(tolerance) / 4 + 2);
    return order < MAX_ORDER ? order : MAX_ORDER;
}

thud_taylor_plan thud_taylor_plan_for(double n, double p, double tolerance) {
    thud_taylor_plan plan = {.n = n, .p = p, .q = 1};
    plan.log_tolerance = log2(tolerance);
    plan.order = order_for(tolerance);
    for (int q = 1; q <= 4 && !plan.polynomial; q *= 2)
        if (is_whole(q * n) && is_whole(q * p)) {
            plan.polynomial = true;
            plan.q = q;
        }
    if (!plan.polynomial) return plan;

    int exponents[THUD_TAYLOR_MAX_PRODUCTS + 1] = {1};
    plan.clock = power_of_root(&plan, exponents, plan.q - 1);
    plan.damper = power_of_root(&plan, exponents, (int)(plan.q * (p + 1)));
    plan.spring = power_of_root(&plan, exponents, (int)(plan.q * (n + 1)) - 1);
    return plan;
}

/*
 * Adds to the product c = a b all terms that the k-th coefficients of a and b, just found, make known; c[k] is complete
 * then. Written forwards like this, rather than as the sum for c[k], the loop has no chain of additions to wait for.
 */
static void multiply_on(const double *a, const double *b, double *restrict c, int k, int order) {
    double ak = a[k], bk = b[k];
    int last = k - 1 < order - k ? k - 1 : order - k;
    for (int j = 0; j <= last; j++) c[k + j] += ak * b[j] + bk * a[j];
    if (2 * k <= order) c[2 * k] += ak * bk;
}

static void square_on(const double *a, double *restrict c, int k, int order) {
    double twice = 2 * a[k];
    int last = k - 1 < order - k ? k - 1 : order - k;
    for (int j = 0; j <= last; j++) c[k + j] += twice * a[j];
    if (2 * k <= order) c[2 * k] += a[k] * a[k];
}

/* the k-th coefficient of x^exponent from the lower ones: x u′ = exponent u x′ */
static double power_coefficient(const double *x, const double *u, double exponent, int k) {
    double sum = 0;
    for (int j = 1; j <= k; j++) sum += (exponent * j - (k - j)) * x[j] * u[k - j];
    return sum / (k * x[0]);
}

/* the flow χ D′ and its product with v */
typedef struct {
    double flow[MAX_ORDER + 1], power[MAX_ORDER + 1];
} drag_series;

/* the k-th coefficients of flow and power give the next ones of velocity, work and time */
static void raise_order(thud_taylor *s, double spring, drag_series *drag, double clock, int k) {
    double next = 1.0 / (k + 1), q = s->plan->q;
    multiply_on(drag->flow, s->velocity, drag->power, k, s->plan->order);
    s->velocity[k + 1] = -(q * spring + drag->flow[k]) * next;
    s->work[k + 1] = drag->power[k] * next;
    s->time[k + 1] = q * clock * next;
}

static void expand_polynomial(thud_taylor *s, double chi) {
    const thud_taylor_plan *plan = s->plan;
    int order = plan->order;
    double products[THUD_TAYLOR_MAX_PRODUCTS][MAX_ORDER + 1] = {{0}};
    double *series[THUD_TAYLOR_MAX_PRODUCTS + 1] = {s->root};
    for (int i = 0; i < plan->products; i++) series[i + 1] = products[i];

    drag_series drag = {{0}, {0}};
    double scale = chi / (plan->p + 1); /* D = δ^(p+1)/(p+1) */
    for (int k = 0; k <= order; k++) {
        /* z is one order ahead of v, and with it all powers of z */
        if (k > 0) s->root[k] = s->velocity[k - 1] / k;
        for (int i = 0; i < plan->products; i++) {
            int left = plan->product[i].left, right = plan->product[i].right;
            if (left == right) square_on(series[left], series[i + 1], k, order);
            else multiply_on(series[left], series[right], series[i + 1], k, order);
        }
        if (k == 0) continue;
        double clock = plan->clock < 0 ? k == 1 : series[plan->clock][k - 1];
        drag.flow[k - 1] = scale * k * series[plan->damper][k];
        raise_order(s, series[plan->spring][k - 1], &drag, clock, k - 1);
    }
}

static void expand_powers(thud_taylor *s, double chi) {
    double spring[MAX_ORDER + 1], damper[MAX_ORDER + 1], n = s->plan->n, p = s->plan->p;
    drag_series drag = {{0}, {0}};
    spring[0] = pow(s->root[0], n);
    damper[0] = pow(s->root[0], p + 1);
    for (int k = 0; k < s->plan->order; k++) {
        s->root[k + 1] = s->velocity[k] / (k + 1);
        damper[k + 1] = p > 0 ? power_coefficient(s->root, damper, p + 1, k + 1) : s->root[k + 1];
        drag.flow[k] = chi / (p + 1) * (k + 1) * damper[k + 1];
        raise_order(s, spring[k], &drag, k == 0, k);
        spring[k + 1] = power_coefficient(s->root, spring, n, k + 1);
    }
}

void thud_taylor_expand(const thud_taylor_plan *plan, double chi, double root, double velocity, thud_taylor *series) {
    series->plan = plan;
    series->root[0] = root;
    series->velocity[0] = velocity;
    series->time[0] = series->work[0] = 0;
    if (plan->polynomial) expand_polynomial(series, chi);
    else expand_powers(series, chi);
}

/* ilogb of a normal number, without the call */
static int binary_exponent(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (int)(bits >> 52 & 0x7ff) - 1023;
}

/*
 * log2 of the radius at which the last terms reach a size, from binary exponents alone. Several terms are asked,
 * because a start at δ = 0 leaves gaps between the powers.
 */
static double log_radius(const thud_taylor_coefficients c, int order, int size_exponent) {
    double radius = INFINITY;
    for (int k = order; k > order - 5; k--) {
        double here = (double)(size_exponent - binary_exponent(c[k]) - 1) / k;
        if (here < radius && c[k] != 0) radius = here;
    }
    return radius;
}

double thud_taylor_step(const thud_taylor *s) {
    /* at the turning point the velocity is zero; the parabola through it tells how large it will be */
    double turn = s->velocity[1] * s->velocity[1] / (4 * fabs(s->velocity[2]));
    double velocity = fmin(1, fabs(s->velocity[0]) + (turn > 0 ? turn : 0));
    double radius = log_radius(s->velocity, s->plan->order, binary_exponent(velocity));
    if (s->root[0] > 0) radius = fmin(radius, log_radius(s->root, s->plan->order, binary_exponent(s->root[0])));
    radius = fmin(radius, log_radius(s->work, s->plan->order, 0));

    /* motion at constant velocity has no last terms: twice the way to anywhere is far enough */
    double far = 2 * (1 + s->root[0]) / fabs(s->velocity[0]);
    return fmin(far, exp2(radius + s->plan->log_tolerance / s->plan->order));
}

thud_taylor_point thud_taylor_at(const thud_taylor *s, double tau) {
    int order = s->plan->order;
    thud_taylor_point at = {s->root[order], s->velocity[order], s->time[order], s->work[order]};
    for (int k = order - 1; k >= 0; k--) {
        at.root = at.root * tau + s->root[k];
        at.velocity = at.velocity * tau + s->velocity[k];
        at.time = at.time * tau + s->time[k];
        at.work = at.work * tau + s->work[k];
    }
    return at;
}

/* even and odd powers apart: two short chains instead of a long one */
double thud_taylor_value(const thud_taylor *s, const thud_taylor_coefficients c, double tau) {
    double square = tau * tau, even = c[s->plan->order], odd = 0;
    for (int k = s->plan->order - 2; k >= 0; k -= 2) {
        odd = odd * square + c[k + 1];
        even = even * square + c[k];
    }
    return even + odd * tau;
}
