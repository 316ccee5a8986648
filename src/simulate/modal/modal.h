/*
 * A structure in the coordinates of its modes. With modal, Rayleigh or no damping each mode goes by itself,
 *
 *     q̈ + c q̇ + ω² q = L (a_g − gravity) + Σ φᵀf,   x = Φ q,   ΦᵀMΦ = 1,   L = −ΦᵀMι,
 *
 * so that an order of a power series costs n products instead of n², and what contacts need of the bodies a row of
 * Φ for each of their ends. Modes of bodies that no spring holds together lie in groups of their own.
 *
 * The state of a run is that of the bodies. Modes follow it: coordinates of modes go on from step to step for as
 * long as nobody else has moved a body, and are found anew from what has been moved.
 */
#ifndef THUD_SIMULATE_MODAL_H
#define THUD_SIMULATE_MODAL_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/status.h>

typedef struct thud_simulation thud_simulation;

typedef struct thud_modal_group {
    size_t first, count; /* places, of bodies and of modes */
    double *shape;       /* [count × count] of Φ: the i-th row has the modes' shares in the i-th body */
} thud_modal_group;

typedef struct thud_modal {
    size_t n, group_count;
    thud_modal_group *groups;
    size_t *body, *place, *group; /* [n] the body at a place, the place of a body, and the group of a place */
    size_t *shown;                /* [n] the last step in which the series of a body was asked for */
    size_t step;                  /* a number for each step */
    size_t *end_of, end_count;    /* [n] bodies at the ends of contacts in force */
    double *square, *drag, *load; /* [n] of modes: ω², 1/s²; c, 1/s; L, √kg */
    double *largest;              /* [n] the largest |φ| */
    bool known;                   /* the next are what it is about */
    double *known_x, *known_v;    /* [n] of bodies: where they are by the coordinates of modes, to the bit */
    double *q, *r;                /* [n] coordinates and velocities of modes */
    double *x, *v, *a;            /* [width × n] their series, while a step goes by modes */
    double *panel;                /* [n × 12] vectors side by side */
    double *end_q, *end_r;        /* [n] at the end of the step */
    double *inside;               /* [6][n] of bodies: x, ẋ, ẍ at a third and two thirds of the step */
    double *work;                 /* [n] */
    double *numbers;              /* where all of these lie */
    size_t *indices;
} thud_modal;

/* The modes of a model where they are fewer operations than the bodies; NULL in *modal where they are not, or where
 * damping or links join them. Fills the damping matrix of the structure, where there is one, from the same
 * eigenproblem. */
thud_status thud_modal_create(const thud_simulation *simulation, thud_modal **modal);
void thud_modal_free(thud_modal *modal);

/* The bodies may have been moved: coordinates of modes are to be found anew. */
void thud_modal_forget(thud_modal *modal);

/* The coordinates of modes for the present state of the bodies. */
void thud_modal_enter(const thud_simulation *simulation, thud_modal *modal);

/* Bodies from modes: so many vectors at a time, side by side in a panel [n × 12]; `out` are by body, and NULL where
 * one is not wanted. */
enum { THUD_MODAL_VECTORS = 12 };
void thud_modal_bodies(const thud_modal *modal, const double *panel, double *const *out);

/* The modes' shares in a body, of those from *first on; *count of them. */
const double *thud_modal_row(const thud_modal *modal, size_t body, size_t *first, size_t *count);

/* Φ · values for one body. */
double thud_modal_of_body(const thud_modal *modal, size_t body, const double *values);

/* ---- steps of power series, see series/ ---- */

/* Whether the step that begins may go by modes, and their state where it may. */
bool thud_modal_begin(thud_simulation *simulation);

/* The k-th coefficients of q̈ from lower orders, with the forces of contacts; `common` is gravity less the
 * acceleration of the ground. Then those of coordinates and velocities of bodies at the ends of contacts in force.
 */
void thud_modal_accelerate(thud_simulation *simulation, double common, int k);
void thud_modal_follow(thud_simulation *simulation, int k);

/* The series of a body, where the others are, once the step is expanded. */
void thud_modal_show(const thud_simulation *simulation, size_t body);

/* How far each body gets from where it is, at most, up to σ: into motion.bound. */
void thud_modal_reach(const thud_simulation *simulation, double sigma);

/* The largest velocity that the k-th coefficient of a mode gives a body, m/s; NAN where one is not finite. */
double thud_modal_largest(const thud_simulation *simulation, int k);

/* The state of all bodies at σ. */
void thud_modal_at(const thud_simulation *simulation, double sigma, double *x, double *v, double *a);

/* The end of a step at σ: the bodies there and inside of it, and how far they may be off straight lines from each
 * of these to the next; and the step is made. */
enum { THUD_MODAL_SPANS = 3 };
void thud_modal_end(thud_simulation *simulation, double sigma);
void thud_modal_move(thud_simulation *simulation);

/* W that damping takes, and N·s that the ground acts on, at velocities of modes. */
double thud_modal_damping_power(const thud_modal *modal, const double *r);
double thud_modal_momentum(const thud_modal *modal, const double *r);

#endif
