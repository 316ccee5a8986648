/*
 * Peaks inside of steps, looked at later. While a motion grows one peak follows the other, each to be forgotten
 * with the next: a step that has one is kept with a bound of it, and searched when the run is over, or when there
 * is no more room; in between most have become less than what came after them. Until then the larger end counts.
 *
 * What is kept of a step is the modes at its start and the two samples of the record, from which their series
 * follow, and the constant forces of links.
 */
#include <stdlib.h>
#include <string.h>

#include "simulate/record/flow_inside.h"
#include "simulate/state.h"

enum { KEPT = 64, EACH = 4, ORDER = THUD_FLOW_WIDTH - 1, OF_BODIES = THUD_FLOW_DEFORMATION };

typedef struct kept {
    size_t waiting; /* peaks in it that have not been searched for */
    double g0, g1;  /* of the ground */
    double *q, *r, *unloaded, *offset;
} kept;

struct thud_flow_later {
    size_t n, links;
    kept step[KEPT];
    int now;                /* where the present step is kept; −1: it is not */
    int turn;               /* which is next to make room */
    bool bounded;           /* of the present step: whether the next are known */
    double *third, *fourth; /* [n] of modes: the largest derivatives of q̈ */
    /* [EACH × (3 × bodies + 2 × links)] bounds of peaks that wait, and the kept step; −1: none */
    double *bound;
    int *where;
    double *numbers; /* of all kept steps */
};

/* places to wait, several for each peak */
static size_t places_of(size_t n, size_t links) { return EACH * (OF_BODIES * n + 2 * links); }

void thud_flow_later_free(thud_flow_later *l) {
    if (!l) return;
    free(l->bound);
    free(l->where);
    free(l->numbers);
    free(l);
}

thud_flow_later *thud_flow_later_create(size_t n, size_t links) {
    thud_flow_later *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    size_t each = 3 * n + links;
    *l = (thud_flow_later){.n = n,
                           .links = links,
                           .bound = calloc(places_of(n, links), sizeof(double)),
                           .where = calloc(places_of(n, links), sizeof(int)),
                           .numbers = calloc(KEPT * each + 2 * n, sizeof(double))};
    if (!l->bound || !l->where || !l->numbers) {
        thud_flow_later_free(l);
        return NULL;
    }
    l->third = l->numbers + KEPT * each;
    l->fourth = l->third + n;
    for (size_t i = 0; i < KEPT; i++) {
        double *start = l->numbers + i * each;
        l->step[i] = (kept){.q = start, .r = start + n, .unloaded = start + 2 * n, .offset = start + 3 * n};
    }
    thud_flow_later_restart(l);
    return l;
}

void thud_flow_later_restart(thud_flow_later *l) {
    for (size_t i = 0; i < places_of(l->n, l->links); i++) l->where[i] = -1;
    for (size_t i = 0; i < KEPT; i++) l->step[i].waiting = 0;
    l->now = -1;
    l->turn = 0;
}

void thud_flow_later_begin(thud_flow_later *l) {
    l->now = -1;
    l->bounded = false;
}

/* ---- searches ---- */

static double *peak_of(thud_simulation *sim, const thud_flow *f, size_t number) {
    size_t n = f->n, links = sim->links.count;
    if (number < n) return &f->top_x[number];
    if (number < 2 * n) return &f->top_v[number - n];
    if (number < OF_BODIES * n) return &f->top_a[number - 2 * n];
    thud_link_summary *result = &sim->links.results[(number - OF_BODIES * n) % links];
    return number < OF_BODIES * n + links ? &result->max_deformation : &result->max_force;
}

/* cₖ of the derivative */
static void derive(double *c, int order) {
    for (int k = 0; k < order; k++) c[k] = (k + 1) * c[k + 1];
}

/* of a body, in the kept step */
static void combine(const thud_flow *f, const kept *step, thud_body body, double *c) {
    memset(c, 0, THUD_FLOW_WIDTH * sizeof *c);
    if (body < 0) return;
    thud_flow_combine_series(f, (size_t)body, c);
    c[0] += step->unloaded[body];
}

static int expand_body(const thud_flow *f, const kept *step, size_t body, size_t kind, double *c) {
    combine(f, step, (thud_body)body, c);
    if (kind >= 1) derive(c, ORDER);
    if (kind < 2) return ORDER - (int)kind;
    derive(c, ORDER - 1);
    c[0] += step->g0;
    c[1] += (step->g1 - step->g0) / f->h;
    return ORDER - 2;
}

