/* The room of a flow, what it takes over of the model once, and the modes of its contacts after each event. */
#include "derivative/tangents.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/print.h"
#include "numeric/matrix/cholesky.h"
#include "simulate/contacts/impulse.h"

enum { W = THUD_TANGENTS_WIDTH };

/* ---- when derivatives end ---- */

void thud_tangents_lose(thud_tangents *f, const char *format, ...) {
    if (*f->lost) return;
    va_list arguments;
    va_start(arguments, format);
    thud_print_list(f->lost, sizeof f->lost, format, arguments);
    va_end(arguments);
    for (size_t j = 0; j < f->m; j++) thud_tangents_break(f, j, "%s", f->lost);
}

void thud_tangents_break(thud_tangents *f, size_t j, const char *format, ...) {
    thud_tangents_parameter *p = &f->parameters[j];
    if (!*p->reason) {
        va_list arguments;
        va_start(arguments, format);
        thud_print_list(p->reason, sizeof p->reason, format, arguments);
        va_end(arguments);
    }
    p->valid_for = NAN;
    for (size_t i = 0; i < f->points; i++) f->x_by[j * f->points + i] = f->v_by[j * f->points + i] = NAN;
}

void thud_tangents_limit(thud_tangents *f, size_t j, double change, const char *format, ...) {
    thud_tangents_parameter *p = &f->parameters[j];
    if (!(fabs(change) < p->valid_for)) return;
    p->valid_for = fabs(change);
    va_list arguments;
    va_start(arguments, format);
    thud_print_list(p->limit, sizeof p->limit, format, arguments);
    va_end(arguments);
}

/* ---- room ---- */

/* hands out pieces of the pool; without one it only counts */
typedef struct carver {
    double *base;
    size_t used;
} carver;

static double *carve(carver *c, size_t count) {
    double *piece = c->base ? c->base + c->used : NULL;
    c->used += count;
    return piece;
}

static void carve_contact(const thud_tangents *f, thud_tangents_contact *t, carver *c) {
    const size_t m = f->m;
    double **const by[] = {
        &t->k_by,          &t->c_by,          &t->offset_by,        &t->top_by,           &t->full_c_by,
        &t->unloading_by,  &t->since_by,      &t->stick_time_by,    &t->impulse_by,       &t->loss_by,
        &t->force_peak.by, &t->depth_peak.by, &t->approach_peak.by, &t->reaction_peak.by, &t->began_by,
        &t->began_with_by, &t->own_depth_by};
    for (size_t i = 0; i < sizeof by / sizeof *by; i++) *by[i] = carve(c, m);
    t->reply = carve(c, f->points);
    t->reply_by = carve(c, m * f->points);
    t->depth_by = carve(c, m * W);
    t->rate_by = carve(c, m * W);
    t->force_by = carve(c, m * W);
    t->factor = carve(c, t->count);
}

static void carve_link(const thud_tangents *f, thud_tangents_link *l, carver *c) {
    double **const by[] = {&l->branch_by, &l->offset_by, &l->way_by,        &l->residual_by,        &l->work_by,
                           &l->loss_by,   &l->stored_by, &l->force_peak.by, &l->deformation_peak.by},
                   **const series[] = {&l->deformation_by, &l->rate_by, &l->pull_by, &l->force_by};
    for (size_t k = 0; k < sizeof by / sizeof *by; k++) *by[k] = carve(c, f->m);
    for (size_t k = 0; k < sizeof series / sizeof *series; k++) *series[k] = carve(c, f->m * W);
}

static void carve_watch(const thud_tangents *f, thud_tangents_watch *w, carver *c) {
    w->by = carve(c, f->m * W);
    w->highest.by = carve(c, f->m);
    w->lowest.by = carve(c, f->m);
    w->final_by = carve(c, f->m);
}

