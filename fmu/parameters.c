/*
 * Parameters of an FMU: values of the scenario that may be set before a run. A path with * for the items of a
 * section gives one for each.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/print.h"
#include "fmu/variables.h"
#include "model/model.h"

/* ---- paths without * ---- */

/* the name of an item of a section, by which a path leads to it; forces go by number */
static bool name_item(const thud_model *model, const char *section, size_t length, size_t index, char number[24],
                      const char **name) {
    static const struct {
        const char *section;
        const char *(*name)(const thud_model *, size_t);
    } named[] = {
        {"bodies", thud_model_body_name},
        {"contacts", thud_model_contact_name},
        {"links", thud_model_link_name},
        {"supports", thud_model_support_name},
    };
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
        if (strlen(named[i].section) == length && memcmp(section, named[i].section, length) == 0) {
            *name = named[i].name(model, index);
            return *name != NULL;
        }
    thud_print(number, 24, "%zu", index);
    *name = number;
    return length == strlen("forces") && memcmp(section, "forces", length) == 0 && index < model->force_count;
}

static thud_status add_path(fmu_words *paths, const char *path, thud_error *error) {
    for (size_t i = 0; i < paths->count; i++)
        if (strcmp(paths->list[i], path) == 0)
            return thud_error_set(error, THUD_ERROR_ARGUMENT, "the parameter '%.200s' is named twice", path);
    return fmu_words_add(paths, path, strlen(path)) ? THUD_OK : thud_error_memory(error);
}

/* a * in the second word, written out */
static thud_status write_out(const thud_model *model, const char *path, fmu_words *paths, thud_error *error) {
    const char *star = strstr(path, ".*.");
    if (!star) return add_path(paths, path, error);
    const size_t section = (size_t)(star - path);
    if (memchr(path, '.', section) || strchr(star + 3, '*'))
        return thud_error_set(error, THUD_ERROR_ARGUMENT,
                              "the parameter '%.200s': * stands for the items of a section, as in contacts.*.gap",
                              path);
    char number[24];
    const char *name;
    size_t count = 0;
    while (name_item(model, path, section, count, number, &name)) {
        fmu_text text = {0};
        fmu_text_add(&text, "%.*s.%s.%s", (int)section, path, name, star + 3);
        const thud_status status = text.failed ? thud_error_memory(error) : add_path(paths, text.text, error);
        free(text.text);
        if (status != THUD_OK) return status;
        count++;
    }
    if (count > 0) return THUD_OK;
    return thud_error_set(error, THUD_ERROR_ARGUMENT, "the parameter '%.200s': the scenario has no %.*s", path,
                          (int)(section < 100 ? section : 100), path);
}

/* ---- values ---- */

/* what a place takes; false where that is no quantity */
static bool dimension_of(const thud_model *model, const thud_draft_place *place, thud_dimension *dimension) {
    const thud_model_contact *contact = place->first < model->contact_count ? &model->contacts[place->first] : NULL;
    const double exponent = contact ? contact->given.exponent : 1;
    const double p = contact ? thud_law_damper_exponent(contact->given.law, exponent) : 0;
    switch (place->key->kind) {
    case THUD_VALUE_RESTITUTION:
    case THUD_VALUE_QUANTITIES:
    case THUD_VALUE_QUANTITY: *dimension = place->key->dimension; return true;
    case THUD_VALUE_POINT: *dimension = THUD_DIMENSION_LENGTH; return true;
    case THUD_VALUE_STIFFNESS: *dimension = thud_dimension_stiffness(isnan(exponent) ? 1 : exponent); return true;
    case THUD_VALUE_DAMPING: *dimension = thud_dimension_damping(isnan(p) ? 0 : p); return true;
    default: return false;
    }
}

