/*
 * A model in motion, event by event: every impact and every joule is accounted for.
 *
 *     thud_simulation *simulation;
 *     thud_simulation_create(model, &simulation);
 *     thud_status status = thud_simulation_run(simulation, NULL);
 *     const thud_summary *summary = thud_simulation_summary(simulation);
 *
 * A simulation is one block of memory beside the const model; one thread at a time may use it. It can be run again,
 * with other contacts (thud_simulation_set_contact) and options (thud_simulation_set_options), without preparing
 * the structure anew. Nothing is allocated while it runs.
 */
#ifndef THUD_SIMULATE_H
#define THUD_SIMULATE_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct thud_simulation thud_simulation;

/* One impact, entered in the ledger when it is over. NAN where a law has no such thing. */
typedef struct thud_impact_entry {
    size_t contact;                /* its number in the model */
    double time;                   /* s, when the gap closed */
    double approach_speed;         /* m/s, v⁻ */
    double separation_speed;       /* m/s, v⁺ */
    double restitution;            /* v⁺/v⁻: what was achieved, neighbours and loads included */
    double duration;               /* s; 0 for newton and poisson */
    double max_force;              /* N; NAN for newton and poisson */
    double max_penetration;        /* m */
    double separation_penetration; /* m */
    double impulse;                /* N·s */
    double energy_lost;            /* J */
    double damping;                /* c that was used, N·s/m^(p+1) */
    bool ended;                    /* false: the run was over before the impact was */
} thud_impact_entry;

/* The state at an instant. Arrays are [body] (rods after the bodies, with angles) and [contact]. */
typedef struct thud_sample {
    double time;                /* s */
    const double *displacement; /* m, relative to the ground; rad */
    const double *velocity;     /* m/s; rad/s */
    const double *acceleration; /* m/s², absolute; rad/s² */
    const double *force;        /* N, of each contact */
    bool event;                 /* an event's instant, not one of the asked grid */
    const double *watch;        /* of each signal that is watched, in its unit; NULL: there are none */
    const double *deformation;  /* m, of each link; NULL where there are no results of links */
    const double *link_force;   /* N, likewise: spring, hysteresis and dashpot together, positive in tension */
} thud_sample;

/* A compliant contact in force, at an instant of the solver's own choice: enough of them to draw its loop. */
typedef struct thud_contact_sample {
    size_t contact;     /* its number in the model */
    double start;       /* s, when the gap closed; the same for all samples of one impact */
    double time;        /* s */
    double penetration; /* m */
    double velocity;    /* m/s, of the penetration */
    double force;       /* N */
} thud_contact_sample;

/* A link at an instant of the solver's own choice: all ends of its branches, and enough in between for its loops.
 */
typedef struct thud_link_sample {
    size_t link;        /* its number in the model */
    double time;        /* s */
    double deformation; /* m */
    double force;       /* N, spring, hysteresis and dashpot together */
} thud_link_sample;

/* What to be given while it runs; all may be NULL. A function that returns false stops the run
 * (THUD_ERROR_STOPPED).
 */
typedef struct thud_observer {
    void *context;
    bool (*sample)(void *context, const thud_sample *sample);          /* at the output interval */
    bool (*impact)(void *context, const thud_impact_entry *entry);     /* those above the threshold */
    bool (*progress)(void *context, double time);                      /* now and then */
    bool (*contact)(void *context, const thud_contact_sample *sample); /* several in each step of a contact */
    bool (*link)(void *context, const thud_link_sample *sample);       /* several in each step, where links count */
} thud_observer;

typedef struct thud_body_summary {
    double max_displacement; /* m, largest magnitude; true peaks, between samples too */
    double max_velocity;     /* m/s */
    double max_acceleration; /* m/s², absolute; jumps at newton and poisson impacts have none */
    double final_displacement, final_velocity;
} thud_body_summary;

