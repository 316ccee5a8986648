/*
 * The columns of results: the keys of summary.json joined by dots, without wall times; and the thresholds of
 * `collect:`.
 */
#include <math.h>
#include <stdio.h>

#include "contact/run_quantity.h"
#include "model/impulsive.h"
#include "model/model.h"
#include "study/study.h"

static size_t kept_count(const thud_study *study) { return study->kept ? study->kept_count : study->column_count; }

size_t thud_study_result_count(const thud_study *study) { return kept_count(study) + study->collect_count; }

size_t thud_study_value_count(const thud_study *study) { return study->column_count + study->collect_count; }

const thud_result_column *thud_study_result_column(const thud_study *study, size_t index) {
    if (index >= kept_count(study)) return NULL;
    return &study->columns[study->kept ? study->kept[index] : index];
}

const thud_collect *thud_study_result_collect(const thud_study *study, size_t index) {
    if (index < kept_count(study) || index >= thud_study_result_count(study)) return NULL;
    return &study->collects[index - kept_count(study)];
}

const char *thud_study_result_name(const thud_study *study, size_t index) {
    const thud_result_column *column = thud_study_result_column(study, index);
    const thud_collect *collect = thud_study_result_collect(study, index);
    return column ? column->name : collect ? collect->name : NULL;
}

const char *thud_study_result_unit(const thud_study *study, size_t index) {
    const thud_result_column *column = thud_study_result_column(study, index);
    if (column) return column->unit;
    return index < thud_study_result_count(study) ? "" : NULL;
}

/* ---- names ---- */

/* the part that a column belongs to: a coordinate, contact, link or signal; SIZE_MAX for the others */
typedef struct part {
    const char *kind, *name;
    size_t coordinate, contact, link, watch;
} part;

static void add_columns(thud_study_reading *r, part of, thud_run_quantities quantities) {
    thud_study *study = r->study;
    for (size_t i = 0; i < quantities.count; i++) {
        const thud_run_quantity *quantity = &quantities.list[i];
        char text[700];
        snprintf(text, sizeof text, "%s%s%.600s%s%s", of.kind, *of.kind ? "." : "", of.name, *of.name ? "." : "",
                 quantity->name);
        study->columns[study->column_count++] = (thud_result_column){thud_study_keep(r, text),
                                                                     quantity->unit,
                                                                     quantity->dimension,
                                                                     quantity->name,
                                                                     of.coordinate,
                                                                     of.contact,
                                                                     of.link,
                                                                     of.watch,
                                                                     NULL};
    }
}

static void name_columns(thud_study_reading *r, thud_fields *root) {
    const thud_model *model = r->model;
    const size_t bodies = thud_model_body_count(model), rods = thud_model_rod_count(model),
                 contacts = thud_model_contact_count(model), links = thud_model_watched_links(model);
    const size_t count = thud_quantities_of_run.count + bodies * thud_quantities_of_body.count +
                         rods * thud_quantities_of_rod.count + contacts * thud_quantities_of_contact.count +
                         links * thud_quantities_of_link.count +
                         thud_model_watch_count(model) * thud_quantities_of_watch(THUD_WATCH_GROUND).count +
                         thud_quantities_of_energy.count + thud_quantities_of_solver.count +
                         thud_study_count_modes(r, root);
    r->study->columns = thud_study_take(r, count, sizeof *r->study->columns);
    if (!r->study->columns) return;
    const size_t none = SIZE_MAX;
    add_columns(r, (part){"", "", none, none, none, none}, thud_quantities_of_run);
    for (size_t i = 0; i < bodies; i++)
        add_columns(r, (part){"bodies", thud_model_body_name(model, i), i, none, none, none},
                    thud_quantities_of_body);
    for (size_t i = 0; i < rods; i++)
        add_columns(r, (part){"rods", thud_model_rod_name(model, i), bodies + i, none, none, none},
                    thud_quantities_of_rod);
    for (size_t i = 0; i < contacts; i++)
        add_columns(r, (part){"contacts", thud_model_contact_name(model, i), none, i, none, none},
                    thud_quantities_of_contact);
    for (size_t i = 0; i < links; i++)
        add_columns(r, (part){"links", thud_model_link_name(model, i), none, none, i, none},
                    thud_quantities_of_link);
    for (size_t i = 0; i < thud_model_watch_count(model); i++)
        add_columns(r, (part){"watch", thud_model_watch_name(model, i), none, none, none, i},
                    thud_quantities_of_watch(model->watches[i].given.kind));
    add_columns(r, (part){"energy", "", none, none, none, none}, thud_quantities_of_energy);
    add_columns(r, (part){"solver", "", none, none, none, none}, thud_quantities_of_solver);
    thud_study_name_modes(r);
}

/* notes for readers where a column means less than its name suggests */
static void explain_columns(thud_study_reading *r) {
    for (size_t i = 0; i < r->study->column_count; i++) {
        thud_result_column *column = &r->study->columns[i];
        size_t contact;
        const char *law = thud_study_impulsive(r, column, &contact);
        char text[200];
        if (!law) continue;
        if (column->contact != SIZE_MAX) snprintf(text, sizeof text, "none of %s: impulsive", law);
        else
            snprintf(text, sizeof text, "between impacts; those of the %s contact %.60s are impulsive", law,
                     thud_model_contact_name(r->model, contact));
        column->about = thud_study_keep(r, text);
    }
}

void thud_study_read_columns(thud_study_reading *r, thud_fields *root) {
    name_columns(r, root);
    if (r->study->columns) explain_columns(r);
    thud_study_read_thresholds(r, root);
    thud_study_read_keep(r, root);
}

/* ---- values ---- */

static double *put_contact(double *to, const thud_contact_summary *c, bool impulsive) {
    for (size_t i = 0; i < thud_quantities_of_contact.count; i++)
        *to++ = thud_contact_quantity_value(&thud_quantities_of_contact.list[i], c, impulsive);
    return to;
}

/* 1, 0, or NAN if the result is unknown */
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
    double *to = thud_run_quantities_take(thud_quantities_of_run, summary, values);
    /* rods are bodies, by other names */
    for (size_t i = 0; i < summary->body_count; i++)
        to = thud_run_quantities_take(thud_quantities_of_body, &summary->bodies[i], to);
    for (size_t i = 0; i < summary->contact_count; i++)
        to = put_contact(to, &summary->contacts[i], model && thud_model_is_impulsive(model, i));
    for (size_t i = 0; i < summary->link_count; i++)
        to = thud_run_quantities_take(thud_quantities_of_link, &summary->links[i], to);
    for (size_t i = 0; i < summary->watch_count; i++) /* the layout is the same for any unit */
        to = thud_run_quantities_take(thud_quantities_of_watch(THUD_WATCH_GROUND), &summary->watches[i], to);
    to = thud_run_quantities_take(thud_quantities_of_energy, &summary->energy, to);
    thud_run_quantities_take(thud_quantities_of_solver, &summary->solver, to);
    for (size_t i = 0; i < study->collect_count; i++)
        values[study->column_count + i] = collect(&study->collects[i], values);
    if (!study->kept) return;
    /* moves values forward without overwriting any that is still needed */
    for (size_t i = 0; i < study->kept_count; i++) values[i] = values[study->kept[i]];
    for (size_t i = 0; i < study->collect_count; i++)
        values[study->kept_count + i] = values[study->column_count + i];
}
