/*
 * The samples of a fit as a posterior distribution sees them: neighbours in means that weigh as much as they do,
 * and the force scale and the offset, in which the model is linear, integrated.
 */
#ifndef THUD_IDENTIFY_EVIDENCE_H
#define THUD_IDENTIFY_EVIDENCE_H

#include "identify/force/posterior.h"
#include "identify/force/table.h"

typedef struct thud_evidence {
    const thud_fit_model *model;
    thud_samples samples;
    double rest;   /* sum of the squares of the readings' distances from their means */
    double number; /* N, of the normal errors: readings, or their means where no more is known of them */
    double weight, sum, squares; /* of all: Σw, Σwy, Σwy² + rest */
} thud_evidence;

/* The samples of a model as they are. */
thud_evidence thud_evidence_of(const thud_fit_model *model);

/* Means of the samples of a fit. THUD_OK, after which they are freed, or THUD_ERROR_MEMORY or _ACCURACY. */
thud_status thud_evidence_condense(thud_evidence *evidence, const thud_fit_found *found);
void thud_evidence_free(thud_evidence *evidence);

/* The weight of t₀ and T with a shape, A and b integrated. False where it is none. */
bool thud_evidence_at(const thud_evidence *evidence, const thud_shape_table *shape, double begin, double log_time,
                      thud_posterior_point *point);

/* Two directions in which t₀ and ln T are varied: steps[0] of both, steps[1] of ln T alone. */
typedef double thud_evidence_steps[2][2];

/* From t₀ and ln T to those nearby, in such steps, that weigh most; the weight is returned, −∞ where it is none. */
double thud_evidence_climb(const thud_evidence *evidence, const thud_shape_table *shape, thud_evidence_steps steps,
                           double *begin, double *log_time);

#endif