static void carve_all(thud_tangents *f, carver *c) {
    const size_t n = f->points, m = f->m;
    f->x = carve(c, n);
    f->v = carve(c, n);
    f->x_by = carve(c, m * n);
    f->v_by = carve(c, m * n);
    double **const series[] = {&f->xs, &f->vs, &f->as}, **const series_by[] = {&f->xs_by, &f->vs_by, &f->as_by};
    for (int i = 0; i < 3; i++) {
        *series[i] = carve(c, W * n);
        *series_by[i] = carve(c, m * W * n);
    }
    f->work = carve(c, 2 * n);
    f->scale_by = carve(c, m);
    f->sizes = carve(c, (1 + m) * W);
    f->top = carve(c, 1 + m);
    f->held_factor = carve(c, f->contact_count * f->contact_count);
    f->reaction = carve(c, (1 + m) * W * f->contact_count);
    f->event_by = carve(c, m);
    f->jump_by = carve(c, m);
    f->before = carve(c, 3 * n + f->contact_count);
    f->instants = carve(c, 2 + 2 * m);
    f->peak_work = carve(c, 2 + 2 * m);
    f->dissipated_by = carve(c, m);
    f->potential_by = carve(c, m);
    for (size_t i = 0; i < 3 * f->bodies; i++) {
        double *by = carve(c, m);
        if (by) f->peaks[i].by = by;
    }
    for (size_t i = 0; i < f->contact_count; i++) carve_contact(f, &f->contacts[i], c);
    for (size_t i = 0; i < f->link_count; i++) carve_link(f, &f->links[i], c);
    for (size_t i = 0; i < f->watch_count; i++) carve_watch(f, &f->watches[i], c);
}

/* ---- what is taken over once ---- */

/* M⁻¹ of the bodies; supports have none */
static bool take_inverse(thud_tangents *f) {
    const size_t n = f->points;
    const double *mass = f->numbers + f->layout->mass;
    double *dense = calloc(n * n + 1, sizeof *dense);
    for (size_t a = 0; dense && a < f->bodies; a++)
        for (size_t b = 0; b < f->bodies; b++)
            if (mass[a * n + b] != 0 || thud_model_full_mass_of(f->sim->model, (int)a))
                dense[a * n + b] = thud_model_reply(f->sim->model, (int)a, (int)b);
    const bool taken = dense && thud_sparse_take(dense, n, &f->inverse);
    free(dense);
    return taken;
}

static bool take_matrices(thud_tangents *f) {
    const thud_numbers_layout *l = f->layout;
    const size_t n = f->points;
    bool taken = take_inverse(f) && thud_sparse_take(f->numbers + l->mass, n, &f->mass) &&
                 thud_sparse_take(f->numbers + l->stiffness, n, &f->stiffness) &&
                 thud_sparse_take(f->numbers + l->damping, n, &f->damping);
    for (size_t j = 0; taken && j < f->m; j++) {
        thud_tangents_parameter *p = &f->parameters[j];
        if (p->stiffness.start) continue; /* of a run before */
        taken = thud_sparse_take(p->by + l->mass, n, &p->mass) &&
                thud_sparse_take(p->by + l->stiffness, n, &p->stiffness) &&
                thud_sparse_take(p->by + l->damping, n, &p->damping);
    }
    return taken;
}

/* M⁻¹Gᵀ, and its derivatives −M⁻¹ dM M⁻¹Gᵀ */
static void take_reply(thud_tangents *f, thud_tangents_contact *c) {
    double *row = f->work, *pull = f->work + f->points;
    memset(row, 0, f->points * sizeof *row);
    for (size_t i = 0; i < c->count; i++)
        if (c->point[i] < f->bodies) row[c->point[i]] += c->factor[i];
    thud_sparse_add(&f->inverse, 1, row, c->reply);
    for (size_t j = 0; j < f->m; j++) {
        memset(pull, 0, f->points * sizeof *pull);
        thud_sparse_add(&f->parameters[j].mass, 1, c->reply, pull);
        thud_sparse_add(&f->inverse, -1, pull, c->reply_by + j * f->points);
    }
}

static size_t count_terms(const thud_body_contact *t) {
    size_t count = 0;
    for (size_t i = 0; i < thud_contact_ends(t); i++) count += thud_contact_end(t, i) >= 0;
    return count;
}

static void take_contact(thud_tangents *f, size_t index) {
    const thud_body_contact *t = &f->sim->contacts.list[index];
    thud_tangents_contact *c = &f->contacts[index];
    size_t next = 0;
    for (size_t i = 0; i < thud_contact_ends(t); i++) {
        if (thud_contact_end(t, i) < 0) continue;
        c->point[next] = (size_t)thud_contact_end(t, i);
        c->factor[next++] = thud_contact_factor(t, i);
    }
    c->impulsive = t->impulsive;
    c->bilinear = t->bilinear;
    c->poisson = t->given.law->structure->restores_impulse;
    take_reply(f, c);
}

