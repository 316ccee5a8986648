/* Peaks of all bodies along exact steps of modes: the ends of steps, and what waits between them. */
#include "simulate/modal/modal_peaks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "simulate/accounts/arc.h"
#include "simulate/matrices.h"
#include "simulate/modal/modal_search.h"
#include "simulate/state.h"

enum {
    WAITING = 256, /* for each body, on the average */
    FEW_PARTS = 4,
    MOST_PARTS = 4000, /* of a step */
    WIDTH = THUD_MODAL_ORDER + 1,
};

/* rad: no part of a step turns the fastest mode by more, so that its series has few terms */
static const double MOST_TURN = 0.8;

void thud_modal_peaks_free(thud_modal_peaks *p) {
    if (!p) return;
    free(p->numbers);
    free(p->list);
    free(p);
}

void thud_modal_peaks_restart(thud_modal_peaks *p) {
    p->count = p->used = p->so_far = 0;
    p->empty = THUD_MODAL_NONE;
    for (size_t i = 0; i < THUD_MODAL_KEPT; i++) {
        p->step[i].first = THUD_MODAL_NONE;
        p->step[i].count = 0;
    }
}

static double fastest(const thud_modal *m) {
    double most = 0;
    for (size_t j = 0; j < m->n; j++) most = fmax(most, fmax(sqrt(m->square[j]), m->drag[j]));
    return most;
}

static bool lay_out(thud_modal_peaks *p) {
    const size_t n = p->modal->n;
    enum { SINGLE = 6 };
    const size_t all = 2 * THUD_MODAL_KINDS * THUD_PANEL_WIDE + 2 * THUD_MODAL_KINDS + 2 * THUD_MODAL_STATES +
                       2 * THUD_MODAL_KEPT + WIDTH + SINGLE + 2 * THUD_MODAL_STEP_ARRAYS;
    p->limit = WAITING * n;
    p->list = malloc(p->limit * sizeof *p->list);
    p->numbers = calloc(all * n, sizeof *p->numbers);
    if (!p->list || !p->numbers) return false;
    double *next = p->numbers;
    p->panel = next;
    next += THUD_MODAL_KINDS * THUD_PANEL_WIDE * n;
    p->inside = next;
    next += THUD_MODAL_KINDS * THUD_PANEL_WIDE * n;
    p->before = next;
    next += THUD_MODAL_KINDS * n;
    p->rest = next;
    next += THUD_MODAL_KINDS * n;
    p->taylor = next;
    next += WIDTH * n;
    double **const single[SINGLE] = {&p->q, &p->r, &p->next_q, &p->next_r, &p->next_a, &p->jerk};
    for (size_t i = 0; i < SINGLE; i++, next += n) *single[i] = next;
    for (size_t i = 0; i < THUD_MODAL_STATES; i++, next += 2 * n) {
        p->state[i].q = next;
        p->state[i].r = next + n;
    }
    for (size_t i = 0; i < THUD_MODAL_KEPT; i++, next += 2 * n) {
        p->step[i].q = next;
        p->step[i].r = next + n;
    }
    const thud_modal *m = p->modal;
    double *other = next + THUD_MODAL_STEP_ARRAYS * n;
    return thud_modal_step_init(&p->part, n, p->h / (double)p->parts, m->square, m->drag, m->load, false, next) &&
           thud_modal_step_init(&p->few_part, n, p->h / (double)p->few, m->square, m->drag, m->load, false, other);
}

thud_modal_peaks *thud_modal_peaks_create(const thud_modal *m, double h) {
    const double parts = ceil(fastest(m) * h / MOST_TURN);
    thud_modal_peaks *p = parts <= MOST_PARTS ? calloc(1, sizeof *p) : NULL;
    if (!p) return NULL;
    p->modal = m;
    p->h = h;
    p->parts = parts > 1 ? (size_t)parts : 1;
    p->few = p->parts < FEW_PARTS ? p->parts : FEW_PARTS;
    if (!lay_out(p)) {
        thud_modal_peaks_free(p);
        return NULL;
    }
    thud_modal_peaks_restart(p);
    return p;
}

/* ---- those that wait ---- */

/* none waits for longer that has been searched */
static void leave_all(thud_modal_peaks *p) {
    for (size_t i = 0; i < THUD_MODAL_KEPT; i++) {
        p->step[i].first = THUD_MODAL_NONE;
        p->step[i].count = 0;
    }
    p->used = 0;
    p->empty = THUD_MODAL_NONE;
}

