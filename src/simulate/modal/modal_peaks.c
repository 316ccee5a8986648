/* Peaks of all bodies along exact steps of modes. */
#include "simulate/modal/modal_peaks.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/matrix/panel.h"
#include "numeric/quad.h"
#include "numeric/series/power_series.h"
#include "numeric/wide.h"
#include "simulate/accounts/arc.h"
#include "simulate/matrices.h"
#include "simulate/series/series_bodies.h"
#include "simulate/state.h"

enum {
    KINDS = 3,                /* displacement, velocity, acceleration */
    STATES = THUD_PANEL_WIDE, /* at a time */
    KEPT = 256,
    WAITING = 32, /* for each body, on the average */
    FEW_PARTS = 4,
    FEW_MODES = 128,   /* so few are all looked at */
    MOST_PARTS = 4000, /* of a step */
    ORDER = 16,
    WIDTH = ORDER + 1,
};

/* rad: no part of a step turns the fastest mode by more, so that its series has ORDER terms */
static const double MOST_TURN = 0.8;

/* of the mean peak so far: what modes are left out may add to a body, by kind, at the ends of steps; and how much
 * less in parts of them */
static const double LEFT_OUT[KINDS] = {0.002, 0.004, 0.02}, CLOSER[] = {0.5, 0.1};

/* A step in which peaks may lie, and the first of them. */
typedef struct kept {
    double *q, *r; /* [n] at its start */
    double g0, g1; /* of the ground */
    size_t first, count;
    int level;    /* how closely it has been looked at */
    size_t state; /* the number of the state that it leads to, of all so far */
} kept;

static const size_t NONE = SIZE_MAX;

/* A peak of a body that waits: what it is at most, and the next one in the same step. */
typedef struct waiting {
    size_t body, next;
    int kind;
    double bound;
    double from, slope; /* at the start of the part that is looked at */
    double most;        /* in the parts before it, at most */
    double rest;        /* what modes that were left out may add to `from` */
} waiting;

struct thud_modal_peaks {
    const thud_modal *modal;
    double h;
    size_t parts, few;
    thud_modal_step part, few_part; /* the shortest parts, in which it turns by little, and longer ones */

    size_t count, so_far; /* of states; of those before them */
    struct {
        bool begins; /* no step leads to it */
        double ground, bend[KINDS];
        double *q, *r; /* [n] at the start of the step that leads to it */
        double from;   /* the ground there */
    } state[STATES];
    double *panel;  /* [KINDS][n × 12] */
    double *inside; /* [KINDS][n × 12] instants of a step that is refined */
    double *before; /* [n × 3] of bodies by place: the state before the first */
    double *rest;   /* [n × 3] by group: what modes that were left out add to it at most */

    kept step[KEPT];
    size_t keeping[STATES]; /* where the step that leads to a state is kept */
    waiting *list;
    size_t used, limit, empty; /* `empty`: the first of those that were left */
    double *taylor;            /* [WIDTH × n] */
    double *q, *r, *next_q, *next_r, *next_a, *jerk;
    double *numbers;
};

void thud_modal_peaks_free(thud_modal_peaks *p) {
    if (!p) return;
    free(p->numbers);
    free(p->list);
    free(p);
}

