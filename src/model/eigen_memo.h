/*
 * Eigenproblems that were solved before: one with the same matrices, to the bit, has the same answer. For models
 * that are built time and again, as the cases of a study are.
 */
#ifndef THUD_MODEL_EIGEN_MEMO_H
#define THUD_MODEL_EIGEN_MEMO_H

#include "model/eigen.h"

typedef struct thud_eigen_memo thud_eigen_memo;

/* NULL without memory. */
thud_eigen_memo *thud_eigen_memo_create(void);
void thud_eigen_memo_free(thud_eigen_memo *memo);

/* Fills in the answer for the group whose members are there; false where it is not known. */
bool thud_eigen_memo_find(thud_eigen_memo *memo, thud_eigen *eigen, const double *mass, const double *stiffness);

/* Keeps the answer to what was looked for last. */
void thud_eigen_memo_keep(thud_eigen_memo *memo, const thud_eigen *eigen);

#endif
