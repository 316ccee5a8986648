/*
 * A simulation from the inside: what is prepared once, and the state of the run.
 */
#ifndef THUD_SIMULATE_SIMULATION_H
#define THUD_SIMULATE_SIMULATION_H

#include <thud/simulate.h>

#include "contact/ledger.h"
#include "simulate/chain.h"
#include "simulate/excitation.h"
#include "simulate/series/series.h"
#include "simulate/series/series_batch.h"
#include "simulate/touch.h"

struct thud_flow;

/* The structure of a single body between stops, per unit of mass; see single.h. */
typedef struct thud_single {
    bool is_one;
    double stiffness, damping; /* 1/s², 1/s */
    /* in flight the k-th coefficient of ẋ is from_speed[k] ẋ₀ + from_pull[k] ẍ₀ + from_rise[k] ä_g */
    double from_speed[THUD_SERIES_WIDTH], from_pull[THUD_SERIES_WIDTH], from_rise[THUD_SERIES_WIDTH];
    bool plain;       /* all stops are compliant, and none is as far as another on its side */
    int above, below; /* the contact that closes first on either side; −1: none */
} thud_single;

enum { THUD_GAUSS_LIMIT = 17 };

/* A force on a body and its series. */
typedef struct thud_push {
    thud_load load;
    thud_body body;
    double series[THUD_SERIES_WIDTH];
    double sine[THUD_SERIES_WIDTH], cosine[THUD_SERIES_WIDTH]; /* of the load, where it has a sine */
} thud_push;

/* J, as booked so far. */
typedef struct thud_books {
    double input, dissipated, impact;
    double largest_stored;
} thud_books;

struct thud_simulation {
    const thud_model *model;
    void *block; /* all arrays below */

    /* the structure */
    size_t n;
    double *mass, *inverse_mass; /* [n] */
    thud_spring *springs;
    size_t spring_count;
    thud_chain chain;       /* the springs, for use in steps */
    double mass_damping;    /* 1/s: the Rayleigh factor of the masses */
    double *damping_matrix; /* [n × n] of modal damping, or NULL */
    double gravity;
    thud_single single;
    struct thud_flow *flow; /* exact steps along a record while all gaps are open; NULL when there is none */

    /* the loads */
    thud_load ground;
    double ground_sine[THUD_SERIES_WIDTH], ground_cosine[THUD_SERIES_WIDTH];
    thud_push *pushes;
    size_t push_count;

    /* the contacts */
    thud_touch *touches;
    thud_gap_contact *given; /* [touch_count] parameters in use */
    size_t touch_count;
    size_t *closed; /* [closed_count] numbers of the contacts that are not open */
    size_t closed_count, closed_limit;
    thud_touch_series *pool; /* [closed_limit] */
    bool *pool_used;

    thud_touch **by_pair; /* [touch_count] sorted by pairs of bodies; see snug.h */
    bool is_snug;         /* some contacts have an opposite one without clearance */

    bool knows;  /* something is known of a contact beyond its coordinates; see thud_touch */
    bool tracks; /* gaps of contacts are followed apart from the coordinates; see track.h */

    /* the sticking contacts that have a reaction: their numbers, and the factor of their W = G M⁻¹ Gᵀ */
    size_t *stuck;
    size_t stuck_count;
    double *stuck_factor;   /* [stuck_limit²] lower triangle, rows of stuck_limit */
    double *work;           /* [stuck_limit] */
    size_t stuck_limit;     /* as many non-smooth contacts may be closed at once */
    size_t *impact_numbers; /* [stuck_limit] room for one impact's linear complementarity problem */
    bool *impact_kept;      /* [stuck_limit] */
    double *impact_room;
    size_t impact_room_size;

    /* the state */
    double time, end;
    double *x, *v;           /* [n] */
    double *next_x, *next_v; /* [n] at the end of the step */
    double *reach;           /* [n] m: how far bodies get in a step at most */
    thud_series series;
    thud_batch batch;
    size_t *loose; /* [loose_count] closed contacts that are not in the batch */
    size_t loose_count;
    double linear_tolerance, contact_tolerance; /* of one step */
    double contact_near; /* relative: the last step of a search within a step that leaves out the cube of it */
    int probe_order;     /* tests only: steps of this order and length; 0: as needed */
    double probe_step;

    /* the books */
    thud_books books;
    thud_ledger ledger;
    const thud_observer *observer;
    struct {
        double node[THUD_GAUSS_LIMIT], weight[THUD_GAUSS_LIMIT];
    } gauss[THUD_GAUSS_LIMIT + 1]; /* by number of nodes, on [0, 1] */
    size_t sample_next;
    double sample_interval, sample_at; /* s, and of the next sample; INFINITY when none is wanted */
    double *sample_x, *sample_v, *sample_a;
    double *sample_force; /* N by contact; all zero between samples */
    thud_body_summary *bodies;
    thud_contact_summary *contacts;
    thud_summary summary;
    size_t step_limit;
    size_t pace_steps;   /* how often it is asked how many steps there are to the end; see progress.h */
    thud_status failure; /* what stops the run, or THUD_OK */
};

/* the larger of two numbers that are numbers: fmax minds NAN and is not a single instruction */
static inline double thud_larger(double a, double b) { return a > b ? a : b; }

/* x, v or 0 for the ground. */
static inline double thud_coordinate(const double *values, thud_body body) { return body < 0 ? 0 : values[body]; }

/* A coefficient of a body's series, or 0 for the ground. */
static inline double thud_coefficient(const thud_simulation *sim, const double *series, thud_body body, int k) {
    return body < 0 ? 0 : series[(size_t)k * sim->n + (size_t)body];
}

/*
 * What rounding of the coordinates may make of a penetration x_l − x_r − gap, m. Each of the three is off by half a
 * unit in the last place, u = 2⁻⁵³ of itself, from where it was set; the two differences add u of what they are,
 * which is no more than the three together: 3u, and 9u = 1e-15 leaves room for the sum of a series that ended
 * there. Starts come from decimals, such as 0.3 − 0.1 − 0.2, and one more rounding each: it is the same.
 */
static inline double thud_simulation_rounding(const thud_simulation *sim, const thud_touch *t) {
    double left = thud_coordinate(sim->x, t->left), right = thud_coordinate(sim->x, t->right), gap = t->given.gap;
    return 1e-15 * ((left < 0 ? -left : left) + (right < 0 ? -right : right) + (gap < 0 ? -gap : gap));
}

/* J in the present state: of motion, in springs and in contacts. */
double thud_simulation_stored(const thud_simulation *simulation);

/* The penetration of a contact in the present state, and its rate. */
double thud_simulation_depth(const thud_simulation *simulation, const thud_touch *touch);
double thud_simulation_rate(const thud_simulation *simulation, const thud_touch *touch);

/* Its second derivative, from the accelerations in the first coefficients of the series. */
double thud_simulation_closing(const thud_simulation *simulation, const thud_touch *touch);

#endif
