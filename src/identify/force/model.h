/*
 * A force history by a law as a function of the parameters of a fit:
 *
 *     F = b + A f((t − t₀)/T; damper, n)
 *
 * in units of the fit, in which contact time and peak are about 1. The parameters are t₀, ln T, ln A and, as far
 * as they are free, b, the damper, n, and ln ω of the gauge's filter.
 */
#ifndef THUD_IDENTIFY_MODEL_H
#define THUD_IDENTIFY_MODEL_H

#include <stdbool.h>

#include "identify/force/shape.h"
#include "identify/least_squares.h"

/* Indices in the vector of parameters. */
enum { THUD_MODEL_BEGIN, THUD_MODEL_LOG_TIME, THUD_MODEL_LOG_FORCE, THUD_MODEL_FIRST_FREE };

typedef struct thud_model_values {
    double begin, log_time, log_force; /* t₀, ln T, ln A */
    double offset, damper, n;
    double log_corner; /* ln ω of the filter; unused without one */
} thud_model_values;

/* Samples to fit, in units of the fit. One may be the mean of several readings, with their weight. */
typedef struct thud_force_samples {
    size_t count;
    double *times; /* increasing */
    double *forces;
    double *weights; /* number of readings in a sample */
} thud_force_samples;

/*
 * A law with a linear damper (p = 0) begins with a jump of the force and, with separation at δ = 0, ends with one.
 * For 0 < p < 1 there is a cusp, which looks the same between samples. Least squares cannot find the side of a
 * sample. Samples are therefore assigned: those from `first` on and before `last` are in contact for any t₀, and
 * the law is continued for them beyond its ends. The interval of a jump is then an additional observation of its
 * instant, with the standard deviation of a uniform distribution.
 */
typedef struct thud_fit_edge {
    bool used;
    double instant;   /* in units of the fit */
    double deviation; /* likewise */
} thud_fit_edge;

typedef struct thud_fit_model {
    thud_shape shape;  /* n and damper if they are not free */
    double offset;     /* if it is not free */
    double log_corner; /* if it is not free */
    bool free_offset, free_damper, free_exponent, free_corner;
    bool known_speed;   /* then A T = m v is given, and ln A is not a parameter */
    double log_impulse; /* ln(m v) in units of the fit, where the speed is known */
    thud_force_samples samples;
    double step;             /* step of the one-sided difference quotients by damper and exponent */
    double search_tolerance; /* relative change at which the search stops */
    double small_step;       /* the same in standard errors */
    double seen_noise;       /* noise of the record's readings, in units of the fit */
    bool assigned;           /* whether the next four fields are used */
    size_t first, last;
    bool skip_first, skip_last; /* the outermost sample in contact is on a cusp, where no Jacobian exists */
    thud_fit_edge begin, end;
    double noise; /* standard deviation of a sample, in units of the fit; with edges only */
    /* work space, [count] each: instants in the frame, shapes and slopes, shapes beside */
    double *instants, *shapes, *slopes, *above, *by_corner;
    thud_shape_facts facts;                 /* properties of the shapes */
    double cached[THUD_LEAST_SQUARES_MOST]; /* the parameters of the stored shapes and slopes */
    bool has_cached;
} thud_fit_model;

/* How the force of a law begins and, with separation at δ = 0 and a damper in both phases, ends. */
typedef enum thud_onset { THUD_ONSET_SMOOTH, THUD_ONSET_CUSP, THUD_ONSET_JUMP } thud_onset;
thud_onset thud_fit_model_onset(const thud_fit_model *model);

/* Allocates `count` samples, to be filled in; false when memory is short. Free in any case. */
bool thud_fit_model_init(thud_fit_model *model, size_t count);
void thud_fit_model_free(thud_fit_model *model);

/* Clears the assignment and the stored shapes. */
void thud_fit_model_forget(thud_fit_model *model);

size_t thud_fit_model_parameters(const thud_fit_model *model);

/* Samples that are not skipped, and used edges. */
size_t thud_fit_model_observations(const thud_fit_model *model);

/* Residuals: the samples, then the used edges. */
size_t thud_fit_model_residual_count(const thud_fit_model *model);

/* The vector of parameters as values and back. */
thud_model_values thud_fit_model_unpack(const thud_fit_model *model, const double *x);
void thud_fit_model_pack(const thud_fit_model *model, const thud_model_values *values, double *x);

/* Sets A from T if the speed is known. */
void thud_fit_model_keep_speed(const thud_fit_model *model, thud_model_values *values);

/* Adds derivatives by ln T and ln A to a gradient by the parameters; they are one parameter if the speed is
   known. */
void thud_fit_model_by_scales(const thud_fit_model *model, double by_log_time, double by_log_force,
                              double *gradient);

/* Indices of the free parameters in the vector; THUD_LEAST_SQUARES_MOST if they are not free. */
size_t thud_fit_model_place_offset(const thud_fit_model *model);
size_t thud_fit_model_place_damper(const thud_fit_model *model);
size_t thud_fit_model_place_exponent(const thud_fit_model *model);
size_t thud_fit_model_place_corner(const thud_fit_model *model);

thud_shape thud_fit_model_shape(const thud_fit_model *model, const thud_model_values *values);

/* Contact time of a shape, and its derivatives by damper and exponent. */
typedef struct thud_fit_duration {
    double tau, by_damper, by_exponent;
    double restitution, restitution_by_damper, restitution_by_exponent;
} thud_fit_duration;
thud_status thud_fit_measure_duration(const thud_fit_model *model, const thud_model_values *values,
                                      thud_fit_duration *duration);

/* Force and slope of a shape in the frame near both ends of the contact. */
typedef struct thud_shape_ends {
    double begin_force, begin_slope, end_force, end_slope;
} thud_shape_ends;
thud_status thud_shape_find_ends(const thud_shape *shape, double contact_time, thud_shape_ends *ends);

/* For thud_least_squares; the context is the model. */
bool thud_fit_model_residuals(const double *x, void *context, double *residuals, double *jacobian);

#endif
