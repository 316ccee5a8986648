/* Modes of a structure, once; bodies from modes, and modes from bodies. */
#include "simulate/modal/modal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/eigen.h"
#include "numeric/matrix/panel.h"
#include "numeric/quad.h"
#include "numeric/wide.h"
#include "simulate/series/series_bodies.h"
#include "simulate/state.h"
#include "simulate/structure.h"

/* up to so many bodies a matrix of all is as quick: an order of a series costs no more for what it multiplies than
 * for everything else */
enum { FEW = 24, FEW_CHANGED = 4 };

void thud_modal_free(thud_modal *m) {
    if (!m) return;
    for (size_t g = 0; m->groups && g < m->group_count; g++) free(m->groups[g].shape);
    free(m->groups);
    free(m->numbers);
    free(m->indices);
    free(m);
}

/* ---- preparing ---- */

/* springs of which a share leans: their damping is that of the springs alone, and joins the modes */
static bool has_leaning_links(const thud_model *model) {
    for (size_t i = 0; i < model->link_count; i++)
        if (model->links[i].given.weight > 0) return true;
    return false;
}

static bool has_dashpots(const thud_model *model) {
    for (size_t i = 0; i < model->link_count; i++)
        if (model->links[i].damping != 0) return true;
    for (size_t i = 0; i < model->matrices_count; i++)
        if (model->matrices[i].damping) return true;
    return false;
}

/* Bodies that springs hold to their neighbours cost a few products each, in every order: modes are not fewer. It is
 * other where all of a structure are joined with all, by modal damping or by its matrices. */
static bool is_for(const thud_simulation *sim) {
    const thud_model *model = sim->model;
    if (sim->as_system || sim->structure.n <= FEW || sim->supports.count > 0 || sim->links.count > 0) return false;
    if (model->damping == THUD_STRUCTURE_DAMPING_MODAL) return true;
    if (model->matrices_count == 0) return false;
    return model->damping == THUD_STRUCTURE_DAMPING_RAYLEIGH ? !has_leaning_links(model) : !has_dashpots(model);
}

static bool allocate(thud_modal *m) {
    enum { OF_SERIES = 3, OTHERS = 30 };
    const size_t n = m->n, width = THUD_SERIES_WIDTH;
    m->groups = calloc(n, sizeof *m->groups);
    m->numbers = calloc((OF_SERIES * width + OTHERS) * n, sizeof *m->numbers);
    m->indices = calloc(5 * n, sizeof *m->indices);
    if (!m->groups || !m->numbers || !m->indices) return false;
    double *next = m->numbers;
    double **const series[] = {&m->x, &m->v, &m->a};
    for (size_t i = 0; i < OF_SERIES; i++, next += width * n) *series[i] = next;
    double **const others[] = {&m->square, &m->drag, &m->load, &m->largest, &m->known_x, &m->known_v,
                               &m->q,      &m->r,    &m->work, &m->end_q,   &m->end_r,   &m->inside};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++, next += n) *others[i] = next;
    m->panel = m->inside + (size_t)2 * THUD_MODAL_SPANS * n;
    size_t **const indices[] = {&m->body, &m->place, &m->group, &m->shown, &m->end_of};
    for (size_t i = 0; i < sizeof indices / sizeof *indices; i++) *indices[i] = m->indices + i * n;
    return true;
}

/* the group that has been solved */
static bool take_group(const thud_simulation *sim, thud_modal *m, const thud_eigen *e, const double *mass) {
    const thud_model *model = sim->model;
    const size_t count = e->count, first = m->group_count == 0 ? 0
                                                               : m->groups[m->group_count - 1].first +
                                                                     m->groups[m->group_count - 1].count;
    double *shape = malloc(count * count * sizeof *shape);
    if (!shape) return false;
    const double ratio = model->damping == THUD_STRUCTURE_DAMPING_MODAL ? thud_structure_ratio(model, e) : 0;
    const bool rayleigh = model->damping == THUD_STRUCTURE_DAMPING_RAYLEIGH;
    for (size_t j = 0; j < count; j++) {
        const double square = e->square[j];
        m->square[first + j] = square;
        m->drag[first + j] = rayleigh ? model->rayleigh_mass + model->rayleigh_stiffness * square
                                      : 2 * ratio * sqrt(fmax(square, 0));
    }
    for (size_t i = 0; i < count; i++) {
        const size_t body = e->member[i];
        const double scale = 1 / sqrt(mass[body]), load = sim->structure.load[body];
        for (size_t j = 0; j < count; j++) {
            const double share = e->vector[j * count + i] * scale;
            shape[i * count + j] = share;
            m->load[first + j] -= share * load;
            m->largest[first + j] = fmax(m->largest[first + j], fabs(share));
        }
        m->body[first + i] = body;
        m->place[body] = first + i;
        m->group[first + i] = m->group_count;
    }
    m->groups[m->group_count++] = (thud_modal_group){first, count, shape};
    return true;
}

/* what grows without end by itself is for bodies */
static bool is_stable(const thud_modal *m) {
    for (size_t j = 0; j < m->n; j++)
        if (m->square[j] < 0) return false;
    return true;
}

