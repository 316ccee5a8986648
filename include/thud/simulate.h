/*
 * Simulation of a model, event by event. Every impact and every joule is accounted for.
 *
 *     thud_simulation *simulation;
 *     thud_simulation_create(model, &simulation);
 *     thud_status status = thud_simulation_run(simulation, NULL);
 *     const thud_summary *summary = thud_simulation_summary(simulation);
 *
 * A simulation is one block of memory that goes with the const model; only one thread at a time may use it. It can
 * be run again with other contacts (thud_simulation_set_contact) and options (thud_simulation_set_options); the
 * structure is prepared once. A run allocates nothing.
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

/* One impact, entered in the ledger when it is over. Values that its law does not define are NAN. */
typedef struct thud_impact_entry {
    size_t contact;                /* its number in the model */
    double time;                   /* s, when the gap closed */
    double approach_speed;         /* m/s, v⁻ */
    double separation_speed;       /* m/s, v⁺ */
    double restitution;            /* v⁺/v⁻ as achieved, with the influence of neighbours and loads */
    double duration;               /* s; 0 for newton and poisson */
    double max_force;              /* N; NAN for newton and poisson */
    double max_penetration;        /* m */
    double separation_penetration; /* m */
    double impulse;                /* N·s */
    double energy_lost;            /* J */
    double damping;                /* c that was used, N·s/m^(p+1) */
    bool ended;                    /* false: the run ended during the impact */
} thud_impact_entry;

/* The state at an instant. Arrays are [body] (rods after the bodies, with angles) and [contact]. */
typedef struct thud_sample {
    double time;                /* s */
    const double *displacement; /* m, relative to the ground; rad */
    const double *velocity;     /* m/s; rad/s */
    const double *acceleration; /* m/s², absolute; rad/s² */
    const double *force;        /* N, of each contact */
    bool event;                 /* this is the instant of an event, not of the output grid */
    const double *watch;        /* value of each watched signal, in its unit; NULL: there are none */
    const double *deformation;  /* deformation of each link, m; NULL without results of links */
    const double *link_force;   /* force of each link, N, positive in tension: spring, hysteresis and dashpot
                                   together; NULL as above */
} thud_sample;

/* A sample of a compliant contact in force, at instants that the solver chooses, dense enough to draw the loop. */
typedef struct thud_contact_sample {
    size_t contact;     /* its number in the model */
    double start;       /* s, when the gap closed; the same for all samples of one impact */
    double time;        /* s */
    double penetration; /* m */
    double velocity;    /* m/s, of the penetration */
    double force;       /* N */
} thud_contact_sample;

/* A sample of a link, at instants that the solver chooses: all ends of its branches, and enough between them for
 * its loops. */
typedef struct thud_link_sample {
    size_t link;        /* its number in the model */
    double time;        /* s */
    double deformation; /* m */
    double force;       /* N, spring, hysteresis and dashpot together */
} thud_link_sample;

/* Functions called during a run; all may be NULL. A function that returns false stops the run
 * (THUD_ERROR_STOPPED). */
typedef struct thud_observer {
    void *context;
    bool (*sample)(void *context, const thud_sample *sample);          /* at the output interval */
    bool (*impact)(void *context, const thud_impact_entry *entry);     /* impacts above the threshold */
    bool (*progress)(void *context, double time);                      /* progress, from time to time */
    bool (*contact)(void *context, const thud_contact_sample *sample); /* several in each step of a contact */
    bool (*link)(void *context, const thud_link_sample *sample);       /* several in each step, for models with
                                                                          results of links */
} thud_observer;

typedef struct thud_body_summary {
    double max_displacement; /* m, largest magnitude; true peaks, between samples too */
    double max_velocity;     /* m/s */
    double max_acceleration; /* m/s², absolute; jumps at newton and poisson impacts have none */
    double final_displacement, final_velocity;
} thud_body_summary;

