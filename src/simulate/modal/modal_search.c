/* Peaks that wait: which modes matter to them, closer bounds, and true peaks of the series. */
#include "simulate/modal/modal_search.h"

#include <math.h>
#include <string.h>

#include "numeric/quad.h"
#include "numeric/wide.h"
#include "simulate/accounts/arc.h"
#include "simulate/matrices.h"
#include "simulate/state.h"

enum {
    FEW_MODES = 128, /* so few are all looked at */
    ORDER = THUD_MODAL_ORDER,
    WIDTH = ORDER + 1,
};

/* of the mean peak so far: what modes are left out may add to a body, by kind, at the ends of steps; and how much
 * less in parts of them */
static const double LEFT_OUT[THUD_MODAL_KINDS] = {0.002, 0.004, 0.02}, CLOSER[] = {0.5, 0.1};

/* ---- modes that matter ---- */

double *thud_modal_peak_of(thud_simulation *sim, size_t body, int kind) {
    thud_body_summary *peaks = &sim->accounts.bodies[body];
    return kind == 0 ? &peaks->max_displacement : kind == 1 ? &peaks->max_velocity : &peaks->max_acceleration;
}

static double mean_peak(thud_simulation *sim, const thud_modal *m, const thud_modal_group *g, int kind) {
    double sum = 0;
    for (size_t i = 0; i < g->count; i++) sum += *thud_modal_peak_of(sim, m->body[g->first + i], kind);
    return sum / (double)g->count;
}

/* of a group alone */
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

size_t thud_modal_cut(thud_simulation *sim, const thud_modal *m, const thud_modal_group *g, int kind, double share,
                      const double *panel, double *rest) {
    *rest = 0;
    if (g->count < FEW_MODES) return g->count;
    const double limit = share * LEFT_OUT[kind] * mean_peak(sim, m, g, kind);
    return cut_at(g->count, m->largest + g->first, panel + THUD_PANEL_WIDE * g->first, limit, rest);
}

/* ---- searches ---- */

THUD_WIDE static void raise(size_t n, double load, double over, double share, const double *restrict loads,
                            const double *restrict square, const double *restrict drag, const double *restrict c,
                            const double *restrict next, double *restrict out) {
    for (size_t j = 0; j < n; j++) out[j] = (loads[j] * load - square[j] * c[j]) * share - drag[j] * next[j] * over;
}

/* the series of all modes along a part, from where it begins */
static void expand(thud_modal_peaks *p, double g0, double slope) {
    const thud_modal *m = p->modal;
    const size_t n = m->n;
    double *c = p->taylor;
    memcpy(c, p->q, n * sizeof *c);
    memcpy(c + n, p->r, n * sizeof *c);
    for (int k = 0; k + 2 < WIDTH; k++, c += n) {
        const double over = 1.0 / (k + 2), load = k == 0 ? g0 : k == 1 ? slope : 0;
        raise(n, load, over, over / (k + 1), m->load, m->square, m->drag, c, c + n, c + 2 * n);
    }
}

static void search(thud_simulation *sim, const thud_modal_peaks *p, const thud_modal_waiting *w, double ground,
                   double slope, const double *power) {
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
    thud_peak_raise(thud_modal_peak_of(sim, w->body, w->kind), c, order, power);
}

