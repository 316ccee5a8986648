/* Taylor series of the contact equation about one instant: one step of the integrator, with dense output. */
#include "impact/taylor.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "numeric/elementary.h"

enum { MAX_ORDER = THUD_TAYLOR_MAX_ORDER };

/*
 * The order with the least work per length, n² tol^(−1/n), plus some for the fixed cost of a step (Jorba & Zou
 * 2005).
 */
static int order_for(double tolerance) {
    int order = 2 * (int)(-log(tolerance) / 4 + 4);
    return order < MAX_ORDER ? order : MAX_ORDER;
}

thud_taylor_plan thud_taylor_plan_for(double n, double p, double tolerance, bool with_work) {
    thud_taylor_plan plan = {.n = n, .p = p, .q = 1, .with_work = with_work};
    plan.log_tolerance = log2(tolerance);
    plan.order = order_for(tolerance);
    plan.window = 3;
    int q = thud_power_root(n, p, 4);
    plan.polynomial = q > 0;
    if (!plan.polynomial) return plan;
    plan.q = q;

    /* near δ = 0 the elastic motion has only every q(n+1)-th power, so that fewer terms may all be zero */
    plan.window = (int)fmax(plan.window, plan.q * (n + 1));

    plan.powers = thud_power_plan_start();
    plan.clock = thud_power_plan_number(&plan.powers, q - 1);
    plan.damper = thud_power_plan_number(&plan.powers, (int)(q * (p + 1)));
    plan.spring = thud_power_plan_number(&plan.powers, (int)(q * (n + 1)) - 1);
    return plan;
}

/* the damper: its flow χ D′ and, for p = n, the factor 1 + χ v that spring and damper share */
typedef struct {
    double chi, share; /* share = χ/(p+1) */
    double stroke;     /* q times the unit */
    double push;       /* −dv/dσ at the expansion point if the force is known, otherwise NAN */
    double flow[MAX_ORDER + 1], grip[MAX_ORDER + 1];
} drag;

/*
 * The k-th coefficient of v from the lower ones of the spring and of the damper's δ^(p+1). For p = n the force is
 * δⁿ (1 + χ v): in the long slow recovery under heavy damping the factor is tiny, and a sum of two terms would
 * cancel.
 */
static inline void raise_velocity(thud_taylor *s, drag *d, const double *spring, const double *damper, int k) {
    if (s->plan->p == s->plan->n) {
        d->grip[k - 1] = (k == 1) + d->chi * s->velocity[k - 1];
        s->velocity[k] = -THUD_RECIPROCAL[k] * d->stroke * thud_series_product(spring, d->grip, k - 1);
        if (s->plan->with_work)
            d->flow[k - 1] = d->chi * d->stroke * thud_series_product(spring, s->velocity, k - 1);
    } else {
        s->velocity[k] = -(d->stroke * THUD_RECIPROCAL[k] * spring[k - 1] + d->share * damper[k]);
        d->flow[k - 1] = d->share * k * damper[k];
    }
    if (k == 1 && !isnan(d->push)) s->velocity[1] = -d->push;
    if (s->plan->with_work) s->work[k] = thud_series_product(d->flow, s->velocity, k - 1) * THUD_RECIPROCAL[k];
}

static void set_drag(drag *d, const thud_taylor *s, double chi, double force) {
    d->chi = chi;
    d->share = chi / (s->plan->p + 1);
    d->stroke = s->plan->q * s->unit;
    d->push = d->stroke * thud_power(s->root[0], s->plan->q - 1) * force;
}

