/*
 * Where the largest values are, and their derivatives. Inside a step a peak is level, and its derivative is that at
 * a fixed time; at an event it moves with the event; at a break of a load, and at the end, the time is fixed.
 */
#include <math.h>

#include "derivative/tangents.h"
#include "numeric/series/polynomial.h"

enum { W = THUD_TANGENTS_WIDTH };

/* the same value, and the same derivative, to what rounding and two ways of summing leave */
#define SAME_VALUE 1e-12
#define SAME_SLOPE 1e-7
#define SAME_ROUNDING 1e-10

void thud_tangents_peak_clear(thud_tangents_peak *peak) { peak->value = -INFINITY; }

/* rounding, of the value and of what the tangents come to elsewhere */
static bool is_same(const thud_tangents *f, size_t j, double value, double a, double b) {
    const double apart = fabs(a - b), p = f->parameters[j].value;
    return apart <= SAME_SLOPE * fmax(fabs(a), fabs(b)) || apart <= SAME_ROUNDING * f->scale_by[j] ||
           apart * fabs(p) <= SAME_ROUNDING * fabs(value);
}

/* takes a value that is no smaller; two places that are as high leave a derivative only where it is the same */
static void take(const thud_tangents *f, thud_tangents_peak *peak, double value, double time, const double *by) {
    const double room = SAME_VALUE * fabs(value);
    if (value > peak->value + room) {
        peak->value = value;
        peak->time = time;
        for (size_t j = 0; j < f->m; j++) peak->by[j] = by[j];
        return;
    }
    if (value < peak->value - room || value == 0) return;
    for (size_t j = 0; j < f->m; j++)
        if (!is_same(f, j, value, by[j], peak->by[j])) peak->by[j] = NAN;
}

static double value_at(const double *series, size_t stride, int order, double t) {
    double sum = series[(size_t)order * stride];
    for (int k = order - 1; k >= 0; k--) sum = sum * t + series[(size_t)k * stride];
    return sum;
}

/* no larger than this in the step */
static double bound(const double *c, size_t stride, int order, double h) {
    double sum = 0;
    for (int k = order; k > 0; k--) sum = (sum + fabs(c[(size_t)k * stride])) * h;
    return sum;
}

/* a series and its tangents in memory */
typedef struct course {
    const double *c, *by; /* by: of the first parameter */
    size_t stride, by_stride;
    int order;
    double offset;           /* that the first coefficient has beside */
    const double *offset_by; /* [parameters], or NULL */
    const size_t *open;      /* of an open contact, whose tangents wait until somebody asks; NULL: they are there */
    bool signs;              /* the largest of both signs; otherwise the largest */
} course;

static void gather(const course *s, double *c) {
    for (int k = 0; k <= s->order; k++) c[k] = s->c[(size_t)k * s->stride];
    c[0] += s->offset;
}

static void look_at(const thud_tangents *f, const course *s, double h, bool first, bool last,
                    thud_tangents_peak *peak) {
    double c[W], at = 0, *by = f->peak_work;
    const double start = s->c[0] + s->offset, rise = bound(s->c, s->stride, s->order, h);
    if ((s->signs ? fabs(start) : start) + rise <= peak->value) return;
    gather(s, c);
    double value =
        s->signs ? thud_polynomial_peak(c, s->order, h, &at) : thud_polynomial_maximum(c, s->order, h, &at);
    if (!(value >= peak->value * (1 - SAME_VALUE))) return;
    /* ends that are events are looked at there */
    if ((first && at == 0) || (last && at == h)) return;
    if (s->open) thud_tangents_gather(f, *s->open);
    const double sign = s->signs && value_at(c, 1, s->order, at) < 0 ? -1 : 1;
    for (size_t j = 0; j < f->m; j++)
        by[j] = sign * (value_at(s->by + j * s->by_stride, s->stride, s->order, at) +
                        (s->offset_by ? s->offset_by[j] : 0));
    take(f, peak, value, f->time + at, by);
}

/* ---- inside a step ---- */

