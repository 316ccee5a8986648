/*
 * The inside of thud_verify: a model for CVODE. It shares the calibration of contacts, the matrices of the
 * structure, which bodies are one structure, and the linear complementarity of impacts with the solver that it
 * checks, and nothing else: which frictions and contacts rest is found by another method (least.h).
 */
#ifndef THUD_VERIFY_RUN_H
#define THUD_VERIFY_RUN_H

#include <thud/contact.h>
#include <thud/verify.h>

#include "verify/least.h"
#include "verify/link.h"

/* of the size of the motion: bounces that rise by less are low, their end is foretold; and over, of the size and of
 * the speed */
#define THUD_VERIFY_LOW 1e-10
#define THUD_VERIFY_RESTING 1e-12

typedef enum thud_verify_phase {
    THUD_VERIFY_OPEN,
    THUD_VERIFY_CLOSED, /* a compliant contact, on a branch of its law */
    THUD_VERIFY_STUCK,  /* newton and poisson */
} thud_verify_phase;

typedef enum thud_verify_branch {
    THUD_VERIFY_WHOLE,     /* k δⁿ + c δᵖ δ̇ */
    THUD_VERIFY_SPRING,    /* k δⁿ: recovery of laws with a damper in approach only */
    THUD_VERIFY_UNLOADING, /* k₁ (δ_top − δ_base) − k₂ (δ_top − δ) of bilinear laws */
    THUD_VERIFY_NO_FORCE,  /* released with a penetration left */
} thud_verify_branch;

typedef struct thud_verify_contact {
    thud_gap_contact given;
    bool impulsive, bilinear;
    size_t left, right; /* coordinates; the number of coordinates for the ground */
    bool alone;         /* newton, poisson: no other such contact has one of its bodies */
    thud_verify_phase phase;
    thud_verify_branch branch;
    double top;     /* m: where bilinear unloading began */
    double base;    /* m: the set that bilinear loading began on */
    double dent;    /* m: where the face is by now, of permanent indentations; depths are beyond it */
    double slow;    /* m/s: slower is no impact: on a set, and as to how e depends on the speed */
    bool turned;    /* the penetration of this impact has been past its largest */
    bool near;      /* open, and was all but closed at the last start: where its gap turns, CVODE starts anew */
    bool rests;     /* newton, poisson: closed at rest, with a force or without */
    double parting; /* m/s²: of one that rests, δ̈ with all reactions that are possible: below zero it opens */
    double calibrated_for; /* m/s: of compliant ones, see pressed.c */
    double whole, spent;   /* N·s: what its impact comes to, and its impulse before that */
    bool reached;          /* while an impact is followed on to others */
    double reach;          /* m/s: what it does to this one, likewise */
    double side;           /* rods: from which side the tip comes; 0: beyond an end */
    thud_contact element;
    double depth, rate, force;      /* at the state looked at last */
    double slope_left, slope_right; /* ∂δ/∂q of both */
    double *gradient, *reply; /* [n] ∂δ/∂q of all, and M⁻¹ of that, in place of both; NULL: two are all */

    /* what it came to */
    size_t impacts, doubtful;       /* above the threshold, and those so near to it that rounding decides */
    double fastest;                 /* m/s: largest |δ̇| while a compliant law acts */
    bool sticks;                    /* closed at rest, with a force or without: time is being taken */
    bool pressed;                   /* it has pressed since it came to rest, and nothing has struck it apart */
    bool lies;                      /* whether it is closed is for rounding to decide */
    double lies_since;              /* s */
    double stick_time, stick_since; /* s */
    bool bounces;                   /* so low that the end of it is foretold */
    double high_until[2]; /* s: when it and its company were last faster than low bounces are, and ten times that */
    double limit, limit_doubt; /* s: when it ends, and how surely; INFINITY in company */
    double arrived;            /* m/s: fastest impact of this instant */
    double struck;             /* m/s: fastest impact since it stuck last */
    double arrival_lever;      /* s: and how much the instant of that goes with a relative error of the course */
    bool unseen;               /* it sticks, but its bounces, lower than CVODE sees, are not over */
    bool awaits;               /* those of its company: contacts that bounce together come to rest together */
    double stick_doubt;        /* s: what is not known of the time */
    double force_doubt;        /* N: what is not known of the force at its beginning, with that */
    double force_lever;        /* N: and how much of it goes with a relative error of the course */
    bool shared;               /* it was at rest with others that could hold what it does */
    double stick_lever;        /* s: and how much of it goes with a relative error of the course */
    double grip_lever;         /* s/N: how much its ends go with what is held beside it */
    double impulse, work;      /* N·s and J: of its force so far */
    double pushed;             /* N·s: of its force without its sign */
    double stored, lost;       /* J: in its spring at the start; and what it has lost by the end */
} thud_verify_contact;

