/* Conversion between SI units and the dimensionless frame of one impact. */
#ifndef THUD_IMPACT_SCALE_H
#define THUD_IMPACT_SCALE_H

#include <thud/impact.h>

typedef struct thud_scale {
    double length;  /* L = (m v²/k)^(1/(n+1)), m */
    double time;    /* L/v, s */
    double force;   /* k Lⁿ = m v²/L, N */
    double damping; /* c per χ: m v/L^(p+1), N·s/m^(p+1); 0 without a damper */
} thud_scale;

/* The options must have been checked. */
thud_scale thud_scale_of(const thud_impact_options *options);

/* c, N·s/m^(p+1), from χ; k₂, N/m, from k₂/k₁ for bilinear laws. */
double thud_scale_damping(const thud_impact_options *options, double chi);

#endif
