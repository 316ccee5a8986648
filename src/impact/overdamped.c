/* The slow return under heavy damping: spring and damper in balance, negligible inertia. */
#include "impact/overdamped.h"

#include <math.h>

#include "numeric/root.h"

enum { TERMS = THUD_OVERDAMPED_TERMS };

/* at n = 2 and p = 0, the worst case, the first omitted term is then 1e-20 */
static const double LARGEST_S = 1.0 / 400;

thud_overdamped thud_overdamped_from(const thud_walk *w) {
    thud_overdamped g = {.n = w->plan.n, .p = w->plan.p, .chi = thud_walk_chi(w)};
    double m = g.n - g.p, beta = g.n - 2 * g.p - 1;
    g.depth = thud_walk_penetration(w, w->root);
    g.s = pow(g.depth, beta) / g.chi / g.chi;
    g.u[0] = g.inverse[0] = 1;
    for (int k = 1; k < TERMS; k++) {
        double sum = 0, quotient = 0;
        for (int i = 0; i < k; i++) sum += (m + beta * i) * g.u[i] * g.u[k - 1 - i];
        g.u[k] = sum;
        for (int i = 1; i <= k; i++) quotient += g.u[i] * g.inverse[k - i];
        g.inverse[k] = -quotient;
    }
    return g;
}

/* u − 1 */
static double excess(const thud_overdamped *g, double s) {
    double sum = 0;
    for (int k = TERMS - 1; k >= 1; k--) sum = (sum + g->u[k]) * s;
    return sum;
}

static double s_at(const thud_overdamped *g, double depth) {
    return g->s * pow(depth / g->depth, g->n - 2 * g->p - 1);
}

/* χ ∫ δ^(−m)/u dδ from `depth` to the beginning, term by term: each is a power, or a logarithm */
static double time_to(const thud_overdamped *g, double depth) {
    double m = g->n - g->p, beta = g->n - 2 * g->p - 1, way = log(g->depth / depth), sum = 0;
    double from = pow(g->depth, 1 - m), to = pow(depth, 1 - m), s = s_at(g, depth);
    for (int k = 0; k < TERMS; k++, from *= g->s, to *= s) {
        double c = 1 - m + k * beta, x = c * way;
        double term = x == 0 ? from * way : fabs(x) < 1 ? -from * expm1(-x) / c : (from - to) / c;
        sum += g->inverse[k] * term;
    }
    return g->chi * sum;
}

thud_impact_state thud_overdamped_state(const thud_overdamped *g, double depth) {
    double more = excess(g, s_at(g, depth));
    return (thud_impact_state){
        .time = time_to(g, depth),
        .penetration = depth,
        .velocity = -pow(depth, g->n - g->p) / g->chi * (1 + more),
        .force = -pow(depth, g->n) * more,
    };
}

/*
 * The transient has decayed to within 1e-13 in a small part s of the total time. The pull has passed its maximum
 * when the force rises; if s is too small to show the rise, when the force equals that of the slow motion.
 */
bool thud_overdamped_holds(const thud_overdamped *g, const thud_walk *w) {
    if (!(g->s <= LARGEST_S && g->s > 0)) return false;
    double close = fmax(1e-13, w->frame->tolerance);
    thud_impact_state here = thud_overdamped_state(g, g->depth);
    if (!(fabs(w->velocity / here.velocity - 1) <= close)) return false;
    if (g->p == g->n) return true; /* it never pulls */
    if (g->s > 1e-14) return thud_walk_force_slope(w, w->root, w->velocity, w->force) > 0 && w->force < 0;
    return fabs(w->force / here.force - 1) <= close;
}

/* where s grows, the end of the series; where it decreases there is no limit, and half the way is a good choice */
double thud_overdamped_end(const thud_overdamped *g) {
    double beta = g->n - 2 * g->p - 1;
    return beta < 0 ? g->depth * pow(LARGEST_S / g->s, 1 / beta) : g->depth / 2;
}

typedef struct {
    const thud_overdamped *slow;
    double time;
} wanted;

static double time_beyond(double log_depth, const void *context) {
    const wanted *w = context;
    return time_to(w->slow, exp(log_depth)) - w->time;
}

thud_impact_state thud_overdamped_state_at(const thud_overdamped *g, double end, double time) {
    wanted w = {g, time};
    double place = thud_root_bracketed(time_beyond, &w, log(end), log(g->depth), 0);
    return thud_overdamped_state(g, isnan(place) ? end : exp(place));
}