static void take_loads(thud_tangents *f) {
    for (size_t i = 0; i < f->load_count; i++) {
        thud_tangents_load *l = &f->loads[i];
        double delay;
        l->unit = *thud_numbers_signal(f->sim->model, i, &delay);
        l->factor = l->unit.kind == THUD_SIGNAL_SAMPLES ? l->unit.scale : l->unit.amplitude;
        if (l->unit.kind == THUD_SIGNAL_NONE) l->factor = 0;
        l->unit.scale = l->unit.amplitude = 1;
        const size_t supports = f->points - f->bodies;
        l->point = i == 0          ? SIZE_MAX
                   : i <= supports ? f->bodies + i - 1
                                   : (size_t)f->sim->model->forces[i - 1 - supports].body;
        thud_load_start(&l->load, &l->unit, delay);
    }
}

/* what a flow cannot follow yet */
static const char *unknown_part(const thud_simulation *sim) {
    if (sim->as_system) return "of rods, and of laws that are C functions,";
    if (sim->options.solver != THUD_SOLVER_EVENTS) return "of Moreau's time stepping";
    if (sim->model->body_count > THUD_DERIVATIVE_BODIES) return "of more than 300 bodies";
    for (size_t i = 0; i < sim->model->link_count; i++) {
        const thud_link *link = &sim->model->links[i].given;
        const thud_hysteresis_model model = link->hysteresis.model;
        if (model != THUD_HYSTERESIS_NONE && model != THUD_HYSTERESIS_BILINEAR &&
            model != THUD_HYSTERESIS_TENSION_ONLY && model != THUD_HYSTERESIS_COMPRESSION_ONLY)
            return "of links that slide, or have a hysteresis other than bilinear,";
        if (sim->model->links[i].damping != 0 && link->damping_exponent != 1)
            return "of dashpots that are not linear";
    }
    for (size_t i = 0; i < sim->contacts.count; i++)
        if (sim->contacts.given[i].indentation == THUD_INDENTATION_PERMANENT) return "of indentations that stay";
    return NULL;
}

/* links are looked at where there are results of them, or where they are watched */
static size_t count_links(const thud_simulation *sim) {
    bool watched = sim->links.count > 0;
    for (size_t i = 0; i < sim->model->watch_count; i++) {
        const thud_watch_kind kind = sim->model->watches[i].given.kind;
        watched =
            watched || kind == THUD_WATCH_LINK_FORCE || kind == THUD_WATCH_DRIFT || kind == THUD_WATCH_BASE_SHEAR;
    }
    return watched ? sim->model->link_count : 0;
}

static thud_status allocate(thud_tangents *f) {
    const size_t contacts = f->contact_count;
    carver count = {0};
    f->contacts = calloc(contacts + 1, sizeof *f->contacts);
    f->loads = calloc(f->load_count + 1, sizeof *f->loads);
    f->links = calloc(f->link_count + 1, sizeof *f->links);
    f->watches = calloc(f->watch_count + 1, sizeof *f->watches);
    f->peaks = calloc(3 * f->bodies + 1, sizeof *f->peaks);
    f->held = calloc(contacts + 1, sizeof *f->held);
    if (!f->contacts || !f->loads || !f->links || !f->watches || !f->peaks || !f->held) return THUD_ERROR_MEMORY;
    for (size_t i = 0; i < contacts; i++) {
        f->contacts[i].count = count_terms(&f->sim->contacts.list[i]);
        f->contacts[i].point = calloc(f->contacts[i].count + 1, sizeof(size_t));
        if (!f->contacts[i].point) return THUD_ERROR_MEMORY;
    }
    carve_all(f, &count);
    f->pool = calloc(count.used + 1, sizeof *f->pool);
    if (!f->pool) return THUD_ERROR_MEMORY;
    carve_all(f, &(carver){.base = f->pool});
    return THUD_OK;
}

thud_status thud_tangents_create(const thud_simulation *sim, const thud_numbers_layout *layout,
                                 const double *numbers, thud_tangents_parameter *parameters, size_t count,
                                 thud_tangents *f) {
    *f = (thud_tangents){.sim = sim,
                         .layout = layout,
                         .numbers = numbers,
                         .parameters = parameters,
                         .m = count,
                         .bodies = layout->bodies,
                         .points = layout->points,
                         .contact_count = layout->contacts,
                         .load_count = layout->signals,
                         .link_count = count_links(sim),
                         .watch_count = sim->model->watch_count,
                         .influence = numbers + layout->influence,
                         .gravity = numbers[layout->gravity],
                         .event_time = NAN,
                         .event_contact = SIZE_MAX};
    const char *unknown = unknown_part(sim);
    if (unknown) { /* nothing is followed: all that is asked for has this reason */
        thud_print(f->lost, sizeof f->lost, "derivatives %s are not known yet", unknown);
        f->contact_count = f->load_count = f->link_count = f->watch_count = 0;
        f->bodies = f->points = 0;
    }
    const thud_status status = allocate(f);
    if (status != THUD_OK || unknown) return status;
    if (!take_matrices(f)) return THUD_ERROR_MEMORY;
    for (size_t i = 0; i < f->contact_count; i++) take_contact(f, i);
    for (size_t i = 0; i < f->link_count; i++) thud_tangents_link_take(f, sim, i);
    return thud_tangents_watches_take(f, sim) ? THUD_OK : THUD_ERROR_MEMORY;
}

