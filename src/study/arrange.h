/* How the sampled axes of a study belong together. */
#ifndef THUD_STUDY_ARRANGE_H
#define THUD_STUDY_ARRANGE_H

#include "study/study.h"

/* Reads `correlation:` and `sensitivity:`, and gives sequences their dimensions; after the axes, before groups. */
void thud_study_arrange(thud_study_reading *reading, thud_fields *root);

/* Whether two axes take the points of one hypercube, one sequence, one copula or one design. */
bool thud_study_samples_go_together(const thud_study *study, const thud_axis *a, const thud_axis *b);

#endif
