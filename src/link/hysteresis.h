/*
 * The models of nonlinear links, in one table: names, and the parameters of each. The scenario reader, the model
 * check and the defaults use it.
 */
#ifndef THUD_LINK_HYSTERESIS_H
#define THUD_LINK_HYSTERESIS_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/link.h>

/* Valid range of a parameter. */
typedef enum thud_hysteresis_range {
    THUD_RANGE_POSITIVE,
    THUD_RANGE_NOT_NEGATIVE,
    THUD_RANGE_SHARE,       /* 0 to 1 */
    THUD_RANGE_BELOW_ONE,   /* 0 to less than 1 */
    THUD_RANGE_ONE_OR_MORE, /* and at most 100 */
} thud_hysteresis_range;

/* A parameter of some of the models. */
typedef struct thud_hysteresis_parameter {
    const char *key; /* in a scenario */
    size_t offset;   /* in thud_hysteresis */
    thud_hysteresis_range range;
    bool required;
    double preset; /* default if not required */
} thud_hysteresis_parameter;

enum { THUD_HYSTERESIS_PARAMETERS = 11 };
extern const thud_hysteresis_parameter thud_hysteresis_parameters[THUD_HYSTERESIS_PARAMETERS];

/* The number of models, THUD_HYSTERESIS_NONE among them. */
enum { THUD_HYSTERESIS_MODELS = THUD_HYSTERESIS_COMPRESSION_ONLY + 1 };

/* Whether a number is that of a model; and whether a model takes a parameter. */
bool thud_hysteresis_is_model(thud_hysteresis_model model);
bool thud_hysteresis_takes(thud_hysteresis_model model, size_t parameter);

/* Whether the model needs a stiffness; friction does not. */
bool thud_hysteresis_needs_stiffness(thud_hysteresis_model model);

static inline double *thud_hysteresis_value(thud_hysteresis *h, size_t parameter) {
    return (double *)((char *)h + thud_hysteresis_parameters[parameter].offset);
}

static inline double thud_hysteresis_get(const thud_hysteresis *h, size_t parameter) {
    return *(const double *)((const char *)h + thud_hysteresis_parameters[parameter].offset);
}

/* Whether a link is a linear spring and dashpot. */
bool thud_link_is_linear(const thud_link *link);

#endif