void thud_modal_peaks_restart(thud_modal_peaks *p) {
    p->count = p->used = p->so_far = 0;
    p->empty = NONE;
    for (size_t i = 0; i < KEPT; i++) {
        p->step[i].first = NONE;
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
    const size_t all = 2 * KINDS * THUD_PANEL_WIDE + 2 * KINDS + 2 * STATES + 2 * KEPT + WIDTH + SINGLE +
                       2 * THUD_MODAL_STEP_ARRAYS;
    p->limit = WAITING * n;
    p->list = malloc(p->limit * sizeof *p->list);
    p->numbers = calloc(all * n, sizeof *p->numbers);
    if (!p->list || !p->numbers) return false;
    double *next = p->numbers;
    p->panel = next;
    next += KINDS * THUD_PANEL_WIDE * n;
    p->inside = next;
    next += KINDS * THUD_PANEL_WIDE * n;
    p->before = next;
    next += KINDS * n;
    p->rest = next;
    next += KINDS * n;
    p->taylor = next;
    next += WIDTH * n;
    double **const single[SINGLE] = {&p->q, &p->r, &p->next_q, &p->next_r, &p->next_a, &p->jerk};
    for (size_t i = 0; i < SINGLE; i++, next += n) *single[i] = next;
    for (size_t i = 0; i < STATES; i++, next += 2 * n) {
        p->state[i].q = next;
        p->state[i].r = next + n;
    }
    for (size_t i = 0; i < KEPT; i++, next += 2 * n) {
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

/* ---- modes that matter ---- */

static double *peak_of(thud_simulation *sim, size_t body, int kind) {
    thud_body_summary *peaks = &sim->accounts.bodies[body];
    return kind == 0 ? &peaks->max_displacement : kind == 1 ? &peaks->max_velocity : &peaks->max_acceleration;
}

static double mean_peak(thud_simulation *sim, const thud_modal *m, const thud_modal_group *g, int kind) {
    double sum = 0;
    for (size_t i = 0; i < g->count; i++) sum += *peak_of(sim, m->body[g->first + i], kind);
    return sum / (double)g->count;
}

/* How many modes of a group, from the slowest on, matter in a panel; and what the others may add, all of them and
 * to any body: a share of its mean peak at most. */
THUD_WIDE static size_t cut_at(size_t count, const double *largest, const double *panel, double limit,
                               double *rest) {
    for (; count > 1; count--) {
        const double *row = panel + THUD_PANEL_WIDE * (count - 1);
        thud_quad_bits most = {0};
        thud_quad x;
        for (size_t c = 0; c < THUD_PANEL_WIDE; c += THUD_QUAD) {
            thud_quad_take(&x, row + c);
            thud_quad_larger(&most, &x);
        }
        const double more = *rest + largest[count - 1] * thud_quad_largest(&most);
        if (!(more <= limit)) return count;
        *rest = more;
    }
    return count;
}

static size_t cut(thud_simulation *sim, const thud_modal *m, const thud_modal_group *g, int kind, double share,
                  const double *panel, double *rest) {
    *rest = 0;
    if (g->count < FEW_MODES) return g->count;
    const double limit = share * LEFT_OUT[kind] * mean_peak(sim, m, g, kind);
    return cut_at(g->count, m->largest + g->first, panel + THUD_PANEL_WIDE * g->first, limit, rest);
}

/* ---- searches ---- */

/* the series of all modes along a part, from where it begins */
static void expand(thud_modal_peaks *p, double g0, double slope) {
    const thud_modal *m = p->modal;
    const size_t n = m->n;
    double *c = p->taylor;
    memcpy(c, p->q, n * sizeof *c);
    memcpy(c + n, p->r, n * sizeof *c);
    for (int k = 0; k + 2 < WIDTH; k++, c += n) {
        const double over = 1.0 / (k + 2), share = over / (k + 1), load = k == 0 ? g0 : k == 1 ? slope : 0;
        for (size_t j = 0; j < n; j++)
            c[2 * n + j] = (m->load[j] * load - m->square[j] * c[j]) * share - m->drag[j] * c[n + j] * over;
    }
}

static void search(thud_simulation *sim, const thud_modal_peaks *p, const waiting *w, double ground, double slope,
                   const double *power) {
    double c[WIDTH];
    int order = ORDER;
    for (int k = 0; k <= ORDER; k++)
        c[k] = thud_modal_of_body(p->modal, w->body, p->taylor + (size_t)k * p->modal->n);
    for (int i = 0; i < w->kind; i++, order--)
        for (int k = 0; k < order; k++) c[k] = (k + 1) * c[k + 1];
    if (w->kind == 2) {
        const double share = thud_structure_influence(sim, w->body);
        c[0] += share * ground;
        c[1] += share * slope;
    }
    thud_peak_raise(peak_of(sim, w->body, w->kind), c, order, power);
}

/* the value of a body, and its slope, by the modes at an instant */
static void look(const thud_simulation *sim, const thud_modal_peaks *p, const waiting *w,
                 const double *const *modes, double ground, double rise, double *value, double *slope) {
    const double share = w->kind == 2 ? thud_structure_influence(sim, w->body) : 0;
    *value = thud_modal_of_body(p->modal, w->body, modes[w->kind]) + share * ground;
    *slope = thud_modal_of_body(p->modal, w->body, modes[w->kind + 1]) + share * rise;
}

/* q⃛, of the state whose q̈ is next_a */
static void find_jerk(thud_modal_peaks *p, const double *r, double rise) {
    const thud_modal *m = p->modal;
    for (size_t j = 0; j < m->n; j++)
        p->jerk[j] = m->load[j] * rise - (m->square[j] * r[j] + m->drag[j] * p->next_a[j]);
}

/* one part, from the ground at g0 on: its peaks, where bounds leave room for them */
static void search_part(thud_simulation *sim, thud_modal_peaks *p, const kept *step, double ground, double slope,
                        const double *power) {
    const double gravity = sim->structure.gravity, end = ground + slope * p->part.h;
    const double *const modes[] = {p->next_q, p->next_r, p->next_a, p->jerk};
    double bend[KINDS + 1];
    bool expanded = false;
    thud_modal_step_bends(&p->part, p->modal->largest, p->q, p->r, ground - gravity, end - gravity, bend);
    thud_modal_step_take(&p->part, p->q, p->r, ground - gravity, end - gravity, p->next_q, p->next_r, p->next_a);
    find_jerk(p, p->next_r, slope);
    for (size_t i = step->first; i != NONE; i = p->list[i].next) {
        waiting *w = &p->list[i];
        double *peak = peak_of(sim, w->body, w->kind), to, rise;
        if (w->bound <= *peak) continue;
        look(sim, p, w, modes, end, slope, &to, &rise);
        const thud_arc arc = {w->from, to, bend[w->kind], w->slope, rise, bend[w->kind + 1]};
        w->from = to;
        w->slope = rise;
        if (!thud_arc_turns(&arc, peak)) continue;
        if (!expanded) expand(p, ground - gravity, slope);
        expanded = true;
        search(sim, p, w, ground, slope, power);
    }
}

static void swap(double **a, double **b) {
    double *held = *a;
    *a = *b;
    *b = held;
}

/* to the start of a step */
static void go_to(const thud_simulation *sim, thud_modal_peaks *p, const kept *step) {
    const thud_modal *m = p->modal;
    const double g = step->g0 - sim->structure.gravity;
    memcpy(p->q, step->q, m->n * sizeof *p->q);
    memcpy(p->r, step->r, m->n * sizeof *p->r);
    for (size_t j = 0; j < m->n; j++)
        p->next_a[j] = m->load[j] * g - (m->square[j] * p->q[j] + m->drag[j] * p->r[j]);
}

static void search_step(thud_simulation *sim, thud_modal_peaks *p, kept *step) {
    const double slope = (step->g1 - step->g0) / p->h;
    double power[WIDTH];
    go_to(sim, p, step);
    find_jerk(p, p->r, slope);
    for (size_t i = step->first; i != NONE; i = p->list[i].next) {
        waiting *w = &p->list[i];
        look(sim, p, w, (const double *const[]){p->q, p->r, p->next_a, p->jerk}, step->g0, slope, &w->from,
             &w->slope);
    }
    thud_peak_powers(p->part.h, ORDER, power);
    for (size_t k = 0; k < p->parts; k++) {
        search_part(sim, p, step, step->g0 + (double)k * p->part.h * slope, slope, power);
        swap(&p->q, &p->next_q);
        swap(&p->r, &p->next_r);
    }
}

/* ---- closer bounds ---- */

/* Columns of a panel: instants of a step, how far all may be off lines to them, and the ground. */
typedef struct instants {
    bool begins; /* the first is the start of the step */
    double share;
    /* modes that matter, of a group: none where it is not known yet */
    size_t group, modes[KINDS];
    double rest[KINDS];
    size_t count;
    double bend[THUD_PANEL_WIDE][KINDS + 1], ground[THUD_PANEL_WIDE];
} instants;

static void set_column(thud_modal_peaks *p, int kind, size_t column, const double *values) {
    double *panel = p->inside + (size_t)kind * THUD_PANEL_WIDE * p->modal->n + column;
    for (size_t j = 0; j < p->modal->n; j++, panel += THUD_PANEL_WIDE) *panel = values[j];
}

static void set_columns(thud_modal_peaks *p, size_t column) {
    set_column(p, 0, column, p->q);
    set_column(p, 1, column, p->r);
    set_column(p, 2, column, p->next_a);
}

/* the next instants of a step that is taken in parts, after those that are done */
static void fill_panels(const thud_simulation *sim, thud_modal_peaks *p, const kept *step,
                        const thud_modal_step *part, size_t parts, size_t done, instants *at) {
    const double slope = (step->g1 - step->g0) / p->h, gravity = sim->structure.gravity;
    at->begins = done == 0;
    at->group = NONE;
    at->count = 0;
    if (at->begins) {
        at->ground[at->count] = step->g0;
        set_columns(p, at->count++);
    }
    for (; at->count < THUD_PANEL_WIDE && done < parts; done++) {
        const size_t i = at->count++;
        const double from = step->g0 + (double)done * part->h * slope - gravity, to = from + part->h * slope;
        at->ground[i] = to + gravity;
        thud_modal_step_bends(part, p->modal->largest, p->q, p->r, from, to, at->bend[i]);
        thud_modal_step_take(part, p->q, p->r, from, to, p->next_q, p->next_r, p->next_a);
        swap(&p->q, &p->next_q);
        swap(&p->r, &p->next_r);
        set_columns(p, i);
    }
}

static void take_values(thud_simulation *sim, waiting *w, const instants *at, const double *values) {
    double *peak = peak_of(sim, w->body, w->kind);
    const double share = w->kind == 2 ? thud_structure_influence(sim, w->body) : 0;
    const double rest = at->rest[w->kind];
    for (size_t i = 0; i < at->count; i++) {
        const double to = values[i] + share * at->ground[i];
        *peak = thud_larger(*peak, fabs(to) - rest);
        if (i > 0 || !at->begins) {
            const double most = thud_arc_most(w->from, to, at->bend[i][w->kind]) + thud_larger(rest, w->rest);
            w->most = thud_larger(w->most, most);
        }
        w->from = to;
        w->rest = rest;
    }
}

/* up to four that wait in a row, of one kind and in one group of bodies; where the next ones begin */
static size_t take_some(thud_simulation *sim, thud_modal_peaks *p, size_t first, instants *at) {
    const thud_modal *m = p->modal;
    const waiting *head = &p->list[first];
    const double *rows[THUD_PANEL_ROWS];
    waiting *some[THUD_PANEL_ROWS];
    size_t count = 0, next = first, offset = 0, width = 0;
    double values[THUD_PANEL_ROWS * THUD_PANEL_WIDE];
    for (; next != NONE && count < THUD_PANEL_ROWS; count++, next = p->list[next].next) {
        waiting *w = &p->list[next];
        if (w->kind != head->kind || m->group[m->place[w->body]] != m->group[m->place[head->body]]) break;
        some[count] = w;
        rows[count] = thud_modal_row(m, w->body, &offset, &width);
    }
    for (size_t i = count; i < THUD_PANEL_ROWS; i++) rows[i] = rows[0];
    const double *panel = p->inside + THUD_PANEL_WIDE * (size_t)head->kind * m->n;
    const size_t group = m->group[m->place[head->body]];
    if (group != at->group) memset(at->modes, 0, sizeof at->modes);
    at->group = group;
    if (at->modes[head->kind] == 0)
        at->modes[head->kind] = cut(sim, m, &m->groups[group], head->kind, at->share, panel, &at->rest[head->kind]);
    thud_panel_product(rows, panel + THUD_PANEL_WIDE * offset, at->modes[head->kind], values);
    for (size_t i = 0; i < count; i++) take_values(sim, some[i], at, values + i * THUD_PANEL_WIDE);
    return next;
}

/* what waits in a step is looked at in parts: their ends, and bounds between them, which are closer */
static void refine(thud_simulation *sim, thud_modal_peaks *p, kept *step, const thud_modal_step *part, size_t parts,
                   double share) {
    instants at = {.share = share};
    go_to(sim, p, step);
    for (size_t i = step->first; i != NONE; i = p->list[i].next) p->list[i].most = 0;
    for (size_t done = 0; done < parts; done += at.count - at.begins) {
        fill_panels(sim, p, step, part, parts, done, &at);
        for (size_t i = step->first; i != NONE;) i = take_some(sim, p, i, &at);
    }
    for (size_t i = step->first; i != NONE; i = p->list[i].next) {
        waiting *w = &p->list[i];
        w->bound = w->most < w->bound ? w->most : w->bound;
    }
}

/* ---- those that wait ---- */

/* those that have become less than what came after them wait no longer; true when the step is free */
static bool thin_out(thud_simulation *sim, thud_modal_peaks *p, kept *step) {
    size_t *link = &step->first;
    while (*link != NONE) {
        waiting *w = &p->list[*link];
        if (w->bound > *peak_of(sim, w->body, w->kind)) {
            link = &w->next;
            continue;
        }
        const size_t left = *link;
        *link = w->next;
        w->next = p->empty;
        p->empty = left;
        step->count--;
    }
    return step->count == 0;
}

/* One level closer: what waits in a step, if it is still at that level. */
enum { BY_ENDS, BY_FEW_PARTS, BY_PARTS, SEARCHED };

static void look_closer(thud_simulation *sim, thud_modal_peaks *p, int level) {
    for (size_t i = 0; i < KEPT; i++) {
        kept *step = &p->step[i];
        if (thin_out(sim, p, step) || step->level != level) continue;
        if (level == BY_ENDS) refine(sim, p, step, &p->few_part, p->few, CLOSER[0]);
        if (level == BY_FEW_PARTS) refine(sim, p, step, &p->part, p->parts, CLOSER[1]);
        if (level == BY_PARTS) search_step(sim, p, step);
        step->level++;
    }
}

/* none waits for longer that has been searched */
static void leave_all(thud_modal_peaks *p) {
    for (size_t i = 0; i < KEPT; i++) {
        p->step[i].first = NONE;
        p->step[i].count = 0;
    }
    p->used = 0;
    p->empty = NONE;
}

/* a step that is free; NONE when all are taken */
static size_t find_free(const thud_modal_peaks *p) {
    for (size_t i = 0; i < KEPT; i++)
        if (p->step[i].count == 0) return i;
    return NONE;
}

/* at least half of them, and as many places to wait */
static void make_room(thud_simulation *sim, thud_modal_peaks *p) {
    for (int level = BY_ENDS; level < SEARCHED; level++) {
        size_t taken = 0, places = 0;
        look_closer(sim, p, level);
        for (size_t i = 0; i < KEPT; i++) {
            taken += !thin_out(sim, p, &p->step[i]);
            places += p->step[i].count;
        }
        if (taken <= KEPT / 2 && places <= p->limit / 2) return;
    }
    leave_all(p);
}

static void wait(thud_simulation *sim, thud_modal_peaks *p, size_t state, size_t body, int kind, double bound) {
    if (p->empty == NONE && p->used == p->limit) make_room(sim, p);
    size_t *at = &p->keeping[state];
    const size_t number = p->so_far + state;
    const kept *last = *at == NONE ? NULL : &p->step[*at];
    if (!last || last->count == 0 || last->state != number || last->level != BY_ENDS) {
        *at = find_free(p);
        if (*at == NONE) make_room(sim, p);
        if (*at == NONE) *at = find_free(p);
        kept *step = &p->step[*at];
        step->level = BY_ENDS;
        step->state = number;
        memcpy(step->q, p->state[state].q, p->modal->n * sizeof *step->q);
        memcpy(step->r, p->state[state].r, p->modal->n * sizeof *step->r);
        step->g0 = p->state[state].from;
        step->g1 = p->state[state].ground;
    }
    kept *step = &p->step[*at];
    const size_t place = p->empty != NONE ? p->empty : p->used++;
    if (place == p->empty) p->empty = p->list[place].next;
    p->list[place] = (waiting){.body = body, .next = step->first, .kind = kind, .bound = bound};
    step->first = place;
    step->count++;
}

/* ---- the ends of steps ---- */

static void look_inside(thud_simulation *sim, thud_modal_peaks *p, size_t state, size_t body, const double *from,
                        const double *to, double share, const double *rest) {
    const double *bend = p->state[state].bend;
    const double slope[2] = {from[2] - share * p->state[state].from, to[2] - share * p->state[state].ground};
    const thud_arc arcs[KINDS] = {{from[0], to[0], bend[0], from[1], to[1], bend[1]},
                                  {from[1], to[1], bend[1], slope[0], slope[1], bend[2]},
                                  {.from = from[2], .to = to[2], .off = bend[2]}};
    for (int kind = 0; kind < KINDS; kind++) {
        const thud_arc *arc = &arcs[kind];
        double *peak = peak_of(sim, body, kind);
        if (fmax(fabs(arc->from), fabs(arc->to)) + arc->off + rest[kind] <= *peak) continue;
        const double most = thud_arc_most(arc->from, arc->to, arc->off) + rest[kind];
        /* ends that are not known to the last bit are no peaks yet */
        const bool exact = rest[0] == 0 && rest[1] == 0 && rest[2] == 0;
        if (most > *peak && (!exact || thud_arc_turns(arc, peak))) wait(sim, p, state, body, kind, most);
    }
}

/* the states of a body one after the other: first their own values, then what lies between them; `rest` is what
 * modes that are left out may add to the state before the first, and to these */
static void look_at_body(thud_simulation *sim, thud_modal_peaks *p, size_t place, double (*values)[STATES],
                         const double *rest_before, const double *rest) {
    const size_t body = p->modal->body[place];
    const double share = thud_structure_influence(sim, body);
    double *before = p->before + KINDS * place, from[KINDS], to[KINDS];
    for (int kind = 0; kind < KINDS; kind++) {
        double *peak = peak_of(sim, body, kind), most = 0;
        for (size_t i = 0; i < p->count; i++) {
            if (kind == 2) values[kind][i] += share * p->state[i].ground;
            most = thud_larger(most, fabs(values[kind][i]));
        }
        *peak = thud_larger(*peak, most - rest[kind]);
    }
    memcpy(from, before, sizeof from);
    for (size_t i = 0; i < p->count; i++) {
        for (int kind = 0; kind < KINDS; kind++) to[kind] = values[kind][i];
        if (!p->state[i].begins) look_inside(sim, p, i, body, from, to, share, i == 0 ? rest_before : rest);
        memcpy(from, to, sizeof from);
    }
    memcpy(before, to, sizeof to);
}

static void look_at_group(thud_simulation *sim, thud_modal_peaks *p, size_t group) {
    const thud_modal *m = p->modal;
    const thud_modal_group *g = &m->groups[group];
    double tile[THUD_PANEL_ROWS * THUD_PANEL_WIDE], values[THUD_PANEL_ROWS][KINDS][STATES];
    double rest[KINDS], rest_before[KINDS];
    size_t modes[KINDS];
    for (int kind = 0; kind < KINDS; kind++) {
        modes[kind] = cut(sim, m, g, kind, 1, p->panel + THUD_PANEL_WIDE * (size_t)kind * m->n, &rest[kind]);
        rest_before[kind] = thud_larger(p->rest[KINDS * group + (size_t)kind], rest[kind]);
        p->rest[KINDS * group + (size_t)kind] = rest[kind];
    }
    for (size_t i = 0; i < g->count; i += THUD_PANEL_ROWS) {
        const double *rows[THUD_PANEL_ROWS];
        for (size_t r = 0; r < THUD_PANEL_ROWS; r++) rows[r] = g->shape + (i + r < g->count ? i + r : i) * g->count;
        for (size_t kind = 0; kind < KINDS; kind++) {
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
    for (size_t i = 0; i < STATES; i++) p->keeping[i] = NONE;
    for (size_t k = 0; k < p->modal->group_count; k++) look_at_group(sim, p, k);
    p->so_far += p->count;
    p->count = 0;
}

static void add(thud_simulation *sim, thud_modal_peaks *p, const thud_modal_state *state) {
    const double *const values[KINDS] = {state->q, state->r, state->a};
    for (size_t kind = 0; kind < KINDS; kind++) {
        double *panel = p->panel + THUD_PANEL_WIDE * kind * p->modal->n + p->count;
        for (size_t j = 0; j < p->modal->n; j++) panel[THUD_PANEL_WIDE * j] = values[kind][j];
    }
    p->state[p->count].ground = state->ground;
    if (++p->count == STATES) look_at_states(sim, p);
}

void thud_modal_peaks_begin(thud_simulation *sim, thud_modal_peaks *p, const thud_modal_state *state) {
    p->state[p->count].begins = true;
    add(sim, p, state);
}

void thud_modal_peaks_add(thud_simulation *sim, thud_modal_peaks *p, const thud_modal_state *from,
                          const thud_modal_state *to, const double bend[KINDS]) {
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
    for (int level = BY_ENDS; level < SEARCHED; level++) look_closer(sim, p, level);
    leave_all(p);
}
