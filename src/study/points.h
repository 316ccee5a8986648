/*
 * Points of the unit cube, each coordinate by its number alone: nothing is stored, and the millionth costs what the
 * first does.
 */
#ifndef THUD_STUDY_POINTS_H
#define THUD_STUDY_POINTS_H

#include <stddef.h>
#include <stdint.h>

#include "numeric/sobol.h"

/* in the order of the choices of `sampling` */
typedef enum thud_points_kind {
    THUD_POINTS_RANDOM, /* independent */
    THUD_POINTS_LATIN,  /* one coordinate in each of `count` equal intervals, in an order of its own */
    THUD_POINTS_SOBOL,  /* digits scrambled at random, so that each point is uniform by itself */
    THUD_POINTS_HALTON,
} thud_points_kind;

/* One coordinate of all points. */
typedef struct thud_points {
    thud_points_kind kind;
    size_t count;
    uint64_t key;                         /* where its stream begins */
    uint32_t directions[THUD_SOBOL_BITS]; /* for a Sobol' sequence */
    uint32_t base;                        /* for a Halton sequence: a prime */
} thud_points;

/* Gives a Sobol' or Halton sequence its dimension, from 0 to THUD_SOBOL_DIMENSIONS − 1. */
void thud_points_set_dimension(thud_points *points, size_t dimension);

/* The coordinate of a point with a number below `count`, strictly between 0 and 1. */
double thud_points_value(const thud_points *points, size_t index);

/* The place of a number in a random order of all numbers below `count`. */
size_t thud_points_shuffle(uint64_t key, size_t count, size_t index);

#endif
