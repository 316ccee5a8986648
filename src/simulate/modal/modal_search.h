/*
 * The inside of peaks along exact steps of modes: what waits to be searched, and how it is looked at ever more
 * closely.
 */
#ifndef THUD_SIMULATE_MODAL_SEARCH_H
#define THUD_SIMULATE_MODAL_SEARCH_H

#include <stdint.h>

#include "numeric/matrix/panel.h"
#include "simulate/modal/modal_peaks.h"

enum {
    THUD_MODAL_KINDS = 3,                /* displacement, velocity, acceleration */
    THUD_MODAL_STATES = THUD_PANEL_WIDE, /* at a time */
    THUD_MODAL_KEPT = 1024,              /* steps */
    THUD_MODAL_ORDER = 16,               /* of series in parts of steps */
};

#define THUD_MODAL_NONE SIZE_MAX

/* A step in which peaks may lie, and the first of them. */
typedef struct thud_modal_kept {
    double *q, *r; /* [n] at its start */
    double g0, g1; /* of the ground */
    size_t first, count;
    int level;    /* how closely it has been looked at */
    size_t state; /* the number of the state that it leads to, of all so far */
} thud_modal_kept;

/* How closely: by its ends alone, by a few parts, by parts in which it turns by little, and by series of these. */
enum { THUD_MODAL_BY_ENDS, THUD_MODAL_BY_FEW_PARTS, THUD_MODAL_BY_PARTS, THUD_MODAL_SEARCHED };

/* A peak of a body that waits: what it is at most, and the next one in the same step. */
typedef struct thud_modal_waiting {
    size_t body, next;
    int kind;
    double bound;
    double from, slope; /* at the start of the part that is looked at */
    double most;        /* in the parts before it, at most */
    double rest;        /* what modes that were left out may add to `from` */
} thud_modal_waiting;

struct thud_modal_peaks {
    const thud_modal *modal;
    double h;
    size_t parts, few;
    thud_modal_step part, few_part; /* the shortest parts, in which it turns by little, and longer ones */

    size_t count, so_far; /* of states; of those before them */
    struct {
        bool begins; /* no step leads to it */
        double ground, bend[THUD_MODAL_KINDS];
        double *q, *r; /* [n] at the start of the step that leads to it */
        double from;   /* the ground there */
    } state[THUD_MODAL_STATES];
    double *panel;  /* [THUD_MODAL_KINDS][n × 12] */
    double *inside; /* [THUD_MODAL_KINDS][n × 12] instants of a step that is refined */
    double *before; /* [n × 3] of bodies by place: the state before the first */
    double *rest;   /* [n × 3] by group: what modes that were left out add to it at most */

    thud_modal_kept step[THUD_MODAL_KEPT];
    double rank[THUD_MODAL_KEPT];      /* work space */
    size_t keeping[THUD_MODAL_STATES]; /* where the step that leads to a state is kept */
    thud_modal_waiting *list;
    size_t used, limit, empty; /* `empty`: the first of those that were left */
    double *taylor;            /* [order + 1][n] */
    double *q, *r, *next_q, *next_r, *next_a, *jerk;
    double *numbers;
};

double *thud_modal_peak_of(thud_simulation *simulation, size_t body, int kind);

/* How many modes of a group, from the slowest on, matter in a panel; and what the others may add, all of them and
 * to any body: that share of what may be left out at the ends of steps, at most. */
size_t thud_modal_cut(thud_simulation *simulation, const thud_modal *modal, const thud_modal_group *group, int kind,
                      double share, const double *panel, double *rest);

/* Those that have become less than what came after them wait no longer; true when the step is free. */
bool thud_modal_thin_out(thud_simulation *simulation, thud_modal_peaks *peaks, thud_modal_kept *step);

/* One level closer, for the steps at that level. */
void thud_modal_look_closer(thud_simulation *simulation, thud_modal_peaks *peaks, int level);

#endif