/* One model and its state y = (q, q̇, z); coordinates are displacements of bodies, then angles of rods, then
 * displacements of supports, which have an infinite mass and accelerations of their own. */
typedef struct thud_verify_model {
    const thud_model *model;
    size_t n, contact_count;
    size_t shown;                /* coordinates of bodies and rods */
    double *mass;                /* [n]; kg, or kg·m² */
    double *stiffness, *damping; /* [bodies × bodies] */
    double size;                 /* m, of the motion: what a closed gap is small against */
    double speed;                /* m/s, likewise */
    double break_time;           /* s: loads up to here are those from before */
    double tolerance;            /* of CVODE, relative */
    bool closer;                 /* begin with a tighter tolerance than usual */
    size_t piece_steps;          /* of CVODE, since it was started last */
    thud_verify_contact *contacts;
    double *rows;            /* gradients and replies of contacts */
    double *mass_factor;     /* L of M = L Lᵀ, where that is not diagonal; NULL: it is */
    size_t factored;         /* coordinates, from the first on, that it has: bodies, or rods as well */
    bool hung;               /* a rod hangs on a body: M goes with the angle, and is factored at every state */
    bool general;            /* bodies and rods, or tips: contacts have gradients of all coordinates */
    thud_verify_link *links; /* of the model, one by one */
    size_t link_count, state_count;
    const thud_verify_contact **held; /* [contacts and links] those that stick, as pairs of coordinates */
    thud_verify_contact *pairs;       /* [link] the two ends of each */
    thud_verify_least resting;        /* what is at rest, and what it may bear */
    double faint, faintest;           /* m/s²: accelerations of what rests that are none; the largest so far */
    double *acceleration;             /* [n], at the state looked at last */
    double *nudged;                   /* [n], a state beside it */
    size_t *chosen;                   /* [contact], and work space of their equations */
    double *delassus, *drive, *impulse, *compressed, *work;

    double input, dissipated; /* J so far: of the start, by loads and supports; by dashpots */
    double stored;            /* J at the end */
    double turnover;          /* J so far: what was there at the start, and all work of loads without its signs */
    size_t *groups;           /* [body] the number of the structure that it belongs to, for base shears */
    size_t *marks;            /* [bodies, rods and the ground] which are held together, for mechanisms */

    /* peaks so far: |x|, |ẋ|, |ẍ| (absolute) of all coordinates, then force and penetration contact by contact, and
     * of links, watches to either side, and approaches; the same at three instants of a step, and at one more, with
     * space for its state */
    double shaken; /* m/s²: the largest acceleration of the ground so far */
    double *watch, *peak, *before, *middle, *after, *between, *state;
    double *start_doubt, *start_lever; /* [n] m/s²: of accelerations where contacts begin to rest, as of forces */
} thud_verify_model;

/* The state at an instant of the step that CVODE has just taken; false when it cannot be had. */
typedef bool thud_verify_interpolation(void *context, double t, double *y);

/* Where the peaks of contacts (force, penetration), links (force, deformation) and signals begin. */
static inline size_t thud_verify_place_of_contact(const thud_verify_model *v, size_t contact) {
    return 3 * v->n + 2 * contact;
}
static inline size_t thud_verify_place_of_link(const thud_verify_model *v, size_t link) {
    return thud_verify_place_of_contact(v, v->contact_count) + 2 * link;
}
static inline size_t thud_verify_place_of_signals(const thud_verify_model *v) {
    return thud_verify_place_of_link(v, v->link_count);
}

