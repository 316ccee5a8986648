/*
 * Links in a run: those that are not linear, branch by branch, and what is measured of all.
 *
 * Between the ends of branches the structure is linear, and the series are as good as those of a linear one. Where
 * a branch ends is found in the same series, together with what the contacts wait for.
 *
 * Linear links are part of the chain (chain.h). They are in this list as well where one of the links is not linear,
 * or has a name of its own: then there are results of each.
 */
#ifndef THUD_SIMULATE_LINKS_H
#define THUD_SIMULATE_LINKS_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/simulate.h>

#include "contact/phase.h"
#include "link/branch.h"
#include "model/model.h"
#include "numeric/series/power_series.h"

typedef struct thud_body_link {
    /* for the whole run */
    thud_body left, right;
    const struct thud_contact_row *row; /* left minus right, of frictions beside a full mass matrix; NULL: others */
    const thud_link *given;
    const thud_link_model *model;
    bool linear;
    double lean;   /* N/m, of a weight that leans on it, beside the model's force; below zero */
    double drag;   /* N·s/m, of its dashpot where that is linear */
    double damper; /* c of c |ḋ|^α sign ḋ where it is not; 0: none */
    bool grips;    /* of that: α is below 1, and it holds what does not move; see link_damper.c */

    /* the present state */
    thud_link_branch branch;
    double inner;      /* m, of models that have such a variable */
    bool rate_is_zero; /* it has just turned: more than rounding says, as long as the rate is that one */
    double rate_seen;  /* m/s */
    bool holding;      /* friction that sticks, and whose reaction keeps its ends at rest */
    bool held;         /* friction whose ends others keep at rest; it sticks without a force, or with all it has */
    double slack;      /* N: by how much what it holds has to be beyond its force, or it may be rounding */
    int zeros;         /* how many coefficients of its rate are zero when it slips from rest, */
    double zeros_at;   /* s: at this instant */
    int was;           /* its direction before it was decided */
    int zone;    /* of the dashpot: 2 or −2, the sign of ḋ; 0 where that is below `core`. One that grips is 1 or
                  * −1 there, and 0 at rest */
    double core; /* m/s */
    bool adrift; /* it gives way, and nothing else holds what it holds */
    double adrift_at; /* m, its plastic deformation where that began */

    /* of the step under way */
    thud_link_series series;
    double hold[THUD_SERIES_WIDTH];  /* N: what holds it while it sticks */
    double power[THUD_SERIES_WIDTH]; /* |ḋ|^α */
    double damper_force[THUD_SERIES_WIDTH];
} thud_body_link;

typedef struct thud_links {
    thud_body_link *list;
    size_t count;   /* 0: all are linear, and nothing is asked of them */
    size_t *acting; /* [acting_count] numbers of those that are not linear */
    size_t acting_count;
    size_t *shaped; /* [shaped_count] numbers of those with a force of their own, or a dashpot: no straight lines */
    size_t shaped_count;
    bool elastic;               /* all are on straight branches as stiff as the model has them, and none yields */
    size_t branches;            /* a number for those of now: it grows with every change */
    double *push;               /* [bodies] m/s²: what F₀ of the others gives them */
    thud_link_summary *results; /* [count] */

    /* of the step under way, side by side for all: [width × count], and how far they get at most, [count] */
    int *left, *right;                /* [count] bodies, 0 in the place of the ground */
    double *left_share, *right_share; /* [count] 1, or 0 for the ground */
    bool stacked; /* the i-th holds body i to the one before it, or to the ground, and each body has one */
    double *deformation, *rate; /* m, m/s */
    double *way, *change;       /* m, m/s */

    /* those that stick; see rest.h */
    bool may_stick;      /* one of them may */
    double ground_speed; /* m/s, the largest */
    bool bridged;  /* one at rest is between bodies that others join to different supports, all at rest so far */
    double *sizes; /* [3 × width × bodies] work space; see link_rounding.c */
    struct thud_contact_row *rows;      /* [frictions] beside a full mass matrix; NULL: there is none */
    thud_row_term *row_terms, *replies; /* theirs, one after the other */

    thud_body *held; /* [bodies + 1] the first body of those that springs hold together; the last is the ground */
} thud_links;

/* Of the model; the dashpots are those of the springs. */
void thud_links_prepare(thud_simulation *simulation);

/* At the start of a run, the bodies being where they start. */
void thud_links_reset(thud_simulation *simulation);

/* After a change of branches, or of that of one link: what the chain has to know. A storey, where all links are, is
 * alone between its floors, and these have no others but those below and above them. */
void thud_links_apply(thud_simulation *simulation);
void thud_links_apply_one(thud_simulation *simulation, size_t number);

/* Once the motion is expanded: the series of all links. */
void thud_links_gather(thud_simulation *simulation);

/* The k-th coefficients of the forces, from those of the coordinates; added to the accelerations. */
void thud_links_raise(thud_simulation *simulation, int k, double *a);

/* ---- those that stick ---- */

/* Beside a full mass matrix: how many terms the replies of those that may stick have. */
size_t thud_links_reply_terms(const thud_model *model);

