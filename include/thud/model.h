/*
 * A model: bodies on one axis, links between them, gaps that close, and excitation.
 *
 * Build it part by part, then check it as a whole. From then on it is const, and thousands of runs may share it.
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
 * Coordinates are relative to the ground and positive to the right; all values are in SI units. Adding a part
 * never fails: thud_model_build checks everything and reports all errors.
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
 * Parts are numbered from 0 in the order of adding. Each kind has its own type, so that the compiler tells a body
 * from a rod while a model is built. Arrays in samples, summaries and simulations take plain numbers (size_t);
 * rods follow the bodies there.
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

/* The ground, and supports with their own motion (thud_model_add_support), serve as bodies at the ends of links
 * and contacts. */
#ifdef __cplusplus
#define THUD_GROUND (thud_body_id{-1})
#else
#define THUD_GROUND ((thud_body_id){-1})
#endif

/* The dent that a law with two stiffnesses leaves, after its gap has opened. */
typedef enum thud_indentation {
    THUD_INDENTATION_RECOVERS,  /* it vanishes: each impact finds the original face */
    THUD_INDENTATION_PERMANENT, /* it stays: the gap grows by it, and the next impact is elastic with k₂ up to the
                                   largest past force */
} thud_indentation;

/* A gap between two bodies and the law of its impacts. */
typedef struct thud_gap_contact {
    const thud_law *law;
    double gap;           /* m at zero displacements; INFINITY: never closes; an initial overlap is an error */
    double restitution;   /* e; in (0, 1] for compliant laws, [0, 1] for newton and poisson */
    double stiffness;     /* k, N/mⁿ; not for newton and poisson */
    double exponent;      /* n */
    thud_damping damping; /* source of c, at the approach speed and effective mass of each impact */
    double damping_value; /* c, N·s/m^(p+1); with THUD_DAMPING_GIVEN */
    thud_separation separation;
    /* e by the approach speed at gap closure, or by the impact threshold if that is larger; `restitution` is then
     * unused. All zero, the default: e does not depend on the speed */
    thud_restitution_curve restitution_curve;
    thud_indentation indentation; /* for laws with two stiffnesses */
    /* m/s: c is a constant, found for one impact that returns e at this speed. 0: c is found for each impact; a
     * contact that closes more slowly than the impact threshold then takes the speed to which the impacts that
     * press it lead, or the threshold without such impacts */
    double restitution_speed;
    double extra[THUD_LAW_EXTRAS]; /* further parameters of general structures, in the order of their rows */
} thud_gap_contact;

/* Defaults: the law's own exponent, rule and separation, gap 0, restitution 1, stiffness NAN (must be set where
 * used). */
THUD_API thud_gap_contact thud_gap_contact_default(const thud_law *law);

/* The restitution asked for at this approach speed, m/s. */
THUD_API double thud_gap_contact_restitution(const thud_gap_contact *contact, double speed);

/* A uniform pendulum rod in a vertical plane; y points up, gravity down. */
typedef struct thud_rod {
    double pivot_x, pivot_y; /* m */
    double length;           /* m */
    double mass;             /* kg */
    double angle;            /* rad from the downward vertical, positive to the right (towards +x) */
    double angular_velocity; /* rad/s */
} thud_rod;

/* A function of time: a ground acceleration, m/s², or a force, N. */
typedef enum thud_signal_kind {
    THUD_SIGNAL_NONE,
    THUD_SIGNAL_SAMPLES, /* linear between samples, zero before the first and after the last */
    THUD_SIGNAL_SINE,    /* amplitude · sin(2π frequency t + phase) */
    THUD_SIGNAL_STEP,    /* 0 until `start`, then the amplitude */
} thud_signal_kind;

typedef struct thud_signal {
    thud_signal_kind kind;
    const thud_motion *samples; /* copied by the model; for THUD_SIGNAL_SAMPLES */
    double scale;               /* factor on the samples */
    double amplitude;
    double frequency; /* Hz */
    double phase;     /* rad */
    double start;     /* s */
} thud_signal;

/*
 * A support with its own motion, in addition to the ground: a pier, an abutment, a wall, a belt. Forces of links
 * and contacts do not move it. Its acceleration is integrated from the start below. Like all coordinates, its
 * displacement is relative to the ground.
 */
typedef struct thud_support {
    thud_signal acceleration;      /* m/s², absolute; THUD_SIGNAL_NONE: the motion of the ground */
    double delay;                  /* s, zero or more: delay of the ground's motion */
    double displacement, velocity; /* m and m/s at time 0, relative to the ground */
} thud_support;

/* A signal that a run records: its history, and its peaks, between samples too. */
typedef enum thud_watch_kind {
    THUD_WATCH_DISPLACEMENT, /* x_right − x_left, m */
    THUD_WATCH_VELOCITY,     /* its rate, m/s */
    THUD_WATCH_ACCELERATION, /* its second derivative, m/s² */
    THUD_WATCH_LINK_FORCE,   /* spring and dashpot force of a link, N, positive in tension */
    THUD_WATCH_BASE_SHEAR,   /* force of all links from the ground and supports to the structure of `right`, N */
    THUD_WATCH_DRIFT,        /* deformation of a link over its height */
    THUD_WATCH_GROUND,       /* acceleration of the ground, m/s² */
} thud_watch_kind;

