/*
 * The inside of thud_verify: a model for CVODE. It shares the calibration of contacts (with the speed that they
 * are calibrated for), the matrices of the structure and the solvers of complementarity with the run that it
 * checks, and nothing else.
 */
#ifndef THUD_VERIFY_RUN_H
#define THUD_VERIFY_RUN_H

#include <thud/contact.h>
#include <thud/spread.h>
#include <thud/verify.h>

#include "contact/pressed.h"
#include "model/model.h"
#include "numeric/matrix/box_lcp.h"

/*
 * Shares of the size and speed of the motion, from the smallest: the rounding of coordinates; the tolerance that
 * CVODE begins with; values that it cannot tell from zero; values that it surely sees; and small values. Numbers of
 * both runs agree to THUD_VERIFY_AGREEMENT.
 */
static const double THUD_VERIFY_ROUNDING = 1e-14, THUD_VERIFY_FINEST = 1e-13, THUD_VERIFY_UNSEEN = 1e-12,
                    THUD_VERIFY_SEEN = 1e-9, THUD_VERIFY_SMALL = 1e-3;

/* A row of the constraints: what takes coordinates to the depth of a contact, or to the deformation of a link. */
typedef struct thud_verify_row {
    double *gradient, *reply; /* [n] ∂δ/∂q, and M⁻¹ of that */
} thud_verify_row;

/* ---- contacts (law.c, pressed.c) ---- */

typedef enum thud_verify_phase {
    THUD_VERIFY_OPEN,
    THUD_VERIFY_CLOSED, /* a compliant contact, on a branch of its law */
    THUD_VERIFY_STUCK,  /* a rigid contact at rest that bears a force */
} thud_verify_phase;

typedef enum thud_verify_branch {
    THUD_VERIFY_WHOLE,     /* k δⁿ + c δᵖ δ̇ */
    THUD_VERIFY_SPRING,    /* k δⁿ: recovery of laws with a damper in approach only */
    THUD_VERIFY_UNLOADING, /* k₁ (δ_top − δ_base) − k₂ (δ_top − δ) of bilinear laws */
    THUD_VERIFY_NO_FORCE,  /* released with a penetration left */
} thud_verify_branch;

typedef struct thud_verify_model thud_verify_model;

typedef struct thud_verify_contact {
    thud_gap_contact given;
    thud_verify_row row;
    thud_contact element;
    bool impulsive, bilinear;
    size_t impulse_place; /* in the state, of ∫F dt; 0: none */
    double slow;          /* m/s: slower approaches are calibrated for this speed */
    double side;          /* contacts between rods: from which side the tip comes; 0: it is beyond an end */
    thud_verify_phase phase;
    thud_verify_branch branch;
    bool turned, near, rests; /* past its deepest; nearly closed at the last start; rigid and at rest */
    double top, base, dent;   /* m: where bilinear unloading and loading began; how far the face has moved */
    double rests_since;       /* s */
    double parting;           /* m/s²: δ̈ with all possible reactions while it rests; below zero it opens */
    double depth, rate, force, impulse;
    thud_pressed pressed; /* its speed is what it is calibrated for */
    double begun_with;    /* N·s: its impulse when the impact under way began */
    bool together;        /* it was struck together with others of its bodies: their order is not determined */
} thud_verify_contact;

double thud_verify_force(const thud_verify_contact *contact);     /* N */
double thud_verify_potential(const thud_verify_contact *contact); /* J */
double thud_verify_restitution(const thud_verify_contact *contact, double speed);
thud_status thud_verify_calibrate(thud_verify_contact *contact, double speed);

/* What is zero where the law releases a contact or takes it up again; 1 where it does neither. */
double thud_verify_pull(const thud_verify_contact *contact);

/* The rate has changed its sign; the force has come to zero or from it; velocities have jumped. The last two return
 * whether a contact that was released acts again. */
void thud_verify_turn(thud_verify_contact *contact, bool inwards);
bool thud_verify_cross_zero(thud_verify_model *v, thud_verify_contact *contact, bool upwards);
bool thud_verify_jump(thud_verify_model *v, thud_verify_contact *contact);

/* ---- links (link.c) ---- */

typedef enum thud_verify_mode {
    THUD_VERIFY_ELASTIC,
    THUD_VERIFY_YIELD, /* yields or slips towards `side` */
    THUD_VERIFY_IDLE,  /* slack, or not in touch */
    THUD_VERIFY_EDGE,  /* where that begins, and nothing says yet which way it sets out */
    THUD_VERIFY_VIRGIN,
    THUD_VERIFY_BACK, /* Clough: towards the peak of `side`; flag: along the lower line to the centre */
} thud_verify_mode;

/* A piece of a law: F = offset + slope d until d leaves [low, high], or the rate turns against `turns`. */
typedef struct thud_verify_piece {
    thud_verify_mode mode;
    double slope, offset, low, high;
    int turns;
} thud_verify_piece;

enum { THUD_VERIFY_LINK_ROOTS = 3 };

