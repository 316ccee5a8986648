/*
 * Laws of links for CVODE. A mode goes on smoothly beyond its end, as the branches of contacts do.
 */
#include "verify/link.h"

#include <math.h>
#include <stdlib.h>

bool thud_verify_link_sticks(const thud_verify_link *l) {
    return thud_verify_is_friction(l) && l->mode == THUD_VERIFY_ELASTIC;
}

static double yield_way(const thud_verify_link *l) { return l->source->given.hysteresis.yield / l->stiffness; }

/* x^e, odd about zero */
static double odd_power(double x, double e) { return copysign(pow(fabs(x), e), x); }

static size_t coordinate_of(int body, size_t coordinates) { return body < 0 ? coordinates : (size_t)body; }

/* supports come after the bodies */
static size_t end_of(const thud_model *model, int body, size_t coordinates) {
    return thud_body_is_support(body) ? model->body_count + thud_support_index(body)
                                      : coordinate_of(body, coordinates);
}

/* N·s/m: of a linear dashpot, its own or Rayleigh's; modal damping is in no link */
static double linear_damping(const thud_model *model, const thud_model_link *link) {
    double exponent = link->given.damping_exponent;
    switch (model->damping) {
    case THUD_STRUCTURE_DAMPING_LINKS: return exponent == 0 || exponent == 1 ? link->damping : 0;
    case THUD_STRUCTURE_DAMPING_RAYLEIGH: return model->rayleigh_stiffness * link->given.stiffness;
    case THUD_STRUCTURE_DAMPING_MODAL: return 0;
    }
    return NAN;
}

thud_verify_link *thud_verify_links_of(const thud_model *model, size_t coordinates, size_t *inner) {
    *inner = 0;
    thud_verify_link *links = calloc(model->link_count + 1, sizeof *links);
    for (size_t i = 0; links && i < model->link_count; i++) {
        const thud_model_link *source = &model->links[i];
        double exponent = source->given.damping_exponent;
        bool dashpot = exponent != 0 && exponent != 1; /* beside any damping of the structure */
        links[i] = (thud_verify_link){.source = source,
                                      .linear = linear_damping(model, source),
                                      .left = end_of(model, source->left, coordinates),
                                      .right = end_of(model, source->right, coordinates),
                                      .stiffness = source->given.stiffness,
                                      .damping = dashpot ? source->damping : 0,
                                      .exponent = exponent};
        if (source->given.hysteresis.model == THUD_HYSTERESIS_BOUC_WEN)
            links[i].inner = 2 * coordinates + (*inner)++;
    }
    return links;
}

void thud_verify_links_damp(const thud_model *model, double *damping) {
    size_t n = model->body_count;
    if (model->damping != THUD_STRUCTURE_DAMPING_LINKS) return;
    for (size_t i = 0; i < n * n; i++) damping[i] = 0;
    for (size_t i = 0; i < model->link_count; i++) {
        const thud_model_link *l = &model->links[i];
        double exponent = l->given.damping_exponent, c = exponent == 0 || exponent == 1 ? l->damping : 0;
        size_t left = coordinate_of(l->left, n), right = coordinate_of(l->right, n);
        if (left < n) damping[left * n + left] += c;
        if (right < n) damping[right * n + right] += c;
        if (left < n && right < n) damping[left * n + right] -= c, damping[right * n + left] -= c;
    }
    for (size_t k = 0; k < model->matrices_count; k++) {
        const thud_model_matrices *m = &model->matrices[k];
        for (size_t i = 0; m->damping && i < m->count * m->count; i++)
            damping[(m->first + i / m->count) * n + m->first + i % m->count] += m->damping[i];
    }
}

/* ---- forces ---- */

/* backfill: x/(1/k + R_f x/strength) */
static double backfill(const thud_verify_link *l, double x) {
    const thud_hysteresis *h = &l->source->given.hysteresis;
    return x / (1 / l->stiffness + h->ratio * x / h->strength);
}

/* by how far it is beyond its edge where nothing else tells */
static bool is_idle(const thud_verify_link *l, double beyond) {
    return l->mode == THUD_VERIFY_IDLE || (l->mode == THUD_VERIFY_EDGE && beyond <= 0);
}