void thud_tangents_free(thud_tangents *f) {
    for (size_t i = 0; f->contacts && i < f->contact_count; i++) free(f->contacts[i].point);
    for (size_t i = 0; i < f->impact_count; i++) free(f->impacts[i].time_by);
    free(f->impacts);
    free(f->contacts);
    free(f->loads);
    free(f->links);
    for (size_t i = 0; f->watches && i < f->watch_count; i++) free(f->watches[i].terms);
    free(f->watches);
    free(f->peaks);
    free(f->held);
    free(f->pool);
    thud_sparse_free(&f->inverse);
    thud_sparse_free(&f->mass);
    thud_sparse_free(&f->stiffness);
    thud_sparse_free(&f->damping);
    *f = (thud_tangents){0};
}

/* ---- modes ---- */

static bool factor_held(thud_tangents *f) {
    const size_t count = f->held_count;
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < count; b++)
            f->held_factor[a * count + b] =
                thud_tangents_along(&f->contacts[f->held[a]], f->contacts[f->held[b]].reply);
    return count == 0 || thud_cholesky_factor(f->held_factor, count);
}

bool thud_tangents_take_modes(thud_tangents *f, const thud_simulation *sim) {
    for (size_t i = 0; i < f->contact_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[i];
        thud_tangents_contact *c = &f->contacts[i];
        c->acts = t->phase == THUD_PHASE_ACTIVE;
        c->released = t->phase == THUD_PHASE_RELEASED;
        c->own = false;
        c->held = false;
        c->skin = t->enter_at;
        if (!c->acts) continue;
        c->k = t->branch.k;
        c->c = t->branch.c;
        c->n = t->branch.n;
        c->p = t->branch.p;
        c->offset = t->branch.offset;
    }
    f->held_count = 0;
    for (size_t i = 0; i < sim->rest.contact_count; i++) {
        f->held[f->held_count++] = sim->rest.holder[i];
        f->contacts[sim->rest.holder[i]].held = true;
    }
    if (sim->rest.count != sim->rest.contact_count) return false;
    return factor_held(f);
}

/* ---- the start ---- */

void thud_tangents_start(void *context, const thud_simulation *sim) {
    thud_tangents *f = context;
    if (*f->lost) return;
    take_loads(f);
    for (size_t i = 0; i < f->points; i++) {
        f->x[i] = sim->motion.x[i];
        f->v[i] = sim->motion.v[i];
        f->scale_x = fmax(f->scale_x, fabs(f->x[i]));
        for (size_t j = 0; j < f->m; j++) {
            f->x_by[j * f->points + i] = f->parameters[j].by[f->layout->x + i];
            f->v_by[j * f->points + i] = f->parameters[j].by[f->layout->v + i];
        }
    }
    for (size_t i = 0; i < 3 * f->bodies; i++) thud_tangents_peak_clear(&f->peaks[i]);
    for (size_t i = 0; i < f->link_count; i++) {
        thud_tangents_peak_clear(&f->links[i].force_peak);
        thud_tangents_peak_clear(&f->links[i].deformation_peak);
    }
    for (size_t i = 0; i < f->watch_count; i++) {
        thud_tangents_peak_clear(&f->watches[i].highest);
        thud_tangents_peak_clear(&f->watches[i].lowest);
    }
    thud_tangents_links_begin(f, sim);
    for (size_t i = 0; i < f->contact_count; i++) {
        thud_tangents_contact *c = &f->contacts[i];
        thud_tangents_peak *const peaks[] = {&c->force_peak, &c->depth_peak, &c->approach_peak, &c->reaction_peak};
        for (size_t k = 0; k < sizeof peaks / sizeof *peaks; k++) thud_tangents_peak_clear(peaks[k]);
    }
    for (size_t j = 0; j < f->m; j++)
        if (*f->parameters[j].reason) thud_tangents_break(f, j, "%s", f->parameters[j].reason);
}