typedef struct thud_watch {
    thud_watch_kind kind;
    thud_body_id left, right; /* bodies of the first three; a base shear uses `right` alone */
    size_t link;              /* number of the link for a link force or a drift, in the order of adding */
} thud_watch;

/* Structural damping in addition to that of links. */
typedef enum thud_structure_damping {
    THUD_STRUCTURE_DAMPING_LINKS,    /* damping by the links alone */
    THUD_STRUCTURE_DAMPING_MODAL,    /* one ratio in every mode; replaces the damping of links */
    THUD_STRUCTURE_DAMPING_RAYLEIGH, /* C = a M + b K; replaces the damping of links */
} thud_structure_damping;

typedef enum thud_solver {
    THUD_SOLVER_EVENTS, /* event by event; the default */
    THUD_SOLVER_MOREAU, /* Moreau–Jean time stepping, for comparison */
} thud_solver;

/* Returns NULL when memory is short. Free with thud_model_free. */
THUD_API thud_model *thud_model_create(void);
THUD_API void thud_model_free(thud_model *model);

/* Parts. The model copies names and everything that is pointed to. Names must differ; NULL makes one from kind and
 * number. Adding always returns a handle; thud_model_build reports the errors, lack of memory among them. */
THUD_API thud_body_id thud_model_add_body(thud_model *model, const char *name, double mass); /* kg */
/* Its name must differ from those of bodies. NULL for `support`: it moves with the ground. */
THUD_API thud_body_id thud_model_add_support(thud_model *model, const char *name, const thud_support *support);
/* State at time 0, m and m/s; zero by default. */
THUD_API void thud_model_set_start(thud_model *model, thud_body_id body, double displacement, double velocity);
THUD_API thud_link_id thud_model_add_link(thud_model *model, thud_body_id left, thud_body_id right,
                                          const thud_link *link);
/*
 * A point that moves with several bodies, x = Σ factor · x_body, such as a column between two floors. Contacts and
 * watches take it like a body. A force on it acts on each body, multiplied by the same factor. One body with the
 * factor 1 is that body itself; the ground and supports may be included. No other function takes a point.
 */
THUD_API thud_body_id thud_model_add_point(thud_model *model, size_t count, const thud_body_id *bodies,
                                           const double *factors);

/*
 * A structure given by its matrices, as condensed by finite-element programs: symmetric, row by row, in SI units.
 * Its degrees of freedom become bodies, to which links, contacts, forces and watches can attach.
 */
typedef struct thud_matrices {
    size_t count;                   /* degrees of freedom, 1 to 1000 */
    const char *const *names;       /* [count]; NULL, or a NULL entry: made up as for bodies */
    const double *mass, *stiffness; /* [count²] kg, positive definite; stiffness [count²] N/m of a structure that
                                       is supported */
    const double *damping;          /* [count²] N·s/m, positive semi-definite; NULL: none */
    const double *influence;        /* [count] influence vector of the ground motion; NULL: 1 for each */
} thud_matrices;

/* Returns the first of its bodies; the others follow in number. */
THUD_API thud_body_id thud_model_add_matrices(thud_model *model, const thud_matrices *matrices);

/* `left` strikes `right`: penetration = x_left − x_right − gap. */
THUD_API thud_contact_id thud_model_add_contact(thud_model *model, const char *name, thud_body_id left,
                                                thud_body_id right, const thud_gap_contact *contact);
THUD_API thud_rod_id thud_model_add_rod(thud_model *model, const char *name, const thud_rod *rod);
/* The rod's pivot moves horizontally with a body, like a pendulum hung in a building. By default, and for
 * THUD_GROUND, it moves with the ground. */
THUD_API void thud_model_hang_rod(thud_model *model, thud_rod_id rod, thud_body_id body);
/* The tip of one rod strikes the side of another. */
THUD_API thud_contact_id thud_model_add_rod_contact(thud_model *model, const char *name, thud_rod_id tip,
                                                    thud_rod_id side, const thud_gap_contact *contact);

/* The tip of a rod strikes a body, or the ground, with an upright face. On the left, penetration = x_tip − x_body
 * − gap; on the right, x_body − x_tip − gap. x_tip is zero where the rod hangs straight down; it is the pivot's
 * displacement plus L sin θ. */
typedef enum thud_tip_side {
    THUD_TIP_LEFT,
    THUD_TIP_RIGHT,
} thud_tip_side;
THUD_API thud_contact_id thud_model_add_tip_contact(thud_model *model, const char *name, thud_rod_id tip,
                                                    thud_tip_side side, thud_body_id body,
                                                    const thud_gap_contact *contact);

