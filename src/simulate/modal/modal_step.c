/*
 * q̈ + c q̇ + ω² q = L G. With σ = c/2 and d = ω² − σ² the motion of q and q̇ by themselves is
 *
 *     q = (C + σ S) q₀ + S q̇₀,   q̇ = −ω² S q₀ + (C − σ S) q̇₀
 *
 * with C = e^(−σt) cos √d t and S = e^(−σt) sin √d t/√d, or their hyperbolic kin; a constant G leaves (1 − h₁₁)/ω²
 * and S, a line its integral. Where a step turns by little these would cancel, and their series are summed.
 *
 * How far a coordinate may be from a straight line over the step. w = q̈ obeys ẅ + c ẇ + ω² w = 0, G being a line,
 * so that ẇ² + ω² w² never grows. With ω̂ the larger of ω and 1/h, and E² = ẇ² + ω̂² w² at the start, |ẇ| ≤ E and |w|
 * ≤ W E with W = 1/ω for ω h ≥ 1 and √2 h otherwise. A function is no further from the line through its ends than
 * h²/8 times its largest second derivative; nor, since ends and function lie within them, than twice the bounds of
 * what is no line in it. That part of q is u with ü = w, and has |u| ≤ (1 + c/ω)² E/ω³ and |u̇| ≤ (1 + c/ω)² E/ω².
 */
#include "simulate/modal/modal_step.h"

#include <math.h>
#include <string.h>

#include "numeric/integral/quadrature.h"
#include "numeric/wide.h"
#include "simulate/series/series_bodies.h"

/* in a panel of 4 rad products of two functions are summed to the last bits */
enum { TERMS = 24, NODES = 16, MOST_PANELS = 1000 };
static const double LITTLE = 1, PANEL = 4;

/* ---- one mode ---- */

/* of q₀, q̇₀, a constant G and one that rises by 1 in a second: q and q̇ at t */
typedef struct response {
    double q[4], r[4];
} response;

static response sum_series(double square, double drag, double load, double t) {
    response out;
    for (int i = 0; i < 4; i++) {
        double c[TERMS + 2] = {i == 0, i == 1}, q = 0, r = 0;
        for (int k = 0; k < TERMS; k++) {
            double pull = -square * c[k] - drag * (k + 1) * c[k + 1];
            if (i >= 2 && k == i - 2) pull += load;
            c[k + 2] = pull / ((k + 1) * (k + 2));
        }
        for (int k = TERMS + 1; k >= 0; k--) q = q * t + c[k];
        for (int k = TERMS + 1; k >= 1; k--) r = r * t + k * c[k];
        out.q[i] = q;
        out.r[i] = r;
    }
    return out;
}

static response evaluate(double square, double drag, double load, double t) {
    const double sigma = 0.5 * drag, d = square - sigma * sigma, root = sqrt(fabs(d));
    double C, S;
    if (d > 0) {
        const double fade = exp(-sigma * t);
        C = fade * cos(root * t);
        S = fade * sin(root * t) / root;
    } else {
        const double slow = exp(-square / (root + sigma) * t), gone = -expm1(-2 * root * t);
        C = slow * (1 - 0.5 * gone);
        S = root > 0 ? slow * gone / (2 * root) : slow * t;
    }
    const double stay = C + sigma * S, way = (1 - stay) / square;
    return (response){{stay, S, load * way, load * (t - S - drag * way) / square},
                      {-square * S, C - sigma * S, load * S, load * way}};
}

static double rate_of(double square, double drag) { return fmax(sqrt(square), drag); }

static response respond(double square, double drag, double load, double t) {
    return rate_of(square, drag) * t < LITTLE ? sum_series(square, drag, load, t) : evaluate(square, drag, load, t);
}

/* from a constant and a slope to the values at both ends of a step */
static void by_ends(double h, double *out) {
    out[3] /= h;
    out[2] -= out[3];
}

/* ---- the tables ---- */