static thud_status make_one(const char *path, const thud_model *model, const thud_draft_place *place,
                            fmu_variables *variables, thud_error *error) {
    fmu_variable made = {.kind = FMU_PARAMETER, .causality = FMU_FIXED, .node = place->node};
    thud_dimension dimension;
    thud_error fault;
    const char *text = place->node->kind == THUD_YAML_TEXT ? place->node->text : "";
    if (!dimension_of(model, place, &dimension))
        return thud_error_set(error, THUD_ERROR_ARGUMENT, "the parameter '%.200s' is not a quantity", path);
    if (*text == '\0' && place->key->preset) text = place->key->preset;
    if (*text == '\0')
        return thud_error_set(error, THUD_ERROR_ARGUMENT,
                              "the parameter '%.200s' has no start value in the scenario; write one there", path);
    if (thud_quantity_parse(text, dimension, &made.start, &fault) != THUD_OK)
        return thud_error_set(
            error, THUD_ERROR_ARGUMENT,
            "the parameter '%.200s' is '%.100s' in the scenario; its start value must be a number", path, text);
    made.unit = fmu_unit_of(dimension);
    /* bodies begin where they are: that name belongs to where they go */
    const bool start = strncmp(path, "bodies.", 7) == 0 &&
                       (strcmp(place->key->name, "displacement") == 0 || strcmp(place->key->name, "velocity") == 0);
    fmu_variable *variable = fmu_variables_add(variables, made, "%s%s", start ? "start." : "", path);
    if (!variable) return thud_error_memory(error);
    variable->path = variable->name + (start ? strlen("start.") : 0);
    fmu_text about = {0};
    fmu_text_add(&about, "%s, by default as in the scenario", place->key->name);
    variable->about = about.text;
    return about.failed ? thud_error_memory(error) : THUD_OK;
}

/* the place that a path leads to, and to which no other does */
static thud_status find_place(const char *path, const thud_model *model, fmu_source *source,
                              fmu_variables *variables, thud_error *error) {
    size_t count = 0;
    thud_draft_place *places = thud_draft_find(source->draft, path, &count);
    thud_status status = places ? THUD_OK : thud_error_memory(error);
    if (status == THUD_OK && count != 1)
        status = thud_error_set(error, THUD_ERROR_ARGUMENT, "the parameter '%.200s' has %zu values", path, count);
    for (size_t i = 0; status == THUD_OK && i < variables->count; i++)
        if (variables->list[i].node == places[0].node)
            status = thud_error_set(error, THUD_ERROR_ARGUMENT,
                                    "the parameters '%.200s' and '%.200s' are the same value",
                                    variables->list[i].path, path);
    if (status == THUD_OK) status = make_one(path, model, &places[0], variables, error);
    free(places);
    return status;
}

thud_status fmu_parameters_make(const fmu_request *request, fmu_source *source, const thud_model *model,
                                fmu_variables *variables, thud_error *error) {
    fmu_words paths = {0};
    thud_draft_fault fault;
    thud_status status = THUD_OK;
    for (size_t i = 0; i < request->parameters.count && status == THUD_OK; i++)
        status = write_out(model, request->parameters.list[i], &paths, error);
    /* opening one may move the places of others */
    for (size_t i = 0; i < paths.count && status == THUD_OK; i++) {
        status = thud_draft_open(source->draft, paths.list[i], &fault);
        if (status != THUD_OK)
            thud_error_set(error, status, "the parameter '%.200s': %.256s", paths.list[i], fault.text);
    }
    for (size_t i = 0; i < paths.count && status == THUD_OK; i++)
        status = find_place(paths.list[i], model, source, variables, error);
    fmu_words_free(&paths);
    return status;
}

void fmu_parameters_write(fmu_variables *variables, const double *values) {
    for (size_t i = 0; i < variables->count; i++) {
        fmu_variable *v = &variables->list[i];
        if (v->kind != FMU_PARAMETER) continue;
        const double value = values ? values[i] : v->start;
        if (isinf(value)) thud_print(v->digits, sizeof v->digits, "%s", value > 0 ? ".inf" : "-.inf");
        else thud_print(v->digits, sizeof v->digits, "%.17g", value);
        v->node->text = v->digits;
        v->node->count = (uint32_t)strlen(v->digits);
    }
}
