/*
 * Systems whose linear parts are matrices: M q̈ = f(t, q, q̇) − K q − C q̇, with penetrations d·q − gap. What is left
 * is given as functions of C, each with a context of its own: the module's calls into Python, or what a user has
 * compiled.
 */
#ifndef THUD_PY_LINEAR_H
#define THUD_PY_LINEAR_H

#ifndef THUD_PY_ALONE
#include <thud/thud.h>
#endif

/* A function is NULL where there is none. */
typedef struct thud_py_linear {
    size_t dof;
    const double *mass, *stiffness, *damping; /* [dof × dof]; NULL: a function, or none */
    const double *direction, *gap;            /* [contacts × dof], [contacts]; NULL: penetration is a function */
    thud_system given;
    void *of_mass, *of_forces, *of_penetration, *of_touch, *of_next_break, *of_switches, *of_commit, *of_energy,
        *of_power, *of_damping_power; /* the contexts of the functions */
    double *work;                     /* [dof] */
} thud_py_linear;

/* The system that this stands for; `linear` is its context, and both must outlive the run. */
void thud_py_linear_system(thud_py_linear *linear, thud_system *system);

#endif
