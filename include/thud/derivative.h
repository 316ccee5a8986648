/*
 * Derivatives of the results of a run by parameters of its model, through impacts.
 *
 *     const char *paths[] = {"contacts.east.gap", "links.0.stiffness"};
 *     thud_derivatives *d;
 *     thud_derivatives_of_scenario("bridge.yaml", paths, 2, NULL, NULL, &d);
 *     thud_derivatives_follow(d, simulation);
 *     thud_simulation_run(simulation, NULL);
 *     double slope = thud_derivatives_value(d, thud_derivatives_find(d, "bodies.deck.max_displacement"), 0);
 *
 * The tangents of the motion follow the run from event to event; docs/theory.md has what each event does to them.
 * They are exact up to rounding and the tolerance of the run, not differences of runs. The run keeps its bits.
 * Where a derivative does not exist, or is not known for a part of the model, the value is NAN and there is a
 * reason.
 */
#ifndef THUD_DERIVATIVE_H
#define THUD_DERIVATIVE_H

#include <stddef.h>

#include <thud/simulate.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct thud_derivatives thud_derivatives;

/* A parameter of a model that C functions build: the model with another value of it. */
typedef struct thud_model_parameter {
    const char *name; /* copied */
    double value;     /* that the model has, in its unit */
    /* A model, built, whose parameter is larger by `change`; the derivatives free it. An error where there is none.
     */
    thud_status (*build)(void *context, double change, thud_model **model);
    void *context; /* for build, which is called within thud_derivatives_create alone */
} thud_model_parameter;

/*
 * By some parameters of a model. The models in their neighbourhood are built and compared here, once for all runs;
 * THUD_ERROR_ARGUMENT, with a text in `error` (may be NULL), where there is none on either side.
 */
THUD_API thud_status thud_derivatives_create(const thud_model *model, const thud_model_parameter *parameters,
                                             size_t count, thud_derivatives **derivatives, thud_error *error);

/*
 * By values of a scenario, at paths as studies have them: "contacts.*.gap", "links.0.stiffness". A path with *
 * shifts all its values together. "initial" stands for the displacement and the velocity of each body. Errors are
 * reported as by thud_scenario_read; what is wrong with a path is one of them.
 */
THUD_API thud_status thud_derivatives_of_scenario(const char *file, const char *const *paths, size_t count,
                                                  thud_error_report *report, void *context,
                                                  thud_derivatives **derivatives);

/*
 * The same of a text in memory, as thud_scenario_parse takes it, with other values at the paths, in SI units: `values`
 * [count], or NULL for those of the text. `model`, which may be NULL, gets the model of these values.
 */
THUD_API thud_status thud_derivatives_of_text(const char *text, size_t size, const char *folder,
                                              const char *const *paths, const double *values, size_t count,
                                              thud_error_report *report, void *context, thud_model **model,
                                              thud_derivatives **derivatives);

THUD_API void thud_derivatives_free(thud_derivatives *derivatives);

/*
 * The next run of the simulation, by thud_simulation_run, is followed; both must last until it is over.
 * THUD_ERROR_MISMATCH where its model has other numbers than the one that the derivatives were made for.
 */
THUD_API thud_status thud_derivatives_follow(thud_derivatives *derivatives, thud_simulation *simulation);

/* ---- what came of it ---- */

THUD_API size_t thud_derivatives_parameter_count(const thud_derivatives *derivatives);
THUD_API const char *thud_derivatives_parameter_name(const thud_derivatives *derivatives, size_t parameter);
THUD_API double thud_derivatives_parameter_value(const thud_derivatives *derivatives, size_t parameter);

/* The numbers of the summary: "bodies.deck.max_displacement", "contacts.east.impulse", "energy.stored"; none before
 * the first run. `find` has the count where there is none of that name. */
THUD_API size_t thud_derivatives_quantity_count(const thud_derivatives *derivatives);
THUD_API const char *thud_derivatives_quantity_name(const thud_derivatives *derivatives, size_t quantity);
THUD_API const char *thud_derivatives_quantity_unit(const thud_derivatives *derivatives, size_t quantity);
THUD_API double thud_derivatives_quantity(const thud_derivatives *derivatives, size_t quantity);
THUD_API size_t thud_derivatives_find(const thud_derivatives *derivatives, const char *name);

/* The derivative, in SI units; NAN: there is none, and the reason says why (NULL where there is one). */
THUD_API double thud_derivatives_value(const thud_derivatives *derivatives, size_t quantity, size_t parameter);
THUD_API const char *thud_derivatives_reason(const thud_derivatives *derivatives, size_t quantity,
                                             size_t parameter);

/*
 * The change of a parameter, up or down, at which the order of events changes first, to first order; INFINITY where
 * none is seen, NAN where the derivatives end before the run does. `limit`, which may be NULL, gets what happens
 * there, or "".
 */
THUD_API double thud_derivatives_valid_for(const thud_derivatives *derivatives, size_t parameter,
                                           const char **limit);

/* The impacts that were counted, as the observer of the run had them, and derivatives [parameter] of their times,
 * s, and of their speeds of approach, m/s. False past the last. */
typedef struct thud_impact_derivatives {
    size_t contact;
    double time, approach_speed;
    const double *time_by, *approach_speed_by;
} thud_impact_derivatives;
THUD_API bool thud_derivatives_impact(const thud_derivatives *derivatives, size_t index,
                                      thud_impact_derivatives *impact);

#ifdef __cplusplus
}
#endif
#endif
