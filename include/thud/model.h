/*
 * A model: bodies on one axis, links between them, gaps that close, and what shakes it all.
 *
 * It is built part by part, checked as a whole, and const from then on: thousands of runs may share it.
 *
 *     thud_model *model = thud_model_create();
 *     thud_body_id deck = thud_model_add_body(model, "deck", 1.25e6);
 *     thud_model_add_link(model, THUD_GROUND, deck, &(thud_link){.stiffness = 1.29e7, .damping_ratio = 0.05});
 *     thud_gap_contact east = thud_gap_contact_default(thud_law_find("newton"));
 *     east.gap = 0.03;
 *     east.restitution = 0.6;
 *     thud_model_add_contact(model, "east", deck, THUD_GROUND, &east);
 *     thud_model_set_duration(model, 20);
 *     thud_status status = thud_model_build(model, &error);
 *
 * Coordinates are relative to the ground, positive to the right; SI units throughout. What is added never fails by
 * itself: thud_model_build looks at everything and says all that is wrong.
 */
#ifndef THUD_MODEL_H
#define THUD_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/law.h>
#include <thud/link.h>
#include <thud/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct thud_model thud_model;

/*
 * Parts by number, from 0 in the order of adding: a type for each kind, so that the compiler tells a body from a
 * rod where a model is put together. Samples, summaries and simulations have arrays, which plain numbers (size_t)
 * index; rods come after the bodies there.
 */
typedef struct thud_body_id {
    int number;
} thud_body_id;

typedef struct thud_link_id {
    int number;
} thud_link_id;

typedef struct thud_contact_id {
    int number;
} thud_contact_id;

typedef struct thud_rod_id {
    int number;
} thud_rod_id;

/* The ground, and supports of their own motion (thud_model_add_support), stand where bodies do: at the ends of
 * links and contacts. */
#ifdef __cplusplus
#define THUD_GROUND (thud_body_id{-1})
#else
#define THUD_GROUND ((thud_body_id){-1})
#endif

/* What becomes of the dent that a law with two stiffnesses leaves, once its gap has opened. */
typedef enum thud_indentation {
    THUD_INDENTATION_RECOVERS,  /* it is gone: the next impact finds the face as it was */
    THUD_INDENTATION_PERMANENT, /* it stays: the gap is wider by it, and the next impact is elastic, with k₂, up to
                                   the largest force that there was */
} thud_indentation;

/* A gap between two bodies and what happens when it closes. */
typedef struct thud_gap_contact {
    const thud_law *law;
    double gap; /* m at zero displacements; INFINITY: never closes; bodies that overlap at the start are an error */
    double restitution;   /* e; in (0, 1] for compliant laws, [0, 1] for newton and poisson */
    double stiffness;     /* k, N/mⁿ; not for newton and poisson */
    double exponent;      /* n */
    thud_damping damping; /* where c comes from, at the approach speed and effective mass of each impact */
    double damping_value; /* c, N·s/m^(p+1), with THUD_DAMPING_GIVEN */
    thud_separation separation;
    /* e by the approach speed of each impact, at gap closure, or by the impact threshold where it is slower;
     * `restitution` is not used then. All zero, the default: the same e at every speed */
    thud_restitution_curve restitution_curve;
    thud_indentation indentation; /* of laws with two stiffnesses */
    /* m/s: c is a constant, found for one impact that returns e at this speed; 0: found for each impact. Without it
     * a contact that closes more slowly than the impact threshold takes the speed to which the impacts that press
     * it lead, or that of the threshold where there are none */
    double restitution_speed;
    double extra[THUD_LAW_EXTRAS]; /* what general structures have beside k, n and c, in the order of their rows */
} thud_gap_contact;

/* The law's own exponent, rule and separation, gap 0, restitution 1, stiffness NAN (must be set where used). */
THUD_API thud_gap_contact thud_gap_contact_default(const thud_law *law);

/* e asked for of an impact at this approach speed, m/s. */
THUD_API double thud_gap_contact_restitution(const thud_gap_contact *contact, double speed);

/* A uniform pendulum rod in a vertical plane; y points up, gravity down. */
typedef struct thud_rod {
    double pivot_x, pivot_y; /* m */
    double length;           /* m */
    double mass;             /* kg */
    double angle;            /* rad from the downward vertical, positive to the right (towards +x) */
    double angular_velocity; /* rad/s */
} thud_rod;