double thud_verify_link_law(const thud_verify_link *l) {
    const thud_hysteresis *h = &l->source->given.hysteresis;
    double k = l->stiffness, d = l->deformation, a = h->hardening;
    int side = l->mode == THUD_VERIFY_UPPER ? 1 : l->mode == THUD_VERIFY_LOWER ? -1 : 0;
    switch (h->model) {
    case THUD_HYSTERESIS_NONE: return k * d;
    case THUD_HYSTERESIS_BILINEAR:
        return side == 0 ? a * k * d + (1 - a) * k * (d - l->set) : a * k * d + side * (1 - a) * h->yield;
    case THUD_HYSTERESIS_BOUC_WEN: return a * k * d + (1 - a) * k * l->z;
    case THUD_HYSTERESIS_FRICTION: return k * d + side * h->force; /* the hold of one that sticks is a reaction */
    case THUD_HYSTERESIS_TENSION_ONLY: return is_idle(l, d - h->slack) ? 0 : k * (d - h->slack);
    case THUD_HYSTERESIS_COMPRESSION_ONLY: return is_idle(l, -d - h->slack) ? 0 : k * (d + h->slack);
    case THUD_HYSTERESIS_HYPERBOLIC: {
        double x = -d - h->gap;
        if (is_idle(l, x)) return 0;
        return side != 0 || l->mode == THUD_VERIFY_EDGE ? -backfill(l, x) : -k * (x - l->set);
    }
    case THUD_HYSTERESIS_CLOUGH: return thud_verify_clough_force(l);
    case THUD_HYSTERESIS_FLAG: return thud_verify_flag_force(l);
    }
    return NAN;
}

/* c |v|^α sign v; with α below 1 c v (v² + s²)^((α−1)/2), which is off by (s/v)² of it at a speed v, and takes s/v
 * of the time between two turns to be wrong at all */
double thud_verify_link_dashpot(const thud_verify_link *l) {
    if (!(l->damping > 0) || l->rate == 0) return 0; /* where nothing moves at all, s is zero as well */
    if (l->exponent >= 1) return l->damping * odd_power(l->rate, l->exponent);
    return l->damping * l->rate * pow(l->rate * l->rate + l->slow * l->slow, 0.5 * (l->exponent - 1));
}

void thud_verify_link_pull(thud_verify_link *l) {
    l->force = thud_verify_link_law(l) - l->stiffness * l->deformation + thud_verify_link_dashpot(l);
}

double thud_verify_link_whole(const thud_verify_link *l) {
    double held = thud_verify_link_sticks(l) ? l->hold : 0;
    return l->force + l->stiffness * l->deformation + l->linear * l->rate + held;
}

static int sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

/* from rest, and from z = 0, the signs are those that there are; after the first zero, those of the branch under
 * way */
double thud_verify_link_inner(const thud_verify_link *l) {
    const thud_hysteresis *h = &l->source->given.hysteresis;
    int side = l->z_sign != 0 ? l->z_sign : sign_of(l->z),
        direction = l->rate_sign != 0 ? l->rate_sign : sign_of(l->rate);
    double u = side * l->z / yield_way(l); /* |z/d_y|, below zero past its zero */
    double grown = h->beta * direction * side + 1 - h->beta;
    return l->rate * (1 - odd_power(u, h->exponent) * grown);
}

/* ---- zeros ---- */

