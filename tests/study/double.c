/* A study that only pretends to run: its cases take no time, and fail where a test says so. */
#include "double.h"

#include "study/run/queue.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct thud_worker {
    thud_study *study;
    thud_model *model; /* for devices; its duration tells which case it is */
    double values[DOUBLE_RESULTS];
};

thud_study double_study(void) {
    return (thud_study){
        .title = "a double, \"quoted\"", .path = "/nowhere/double.yaml", .gaps = 6, .es = 7, .broken = SIZE_MAX};
}

/* −0, infinities, NAN, the smallest and a number with all digits, turned around from case to case */
double double_result(const thud_study *study, size_t i, size_t index) {
    const double awkward[] = {-0.0, INFINITY, -INFINITY, NAN, 5e-324, 0.1, 9007199254740993.0, -1e308};
    enum { AWKWARD = sizeof awkward / sizeof awkward[0] };
    if (index < 4) return awkward[(i + index) % AWKWARD];
    return sqrt((double)(study->salt + i)) * (double)index;
}

bool double_fails(const thud_study *study, size_t i) { return study->fail_every > 0 && i % study->fail_every == 1; }

const char *thud_study_title(const thud_study *study) { return study->title; }
const char *thud_study_path(const thud_study *study) { return study->path; }
size_t thud_study_case_count(const thud_study *study) { return study->gaps * study->es; }
size_t thud_study_axis_count(const thud_study *study) {
    (void)study;
    return 3;
}

/* one is called like something that every row has */
const char *thud_study_axis_name(const thud_study *study, size_t axis) {
    static const char *const names[] = {"status", "e", "record"};
    (void)study;
    return names[axis];
}

bool thud_study_axis_is_text(const thud_study *study, size_t axis) {
    (void)study;
    return axis == 2;
}

static size_t gap_of(const thud_study *study, size_t i) { return study->first_gap + i / study->es; }

thud_status thud_study_value(const thud_study *study, size_t i, size_t axis, thud_axis_value *value) {
    static const char *const labels[] = {"soft", "so, so", "\"hard\""};
    *value = (thud_axis_value){.number = NAN};
    if (axis == 0) value->number = gap_of(study, i) == 3 ? INFINITY : 0.1 * (double)gap_of(study, i);
    if (axis == 1) {
        value->number = 1.0 / (double)(1 + i % study->es);
        value->label = labels[(study->first_label + i % study->es) % 3];
    }
    if (axis == 2) snprintf(value->text, sizeof value->text, "records/%zu, x.at2", gap_of(study, i));
    else snprintf(value->text, sizeof value->text, "%.17g", value->number);
    return THUD_OK;
}

double thud_study_number(const thud_study *study, size_t i, size_t axis) {
    thud_axis_value value;
    thud_study_value(study, i, axis, &value);
    return value.number;
}

const char *thud_study_label(const thud_study *study, size_t i, size_t axis) {
    thud_axis_value value;
    thud_study_value(study, i, axis, &value);
    return value.label; /* a literal */
}

/* not the order of the numbers */
size_t thud_study_case_at(const thud_study *study, size_t position) {
    return position % study->gaps * study->es + position / study->gaps;
}

size_t thud_study_position_of(const thud_study *study, size_t case_index) {
    return case_index % study->es * study->gaps + case_index / study->es;
}

size_t thud_study_result_count(const thud_study *study) {
    (void)study;
    return DOUBLE_RESULTS;
}

/* two that SQLite takes for one, two that every row has, one with quotes */
const char *thud_study_result_name(const thud_study *study, size_t index) {
    static const char *const names[DOUBLE_RESULTS] = {
        "bodies.A.max", "bodies.a.max", "case", "rowid", "say \"x\"", "e", "a/b", "a|b", "energy"};
    (void)study;
    return names[index];
}

const char *thud_study_axis_unit(const thud_study *study, size_t axis) {
    (void)study;
    (void)axis;
    return "";
}

thud_role thud_study_axis_role(const thud_study *study, size_t axis) {
    (void)study;
    return (thud_role){.kind = axis == 2 ? THUD_ROLE_RECORD : THUD_ROLE_DESIGN, .group = axis, .about = "a path"};
}

thud_role thud_study_result_role(const thud_study *study, size_t result) {
    (void)study;
    return (thud_role){.kind = result == 0 ? THUD_ROLE_THRESHOLD : THUD_ROLE_RESULT, .about = "so and so"};
}

