/*
 * The impulses of newton and poisson contacts that are closed at one instant.
 *
 * u⁺ = u⁻ + W P, u the speeds at which the bodies part, W = G M⁻¹ Gᵀ. Newton: u⁺ ≥ −e u⁻, complementary to the
 * impulse. Poisson: an impulse of compression that stops the approach, then one of restitution, at least e times as
 * large, complementary to u⁺ ≥ 0; F. Pfeiffer & C. Glocker, Multibody Dynamics with Unilateral Contacts (1996), 8.
 * Where both kinds meet in one impact, the contacts of Newton enter after the compression.
 *
 * Stronge: compression as Poisson's, in proportion at all contacts, does the work ½ P₁ |u⁻| at each. Impulses R of
 * restitution that give back e² of each, ½ R (W R) = e² ½ P₁ max(−u⁻, 0), are the one minimum of the convex
 * function ½ RᵀW R − Σ e² P₁ max(−u⁻, 0) ln R. One coordinate after the other is taken to its minimum; where no
 * work was done the limit is complementarity, R ⟂ W R.
 */
#ifndef THUD_CONTACT_IMPULSES_H
#define THUD_CONTACT_IMPULSES_H

#include <thud/simulate.h>

typedef struct thud_impulses {
    size_t count;
    double *coupling;      /* [count²] W, 1/kg */
    double *before;        /* [count] u⁻, m/s; below zero: the bodies approach */
    double *impulse;       /* [count] P, N·s: what is found */
    double *bound, *added; /* [count] work space, as is */
    double *work;          /* [thud_lcp_work(count)] */
    double slow;           /* m/s: the restitution of slower approaches is that of this speed */
    bool plastic;          /* e = 0 for all */
    const thud_gap_contact *(*given)(const void *context, size_t index);
    const void *context;
} thud_impulses;

/* False when the linear complementarity problems have no solution that can be found. */
bool thud_impulses_find(thud_impulses *problem);

/* u⁺ of one of the contacts, m/s. */
double thud_impulses_after(const thud_impulses *problem, size_t index);

/* The entry of an impact without duration: its loss is −P (u⁻ + u⁺)/2. */
thud_impact_entry thud_impulses_entry(size_t contact, double time, double before, double after, double impulse);

/* s that the impacts which are left of an accumulation take, after one that parts the bodies with w = `speed`, m/s,
 * under the constant closing acceleration q, m/s²: 2w/(q(1 − e)). */
static inline double thud_accumulation_time(double speed, double closing, double restitution) {
    return 2 * speed / (closing * (1 - restitution));
}

/* Whether such an accumulation may be taken to its limit: it has one, its impacts are slower than `slow`, m/s, and
 * no flight between them rises by more than `length`, m: w²/(2q). */
static inline bool thud_accumulation_is_over(double speed, double closing, double restitution, double slow,
                                             double length) {
    return restitution < 1 && closing > 0 && speed < slow && speed * speed <= 2 * closing * length;
}

#endif
