/* Finds implausible periods and masses in models that are shaken. */
#include <math.h>
#include <stdlib.h>

#include <thud/modes.h>

#include "model/eigen.h"
#include "model/model.h"

/* limits: s, between stiff equipment and long bridges; the largest model for the eigenproblem; and a factor just
 * below the thousand of a missing unit */
static const double SHORTEST = 0.02, LONGEST = 20, FAR = 300;
enum { BODIES_MOST = 100 };

static void look_at_periods(const thud_model *model, const thud_modes *modes, thud_model_odd *odd) {
    size_t seen = modes->structure_count;
    for (size_t i = 0; i < modes->count && odd->period == 0; i++) {
        const thud_model_mode *mode = &modes->list[i];
        if (mode->structure == seen) continue; /* not its first */
        seen = mode->structure;
        if (!isfinite(mode->period) || (mode->period >= SHORTEST && mode->period <= LONGEST)) continue;
        odd->period = mode->period;
        odd->of = 0;
        while ((size_t)odd->of + 1 < model->body_count && mode->shape[odd->of] == 0) odd->of++;
    }
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* the typical mass of a group is its median: of three or more bodies, two of which are similar */
static void look_at_group(const thud_model *model, const size_t *group, size_t first, double *masses,
                          thud_model_odd *odd) {
    size_t count = 0;
    for (size_t i = 0; i < model->body_count; i++)
        if (group[i] == first) masses[count++] = thud_model_body_mass(model, i);
    if (count < 3) return;
    qsort(masses, count, sizeof *masses, compare);
    const double typical = masses[count / 2];
    for (size_t i = 0; i < model->body_count && odd->share == 0; i++) {
        const double share = thud_model_body_mass(model, i) / typical;
        if (group[i] != first || (share > 1 / FAR && share < FAR)) continue;
        odd->share = share;
        odd->body = (int)i;
    }
}

thud_status thud_model_find_odd(thud_model *model) {
    const size_t n = model->body_count;
    model->odd = (thud_model_odd){0};
    const bool shaken = model->ground.kind != THUD_SIGNAL_NONE || model->support_count > 0;
    if (!shaken || n == 0 || n > BODIES_MOST) return THUD_OK;
    thud_modes *modes = NULL;
    double masses[BODIES_MOST];
    size_t group[BODIES_MOST];
    const thud_status status = thud_model_modes(model, &modes);
    if (status == THUD_ERROR_MEMORY) return status;
    if (modes) look_at_periods(model, modes, &model->odd);
    thud_modes_free(modes);
    thud_eigen_groups(model, group);
    for (size_t i = 0; i < n; i++)
        if (group[i] == i) look_at_group(model, group, i, masses, &model->odd);
    return THUD_OK;
}
