/* The variables of an FMU: time, inputs, what moves, and results. */
#include "fmu/variables.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/print.h"
#include "base/text.h"
#include "base/unit.h"
#include "model/impulsive.h"
#include "model/model.h"

/* ---- units ---- */

const fmu_unit *fmu_unit_of(thud_dimension d) {
    static const fmu_unit units[] = {
        {"kg", 1, 0, 0, 0},     {"m", 0, 1, 0, 0},    {"s", 0, 0, 1, 0},      {"m/s", 0, 1, -1, 0},
        {"m/s2", 0, 1, -2, 0},  {"N", 1, 1, -2, 0},   {"N/m", 1, 0, -2, 0},   {"N.s/m", 1, 0, -1, 0},
        {"N.s", 1, 1, -1, 0},   {"J", 1, 2, -2, 0},   {"Hz", 0, 0, -1, 0},    {"rad", 0, 0, 0, 1},
        {"rad/s", 0, 0, -1, 1}, {"N.m", 1, 2, -2, 1}, {"N/m2", 1, -1, -2, 0},
    };
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        const fmu_unit *u = &units[i];
        if (thud_dimension_same(d, (thud_dimension){u->kg, u->m, u->s, u->rad})) return u;
    }
    return NULL;
}

/* ---- the list ---- */

fmu_variable *fmu_variables_add(fmu_variables *v, fmu_variable made, const char *format, ...) {
    if (v->count == v->capacity) {
        const size_t capacity = v->capacity ? 2 * v->capacity : 64;
        fmu_variable *larger = realloc(v->list, capacity * sizeof *larger);
        if (!larger) return NULL;
        v->list = larger;
        v->capacity = capacity;
    }
    va_list arguments;
    va_start(arguments, format);
    char name[1024];
    const int length = thud_print_list(name, sizeof name, format, arguments);
    va_end(arguments);
    made.name = length > 0 && (size_t)length < sizeof name ? malloc((size_t)length + 1) : NULL;
    if (!made.name) return NULL;
    strcpy(made.name, name);
    v->list[v->count] = made;
    return &v->list[v->count++];
}

void fmu_variables_free(fmu_variables *v) {
    for (size_t i = 0; i < v->count; i++) {
        free(v->list[i].name);
        free(v->list[i].about);
    }
    free(v->list);
    *v = (fmu_variables){0};
}

size_t fmu_variables_find(const fmu_variables *v, const char *name) {
    size_t i = 0;
    while (i < v->count && strcmp(v->list[i].name, name) != 0) i++;
    return i;
}

/* what it is: "displacement of ", "deck", ", relative to the ground"; false when memory is short */
static bool describe(fmu_variable *variable, const char *before, const char *name, const char *after) {
    if (!variable) return false;
    fmu_text about = {0};
    fmu_text_add(&about, "%s%s%s", before, name, after);
    variable->about = about.text;
    return !about.failed;
}

/* ---- inputs ---- */

static thud_status add_input(fmu_variables *v, const thud_model *model, fmu_kind kind, size_t body,
                             thud_error *error) {
    fmu_variable made = {.kind = kind, .causality = FMU_INPUT, .index = body};
    made.unit = fmu_unit_of(kind == FMU_GROUND ? THUD_DIMENSION_ACCELERATION : THUD_DIMENSION_FORCE);
    fmu_variable *variable = NULL;
    char name[1024] = "ground";
    if (kind == FMU_FORCE) snprintf(name, sizeof name, "forces.%s", thud_model_body_name(model, body));
    if (fmu_variables_find(v, name) < v->count)
        return thud_error_set(error, THUD_ERROR_ARGUMENT, "the input '%.200s' is named twice", name);
    variable = fmu_variables_add(v, made, "%s", name);
    const bool described =
        kind == FMU_GROUND ? describe(variable, "acceleration of the ground, in addition to the scenario's", "", "")
                           : describe(variable, "force on ", thud_model_body_name(model, body), "");
    return described ? THUD_OK : thud_error_memory(error);
}

