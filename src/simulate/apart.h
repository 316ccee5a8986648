/*
 * How far two structures come together in a ground motion while nothing stops them: the gap that would just not
 * close, floor by floor.
 */
#ifndef THUD_SIMULATE_APART_H
#define THUD_SIMULATE_APART_H

#include <thud/model.h>
#include <thud/motion.h>
#include <thud/simulate.h>

/* Two bodies, by their numbers in the two models, and how far each comes towards the other, m, zero or more. */
typedef struct thud_apart {
    size_t a, b;
    double a_left; /* largest x_a − x_b: the gap that is needed with A on the left */
    double b_left; /* largest x_b − x_a: with B on the left */
} thud_apart;

/* How many pairs there are: the n-th bodies of both, as far as both have one. */
size_t thud_apart_count(const thud_model *a, const thud_model *b);

/*
 * Both models in one, shaken by the motion instead of their own grounds, until it is over and both have run for
 * their durations. `pairs`: [thud_apart_count]. THUD_ERROR_ARGUMENT, with `error`, where one has no bodies, and
 * where damping or gravity of the two are not the same.
 */
thud_status thud_apart_find(const thud_model *a, const thud_model *b, const thud_motion *motion, thud_apart *pairs,
                            thud_error *error);

#endif
