/*
 * What arranges all sampled axes of a study: the dimensions of their sequences, their correlations, and the design
 * by which the share of each axis is found.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "numeric/matrix/cholesky.h"
#include "study/arrange.h"

static bool is_sampled(const thud_axis *axis) { return axis->kind == THUD_AXIS_SAMPLES; }

/* SIZE_MAX after an error */
static size_t sampled_axis(thud_study_reading *r, const thud_yaml_node *node) {
    const thud_study *study = r->study;
    const char *near = NULL;
    for (size_t i = 0; i < study->axis_count; i++) {
        if (strcmp(study->axes[i].name, node->text) == 0) {
            if (i < study->base_count && is_sampled(&study->axes[i])) return i;
            thud_messages_error(&r->file.messages, node->offset, "'%.60s' has no samples", node->text);
            return SIZE_MAX;
        }
        if (!near && thud_text_nearest(node->text, &study->axes[i].name, 1) == 0) near = study->axes[i].name;
    }
    thud_messages_error(&r->file.messages, node->offset,
                        near ? "no axis is called '%.60s'; did you mean '%.60s'?" : "no axis is called '%.60s'",
                        node->text, near);
    return SIZE_MAX;
}

/* ---- dimensions ---- */

static bool has_dimension(const thud_axis *axis) {
    const thud_points_kind sampling = axis->sampler.points.kind;
    return is_sampled(axis) && (sampling == THUD_POINTS_SOBOL || sampling == THUD_POINTS_HALTON);
}

/* axes of one sequence have one kind of sampling and one seed; with `twice` each takes a second dimension, too */
static void number_dimensions(thud_study_reading *r, bool twice) {
    thud_study *study = r->study;
    for (size_t i = 0; i < study->base_count; i++) {
        thud_axis *axis = &study->axes[i];
        if (!has_dimension(axis)) continue;
        size_t before = 0, all = 0;
        for (size_t j = 0; j < study->base_count; j++) {
            const thud_sampler *s = &study->axes[j].sampler;
            const bool same = has_dimension(&study->axes[j]) && s->points.kind == axis->sampler.points.kind &&
                              s->seed == axis->sampler.seed;
            before += same && j < i;
            all += same;
        }
        if ((twice ? 2 * all : all) > THUD_SOBOL_DIMENSIONS) {
            thud_messages_error(&r->file.messages, axis->offset, "a sequence has at most %d dimensions",
                                THUD_SOBOL_DIMENSIONS);
            return;
        }
        thud_points_set_dimension(&axis->sampler.points, before);
        axis->sampler.others = axis->sampler.points;
        axis->sampler.others.key = ~axis->sampler.points.key;
        if (twice) thud_points_set_dimension(&axis->sampler.others, all + before);
    }
}

/* ---- correlation ---- */

/* The correlated axes, in the order in which they are named. */
typedef struct correlated {
    size_t *axes;
    size_t count;
    double *matrix; /* [base_count × base_count], by the places in `axes` */
    size_t stride;
} correlated;

static size_t place_of(correlated *c, size_t axis) {
    size_t i = 0;
    while (i < c->count && c->axes[i] != axis) i++;
    if (i < c->count) return i;
    c->axes[c->count] = axis;
    c->matrix[i * c->stride + i] = 1;
    return c->count++;
}

static bool read_number(thud_study_reading *r, const thud_yaml_node *node, double *value) {
    const char *rest = node->kind == THUD_YAML_TEXT ? node->text : "";
    *value = thud_number_value(rest, &rest);
    if (node->kind == THUD_YAML_TEXT && node->count > 0 && *rest == '\0' && *value >= -1 && *value <= 1)
        return true;
    thud_messages_error(&r->file.messages, node->offset, "expected a correlation, from -1 to 1");
    return false;
}

static bool read_pair(thud_study_reading *r, const thud_yaml_node *row, correlated *c) {
    const thud_yaml_node *n = row->children;
    if (row->kind != THUD_YAML_LIST || row->count != 3 || n[0].kind != THUD_YAML_TEXT ||
        n[1].kind != THUD_YAML_TEXT) {
        thud_messages_error(&r->file.messages, row->offset,
                            "expected two axes and their correlation, as in [a, b, 0.6]");
        return false;
    }
    const size_t a = sampled_axis(r, &n[0]), b = sampled_axis(r, &n[1]);
    double value;
    if (a == SIZE_MAX || b == SIZE_MAX || !read_number(r, &n[2], &value)) return false;
    if (a == b) {
        thud_messages_error(&r->file.messages, n[1].offset, "an axis has the correlation 1 with itself");
        return false;
    }
    const size_t i = place_of(c, a), j = place_of(c, b);
    c->matrix[i * c->stride + j] = c->matrix[j * c->stride + i] = value;
    return true;
}

/* a first row of names, then the matrix */
static bool read_matrix(thud_study_reading *r, const thud_yaml_node *list, correlated *c) {
    const thud_yaml_node *names = &list->children[0];
    bool good = true;
    for (uint32_t i = 0; i < names->count; i++) {
        const size_t axis = sampled_axis(r, &names->children[i]);
        if (axis == SIZE_MAX) return false;
        if (place_of(c, axis) == i) continue;
        thud_messages_error(&r->file.messages, names->children[i].offset, "the axis is named twice");
        return false;
    }
    for (uint32_t i = 0; good && i < names->count; i++) {
        const thud_yaml_node *row = i + 1 < list->count ? &list->children[i + 1] : NULL;
        good = row && row->kind == THUD_YAML_LIST && row->count == names->count && list->count == names->count + 1;
        if (!good)
            thud_messages_error(&r->file.messages, row ? row->offset : list->offset,
                                "%u axes need %u rows of %u correlations", (unsigned)names->count,
                                (unsigned)names->count, (unsigned)names->count);
        for (uint32_t j = 0; good && j < names->count; j++) {
            double *own = &c->matrix[i * c->stride + j], value = 0;
            good = read_number(r, &row->children[j], &value);
            const bool fits = i == j ? value == 1 : j > i || value == c->matrix[j * c->stride + i];
            *own = value;
            if (!good || fits) continue;
            good = false;
            thud_messages_error(&r->file.messages, row->children[j].offset,
                                i == j ? "an axis has the correlation 1 with itself"
                                       : "the matrix must be symmetric");
        }
    }
    return good;
}

