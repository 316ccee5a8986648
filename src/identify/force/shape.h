/*
 * The force history of a contact law in the dimensionless frame, at any instants.
 *
 * A force history reveals the law through its shape f(s); the force is A f((t − t₀)/T) with the two scales A and
 * T. The shape has up to two parameters: the exponent n, and the damper. The damper is χ for a viscous law and
 * ln(k₂/k₁) for a bilinear one; an elastic law has none.
 */
#ifndef THUD_IDENTIFY_SHAPE_H
#define THUD_IDENTIFY_SHAPE_H

#include <stdbool.h>

#include <thud/identify.h>

typedef struct thud_shape {
    const thud_law *law;
    thud_separation separation; /* never THUD_SEPARATION_DEFAULT */
    double n;
    double damper;
    double tolerance; /* tolerance of the integrator; 0: far below the resolution of a measurement */
    int filter_order; /* order of the gauge's filter, see reading.h; 0: none */
    double corner;    /* its angular frequency κ in the frame, ω T */
} thud_shape;

/* Properties of the whole shape. */
typedef struct thud_shape_facts {
    double contact_time; /* τ; if the bodies never separate, the end of the computed part */
    double restitution;
    double approach_time; /* to the largest penetration */
    double force_end;     /* no force after it: before τ if the bodies part with a set */
} thud_shape_facts;

/*
 * Force and its slope df/ds at `count` instants in increasing order; zero outside the contact. A negative damper
 * means the mirror image, 2 f(0) − f(−damper), so that a fit may cross zero smoothly. `slopes` may be NULL.
 */
thud_status thud_shape_sample(const thud_shape *shape, const double *times, size_t count, double *forces,
                              double *slopes, thud_shape_facts *facts);

/* The damper with which a shape has this restitution; false when the law cannot have it. */
bool thud_shape_choose_damper(thud_shape *shape, double restitution);

/* Contact time and restitution alone; exact and fast if the law has a closed form. */
thud_status thud_shape_solve(const thud_shape *shape, thud_shape_facts *facts);

#endif