static int expand_link(const thud_simulation *sim, const thud_flow *f, const kept *step, size_t number, bool force,
                       double *c) {
    const thud_body_link *l = &sim->links.list[number];
    double left[THUD_FLOW_WIDTH];
    combine(f, step, l->right, c);
    combine(f, step, l->left, left);
    for (int k = 0; k <= ORDER; k++) c[k] -= left[k];
    if (!force) return ORDER;
    for (int k = 0; k < ORDER; k++) c[k] = l->given->stiffness * c[k] + l->drag * ((k + 1) * c[k + 1]);
    c[0] += step->offset[number];
    return ORDER - 1;
}

static void expand_modes(const thud_simulation *sim, const thud_flow *f, const kept *step) {
    double gravity = sim->structure.gravity;
    thud_flow_expand_modes(f, step->q, step->r, step->g0 - gravity, step->g1 - gravity);
}

/* the modes are expanded */
static void search(thud_simulation *sim, thud_flow *f, size_t place, const double *power) {
    thud_flow_later *l = f->later;
    size_t n = l->n, links = l->links, number = place / EACH;
    kept *step = &l->step[l->where[place]];
    double c[THUD_FLOW_WIDTH];
    int order = number < OF_BODIES * n ? expand_body(f, step, number % n, number / n, c)
                                       : expand_link(sim, f, step, (number - OF_BODIES * n) % links,
                                                     number >= OF_BODIES * n + links, c);
    thud_peak_raise(peak_of(sim, f, number), c, order, power);
}

static void leave(thud_flow_later *l, size_t place) {
    l->step[l->where[place]].waiting--;
    l->where[place] = -1;
}

static bool counts(thud_simulation *sim, const thud_flow *f, size_t place) {
    const thud_flow_later *l = f->later;
    return l->bound[place] > *peak_of(sim, f, place / EACH);
}

static void search_one(thud_simulation *sim, thud_flow *f, size_t place) {
    thud_flow_later *l = f->later;
    double power[THUD_FLOW_WIDTH];
    expand_modes(sim, f, &l->step[l->where[place]]);
    thud_peak_powers(f->h, ORDER, power);
    search(sim, f, place, power);
}

/* all that wait for a step */
static void search_step(thud_simulation *sim, thud_flow *f, int step) {
    thud_flow_later *l = f->later;
    double power[THUD_FLOW_WIDTH];
    bool expanded = false;
    for (size_t i = 0; i < places_of(l->n, l->links) && l->step[step].waiting > 0; i++) {
        if (l->where[i] != step) continue;
        if (counts(sim, f, i)) {
            if (!expanded) expand_modes(sim, f, &l->step[step]);
            if (!expanded) thud_peak_powers(f->h, ORDER, power);
            expanded = true;
            search(sim, f, i, power);
        }
        leave(l, i);
    }
}

/* ---- steps ---- */

/* −1: there is none */
static int find_empty(const thud_flow_later *l) {
    for (int i = 0; i < KEPT; i++)
        if (l->step[i].waiting == 0) return i;
    return -1;
}

/* those that have become less than what came after them need not wait any more; one step is searched if that is not
 * enough */
static int find_room(thud_simulation *sim, thud_flow *f) {
    thud_flow_later *l = f->later;
    int empty = find_empty(l);
    if (empty >= 0) return empty;
    for (size_t i = 0; i < places_of(l->n, l->links); i++)
        if (l->where[i] >= 0 && !counts(sim, f, i)) leave(l, i);
    empty = find_empty(l);
    if (empty >= 0) return empty;
    int step = l->turn;
    l->turn = (step + 1) % KEPT;
    search_step(sim, f, step);
    return step;
}

static void keep(thud_simulation *sim, thud_flow *f, double g0, double g1) {
    thud_flow_later *l = f->later;
    size_t size = l->n * sizeof(double);
    l->now = find_room(sim, f);
    kept *step = &l->step[l->now];
    step->g0 = g0;
    step->g1 = g1;
    memcpy(step->q, f->q0, size);
    memcpy(step->r, f->r0, size);
    memcpy(step->unloaded, f->unloaded, size);
    if (l->links > 0) memcpy(step->offset, f->links.offset, l->links * sizeof(double));
}

