/*
 * Parameters from the inside: one without `build` is the displacement or the velocity of a body at the start. They
 * come in the order of the bodies, all displacements first.
 */
#ifndef THUD_DERIVATIVE_PARAMETERS_H
#define THUD_DERIVATIVE_PARAMETERS_H

#include <thud/derivative.h>

/* thud_derivatives_create for checked arguments. */
thud_status thud_derivatives_make(const thud_model *model, const thud_model_parameter *parameters, size_t count,
                                  thud_derivatives **derivatives, thud_error *error);

#endif