/* Something that varies with time: a ground acceleration, m/s², or a force, N. */
typedef enum thud_signal_kind {
    THUD_SIGNAL_NONE,
    THUD_SIGNAL_SAMPLES, /* linear between samples, zero before the first and after the last */
    THUD_SIGNAL_SINE,    /* amplitude · sin(2π frequency t + phase) */
    THUD_SIGNAL_STEP,    /* 0 until `start`, amplitude from then on */
} thud_signal_kind;

typedef struct thud_signal {
    thud_signal_kind kind;
    const thud_motion *samples; /* copied by the model; with THUD_SIGNAL_SAMPLES */
    double scale;               /* of the samples */
    double amplitude;
    double frequency; /* Hz */
    double phase;     /* rad */
    double start;     /* s */
} thud_signal;

/*
 * A support with a motion of its own, beside the ground: a pier, an abutment, a wall, a belt. What links and
 * contacts do to it does not move it. Its acceleration is integrated as it is, from the start below; like all
 * coordinates, its displacement is relative to the ground, which is the reference.
 */
typedef struct thud_support {
    thud_signal acceleration;      /* m/s², absolute; THUD_SIGNAL_NONE: that of the ground */
    double delay;                  /* s, zero or more: how much later that arrives */
    double displacement, velocity; /* m and m/s at time 0, relative to the ground */
} thud_support;

/* A signal that a run records: its peaks between samples too, and its history. */
typedef enum thud_watch_kind {
    THUD_WATCH_DISPLACEMENT, /* x_right − x_left, m */
    THUD_WATCH_VELOCITY,     /* its rate, m/s */
    THUD_WATCH_ACCELERATION, /* its second derivative, m/s² */
    THUD_WATCH_LINK_FORCE,   /* spring and dashpot of a link, N, positive in tension */
    THUD_WATCH_BASE_SHEAR,   /* of all links to ground and supports of the structure of `right`, N */
    THUD_WATCH_DRIFT,        /* deformation of a link over its height */
    THUD_WATCH_GROUND,       /* acceleration of the ground, m/s² */
} thud_watch_kind;

typedef struct thud_watch {
    thud_watch_kind kind;
    thud_body_id left, right; /* of the first three; of a base shear `right` alone */
    size_t link;              /* of a link force and a drift: its number, in the order of adding */
} thud_watch;

/* How the structure is damped, beside the links. */
typedef enum thud_structure_damping {
    THUD_STRUCTURE_DAMPING_LINKS,    /* by the links alone */
    THUD_STRUCTURE_DAMPING_MODAL,    /* the same ratio in every mode, instead of the links' own */
    THUD_STRUCTURE_DAMPING_RAYLEIGH, /* C = a M + b K, instead of the links' own */
} thud_structure_damping;

typedef enum thud_solver {
    THUD_SOLVER_EVENTS, /* event by event; the default */
    THUD_SOLVER_MOREAU, /* Moreau–Jean time stepping, for comparison */
} thud_solver;

/* NULL without memory. Freed with thud_model_free. */
THUD_API thud_model *thud_model_create(void);
THUD_API void thud_model_free(thud_model *model);

/* Parts. Names are copied, as is all that is pointed to; they must differ from one another, and NULL makes one up
 * from kind and number. A handle is always returned; errors, lack of memory among them, wait for build. */
THUD_API thud_body_id thud_model_add_body(thud_model *model, const char *name, double mass); /* kg */
/* Its name is one among those of the bodies; NULL as `support`: as the ground. */
THUD_API thud_body_id thud_model_add_support(thud_model *model, const char *name, const thud_support *support);
/* At time 0: m and m/s; zero where it is not called. */
THUD_API void thud_model_set_start(thud_model *model, thud_body_id body, double displacement, double velocity);
THUD_API thud_link_id thud_model_add_link(thud_model *model, thud_body_id left, thud_body_id right,
                                          const thud_link *link);
/*
 * A place that moves with several bodies, x = Σ factor · x_body: a column between two floors, say. A contact or a
 * watch takes it as it takes a body, and what acts there acts on each body by the same factor. One body with the
 * factor 1 is that body itself; the ground and supports may be among them. Nothing else takes a point.
 */