static thud_status unknown_input(const thud_model *model, const char *word, thud_error *error) {
    const char *body = strncmp(word, "forces.", 7) == 0 ? word + 7 : word;
    for (size_t i = 0; i < thud_model_body_count(model); i++) {
        const char *name = thud_model_body_name(model, i);
        if (thud_text_nearest(body, &name, 1) == 0)
            return thud_error_set(error, THUD_ERROR_ARGUMENT, "no input '%.200s'; did you mean 'forces.%.200s'?",
                                  word, name);
    }
    return thud_error_set(error, THUD_ERROR_ARGUMENT,
                          "no input '%.200s': there are 'ground' and a force on each body, as 'forces.%.200s'",
                          word, thud_model_body_name(model, 0));
}

thud_status fmu_inputs_make(const fmu_request *request, const thud_model *model, fmu_variables *v,
                            thud_error *error) {
    thud_status status = THUD_OK;
    for (size_t i = 0; i < request->inputs.count && status == THUD_OK; i++) {
        const char *word = request->inputs.list[i];
        if (strcmp(word, "ground") == 0) {
            status = add_input(v, model, FMU_GROUND, 0, error);
            continue;
        }
        bool found = false;
        for (size_t b = 0; b < thud_model_body_count(model) && status == THUD_OK; b++) {
            if (strncmp(word, "forces.", 7) != 0) break;
            if (!fmu_pattern_fits(word + 7, thud_model_body_name(model, b))) continue;
            status = add_input(v, model, FMU_FORCE, b, error);
            found = true;
        }
        if (!found) status = unknown_input(model, word, error);
    }
    if (status != THUD_OK || request->inputs.count == 0 || request->exchange) return status;
    fmu_variable *ramped = fmu_variables_add(
        v, (fmu_variable){.kind = FMU_RAMPED, .type = FMU_BOOLEAN, .causality = FMU_FIXED}, "inputs.ramped");
    return describe(ramped, "true: an input changes linearly to its value by the end of the next step", "", "")
               ? THUD_OK
               : thud_error_memory(error);
}

/* ---- what moves ---- */

typedef struct row {
    fmu_kind kind;
    const char *key, *before, *after;
    thud_dimension dimension;
} row;

static bool add_rows(fmu_variables *v, const char *section, size_t index, const char *name, const row *rows,
                     size_t count) {
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        const fmu_variable made = {
            .kind = rows[i].kind, .causality = FMU_LOCAL, .index = index, .unit = fmu_unit_of(rows[i].dimension)};
        good = describe(fmu_variables_add(v, made, "%s.%s.%s", section, name, rows[i].key), rows[i].before, name,
                        rows[i].after);
    }
    return good;
}

static bool add_results(fmu_variables *v, fmu_kind kind, const char *section, size_t index, const char *name,
                        thud_run_quantities quantities, const thud_gap_contact *contact) {
    bool good = true;
    for (size_t i = 0; i < quantities.count && good; i++) {
        const thud_run_quantity *q = &quantities.list[i];
        const bool impulsive = contact && thud_contact_is_impulsive(contact);
        if (strncmp(q->name, "final", 5) == 0 || strcmp(q->name, "duration") == 0) continue;
        if (contact && q->impulsive == (impulsive ? THUD_IMPULSIVE_NONE : THUD_IMPULSIVE_ONLY)) continue;
        if (contact && q->of_endless && contact->gap < HUGE_VAL) continue;
        const fmu_variable made = {.kind = kind,
                                   .type = q->is_count ? FMU_INTEGER : FMU_REAL,
                                   .causality = FMU_LOCAL,
                                   .index = index,
                                   .quantity = q,
                                   .unit = fmu_unit_of(q->dimension)};
        char what[100];
        snprintf(what, sizeof what, "%s", q->name);
        for (char *c = what; *c; c++)
            if (*c == '_') *c = ' ';
        fmu_variable *variable = *name ? fmu_variables_add(v, made, "%s.%s.%s", section, name, q->name)
                                       : fmu_variables_add(v, made, "%s%s", section, q->name);
        good = kind == FMU_ENERGY_RESULT ? describe(variable, "energy balance: ", what, ", so far")
                                         : describe(variable, what, *name ? " of " : "", *name ? name : "");
    }
    return good;
}

static thud_dimension dimension_of_watch(const thud_model *model, size_t index) {
    return thud_quantities_of_watch(model->watches[index].given.kind).list[0].dimension;
}