/* a step that is free; THUD_MODAL_NONE when all are taken */
static size_t find_free(const thud_modal_peaks *p) {
    for (size_t i = 0; i < THUD_MODAL_KEPT; i++)
        if (p->step[i].count == 0) return i;
    return THUD_MODAL_NONE;
}

/* at least half of them, and as many places to wait */
static void make_room(thud_simulation *sim, thud_modal_peaks *p) {
    for (int level = THUD_MODAL_BY_ENDS; level < THUD_MODAL_SEARCHED; level++) {
        size_t taken = 0, places = 0;
        thud_modal_look_closer(sim, p, level);
        for (size_t i = 0; i < THUD_MODAL_KEPT; i++) {
            taken += !thud_modal_thin_out(sim, p, &p->step[i]);
            places += p->step[i].count;
        }
        if (taken <= THUD_MODAL_KEPT / 2 && places <= p->limit / 2) return;
    }
    leave_all(p);
}

static void wait(thud_simulation *sim, thud_modal_peaks *p, size_t state, size_t body, int kind, double bound) {
    if (p->empty == THUD_MODAL_NONE && p->used == p->limit) make_room(sim, p);
    size_t *at = &p->keeping[state];
    const size_t number = p->so_far + state;
    const thud_modal_kept *last = *at == THUD_MODAL_NONE ? NULL : &p->step[*at];
    if (!last || last->count == 0 || last->state != number || last->level != THUD_MODAL_BY_ENDS) {
        *at = find_free(p);
        if (*at == THUD_MODAL_NONE) make_room(sim, p);
        if (*at == THUD_MODAL_NONE) *at = find_free(p);
        thud_modal_kept *step = &p->step[*at];
        step->level = THUD_MODAL_BY_ENDS;
        step->state = number;
        memcpy(step->q, p->state[state].q, p->modal->n * sizeof *step->q);
        memcpy(step->r, p->state[state].r, p->modal->n * sizeof *step->r);
        step->g0 = p->state[state].from;
        step->g1 = p->state[state].ground;
    }
    thud_modal_kept *step = &p->step[*at];
    const size_t place = p->empty != THUD_MODAL_NONE ? p->empty : p->used++;
    if (place == p->empty) p->empty = p->list[place].next;
    p->list[place] = (thud_modal_waiting){.body = body, .next = step->first, .kind = kind, .bound = bound};
    step->first = place;
    step->count++;
}

/* ---- the ends of steps ---- */

static void look_inside(thud_simulation *sim, thud_modal_peaks *p, size_t state, size_t body, const double *from,
                        const double *to, double share, const double *rest) {
    const double *bend = p->state[state].bend;
    const double slope[2] = {from[2] - share * p->state[state].from, to[2] - share * p->state[state].ground};
    const thud_arc arcs[THUD_MODAL_KINDS] = {{from[0], to[0], bend[0], from[1], to[1], bend[1]},
                                             {from[1], to[1], bend[1], slope[0], slope[1], bend[2]},
                                             {.from = from[2], .to = to[2], .off = bend[2]}};
    for (int kind = 0; kind < THUD_MODAL_KINDS; kind++) {
        const thud_arc *arc = &arcs[kind];
        double *peak = thud_modal_peak_of(sim, body, kind);
        if (fmax(fabs(arc->from), fabs(arc->to)) + arc->off + rest[kind] <= *peak) continue;
        const double most = thud_arc_most(arc->from, arc->to, arc->off) + rest[kind];
        /* ends that are not known to the last bit are no peaks yet */
        const bool exact = rest[0] == 0 && rest[1] == 0 && rest[2] == 0;
        if (most > *peak && (!exact || thud_arc_turns(arc, peak))) wait(sim, p, state, body, kind, most);
    }
}

/* the states of a body one after the other: first their own values, then what lies between them; `rest` is what
 * modes that are left out may add to the state before the first, and to these */
static void look_at_body(thud_simulation *sim, thud_modal_peaks *p, size_t place,
                         double (*values)[THUD_MODAL_STATES], const double *rest_before, const double *rest) {
    const size_t body = p->modal->body[place];
    const double share = thud_structure_influence(sim, body);
    double *before = p->before + THUD_MODAL_KINDS * place, from[THUD_MODAL_KINDS], to[THUD_MODAL_KINDS];
    for (int kind = 0; kind < THUD_MODAL_KINDS; kind++) {
        double *peak = thud_modal_peak_of(sim, body, kind), most = 0;
        for (size_t i = 0; i < p->count; i++) {
            if (kind == 2) values[kind][i] += share * p->state[i].ground;
            most = thud_larger(most, fabs(values[kind][i]));
        }
        *peak = thud_larger(*peak, most - rest[kind]);
    }
    memcpy(from, before, sizeof from);
    for (size_t i = 0; i < p->count; i++) {
        for (int kind = 0; kind < THUD_MODAL_KINDS; kind++) to[kind] = values[kind][i];
        if (!p->state[i].begins) look_inside(sim, p, i, body, from, to, share, i == 0 ? rest_before : rest);
        memcpy(from, to, sizeof from);
    }
    memcpy(before, to, sizeof to);
}