void thud_verify_link_roots(const thud_verify_link *l, double *roots) {
    const thud_hysteresis *h = &l->source->given.hysteresis;
    double d = l->deformation;
    bool yields = l->mode == THUD_VERIFY_UPPER || l->mode == THUD_VERIFY_LOWER;
    int side = l->mode == THUD_VERIFY_LOWER ? -1 : 1;
    for (int i = 0; i < THUD_VERIFY_LINK_ROOTS; i++) roots[i] = 1;
    /* CVODE would step over a mode that is over within one step: where the link turns it looks into that step */
    bool straight = h->model != THUD_HYSTERESIS_NONE && h->model != THUD_HYSTERESIS_BOUC_WEN &&
                    h->model != THUD_HYSTERESIS_FRICTION;
    if (straight || (l->damping > 0 && h->model != THUD_HYSTERESIS_BOUC_WEN)) roots[2] = l->rate;
    switch (h->model) {
    case THUD_HYSTERESIS_BILINEAR:
        if (yields) roots[0] = l->rate;
        else roots[0] = d - l->set - yield_way(l), roots[1] = d - l->set + yield_way(l);
        break;
    case THUD_HYSTERESIS_BOUC_WEN:
        roots[0] = l->rate;
        roots[1] = l->z;
        break;
    case THUD_HYSTERESIS_FRICTION:
        /* a rate that falls below rounding, from above it, even where the link starts from rest; and a stop that is
         * over within one step: CVODE looks into it where the rate is least */
        if (yields) roots[0] = side * l->rate + l->still, roots[2] = side * l->parting - l->faint;
        else roots[0] = l->parting - l->faint, roots[1] = l->parting + l->faint;
        break;
    case THUD_HYSTERESIS_TENSION_ONLY: roots[0] = d - h->slack; break;
    case THUD_HYSTERESIS_COMPRESSION_ONLY: roots[0] = d + h->slack; break;
    case THUD_HYSTERESIS_HYPERBOLIC: {
        double x = -d - h->gap;
        if (yields) roots[0] = l->rate;
        else roots[0] = x - l->most, roots[1] = x - l->set;
        break;
    }
    case THUD_HYSTERESIS_CLOUGH: thud_verify_clough_roots(l, roots); break;
    case THUD_HYSTERESIS_FLAG: thud_verify_flag_roots(l, roots); break;
    case THUD_HYSTERESIS_NONE: break;
    }
}

/* ---- from mode to mode ---- */

/* z = ±d_y at this deformation, and d on its way back */
static void go_elastic(thud_verify_link *l) {
    int side = l->mode == THUD_VERIFY_UPPER ? 1 : -1;
    l->set = l->deformation - side * yield_way(l);
    l->mode = THUD_VERIFY_ELASTIC;
}

static void pass_bilinear(thud_verify_link *l) {
    if (l->mode == THUD_VERIFY_ELASTIC) {
        double z = l->deformation - l->set, most = yield_way(l), near = 1e-9 * most;
        if (l->way > 0 && z > most - near) l->mode = THUD_VERIFY_UPPER;
        if (l->way < 0 && z < -most + near) l->mode = THUD_VERIFY_LOWER;
    } else if (l->mode == THUD_VERIFY_UPPER ? l->way <= 0 : l->way >= 0) {
        go_elastic(l);
    }
}

/* first loading is the upper mode; unloading and reloading an elastic line to `set`, where the force is zero */
static void pass_backfill(thud_verify_link *l) {
    double x = -l->deformation - l->source->given.hysteresis.gap,
           size = fabs(l->most) + fabs(l->set) + fabs(l->deformation);
    if (l->mode == THUD_VERIFY_EDGE) {
        if (x == 0 && l->way == 0) return;
        l->mode = x > 0 ? THUD_VERIFY_UPPER : THUD_VERIFY_IDLE;
    }
    if (l->mode == THUD_VERIFY_UPPER) {
        if (l->way < 0) return;
        l->most = x;
        l->set = x - backfill(l, x) / l->stiffness;
        l->mode = THUD_VERIFY_ELASTIC;
    } else if (l->way < 0) {
        if (x >= l->most - 1e-9 * size) l->mode = THUD_VERIFY_UPPER;
        else if (x >= l->set - 1e-9 * size) l->mode = THUD_VERIFY_ELASTIC;
    } else if (x <= l->set + 1e-9 * size) {
        l->mode = THUD_VERIFY_IDLE;
    }
}

