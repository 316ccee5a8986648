/*
 * Bouc and Wen: F = αkd + (1 − α)kz with ż = ḋ (1 − |z/d_y|ⁿ (β sign(ḋz) + 1 − β)).
 *
 * A branch has one sign of ḋ and one of z, so that ż = ḋ (1 − γ uⁿ) with u = |z|/d_y, and γ = 1 for equal signs, 1
 * − 2β otherwise. For integer n up to 4 this is a polynomial in z, and it passes through zero from one branch to
 * the next. Other n have a singular point there, and uⁿ is neglected while it is below 1e-14.
 *
 * The stored energy is ½αkd² + ½(1 − α)kz², and the dissipated power (1 − α)kz(ḋ − ż).
 */
#include <math.h>
#include <stddef.h>

#include "link/branch.h"

enum { MOST_WHOLE = 4 };
static const double NOTHING = 1e-14;

static bool is_whole(double n) { return n == floor(n) && n <= MOST_WHOLE; }

/* |z| below which uⁿ is neglected */
static double core_of(const thud_link *link) {
    double n = link->hysteresis.exponent;
    return is_whole(n) ? 0 : thud_link_yield_deformation(link) * pow(NOTHING, 1 / n);
}

static double gamma_of(const thud_link *link, int side, int direction) {
    return side == direction ? 1 : 1 - 2 * link->hysteresis.beta;
}

/* side: the sign of z, 0 in the core */
static void enter(const thud_link *link, int side, int direction, thud_link_branch *b) {
    double core = core_of(link);
    bool curved = side != 0 && gamma_of(link, side, direction) != 0;
    *b = (thud_link_branch){
        .side = side, .direction = direction, .low = -INFINITY, .high = INFINITY, .curved = curved};
    if (side >= 0) b->low = side > 0 ? core : -core;
    if (side <= 0) b->high = side < 0 ? -core : core;
}

/* z after first loading from zero to d: du/ds = 1 − uⁿ along s = |d|/d_y, by the classical Runge–Kutta method,
 * whose steps of 1/100 are accurate to 1e-12; beyond 40 it is 1 to rounding */
static double first_loading(const thud_link *link, double d) {
    double y = thud_link_yield_deformation(link), n = link->hysteresis.exponent, way = fmin(fabs(d) / y, 40), u = 0;
    int steps = (int)ceil(100 * n * way);
    for (int i = 0; i < steps; i++) {
        double h = way / steps, a = 1 - pow(u, n), b = 1 - pow(u + 0.5 * h * a, n), c = 1 - pow(u + 0.5 * h * b, n),
               e = 1 - pow(u + h * c, n);
        u += h / 6 * (a + 2 * b + 2 * c + e);
    }
    return copysign(y * u, d);
}

static void start(const thud_link *link, double d, thud_link_branch *b, double *inner) {
    *inner = d == 0 ? 0 : first_loading(link, d);
    int side = *inner > 0 ? 1 : -1;
    if (fabs(*inner) <= core_of(link)) side = core_of(link) > 0 ? 0 : 1;
    enter(link, side, 1, b);
}

static void pass(const thud_link *link, thud_link_end end, double d, thud_link_branch *b) {
    (void)d;
    if (end == THUD_LINK_TURNS) enter(link, b->side, -b->direction, b);
    else if (core_of(link) == 0) enter(link, -b->side, b->direction, b);
    else if (b->side != 0) enter(link, 0, b->direction, b);
    else enter(link, end == THUD_LINK_RISES ? 1 : -1, b->direction, b);
}

/* the k-th coefficient of uⁿ, u = |z|/d_y */
static double raise_power(const thud_link *link, const thud_link_branch *b, const thud_link_series *s, int k) {
    double n = link->hysteresis.exponent, scale = b->side / thud_link_yield_deformation(link);
    if (b->side == 0) return 0;
    if (!is_whole(n)) {
        if (k == 0) return pow(scale * s->inner[0], n);
        return thud_series_power(s->inner, s->power, n, 1 / s->inner[0], k);
    }
    /* u, u², u³, u⁴; the last only where it is needed */
    double powers[MOST_WHOLE][THUD_SERIES_WIDTH];
    for (int j = 0; j <= k; j++) powers[0][j] = scale * s->inner[j];
    for (int i = 1; i < (int)n; i++)
        for (int j = i + 1 < (int)n ? 0 : k; j <= k; j++)
            powers[i][j] = thud_series_product(powers[0], powers[i - 1], j);
    return powers[(int)n - 1][k];
}

static void raise(const thud_link *link, const thud_link_branch *b, thud_link_series *s, int k) {
    const thud_hysteresis *h = &link->hysteresis;
    double gamma = gamma_of(link, b->side, b->direction);
    s->power[k] = raise_power(link, b, s, k);
    s->inner_rate[k] = s->rate[k] - (gamma == 0 ? 0 : gamma * thud_series_product(s->rate, s->power, k));
    s->inner[k + 1] =
        (s->pace ? thud_series_product(s->pace, s->inner_rate, k) : s->inner_rate[k]) * THUD_RECIPROCAL[k + 1];
    s->force[k] = link->stiffness * (h->hardening * s->deformation[k] + (1 - h->hardening) * s->inner[k]);
}

static double stored(const thud_link *link, const thud_link_branch *b, double d, double z) {
    (void)b;
    double alpha = link->hysteresis.hardening;
    return 0.5 * link->stiffness * (alpha * d * d + (1 - alpha) * z * z);
}

static double plastic(const thud_link *link, const thud_link_branch *b, double d, double z) {
    (void)b;
    return (1 - link->hysteresis.hardening) * (d - z);
}

const thud_link_model thud_link_bouc_wen = {start, pass, stored, plastic, raise, true, .centres = false};
