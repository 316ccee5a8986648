/*
 * Integrals of a smooth function times a weight that is singular at both ends: ∫ (u (1−u))^s f(u) du from 0 to any
 * place in [0, 1], −1 < s ≤ 0, from one expansion of f.
 */
#ifndef THUD_NUMERIC_PRODUCT_RULE_H
#define THUD_NUMERIC_PRODUCT_RULE_H

#include <stdbool.h>

#include "numeric/root.h"

enum { THUD_PRODUCT_RULE_DEGREE = 48 };

typedef struct thud_product_rule {
    double s;
    int degree;
    double coefficient[THUD_PRODUCT_RULE_DEGREE + 1]; /* Chebyshev coefficients in 2u − 1 */
} thud_product_rule;

/* Expands f from 13, 25 or 49 of its values, ends included; false if these do not resolve it to rounding. */
bool thud_product_rule_expand(thud_function *f, const void *context, double s, thud_product_rule *rule);

/* The integral from 0 to u. */
double thud_product_rule_integral(const thud_product_rule *rule, double u);

#endif
