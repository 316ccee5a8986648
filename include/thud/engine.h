/*
 * Input for other simulators: it turns a restitution into lines to paste.
 *
 * A simulator has contact models. Each has a force, words for its input, and usually a formula that turns a
 * restitution into that input. The library knows what the formula really returns, which input returns the
 * restitution asked for, and what error the simulator's time step adds.
 */
#ifndef THUD_ENGINE_H
#define THUD_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/law.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A contact model of a simulator. */
typedef struct thud_engine_model {
    const char *name;
    const char *force;    /* the force that the simulator computes */
    const char *source;   /* source file that this was read from */
    const char *usual;    /* the formula in common use, or the simulator's own; NULL when there is none */
    const char *validity; /* range in which the numbers hold */
    bool run;             /* compared with runs of the simulator itself; otherwise emulated step by step from its
                             source */
    const struct thud_engine_recipe *recipe; /* the library's own functions for it */
} thud_engine_model;

/* A simulator. */
typedef struct thud_engine {
    const char *name;
    const char *title;
    const char *version;    /* version of the source that was read */
    const char *integrator; /* time integration */
    const thud_engine_model *models;
    size_t model_count;
    bool stiffness_is_chosen; /* k is a penalty that users choose, for a linear gap element; the command then also
                               * prints the effect of other values */
} thud_engine;

/* What is asked for. NAN marks what is not given. */
typedef struct thud_engine_options {
    const thud_engine *engine;
    const thud_engine_model *model;
    double restitution;  /* e, in (0, 1] */
    double mass1, mass2; /* kg; one may be INFINITY, a fixed wall */
    double speed;        /* approach speed, m/s */
    double stiffness;    /* k, N/mⁿ; give this or one of the next two; not for models whose velocities jump */
    double duration;     /* contact time, s */
    double overlap;      /* largest penetration, m */
    double radius;       /* effective radius of curvature, m, for models that need one */
    double step;         /* time step, s; a hundredth of the contact when not given */
    double error;        /* allowed error in e, for the largest step */
    bool limited;        /* the simulator's switch that keeps the force from pulling is on */
    bool for_step;       /* return e at this step, not in the limit of small steps */
    bool usual;          /* use the numbers of the usual formula, to see what they return */
} thud_engine_options;

enum { THUD_ENGINE_VALUES = 8, THUD_ENGINE_LINES = 2048 };

/* One number of the simulator's input. */
typedef struct thud_engine_value {
    const char *name;
    const char *unit;
    double value;
} thud_engine_value;

/* The answer. Models whose velocities jump have no stiffness, damping or duration: NAN. */
typedef struct thud_engine_answer {
    double mass;      /* effective mass, kg */
    double stiffness; /* k, N/mⁿ */
    double damping;   /* c, N·s/m^(p+1), in F = k δⁿ + c δᵖ δ̇ */
    double yield;     /* m, for forces that yield; otherwise NAN */
    double exponent_n;
    double exponent_p;
    double contact_time;      /* s */
    double max_penetration;   /* m */
    double restitution_usual; /* e that the usual formula returns; NAN when there is none */
    double restitution;       /* e that these numbers return in the limit of small steps */
    double step;              /* s */
    double restitution_step; /* e with this step: the mean over the phase of the step at which the contact begins */
    double step_lowest;      /* the lowest and the highest of these */
    double step_highest;
    double largest_step; /* s, largest step that keeps the error in e; NAN when none does, INFINITY when every one
                            does */
    size_t value_count;
    thud_engine_value values[THUD_ENGINE_VALUES];
    char lines[THUD_ENGINE_LINES]; /* input lines to paste */
} thud_engine_answer;

THUD_API size_t thud_engine_count(void);

/* The simulator at `index` in the order of the list; NULL past its end. */
THUD_API const thud_engine *thud_engine_at(size_t index);

/* The simulator of that name; NULL when there is none, or for NULL. */
THUD_API const thud_engine *thud_engine_find(const char *name);

/* The name in the list nearest to a misspelt one; NULL when none is near, or for NULL. */
THUD_API const char *thud_engine_nearest(const char *name);

/* The contact model of that name, and the nearest name; NULL as above. */
THUD_API const thud_engine_model *thud_engine_model_find(const thud_engine *engine, const char *name);
THUD_API const char *thud_engine_model_nearest(const thud_engine *engine, const char *name);

/* n of the model's spring, which fixes the unit of its stiffness; NAN for models whose velocities jump. */
THUD_API double thud_engine_exponent(const thud_engine_model *model);

/* Defaults: the simulator's first model, one kilogram against a wall at 1 m/s, an error of 1e-3. NULL gives no
 * model. */
THUD_API thud_engine_options thud_engine_options_default(const thud_engine *engine);

/* Checks the question. `error` (may be NULL) says which option is wrong and why. */
THUD_API thud_status thud_engine_check(const thud_engine_options *options, thud_error *error);

/*
 * Computes the input and what it returns. THUD_ERROR_UNREACHABLE: no input of this model returns this restitution.
 */
THUD_API thud_status thud_engine_solve(const thud_engine_options *options, thud_engine_answer *answer);

/*
 * The restitution that the simulator returns with the answer's numbers at answer->step, when the bodies start
 * `gap`, m, apart. The simulator's own integrator is emulated step by step.
 */
THUD_API thud_status thud_engine_emulate(const thud_engine_options *options, const thud_engine_answer *answer,
                                         double gap, double *restitution);

#ifdef __cplusplus
}
#endif
#endif
