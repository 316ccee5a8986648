/*
 * Rows: x_left − x_right of a contact or a watch as a sum over bodies and supports, Σ factor · x, if an end is a
 * point that moves with several of them. A force along it acts on each, multiplied by the same factor.
 */
#ifndef THUD_MODEL_ROW_H
#define THUD_MODEL_ROW_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include <thud/model.h>

typedef struct thud_row_term {
    int body; /* a body's number, or a support's, never the ground */
    double factor;
} thud_row_term;

/* Each body appears once, by number, with a nonzero factor. Plain ends, two bodies or a body and the ground, have
 * no row, unless the mass matrix of one is full. */
typedef struct thud_row {
    thud_row_term *terms; /* NULL: plain */
    size_t count;
} thud_row;

/* Points of a model have their own range of numbers, far from those of bodies. */
static inline bool thud_is_point(int end) { return end < -(1 << 30); }
static inline size_t thud_point_index(int end) { return (size_t)(end - INT_MIN); }
static inline int thud_point_number(size_t index) { return INT_MIN + (int)index; }

/* A point of a model: its terms as given. */
typedef struct thud_model_point {
    thud_row_term *terms; /* including the ground, and bodies that do not exist */
    size_t count;
} thud_model_point;

/* The row of two ends. False when memory is short. */
bool thud_row_make(const thud_model *model, int left, int right, thud_row *row);

/* Σ factor · value[body]. */
static inline double thud_row_sum(const thud_row_term *terms, size_t count, const double *value) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += terms[i].factor * value[terms[i].body];
    return sum;
}

/* Whether the row contains a body: with supports alone its motion is prescribed. */
bool thud_row_has_body(const thud_row *row);

/* Whether an impulse along it changes the velocity of a body. */
bool thud_model_row_strikes(const thud_model *model, const thud_row *row, int body);

#endif