thud_status thud_verify_model_init(thud_verify_model *v, const thud_model *model, const thud_gap_contact *contacts);
void thud_verify_model_free(thud_verify_model *v);

/* Of a body or a support; the number of coordinates for the ground. */
size_t thud_verify_coordinate(const thud_verify_model *v, thud_body body);

/* J in the spring of a contact, at its depth. */
double thud_verify_potential(const thud_verify_contact *contact);

/* The force of a closed contact on its branch; and, without the factor that vanishes with the depth, what is zero
 * where the law releases it or comes back: 1 where it does not. */
double thud_verify_force(const thud_verify_contact *contact);
double thud_verify_pull(const thud_verify_contact *contact);

/* e asked for of an impact at this approach speed, by equations of its own; slower ones have that of `slow`. */
double thud_verify_restitution(const thud_verify_contact *contact, double speed);

/*
 * pressed.c: the speed that a contact which closes is calibrated for; one that acts again; those that act and that
 * it presses; and, before and after velocities jump, those that become faster.
 */
void thud_verify_find_speed(const thud_verify_model *v, thud_verify_contact *contact);
void thud_verify_take_up(thud_verify_contact *contact);
thud_status thud_verify_press_on(thud_verify_model *v, thud_verify_contact *from);
void thud_verify_before_kick(thud_verify_model *v);
thud_status thud_verify_after_kick(thud_verify_model *v);

/* Damping of an impact that begins at this speed. */
thud_status thud_verify_calibrate(thud_verify_contact *contact, double speed);

/* The rate has changed its sign; the force has come to zero, or from it; or both may have, at a jump of the
 * velocities. True where a contact that was released acts again. */
void thud_verify_turn(thud_verify_contact *contact, bool inwards);
bool thud_verify_cross_zero(thud_verify_contact *contact, bool upwards);
bool thud_verify_jump(thud_verify_contact *contact);

/* Depths and rates of the contacts at a state; then accelerations with all forces and reactions. */
void thud_verify_look(thud_verify_model *v, const double *y);
void thud_verify_accelerate(thud_verify_model *v, double t, const double *y);
void thud_verify_accelerate_free(thud_verify_model *v, double t, const double *y); /* without reactions */

/* Directions of contacts: memory for those of several coordinates; along one, Σ ∂δ/∂q · value; the forces of one on
 * its coordinates; what an impulse does to velocities; gᵀM⁻¹g of two; ∂δ/∂q of one coordinate; Σ |∂δ/∂q|; whether a
 * coordinate has a part in it. */
thud_status thud_verify_rows_init(thud_verify_model *v);
double thud_verify_along(const thud_verify_model *v, const thud_verify_contact *contact, const double *values);
void thud_verify_push(const thud_verify_model *v, const thud_verify_contact *contact, double force, double *forces);
void thud_verify_kick(const thud_verify_model *v, const thud_verify_contact *contact, double impulse,
                      double *velocity);
void thud_verify_divide(const thud_verify_model *v, double *forces); /* by M */
double thud_verify_coupling(const thud_verify_model *v, const thud_verify_contact *a, const thud_verify_contact *b);
void thud_verify_reply(const thud_verify_model *v, thud_verify_contact *contact); /* M⁻¹ of its gradient */
void thud_verify_factor_hung(thud_verify_model *v, const double *q);              /* M at a state */
double thud_verify_slope(const thud_verify_contact *contact, size_t coordinate);
double thud_verify_steepness(const thud_verify_model *v, const thud_verify_contact *contact);
bool thud_verify_touches(const thud_verify_contact *contact, size_t coordinate);

/* gᵀM⁻¹g of pairs of coordinates, into delassus; of the chosen contacts, likewise, into delassus; δ̈ of one, from
 * the accelerations found last. */
void thud_verify_couple_pairs(thud_verify_model *v, const thud_verify_contact *const *pairs, size_t count);
void thud_verify_couple(thud_verify_model *v, size_t count);
double thud_verify_pressing(thud_verify_model *v, size_t index, const double *y);