/* Σ |φ| of the modes' bounds, φ being the difference between two bodies where there are two */
static double weigh(const thud_flow *f, thud_body right, thud_body left, const double *bound) {
    const double *r = right >= 0 ? f->shape + (size_t)right * f->n : NULL,
                 *l = left >= 0 ? f->shape + (size_t)left * f->n : NULL;
    size_t first = f->first[right >= 0 ? right : left], past = f->past[right >= 0 ? right : left];
    if (r && l && f->first[left] < first) first = f->first[left];
    if (r && l && f->past[left] > past) past = f->past[left];
    double sum = 0;
    for (size_t j = first; j < past; j++) sum += fabs((r ? r[j] : 0) - (l ? l[j] : 0)) * bound[j];
    return sum;
}

/* what the cubic through ends and slopes may be off by: h⁴/384 times the largest fourth derivative */
static double rest_of(const thud_simulation *sim, thud_flow *f, thud_flow_peak kind, size_t of, double g0,
                      double g1) {
    thud_flow_later *l = f->later;
    double h = f->h, share = h * h * h * h / 384, gravity = sim->structure.gravity;
    thud_body right = (thud_body)of, left = THUD_BODY_GROUND;
    if (kind >= THUD_FLOW_DEFORMATION) {
        right = sim->links.list[of].right;
        left = sim->links.list[of].left;
    }
    if (!l->bounded) thud_flow_bound_higher(f, g0 - gravity, g1 - gravity, l->third, l->fourth);
    l->bounded = true;
    if (kind == THUD_FLOW_VELOCITY) return share * weigh(f, right, left, l->third);
    if (kind == THUD_FLOW_ACCELERATION) return share * weigh(f, right, left, l->fourth);
    double of_x = h * h / 48 * weigh(f, right, left, f->bent_q); /* h²/8 of the second derivative of q̈ */
    if (kind != THUD_FLOW_FORCE) return of_x;
    return fabs(f->links.stiffness[of]) * of_x + f->links.drag[of] * share * weigh(f, right, left, l->third);
}

/* the largest |f| of that cubic between the ends; 0 where it has none */
static double summit(const thud_arc *c, double h) {
    double rise = c->to - c->from, s0 = h * c->slope_from, s1 = h * c->slope_to;
    double square = 3 * rise - 2 * s0 - s1, cube = s0 + s1 - 2 * rise, a = 3 * cube, most = 0;
    double under = square * square - a * s0;
    if (!(under >= 0)) return 0;
    double q = -(square + copysign(sqrt(under), square)), place[2] = {q / a, s0 / q};
    for (int i = 0; i < 2; i++) {
        double t = place[i];
        if (!(t > 0 && t < 1)) continue;
        most = thud_larger(most, fabs(c->from + t * (s0 + t * (square + t * cube))));
    }
    return most;
}

static size_t number_of(const thud_flow_later *l, thud_flow_peak kind, size_t of) {
    size_t bodies = (size_t)kind < OF_BODIES ? (size_t)kind : OF_BODIES;
    return bodies * l->n + (kind == THUD_FLOW_FORCE ? l->links : 0) + of;
}

/* where one more of a peak may wait: those that do not count any more leave, and one is searched if none has */
static size_t find_place(thud_simulation *sim, thud_flow *f, size_t number) {
    thud_flow_later *l = f->later;
    size_t first = number * EACH, place = first + EACH;
    for (size_t i = first; i < first + EACH; i++) {
        if (l->where[i] >= 0 && !counts(sim, f, i)) leave(l, i);
        if (l->where[i] < 0) place = i;
    }
    if (place < first + EACH) return place;
    search_one(sim, f, first);
    leave(l, first);
    return first;
}

bool thud_flow_later_add(thud_simulation *sim, thud_flow *f, thud_flow_peak kind, size_t of, const thud_arc *arc,
                         double g0, double g1) {
    thud_flow_later *l = f->later;
    if (!l) return false;
    size_t number = number_of(l, kind, of);
    double rest = rest_of(sim, f, kind, of, g0, g1), top = summit(arc, f->h),
           ends = thud_larger(fabs(arc->from), fabs(arc->to)), bound = thud_larger(ends, top) + rest;
    double *peak = peak_of(sim, f, number), least = thud_larger(ends, top - rest);
    if (least > *peak) *peak = least;
    if (bound <= *peak) return true;
    if (l->now < 0) keep(sim, f, g0, g1);
    size_t place = find_place(sim, f, number);
    l->where[place] = l->now;
    l->bound[place] = bound;
    l->step[l->now].waiting++;
    return true;
}

void thud_flow_settle(thud_simulation *sim, thud_flow *f) {
    if (!f->later) return;
    thud_flow_take_peaks(sim, f);
    for (int i = 0; i < KEPT; i++)
        if (f->later->step[i].waiting > 0) search_step(sim, f, i);
    thud_flow_give_peaks(sim, f);
}