THUD_API thud_body_id thud_model_add_point(thud_model *model, size_t count, const thud_body_id *bodies,
                                           const double *factors);

/*
 * A structure by its matrices, as finite-element programs condense them: symmetric, row by row, in SI units. Its
 * degrees of freedom are bodies from then on, for links, contacts, forces and watches to attach to.
 */
typedef struct thud_matrices {
    size_t count;                   /* degrees of freedom, 1 to 1000 */
    const char *const *names;       /* [count]; NULL, or a name that is: made up as of bodies */
    const double *mass, *stiffness; /* [count²] kg, positive definite; N/m, of a structure that stands */
    const double *damping;          /* [count²] N·s/m, positive semi-definite; NULL: none */
    const double *influence;        /* [count] how far each goes with the ground at rest relative to it; NULL: 1 */
} thud_matrices;

/* The first of its bodies; the others have the numbers behind it. */
THUD_API thud_body_id thud_model_add_matrices(thud_model *model, const thud_matrices *matrices);

/* `left` strikes `right`: penetration = x_left − x_right − gap. */
THUD_API thud_contact_id thud_model_add_contact(thud_model *model, const char *name, thud_body_id left,
                                                thud_body_id right, const thud_gap_contact *contact);
THUD_API thud_rod_id thud_model_add_rod(thud_model *model, const char *name, const thud_rod *rod);
/* Its pivot goes with a body to the left and right, as a pendulum that hangs in a building does; without this, and
 * for THUD_GROUND, with the ground. */
THUD_API void thud_model_hang_rod(thud_model *model, thud_rod_id rod, thud_body_id body);
/* The tip of one rod strikes the side of another. */
THUD_API thud_contact_id thud_model_add_rod_contact(thud_model *model, const char *name, thud_rod_id tip,
                                                    thud_rod_id side, const thud_gap_contact *contact);

/* The tip of a rod strikes a body, or the ground, whose face is upright: on the left, penetration = x_tip − x_body
 * − gap, on the right x_body − x_tip − gap. x_tip, like every displacement, is zero where the rod hangs straight
 * down: that of its pivot and L sin θ. */
typedef enum thud_tip_side {
    THUD_TIP_LEFT,
    THUD_TIP_RIGHT,
} thud_tip_side;
THUD_API thud_contact_id thud_model_add_tip_contact(thud_model *model, const char *name, thud_rod_id tip,
                                                    thud_tip_side side, thud_body_id body,
                                                    const thud_gap_contact *contact);

/* A signal to record, by a name of its own. The solver is then the general one, which looks at every step. */
THUD_API void thud_model_add_watch(thud_model *model, const char *name, const thud_watch *watch);

/* Loads. */
THUD_API void thud_model_set_gravity(thud_model *model,
                                     double gravity); /* m/s² along +x; with rods downwards, on them alone */
THUD_API void thud_model_set_ground(thud_model *model, const thud_signal *acceleration);
THUD_API void thud_model_add_force(thud_model *model, thud_body_id body, const thud_signal *force);

/* The whole. */
THUD_API void thud_model_set_title(thud_model *model, const char *title);
THUD_API void thud_model_set_modal_damping(thud_model *model, double ratio); /* of critical damping */
/* The same for the structure that a body belongs to, in every mode, where the model as a whole has no damping:
 * beside one such structure links have no dashpots. */
THUD_API void thud_model_set_body_damping(thud_model *model, thud_body_id body, double ratio);
/* C = a M + b K: a in 1/s, b in s. */
THUD_API void thud_model_set_rayleigh_damping(thud_model *model, double mass_factor, double stiffness_factor);
/* The same with a and b such that two periods, s, have a ratio; or two modes, counted from 1, of a model that is
 * one structure. */
THUD_API void thud_model_set_rayleigh_periods(thud_model *model, double ratio, const double periods[2]);
THUD_API void thud_model_set_rayleigh_modes(thud_model *model, double ratio, const size_t modes[2]);
/* How well inputs are known, relative; 1e-3. For <thud/spread.h>: a run does not look at it. */
THUD_API void thud_model_set_precision(thud_model *model, double precision);
THUD_API double thud_model_precision(const thud_model *model);

