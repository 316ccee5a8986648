/*
 * Loops over arrays, at the speed of C: numpy hands over pointers and strides in elements, 0 for a scalar.
 */
#ifndef THUD_PY_LOOPS_H
#define THUD_PY_LOOPS_H

#ifndef THUD_PY_ALONE
#include <stddef.h>

#include <thud/thud.h>
#endif

/* One input of a loop. */
typedef struct thud_py_input {
    const double *values;
    ptrdiff_t stride;
} thud_py_input;

/* What varies from impact to impact; the rest is in the options. */
typedef struct thud_py_inputs {
    thud_py_input restitution, exponent, stiffness, mass, speed, damping_value;
} thud_py_inputs;

/* The options with the values at `index`. */
thud_impact_options thud_py_options_at(const thud_impact_options *options, const thud_py_inputs *inputs,
                                       size_t index);

/* Each stops at the first that fails, and says which in `index`. */
thud_status thud_py_calibrate(const thud_impact_options *options, const thud_py_inputs *inputs, size_t count,
                              double *damping, size_t *index);
thud_status thud_py_calibrate_compare(const thud_impact_options *options, const thud_py_inputs *inputs,
                                      size_t count, thud_calibration *calibrations, size_t *index);
thud_status thud_py_impact(const thud_impact_options *options, const thud_py_inputs *inputs, size_t count,
                           bool integrate, thud_impact *impacts, size_t *index);

#endif