/* at a zero or not: the mode that the state and the way that it goes have */
void thud_verify_link_pass(thud_verify_link *l, const int *signs) {
    const thud_hysteresis *h = &l->source->given.hysteresis;
    bool at_zero = signs && signs[0] != 0;
    double d = l->deformation;
    switch (h->model) {
    case THUD_HYSTERESIS_BILINEAR:
        if (!signs || at_zero || signs[1] != 0) pass_bilinear(l);
        break;
    case THUD_HYSTERESIS_BOUC_WEN:
        if (at_zero) l->rate_sign = signs[0] > 0 ? 1 : -1;
        else if (!signs && (l->way == l->rate || l->rate == 0)) l->rate_sign = sign_of(l->rate); /* no rounding */
        if (signs && signs[1] != 0) l->z_sign = signs[1] > 0 ? 1 : -1;
        break;
    case THUD_HYSTERESIS_TENSION_ONLY:
    case THUD_HYSTERESIS_COMPRESSION_ONLY: {
        bool pulls = h->model == THUD_HYSTERESIS_TENSION_ONLY;
        bool out = pulls ? l->way > 0 : l->way < 0;
        double from_edge = pulls ? d - h->slack : d + h->slack;
        /* CVODE does not see a zero that it starts from */
        bool at_edge = fabs(from_edge) <= 1e-14 * (fabs(d) + h->slack);
        if (at_edge) l->mode = THUD_VERIFY_EDGE; /* a friction beside it may hold it there */
        else if (at_zero) l->mode = out ? THUD_VERIFY_ELASTIC : THUD_VERIFY_IDLE;
        break;
    }
    case THUD_HYSTERESIS_HYPERBOLIC:
        if (!signs || at_zero || signs[1] != 0) pass_backfill(l);
        break;
    case THUD_HYSTERESIS_CLOUGH: thud_verify_clough_pass(l); break;
    case THUD_HYSTERESIS_FLAG: thud_verify_flag_pass(l); break;
    case THUD_HYSTERESIS_FRICTION: /* for all together: see rest.c */
    case THUD_HYSTERESIS_NONE: break;
    }
}

/* z where d has come from zero: d = ∫ dz/(1 − (z/d_y)ⁿ), by halving; the integral by Simpson's rule in s with
 * z/d_y = 1 − e^(−s³), which takes the pole to infinity, and powers of z at zero to higher ones */
static double way_to(double end, double n) {
    enum { PARTS = 4000 };
    double h = cbrt(end) / PARTS, sum = 0;
    for (int i = 0; i <= PARTS; i++) {
        double s = i * h, rest = exp(-s * s * s), u = -expm1(-s * s * s);
        double slope = u > 0 && u < 1 ? rest / -expm1(n * log(u)) : u < 1 ? 1 : 1 / n;
        sum += 3 * s * s * slope * (i == 0 || i == PARTS ? 1 : i % 2 == 1 ? 4 : 2);
    }
    return sum * h / 3;
}

static double first_loading(const thud_verify_link *l, double d) {
    double n = l->source->given.hysteresis.exponent, way = fabs(d) / yield_way(l), low = 0, high = 40;
    for (int i = 0; i < 60 && d != 0; i++) {
        double middle = 0.5 * (low + high);
        if (way_to(middle, n) < way) low = middle;
        else high = middle;
    }
    return d == 0 ? 0 : copysign(yield_way(l) * -expm1(-low), d);
}

void thud_verify_link_start(thud_verify_link *l, double d, double rate) {
    const thud_hysteresis *h = &l->source->given.hysteresis;
    double y = h->yield > 0 ? yield_way(l) : 0;
    l->deformation = d;
    l->rate = l->way = rate;
    l->mode = THUD_VERIFY_ELASTIC;
    l->set = l->most = l->hold = l->parting = l->z = 0;
    l->rate_sign = sign_of(rate);
    switch (h->model) {
    case THUD_HYSTERESIS_BILINEAR:
        if (fabs(d) >= y) l->set = d - copysign(y, d);
        pass_bilinear(l);
        break;
    case THUD_HYSTERESIS_TENSION_ONLY: l->mode = d > h->slack ? THUD_VERIFY_ELASTIC : THUD_VERIFY_IDLE; break;
    case THUD_HYSTERESIS_COMPRESSION_ONLY: l->mode = d < -h->slack ? THUD_VERIFY_ELASTIC : THUD_VERIFY_IDLE; break;
    case THUD_HYSTERESIS_HYPERBOLIC: {
        double x = -d - h->gap;
        l->mode = x == 0 && rate == 0 ? THUD_VERIFY_EDGE : THUD_VERIFY_IDLE;
        if (x > 0) {
            l->mode = THUD_VERIFY_UPPER;
            if (rate >= 0) pass_backfill(l);
        }
        break;
    }
    case THUD_HYSTERESIS_BOUC_WEN: l->z = first_loading(l, d); break;
    case THUD_HYSTERESIS_CLOUGH: thud_verify_clough_start(l); break;
    case THUD_HYSTERESIS_FLAG: thud_verify_flag_start(l); break;
    default: break;
    }
    l->z_sign = sign_of(l->z);
    if (thud_verify_is_friction(l) && rate != 0) l->mode = rate > 0 ? THUD_VERIFY_UPPER : THUD_VERIFY_LOWER;
}
