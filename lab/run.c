/* A model in motion: its rows, its impacts and its summary, kept on the desk. */
#include <math.h>
#include <string.h>

#include "desk.h"

typedef struct watcher {
    lab_desk *desk;
    size_t bodies, contacts;
} watcher;

/* what no longer fits is left out: the run goes on, its summary is of all of it */
static bool keep_row(void *context, const thud_sample *sample) {
    const watcher *w = context;
    double *row = lab_list_add(&w->desk->rows, w->desk->row_size);
    if (!row) return true;
    *row++ = sample->time;
    memcpy(row, sample->displacement, w->bodies * sizeof *row);
    memcpy(row + w->bodies, sample->velocity, w->bodies * sizeof *row);
    memcpy(row + 2 * w->bodies, sample->force, w->contacts * sizeof *row);
    row[2 * w->bodies + w->contacts] = sample->event;
    return true;
}

static bool keep_impact(void *context, const thud_impact_entry *e) {
    const watcher *w = context;
    const double of[LAB_IMPACT_COLUMNS] = {(double)e->contact, e->time,      e->approach_speed, e->separation_speed,
                                           e->duration,        e->max_force, e->impulse,        e->energy_lost};
    double *row = lab_list_add(&w->desk->impacts, LAB_IMPACT_COLUMNS);
    if (row) memcpy(row, of, sizeof of);
    return true;
}

static bool keep_summary(lab_desk *desk, const thud_summary *s) {
    const double head[LAB_SUMMARY_HEAD] = {s->duration,           (double)s->impacts,      s->energy.input,
                                           s->energy.dissipated,  s->energy.impact,        s->energy.stored,
                                           s->energy.residual,    (double)s->solver.steps, (double)s->solver.events,
                                           (double)s->body_count, (double)s->contact_count};
    double *at = lab_list_add(&desk->summary, LAB_SUMMARY_HEAD + LAB_SUMMARY_BODY * s->body_count +
                                                  LAB_SUMMARY_CONTACT * s->contact_count);
    if (!at) return false;
    memcpy(at, head, sizeof head);
    at += LAB_SUMMARY_HEAD;
    for (size_t i = 0; i < s->body_count; i++, at += LAB_SUMMARY_BODY) {
        const thud_body_summary *b = &s->bodies[i];
        const double of[LAB_SUMMARY_BODY] = {b->max_displacement, b->max_velocity, b->max_acceleration,
                                             b->final_displacement, b->final_velocity};
        memcpy(at, of, sizeof of);
    }
    for (size_t i = 0; i < s->contact_count; i++, at += LAB_SUMMARY_CONTACT) {
        const thud_contact_summary *c = &s->contacts[i];
        const double of[LAB_SUMMARY_CONTACT] = {(double)c->impacts, c->max_force,   c->max_penetration,
                                                c->impulse,         c->energy_lost, c->stick_time};
        memcpy(at, of, sizeof of);
    }
    return true;
}

static thud_status simulate(lab_desk *desk, const thud_model *model) {
    thud_simulation *simulation;
    thud_status status = thud_simulation_create(model, &simulation);
    if (status != THUD_OK) return lab_fail(desk, status, "%s", thud_status_text(status));
    watcher w = {.desk = desk,
                 .bodies = thud_model_body_count(model) + thud_model_rod_count(model),
                 .contacts = thud_model_contact_count(model)};
    desk->row_size = 2 * w.bodies + w.contacts + 2;
    const thud_observer observer = {.context = &w, .sample = keep_row, .impact = keep_impact};
    status = thud_simulation_run(simulation, &observer);
    const thud_summary *summary = thud_simulation_summary(simulation);
    if (status != THUD_OK)
        lab_fail(desk, status, "%s", *summary->error.text ? summary->error.text : thud_status_text(status));
    if (!keep_summary(desk, summary)) status = THUD_ERROR_MEMORY;
    thud_simulation_free(simulation);
    return status;
}

thud_status lab_run(lab_desk *desk, const double *parts, size_t count) {
    thud_status status;
    desk->rows.count = desk->impacts.count = desk->summary.count = desk->row_size = 0;
    thud_model *model = lab_model_build(desk, parts, count, &status);
    if (!model) return status;
    status = simulate(desk, model);
    thud_model_free(model);
    return status;
}

size_t lab_row_count(const lab_desk *desk) { return desk->row_size ? desk->rows.count / desk->row_size : 0; }

size_t lab_row_size(const lab_desk *desk) { return desk->row_size; }

const double *lab_rows(const lab_desk *desk) { return desk->rows.numbers; }

size_t lab_impact_count(const lab_desk *desk) { return desk->impacts.count / LAB_IMPACT_COLUMNS; }

const double *lab_impacts(const lab_desk *desk) { return desk->impacts.numbers; }

const double *lab_summary(const lab_desk *desk) { return desk->summary.count ? desk->summary.numbers : NULL; }