/* Of a link; in runs of models in which one is not linear, or has a name of its own. */
typedef struct thud_link_summary {
    double max_force;            /* N, largest magnitude: spring, hysteresis and dashpot together */
    double max_deformation;      /* m, largest magnitude of x_right − x_left */
    double ductility;            /* max_deformation of that at which it yields; 0 where it does not yield */
    double residual_deformation; /* m, at the end: what is left without a force */
    double plastic_deformation;  /* m, its way: all that it yielded or slid, to and fro */
    double energy;               /* J, dissipated by hysteresis */
    double mechanism; /* m: the largest plastic deformation in one go while nothing else held what it holds */
} thud_link_summary;

/* Of a signal that is watched, in its unit. */
typedef struct thud_watch_summary {
    double max; /* largest magnitude; true peaks, between samples too */
    double highest, lowest;
    double final;
} thud_watch_summary;

typedef struct thud_contact_summary {
    size_t impacts;          /* above the threshold */
    double max_force;        /* N; 0 without contact, of sticking phases for newton and poisson */
    double max_penetration;  /* m */
    double impulse;          /* N·s */
    double energy_lost;      /* J */
    double stick_time;       /* s: how long newton and poisson contacts stayed closed, by a force or by friction */
    double indentation;      /* m: of a permanent one, what has yielded by the end: so much deeper is its face */
    double closest_approach; /* m: the largest x_left − x_right, a true peak. Of a contact that was not struck, a gap
                                as wide as this would just have closed; of one that was, it is the gap and the
                                largest penetration. NAN for tips of rods, and where a device ran the case */
} thud_contact_summary;

/* All in J; the residual relative to the larger of input and the largest energy stored, and at least to 1e9 times
 * what rounding can make of the work of forces that hold each other. */
typedef struct thud_energy_summary {
    double input;      /* energy at the start and the work of ground, gravity and forces */
    double dissipated; /* by the structure's damping */
    double impact;     /* lost in contacts */
    double stored;     /* at the end: moving, and in springs and contacts */
    double residual;   /* (input − dissipated − hysteresis − impact − stored) relative */
    double hysteresis; /* dissipated by links that yield or slide */
} thud_energy_summary;

typedef struct thud_solver_summary {
    size_t steps, events, rhs_evaluations;
    double wall_seconds;
} thud_solver_summary;

/* What a reader should know besides the numbers: sentences without a full stop, each once. */
enum { THUD_NOTES_MOST = 12, THUD_NOTE_SIZE = 320 };
typedef struct thud_notes {
    size_t count;
    size_t left_out; /* beyond those */
    char text[THUD_NOTES_MOST][THUD_NOTE_SIZE];
} thud_notes;

typedef struct thud_summary {
    double duration; /* s that were simulated; less than asked for when the run stopped */
    size_t impacts;
    size_t body_count;
    const thud_body_summary *bodies; /* [body_count]; rods after the bodies, with angles */
    size_t support_count;
    const thud_body_summary *supports; /* [support_count], how they moved, relative to the ground */
    size_t contact_count;
    const thud_contact_summary *contacts; /* [contact_count] */
    size_t link_count;                    /* 0: they are linear and nobody asks for them */
    const thud_link_summary *links;       /* [link_count] */
    size_t watch_count;
    const thud_watch_summary *watches; /* [watch_count] */
    thud_energy_summary energy;
    thud_solver_summary solver;
    thud_error error; /* why the run failed, and where; its status is THUD_OK when it did not */
    thud_notes notes;
} thud_summary;

/* The model must be built, and must outlive the simulation. */
THUD_API thud_status thud_simulation_create(const thud_model *model, thud_simulation **simulation);
THUD_API void thud_simulation_free(thud_simulation *simulation);

/* Other parameters for one contact, by its number, in the runs that follow; the model keeps its own. */
THUD_API thud_status thud_simulation_set_contact(thud_simulation *simulation, size_t contact,
                                                 const thud_gap_contact *parameters);

/* Other options for the runs that follow; NULL: the model's own, which it begins with. */
THUD_API thud_status thud_simulation_set_options(thud_simulation *simulation, const thud_run_options *options,
                                                 thud_error *error);

/*
 * From the start to the end. What it had is in the summary also when it fails. THUD_ERROR_FINITE: a number of the
 * summary, of a sample or of an impact is a NaN or an infinity. THUD_ERROR_BALANCE: the run is complete, but its
 * energy residual is beyond 10 times the tolerance, and 1e-9. `observer` may be NULL.
 */