/* Results of a link. Runs have them when a link of the model is nonlinear or has a name. */
typedef struct thud_link_summary {
    double max_force;            /* N, largest magnitude of spring, hysteresis and dashpot together */
    double max_deformation;      /* m, largest magnitude of x_right − x_left */
    double ductility;            /* ductility: max_deformation over the yield deformation; 0 where it does not
                                    yield */
    double residual_deformation; /* m, deformation at the end without force */
    double plastic_deformation;  /* m, cumulative plastic deformation: all yielding or sliding, in both directions */
    double energy;               /* J, dissipated by hysteresis */
    double mechanism; /* m: the largest plastic deformation in one stretch during which no other link shared its
                         force */
} thud_link_summary;

/* Results of a watched signal, in its unit. */
typedef struct thud_watch_summary {
    double max; /* largest magnitude; true peaks, between samples too */
    double highest, lowest;
    double final;
} thud_watch_summary;

typedef struct thud_contact_summary {
    size_t impacts;          /* above the threshold */
    double max_force;        /* N; 0 without contact, and in sticking phases of newton and poisson */
    double max_penetration;  /* m */
    double impulse;          /* N·s */
    double energy_lost;      /* J */
    double stick_time;       /* s: time for which newton and poisson contacts stayed closed, by a force or by
                                friction */
    double indentation;      /* m: for a permanent contact, the dent at the end */
    double closest_approach; /* m: the largest x_left − x_right, a true peak. If the contact was not struck, a gap
                                this wide would just have closed; if it was, this is the gap plus the largest
                                penetration. NAN for tips of rods, and for cases run on a device */
} thud_contact_summary;

/* All in J. The residual is relative to the larger of the input and the largest stored energy; also to at least
 * 1e9 times the rounding error in the work of forces that balance each other. */
typedef struct thud_energy_summary {
    double input;      /* initial energy plus the work of ground, gravity and forces */
    double dissipated; /* dissipated by the structure's damping */
    double impact;     /* lost in contacts */
    double stored;     /* at the end: kinetic, and in springs and contacts */
    double residual;   /* (input − dissipated − hysteresis − impact − stored), relative */
    double hysteresis; /* dissipated by links that yield or slide */
} thud_energy_summary;

typedef struct thud_solver_summary {
    size_t steps, events, rhs_evaluations;
    double wall_seconds;
} thud_solver_summary;

/* Notes to the reader: sentences without a full stop, each once. */
enum { THUD_NOTES_MOST = 12, THUD_NOTE_SIZE = 320 };
typedef struct thud_notes {
    size_t count;
    size_t left_out; /* number of notes that did not fit */
    char text[THUD_NOTES_MOST][THUD_NOTE_SIZE];
} thud_notes;

typedef struct thud_summary {
    double duration; /* s simulated; less than the duration when the run stopped early */
    size_t impacts;
    size_t body_count;
    const thud_body_summary *bodies; /* [body_count]; rods after the bodies, with angles */
    size_t support_count;
    const thud_body_summary *supports; /* [support_count] motion relative to the ground */
    size_t contact_count;
    const thud_contact_summary *contacts; /* [contact_count] */
    size_t link_count;                    /* 0: all links are linear and unnamed */
    const thud_link_summary *links;       /* [link_count] */
    size_t watch_count;
    const thud_watch_summary *watches; /* [watch_count] */
    thud_energy_summary energy;
    thud_solver_summary solver;
    thud_error error; /* why and where the run failed; its status is THUD_OK when it did not */
    thud_notes notes;
} thud_summary;

/* The model must be built, and must outlive the simulation. */
THUD_API thud_status thud_simulation_create(const thud_model *model, thud_simulation **simulation);
THUD_API void thud_simulation_free(thud_simulation *simulation);

/* Sets other parameters for one contact, by its number, for the following runs; the model keeps its own. */
THUD_API thud_status thud_simulation_set_contact(thud_simulation *simulation, size_t contact,
                                                 const thud_gap_contact *parameters);

/* Sets other options for the following runs. NULL restores the model's own, which are the initial ones. */
THUD_API thud_status thud_simulation_set_options(thud_simulation *simulation, const thud_run_options *options,
                                                 thud_error *error);

/*
 * Runs from start to end. The summary is filled in even when the run fails. THUD_ERROR_FINITE: a number of the
 * summary, of a sample or of an impact is NaN or infinite. THUD_ERROR_BALANCE: the run is complete, but its energy
 * residual exceeds both 10 times the tolerance and 1e-9. `observer` may be NULL.
 */
