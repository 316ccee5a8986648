/*
 * How far the numbers of a run can be trusted. The same model runs many times, with its inputs varied within their
 * precision.
 *
 * Impacts amplify differences. A residual of 1e-15 shows that a run was solved well. It does not show whether its
 * number of impacts would survive a slightly different gap; the varied runs do.
 */
#ifndef THUD_SPREAD_H
#define THUD_SPREAD_H

#include <stdint.h>

#include <thud/simulate.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct thud_spread_options {
    size_t copies; /* runs with varied inputs; 32 */
    double
        precision; /* relative: each gap, restitution, stiffness, mass and amplitude varies uniformly within ±
                      this; 1e-3 */
    double agreement; /* histories agree while displacements differ by less than this, relative to the body's peak;
                         0.01 */
    uint64_t seed;    /* seed of the variation; 1 */
    const thud_run_options *run; /* NULL: the model's own; samples are taken as the comparison needs */
} thud_spread_options;

/* A quantity over the copies. */
typedef struct thud_range {
    double deviation;       /* root mean square difference from the run itself */
    double lowest, highest; /* range, including the run itself */
} thud_range;

typedef struct thud_body_spread {
    thud_range max_displacement, max_velocity, max_acceleration, final_displacement, final_velocity;
} thud_body_spread;

typedef struct thud_contact_spread {
    thud_range impacts, max_force, max_penetration, impulse, energy_lost, stick_time;
} thud_contact_spread;

typedef struct thud_link_spread {
    thud_range max_force, max_deformation, ductility, residual_deformation, plastic_deformation, energy;
} thud_link_spread;

typedef struct thud_watch_spread {
    thud_range max, highest, lowest, final;
} thud_watch_spread;

/* In the order of the energy balance in summary.json. */
typedef struct thud_energy_spread {
    thud_range input, dissipated, hysteresis, impact, stored;
} thud_energy_spread;

typedef struct thud_spread {
    size_t copies, failed; /* copies asked for, and those that stopped early */
    double precision;
    double agreed_until; /* s: all copies have the same history up to here; the duration if they always agree */
    thud_range impacts;
    thud_energy_spread energy;
    size_t body_count;
    thud_body_spread *bodies; /* [body_count]; rods after the bodies */
    size_t contact_count;
    thud_contact_spread *contacts; /* [contact_count] */
    size_t link_count;             /* 0: there are no results of links */
    thud_link_spread *links;       /* [link_count] */
    size_t watch_count;
    thud_watch_spread *watches; /* [watch_count] */
} thud_spread;

THUD_API thud_spread_options thud_spread_options_default(void);

/*
 * Runs the model and its copies; the model must be built. Returns THUD_ERROR_MEMORY, or the status of the run
 * itself. THUD_ERROR_STOPPED: `go_on`, which may be NULL, returned false between two runs.
 */
THUD_API thud_status thud_spread_estimate(const thud_model *model, const thud_spread_options *options,
                                          bool (*go_on)(void *context), void *context, thud_spread **spread);
/*
 * Estimates the work of this many copies, from the summary of a run. It counts steps, events and evaluations,
 * weighted by the number of coordinates, so that the estimate does not depend on the machine. A unit is about 120
 * instructions, within a factor of three. NAN for NULL.
 */
THUD_API double thud_spread_work(const thud_model *model, const thud_summary *summary, size_t copies);

THUD_API void thud_spread_free(thud_spread *spread);

#ifdef __cplusplus
}
#endif
#endif
