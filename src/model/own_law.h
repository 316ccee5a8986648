/*
 * A law that a scenario brings along: its force and its rule are expressions.
 */
#ifndef THUD_MODEL_OWN_LAW_H
#define THUD_MODEL_OWN_LAW_H

#include <thud/law.h>

#include "model/expression.h"

/* The names in a force expression, in this order: δ and δ̇, the approach speed, e, k, c and n. */
enum { THUD_OWN_DEPTH, THUD_OWN_RATE, THUD_OWN_SPEED, THUD_OWN_RESTITUTION, THUD_OWN_STIFFNESS, THUD_OWN_DAMPING,
       THUD_OWN_EXPONENT, THUD_OWN_NAMES };
extern const char *const thud_own_names[THUD_OWN_NAMES];

typedef struct thud_own_law {
    thud_law law;
    thud_structure structure;
    double drag;             /* p in k δⁿ + c δᵖ δ̇, if no force is given */
    thud_expression *force;  /* or NULL */
    thud_expression *rule;   /* χ from e and n, or NULL */
    char *name, *equation, *rule_text;
} thud_own_law;

/* An empty law with that name; its texts are copied. NULL when memory is short. */
thud_own_law *thud_own_law_create(const char *name, const char *force, const char *rule);
void thud_own_law_free(thud_own_law *own);

/* Finishes it: n and p, the expressions, the separation. */
void thud_own_law_finish(thud_own_law *own, double exponent, thud_separation separation);

#endif