THUD_API thud_status thud_simulation_run(thud_simulation *simulation, const thud_observer *observer);

/* Of the last run; it belongs to the simulation, and the next run writes over it. */
THUD_API const thud_summary *thud_simulation_summary(const thud_simulation *simulation);

/* ---- in steps ---- */

/*
 * A run in steps, for a program that has a clock of its own, or acts on the model while it moves:
 *
 *     thud_simulation_start(simulation, NULL);
 *     for (int i = 1; i <= 1000; i++) {
 *         thud_simulation_set_force(simulation, deck, controller(&state), THUD_INPUT_RAMPED);
 *         if (thud_simulation_advance(simulation, 0.001 * i) != THUD_OK) break;
 *         thud_simulation_state(simulation, &state);
 *     }
 *
 * The solver's step ends where an advance does; between its ends it steps as it likes, and events happen where they
 * do. A run in one advance is thud_simulation_run, to the bit; one in several differs from it by rounding and by
 * what the tolerance leaves out, since the steps are others. No advance allocates memory.
 *
 * For all models but those with rods, and for the solver `events` alone (THUD_ERROR_ARGUMENT). What changes the
 * parameters of a simulation, and thud_simulation_run, end a run in steps: another start begins one.
 */

/* Begins one at time 0, where contacts that are closed may be struck already. The observer, which may be NULL,
 * lasts as long as the run in steps; it is told of an impact when that is over. Duration and notes are those of
 * whole runs, and have no say here. */
THUD_API thud_status thud_simulation_start(thud_simulation *simulation, const thud_observer *observer);

/*
 * On to `until`, s, exactly. THUD_ERROR_ARGUMENT, and nothing happens, where that is in the past, infinite or NAN;
 * at the present instant nothing moves. An event at `until` itself is applied in this call or at the beginning of
 * the next one; a sample there is handed to the observer in this call, with the loads from before.
 *
 * The summary is that of the run so far, with impacts under way as if they were over; it is valid until the next
 * call, also after a failure, and says why and when. After THUD_ERROR_STOPPED, which comes from the observer, and
 * THUD_ERROR_BALANCE the run can go on, without the samples of the step in which it was stopped; after others every
 * call has the same status, until another start or restore.
 */
THUD_API thud_status thud_simulation_advance(thud_simulation *simulation, double until);

/* The state now, with the inputs that it has now; the arrays are the simulation's, and valid until the next call.
 * Where something jumps, it is what holds from now on. */
THUD_API thud_status thud_simulation_state(thud_simulation *simulation, thud_sample *state);

/* How an input changes. */
typedef enum thud_input_kind {
    THUD_INPUT_HELD,   /* at once; then it stays */
    THUD_INPUT_RAMPED, /* along a straight line, from what it is to this at the end of the next advance; then it
                          stays */
} thud_input_kind;

/* A force on a body, N, and an acceleration of the ground, m/s², beside those of the model: zero at the start. Its
 * work is in the energy balance. Supports keep the motion that they have. */
THUD_API thud_status thud_simulation_set_force(thud_simulation *simulation, thud_body_id body, double force,
                                               thud_input_kind kind);
THUD_API thud_status thud_simulation_set_ground(thud_simulation *simulation, double acceleration,
                                                thud_input_kind kind);

/*
 * The state of a run in steps as bytes, its inputs and summary included: as many as save_size says at that instant,
 * 0 where no run is under way. Another simulation of the same model goes on from them, once it was started, with
 * the same bits, in another process too; its observer is its own. For the same version of the library on the same
 * kind of machine.
 *
 * Restoring: THUD_ERROR_SYNTAX where these are not such bytes, or damaged; THUD_ERROR_MISMATCH where they are of
 * another model, other contacts or options, or another version. Nothing happens then.
 */
THUD_API size_t thud_simulation_save_size(thud_simulation *simulation);
THUD_API thud_status thud_simulation_save(thud_simulation *simulation, void *bytes, size_t size);
THUD_API thud_status thud_simulation_restore(thud_simulation *simulation, const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif
