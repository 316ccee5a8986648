/*
 * Models with pendulum rods, and bodies, run as a system of callbacks (<thud/system.h>). Its
 * coordinates q are the displacements of the bodies, then the angles of the rods.
 */
#ifndef THUD_SIMULATE_RODS_H
#define THUD_SIMULATE_RODS_H

#include <thud/system.h>

#include "model/model.h"
#include "simulate/state.h"
#include "system/run.h"

typedef struct thud_rods {
    thud_simulation *sim;
    const thud_model *model;
    const thud_gap_contact *contacts;   /* [contact] */
    size_t bodies, dof;                 /* bodies; and rods */
    double *mass, *stiffness, *damping; /* [bodies × bodies] of the structure without the rods */
    double *load, *influence;           /* [bodies] M ι and ι: how the ground acts */
    double *sides;                      /* [contact] of two rods: the side the tip is on, see rods_contact.c */
    double *scratch;                    /* [dof] */
    double *q, *rate;                   /* [dof] the state at the start, and at the end */
    double *signals;                    /* see rods_signals.c */
    double *began;                      /* [links that are not linear] m, deformation where the branch began */
    double hysteresis;                  /* J, lost on branches before those under way */
} thud_rods;

/* Runs a simulation of a model with rods from its start to its end. Allocates before the first step only. */
thud_status thud_rods_run(thud_simulation *simulation, const thud_observer *observer);

/* The coordinate of the body that a rod hangs on; `dof` where it hangs on the ground. */
size_t thud_rod_pivot(const thud_rods *rods, size_t rod);

/* ---- rods.c: mass matrix, forces, energy and power, callbacks of thud_system ---- */
void thud_rods_mass(void *rods, const double *q, double *matrix);
void thud_rods_forces(void *rods, double time, const double *q, const double *rate, double *forces);
double thud_rods_energy(void *rods, double time, const double *q, const double *rate);
double thud_rods_power(void *rods, double time, const double *q, const double *rate);
double thud_rods_damping_power(void *rods, double time, const double *q, const double *rate);
double thud_rods_next_break(void *rods, double time);

/* A load at an instant: from a break on, that of after it. */
double thud_rods_load(const thud_signal *signal, double time);

/* ---- rods_contact.c ---- */
double thud_rods_penetration(void *rods, size_t contact, const double *q, double *gradient);
bool thud_rods_touch(void *rods, size_t contact, const double *q);

/* On which side of the other rod a tip begins. */
void thud_rods_face(const thud_rods *rods, size_t contact, const double *q);

/* x_left − x_right of what is no rod, m; added to its gradient, which may be NULL. */
double thud_rods_way_of_bodies(const thud_rods *rods, size_t contact, const double *q, double *gradient);

/* ---- rods_links.c: those that are not linear ---- */
size_t thud_rods_switch_count(const thud_rods *rods);
void thud_rods_switches(void *rods, double time, const double *q, const double *rate, double *values);
void thud_rods_commit(void *rods, size_t index, double time, const double *q, const double *rate);
void thud_rods_start_links(thud_rods *rods);
void thud_rods_end_links(thud_rods *rods, const double *q);

/* Beyond K: their forces, added; J stored, and lost so far. */
void thud_rods_pull_links(const thud_rods *rods, const double *q, double *forces);
double thud_rods_energy_of_links(const thud_rods *rods, const double *q);

/* ---- rods_signals.c: signals of the state ---- */
size_t thud_rods_signal_count(const thud_rods *rods);
void thud_rods_view(thud_rods *rods, thud_system_view *view);

#endif