static void look_at_bodies(thud_tangents *f, double h, bool first, bool last) {
    const size_t n = f->points;
    double *gravity = f->peak_work + f->m;
    for (size_t i = 0; i < f->bodies; i++) {
        for (size_t j = 0; j < f->m; j++) gravity[j] = f->influence[i] * f->parameters[j].by[f->layout->gravity];
        course s = {.stride = n, .by_stride = W * n, .order = f->order, .signs = true};
        s.c = f->xs + i, s.by = f->xs_by + i;
        look_at(f, &s, h, first, last, &f->peaks[3 * i]);
        s.c = f->vs + i, s.by = f->vs_by + i;
        look_at(f, &s, h, first, last, &f->peaks[3 * i + 1]);
        s.c = f->as + i, s.by = f->as_by + i, s.order = f->order - 1;
        s.offset = f->influence[i] * f->gravity;
        s.offset_by = gravity;
        look_at(f, &s, h, first, last, &f->peaks[3 * i + 2]);
    }
}

/* an open contact that comes near and turns back: how far a parameter may go until it is touched */
static void look_at_miss(thud_tangents *f, size_t index, double h) {
    const thud_tangents_contact *c = &f->contacts[index];
    if (!(c->rate[0] > 0) || !(value_at(c->rate, 1, f->order - 1, h) < 0)) return;
    const double at = thud_polynomial_first_root(c->rate, f->order - 1, h);
    if (!(at <= h)) return;
    const double depth = value_at(c->depth, 1, f->order - 1, at);
    if (!(depth < 0)) return;
    thud_tangents_gather(f, index);
    for (size_t j = 0; j < f->m; j++) {
        const double *by = c->depth_by + j * W;
        thud_tangents_limit(f, j, depth / value_at(by, 1, f->order - 1, at),
                            "contact '%s' would be touched at %.6g s", f->sim->model->contacts[index].name,
                            f->time + at);
    }
}

static void look_at_contact(thud_tangents *f, size_t index, double h, bool first, bool last) {
    thud_tangents_contact *c = &f->contacts[index];
    double *gap = f->peak_work + f->m;
    for (size_t j = 0; j < f->m; j++) gap[j] = thud_tangents_gap_by(f, j, index);
    course s = {.c = c->depth, .by = c->depth_by, .stride = 1, .by_stride = W, .order = f->order - 1};
    if (c->acts) {
        look_at(f, &s, h, first, last, &c->depth_peak);
        c->max_penetration = fmax(c->max_penetration, value_at(c->depth, 1, f->order - 1, h));
        course force = s;
        force.c = c->force, force.by = c->force_by;
        look_at(f, &force, h, first, last, &c->force_peak);
    } else if (!c->held && !c->released) look_at_miss(f, index, h);
    if (c->held || !isfinite(thud_tangents_gap(f, index))) return;
    s.open = c->acts ? NULL : &index;
    s.offset = thud_tangents_gap(f, index);
    s.offset_by = gap;
    look_at(f, &s, h, first, last, &c->approach_peak);
}

static void look_at_reactions(thud_tangents *f, double h, bool first, bool last) {
    for (size_t i = 0; i < f->held_count; i++) {
        thud_tangents_contact *c = &f->contacts[f->held[i]];
        if (f->time < c->since) continue;
        const course s = {.c = f->reaction + i,
                          .by = f->reaction + W * f->contact_count + i,
                          .stride = f->contact_count,
                          .by_stride = W * f->contact_count,
                          .order = f->order - 1};
        look_at(f, &s, h, first, last, &c->reaction_peak);
    }
}

static void look_at_links(thud_tangents *f, double h, bool first, bool last) {
    for (size_t i = 0; i < f->link_count; i++) {
        thud_tangents_link *l = &f->links[i];
        course s = {.stride = 1, .by_stride = W, .order = f->order - 1, .signs = true};
        s.c = l->deformation, s.by = l->deformation_by;
        look_at(f, &s, h, first, last, &l->deformation_peak);
        s.c = l->force, s.by = l->force_by;
        look_at(f, &s, h, first, last, &l->force_peak);
    }
}

/* both ways: the lowest is the highest of the negative */
static void look_at_watches(thud_tangents *f, double h, bool first, bool last) {
    for (size_t i = 0; i < f->watch_count; i++) {
        thud_tangents_watch *w = &f->watches[i];
        if (w->count == 0) continue;
        thud_tangents_watch_raise(f, i);
        const int order = f->order - 1;
        const double reach = bound(w->value, 1, order, h);
        const bool up = w->value[0] + reach > w->highest.value, down = reach - w->value[0] > w->lowest.value;
        if (!up && !down) continue;
        thud_tangents_watch_raise_by(f, i);
        course s = {.c = w->value, .by = w->by, .stride = 1, .by_stride = W, .order = order};
        look_at(f, &s, h, first, last, &w->highest);
        for (int k = 0; k < W; k++) w->value[k] = -w->value[k];
        for (size_t k = 0; k < f->m * W; k++) w->by[k] = -w->by[k];
        look_at(f, &s, h, first, last, &w->lowest);
    }
}

