/*
 * The numbers for other people's simulators: restitution asked for, input lines to paste.
 *
 * A simulator has contact models; each has a force, words for its input, and usually a formula that turns a
 * restitution into that input. For each the library knows what the formula truly returns, the input that returns
 * what is asked for, and what the simulator's time step adds to it.
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
    const char *force;    /* what the simulator computes */
    const char *source;   /* the file that this was read from */
    const char *usual;    /* the formula that people, or the simulator itself, use; NULL when there is none */
    const char *validity; /* what the numbers hold for */
    bool run;             /* tried in the simulator itself; otherwise emulated step by step from its source */
    const struct thud_engine_recipe *recipe; /* how the library gets them */
} thud_engine_model;

/* A simulator. */
typedef struct thud_engine {
    const char *name;
    const char *title;
    const char *version;    /* of the source that was read */
    const char *integrator; /* how it steps */
    const thud_engine_model *models;
    size_t model_count;
    bool stiffness_is_chosen; /* k is a penalty that users choose, of a linear gap element: what a factor of it does
                               * is part of what the command answers */
} thud_engine;

/* What is asked for. NAN stands for what is not given. */
typedef struct thud_engine_options {
    const thud_engine *engine;
    const thud_engine_model *model;
    double restitution;  /* e, in (0, 1] */
    double mass1, mass2; /* kg; one may be INFINITY, a fixed wall */
    double speed;        /* approach speed, m/s */
    double stiffness;    /* k, N/mⁿ; this or one of the next two, not for models that jump */
    double duration;     /* contact time, s */
    double overlap;      /* largest penetration, m */
    double radius;       /* effective radius of curvature, m, for models that need one */
    double step;         /* time step, s; a hundredth of the contact when not given */
    double error;        /* in e, for the largest step */
    bool limited;        /* the simulator's switch that keeps the force from pulling is on */
    bool for_step;       /* choose the numbers that return e at this step, not in the limit of small ones */
    bool usual;          /* take the numbers of the usual formula, to see what they do */
} thud_engine_options;

enum { THUD_ENGINE_VALUES = 8, THUD_ENGINE_LINES = 2048 };

/* One number of the simulator's input. */
typedef struct thud_engine_value {
    const char *name;
    const char *unit;
    double value;
} thud_engine_value;

/* The answer. Models that jump have no stiffness, damping or duration: NAN. */
typedef struct thud_engine_answer {
    double mass;      /* effective mass, kg */
    double stiffness; /* k, N/mⁿ */
    double damping;   /* c, N·s/m^(p+1), of F = k δⁿ + c δᵖ δ̇ */
    double yield;     /* m, of forces that yield; otherwise NAN */
    double exponent_n;
    double exponent_p;
    double contact_time;      /* s */
    double max_penetration;   /* m */
    double restitution_usual; /* what the usual formula returns; NAN when there is none */
    double restitution;       /* what these numbers return with steps that vanish */
    double step;              /* s */
    double restitution_step;  /* with this step: the mean over where in a step the contact begins */
    double step_lowest;       /* the least and the most of them */
    double step_highest;
    double largest_step; /* s, that keeps the error in e; NAN when no step does, INFINITY when every one does */
    size_t value_count;
    thud_engine_value values[THUD_ENGINE_VALUES];
    char lines[THUD_ENGINE_LINES]; /* input lines to paste */
} thud_engine_answer;

THUD_API size_t thud_engine_count(void);

/* The simulator at `index` in the order of the list; NULL past its end. */
THUD_API const thud_engine *thud_engine_at(size_t index);

/* The simulator of that name; NULL when there is none, or no name. */
THUD_API const thud_engine *thud_engine_find(const char *name);

/* The name in the list nearest to a misspelt one; NULL when none is near, or for NULL. */
THUD_API const char *thud_engine_nearest(const char *name);

/* The contact model of that name, and the nearest, likewise. */
THUD_API const thud_engine_model *thud_engine_model_find(const thud_engine *engine, const char *name);
THUD_API const char *thud_engine_model_nearest(const thud_engine *engine, const char *name);

/* n of the model's spring, which the unit of its stiffness follows; NAN for models that jump. */
THUD_API double thud_engine_exponent(const thud_engine_model *model);

/* The first model of the simulator, one kilogram against a wall at 1 m/s, an error of 1e-3; NULL gives no model. */
THUD_API thud_engine_options thud_engine_options_default(const thud_engine *engine);

/* Says which option is wrong and why, in `error` (may be NULL). */
THUD_API thud_status thud_engine_check(const thud_engine_options *options, thud_error *error);

/*
 * The numbers and what they return. THUD_ERROR_UNREACHABLE: this input cannot return this restitution.
 */
THUD_API thud_status thud_engine_solve(const thud_engine_options *options, thud_engine_answer *answer);

/*
 * The restitution that the simulator returns at answer->step with the answer's numbers when the bodies start `gap`,
 * m, apart: its own integrator, step by step.
 */
THUD_API thud_status thud_engine_emulate(const thud_engine_options *options, const thud_engine_answer *answer,
                                         double gap, double *restitution);

#ifdef __cplusplus
}
#endif
#endif
