/*
 * Energy over a step between events of links.
 *
 * What dashpots take and the ground gives is a power that is known with its slope at both ends. With four points
 * between them, the zeros of the Jacobi polynomial P₄ of (2, 2), that is a quadrature of degree 11,
 *     ∫ f dt = σ [9/140 (f₀ + f₁) + σ/840 (f₀′ − f₁′) + Σ wᵢ f(tᵢ)].
 * Of a motion that turns by 0.85 rad, for which series have 17 terms, it is off by less than 1e-13 of the power.
 * Longer steps have Gauss points as the general series.
 */
#include "numeric/series/power_series.h"
#include "simulate/series/series_bodies.h"
#include "simulate/state.h"

enum { WIDTH = THUD_SERIES_WIDTH, FEW_TERMS = 17, INSIDE = THUD_SERIES_AT_ONCE };

static const double NODE[INSIDE] = {0.15262670469656712745, 0.3747185964571342095, 0.6252814035428657905,
                                    0.84737329530343287255};
static const double WEIGHT[INSIDE] = {0.19002061202121447207, 0.24569367369307124222, 0.24569367369307124222,
                                      0.19002061202121447207};
static const double OF_ENDS = 9.0 / 140, OF_SLOPES = 1.0 / 840;

/* ---- by ends ---- */

/* from values and slopes at the ends, and values inside */
static double integrate(double sigma, const double *end, const double *slope, const double *inside) {
    double sum = OF_ENDS * (end[0] + end[1]) + OF_SLOPES * sigma * (slope[0] - slope[1]);
    for (int i = 0; i < INSIDE; i++) sum += WEIGHT[i] * inside[i];
    return sigma * sum;
}

/* W that the dashpots take */
static double dissipate(const thud_simulation *sim, double sigma, const double *v, const double *v1) {
    const thud_chain *chain = &sim->structure.chain;
    const thud_series *s = &sim->motion.series;
    double end[2] = {thud_chain_power(chain, s->v), thud_chain_power(chain, v1)}, inside[INSIDE];
    double slope[2] = {2 * thud_chain_product(chain, s->v, s->a),
                       2 * thud_chain_product(chain, v1, sim->motion.straight.end)};
    for (size_t i = 0; i < INSIDE; i++) inside[i] = thud_chain_power(chain, v + i * chain->n);
    return integrate(sigma, end, slope, inside);
}

/* W that the ground gives: its acceleration, a straight line, times the momentum */
static double give(const thud_simulation *sim, double sigma, const double *v, const double *v1) {
    const thud_series *s = &sim->motion.series;
    const double *mass = sim->structure.mass;
    size_t n = sim->structure.n;
    double a = sim->loads.ground.value, rise = sim->loads.ground.slope, a1 = a + rise * sigma;
    double p0 = thud_series_dot(mass, s->v, n), p1 = thud_series_dot(mass, v1, n);
    double end[2] = {a * p0, a1 * p1}, inside[INSIDE];
    double slope[2] = {rise * p0 + a * thud_series_dot(mass, s->a, n),
                       rise * p1 + a1 * thud_series_dot(mass, sim->motion.straight.end, n)};
    for (size_t i = 0; i < INSIDE; i++)
        inside[i] = (a + rise * (sigma * NODE[i])) * thud_series_dot(mass, v + i * n, n);
    return -integrate(sigma, end, slope, inside);
}

static void account_by_ends(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    double at[INSIDE], *v = sim->motion.straight.node_v;
    for (int i = 0; i < INSIDE; i++) at[i] = sigma * NODE[i];
    thud_series_values_of_four(s->v, sim->structure.n, s->order, at, v);
    sim->accounts.energy.dissipated += dissipate(sim, sigma, v, sim->motion.next_v);
    sim->accounts.energy.input += give(sim, sigma, v, sim->motion.next_v);
}

/* ---- by series ---- */

/* what the dashpots take, by as many points as the general series have; four at once */
static void account_dashpots(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    int nodes = s->order / 3 + 2;
    size_t n = sim->structure.n;
    double at[THUD_SERIES_AT_ONCE], *v = sim->motion.straight.node_v;
    for (int g = 0; g < nodes; g++) {
        int turn = g % THUD_SERIES_AT_ONCE;
        for (int i = 0; turn == 0 && i < THUD_SERIES_AT_ONCE; i++)
            at[i] = g + i < nodes ? sigma * sim->accounts.gauss[nodes].node[g + i] : 0;
        if (turn == 0) thud_series_values_of_four(s->v, n, s->order, at, v);
        double power = thud_chain_power(&sim->structure.chain, v + (size_t)turn * n);
        sim->accounts.energy.dissipated += sigma * sim->accounts.gauss[nodes].weight[g] * power;
    }
}

/* ∫ a ẋ dt in parts, a being a straight line: a(σ) (x(σ) − x(0)) − a′ ∫ (x − x(0)) dt */
static void account_ground(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    size_t n = sim->structure.n;
    double slope = sim->loads.ground.slope, end = sim->loads.ground.value + slope * sigma, moved[WIDTH];
    thud_series_weigh(sim->structure.mass, s->x + n, n, s->order, moved);
    double way = sigma * thud_series_value(moved, s->order - 1, sigma);
    for (int k = 0; k < s->order; k++) moved[k] *= THUD_RECIPROCAL[k + 2];
    double area = sigma * sigma * thud_series_value(moved, s->order - 1, sigma);
    sim->accounts.energy.input -= end * way - slope * area;
}

/* ---- all of it ---- */

void thud_straight_account(thud_simulation *sim, double sigma) {
    if (sim->motion.series.order <= FEW_TERMS) {
        account_by_ends(sim, sigma);
    } else {
        account_dashpots(sim, sigma);
        account_ground(sim, sigma);
    }
    for (size_t i = 0; i < sim->structure.n && sim->structure.gravity != 0; i++)
        sim->accounts.energy.input +=
            sim->structure.mass[i] * sim->structure.gravity * (sim->motion.next_x[i] - sim->motion.x[i]);
    for (size_t i = 0; i < sim->links.acting_count; i++) /* on the others nothing is lost */
        if (sim->motion.straight.direction[sim->links.acting[i]] != 0)
            thud_link_account(sim, sim->links.acting[i], sigma);
}