static void sum_energy(thud_modal_step *s, size_t j, const double *node, const double *weight) {
    const double h = s->h, square = s->square[j], drag = s->drag[j];
    const size_t panels = (size_t)ceil(rate_of(square, drag) * h / PANEL);
    double product[4][4] = {{0}}, ramp[4] = {0};
    for (size_t p = 0; p < panels || p == 0; p++)
        for (int g = 0; g < NODES; g++) {
            const double length = panels > 1 ? h / (double)panels : h, t = ((double)p + node[g]) * length;
            response at = respond(square, drag, s->load[j], t);
            by_ends(h, at.r);
            for (int a = 0; a < 4; a++) {
                ramp[a] += weight[g] * length * (t / h) * at.r[a];
                for (int b = 0; b <= a; b++) product[a][b] += weight[g] * length * at.r[a] * at.r[b];
            }
        }
    int next = 0;
    for (int a = 0; a < 4; a++) {
        s->ramp[a][j] = s->load[j] * ramp[a];
        for (int b = 0; b <= a; b++) s->lost[next++][j] = (a == b ? 1 : 2) * drag * product[a][b];
    }
}

static void bound(thud_modal_step *s, size_t j) {
    const double h = s->h, eighth = 0.125 * h * h, drag = s->drag[j], omega = sqrt(s->square[j]);
    const double most = omega * h >= 1 ? 1 / omega : sqrt(2) * h;
    s->share[j] = omega * h >= 1 ? s->square[j] : 1 / (h * h);
    s->bend_x[j] = eighth * most;
    s->bend_v[j] = eighth;
    s->bend_a[j] = fmin(2 * most, eighth * (s->square[j] * most + drag));
    s->bend_j[j] = fmin(2, eighth * (s->square[j] + drag * (s->square[j] * most + drag)));
    if (omega * h < 1) return;
    const double free = (1 + drag / omega) * (1 + drag / omega) / s->square[j];
    s->bend_x[j] = fmin(s->bend_x[j], 2 * free / omega);
    s->bend_v[j] = fmin(s->bend_v[j], 2 * free);
}

bool thud_modal_step_init(thud_modal_step *s, size_t n, double h, const double *square, const double *drag,
                          const double *load, bool with_energy, double *numbers) {
    *s = (thud_modal_step){.n = n, .h = h, .square = square, .drag = drag, .load = load};
    double **const arrays[THUD_MODAL_STEP_ARRAYS] = {
        &s->q[0],    &s->q[1],    &s->q[2],    &s->q[3],    &s->r[0],    &s->r[1],    &s->r[2],
        &s->r[3],    &s->lost[0], &s->lost[1], &s->lost[2], &s->lost[3], &s->lost[4], &s->lost[5],
        &s->lost[6], &s->lost[7], &s->lost[8], &s->lost[9], &s->ramp[0], &s->ramp[1], &s->ramp[2],
        &s->ramp[3], &s->share,   &s->bend_x,  &s->bend_v,  &s->bend_a,  &s->bend_j,  &s->work};
    for (size_t i = 0; i < THUD_MODAL_STEP_ARRAYS; i++) *arrays[i] = numbers + i * n;
    double node[NODES], weight[NODES];
    thud_gauss_legendre(NODES, node, weight);
    for (size_t j = 0; j < n; j++) {
        /* a mode that creeps has no closed form to speak of where ω² is next to nothing */
        if (!(rate_of(square[j], drag[j]) * h < PANEL * MOST_PANELS)) return false;
        if (drag[j] * h >= LITTLE && square[j] * h < 1e-3 * drag[j]) return false;
        response end = respond(square[j], drag[j], load[j], h);
        by_ends(h, end.q);
        by_ends(h, end.r);
        for (int i = 0; i < 4; i++) {
            s->q[i][j] = end.q[i];
            s->r[i][j] = end.r[i];
        }
        if (with_energy) sum_energy(s, j, node, weight);
        bound(s, j);
    }
    return true;
}

/* ---- steps ---- */

/* The inner loops have parameters that do not overlap: only then does a compiler take several modes at once. */

THUD_WIDE static void advance(size_t n, const double *restrict by_q, const double *restrict by_r,
                              const double *restrict by_0, const double *restrict by_1, const double *restrict q,
                              const double *restrict r, double g0, double g1, double *restrict out) {
    for (size_t j = 0; j < n; j++) out[j] = (by_q[j] * q[j] + by_r[j] * r[j]) + (by_0[j] * g0 + by_1[j] * g1);
}