typedef struct thud_verify_link {
    const thud_model_link *source;
    const thud_hysteresis *law;
    thud_verify_row row;
    size_t inner;             /* the place of Bouc–Wen's z in the state; 0: none */
    double stiffness, linear; /* the elastic k, and the c of a linear dashpot, which K and C have */
    double damping, exponent; /* of a dashpot with an exponent */
    double slow, still;       /* m/s: below it such a dashpot is linear; and what is rounding of a rate */
    thud_verify_piece now, before;
    int side, rate_sign, z_sign;
    double set, most, peak[2];   /* m: plastic set, largest compression, Clough's peaks */
    double deformation, rate, z; /* at the state looked at last */
    double way;                  /* m/s: its rate, or the way that it sets out from rest */
    double force, hold;          /* N: what K and C do not have; the reaction of friction that sticks */
    double parting;              /* m/s²: d̈ with all possible reactions */
} thud_verify_link;

static inline bool thud_verify_is_friction(const thud_verify_link *link) {
    return link->law->model == THUD_HYSTERESIS_FRICTION;
}
static inline bool thud_verify_sticks(const thud_verify_link *link) {
    return thud_verify_is_friction(link) && link->now.mode == THUD_VERIFY_ELASTIC;
}

void thud_verify_link_init(thud_verify_link *link, const thud_model *model, size_t index);
void thud_verify_link_start(thud_verify_link *link, double deformation, double rate);
double thud_verify_link_law(const thud_verify_link *link);     /* N, without dashpots */
double thud_verify_link_dashpot(const thud_verify_link *link); /* N, of one with an exponent */
double thud_verify_link_whole(const thud_verify_link *link);   /* N, with all dashpots and the hold of friction */
double thud_verify_link_inner(const thud_verify_link *link);   /* ż */
double thud_verify_link_stored(const thud_verify_link *link);  /* J */
void thud_verify_link_roots(const thud_verify_link *link, double faint, double *roots);
void thud_verify_link_pass(thud_verify_link *link, const int *signs); /* to the next piece, at a root or a start */

/* ---- the model ---- */

/* What a run came to: supports stand after bodies and rods; links are NULL where no account is kept of them. */
typedef struct thud_verify_results {
    thud_body_summary *bodies;
    thud_contact_summary *contacts;
    thud_link_summary *links;
    thud_energy_summary energy;
} thud_verify_results;

thud_status thud_verify_results_init(thud_verify_results *results, const thud_model *model);
void thud_verify_results_free(thud_verify_results *results);

/* One of those that are held at rest: a contact or a friction. */
typedef struct thud_verify_hold {
    thud_verify_row *row;
    thud_verify_contact *contact;
    thud_verify_link *link;
} thud_verify_hold;

/*
 * A model and its state y = (q, q̇, z, totals). Coordinates q are displacements of bodies, angles of rods, and
 * displacements of supports, which have an infinite mass. Totals are the four below and the impulses of compliant
 * contacts: CVODE integrates them with the motion.
 */
enum { THUD_VERIFY_INPUT, THUD_VERIFY_DISSIPATED, THUD_VERIFY_CONTACTS, THUD_VERIFY_LINKS, THUD_VERIFY_TOTALS };

struct thud_verify_model {
    const thud_model *model;
    size_t n, shown; /* coordinates, and those of bodies and rods */
    size_t contact_count, link_count, totals, state_count;
    bool hung, rods; /* a rod hangs on a body; there are rods: directions go with the state */
    thud_verify_contact *contacts;
    thud_verify_link *links;
    double *mass, *stiffness, *damping, *acceleration, *nudged, *rows;
    double *mass_factor;             /* of M, over what is shown */
    double size, speed, energy_size; /* m, m/s and J, of the motion */
    double break_time;               /* s: loads up to here are those from before */
    double tolerance;                /* of CVODE, relative */
    double crowded;     /* s: the first instant since the last sample whose order of impacts is rounding */
    double *crowded_by; /* [samples + 1] likewise by each sample; NULL: not asked for */
    bool rested;        /* a rigid contact has come to rest */
    double faint;       /* m/s²: accelerations of what rests that are none */
    double stored_in_contacts, stored_in_links; /* J at the start; of links in those that are hysteretic */
    thud_verify_hold *held;
    thud_box_lcp resting; /* which of them hold */
    thud_box_side *sides;
    bool *satisfied;
    size_t *chosen;
    double *numbers, *delassus, *drive, *impulse, *compressed, *work;
    double *state, *watch, *peak, *before, *middle, *after, *between;
    thud_verify_results results;
};

