/*
 * Linear complementarity problems of impacts without duration; see impulses.h.
 */
#include "contact/impulses.h"

#include <math.h>

#include "numeric/matrix/lcp.h"

static double restitution_of(const thud_impulses *p, size_t a) {
    if (p->plastic) return 0;
    return thud_gap_contact_restitution(p->given(p->context, a), fmax(-p->before[a], p->slow));
}

static bool is_poisson(const thud_impulses *p, size_t a) {
    return p->given(p->context, a)->law->structure->restores_impulse;
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

bool thud_impulses_find(thud_impulses *p) {
    bool poisson = false;
    for (size_t a = 0; a < p->count; a++) {
        p->impulse[a] = 0;
        p->bound[a] = p->before[a];
        poisson = poisson || is_poisson(p, a);
    }
    if (poisson) {
        if (!complement(p)) return false;
        for (size_t a = 0; a < p->count; a++)
            if (is_poisson(p, a)) p->impulse[a] *= 1 + restitution_of(p, a);
    }
    for (size_t a = 0; a < p->count; a++) {
        double wanted = is_poisson(p, a) ? 0 : restitution_of(p, a);
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