THUD_API thud_status thud_simulation_run(thud_simulation *simulation, const thud_observer *observer);

/* The summary of the last run. It belongs to the simulation, and the next run overwrites it. */
THUD_API const thud_summary *thud_simulation_summary(const thud_simulation *simulation);

/* ---- in steps ---- */

/*
 * A run in steps, for a program that has its own clock or acts on the model while it moves:
 *
 *     thud_simulation_start(simulation, NULL);
 *     for (int i = 1; i <= 1000; i++) {
 *         thud_simulation_set_force(simulation, deck, controller(&state), THUD_INPUT_RAMPED);
 *         if (thud_simulation_advance(simulation, 0.001 * i) != THUD_OK) break;
 *         thud_simulation_state(simulation, &state);
 *     }
 *
 * The solver's step ends where an advance does. Within an advance it chooses its own steps, and events happen at
 * their true instants. A run in one advance equals thud_simulation_run, to the bit. A run in several differs by
 * rounding and within the tolerance, because its steps differ. No advance allocates memory.
 *
 * It works for all models except those with rods, and for the solver `events` alone (otherwise
 * THUD_ERROR_ARGUMENT). Changing the parameters of a simulation, or thud_simulation_run, ends a run in steps;
 * another start begins one.
 */

/* Starts a run in steps at time 0, where closed contacts may already have an impact. The observer, which may be
 * NULL, must last as long as the run; it receives an impact when that is over. The options' duration and notes
 * apply to whole runs only and are ignored. */
THUD_API thud_status thud_simulation_start(thud_simulation *simulation, const thud_observer *observer);

/*
 * Advances exactly to `until`, s. If that is in the past, infinite or NAN, nothing happens and the result is
 * THUD_ERROR_ARGUMENT; at the present instant nothing moves. An event at `until` itself is applied in this call or
 * at the beginning of the next one. A sample there is handed to the observer in this call, with the loads from
 * before.
 *
 * The summary is that of the run so far; impacts that are in progress count as if they were over. It is valid
 * until the next call, also after a failure, and says why and when. After THUD_ERROR_STOPPED, which comes from the
 * observer, and after THUD_ERROR_BALANCE the run can go on, without the samples of the step in which it was
 * stopped. After other errors every call returns the same status, until another start or restore.
 */
THUD_API thud_status thud_simulation_advance(thud_simulation *simulation, double until);

/* The present state with the present inputs. The arrays belong to the simulation and are valid until the next
 * call. At a jump they hold the values after it. */
THUD_API thud_status thud_simulation_state(thud_simulation *simulation, thud_sample *state);

/* How an input changes. */
typedef enum thud_input_kind {
    THUD_INPUT_HELD,   /* jumps to the value and stays there */
    THUD_INPUT_RAMPED, /* changes linearly to the value by the end of the next advance, and stays there */
} thud_input_kind;

/* Sets a force on a body, N, or an acceleration of the ground, m/s², in addition to those of the model; both are
 * zero at the start. Their work enters the energy balance. Supports keep their own motion. */
THUD_API thud_status thud_simulation_set_force(thud_simulation *simulation, thud_body_id body, double force,
                                               thud_input_kind kind);
THUD_API thud_status thud_simulation_set_ground(thud_simulation *simulation, double acceleration,
                                                thud_input_kind kind);

/*
 * Saves the state of a run in steps as bytes, with its inputs and summary. thud_simulation_save_size gives their
 * number at that instant, 0 without a run. Another simulation of the same model can restore them after a start, in
 * another process too, and continues with the same bits; it keeps its own observer. This needs the same version of
 * the library on the same kind of machine.
 *
 * Restoring: THUD_ERROR_SYNTAX means that the bytes are not a saved state, or are damaged. THUD_ERROR_MISMATCH
 * means that they belong to another model, other contacts or options, or another version. Nothing happens then.
 */
THUD_API size_t thud_simulation_save_size(thud_simulation *simulation);
THUD_API thud_status thud_simulation_save(thud_simulation *simulation, void *bytes, size_t size);
THUD_API thud_status thud_simulation_restore(thud_simulation *simulation, const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif
