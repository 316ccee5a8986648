/*
 * The damping of a model beside that of its links, made ready.
 */
#ifndef THUD_MODEL_DAMPING_H
#define THUD_MODEL_DAMPING_H

#include <thud/model.h>

/* Finds a and b of Rayleigh damping where a ratio is given for two modes or periods. The model counts as built. */
thud_status thud_model_settle_damping(thud_model *model, thud_error *error);

#endif