THUD_WIDE static void accelerate(size_t n, double g, const double *restrict load, const double *restrict square,
                                 const double *restrict drag, const double *restrict q, const double *restrict r,
                                 double *restrict a) {
    for (size_t j = 0; j < n; j++) a[j] = load[j] * g - (square[j] * q[j] + drag[j] * r[j]);
}

void thud_modal_step_take(const thud_modal_step *s, const double *q0, const double *r0, double g0, double g1,
                          double *q1, double *r1, double *a1) {
    advance(s->n, s->q[0], s->q[1], s->q[2], s->q[3], q0, r0, g0, g1, q1);
    advance(s->n, s->r[0], s->r[1], s->r[2], s->r[3], q0, r0, g0, g1, r1);
    accelerate(s->n, g1, s->load, s->square, s->drag, q1, r1, a1);
}

/* additions wait for each other: four sums */
static double sum_of(size_t n, const double *a) {
    double sum[4] = {0};
    size_t j = 0;
    for (; j + 4 <= n; j += 4)
        for (size_t k = 0; k < 4; k++) sum[k] += a[j + k];
    for (; j < n; j++) sum[0] += a[j];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

THUD_WIDE static void lose(size_t n, double *const *l, const double *restrict q0, const double *restrict r0,
                           double g0, double g1, double *restrict lost) {
    const double *restrict qq = l[0], *restrict rq = l[1], *restrict rr = l[2], *restrict q_0 = l[3],
                           *restrict r_0 = l[4], *restrict q_1 = l[6], *restrict r_1 = l[7];
    const double *restrict of_00 = l[5], *restrict of_01 = l[8], *restrict of_11 = l[9];
    for (size_t j = 0; j < n; j++) {
        const double q = q0[j], r = r0[j];
        lost[j] = (qq[j] * q + rq[j] * r) * q + rr[j] * r * r + g0 * (q_0[j] * q + r_0[j] * r + of_00[j] * g0) +
                  g1 * (q_1[j] * q + r_1[j] * r + of_01[j] * g0 + of_11[j] * g1);
    }
}

THUD_WIDE static void give(size_t n, double *const *m, const double *restrict load, const double *restrict q0,
                           const double *restrict r0, const double *restrict q1, double g0, double g1,
                           double *restrict given) {
    const double *restrict by_q = m[0], *restrict by_r = m[1], *restrict by_0 = m[2], *restrict by_1 = m[3];
    for (size_t j = 0; j < n; j++) {
        const double ramp = (by_q[j] * q0[j] + by_r[j] * r0[j]) + (by_0[j] * g0 + by_1[j] * g1);
        given[j] = g0 * load[j] * (q1[j] - q0[j]) + (g1 - g0) * ramp;
    }
}

void thud_modal_step_energy(const thud_modal_step *s, const double *q0, const double *r0, const double *q1,
                            double g0, double g1, double *lost, double *given) {
    lose(s->n, s->lost, q0, r0, g0, g1, s->work);
    *lost = sum_of(s->n, s->work);
    give(s->n, s->ramp, s->load, q0, r0, q1, g0, g1, s->work);
    *given = sum_of(s->n, s->work);
}

/* E of each mode, times its largest |φ| */
THUD_WIDE static void measure(const thud_modal_step *s, const double *restrict largest, const double *restrict q0,
                              const double *restrict r0, double g0, double slope, double *restrict size) {
    const double *restrict load = s->load, *restrict square = s->square, *restrict drag = s->drag,
                           *restrict share = s->share;
    for (size_t j = 0; j < s->n; j++) {
        const double w = load[j] * g0 - (square[j] * q0[j] + drag[j] * r0[j]);
        const double rate = load[j] * slope - (square[j] * r0[j] + drag[j] * w);
        size[j] = largest[j] * sqrt(rate * rate + share[j] * w * w);
    }
}

void thud_modal_step_bends(const thud_modal_step *s, const double *largest, const double *q0, const double *r0,
                           double g0, double g1, double bend[4]) {
    measure(s, largest, q0, r0, g0, (g1 - g0) / s->h, s->work);
    bend[0] = thud_series_dot(s->bend_x, s->work, s->n);
    bend[1] = thud_series_dot(s->bend_v, s->work, s->n);
    bend[2] = thud_series_dot(s->bend_a, s->work, s->n);
    bend[3] = thud_series_dot(s->bend_j, s->work, s->n);
}