/* Contacts that stick, then frictions that do, into `held`: their number. Whether one of them is a link; and the
 * acceleration at which its ends come together, or those of a link part, from the accelerations found last. */
size_t thud_verify_gather_held(thud_verify_model *v);
bool thud_verify_is_link(const thud_verify_model *v, const thud_verify_contact *pair);
double thud_verify_drive(thud_verify_model *v, const thud_verify_contact *pair, const double *y);

/* rods.c: depth and slopes of a contact that rods have a part in, or of any where bodies are beside them; the rate
 * of its rate that comes from turning alone; and forces of rods, added to those of bodies. */
void thud_verify_look_at_rods(thud_verify_model *v, size_t contact, const double *q);
double thud_verify_bend(thud_verify_model *v, size_t contact, const double *y);
void thud_verify_swing(thud_verify_model *v, double ground, const double *y);

double thud_verify_swing_power(const thud_verify_model *v, double ground, const double *y);
double thud_verify_swing_energy(const thud_verify_model *v, const double *y); /* moving and lifted */

/* W that ground, gravity and forces put in; the gravity of rods is stored. */
double thud_verify_load_power(const thud_verify_model *v, double t, const double *y);

/*
 * Energy and impulses (totals.c): at the start of a run, over a step of CVODE, of an impulse at a rate before and
 * after it; and at the end: what is stored, and what contacts and links have lost.
 */
void thud_verify_totals_start(thud_verify_model *v, const double *y);
bool thud_verify_totals_step(thud_verify_model *v, double from, double to, const double *y,
                             thud_verify_interpolation *at, void *context);
void thud_verify_totals_strike(thud_verify_model *v, thud_verify_contact *contact, double impulse, double before,
                               double after, const double *y);
void thud_verify_totals_end(thud_verify_model *v, const double *y);

/* Which links drift in the piece that begins (mechanism.c); and what those have come to that do at the end. */
void thud_verify_follow_mechanism(thud_verify_model *v);
void thud_verify_end_mechanism(thud_verify_model *v);

/*
 * Signals (signals.c), at the state whose accelerations were found last: watches, each twice, as it is and with its
 * sign changed, then how near the bodies of each contact are, x_left − x_right.
 */
size_t thud_verify_signal_count(const thud_verify_model *v);
void thud_verify_signals(const thud_verify_model *v, double ground, const double *y, double *out);

/* Whether a link leads from the structure of a body to the ground or a support; and N/m and N·s/m that a body of a
 * structure by matrices adds to its base shear. */
bool thud_verify_is_of_base(const thud_verify_model *v, size_t link, thud_body of);
void thud_verify_base_terms(const thud_verify_model *v, size_t body, double *stiffness, double *damping);

/* m/s²: the acceleration of the ground, on the near side of a break. */
double thud_verify_ground(const thud_verify_model *v, double t);

/* The next instant after t at which loads are not smooth; INFINITY: none. */
double thud_verify_next_break(const thud_verify_model *v, double t);

/* Links at the state looked at last: what a zero of their roots changes (`signs` NULL: a jump of the velocities, or
 * a new start). Frictions are for thud_verify_settle. */
void thud_verify_start_links(thud_verify_model *v);
void thud_verify_pass_links(thud_verify_model *v, double t, double *y, const int *signs);

/* Functions of the contacts whose zeros are events, four each; those of links after them. */
enum { THUD_VERIFY_ROOTS = 4 };
static inline size_t thud_verify_root_count(const thud_verify_model *v) {
    return v->contact_count * THUD_VERIFY_ROOTS + v->link_count * THUD_VERIFY_LINK_ROOTS;
}
bool thud_verify_roots(thud_verify_model *v, double t, const double *y, double *roots);

/* Closed contacts at a new start that neither come nor go: which way they set out. */
void thud_verify_set_contacts_out(thud_verify_model *v, double t, const double *y);

/* Notes which contacts are near at a new start; true when one is penetrated that should have closed. */
bool thud_verify_note(thud_verify_model *v, const double *y);

/* What happens at an event: phases and velocities change. `signs` are the changes of the roots as CVODE tells them.
 * Adds to *impacts those above the threshold. */