/* How to run it: not part of what is modelled. Every run takes options of its own; what the model has are the
 * defaults, those of its scenario. */
typedef struct thud_run_options {
    double duration;         /* s */
    double output_interval;  /* s between samples; 0: none */
    bool output_events;      /* samples at the instants of events too */
    double tolerance;        /* of contact phases, 1e-15 to 1e-3 */
    double impact_threshold; /* m/s; slower approaches are not counted as impacts */
    thud_solver solver;
    double solver_step; /* s, of THUD_SOLVER_MOREAU; 0 for events, which have none */
} thud_run_options;

/* No duration (NAN), which must be set; no samples, tolerance 1e-9, threshold 1e-3 m/s, event by event. */
THUD_API thud_run_options thud_run_options_default(void);

/* THUD_OK when a run of this model can take them; otherwise `error` says which member is wrong. */
THUD_API thud_status thud_run_options_check(const thud_run_options *options, const thud_model *model,
                                            thud_error *error);

/* The defaults of a model: what they are, and what they are to be; the next four set some of them. */
THUD_API thud_run_options thud_model_run_options(const thud_model *model);
THUD_API void thud_model_set_run_options(thud_model *model, const thud_run_options *options);
THUD_API void thud_model_set_duration(thud_model *model, double duration);
THUD_API void thud_model_set_output(thud_model *model, double interval, bool events);
THUD_API void thud_model_set_tolerance(thud_model *model, double tolerance);
THUD_API void thud_model_set_impact_threshold(thud_model *model, double speed);
THUD_API void thud_model_set_solver(thud_model *model, thud_solver solver, double step);

/* Everything that is wrong with the parts, one call of `report` (may be NULL) for each error: its subject is a key
 * as in a scenario file ("mass", "restitution"), its text names the part. Returns THUD_OK when there is nothing. */
THUD_API thud_status thud_model_check(const thud_model *model, thud_error_report *report, void *context);

/* Checks, and makes the model ready to run; from then on it is const and adding to it does nothing. `error` is
 * the first that thud_model_check reports. */
THUD_API thud_status thud_model_build(thud_model *model, thud_error *error);

/* What it consists of. Names are those given and last as long as the model; NULL past the last. The title is ""
 * where there is none. */
THUD_API size_t thud_model_body_count(const thud_model *model);
THUD_API size_t thud_model_support_count(const thud_model *model);
THUD_API size_t thud_model_link_count(const thud_model *model);
THUD_API size_t thud_model_contact_count(const thud_model *model);
THUD_API size_t thud_model_rod_count(const thud_model *model);
THUD_API size_t thud_model_watch_count(const thud_model *model);
THUD_API const char *thud_model_watch_name(const thud_model *model, size_t index);
THUD_API const char *thud_model_body_name(const thud_model *model, size_t index);
THUD_API const char *thud_model_support_name(const thud_model *model, size_t index);
THUD_API const char *thud_model_link_name(const thud_model *model, size_t index);
THUD_API const char *thud_model_contact_name(const thud_model *model, size_t index);
THUD_API const char *thud_model_rod_name(const thud_model *model, size_t index);
/* The parameters of a link or a contact, as they were given or read; THUD_ERROR_ARGUMENT past the last. */
THUD_API thud_status thud_model_link_parameters(const thud_model *model, size_t index, thud_link *link);
THUD_API thud_status thud_model_contact_parameters(const thud_model *model, size_t index,
                                                   thud_gap_contact *contact);

/* kg, of a body, or of a degree of freedom of matrices: the diagonal of M; NAN where there is none. */
THUD_API double thud_model_body_mass(const thud_model *model, size_t index);

/* What a link, or a contact between bodies, is between; a contact of rods is THUD_ERROR_ARGUMENT. */
THUD_API thud_status thud_model_link_ends(const thud_model *model, size_t index, thud_body_id *left,
                                          thud_body_id *right);
THUD_API thud_status thud_model_contact_ends(const thud_model *model, size_t index, thud_body_id *left,
                                             thud_body_id *right);
THUD_API const char *thud_model_title(const thud_model *model);
THUD_API double thud_model_duration(const thud_model *model); /* s, of its run options */

#ifdef __cplusplus
}
#endif
#endif
