/*
 * Linear complementarity problems of impacts without duration; see impulses.h.
 */
#include "contact/impulses.h"

#include <float.h>
#include <math.h>

#include "numeric/matrix/lcp.h"

static double restitution_of(const thud_impulses *p, size_t a) {
    if (p->plastic) return 0;
    return thud_gap_contact_restitution(p->given(p->context, a), fmax(-p->before[a], p->slow));
}

static bool is_poisson(const thud_impulses *p, size_t a) {
    return p->given(p->context, a)->law->structure->restores_impulse;
}

static bool is_stronge(const thud_impulses *p, size_t a) {
    return p->given(p->context, a)->law->structure->restores_energy;
}

double thud_impulses_after(const thud_impulses *p, size_t a) {
    double speed = p->before[a];
    for (size_t b = 0; b < p->count; b++) speed += p->coupling[a * p->count + b] * p->impulse[b];
    return speed;
}

/* adds the impulses R ≥ 0 that are complementary to u + W R ≥ 0 */
static bool complement(thud_impulses *p) {
    if (!thud_lcp_solve(p->count, p->coupling, p->bound, p->added, p->work)) return false;
    for (size_t a = 0; a < p->count; a++) p->impulse[a] += p->added[a];
    return true;
}

/* the root x ≥ 0 of w x² + s x = b, b ≥ 0 */
static double positive_root(double w, double s, double b) {
    const double d = sqrt(s * s + 4 * w * b);
    return s > 0 ? 2 * b / (s + d) : (d - s) / (2 * w);
}

enum { MOST_SWEEPS = 100000 };

/* the impulses of restitution, in `added`, after those of compression */
static bool restore(thud_impulses *p) {
    bool settled = false;
    for (size_t a = 0; a < p->count; a++) {
        const double e = is_poisson(p, a) || is_stronge(p, a) ? restitution_of(p, a) : 0;
        p->added[a] = e * p->impulse[a];
        p->bound[a] = e * e * p->impulse[a] * fmax(-p->before[a], 0); /* twice the work */
    }
    for (int sweep = 0; !settled && sweep < MOST_SWEEPS; sweep++) {
        double most = 0, change = 0;
        for (size_t a = 0; a < p->count; a++) {
            const double *row = p->coupling + a * p->count, was = p->added[a];
            double others = 0;
            if (!is_stronge(p, a)) continue;
            for (size_t b = 0; b < p->count; b++) others += b == a ? 0 : row[b] * p->added[b];
            p->added[a] = positive_root(row[a], others, p->bound[a]);
            change = fmax(change, fabs(p->added[a] - was));
            most = fmax(most, p->added[a]);
        }
        settled = change <= 2 * DBL_EPSILON * most;
    }
    for (size_t a = 0; a < p->count; a++) p->impulse[a] += p->added[a];
    return settled;
}

bool thud_impulses_find(thud_impulses *p) {
    bool compresses = false;
    for (size_t a = 0; a < p->count; a++) {
        p->impulse[a] = 0;
        p->bound[a] = p->before[a];
        compresses = compresses || is_poisson(p, a) || is_stronge(p, a);
    }
    if (compresses && !(complement(p) && restore(p))) return false;
    for (size_t a = 0; a < p->count; a++) {
        double wanted = is_poisson(p, a) || is_stronge(p, a) ? 0 : restitution_of(p, a);
        p->bound[a] = thud_impulses_after(p, a) + wanted * fmin(p->before[a], 0);
    }
    return complement(p);
}

thud_impact_entry thud_impulses_entry(size_t contact, double time, double before, double after, double impulse) {
    double approach = fmax(-before, 0);
    return (thud_impact_entry){
        .contact = contact,
        .time = time,
        .approach_speed = approach,
        .separation_speed = after,
        .restitution = approach > 0 ? after / approach : NAN,
        .max_force = NAN,
        .impulse = impulse,
        .energy_lost = -0.5 * impulse * (before + after),
        .damping = NAN,
        .ended = true,
    };
}
