/*
 * All numbers of a model in one array, in a fixed order: what a parameter changes is the derivative of that array.
 * What a parameter must not change, because no derivative by it is known, is in a second one.
 */
#ifndef THUD_DERIVATIVE_NUMBERS_H
#define THUD_DERIVATIVE_NUMBERS_H

#include <thud/derivative.h>

#include "model/model.h"

enum { THUD_DERIVATIVE_BODIES = 300 }; /* at most: matrices are compared entry by entry */

/* Of a signal, and of a contact. */
enum {
    THUD_OF_SCALE,
    THUD_OF_AMPLITUDE,
    THUD_OF_FREQUENCY,
    THUD_OF_PHASE,
    THUD_OF_START,
    THUD_OF_DELAY,
    THUD_SIGNAL_NUMBERS
};
enum {
    THUD_OF_GAP,
    THUD_OF_RESTITUTION,
    THUD_OF_STIFFNESS,
    THUD_OF_DAMPING,
    THUD_OF_SPEED, /* restitution_speed */
    THUD_OF_MASS,  /* effective */
    THUD_OF_A,
    THUD_OF_B,
    THUD_OF_LEAST,
    THUD_OF_CURVE, /* speeds, then restitutions */
    THUD_CONTACT_NUMBERS = THUD_OF_CURVE + 2 * THUD_RESTITUTION_MOST,
};

/* Of a link, beside the matrices. */
enum {
    THUD_OF_LINK_STIFFNESS,
    THUD_OF_LINK_DAMPING,
    THUD_OF_YIELD,
    THUD_OF_HARDENING,
    THUD_OF_SLACK,
    THUD_OF_HEIGHT,
    THUD_LINK_NUMBERS,
};

/* Where they are; all of them begin with the bodies and supports, `points` in number. */
typedef struct thud_numbers_layout {
    size_t bodies, points, signals, contacts, links;
    size_t mass, stiffness, damping; /* dense, points × points; of supports there are no masses */
    size_t influence, x, v, gravity, signal, contact, link, duration;
    size_t count;
} thud_numbers_layout;

thud_numbers_layout thud_numbers_lay_out(const thud_model *model);

/* Signals: the ground, supports, forces. */
const thud_signal *thud_numbers_signal(const thud_model *model, size_t index, double *delay);

/* Takes the numbers of a model, [layout.count]. */
thud_status thud_numbers_take(const thud_model *model, const thud_numbers_layout *layout, double *numbers);

/* What differs between two models beyond those numbers, in words; NULL: nothing. */
const char *thud_numbers_differ(const thud_model *a, const thud_model *b);

/* The derivatives of the numbers by a parameter, from models at ±h, ±2h …, exact for straight lines. What stands in
 * the way goes to `reason`, of 160 bytes: "" where there is nothing. */
thud_status thud_numbers_derive(const thud_model *model, const thud_numbers_layout *layout, const double *numbers,
                                const thud_model_parameter *parameter, double *by, char *reason);

#endif
