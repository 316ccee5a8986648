/*
 * One impact of a standard linear solid. In the frame, with r = K/k and τ = χ/r,
 *
 *     δ″ + δ + q = 0,   q′ = r δ′ − q/τ,   δ(0) = q(0) = 0,   δ′(0) = 1,
 *
 * and the bodies separate where δ + q first becomes zero; from there the face recovers more slowly than they part.
 *
 * For short τ the roots of λ³ + λ²/τ + (1 + r) λ + 1/τ are −a ≈ −1/τ and −b ± iω: 2b = [(1 + r) a − 1/τ]/a² and a
 * = 1/τ − 2b. For other τ the state is the exponential of the matrix, by its series after halving and squaring.
 */
#include "impact/solid.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "impact/scale.h"
#include "numeric/golden_section.h"
#include "numeric/root.h"

enum { SIZE = 3, TERMS = 18 };

/* 1/τ above which the roots are used: they are far apart there, since r is at most 100; below it some ten
 * squarings lose 1e-13 */
static const double STIFF = 1000;

typedef struct solid {
    double arm, relaxation;   /* r and 1/τ */
    double fast, slow, omega; /* a, b and ω */
} solid;

typedef struct state {
    double depth, rate, force;
} state;

static solid solid_of(const thud_impact_options *o, double chi) {
    solid s = {.arm = o->extra[0], .relaxation = o->extra[0] / chi};
    if (!(s.relaxation > STIFF)) return s;
    double twice = 0;
    s.fast = s.relaxation;
    for (int i = 0; i < 60 && s.relaxation < INFINITY; i++) {
        twice = (s.arm + 1 - s.relaxation / s.fast) / s.fast;
        s.fast = s.relaxation - twice;
    }
    s.slow = twice / 2;
    s.omega = sqrt((s.relaxation < INFINITY ? s.relaxation / s.fast : 1) - s.slow * s.slow);
    return s;
}

/* δ = α e^(−at) + e^(−bt) (−α cos ωt + γ sin ωt), and its derivatives */
static state by_roots(const solid *s, double t) {
    if (!(s->relaxation < INFINITY)) return (state){sin(t), cos(t), sin(t)};
    const double a = s->fast, b = s->slow, w = s->omega;
    const double alpha = 2 * b / ((a - b) * (a - b) + w * w), gamma = (1 + (a - b) * alpha) / w;
    const double quick = alpha * exp(-a * t), fade = exp(-b * t), c = cos(w * t), d = sin(w * t);
    const double along = -alpha * c + gamma * d, across = alpha * w * d + gamma * w * c;
    return (state){quick + fade * along, -a * quick + fade * (across - b * along),
                   -(a * a * quick + fade * ((b * b - w * w) * along - 2 * b * across))};
}

typedef double matrix[SIZE][SIZE];

static void multiply(matrix out, matrix a, matrix b) {
    matrix product;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) product[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
    memcpy(out, product, sizeof product);
}

static state by_series(const solid *s, double t) {
    const double size = fmax(s->relaxation + s->arm, 2 + s->arm) * t;
    const int halvings = size > 0.25 ? (int)ceil(log2(4 * size)) : 0;
    const double h = ldexp(t, -halvings);
    matrix step = {{0, h, 0}, {-h, 0, -h}, {0, s->arm * h, -s->relaxation * h}};
    matrix power = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, sum = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 1; k <= TERMS; k++) {
        multiply(power, power, step);
        for (int i = 0; i < SIZE * SIZE; i++) {
            power[i / SIZE][i % SIZE] /= k;
            sum[i / SIZE][i % SIZE] += power[i / SIZE][i % SIZE];
        }
    }
    for (int i = 0; i < halvings; i++) multiply(sum, sum, sum);
    return (state){sum[0][1], sum[1][1], sum[0][1] + sum[2][1]};
}

static state at(const solid *s, double t) { return s->relaxation > STIFF ? by_roots(s, t) : by_series(s, t); }

static double rate_at(double t, const void *context) { return at(context, t).rate; }

static double force_at(double t, const void *context) { return at(context, t).force; }