static void look_at_group(thud_simulation *sim, thud_modal_peaks *p, size_t group) {
    const thud_modal *m = p->modal;
    const thud_modal_group *g = &m->groups[group];
    double tile[THUD_PANEL_ROWS * THUD_PANEL_WIDE], values[THUD_PANEL_ROWS][THUD_MODAL_KINDS][THUD_MODAL_STATES];
    double rest[THUD_MODAL_KINDS], rest_before[THUD_MODAL_KINDS];
    size_t modes[THUD_MODAL_KINDS];
    for (int kind = 0; kind < THUD_MODAL_KINDS; kind++) {
        modes[kind] =
            thud_modal_cut(sim, m, g, kind, 1, p->panel + THUD_PANEL_WIDE * (size_t)kind * m->n, &rest[kind]);
        rest_before[kind] = thud_larger(p->rest[THUD_MODAL_KINDS * group + (size_t)kind], rest[kind]);
        p->rest[THUD_MODAL_KINDS * group + (size_t)kind] = rest[kind];
    }
    for (size_t i = 0; i < g->count; i += THUD_PANEL_ROWS) {
        const double *rows[THUD_PANEL_ROWS];
        for (size_t r = 0; r < THUD_PANEL_ROWS; r++) rows[r] = g->shape + (i + r < g->count ? i + r : i) * g->count;
        for (size_t kind = 0; kind < THUD_MODAL_KINDS; kind++) {
            thud_panel_product(rows, p->panel + THUD_PANEL_WIDE * (kind * m->n + g->first), modes[kind], tile);
            for (size_t r = 0; r < THUD_PANEL_ROWS; r++)
                memcpy(values[r][kind], tile + r * THUD_PANEL_WIDE, sizeof values[r][kind]);
        }
        for (size_t r = 0; r < THUD_PANEL_ROWS && i + r < g->count; r++)
            look_at_body(sim, p, g->first + i + r, values[r], rest_before, rest);
    }
}

/* all bodies in the states that are there */
static void look_at_states(thud_simulation *sim, thud_modal_peaks *p) {
    if (p->count == 0) return;
    for (size_t i = 0; i < THUD_MODAL_STATES; i++) p->keeping[i] = THUD_MODAL_NONE;
    for (size_t k = 0; k < p->modal->group_count; k++) look_at_group(sim, p, k);
    p->so_far += p->count;
    p->count = 0;
}

static void add(thud_simulation *sim, thud_modal_peaks *p, const thud_modal_state *state) {
    const double *const values[THUD_MODAL_KINDS] = {state->q, state->r, state->a};
    for (size_t kind = 0; kind < THUD_MODAL_KINDS; kind++) {
        double *panel = p->panel + THUD_PANEL_WIDE * kind * p->modal->n + p->count;
        for (size_t j = 0; j < p->modal->n; j++) panel[THUD_PANEL_WIDE * j] = values[kind][j];
    }
    p->state[p->count].ground = state->ground;
    if (++p->count == THUD_MODAL_STATES) look_at_states(sim, p);
}

void thud_modal_peaks_begin(thud_simulation *sim, thud_modal_peaks *p, const thud_modal_state *state) {
    p->state[p->count].begins = true;
    add(sim, p, state);
}

void thud_modal_peaks_add(thud_simulation *sim, thud_modal_peaks *p, const thud_modal_state *from,
                          const thud_modal_state *to, const double bend[THUD_MODAL_KINDS]) {
    const size_t i = p->count, size = p->modal->n * sizeof(double);
    p->state[i].begins = false;
    p->state[i].from = from->ground;
    memcpy(p->state[i].bend, bend, sizeof p->state[i].bend);
    memcpy(p->state[i].q, from->q, size);
    memcpy(p->state[i].r, from->r, size);
    add(sim, p, to);
}

void thud_modal_peaks_settle(thud_simulation *sim, thud_modal_peaks *p) {
    look_at_states(sim, p);
    for (int level = THUD_MODAL_BY_ENDS; level < THUD_MODAL_SEARCHED; level++)
        thud_modal_look_closer(sim, p, level);
    leave_all(p);
}
