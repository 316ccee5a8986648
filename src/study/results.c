/*
 * The columns of results: the keys of summary.json with dots between them, without wall times; and the thresholds
 * of `collect:`.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/impulsive.h"
#include "model/model.h"
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
    {"impacts", "", {0, 0, 0, 0}},          {"max_force", "N", {1, 1, -2, 0}},
    {"max_penetration", "m", {0, 1, 0, 0}}, {"impulse", "N·s", {1, 1, -1, 0}},
    {"energy_lost", "J", {1, 2, -2, 0}},    {"stick_time", "s", {0, 0, 1, 0}},
    {"resting_force", "N", {1, 1, -2, 0}},
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

/* the part that columns belong to: a coordinate or a contact, SIZE_MAX where it is neither */
typedef struct part {
    const char *kind, *name;
    size_t coordinate, contact;
} part;

static void add_columns(thud_study_reading *r, part of, const quantity *list, size_t count) {
    thud_study *study = r->study;
    for (size_t i = 0; i < count; i++) {
        char text[700];
        snprintf(text, sizeof text, "%s%s%.600s%s%s", of.kind, *of.kind ? "." : "", of.name, *of.name ? "." : "",
                 list[i].name);
        study->columns[study->column_count++] = (thud_result_column){thud_study_keep(r, text),
                                                                     list[i].unit,
                                                                     list[i].dimension,
                                                                     list[i].name,
                                                                     of.coordinate,
                                                                     of.contact,
                                                                     NULL};
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
    const size_t none = SIZE_MAX;
    add_columns(r, (part){"", "", none, none}, WHOLE, COUNT(WHOLE));
    for (size_t i = 0; i < bodies; i++)
        add_columns(r, (part){"bodies", thud_model_body_name(model, i), i, none}, BODY, COUNT(BODY));
    for (size_t i = 0; i < rods; i++)
        add_columns(r, (part){"rods", thud_model_rod_name(model, i), bodies + i, none}, ROD, COUNT(ROD));
    for (size_t i = 0; i < contacts; i++)
        add_columns(r, (part){"contacts", thud_model_contact_name(model, i), none, i}, CONTACT, COUNT(CONTACT));
    add_columns(r, (part){"energy", "", none, none}, ENERGY, COUNT(ENERGY));
    add_columns(r, (part){"solver", "", none, none}, SOLVER, COUNT(SOLVER));
}

/* what a reader of a column must know about it: where it stands for less than its name says */
static void explain_columns(thud_study_reading *r) {
    for (size_t i = 0; i < r->study->column_count; i++) {
        thud_result_column *column = &r->study->columns[i];
        size_t contact;
        const char *law = thud_study_impulsive(r, column, &contact);
        char text[200];
        if (!law) continue;
        if (column->contact != SIZE_MAX) snprintf(text, sizeof text, "none of %s: impulsive", law);
        else
            snprintf(text, sizeof text, "between impacts: those of the %s contact %.60s are impulsive", law,
                     thud_model_contact_name(r->model, contact));
        column->about = thud_study_keep(r, text);
    }
}

void thud_study_read_columns(thud_study_reading *r, thud_fields *root) {
    name_columns(r);
    if (r->study->columns) explain_columns(r);
    thud_study_read_thresholds(r, root);
}

/* ---- values ---- */

static double *put_body(double *to, const thud_body_summary *b) {
    const double values[] = {b->max_displacement, b->max_velocity, b->max_acceleration, b->final_displacement,
                             b->final_velocity};
    memcpy(to, values, sizeof values);
    return to + COUNT(values);
}

/* an impulse has no finite force, and a compliant contact no rest */
static double *put_contact(double *to, const thud_contact_summary *c, bool impulsive) {
    const double values[] = {
        (double)c->impacts, impulsive ? NAN : c->max_force, c->max_penetration, c->impulse, c->energy_lost,
        c->stick_time,      impulsive ? c->max_force : NAN};
    memcpy(to, values, sizeof values);
    return to + COUNT(values);
}

/* 1, 0, or NAN: what is not known to be beyond the limit may be */
static double collect(const thud_collect *c, const double *values) {
    double found = 0;
    for (size_t i = 0; i < c->column_count; i++) {
        const double value = values[c->columns[i]];
        if (c->above ? value > c->limit : value < c->limit) return 1;
        if (isnan(value)) found = NAN;
    }
    return found;
}

void thud_study_take_results(const thud_study *study, const thud_model *model, const thud_summary *summary,
                             double *values) {
    double *to = values;
    *to++ = summary->duration;
    *to++ = (double)summary->impacts;
    for (size_t i = 0; i < summary->body_count; i++) to = put_body(to, &summary->bodies[i]);
    for (size_t i = 0; i < summary->contact_count; i++)
        to = put_contact(to, &summary->contacts[i], thud_model_is_impulsive(model, i));
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