static void expand_polynomial(thud_taylor *s, double chi, double force) {
    const thud_taylor_plan *plan = s->plan;
    const thud_power_plan *powers = &plan->powers;
    double products[THUD_POWER_PRODUCTS][MAX_ORDER + 1];
    const double *series[THUD_POWER_PRODUCTS + 1] = {s->root};
    for (int i = 0; i < powers->count; i++) {
        series[i + 1] = products[i];
        products[i][0] = series[powers->product[i].left][0] * series[powers->product[i].right][0];
    }
    const double *clock = plan->clock < 0 ? THUD_SERIES_ONE : series[plan->clock];

    /* z and its powers are one order ahead of v */
    drag d;
    set_drag(&d, s, chi, force);
    for (int k = 1; k <= plan->order; k++) {
        s->root[k] = s->unit * s->velocity[k - 1] * THUD_RECIPROCAL[k];
        for (int i = 0; i < powers->count; i++) {
            const double *left = series[powers->product[i].left], *right = series[powers->product[i].right];
            products[i][k] = left == right ? thud_series_square(left, k) : thud_series_product(left, right, k);
        }
        s->time[k] = d.stroke * THUD_RECIPROCAL[k] * clock[k - 1];
        raise_velocity(s, &d, series[plan->spring], series[plan->damper], k);
    }
}

/*
 * Hertz spring, n = 3/2, with a damper of p = 0 or 1/2: the common cases without a closed form. The same as above
 * with D = z², the spring z⁴ = D² and the damper's z² or z³ = z D written out. One loop for all sums takes a third
 * of the time. It omits the unit and the known force, which only heavy damping needs.
 */
static inline void expand_hertz(thud_taylor *s, double chi, bool linear) {
    double *z = s->root, *v = s->velocity, depth[MAX_ORDER + 1], spring[MAX_ORDER + 1];
    double share = linear ? chi : chi / 1.5;
    depth[0] = z[0] * z[0];
    spring[0] = depth[0] * depth[0];
    for (int k = 1; k <= s->plan->order; k++) {
        double pairs = 0, double_pairs = 0, cube = 0;
        for (int i = (k - 1) / 2, j = k - i; i >= 1; i--, j++) { /* the newest last, as above */
            pairs += z[i] * z[j];
            double_pairs += depth[i] * depth[j];
            if (!linear) cube += z[i] * depth[j] + z[j] * depth[i];
        }
        int half = k / 2;
        bool even = k % 2 == 0;
        z[k] = v[k - 1] * THUD_RECIPROCAL[k];
        depth[k] = (even ? z[half] * z[half] : 0) + 2 * (pairs + z[0] * z[k]);
        spring[k] = 2 * (double_pairs + depth[0] * depth[k]) + (even ? depth[half] * depth[half] : 0);
        if (!linear) cube += (even ? z[half] * depth[half] : 0) + (z[0] * depth[k] + z[k] * depth[0]);
        v[k] = -(2 * THUD_RECIPROCAL[k] * spring[k - 1] + share * (linear ? depth[k] : cube));
        s->time[k] = 2 * THUD_RECIPROCAL[k] * z[k - 1];
    }
}

static void expand_powers(thud_taylor *s, double chi, double force) {
    double spring[MAX_ORDER + 1], damper[MAX_ORDER + 1], n = s->plan->n, p = s->plan->p;
    spring[0] = pow(s->root[0], n);
    damper[0] = pow(s->root[0], p + 1);
    drag d;
    set_drag(&d, s, chi, force);
    double inverse = 1 / s->root[0];
    for (int k = 1; k <= s->plan->order; k++) {
        s->root[k] = s->unit * s->velocity[k - 1] * THUD_RECIPROCAL[k];
        spring[k] = thud_series_power(s->root, spring, n, inverse, k);
        damper[k] = p > 0 ? thud_series_power(s->root, damper, p + 1, inverse, k) : s->root[k];
        s->time[k] = k == 1 ? s->unit : 0;
        raise_velocity(s, &d, spring, damper, k);
    }
}

/*
 * The last coefficients scale with the −28th power of the time scale of the motion. That is z/|v| on the way to a
 * singular δ = 0, and for the damper, whose rate in τ is χ q z^(q(p+1)−1), the largest z that it allows.
 */
static double unit_for(const thud_taylor_plan *plan, double chi, double root, double velocity) {
    double speed = fabs(velocity);
    bool usual = chi < 1e4 && (root == 0 || (root > 1e-6 * speed && root < 1e6 * speed));
    if (usual) return 1;
    double power = plan->q * (plan->p + 1);
    double reach = root > 0 ? root : pow(chi, -1 / power) * speed;
    double time = fmin(reach / speed, pow(reach, 1 - power) / (chi * plan->q));
    bool extreme = (time < 1e-6 && time > 1e-300) || (time > 1e6 && time < 1e300);
    return extreme ? ldexp(1, ilogb(time)) : 1;
}

