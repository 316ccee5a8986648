/*
 * What a link has kept: the energy that it would return if it were unloaded now, and the deformation that would be
 * left then, d − F/k_u with the stiffness k_u of unloading; and how stiff it is now.
 */
#include <math.h>

#include "verify/link.h"

/* F = αkd + (1 − α)kz; along the lower side of a flag, z = r, it goes back from d − z */
static double stored_with_z(const thud_verify_link *l, double force, double r) {
    double a = l->source->given.hysteresis.hardening, k = l->stiffness, d = l->deformation,
           z = (force / k - a * d) / (1 - a);
    return k * (0.5 * a * d * d + (1 - a) * (0.5 * z * z + r * fabs(d - z)));
}

double thud_verify_link_stored(const thud_verify_link *l) {
    const thud_hysteresis *h = &l->source->given.hysteresis;
    double k = l->stiffness, d = l->deformation, force = thud_verify_link_law(l);
    switch (h->model) {
    case THUD_HYSTERESIS_NONE:
    case THUD_HYSTERESIS_FRICTION: return 0.5 * k * d * d;
    case THUD_HYSTERESIS_BILINEAR:
    case THUD_HYSTERESIS_BOUC_WEN: return stored_with_z(l, force, 0);
    case THUD_HYSTERESIS_FLAG: return stored_with_z(l, force, (1 - h->energy) * h->yield / k);
    case THUD_HYSTERESIS_CLOUGH: return 0.5 * force * force / thud_verify_clough_unloading(l);
    case THUD_HYSTERESIS_HYPERBOLIC:
    case THUD_HYSTERESIS_TENSION_ONLY:
    case THUD_HYSTERESIS_COMPRESSION_ONLY: return 0.5 * force * force / k;
    }
    return NAN;
}

double thud_verify_link_plastic(const thud_verify_link *l) {
    const thud_hysteresis *h = &l->source->given.hysteresis;
    double d = l->deformation, force = thud_verify_link_law(l);
    switch (h->model) {
    case THUD_HYSTERESIS_NONE:
    case THUD_HYSTERESIS_TENSION_ONLY:
    case THUD_HYSTERESIS_COMPRESSION_ONLY: return 0;
    case THUD_HYSTERESIS_FRICTION: return d; /* all of its way is slip */
    case THUD_HYSTERESIS_BILINEAR:
    case THUD_HYSTERESIS_BOUC_WEN:
    case THUD_HYSTERESIS_FLAG: return d - force / l->stiffness;
    case THUD_HYSTERESIS_CLOUGH: return d - force / thud_verify_clough_unloading(l);
    case THUD_HYSTERESIS_HYPERBOLIC: /* shorter by the set of the fill */
        return l->mode == THUD_VERIFY_UPPER ? d + h->gap - force / l->stiffness : -l->set;
    }
    return NAN;
}

/* of Bouc–Wen: z grows; before their first zeros, by the signs that there are */
static bool is_loaded(const thud_verify_link *l) {
    double side = l->z_sign != 0 ? l->z_sign : l->z, direction = l->rate_sign != 0 ? l->rate_sign : l->way;
    return side * direction >= 0;
}

/* of links that act one way: at their edge, where they have come from it or are about to */
static bool is_taut(const thud_verify_link *l) {
    const thud_hysteresis *h = &l->source->given.hysteresis;
    if (l->mode != THUD_VERIFY_EDGE) return l->mode != THUD_VERIFY_IDLE;
    int side = h->model == THUD_HYSTERESIS_TENSION_ONLY ? 1 : -1;
    double edge = h->model == THUD_HYSTERESIS_HYPERBOLIC ? h->gap : h->slack, beyond = side * l->deformation - edge;
    return fabs(beyond) > 1e-14 * (fabs(l->deformation) + edge) ? beyond > 0 : side * l->way > 0;
}

double thud_verify_link_tangent(const thud_verify_link *l) {
    const thud_hysteresis *h = &l->source->given.hysteresis;
    double k = l->stiffness, lean = thud_model_link_stiffness(l->source) - k;
    bool yields = l->mode == THUD_VERIFY_UPPER || l->mode == THUD_VERIFY_LOWER;
    if (thud_verify_link_sticks(l)) return INFINITY;
    switch (h->model) {
    case THUD_HYSTERESIS_NONE:
    case THUD_HYSTERESIS_FRICTION: return k + lean;
    case THUD_HYSTERESIS_BOUC_WEN: return (is_loaded(l) ? h->hardening : 1) * k + lean;
    case THUD_HYSTERESIS_BILINEAR:
    case THUD_HYSTERESIS_FLAG: return (yields ? h->hardening : 1) * k + lean;
    case THUD_HYSTERESIS_CLOUGH:
        if (l->mode == THUD_VERIFY_VIRGIN) return k + lean;
        return (l->mode == THUD_VERIFY_UPPER ? h->hardening * k : l->slope) + lean;
    case THUD_HYSTERESIS_HYPERBOLIC:
    case THUD_HYSTERESIS_TENSION_ONLY:
    case THUD_HYSTERESIS_COMPRESSION_ONLY: return (is_taut(l) ? k : 0) + lean;
    }
    return NAN;
}
