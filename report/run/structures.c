/* Groups of bodies connected by links, and the largest results of each group. */
#include "report/run/structures.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "model/eigen.h"
#include "model/model.h"

static void take(thud_largest *largest, double value, const char *name, const thud_range *range) {
    if (!(fabs(value) > largest->value)) return;
    *largest = (thud_largest){fabs(value), name, range};
}

/* bytes of the stem of two names */
static size_t common(const char *a, const char *b, size_t most) {
    size_t i = 0;
    while (i < most && a[i] == b[i] && a[i]) i++;
    return i;
}

/* "left 1" to "left 5" become "left"; a stem ends with a whole character, not with a separator */
static void name_structure(thud_run_structure *s, const char *first, size_t stem) {
    while (stem > 0 && ((unsigned char)first[stem] & 0xc0) == 0x80) stem--;
    while (stem > 0 && strchr(" -_.", first[stem - 1])) stem--;
    const size_t length = stem > 0 ? stem : strlen(first);
    const size_t most = length < sizeof s->name ? length : sizeof s->name - 1;
    memcpy(s->name, first, most);
    s->name[most] = '\0';
}

static void take_bodies(const thud_run_report *report, const size_t *structure_of, thud_run_structures *all) {
    const thud_model *model = report->model;
    const thud_spread *spread = report->spread;
    for (size_t i = 0; i < model->body_count; i++) {
        thud_run_structure *s = &all->list[structure_of[i]];
        const thud_body_summary *b = &report->summary->bodies[i];
        const char *name = model->bodies[i].name;
        s->is_struck = s->is_struck || thud_run_is_struck(report, i);
        take(&s->displacement, b->max_displacement, name, spread ? &spread->bodies[i].max_displacement : NULL);
        take(&s->acceleration, b->max_acceleration, name, spread ? &spread->bodies[i].max_acceleration : NULL);
    }
}

/* the structure at an end of a link; `none` for the ground, supports and points of them */
static size_t structure_of_end(const thud_model *model, thud_body end, const size_t *structure_of, size_t none) {
    if (end >= 0) return structure_of[end];
    if (!thud_is_point(end)) return none;
    const thud_model_point *p = &model->points[thud_point_index(end)];
    for (size_t i = 0; i < p->count; i++)
        if (p->terms[i].body >= 0) return structure_of[p->terms[i].body];
    return none;
}

static size_t structure_of_link(const thud_model *model, const thud_model_link *link, const size_t *structure_of,
                                size_t none) {
    const size_t right = structure_of_end(model, link->right, structure_of, none);
    return right != none ? right : structure_of_end(model, link->left, structure_of, none);
}

static void take_links(const thud_run_report *report, const size_t *structure_of, thud_run_structures *all) {
    const thud_model *model = report->model;
    for (size_t i = 0; i < report->summary->link_count; i++) {
        const size_t at = structure_of_link(model, &model->links[i], structure_of, all->count);
        if (at < all->count)
            take(&all->list[at].ductility, report->summary->links[i].ductility, model->links[i].name,
                 report->spread ? &report->spread->links[i].ductility : NULL);
    }
}

static void take_watches(const thud_run_report *report, const size_t *structure_of, thud_run_structures *all) {
    const thud_model *model = report->model;
    for (size_t i = 0; i < report->summary->watch_count; i++) {
        const thud_watch *w = &model->watches[i].given;
        const double most = report->summary->watches[i].max;
        const thud_range *range = report->spread ? &report->spread->watches[i].max : NULL;
        size_t at = all->count;
        if (w->kind == THUD_WATCH_DRIFT)
            at = structure_of_link(model, &model->links[w->link], structure_of, all->count);
        if (w->kind == THUD_WATCH_BASE_SHEAR)
            at = structure_of_end(model, w->right.number, structure_of, all->count);
        if (at == all->count) continue;
        thud_run_structure *s = &all->list[at];
        if (w->kind == THUD_WATCH_DRIFT) take(&s->drift, most, model->links[w->link].name, range);
        else take(&s->base_shear, most, s->name, range);
    }
}

static void find_groups(const thud_model *model, const size_t *group, size_t *structure_of,
                        thud_run_structures *all) {
    for (size_t i = 0; i < model->body_count; i++) {
        if (group[i] != i) continue;
        const char *first = model->bodies[i].name;
        size_t stem = strlen(first);
        thud_run_structure *s = &all->list[all->count];
        for (size_t j = i; j < model->body_count; j++) {
            if (group[j] != i) continue;
            structure_of[j] = all->count;
            if (s->bodies++ > 0) stem = common(first, model->bodies[j].name, stem);
        }
        if (s->bodies == 1) stem = 0;
        name_structure(s, first, stem);
        all->count++;
    }
}

/* values that are rounding relative to the largest of their kind become zero: a structure at rest next to a moving
   one */
static const double ROUNDING = 1e-10;

static void tidy(thud_run_structures *all, size_t offset) {
    double most = 0;
    for (size_t i = 0; i < all->count; i++)
        most = fmax(most, ((const thud_largest *)(const void *)((const char *)&all->list[i] + offset))->value);
    for (size_t i = 0; i < all->count; i++) {
        thud_largest *one = (thud_largest *)(void *)((char *)&all->list[i] + offset);
        if (one->value <= ROUNDING * most) one->value = 0;
    }
}

bool thud_run_structures_find(const thud_run_report *report, thud_run_structures *structures) {
    const thud_model *model = report->model;
    size_t *group = malloc((2 * model->body_count + 1) * sizeof *group);
    thud_run_structures all = {.list = calloc(model->body_count + 1, sizeof *all.list)};
    if (!group || !all.list) {
        free(group);
        free(all.list);
        return false;
    }
    size_t *structure_of = group + model->body_count;
    thud_eigen_groups(model, group);
    find_groups(model, group, structure_of, &all);
    take_bodies(report, structure_of, &all);
    take_links(report, structure_of, &all);
    take_watches(report, structure_of, &all);
    tidy(&all, offsetof(thud_run_structure, displacement));
    tidy(&all, offsetof(thud_run_structure, acceleration));
    tidy(&all, offsetof(thud_run_structure, drift));
    tidy(&all, offsetof(thud_run_structure, base_shear));
    free(group);
    *structures = all;
    return true;
}

void thud_run_structures_free(thud_run_structures *structures) { free(structures->list); }