thud_status thud_verify_happen(thud_verify_model *v, double t, double *y, const int *signs, size_t *impacts);

/* Which closed newton and poisson contacts stay closed and which frictions stick, all together (rest.c), and stops
 * those that do; `signs` NULL: a new start. Then the bounces that are low, and times at rest, besides. */
thud_status thud_verify_come_to_rest(thud_verify_model *v, double t, double *y, const int *signs);
thud_status thud_verify_settle(thud_verify_model *v, double t, double *y, const int *signs);

/* Notes those at rest whose reactions are not determined. */
void thud_verify_note_shares(thud_verify_model *v);

/* `parting` of all that rest, at a state; false where nothing can hold what presses. */
bool thud_verify_find_partings(thud_verify_model *v, double t, const double *y);

/* Whether a rigid contact is closed, and whether it is all but at rest there. */
bool thud_verify_is_shut(const thud_verify_model *v, const thud_verify_contact *contact);
bool thud_verify_is_resting(const thud_verify_model *v, const thud_verify_contact *contact, bool held);

/* Peaks: memory for them; forgotten at the start of a run; what the model starts with, before impacts at that
 * instant; at an instant from which CVODE starts, and over a step of it that ended at y. `at` gives the state in
 * between. */
thud_status thud_verify_watch_init(thud_verify_model *v);
void thud_verify_watch_reset(thud_verify_model *v);
void thud_verify_watch_given(thud_verify_model *v, const double *y);
void thud_verify_watch_start(thud_verify_model *v, double t, const double *y);
bool thud_verify_watch_step(thud_verify_model *v, double from, double to, const double *y,
                            thud_verify_interpolation *at, void *context);

/* Whether two contacts have a body in common. */
bool thud_verify_share_body(const thud_verify_model *v, const thud_verify_contact *a, const thud_verify_contact *b);

/* Counts an impact at the present rate, if it is one. */
void thud_verify_count(const thud_verify_model *v, thud_verify_contact *contact, size_t *impacts);

/* What numbers of both solvers may be apart by, relative, where their courses are the same. */
double thud_verify_least_share(const thud_verify_model *v);

/* The course as it is off by a share of itself: what the instants at which a contact is struck, and begins to
 * stick, are off by, s, relative to that share; and the same where it ceases to, into its levers. */
double thud_verify_arrival_lever(const thud_verify_model *v, const thud_verify_contact *contact, double pressing);
double thud_verify_begin_lever(const thud_verify_model *v, const thud_verify_contact *contact, double pressing);
void thud_verify_note_end(thud_verify_model *v, size_t contact, double t, const double *y);

/* The state a moment later, or earlier, along the motion; accelerations and forces become those of then. */
void thud_verify_look_ahead(thud_verify_model *v, double t, const double *y, double step);

/* Takes the time of those that have begun to stick, or ceased to; and of all at the end. */
void thud_verify_note_sticking(thud_verify_model *v, double t, const double *y);
void thud_verify_end_sticking(thud_verify_model *v, double t);

/* What a run of thud's came to: supports after bodies and rods; links are NULL where it keeps no account of them.
 */
typedef struct thud_verify_results {
    thud_body_summary *bodies;
    thud_contact_summary *contacts;
    thud_link_summary *links;
    thud_watch_summary *watches;
    thud_energy_summary energy;
} thud_verify_results;

/* Compares what CVODE came to with that, over the same time, both following the same course to `apart` of the
 * peaks: what differs by more goes into the verification. `stick_range`, [contact] s, is what times at rest may
 * differ by besides; NULL: nothing. */
void thud_verify_judge(const thud_verify_model *v, const thud_verify_results *run, double apart,
                       const double *stick_range, thud_verification *verification);

/* One run with CVODE: `displacement`, [samples + 1][n], at evenly spaced instants. `peaks`, [n] twice, are the
 * sizes of displacements and velocities, for absolute tolerances. */
thud_status thud_verify_cvode(thud_verify_model *v, const double *peaks, size_t samples, double *displacement,
                              thud_verification *verification);

#endif
