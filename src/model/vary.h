/*
 * A model beside another, with the same parts and other numbers: as if its inputs had been measured again.
 */
#ifndef THUD_MODEL_VARY_H
#define THUD_MODEL_VARY_H

#include "model/model.h"
#include "numeric/random.h"

/*
 * Each mass, stiffness, gap and restitution, each strength of a link, each amplitude of ground and forces, times 1
 * + precision·u, u evenly from −1 to 1 and each its own. Zero stays zero, a restitution at most 1, and bodies that
 * touch at the start do not overlap. Names and samples are those of the model, which must outlive the copy. NULL
 * without memory.
 */
thud_model *thud_model_vary(const thud_model *model, double precision, thud_random *random);
void thud_model_vary_free(thud_model *copy);

#endif