/* A named signal to record. A model with one runs on the general solver, which looks at every step. */
THUD_API void thud_model_add_watch(thud_model *model, const char *name, const thud_watch *watch);

/* Loads. */
THUD_API void thud_model_set_gravity(thud_model *model,
                                     double gravity); /* Gravity, m/s², along +x; in models with rods downwards,
                                                         and on the rods alone. */
THUD_API void thud_model_set_ground(thud_model *model, const thud_signal *acceleration);
THUD_API void thud_model_add_force(thud_model *model, thud_body_id body, const thud_signal *force);

/* The model as a whole. */
THUD_API void thud_model_set_title(thud_model *model, const char *title);
THUD_API void thud_model_set_modal_damping(thud_model *model, double ratio); /* damping ratio */
/* One ratio in every mode of the structure to which a body belongs, where the model as a whole has no damping.
 * Links then have no dashpots. */
THUD_API void thud_model_set_body_damping(thud_model *model, thud_body_id body, double ratio);
/* C = a M + b K: a in 1/s, b in s. */
THUD_API void thud_model_set_rayleigh_damping(thud_model *model, double mass_factor, double stiffness_factor);
/* a and b by the ratio at two periods, s; or at two modes, counted from 1, of a model that is one structure. */
THUD_API void thud_model_set_rayleigh_periods(thud_model *model, double ratio, const double periods[2]);
THUD_API void thud_model_set_rayleigh_modes(thud_model *model, double ratio, const size_t modes[2]);
/* Relative precision of the inputs; 1e-3. Only <thud/spread.h> uses it. */
THUD_API void thud_model_set_precision(thud_model *model, double precision);
THUD_API double thud_model_precision(const thud_model *model);

/* How to run a model. Each run takes its own options; the model holds the defaults, from its scenario. */
typedef struct thud_run_options {
    double duration;         /* s */
    double output_interval;  /* s between samples; 0: none */
    bool output_events;      /* samples at the instants of events too */
    double tolerance;        /* error of contact phases, 1e-15 to 1e-3 */
    double impact_threshold; /* m/s; impacts below it are not counted */
    thud_solver solver;
    double solver_step; /* s, step of THUD_SOLVER_MOREAU; 0 for events */
} thud_run_options;

/* Defaults: no samples, tolerance 1e-9, threshold 1e-3 m/s, solver events. The duration is NAN and must be set. */
THUD_API thud_run_options thud_run_options_default(void);

/* Returns THUD_OK when a run of this model accepts the options; otherwise `error` says which member is wrong. */
THUD_API thud_status thud_run_options_check(const thud_run_options *options, const thud_model *model,
                                            thud_error *error);

/* The model's defaults: reads them, and sets them. The next four functions set some of them. */
THUD_API thud_run_options thud_model_run_options(const thud_model *model);
THUD_API void thud_model_set_run_options(thud_model *model, const thud_run_options *options);
THUD_API void thud_model_set_duration(thud_model *model, double duration);
THUD_API void thud_model_set_output(thud_model *model, double interval, bool events);
THUD_API void thud_model_set_tolerance(thud_model *model, double tolerance);
THUD_API void thud_model_set_impact_threshold(thud_model *model, double speed);
THUD_API void thud_model_set_solver(thud_model *model, thud_solver solver, double step);

/* Checks all parts and calls `report` (may be NULL) once for each error. The subject of an error is a key as in a
 * scenario file ("mass", "restitution"); its text names the part. Returns THUD_OK when there are no errors. */
THUD_API thud_status thud_model_check(const thud_model *model, thud_error_report *report, void *context);

/* Checks the model and makes it ready to run. From then on it is const, and adding has no effect. `error` is the
 * first that thud_model_check reports. */
THUD_API thud_status thud_model_build(thud_model *model, thud_error *error);

/* The parts of a model. Names are as given and last as long as the model; NULL past the last. The title is "" when
 * there is none. */
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
/* The parameters of a link or a contact, as given or read; THUD_ERROR_ARGUMENT past the last. */
THUD_API thud_status thud_model_link_parameters(const thud_model *model, size_t index, thud_link *link);
THUD_API thud_status thud_model_contact_parameters(const thud_model *model, size_t index,
                                                   thud_gap_contact *contact);

/* Mass of a body, kg; for a degree of freedom of matrices the diagonal of M; NAN when there is no such body. */
THUD_API double thud_model_body_mass(const thud_model *model, size_t index);

/* The two ends of a link, or of a contact between bodies; contacts of rods give THUD_ERROR_ARGUMENT. */
THUD_API thud_status thud_model_link_ends(const thud_model *model, size_t index, thud_body_id *left,
                                          thud_body_id *right);
THUD_API thud_status thud_model_contact_ends(const thud_model *model, size_t index, thud_body_id *left,
                                             thud_body_id *right);
THUD_API const char *thud_model_title(const thud_model *model);
THUD_API double thud_model_duration(const thud_model *model); /* s, from the model's run options */

#ifdef __cplusplus
}
#endif
#endif
