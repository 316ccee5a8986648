/*
 * Arithmetic on named numbers, for derived axes and for force laws:
 *
 *     sum     = product {("+" | "-") product}
 *     product = factor {("*" | "/") factor}
 *     factor  = ("-" | "+") factor | power          −2^2 is −4
 *     power   = atom ["^" factor]                   2^3^2 is 2^9
 *     atom    = number | name | "pi" | ("sqrt" | "exp" | "log" | "tanh" | "abs") "(" sum ")" | "(" sum ")"
 *             | ("min" | "max") "(" sum "," sum ")"
 */
#ifndef THUD_MODEL_EXPRESSION_H
#define THUD_MODEL_EXPRESSION_H

#include <stddef.h>

#include <thud/status.h>

typedef struct thud_expression thud_expression;

/* The place and the reason of a syntax error. */
typedef struct thud_expression_fault {
    size_t at; /* bytes from its start */
    char text[200];
} thud_expression_fault;

/* The number of a name; SIZE_MAX if it is unknown, with the reason in `fault` (whose place is set). */
typedef size_t thud_expression_lookup(void *context, const char *name, thud_expression_fault *fault);

/* Free the result. Names are looked up once, here. */
thud_status thud_expression_parse(const char *text, thud_expression_lookup *lookup, void *context,
                                  thud_expression **expression, thud_expression_fault *fault);
void thud_expression_free(thud_expression *expression);

/* Its value; values[n] belongs to the name with the number n. NAN or infinite where arithmetic has no result. */
double thud_expression_value(const thud_expression *expression, const double *values);

/* Whether it asks for a value. */
int thud_expression_uses(const thud_expression *expression, size_t number);

#endif
