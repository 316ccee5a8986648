/*
 * Groups of bodies connected by springs, and the eigenproblem of each: M^(−1/2) K M^(−1/2) = V diag(ω²) Vᵀ. If a
 * structure is given by matrices, K φ = ω² M φ of the whole group.
 *
 * Each group is solved separately, so that a soft one keeps its digits next to a stiff one. A group without a
 * spring to the ground has exactly one free mode, whose frequency is set to zero, because its computed square is
 * rounding.
 */
#ifndef THUD_MODEL_EIGEN_H
#define THUD_MODEL_EIGEN_H

#include "model/model.h"

typedef struct thud_eigen {
    size_t n;        /* bodies */
    size_t *group;   /* [n], group that a body is in: the first of its bodies */
    bool *tied;      /* [n], by group: a spring connects it to the ground */
    size_t *member;  /* [n], bodies of the current group */
    size_t count;    /* how many they are */
    double *vector;  /* [count × count], the j-th eigenvector in row j */
    double *square;  /* [count] of [3n], ω², from the smallest to the largest */
    size_t free_one; /* the mode whose frequency was set to zero; SIZE_MAX: none */

    /* for groups with a structure given by matrices */
    const thud_model *model;
    bool *given; /* [n], by group: it has one */
    double *momentum; /* [count × count], M φ of the j-th mode in row j, φᵀMφ = 1; `vector` then holds √Mᵢᵢ φᵢ */
} thud_eigen;

/* False when memory is short; freed in any case. */
bool thud_eigen_init(thud_eigen *eigen, const thud_model *model);
void thud_eigen_free(thud_eigen *eigen);

/* The group of each body, [n]: the first body that springs connect it to. */
void thud_eigen_groups(const thud_model *model, size_t *group);

/* Solves the group that begins with body `first`; mass [n] and stiffness [n × n] of the whole model.
 * THUD_ERROR_ACCURACY if the eigenproblem cannot be solved. */
thud_status thud_eigen_solve(thud_eigen *eigen, size_t first, const double *mass, const double *stiffness);

/* Adds a link of this value between two bodies to a matrix [n × n]. */
void thud_matrix_add_link(double *matrix, size_t n, thud_body left, thud_body right, double value);

/* Adds a matrix of a structure, times a factor, to an [n × n] matrix of the model. */
void thud_matrix_add_block(double *matrix, size_t n, const thud_model_matrices *matrices, const double *block,
                           double factor);

/* The diagonal of M, [n], and K, [n × n], of a complete model. */
void thud_eigen_matrices(const thud_model *model, double *mass, double *stiffness);

#endif