/* motion.c: depths and rates at a state; accelerations without reactions, and with them; the slope of the state. */
thud_status thud_verify_model_init(thud_verify_model *v, const thud_model *model);
void thud_verify_model_free(thud_verify_model *v);
void thud_verify_start_at(const thud_verify_model *v, size_t coordinate, double *q, double *rate);
double thud_verify_ground(const thud_verify_model *v, double t);             /* m/s² */
double thud_verify_influence(const thud_verify_model *v, size_t coordinate); /* of that, what comes to one */
double thud_verify_next_break(const thud_verify_model *v, double t);         /* s: where loads are not smooth */
void thud_verify_look(thud_verify_model *v, const double *y);
void thud_verify_accelerate_free(thud_verify_model *v, double t, const double *y);
void thud_verify_accelerate(thud_verify_model *v, double t, const double *y);
void thud_verify_slope(thud_verify_model *v, double t, const double *y, double *slope);
double thud_verify_energy(thud_verify_model *v, const double *y); /* J, moving and stored */

/* directions.c: Σ ∂δ/∂q · value; a force onto coordinates; an impulse onto velocities; gᵀM⁻¹g; what a force along a
 * row gets from moving supports, W; and the geometry of contacts. */
thud_status thud_verify_rows_init(thud_verify_model *v);
double thud_verify_along(const thud_verify_model *v, const thud_verify_row *row, const double *values);
void thud_verify_push(const thud_verify_model *v, const thud_verify_row *row, double force, double *forces);
void thud_verify_kick(const thud_verify_model *v, const thud_verify_row *row, double impulse, double *velocity);
double thud_verify_coupling(const thud_verify_model *v, const thud_verify_row *a, const thud_verify_row *b);
double thud_verify_of_supports(const thud_verify_model *v, const thud_verify_row *row, double force,
                               const double *rate);
bool thud_verify_share_body(const thud_verify_model *v, const thud_verify_row *a, const thud_verify_row *b);
void thud_verify_divide(const thud_verify_model *v, double *forces); /* by M */
bool thud_verify_factor_mass(thud_verify_model *v, const double *q);
double thud_verify_moving(const thud_verify_model *v, const double *rate); /* J */
void thud_verify_find_reply(const thud_verify_model *v, thud_verify_row *row);
void thud_verify_look_at(thud_verify_model *v, size_t contact, const double *q);
double thud_verify_pressing(thud_verify_model *v, size_t contact, const double *y); /* δ̈, m/s² */

/* pressed.c: what contact/pressed.h asks of contacts. */
thud_pressing thud_verify_pressed(thud_verify_model *v);

/* events.c: functions whose zeros are events, four of each contact, then those of links; which way what is closed
 * sets out at a start; which contacts are near then, true where one was missed; and what happens at an event. */
enum { THUD_VERIFY_ROOTS = 4 };
size_t thud_verify_root_count(const thud_verify_model *v);
bool thud_verify_roots(thud_verify_model *v, double t, const double *y, double *roots);
void thud_verify_set_out(thud_verify_model *v, double t, const double *y);
bool thud_verify_note(thud_verify_model *v, const double *y);
thud_status thud_verify_happen(thud_verify_model *v, double t, double *y, const int *signs, size_t *impacts);
void thud_verify_pass_links(thud_verify_model *v, double t, double *y, const int *signs);
bool thud_verify_is_shut(const thud_verify_model *v, const thud_verify_contact *contact);
bool thud_verify_is_resting(const thud_verify_model *v, const thud_verify_contact *contact, bool held);

/* rest.c: which rigid contacts and frictions stay at rest; their accelerations at a
 * state, false where nothing can hold what presses; and what holds all. */
thud_status thud_verify_settle(thud_verify_model *v, double t, double *y);
bool thud_verify_find_partings(thud_verify_model *v, double t, const double *y);
void thud_verify_hold_all(thud_verify_model *v, const double *y);

/* accounts.c: peaks and the energy balance. A step is looked into by `at`, which gives the state at an instant. */
typedef bool thud_verify_interpolation(void *context, double t, double *y);
thud_status thud_verify_accounts_init(thud_verify_model *v);
void thud_verify_accounts_start(thud_verify_model *v, double *y);
void thud_verify_watch_start(thud_verify_model *v, double t, const double *y);
bool thud_verify_watch_step(thud_verify_model *v, double from, double to, const double *y,
                            thud_verify_interpolation *at, void *context);
void thud_verify_accounts_end(thud_verify_model *v, const double *y);

/* cvode.c: one run, `displacement` [samples + 1][n] at evenly spaced instants. `peaks`, [n] twice, are the sizes of
 * displacements and velocities, for absolute tolerances. */
thud_status thud_verify_cvode(thud_verify_model *v, const double *peaks, size_t samples, double *displacement,
                              thud_verification *verification);

/* What numbers are compared with: a tolerance of their size; m/s², the largest acceleration that loads or links
 * could give; J, what they could do along the peaks of bodies at rest; and the peaks of displacements and
 * velocities. */
typedef struct thud_verify_scale {
    double tolerance, strongest, resting_energy;
    const double *peaks; /* [2 n] */
} thud_verify_scale;

/* compare.c: what differs goes into the verification. `spread`, of copies of the run, may be NULL. */
void thud_verify_compare(const thud_verify_model *v, const thud_verify_results *run, const thud_verify_scale *scale,
                         const thud_spread *spread, thud_verification *verification);

#endif
