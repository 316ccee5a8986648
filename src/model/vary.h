/*
 * A copy of a model with slightly varied inputs, as if they had been measured again.
 */
#ifndef THUD_MODEL_VARY_H
#define THUD_MODEL_VARY_H

#include "model/model.h"
#include "numeric/random.h"

/*
 * Multiplies each mass, stiffness, gap and restitution, each strength of a link, and each amplitude of ground and
 * forces by 1 + precision·u, with its own u uniform from −1 to 1. Zero stays zero, a restitution is at most 1, and
 * bodies that touch at the start do not overlap. Names and samples are those of the model, which must outlive the
 * copy. NULL when memory is short.
 */
thud_model *thud_model_vary(const thud_model *model, double precision, thud_random *random);
void thud_model_vary_free(thud_model *copy);

#endif