static bool begins_with_names(const thud_yaml_node *list) {
    const thud_yaml_node *row = &list->children[0];
    if (row->kind != THUD_YAML_LIST || row->count < 2) return false;
    for (uint32_t i = 0; i < row->count; i++)
        if (row->children[i].kind != THUD_YAML_TEXT || strchr("+-.0123456789", row->children[i].text[0]))
            return false;
    return true;
}

static void couple(thud_study_reading *r, const thud_yaml_node *node, const correlated *c) {
    thud_study *study = r->study;
    double *factor = thud_study_take(r, c->count * c->count, sizeof *factor);
    const thud_sampler **members = thud_study_take(r, c->count, sizeof *members);
    thud_sampler *copies = thud_study_take(r, c->count, sizeof *copies);
    thud_copula *copula = thud_study_take(r, 1, sizeof *copula);
    if (!factor || !members || !copies || !copula) return;
    for (size_t i = 0; i < c->count; i++)
        for (size_t j = 0; j < c->count; j++) factor[i * c->count + j] = j <= i ? c->matrix[i * c->stride + j] : 0;
    if (!thud_cholesky_factor(factor, c->count)) {
        thud_messages_error(&r->file.messages, node->offset,
                            "no variables have these correlations: their matrix is not positive definite");
        return;
    }
    *copula = (thud_copula){.size = c->count, .members = members, .factor = factor};
    for (size_t i = 0; i < c->count; i++) {
        thud_sampler *s = &study->axes[c->axes[i]].sampler;
        copies[i] = *s; /* independent */
        members[i] = &copies[i];
        s->copula = copula;
        s->row = i;
    }
}

static void read_correlation(thud_study_reading *r, thud_fields *root) {
    thud_study *study = r->study;
    const thud_yaml_node *list = thud_fields_node(root, "correlation");
    if (!list) return;
    correlated c = {.stride = study->base_count};
    c.axes = thud_study_take(r, study->base_count, sizeof *c.axes);
    c.matrix = thud_study_take(r, study->base_count * study->base_count, sizeof *c.matrix);
    if (!c.axes || !c.matrix) return;
    if (list->kind != THUD_YAML_LIST || list->count == 0) {
        thud_fields_error(root, "correlation", "correlation: expected a list, as in [[a, b, 0.6]]");
        return;
    }
    bool good = true;
    if (begins_with_names(list)) good = read_matrix(r, list, &c);
    else
        for (uint32_t i = 0; good && i < list->count; i++) good = read_pair(r, &list->children[i], &c);
    if (good) couple(r, list, &c);
}

/* ---- design ---- */

static void read_design(thud_study_reading *r, thud_fields *root) {
    thud_study *study = r->study;
    if (!thud_fields_given(root, "sensitivity")) return;
    const size_t which = thud_fields_choice(root, "sensitivity");
    if (which > 1) return;
    study->design = which == 0 ? THUD_DESIGN_SOBOL : THUD_DESIGN_MORRIS;
    if (thud_fields_given(root, "correlation")) {
        thud_fields_error(root, "correlation", "sensitivity is defined for independent axes, without correlation");
        return;
    }
    for (size_t i = 0; i < study->base_count; i++) {
        const thud_axis *axis = &study->axes[i];
        if (is_sampled(axis) && axis->count > 0) continue;
        if (axis->count > 0)
            thud_messages_error(&r->file.messages, axis->offset, "sensitivity: '%.60s' has no samples", axis->name);
        return;
    }
    if (study->base_count == 0) return;
    const size_t block = thud_design_block(study->design, study->base_count);
    if ((double)study->axes[0].count * (double)block > 1e15) {
        thud_fields_error(root, "sensitivity", "%zu samples of %zu axes are more cases than can be numbered",
                          study->axes[0].count, study->base_count);
        return;
    }
    for (size_t i = 0; i < study->base_count; i++) {
        thud_axis *axis = &study->axes[i];
        axis->sampler.design = study->design;
        axis->sampler.axes = study->base_count;
        axis->sampler.own = i;
        axis->count *= block;
    }
}

void thud_study_arrange(thud_study_reading *r, thud_fields *root) {
    number_dimensions(r, thud_fields_given(root, "sensitivity"));
    if (r->file.messages.errors > 0) return;
    read_correlation(r, root);
    read_design(r, root);
}

bool thud_study_samples_go_together(const thud_study *study, const thud_axis *a, const thud_axis *b) {
    if (!is_sampled(a) || !is_sampled(b)) return false;
    if (study->design != THUD_DESIGN_NONE || (a->sampler.copula && b->sampler.copula)) return true;
    const thud_points *p = &a->sampler.points, *q = &b->sampler.points;
    return p->kind == q->kind && p->kind != THUD_POINTS_RANDOM && a->sampler.seed == b->sampler.seed;
}