const char *thud_study_result_unit(const thud_study *study, size_t index) {
    (void)study;
    return index == 0 ? "m" : "";
}

/* FNV-1a over numbers */
static uint64_t mix(uint64_t hash, uint64_t number) { return (hash ^ number) * UINT64_C(1099511628211); }

uint64_t thud_study_hash_without_values(const thud_study *study) {
    return mix(UINT64_C(14695981039346656037), study->salt);
}

uint64_t thud_study_hash(const thud_study *study) {
    uint64_t hash = thud_study_hash_without_values(study);
    return mix(mix(mix(mix(hash, study->gaps), study->es), study->first_gap + 1), study->first_label + 1);
}

uint64_t thud_study_case_hash(const thud_study *study, size_t i) {
    return mix(mix(thud_study_hash_without_values(study), gap_of(study, i) + 1), i % study->es + 1);
}

thud_status thud_worker_create(const thud_study *study, thud_worker **worker) {
    *worker = calloc(1, sizeof **worker);
    /* counts what is run: a study is const for its users, not for this double */
    if (*worker) memcpy(&(*worker)->study, &study, sizeof study);
    return *worker ? THUD_OK : THUD_ERROR_MEMORY;
}

void thud_worker_free(thud_worker *worker) {
    if (worker) thud_model_free(worker->model);
    free(worker);
}

/* ---- for devices ---- */

const char *thud_study_needs_core(const thud_study *study) { return study ? NULL : "there is no study"; }

size_t thud_study_value_count(const thud_study *study) { return thud_study_result_count(study); }

const thud_model *thud_worker_model(const thud_worker *worker) { return worker->model; }

static thud_model *model_of(size_t i) {
    thud_model *model = thud_model_create();
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find("newton"));
    if (!model) return NULL;
    contact.gap = 1;
    thud_body_id body = thud_model_add_body(model, "b", 1);
    thud_model_add_contact(model, "c", body, THUD_GROUND, &contact);
    thud_model_set_duration(model, (double)(i + 1));
    if (thud_model_build(model, NULL) == THUD_OK) return model;
    thud_model_free(model);
    return NULL;
}

void double_notes(const thud_study *study, size_t i, char notes[THUD_CASE_NOTES]) {
    const bool noted = study->noted && i % 3 == 0 && !double_fails(study, i);
    *notes = '\0';
    if (noted) snprintf(notes, THUD_CASE_NOTES, "it goes on until %zu s\nlink '%zu' is long", i, i % 2);
}

/* takes the time of a case, as a device would */
thud_status thud_worker_prepare(thud_worker *worker, size_t i, thud_case_result *result) {
    thud_study *study = worker->study;
    *result = (thud_case_result){.case_index = i, .values = worker->values};
    if (i == study->broken) return THUD_ERROR_MEMORY;
    for (volatile long long step = 0; step < study->work / 8; step++) continue;
    if (double_fails(study, i)) return thud_worker_run(worker, i, NULL, result);
    thud_model_free(worker->model);
    worker->model = model_of(i);
    return worker->model ? THUD_OK : THUD_ERROR_MEMORY;
}

void thud_study_take_results(const thud_study *study, const thud_model *model, const thud_summary *summary,
                             double *values) {
    (void)model;
    for (size_t k = 0; k < DOUBLE_RESULTS; k++) values[k] = double_result(study, (size_t)summary->duration - 1, k);
}

/* ---- on cores ---- */

thud_status thud_worker_run(thud_worker *worker, size_t i, const thud_observer *observer,
                            thud_case_result *result) {
    thud_study *study = worker->study;
    *result = (thud_case_result){.case_index = i, .wall_seconds = 0.25, .values = worker->values};
    if (i == study->broken) return THUD_ERROR_MEMORY;
    for (long long step = 0; step < study->work; step++)
        if (step % 1024 == 0 && observer && observer->progress && !observer->progress(observer->context, 0)) {
            result->error.status = THUD_ERROR_STOPPED;
            return THUD_OK;
        }
    atomic_fetch_add(&study->runs, 1);
    if (study->by_case) atomic_fetch_add(&study->by_case[i], 1);
    for (size_t k = 0; k < DOUBLE_RESULTS; k++) worker->values[k] = double_result(study, i, k);
    double_notes(study, i, result->notes);
    if (double_fails(study, i)) {
        result->error.status = THUD_ERROR_ACCURACY;
        snprintf(result->error.text, sizeof result->error.text, "case %zu, \"as wanted\"", i);
    }
    return THUD_OK;
}