static bool add_moving(const thud_model *model, const thud_summary *s, fmu_variables *v) {
    static const row of_body[] = {
        {FMU_DISPLACEMENT, "displacement", "displacement of ", ", relative to the ground", {0, 1, 0, 0}},
        {FMU_VELOCITY, "velocity", "velocity of ", ", relative to the ground", {0, 1, -1, 0}},
        {FMU_ACCELERATION, "acceleration", "absolute acceleration of ", "", {0, 1, -2, 0}},
    };
    static const row of_support[] = {
        {FMU_SUPPORT_DISPLACEMENT, "displacement", "displacement of ", ", relative to the ground", {0, 1, 0, 0}},
        {FMU_SUPPORT_VELOCITY, "velocity", "velocity of ", ", relative to the ground", {0, 1, -1, 0}},
    };
    static const row of_contact[] = {{FMU_CONTACT_FORCE, "force", "force of ", "", {1, 1, -2, 0}}};
    static const row of_link[] = {
        {FMU_DEFORMATION, "deformation", "deformation of ", "", {0, 1, 0, 0}},
        {FMU_LINK_FORCE, "force", "force of ", ", positive in tension", {1, 1, -2, 0}},
    };
    bool good = true;
    for (size_t i = 0; i < s->body_count && good; i++)
        good = add_rows(v, "bodies", i, thud_model_body_name(model, i), of_body, 3);
    for (size_t i = 0; i < s->support_count && good; i++)
        good = add_rows(v, "supports", i, thud_model_support_name(model, i), of_support, 2);
    for (size_t i = 0; i < s->contact_count && good; i++)
        good = add_rows(v, "contacts", i, thud_model_contact_name(model, i), of_contact, 1);
    for (size_t i = 0; i < s->link_count && good; i++)
        good = add_rows(v, "links", i, thud_model_link_name(model, i), of_link, 2);
    for (size_t i = 0; i < s->watch_count && good; i++) {
        const fmu_variable made = {.kind = FMU_WATCH,
                                   .causality = FMU_LOCAL,
                                   .index = i,
                                   .unit = fmu_unit_of(dimension_of_watch(model, i))};
        const char *name = thud_model_watch_name(model, i);
        good = describe(fmu_variables_add(v, made, "watch.%s", name), "watched signal: ", name, "");
    }
    return good;
}

bool fmu_motion_make(const thud_model *model, const thud_summary *s, fmu_variables *v) {
    bool good = add_moving(model, s, v);
    good = good && add_results(v, FMU_RUN_RESULT, "", 0, "", thud_quantities_of_run, NULL);
    for (size_t i = 0; i < s->body_count && good; i++)
        good = add_results(v, FMU_BODY_RESULT, "bodies", i, thud_model_body_name(model, i), thud_quantities_of_body,
                           NULL);
    for (size_t i = 0; i < s->contact_count && good; i++)
        good = add_results(v, FMU_CONTACT_RESULT, "contacts", i, thud_model_contact_name(model, i),
                           thud_quantities_of_contact, &model->contacts[i].given);
    for (size_t i = 0; i < s->link_count && good; i++)
        good = add_results(v, FMU_LINK_RESULT, "links", i, thud_model_link_name(model, i), thud_quantities_of_link,
                           NULL);
    for (size_t i = 0; i < s->watch_count && good; i++)
        good = add_results(v, FMU_WATCH_RESULT, "watch", i, thud_model_watch_name(model, i),
                           thud_quantities_of_watch(model->watches[i].given.kind), NULL);
    return good && add_results(v, FMU_ENERGY_RESULT, "energy.", 0, "", thud_quantities_of_energy, NULL);
}

/* ---- model exchange ---- */

static bool add_states(const thud_model *model, size_t i, fmu_variables *v) {
    static const row rows[] = {
        {FMU_DISPLACEMENT, "displacement", "displacement of ", ", relative to the ground", {0, 1, 0, 0}},
        {FMU_VELOCITY, "velocity", "velocity of ", ", relative to the ground", {0, 1, -1, 0}},
        {FMU_ACCELERATION, "acceleration", "absolute acceleration of ", "", {0, 1, -2, 0}},
    };
    const char *name = thud_model_body_name(model, i);
    const size_t first = v->count;
    if (!add_rows(v, "bodies", i, name, rows, 3)) return false;
    v->list[first].state = v->list[first + 1].state = true;
    v->list[first + 1].derivative_of = first + 1;
    const fmu_variable rate = {.kind = FMU_RATE,
                               .causality = FMU_LOCAL,
                               .index = i,
                               .derivative_of = first + 2,
                               .unit = fmu_unit_of(THUD_DIMENSION_ACCELERATION)};
    return describe(fmu_variables_add(v, rate, "der(bodies.%s.velocity)", name), "acceleration of ", name,
                    ", relative to the ground");
}