/* where a function that is positive at `from` becomes zero; NAN: nowhere */
static double zero_after(const solid *s, double from, double (*value)(double, const void *)) {
    double step = 0.02;
    for (double t = from; step < 1e6; t += step, step *= 1.02)
        if (!(value(t + step, s) > 0)) return thud_root_bracketed(value, s, t, t + step, 0);
    return NAN;
}

typedef struct course {
    double turn, end; /* times */
    double most;      /* of the force */
    state last;
} course;

static bool follow(const solid *s, course *c) {
    c->turn = zero_after(s, 0, rate_at);
    if (!isfinite(c->turn)) return false;
    c->end = zero_after(s, c->turn, force_at);
    if (!isfinite(c->end)) return false;
    c->most = force_at(thud_golden_section(force_at, s, 0, c->turn, 60), s);
    c->last = at(s, c->end);
    return true;
}

static double chi_of(const thud_impact_options *o, double damping) { return damping / thud_scale_of(o).damping; }

thud_status thud_solid_solve(const thud_impact_options *o, double damping, thud_impact *impact) {
    const thud_scale scale = thud_scale_of(o);
    const solid s = solid_of(o, chi_of(o, damping));
    course c;
    if (!follow(&s, &c)) return THUD_ERROR_ACCURACY;
    const double e = -c.last.rate;
    *impact = (thud_impact){
        .restitution = e,
        .damping = damping,
        .unloading_stiffness = o->stiffness,
        .exponent_n = o->exponent,
        .exponent_p = thud_law_damper_exponent(o->law, o->exponent),
        .contact_time = c.end * scale.time,
        .approach_time = c.turn * scale.time,
        .max_penetration = at(&s, c.turn).depth * scale.length,
        .max_force = c.most * scale.force,
        .separation_penetration = c.last.depth * scale.length,
        .impulse = o->mass * o->speed * (1 + e),
        .energy_lost = o->mass * o->speed * o->speed * (1 - e) * (1 + e) / 2,
    };
    double finite = impact->contact_time + impact->max_penetration + impact->max_force + impact->energy_lost;
    return finite < INFINITY && impact->max_penetration > 0 ? THUD_OK : THUD_ERROR_OVERFLOW;
}

/* ---- calibration ---- */

/* e with χ = e^x, minus the target */
static double miss(double x, const void *context) {
    const thud_impact_options *o = context;
    const solid s = solid_of(o, exp(x));
    course c;
    return follow(&s, &c) ? -c.last.rate - o->restitution : NAN;
}

static double rise(double x, const void *context) { return -miss(x, context); }

thud_status thud_solid_damping(const thud_impact_options *o, double *damping) {
    static const double stride = 0.25;
    const double unit = thud_scale_of(o).damping;
    if (o->restitution == 1) {
        *damping = 0;
        return THUD_OK;
    }
    /* a dashpot alone would lose as much with χ = −2 ln e/π; behind a spring it loses less */
    double x = log(-2 * log(o->restitution) / acos(-1)) - 1, before = miss(x, o), high = x;
    for (;; x += stride, before = miss(x, o)) {
        double here = miss(x + stride, o);
        if (isnan(before) || isnan(here)) return THUD_ERROR_ACCURACY;
        high = x + stride;
        if (here <= 0) break;
        if (here < before) continue;
        high = thud_golden_section(rise, o, x - stride, x + stride, 60); /* the smallest e */
        if (miss(high, o) > 0) return THUD_ERROR_UNREACHABLE;
        x -= stride;
        break;
    }
    x = thud_root_bracketed(miss, o, x, high, 0);
    if (isnan(x) || fabs(miss(x, o)) > 1e-11) return THUD_ERROR_ACCURACY;
    *damping = unit * exp(x);
    return *damping < INFINITY ? THUD_OK : THUD_ERROR_OVERFLOW;
}

/* ---- sampling ---- */

thud_status thud_solid_sample(const thud_impact_options *o, const thud_impact *hit, size_t count,
                              thud_impact_state *states) {
    const thud_scale scale = thud_scale_of(o);
    const solid s = solid_of(o, chi_of(o, hit->damping));
    for (size_t i = 0; i < count; i++) {
        const double time = hit->contact_time * (double)i / (double)(count - 1);
        const state now = at(&s, time / scale.time);
        states[i] =
            (thud_impact_state){time, now.depth * scale.length, now.rate * o->speed, now.force * scale.force};
    }
    return THUD_OK;
}
