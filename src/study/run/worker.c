/*
 * Runs cases one at a time. If only contacts differ from the previous case, the existing simulation runs it; so it
 * does with another ground: the model is new, and what was prepared for the structure stays. Otherwise the model is
 * built anew from the draft. The results do not depend on this: a simulation begins every run with its model and
 * its contacts.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/environment.h"
#include "contact/notes.h"
#include "model/model.h"
#include "simulate/prepare.h"
#include "study/settings.h"

/* What a case changes in a contact: nothing, known numbers, or something that must be read. */
typedef enum kind_of_change { UNCHANGED, NUMBERS, ANYTHING } kind_of_change;

typedef struct change {
    kind_of_change how;
    thud_gap_contact contact;
} change;

struct thud_worker {
    const thud_study *study;
    thud_draft *draft;
    thud_settings settings;
    thud_motions *motions;
    thud_model *model; /* model of the last case; NULL: nothing is prepared */
    thud_simulation *simulation;
    change *changes; /* [contact] */
    size_t contact_count;
    double *values; /* [value_count] */
    double *modes;  /* [mode_past − mode_first] columns of modes, of the structure of the last case */
    bool modes_known;
};

static thud_status prepare(thud_worker *w) {
    const thud_study *study = w->study;
    const thud_source source = {study->scenario_path, study->scenario_bytes.data, study->scenario_bytes.size};
    thud_messages messages = {.source = source};
    thud_status status = thud_draft_create(&source, study->scenario_folder, &messages, &w->draft);
    thud_messages_free(&messages);
    if (status == THUD_OK) status = thud_settings_create(study, w->draft, &w->settings);
    if (status != THUD_OK) return status;
    w->motions = thud_motions_create(study->motions);
    w->values = calloc(thud_study_value_count(study), sizeof *w->values);
    w->modes = calloc(study->mode_past - study->mode_first + 1, sizeof *w->modes);
    return w->motions && w->values && w->modes ? THUD_OK : THUD_ERROR_MEMORY;
}

thud_status thud_worker_create(const thud_study *study, thud_worker **worker) {
    THUD_PLAIN_ENVIRONMENT;
    if (!study || !worker) return THUD_ERROR_ARGUMENT;
    thud_worker *w = calloc(1, sizeof *w);
    if (!w) return THUD_ERROR_MEMORY;
    w->study = study;
    const thud_status status = prepare(w);
    if (status == THUD_OK) *worker = w;
    else thud_worker_free(w);
    return status;
}

/* frees what was built for the last case; the next one builds everything again */
static void release(thud_worker *w) {
    thud_simulation_free(w->simulation);
    thud_model_free(w->model);
    free(w->changes);
    w->simulation = NULL;
    w->model = NULL;
    w->changes = NULL;
    w->contact_count = 0;
    w->modes_known = false;
}

void thud_worker_free(thud_worker *worker) {
    if (!worker) return;
    release(worker);
    thud_settings_free(&worker->settings);
    thud_draft_free(worker->draft);
    thud_motions_free(worker->motions);
    free(worker->values);
    free(worker->modes);
    free(worker);
}

const thud_model *thud_worker_model(const thud_worker *worker) { return worker->model; }

/* ---- from scratch ---- */

/* sets status and reason of a case that cannot be run; only lack of memory is the worker's own failure */
static thud_status refuse(thud_case_result *result, thud_status status, const char *reason) {
    thud_error_set(&result->error, status, "%s", reason);
    return status == THUD_ERROR_MEMORY ? status : THUD_OK;
}

/* the model of a case; NULL where it cannot be built */
static thud_status build_model(thud_worker *w, thud_model **model, thud_case_result *result) {
    size_t axis;
    *model = NULL;
    if (!thud_settings_write(&w->settings, &axis)) {
        char reason[160];
        snprintf(reason, sizeof reason, "'%.60s' is not a number here", w->study->axes[axis].name);
        return refuse(result, THUD_ERROR_ARGUMENT, reason);
    }
    thud_messages messages;
    thud_status status = thud_draft_build(w->draft, w->motions, NULL, &messages, model);
    const char *text = thud_messages_find(&messages, 0, THUD_WHOLE_FILE);
    if (status != THUD_OK) status = refuse(result, status, text ? text : thud_status_text(status));
    thud_messages_free(&messages);
    return status;
}

static thud_status build(thud_worker *w, thud_case_result *result) {
    release(w);
    thud_status status = build_model(w, &w->model, result);
    if (result->error.status != THUD_OK) return status;
    w->contact_count = thud_model_contact_count(w->model);
    w->changes = calloc(w->contact_count + 1, sizeof *w->changes);
    if (!w->changes) return refuse(result, THUD_ERROR_MEMORY, thud_status_text(THUD_ERROR_MEMORY));
    status = thud_simulation_create(w->model, &w->simulation);
    return status == THUD_OK ? THUD_OK : refuse(result, status, thud_status_text(status));
}

/* ---- contacts alone ---- */

typedef enum part_of_model { CONTACTS, GROUND, STRUCTURE } part_of_model;

/* the most that has changed since the last case */
static part_of_model changed_part(const thud_worker *w) {
    part_of_model most = CONTACTS;
    for (size_t i = 0; i < w->study->axis_count; i++) {
        const thud_setting *s = &w->settings.list[i];
        if (!s->changed) continue;
        if (s->structural) return STRUCTURE;
        if (s->of_ground) most = GROUND;
    }
    return most;
}