static bool add_indicators(const thud_model *model, size_t i, fmu_variables *v) {
    static const char *const rows[FMU_INDICATORS][2] = {
        {"gap", "event: the gap closes or opens, of "},
        {"pull", "event: the force would pull, of "},
        {"turn", "event: the approach ends, of "},
    };
    const char *name = thud_model_contact_name(model, i);
    bool good = true;
    for (size_t k = 0; k < FMU_INDICATORS && good; k++) {
        const fmu_variable made = {.kind = FMU_INDICATOR, .causality = FMU_LOCAL, .index = FMU_INDICATORS * i + k};
        good =
            describe(fmu_variables_add(v, made, "contacts.%s.events.%s", name, rows[k][0]), rows[k][1], name, "");
    }
    return good;
}

bool fmu_exchange_make(const thud_model *model, fmu_variables *v) {
    static const row of_contact[] = {{FMU_CONTACT_FORCE, "force", "force of ", "", {1, 1, -2, 0}}};
    bool good = true;
    for (size_t i = 0; i < thud_model_body_count(model) && good; i++) good = add_states(model, i, v);
    for (size_t i = 0; i < thud_model_contact_count(model) && good; i++)
        good = add_rows(v, "contacts", i, thud_model_contact_name(model, i), of_contact, 1) &&
               add_indicators(model, i, v);
    return good;
}

/* ---- outputs ---- */

static thud_status unknown_output(const fmu_variables *v, const char *word, thud_error *error) {
    for (size_t i = 0; i < v->count; i++) {
        const char *name = v->list[i].name;
        if (v->list[i].kind >= FMU_DISPLACEMENT && thud_text_nearest(word, &name, 1) == 0)
            return thud_error_set(error, THUD_ERROR_ARGUMENT, "no output '%.200s'; did you mean '%.200s'?", word,
                                  name);
    }
    size_t first = 0;
    while (v->list[first].kind < FMU_DISPLACEMENT) first++;
    return thud_error_set(error, THUD_ERROR_ARGUMENT, "no output '%.200s'; names are like '%.200s'", word,
                          v->list[first].name);
}

static thud_status choose_outputs(const fmu_request *request, fmu_variables *v, thud_error *error) {
    for (size_t k = 0; k < v->count && request->outputs.count == 0; k++)
        if (v->list[k].kind >= FMU_DISPLACEMENT && v->list[k].kind <= FMU_WATCH) v->list[k].causality = FMU_OUTPUT;
    for (size_t i = 0; i < request->outputs.count; i++) {
        bool found = false;
        for (size_t k = 0; k < v->count; k++) {
            fmu_variable *one = &v->list[k];
            if (one->kind < FMU_DISPLACEMENT || !fmu_pattern_fits(request->outputs.list[i], one->name)) continue;
            one->causality = FMU_OUTPUT;
            found = true;
        }
        if (!found) return unknown_output(v, request->outputs.list[i], error);
    }
    return THUD_OK;
}

thud_status fmu_variables_make(const fmu_request *request, fmu_source *source, const thud_model *model,
                               thud_simulation *run, fmu_variables *v, thud_error *error) {
    const fmu_variable time = {
        .kind = FMU_TIME, .causality = FMU_INDEPENDENT, .unit = fmu_unit_of(THUD_DIMENSION_TIME)};
    if (!describe(fmu_variables_add(v, time, "time"), "time since the start", "", ""))
        return thud_error_memory(error);
    thud_status status = fmu_parameters_make(request, source, model, v, error);
    if (status == THUD_OK) status = fmu_inputs_make(request, model, v, error);
    if (status != THUD_OK) return status;
    const bool made =
        request->exchange ? fmu_exchange_make(model, v) : fmu_motion_make(model, thud_simulation_summary(run), v);
    if (!made) return thud_error_memory(error);
    return choose_outputs(request, v, error);
}