void thud_tangents_peaks_of_step(thud_tangents *f, double h, bool first, bool last) {
    look_at_bodies(f, h, first, last);
    for (size_t i = 0; i < f->contact_count; i++) look_at_contact(f, i, h, first, last);
    look_at_reactions(f, h, first, last);
    look_at_links(f, h, first, last);
    look_at_watches(f, h, first, last);
}

/* ---- at an event ---- */

/* a value whose rate is `slope`, at an instant that moves */
static void take_moving(const thud_tangents *f, thud_tangents_peak *peak, double value, double slope,
                        const double *by, size_t stride, const double *more) {
    double *moved = f->peak_work;
    const double sign = value < 0 ? -1 : 1;
    if (!(fabs(value) >= peak->value * (1 - SAME_VALUE))) return;
    for (size_t j = 0; j < f->m; j++)
        moved[j] = sign * (by[j * stride] + (more ? more[j] : 0) + slope * f->event_by[j]);
    take(f, peak, fabs(value), f->time, moved);
}

void thud_tangents_peaks_of_event(thud_tangents *f) {
    const size_t n = f->points;
    double *more = f->peak_work + f->m;
    for (size_t i = 0; i < f->bodies; i++) {
        for (size_t j = 0; j < f->m; j++) more[j] = f->influence[i] * f->parameters[j].by[f->layout->gravity];
        take_moving(f, &f->peaks[3 * i], f->xs[i], f->vs[i], f->xs_by + i, W * n, NULL);
        take_moving(f, &f->peaks[3 * i + 1], f->vs[i], f->vs[n + i], f->vs_by + i, W * n, NULL);
        take_moving(f, &f->peaks[3 * i + 2], f->as[i] + f->influence[i] * f->gravity, f->as[n + i], f->as_by + i,
                    W * n, more);
    }
    for (size_t i = 0; i < f->contact_count; i++) {
        thud_tangents_contact *c = &f->contacts[i];
        const double gap = thud_tangents_gap(f, i);
        for (size_t j = 0; j < f->m; j++) more[j] = thud_tangents_gap_by(f, j, i);
        if (c->acts && c->depth[0] > 0)
            take_moving(f, &c->depth_peak, c->depth[0], c->rate[0], c->depth_by, W, NULL);
        if (c->acts && c->force[0] > 0)
            take_moving(f, &c->force_peak, c->force[0], c->force[1], c->force_by, W, NULL);
        if (isfinite(gap) && c->depth[0] + gap > c->approach_peak.value * (1 - SAME_VALUE)) {
            for (size_t j = 0; j < f->m; j++)
                f->peak_work[j] = c->depth_by[j * W] + more[j] + c->rate[0] * f->event_by[j];
            take(f, &c->approach_peak, c->depth[0] + gap, f->time, f->peak_work);
        }
    }
    for (size_t i = 0; i < f->link_count; i++) {
        thud_tangents_link *l = &f->links[i];
        take_moving(f, &l->deformation_peak, l->deformation[0], l->rate[0], l->deformation_by, W, NULL);
        take_moving(f, &l->force_peak, l->force[0], l->force[1], l->force_by, W, NULL);
    }
    for (size_t i = 0; i < f->watch_count; i++) {
        thud_tangents_watch *w = &f->watches[i];
        if (w->count == 0) continue;
        thud_tangents_watch_raise(f, i);
        thud_tangents_watch_raise_by(f, i);
        for (size_t j = 0; j < f->m; j++) w->final_by[j] = w->by[j * W] + w->value[1] * f->event_by[j];
        for (size_t j = 0; j < f->m; j++) f->peak_work[j] = w->final_by[j];
        take(f, &w->highest, w->value[0], f->time, f->peak_work);
        for (size_t j = 0; j < f->m; j++) f->peak_work[j] = -w->final_by[j];
        take(f, &w->lowest, -w->value[0], f->time, f->peak_work);
    }
    for (size_t i = 0; i < f->held_count; i++) {
        thud_tangents_contact *c = &f->contacts[f->held[i]];
        const double *force = f->reaction + i;
        if (f->time < c->since || !(force[0] > 0)) continue;
        take_moving(f, &c->reaction_peak, force[0], force[f->contact_count], force + W * f->contact_count,
                    W * f->contact_count, NULL);
    }
}
