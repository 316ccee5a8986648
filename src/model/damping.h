/*
 * Prepares the structural damping of a model.
 */
#ifndef THUD_MODEL_DAMPING_H
#define THUD_MODEL_DAMPING_H

#include <thud/model.h>

/* Finds a and b of Rayleigh damping from a ratio for two modes or periods. The model counts as built. */
thud_status thud_model_settle_damping(thud_model *model, thud_error *error);

#endif
