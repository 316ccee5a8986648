/*
 * The columns of results: the keys of summary.json with dots between them, without wall times; and the thresholds
 * of `collect:`.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "study/study.h"

typedef struct quantity {
    const char *name, *unit;
    thud_dimension dimension;
} quantity;

static const quantity WHOLE[] = {{"duration", "s", {0, 0, 1, 0}}, {"impacts", "", {0, 0, 0, 0}}};
static const quantity BODY[] = {
    {"max_displacement", "m", {0, 1, 0, 0}},     {"max_velocity", "m/s", {0, 1, -1, 0}},
    {"max_acceleration", "m/s²", {0, 1, -2, 0}}, {"final_displacement", "m", {0, 1, 0, 0}},
    {"final_velocity", "m/s", {0, 1, -1, 0}},
};
static const quantity ROD[] = {
    {"max_angle", "rad", {0, 0, 0, 1}},
    {"max_angular_velocity", "rad/s", {0, 0, -1, 1}},
    {"max_angular_acceleration", "rad/s²", {0, 0, -2, 1}},
    {"final_angle", "rad", {0, 0, 0, 1}},
    {"final_angular_velocity", "rad/s", {0, 0, -1, 1}},
};
static const quantity CONTACT[] = {
    {"impacts", "", {0, 0, 0, 0}},     {"max_force", "N", {1, 1, -2, 0}},   {"max_penetration", "m", {0, 1, 0, 0}},
    {"impulse", "N·s", {1, 1, -1, 0}}, {"energy_lost", "J", {1, 2, -2, 0}}, {"stick_time", "s", {0, 0, 1, 0}},
};
static const quantity ENERGY[] = {
    {"input", "J", {1, 2, -2, 0}},  {"dissipated", "J", {1, 2, -2, 0}}, {"impact", "J", {1, 2, -2, 0}},
    {"stored", "J", {1, 2, -2, 0}}, {"residual", "", {0, 0, 0, 0}},
};
static const quantity SOLVER[] = {
    {"steps", "", {0, 0, 0, 0}}, {"events", "", {0, 0, 0, 0}}, {"rhs_evaluations", "", {0, 0, 0, 0}}};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

size_t thud_study_result_count(const thud_study *study) { return study->column_count + study->collect_count; }

const char *thud_study_result_name(const thud_study *study, size_t index) {
    if (index < study->column_count) return study->columns[index].name;
    index -= study->column_count;
    return index < study->collect_count ? study->collects[index].name : NULL;
}

const char *thud_study_result_unit(const thud_study *study, size_t index) {
    if (index < study->column_count) return study->columns[index].unit;
    return index < thud_study_result_count(study) ? "" : NULL;
}

/* ---- names ---- */

static void add_columns(thud_study_reading *r, const char *kind, const char *name, const quantity *list,
                        size_t count) {
    thud_study *study = r->study;
    for (size_t i = 0; i < count; i++) {
        char text[700];
        snprintf(text, sizeof text, "%s%s%.600s%s%s", kind, *kind ? "." : "", name, *name ? "." : "", list[i].name);
        study->columns[study->column_count++] =
            (thud_result_column){thud_study_keep(r, text), list[i].unit, list[i].dimension};
    }
}

static void name_columns(thud_study_reading *r) {
    const thud_model *model = r->model;
    const size_t bodies = thud_model_body_count(model), rods = thud_model_rod_count(model),
                 contacts = thud_model_contact_count(model);
    const size_t count = COUNT(WHOLE) + bodies * COUNT(BODY) + rods * COUNT(ROD) + contacts * COUNT(CONTACT) +
                         COUNT(ENERGY) + COUNT(SOLVER);
    r->study->columns = thud_study_take(r, count, sizeof *r->study->columns);
    if (!r->study->columns) return;
    add_columns(r, "", "", WHOLE, COUNT(WHOLE));
    for (size_t i = 0; i < bodies; i++) add_columns(r, "bodies", thud_model_body_name(model, i), BODY, COUNT(BODY));
    for (size_t i = 0; i < rods; i++) add_columns(r, "rods", thud_model_rod_name(model, i), ROD, COUNT(ROD));
    for (size_t i = 0; i < contacts; i++)
        add_columns(r, "contacts", thud_model_contact_name(model, i), CONTACT, COUNT(CONTACT));
    add_columns(r, "energy", "", ENERGY, COUNT(ENERGY));
    add_columns(r, "solver", "", SOLVER, COUNT(SOLVER));
}

/* ---- values ---- */

static double *put_body(double *to, const thud_body_summary *b) {
    const double values[] = {b->max_displacement, b->max_velocity, b->max_acceleration, b->final_displacement,
                             b->final_velocity};
    memcpy(to, values, sizeof values);
    return to + COUNT(values);
}

static double *put_contact(double *to, const thud_contact_summary *c) {
    const double values[] = {(double)c->impacts, c->max_force,   c->max_penetration,
                             c->impulse,         c->energy_lost, c->stick_time};
    memcpy(to, values, sizeof values);
    return to + COUNT(values);
}

