/*
 * The force history of a contact law in the dimensionless frame, at any instants.
 *
 * What a force history tells about a law is its shape f(s); the force is A f((t − t₀)/T) with the two scales A and
 * T. The shape has up to two parameters: the exponent n, and the damper, which is χ of a viscous law, ln(k₂/k₁) of
 * a bilinear one, and nothing of an elastic one.
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
    double tolerance; /* of the integrator; 0: far below what a measurement can show */
    int filter_order; /* of the filter that readings go through, see reading.h; 0: none */
    double corner;    /* its angular frequency κ in the frame, ω T */
} thud_shape;

/* What the shape as a whole is like. */
typedef struct thud_shape_facts {
    double contact_time; /* τ; the end of what is followed where the bodies never part */
    double restitution;
    double approach_time; /* to the largest penetration */
    double force_end;     /* after it there is no force: before τ where the bodies part on a set */
} thud_shape_facts;

/*
 * Force and its slope df/ds at `count` instants in increasing order; zero outside the contact. A damper below zero
 * is the mirror image of the one above, 2 f(0) − f(−damper): a fit may cross zero without a kink. `slopes` may be
 * NULL.
 */
thud_status thud_shape_sample(const thud_shape *shape, const double *times, size_t count, double *forces,
                              double *slopes, thud_shape_facts *facts);

/* The damper with which a shape has this restitution; false when the law cannot have it. */
bool thud_shape_choose_damper(thud_shape *shape, double restitution);

/* Contact time and restitution alone, exact and fast where the law has a closed form. */
thud_status thud_shape_solve(const thud_shape *shape, thud_shape_facts *facts);

#endif