/* the value of a body, and its slope, by the modes at an instant */
static void look(const thud_simulation *sim, const thud_modal_peaks *p, const thud_modal_waiting *w,
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
static void search_part(thud_simulation *sim, thud_modal_peaks *p, const thud_modal_kept *step, double ground,
                        double slope, const double *power) {
    const double gravity = sim->structure.gravity, end = ground + slope * p->part.h;
    const double *const modes[] = {p->next_q, p->next_r, p->next_a, p->jerk};
    double bend[THUD_MODAL_KINDS + 1];
    bool expanded = false;
    thud_modal_step_bends(&p->part, p->modal->largest, p->q, p->r, ground - gravity, end - gravity, bend);
    thud_modal_step_take(&p->part, p->q, p->r, ground - gravity, end - gravity, p->next_q, p->next_r, p->next_a);
    find_jerk(p, p->next_r, slope);
    for (size_t i = step->first; i != THUD_MODAL_NONE; i = p->list[i].next) {
        thud_modal_waiting *w = &p->list[i];
        double *peak = thud_modal_peak_of(sim, w->body, w->kind), to, rise;
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
static void go_to(const thud_simulation *sim, thud_modal_peaks *p, const thud_modal_kept *step) {
    const thud_modal *m = p->modal;
    const double g = step->g0 - sim->structure.gravity;
    memcpy(p->q, step->q, m->n * sizeof *p->q);
    memcpy(p->r, step->r, m->n * sizeof *p->r);
    for (size_t j = 0; j < m->n; j++)
        p->next_a[j] = m->load[j] * g - (m->square[j] * p->q[j] + m->drag[j] * p->r[j]);
}

static void search_step(thud_simulation *sim, thud_modal_peaks *p, thud_modal_kept *step) {
    const double slope = (step->g1 - step->g0) / p->h;
    double power[WIDTH];
    go_to(sim, p, step);
    find_jerk(p, p->r, slope);
    for (size_t i = step->first; i != THUD_MODAL_NONE; i = p->list[i].next) {
        thud_modal_waiting *w = &p->list[i];
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
    size_t group, modes[THUD_MODAL_KINDS];
    double rest[THUD_MODAL_KINDS];
    size_t count;
    double bend[THUD_PANEL_WIDE][THUD_MODAL_KINDS + 1], ground[THUD_PANEL_WIDE];
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
static void fill_panels(const thud_simulation *sim, thud_modal_peaks *p, const thud_modal_kept *step,
                        const thud_modal_step *part, size_t parts, size_t done, instants *at) {
    const double slope = (step->g1 - step->g0) / p->h, gravity = sim->structure.gravity;
    at->begins = done == 0;
    at->group = THUD_MODAL_NONE;
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

static void take_values(thud_simulation *sim, thud_modal_waiting *w, const instants *at, const double *values) {
    double *peak = thud_modal_peak_of(sim, w->body, w->kind);
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
    const thud_modal_waiting *head = &p->list[first];
    const double *rows[THUD_PANEL_ROWS];
    thud_modal_waiting *some[THUD_PANEL_ROWS];
    size_t count = 0, next = first, offset = 0, width = 0;
    double values[THUD_PANEL_ROWS * THUD_PANEL_WIDE];
    for (; next != THUD_MODAL_NONE && count < THUD_PANEL_ROWS; count++, next = p->list[next].next) {
        thud_modal_waiting *w = &p->list[next];
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
        at->modes[head->kind] =
            thud_modal_cut(sim, m, &m->groups[group], head->kind, at->share, panel, &at->rest[head->kind]);
    thud_panel_product(rows, panel + THUD_PANEL_WIDE * offset, at->modes[head->kind], values);
    for (size_t i = 0; i < count; i++) take_values(sim, some[i], at, values + i * THUD_PANEL_WIDE);
    return next;
}

/* what waits in a step is looked at in parts: their ends, and bounds between them, which are closer */
static void refine(thud_simulation *sim, thud_modal_peaks *p, thud_modal_kept *step, const thud_modal_step *part,
                   size_t parts, double share) {
    instants at = {.share = share};
    go_to(sim, p, step);
    for (size_t i = step->first; i != THUD_MODAL_NONE; i = p->list[i].next) p->list[i].most = 0;
    for (size_t done = 0; done < parts; done += at.count - at.begins) {
        fill_panels(sim, p, step, part, parts, done, &at);
        for (size_t i = step->first; i != THUD_MODAL_NONE;) i = take_some(sim, p, i, &at);
    }
    for (size_t i = step->first; i != THUD_MODAL_NONE; i = p->list[i].next) {
        thud_modal_waiting *w = &p->list[i];
        w->bound = w->most < w->bound ? w->most : w->bound;
    }
}

/* ---- those that wait ---- */

bool thud_modal_thin_out(thud_simulation *sim, thud_modal_peaks *p, thud_modal_kept *step) {
    size_t *link = &step->first;
    while (*link != THUD_MODAL_NONE) {
        thud_modal_waiting *w = &p->list[*link];
        if (w->bound > *thud_modal_peak_of(sim, w->body, w->kind)) {
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

/* how far the highest bound in a step is beyond the peak so far, as a share of it; −1 where nothing waits there at
 * that level */
static double rank_of(thud_simulation *sim, thud_modal_peaks *p, thud_modal_kept *step, int level) {
    double most = -1;
    if (thud_modal_thin_out(sim, p, step) || step->level != level) return most;
    for (size_t i = step->first; i != THUD_MODAL_NONE; i = p->list[i].next) {
        const thud_modal_waiting *w = &p->list[i];
        const double peak = *thud_modal_peak_of(sim, w->body, w->kind);
        most = thud_larger(most, peak > 0 ? w->bound / peak - 1 : INFINITY);
    }
    return most;
}

static void look_closer_at(thud_simulation *sim, thud_modal_peaks *p, thud_modal_kept *step, int level) {
    if (thud_modal_thin_out(sim, p, step)) return;
    if (level == THUD_MODAL_BY_ENDS) refine(sim, p, step, &p->few_part, p->few, CLOSER[0]);
    if (level == THUD_MODAL_BY_FEW_PARTS) refine(sim, p, step, &p->part, p->parts, CLOSER[1]);
    if (level == THUD_MODAL_BY_PARTS) search_step(sim, p, step);
    step->level++;
}

/* the most promising steps first: most of the others need no look once these have raised the peaks */
void thud_modal_look_closer(thud_simulation *sim, thud_modal_peaks *p, int level) {
    double *rank = p->rank;
    for (size_t i = 0; i < THUD_MODAL_KEPT; i++) rank[i] = rank_of(sim, p, &p->step[i], level);
    for (;;) {
        size_t best = 0;
        for (size_t i = 1; i < THUD_MODAL_KEPT; i++)
            if (rank[i] > rank[best]) best = i;
        if (!(rank[best] >= 0)) return;
        look_closer_at(sim, p, &p->step[best], level);
        rank[best] = -1;
    }
}