static thud_status solve(const thud_simulation *sim, thud_modal *m, thud_eigen *e, double *mass,
                         double *stiffness) {
    thud_eigen_matrices(sim->model, mass, stiffness);
    double *damping = sim->structure.damping_matrix;
    for (size_t first = 0; first < e->n; first++) {
        if (e->group[first] != first) continue;
        const thud_status status = thud_eigen_solve(e, first, mass, stiffness);
        if (status != THUD_OK) return status;
        if (!take_group(sim, m, e, mass)) return THUD_ERROR_MEMORY;
        if (damping && !thud_structure_damp(sim->model, e, mass, damping)) return THUD_ERROR_MEMORY;
    }
    return THUD_OK;
}

thud_status thud_modal_create(const thud_simulation *sim, thud_modal **modal) {
    *modal = NULL;
    if (!is_for(sim)) return THUD_OK;
    const size_t n = sim->structure.n;
    thud_modal *m = calloc(1, sizeof *m);
    thud_eigen e = {0};
    double *mass = calloc(n, sizeof *mass), *stiffness = calloc(n * n, sizeof *stiffness);
    if (m) m->n = n;
    thud_status status = m && mass && stiffness && allocate(m) && thud_eigen_init(&e, sim->model)
                             ? solve(sim, m, &e, mass, stiffness)
                             : THUD_ERROR_MEMORY;
    thud_eigen_free(&e);
    free(mass);
    free(stiffness);
    if (status == THUD_OK && is_stable(m)) *modal = m;
    else thud_modal_free(m);
    return status;
}

/* ---- bodies from modes ---- */

const double *thud_modal_row(const thud_modal *m, size_t body, size_t *first, size_t *count) {
    const size_t place = m->place[body];
    const thud_modal_group *g = &m->groups[m->group[place]];
    *first = g->first;
    *count = g->count;
    return g->shape + (place - g->first) * g->count;
}

double thud_modal_of_body(const thud_modal *m, size_t body, const double *values) {
    size_t first, count;
    const double *row = thud_modal_row(m, body, &first, &count);
    return thud_series_dot(row, values + first, count);
}

void thud_modal_bodies(const thud_modal *m, const double *panel, double *const *out) {
    double tile[THUD_PANEL_ROWS * THUD_PANEL_WIDE];
    for (size_t k = 0; k < m->group_count; k++) {
        const thud_modal_group *g = &m->groups[k];
        for (size_t i = 0; i < g->count; i += THUD_PANEL_ROWS) {
            const double *rows[THUD_PANEL_ROWS];
            for (size_t r = 0; r < THUD_PANEL_ROWS; r++)
                rows[r] = g->shape + (i + r < g->count ? i + r : i) * g->count;
            thud_panel_product(rows, panel + THUD_PANEL_WIDE * g->first, g->count, tile);
            for (size_t r = 0; r < THUD_PANEL_ROWS && i + r < g->count; r++)
                for (size_t c = 0; c < THUD_PANEL_WIDE; c++)
                    if (out[c]) out[c][m->body[g->first + i + r]] = tile[r * THUD_PANEL_WIDE + c];
        }
    }
}

/* ---- modes from bodies ---- */

void thud_modal_forget(thud_modal *m) {
    if (m) m->known = false;
}

THUD_WIDE static void add_rows(size_t n, const double *restrict row, double x, double v, double *restrict q,
                               double *restrict r) {
    for (size_t j = 0; j < n; j++) {
        q[j] += x * row[j];
        r[j] += v * row[j];
    }
}

/* (M y)ᵢ of one body; beside a full mass matrix all of it have a part */
static double momentum_of(const thud_simulation *sim, size_t body, const double *y) {
    const thud_model_matrices *full = thud_model_full_mass_of(sim->model, (int)body);
    if (!full) return sim->structure.mass[body] * y[body];
    return thud_series_dot(full->mass + (body - full->first) * full->count, y + full->first, full->count);
}

static void enter_anew(const thud_simulation *sim, thud_modal *m) {
    memset(m->q, 0, m->n * sizeof *m->q);
    memset(m->r, 0, m->n * sizeof *m->r);
    for (size_t i = 0; i < m->n; i++) {
        size_t first, count;
        const double *row = thud_modal_row(m, i, &first, &count);
        add_rows(count, row, momentum_of(sim, i, sim->motion.x), momentum_of(sim, i, sim->motion.v), m->q + first,
                 m->r + first);
    }
}

/* false where others would have to be moved as well */
static bool enter_changed(const thud_simulation *sim, thud_modal *m) {
    size_t changed[FEW_CHANGED], changes = 0;
    for (size_t i = 0; i < m->n; i++) {
        if (sim->motion.x[i] == m->known_x[i] && sim->motion.v[i] == m->known_v[i]) continue;
        if (changes == FEW_CHANGED || thud_model_full_mass_of(sim->model, (int)i)) return false;
        changed[changes++] = i;
    }
    for (size_t k = 0; k < changes; k++) {
        const size_t i = changed[k];
        const double mass = sim->structure.mass[i];
        size_t first, count;
        const double *row = thud_modal_row(m, i, &first, &count);
        add_rows(count, row, mass * (sim->motion.x[i] - m->known_x[i]), mass * (sim->motion.v[i] - m->known_v[i]),
                 m->q + first, m->r + first);
    }
    return true;
}

void thud_modal_enter(const thud_simulation *sim, thud_modal *m) {
    if (!m->known || !enter_changed(sim, m)) enter_anew(sim, m);
    memcpy(m->known_x, sim->motion.x, m->n * sizeof *m->known_x);
    memcpy(m->known_v, sim->motion.v, m->n * sizeof *m->known_v);
    m->known = true;
}