static bool put_contact(thud_worker *w, size_t index, const thud_gap_contact *contact) {
    return thud_model_replace_contact(w->model, index, contact, NULL) == THUD_OK &&
           thud_simulation_set_contact(w->simulation, index, &w->model->contacts[index].given) == THUD_OK;
}

/* laws, exponents and quantities with units of their own are read as in a scenario */
static bool read_contact(thud_worker *w, size_t index) {
    size_t axis;
    thud_messages messages;
    thud_gap_contact contact;
    if (!thud_settings_write(&w->settings, &axis)) return false;
    const thud_status status = thud_draft_contact(w->draft, index, &messages, &contact);
    thud_messages_free(&messages);
    return status == THUD_OK && put_contact(w, index, &contact);
}

/* marks contacts that change, and sets plain numbers */
static void mark(thud_worker *w, const thud_setting *s) {
    for (size_t i = 0; i < s->place_count; i++) {
        change *c = &w->changes[s->places[i].contact];
        if (c->how == UNCHANGED) *c = (change){NUMBERS, w->model->contacts[s->places[i].contact].given};
        switch (s->plain) {
        case THUD_PLAIN_NONE: c->how = ANYTHING; break;
        case THUD_PLAIN_GAP: c->contact.gap = s->number; break;
        case THUD_PLAIN_RESTITUTION: /* one number, which also replaces a curve */
            c->contact.restitution = s->number;
            c->contact.restitution_curve.kind = THUD_RESTITUTION_CONSTANT;
            break;
        }
    }
}

static bool change_contacts(thud_worker *w) {
    const size_t axis_count = w->study->axis_count;
    for (size_t i = 0; i < axis_count; i++) {
        const thud_setting *s = &w->settings.list[i];
        if (s->changed && s->places) mark(w, s);
    }
    for (size_t i = 0; i < w->contact_count; i++) {
        change *c = &w->changes[i];
        const kind_of_change how = c->how;
        c->how = UNCHANGED;
        if (how == NUMBERS && !put_contact(w, i, &c->contact)) return false;
        if (how == ANYTHING && !read_contact(w, i)) return false;
    }
    return true;
}

/* ---- another ground ---- */

/* false where the simulation has to be made anew */
static bool change_ground(thud_worker *w) {
    thud_case_result ignored = {0};
    thud_model *model;
    if (build_model(w, &model, &ignored) != THUD_OK || !model) return false;
    const bool good = thud_simulation_adopt(w->simulation, model) == THUD_OK;
    thud_model_free(good ? w->model : model);
    if (good) w->model = model;
    else release(w);
    return good;
}

/* after a refused change the whole model is built, so that the message is the same in any order */
static thud_status apply(thud_worker *w, thud_case_result *result) {
    const part_of_model part = w->model ? changed_part(w) : STRUCTURE;
    if (part == CONTACTS && change_contacts(w)) return THUD_OK;
    if (part == GROUND && w->simulation && change_ground(w)) return THUD_OK;
    return build(w, result);
}

/* ---- running ---- */

/* once for a structure */
static void take_modes(thud_worker *w) {
    double *columns = w->values + w->study->mode_first;
    const size_t size = (w->study->mode_past - w->study->mode_first) * sizeof *columns;
    if (size == 0) return;
    if (w->modes_known) {
        memcpy(columns, w->modes, size);
        return;
    }
    thud_study_take_modes(w->study, w->model, w->values);
    memcpy(w->modes, columns, size);
    w->modes_known = true;
}

static void simulate(thud_worker *w, const thud_observer *observer, thud_case_result *result) {
    thud_status status = thud_simulation_run(w->simulation, observer);
    const thud_summary *summary = thud_simulation_summary(w->simulation);
    if (status == THUD_OK) status = thud_study_take_spread(w->study, w->model, w->values);
    if (status == THUD_OK) {
        take_modes(w);
        thud_study_take_results(w->study, w->model, summary, w->values);
        thud_notes_join(&summary->notes, result->notes, sizeof result->notes);
    } else if (*summary->error.text) {
        result->error = summary->error;
    } else {
        thud_error_status(&result->error, status);
    }
}

thud_status thud_worker_prepare(thud_worker *worker, size_t case_index, thud_case_result *result) {
    const size_t count = thud_study_value_count(worker->study);
    *result = (thud_case_result){.case_index = case_index, .values = worker->values};
    for (size_t i = 0; i < count; i++) worker->values[i] = NAN;
    thud_settings_take(&worker->settings, case_index);
    return apply(worker, result);
}

thud_status thud_worker_run(thud_worker *worker, size_t case_index, const thud_observer *observer,
                            thud_case_result *result) {
    THUD_PLAIN_ENVIRONMENT;
    if (!worker || !result || case_index >= worker->study->case_count) return THUD_ERROR_ARGUMENT;
    const double start = thud_clock();
    const thud_status status = thud_worker_prepare(worker, case_index, result);
    if (status == THUD_OK && result->error.status == THUD_OK) simulate(worker, observer, result);
    if (!worker->simulation) release(worker);
    result->wall_seconds = thud_clock() - start;
    return status;
}
