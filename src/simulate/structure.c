/*
 * Links are summed into K and C. Modal damping: C = M Φ diag(2ζω) Φᵀ M with ΦᵀMΦ = 1, from the eigenvectors of
 * M^(−1/2) K M^(−1/2) = V diag(ω²) Vᵀ, so that C = M^(1/2) V diag(2ζω) Vᵀ M^(1/2); group by group, so that a free
 * mode has no damping, see model/eigen.h.
 */
#include "simulate/structure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/eigen.h"
#include "numeric/matrix/panel.h"
#include "simulate/series/series_bodies.h"

double thud_structure_ratio(const thud_model *model, const thud_eigen *e) {
    if (!isnan(model->modal_ratio)) return model->modal_ratio;
    for (size_t i = 0; i < e->count; i++)
        if (!isnan(model->bodies[e->member[i]].damping_ratio)) return model->bodies[e->member[i]].damping_ratio;
    return 0;
}

/* columns of the modes' vectors from `first` on, side by side; zero beyond the last one */
static void fill_panel(const double *vector, size_t count, size_t first, double *panel) {
    for (size_t k = 0; k < count; k++)
        for (size_t c = 0; c < THUD_PANEL_WIDE; c++)
            panel[k * THUD_PANEL_WIDE + c] = first + c < count ? vector[k * count + first + c] : 0;
}

/* Φ diag(2ζω) Φᵀ, panel by panel: the lower triangle, and what it mirrors */
bool thud_structure_damp(const thud_model *model, const thud_eigen *e, const double *mass, double *damping) {
    const size_t count = e->count, n = e->n;
    const bool given = e->given[e->group[e->member[0]]];
    const double *vector = given ? e->momentum : e->vector, ratio = thud_structure_ratio(model, e);
    double *work = malloc((THUD_PANEL_WIDE + THUD_PANEL_ROWS) * count * sizeof *work);
    if (!work) return false;
    double *panel = work, *rows = work + THUD_PANEL_WIDE * count, tile[THUD_PANEL_ROWS * THUD_PANEL_WIDE];
    for (size_t first = 0; first < count; first += THUD_PANEL_WIDE) {
        fill_panel(vector, count, first, panel);
        for (size_t i = first; i < count; i += THUD_PANEL_ROWS) {
            const double *of[THUD_PANEL_ROWS];
            for (size_t r = 0; r < THUD_PANEL_ROWS; r++) {
                double *row = rows + r * count;
                of[r] = row;
                for (size_t k = 0; k < count && i + r < count; k++)
                    row[k] = vector[k * count + i + r] * (2 * ratio * sqrt(fmax(e->square[k], 0)));
            }
            thud_panel_product(of, panel, count, tile);
            for (size_t r = 0; r < THUD_PANEL_ROWS && i + r < count; r++)
                for (size_t c = 0; c < THUD_PANEL_WIDE && first + c <= i + r; c++) {
                    const size_t a = e->member[i + r], b = e->member[first + c];
                    const double sum = tile[r * THUD_PANEL_WIDE + c];
                    damping[a * n + b] = damping[b * n + a] = given ? sum : sum * sqrt(mass[a] * mass[b]);
                }
        }
    }
    free(work);
    return true;
}

static thud_status damp_modes(const thud_model *model, const double *mass, const double *stiffness,
                              double *damping) {
    thud_eigen e;
    thud_status status = thud_eigen_init(&e, model) ? THUD_OK : THUD_ERROR_MEMORY;
    for (size_t first = 0; status == THUD_OK && first < e.n; first++) {
        if (e.group[first] != first) continue;
        status = thud_eigen_solve(&e, first, mass, stiffness);
        if (status == THUD_OK && !thud_structure_damp(model, &e, mass, damping)) status = THUD_ERROR_MEMORY;
    }
    thud_eigen_free(&e);
    return status;
}

thud_status thud_structure_matrices(const thud_model *model, double *mass, double *stiffness, double *damping) {
    size_t n = model->body_count;
    thud_eigen_matrices(model, mass, stiffness);
    memset(damping, 0, n * n * sizeof *damping);
    bool by_links = model->damping == THUD_STRUCTURE_DAMPING_LINKS;
    for (size_t l = 0; by_links && l < model->link_count; l++) {
        const thud_model_link *link = &model->links[l];
        if (link->given.damping_exponent == 1)
            thud_matrix_add_link(damping, n, link->left, link->right, link->damping);
    }
    for (size_t k = 0; by_links && k < model->matrices_count; k++)
        if (model->matrices[k].damping)
            thud_matrix_add_block(damping, n, &model->matrices[k], model->matrices[k].damping, 1);
    if (model->damping == THUD_STRUCTURE_DAMPING_MODAL && n > 0) return damp_modes(model, mass, stiffness, damping);
    if (model->damping == THUD_STRUCTURE_DAMPING_RAYLEIGH) {
        for (size_t i = 0; i < n * n; i++) damping[i] = model->rayleigh_stiffness * stiffness[i];
        for (size_t i = 0; i < n; i++)
            if (!thud_model_full_mass_of(model, (thud_body)i)) damping[i * n + i] += model->rayleigh_mass * mass[i];
        for (size_t k = 0; k < model->matrices_count; k++)
            if (model->matrices[k].is_full)
                thud_matrix_add_block(damping, n, &model->matrices[k], model->matrices[k].mass,
                                      model->rayleigh_mass);
        /* of the springs alone: weights that lean on them have no damping */
        for (size_t l = 0; l < model->link_count; l++) {
            const thud_model_link *link = &model->links[l];
            const double leaning = link->given.stiffness - thud_model_link_stiffness(link);
            if (leaning != 0)
                thud_matrix_add_link(damping, n, link->left, link->right, model->rayleigh_stiffness * leaning);
        }
    }
    return THUD_OK;
}

void thud_structure_find_damped(thud_body_structure *s) {
    for (size_t i = 0; i < s->n; i++) {
        const double *row = s->damping_matrix + i * s->n;
        size_t from = 0, to = s->n;
        while (from < to && row[from] == 0) from++;
        while (to > from && row[to - 1] == 0) to--;
        s->damped_from[i] = from;
        s->damped_to[i] = to;
    }
}

double thud_structure_drag(const thud_body_structure *s, size_t i, const double *v) {
    const size_t from = s->damped_from[i];
    return thud_series_dot(s->damping_matrix + i * s->n + from, v + from, s->damped_to[i] - from);
}