void thud_taylor_expand(const thud_taylor_plan *plan, double chi, thud_taylor_state from, thud_taylor *series) {
    series->plan = plan;
    series->chi = chi;
    series->unit = unit_for(plan, chi, from.root, from.velocity);
    series->root[0] = from.root;
    series->velocity[0] = from.velocity;
    series->time[0] = series->work[0] = 0;
    bool plain = series->unit == 1 && isnan(from.force) && !plan->with_work;
    if (plan->n == 1.5 && plan->p == 0 && plain) expand_hertz(series, chi, true);
    else if (plan->n == 1.5 && plan->p == 0.5 && plain) expand_hertz(series, chi, false);
    else if (plan->polynomial) expand_polynomial(series, chi, from.force);
    else expand_powers(series, chi, from.force);
}

/* ilogb of a normal number, without the call */
static int binary_exponent(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (int)(bits >> 52 & 0x7ff) - 1023;
}

/* log2 of the radius at which the last `terms` terms reach a size, from binary exponents alone */
static double log_radius(const thud_taylor_coefficients c, int order, int terms, int size_exponent) {
    double radius = INFINITY;
    for (int k = order; k > order - terms; k--) {
        double here = (size_exponent - binary_exponent(c[k]) - 1) * THUD_RECIPROCAL[k];
        if (here < radius && c[k] != 0) radius = here;
    }
    return radius;
}

double thud_taylor_step(const thud_taylor *s) {
    /* at the turning point the velocity is zero; the parabola through it bounds the velocity */
    double turn = s->velocity[1] * s->velocity[1] / (4 * fabs(s->velocity[2]));
    double velocity = fmin(1, fabs(s->velocity[0]) + (turn > 0 ? turn : 0));
    int order = s->plan->order, terms = s->plan->window;
    double radius = log_radius(s->velocity, order, terms, binary_exponent(velocity));
    if (s->root[0] > 0) radius = fmin(radius, log_radius(s->root, order, terms, binary_exponent(s->root[0])));
    int loss = binary_exponent(fmin(1, s->chi)); /* the loss of the whole impact is proportional to χ */
    if (s->plan->with_work) radius = fmin(radius, log_radius(s->work, order, terms, loss));

    /* motion at constant velocity has no last terms; twice the distance to either end is enough */
    double way = s->velocity[0] > 0 ? 1 + s->root[0] : s->root[0];
    double far = 2 * way / (s->unit * fabs(s->velocity[0]));
    return fmin(far, exp2(radius + s->plan->log_tolerance / s->plan->order));
}

thud_taylor_point thud_taylor_at(const thud_taylor *s, double tau) {
    int order = s->plan->order;
    thud_taylor_point at = {s->root[order], s->velocity[order], s->time[order], 0};
    for (int k = order - 1; k >= 0; k--) {
        at.root = at.root * tau + s->root[k];
        at.velocity = at.velocity * tau + s->velocity[k];
        at.time = at.time * tau + s->time[k];
    }
    if (s->plan->with_work) at.work = thud_taylor_value(s, s->work, tau);
    return at;
}

double thud_taylor_value(const thud_taylor *s, const thud_taylor_coefficients c, double tau) {
    return thud_series_value(c, s->plan->order, tau);
}

double thud_taylor_slope(const thud_taylor *s, const thud_taylor_coefficients c, double tau) {
    double sum = 0;
    for (int k = s->plan->order; k >= 1; k--) sum = sum * tau + k * c[k];
    return sum;
}

double thud_taylor_force(const thud_taylor *s, double tau) {
    double clock = thud_power(thud_taylor_value(s, s->root, tau), s->plan->q - 1);
    return -thud_taylor_slope(s, s->velocity, tau) / (s->plan->q * s->unit * clock);
}