static double collect(const thud_collect *c, const double *values) {
    for (size_t i = 0; i < c->column_count; i++) {
        const double value = values[c->columns[i]];
        if (c->above ? value > c->limit : value < c->limit) return 1;
    }
    return 0;
}

void thud_study_take_results(const thud_study *study, const thud_model *model, const thud_summary *summary,
                             double *values) {
    (void)model;
    double *to = values;
    *to++ = summary->duration;
    *to++ = (double)summary->impacts;
    for (size_t i = 0; i < summary->body_count; i++) to = put_body(to, &summary->bodies[i]);
    for (size_t i = 0; i < summary->contact_count; i++) to = put_contact(to, &summary->contacts[i]);
    const thud_energy_summary *e = &summary->energy;
    const double rest[] = {e->input,
                           e->dissipated,
                           e->impact,
                           e->stored,
                           e->residual,
                           (double)summary->solver.steps,
                           (double)summary->solver.events,
                           (double)summary->solver.rhs_evaluations};
    memcpy(to, rest, sizeof rest);
    for (size_t i = 0; i < study->collect_count; i++)
        values[study->column_count + i] = collect(&study->collects[i], values);
}

/* ---- thresholds ---- */

/* whether a name fits a pattern, where * stands for anything */
static bool fits(const char *pattern, const char *name) {
    if (*pattern == '\0') return *name == '\0';
    if (*pattern != '*') return *pattern == *name && fits(pattern + 1, name + 1);
    for (; *name; name++)
        if (fits(pattern + 1, name)) return true;
    return fits(pattern + 1, name);
}

static void blame_quantity(thud_study_reading *r, thud_fields *f, const char *text) {
    for (size_t i = 0; i < r->study->column_count; i++) {
        const char *name = r->study->columns[i].name;
        if (thud_text_nearest(text, &name, 1) != 0) continue;
        thud_fields_error(f, "quantity", "no result is called '%.100s'; did you mean '%.100s'?", text, name);
        return;
    }
    thud_fields_error(f, "quantity",
                      "no result is called '%.100s'; there are impacts, contacts.NAME.max_force and others", text);
}

static bool find_columns(thud_study_reading *r, thud_fields *f, thud_collect *out) {
    const char *text = thud_fields_text(f, "quantity");
    if (!text) return false;
    if (strlen(text) > 200) {
        thud_fields_error(f, "quantity", "the name is longer than 200 bytes");
        return false;
    }
    out->columns = thud_study_take(r, r->study->column_count, sizeof *out->columns);
    if (!out->columns) return false;
    for (size_t i = 0; i < r->study->column_count; i++)
        if (fits(text, r->study->columns[i].name)) out->columns[out->column_count++] = i;
    if (out->column_count == 0) blame_quantity(r, f, text);
    return out->column_count > 0;
}

static void read_collect(thud_study_reading *r, thud_yaml_node *node, thud_collect *out) {
    static const char *const limits[] = {"above", "below"};
    thud_fields f;
    out->name = thud_study_keep(r, node->key);
    if (!thud_fields_read(&r->file, node, THUD_SECTION_COLLECT, &f)) return;
    const char *limit = thud_fields_one_of(&f, limits, 2);
    if (!find_columns(r, &f, out) || !limit) return;
    out->above = limit == limits[0];
    out->limit = thud_fields_number_of(&f, limit, r->study->columns[out->columns[0]].dimension);
}

/* names of axes, results and thresholds are columns of one table */
static void check_name(thud_study_reading *r, const char *name, size_t offset, size_t collects) {
    const thud_study *study = r->study;
    bool taken = false;
    for (size_t i = 0; i < study->column_count; i++) taken = taken || strcmp(study->columns[i].name, name) == 0;
    for (size_t i = 0; i < collects; i++) taken = taken || strcmp(study->collects[i].name, name) == 0;
    if (taken)
        thud_messages_error(&r->file.messages, offset, "'%.60s' is a result already; choose another name", name);
}

void thud_study_read_columns(thud_study_reading *r, thud_fields *root) {
    thud_study *study = r->study;
    name_columns(r);
    const thud_yaml_node *list = thud_fields_parts(root, "collect");
    for (size_t i = 0; i < study->axis_count; i++) check_name(r, study->axes[i].name, study->axes[i].offset, 0);
    if (!list || !study->columns) return;
    study->collects = thud_study_take(r, list->count, sizeof *study->collects);
    for (uint32_t i = 0; study->collects && i < list->count; i++) {
        thud_yaml_node *node = &list->children[i];
        check_name(r, node->key, node->key_offset, i);
        for (size_t j = 0; j < study->axis_count; j++)
            if (strcmp(study->axes[j].name, node->key) == 0)
                thud_messages_error(&r->file.messages, node->key_offset, "'%.60s' is an axis already", node->key);
        read_collect(r, node, &study->collects[i]);
        study->collect_count++;
    }
}
