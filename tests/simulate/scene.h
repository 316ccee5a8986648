/* Short words for tests of the event solver: models in a few lines, their runs, and what was booked. */
#ifndef THUD_TESTS_SCENE_H
#define THUD_TESTS_SCENE_H

#include <stdio.h>
#include <string.h>

#include <thud/thud.h>

#include "model/model.h"
#include "suite.h"

enum { SCENE_ENTRIES = 4096 };

typedef struct scene {
    thud_model *model;
    thud_simulation *simulation;
    const thud_summary *summary;
    thud_status status;
    size_t count; /* entries of the ledger */
    thud_impact_entry entries[SCENE_ENTRIES];
} scene;

static inline bool scene_keep(void *context, const thud_impact_entry *entry) {
    scene *s = context;
    if (s->count < SCENE_ENTRIES) s->entries[s->count] = *entry;
    s->count++;
    return true;
}

static inline thud_gap_contact scene_contact(const char *law, double gap, double e, double stiffness) {
    thud_gap_contact c = thud_gap_contact_default(thud_law_find(law));
    c.gap = gap;
    c.restitution = e;
    if (stiffness > 0) c.stiffness = stiffness;
    return c;
}

/* bodies are plain numbers here, which tests count with; THUD_BODY_GROUND is the ground */
static inline thud_body scene_body(scene *s, double mass, double displacement, double velocity) {
    char name[32];
    snprintf(name, sizeof name, "body%zu", thud_model_body_count(s->model));
    thud_body_id body = thud_model_add_body(s->model, name, mass);
    thud_model_set_start(s->model, body, displacement, velocity);
    return body.number;
}

static inline void scene_touch(scene *s, thud_body left, thud_body right, thud_gap_contact contact) {
    char name[32];
    snprintf(name, sizeof name, "contact%zu", thud_model_contact_count(s->model));
    thud_model_add_contact(s->model, name, (thud_body_id){left}, (thud_body_id){right}, &contact);
}

static inline void scene_link(scene *s, thud_body left, thud_body right, const thud_link *link) {
    thud_model_add_link(s->model, (thud_body_id){left}, (thud_body_id){right}, link);
}

static inline void scene_spring(scene *s, thud_body left, thud_body right, double stiffness, double damping) {
    scene_link(s, left, right, &(thud_link){.stiffness = stiffness, .damping = damping});
}

static inline void scene_force(scene *s, thud_body body, const thud_signal *force) {
    thud_model_add_force(s->model, (thud_body_id){body}, force);
}

static inline scene *scene_open(double duration) {
    scene *s = calloc(1, sizeof *s);
    ck_assert_ptr_nonnull(s);
    s->model = thud_model_create();
    thud_model_set_duration(s->model, duration);
    return s;
}

static inline void scene_build(scene *s) {
    thud_error problem = {0};
    ck_assert_msg(thud_model_build(s->model, &problem) == THUD_OK, "%s", problem.text);
    ck_assert_int_eq(thud_simulation_create(s->model, &s->simulation), THUD_OK);
    s->summary = thud_simulation_summary(s->simulation);
}

/* builds it where that has not been done, and runs it; what happens is in status, summary and entries */
static inline void scene_try(scene *s) {
    if (!s->simulation) scene_build(s);
    s->count = 0;
    thud_observer observer = {.context = s, .impact = scene_keep};
    s->status = thud_simulation_run(s->simulation, &observer);
}

static inline void scene_run(scene *s) {
    scene_try(s);
    ck_assert_msg(s->status == THUD_OK, "%s: %s", thud_status_text(s->status), s->summary->error.text);
}

static inline void scene_close(scene *s) {
    thud_simulation_free(s->simulation);
    thud_model_free(s->model);
    free(s);
}

#endif