static inline bool thud_link_is_friction(const thud_body_link *link) {
    return link->given->hysteresis.model == THUD_HYSTERESIS_FRICTION;
}

/* Whether one may stick: friction, and dashpots that grip, in the model and in a run; whether it does; N that it
 * holds at most. */
bool thud_model_link_may_stick(const thud_model_link *link);
bool thud_link_may_stick(const thud_body_link *link);
bool thud_link_sticks(const thud_body_link *link);
double thud_link_grip(const thud_body_link *link);

/* Which way it slides, 0 where it sticks. */
int thud_link_slide(const thud_body_link *link);

/* ---- rest; see contacts/rest.c ---- */

/* Whether a rate, or a change of it, is no more than rounding; whether one is at rest. */
bool thud_link_is_rounding(const thud_simulation *simulation, const thud_body_link *link, double rate);
bool thud_link_is_at_rest(const thud_simulation *simulation, const thud_body_link *link);

/* That it is, or is not, with the rate that rounding has left. */
void thud_link_note_rest(const thud_simulation *simulation, thud_body_link *link, bool rests);

/* After an impact: those that it has set in motion are no longer at rest. */
void thud_links_strike(thud_simulation *simulation);

/* ---- rounding; see link_rounding.c ---- */

/* 36 u of the sizes of all terms of an acceleration: each is rounded three times by itself (a difference of
 * coordinates, a stiffness, 1/kg), and once with each that it is added to, of which there are thirty at most, or
 * more whose roundings do not all go one way. */
#define THUD_LINKS_ROUNDING 4e-15

/* m/s²: the sizes of the terms that the k-th coefficients of accelerations are the sum of, [bodies], from those of
 * coordinates and velocities. */
void thud_links_size(const thud_simulation *simulation, int k, const double *x, const double *v, double *size);

/* The first coefficients of the rate of a link from rest, without what is no more than rounding. */
void thud_links_clear_rounding(const thud_simulation *simulation, const thud_body_link *link, double *rate);

/* ---- events ---- */

/* Takes the place of a first event if a link has an earlier one; or if that one link has. */
void thud_links_look(const thud_simulation *simulation, thud_event *first);
void thud_links_look_at(const thud_simulation *simulation, size_t number, thud_event *first);

/* Applies an event of a link. */
void thud_links_pass(thud_simulation *simulation, const thud_event *event);

/* Whether the force of one of them is no straight line. */
bool thud_links_are_curved(const thud_simulation *simulation);

/* The largest k-th coefficient of their forces, each relative to the size of its own. */
double thud_links_curve(const thud_simulation *simulation, int k);

/* Along the present expansion to σ. */
void thud_links_move(thud_simulation *simulation, double sigma);

/* ---- dashpots that are not linear; see link_damper.c ---- */

/* Whether that of a link holds what does not move. */
bool thud_damper_grips(const thud_model_link *link);

void thud_damper_reset(const thud_simulation *simulation, thud_body_link *link);
/* At the start: the law has no force at rest, and what that comes to counts before they hold. */
bool thud_dampers_start(thud_simulation *simulation);
/* After a step: bodies that have become faster have a larger core. */
void thud_damper_adjust(const thud_simulation *simulation, thud_body_link *link);
/* Of one that grips: N that it holds at most; it slides this way, or sticks. */
double thud_damper_grip(const thud_body_link *link);
void thud_damper_slide(const thud_simulation *simulation, thud_body_link *link, int direction);
void thud_damper_raise(thud_body_link *link, int k);
double thud_damper_ends(const thud_simulation *simulation, const thud_body_link *link, double limit,
                        thud_link_end *end);
void thud_damper_pass(thud_body_link *link, thud_link_end end);
/* Before a series: an impact may have taken the rates of dashpots out of their zones, to zero as well. */
void thud_dampers_follow(thud_simulation *simulation);

/* ---- accounts ---- */

/* J stored in links that are not linear. */
double thud_links_stored(const thud_simulation *simulation);

/* Of the expanded step from its start to σ: energy and plastic deformation, of all and of one; peaks. */
void thud_links_account(thud_simulation *simulation, double sigma);
void thud_link_account(thud_simulation *simulation, size_t number, double sigma);
void thud_links_peaks(thud_simulation *simulation, const double *power);

/* Deformation and force of a link as series of the expanded step: spring, hysteresis and dashpot together. */
void thud_link_expand(const thud_simulation *simulation, const thud_body_link *link, double *deformation,
                      double *force);

/* The same of linear links in a state, [count], and the peaks of both taken in. */
void thud_links_evaluate(const thud_simulation *simulation, const double *x, const double *v, double *deformation,
                         double *force);
void thud_links_take(thud_simulation *simulation);

/* ---- mechanisms; see link_mechanism.c ---- */

/* At the start, after a change of branches, and when the run is over: which links give way with nothing else to
 * hold what they hold. */
void thud_mechanism_start(thud_simulation *simulation);
void thud_mechanism_follow(thud_simulation *simulation);
void thud_mechanism_end(thud_simulation *simulation);

/* What is known when the run is over. */
void thud_links_end(thud_simulation *simulation);

#endif
