/*
 * Quantities with units: "30mm", "15 kN/mm", "0.35 g", "2e9 N/m^1.5", "5%".
 *
 * A number without a unit is in SI. A unit of the wrong dimension is an error. `g` is standard gravity (9.80665
 * m/s²); there is no unit for the gram.
 */
#ifndef THUD_QUANTITY_H
#define THUD_QUANTITY_H

#include <thud/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Exponents of the base units; the stiffness of a power law needs fractional ones (N/m^1.5). Angle counts as a
 * dimension here, so that 6 rad/s is not read as 6 Hz.
 */
typedef struct thud_dimension {
    double mass;   /* kg */
    double length; /* m */
    double time;   /* s */
    double angle;  /* rad */
} thud_dimension;

#ifdef __cplusplus
#define THUD_DIMENSION(mass, length, time, angle) (thud_dimension{mass, length, time, angle})
#else
#define THUD_DIMENSION(mass, length, time, angle) ((thud_dimension){mass, length, time, angle})
#endif

#define THUD_DIMENSION_NONE THUD_DIMENSION(0, 0, 0, 0)
#define THUD_DIMENSION_MASS THUD_DIMENSION(1, 0, 0, 0)
#define THUD_DIMENSION_LENGTH THUD_DIMENSION(0, 1, 0, 0)
#define THUD_DIMENSION_TIME THUD_DIMENSION(0, 0, 1, 0)
#define THUD_DIMENSION_ANGLE THUD_DIMENSION(0, 0, 0, 1)
#define THUD_DIMENSION_SPEED THUD_DIMENSION(0, 1, -1, 0)
#define THUD_DIMENSION_ANGULAR_SPEED THUD_DIMENSION(0, 0, -1, 1)
#define THUD_DIMENSION_ACCELERATION THUD_DIMENSION(0, 1, -2, 0)
#define THUD_DIMENSION_FORCE THUD_DIMENSION(1, 1, -2, 0)
#define THUD_DIMENSION_PRESSURE THUD_DIMENSION(1, -1, -2, 0)
#define THUD_DIMENSION_AREA THUD_DIMENSION(0, 2, 0, 0)
#define THUD_DIMENSION_FREQUENCY THUD_DIMENSION(0, 0, -1, 0)

/* The dimension of k in F = k δⁿ: N/mⁿ. */
THUD_API thud_dimension thud_dimension_stiffness(double exponent_n);

/* The dimension of c in F = c δᵖ δ̇: N·s/m^(p+1). */
THUD_API thud_dimension thud_dimension_damping(double exponent_p);

/*
 * Reads the whole of `text` as one quantity of dimension `want` and returns its value in SI units. When the status
 * is not THUD_OK, `error` (may be NULL) says what is wrong.
 */
THUD_API thud_status thud_quantity_parse(const char *text, thud_dimension want, double *value, thud_error *error);

#ifdef __cplusplus
}
#endif
#endif
