/*
 * Parameters of scenarios: the values at a path, all shifted by the same amount, and the model built anew.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/environment.h"
#include "base/print.h"
#include "base/text.h"
#include "derivative/parameters.h"
#include "ground/bytes.h"
#include "model/scenario/draft.h"

enum { DIGITS = 32 };

/* a value that the path leads to */
typedef struct spot {
    thud_yaml_node *node;
    const char *text; /* as it stands there */
    uint32_t length;
    double value;
    char shifted[DIGITS];
} spot;

typedef struct shift {
    struct reading *of;
    spot *spots;
    size_t count;
} shift;

typedef struct reading {
    thud_messages messages;
    thud_draft *draft;
    thud_motions *motions;
    thud_model *model;
    shift *shifts;                    /* [count] */
    thud_model_parameter *parameters; /* [count] */
    size_t count, room;
    const double *values; /* to be at the paths; NULL: those that are there */
    char (*digits)[DIGITS];
    thud_status status;
} reading;

static bool fail(reading *r, const char *path, const char *reason) {
    thud_messages_error(&r->messages, THUD_WHOLE_FILE, "derivatives by '%.100s': %s", path, reason);
    r->status = THUD_ERROR_ARGUMENT;
    return false;
}

static bool fail_memory(reading *r) {
    r->status = THUD_ERROR_MEMORY;
    return false;
}

/* ---- values ---- */

static bool dimension_of(const reading *r, const thud_draft_place *place, thud_dimension *dimension) {
    const bool known = place->first < r->model->contact_count;
    const thud_gap_contact *given = known ? &r->model->contacts[place->first].given : NULL;
    switch (place->key->kind) {
    case THUD_VALUE_QUANTITY:
    case THUD_VALUE_QUANTITIES:
    case THUD_VALUE_RESTITUTION: *dimension = place->key->dimension; return true;
    case THUD_VALUE_STIFFNESS: *dimension = thud_dimension_stiffness(given ? given->exponent : 1); return true;
    case THUD_VALUE_DAMPING:
        return given && thud_law_damping_dimension(given->law, given->exponent, dimension) == THUD_OK;
    default: return false;
    }
}

/* without a value of its own a key has that of the table */
static bool take_spot(reading *r, const char *path, const thud_draft_place *place, spot *s) {
    thud_dimension dimension;
    const bool given = place->node->kind == THUD_YAML_TEXT && place->node->count > 0;
    const char *text = given ? place->node->text : place->node->kind == THUD_YAML_TEXT ? place->key->preset : NULL;
    *s = (spot){.node = place->node};
    if (!text) return fail(r, path, given ? "it is no number" : "the scenario has no number there, which it needs");
    if (!dimension_of(r, place, &dimension) || thud_quantity_parse(text, dimension, &s->value, NULL) != THUD_OK)
        return fail(r, path, "it is no quantity that can change a little");
    if (!isfinite(s->value)) return fail(r, path, "an infinite value cannot change a little");
    if (!given) {
        place->node->text = text;
        place->node->count = (uint32_t)strlen(text);
    }
    s->text = place->node->text;
    s->length = place->node->count;
    return true;
}

static thud_status build_shifted(void *context, double change, thud_model **model) {
    shift *s = context;
    thud_messages messages;
    for (size_t i = 0; i < s->count; i++) {
        spot *p = &s->spots[i];
        thud_print(p->shifted, sizeof p->shifted, "%.17g", p->value + change);
        p->node->text = p->shifted;
        p->node->count = (uint32_t)strlen(p->shifted);
    }
    const thud_status status = thud_draft_build(s->of->draft, s->of->motions, NULL, &messages, model);
    for (size_t i = 0; i < s->count; i++) {
        s->spots[i].node->text = s->spots[i].text;
        s->spots[i].node->count = s->spots[i].length;
    }
    thud_messages_free(&messages);
    return status;
}

/* ---- parameters ---- */

static thud_model_parameter *add(reading *r) {
    if (r->count == r->room) {
        const size_t room = r->room ? 2 * r->room : 16;
        thud_model_parameter *more = realloc(r->parameters, room * sizeof *more);
        if (more) r->parameters = more;
        shift *shifts = more ? realloc(r->shifts, room * sizeof *shifts) : NULL;
        if (!shifts) {
            fail_memory(r);
            return NULL;
        }
        r->shifts = shifts;
        r->room = room;
    }
    r->shifts[r->count] = (shift){.of = r};
    r->parameters[r->count] = (thud_model_parameter){0};
    return &r->parameters[r->count++];
}

static bool add_path(reading *r, const char *path) {
    thud_model_parameter *p = add(r);
    size_t count = 0;
    thud_draft_place *places = p ? thud_draft_find(r->draft, path, &count) : NULL;
    if (!places) return fail_memory(r);
    shift *s = &r->shifts[r->count - 1];
    s->spots = calloc(count + 1, sizeof *s->spots);
    bool good = s->spots || fail_memory(r);
    for (size_t i = 0; good && i < count; i++) good = take_spot(r, path, &places[i], &s->spots[s->count++]);
    free(places);
    if (!good) return false;
    if (count == 0) return fail(r, path, "there is nothing at that path");
    bool same = true;
    for (size_t i = 1; i < count; i++) same = same && s->spots[i].value == s->spots[0].value;
    /* a step of a common size is taken from the first; the value of several that differ is none */
    *p = (thud_model_parameter){.name = path, .value = same ? s->spots[0].value : NAN, .build = build_shifted};
    return true;
}

/* the start of each body, which needs no model */
static bool add_initial(reading *r) {
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < r->model->body_count; i++) {
            thud_model_parameter *p = add(r);
            if (!p) return false;
            const char *what = k == 0 ? "displacement" : "velocity";
            char name[400];
            thud_print(name, sizeof name, "bodies.%.300s.%s", r->model->bodies[i].name, what);
            *p = (thud_model_parameter){.name = thud_draft_keep(r->draft, name),
                                        .value = k == 0 ? r->model->bodies[i].displacement
                                                        : r->model->bodies[i].velocity};
            if (!p->name) return fail_memory(r);
        }
    return true;
}

static bool is_initial(const char *path) { return strcmp(path, "initial") == 0; }

static bool open_paths(reading *r, const char *const *paths, size_t count) {
    thud_draft_fault fault;
    for (size_t i = 0; i < count; i++) {
        if (is_initial(paths[i])) continue;
        r->status = thud_draft_open(r->draft, paths[i], &fault);
        if (r->status == THUD_OK) continue;
        return r->status == THUD_ERROR_MEMORY ? false : fail(r, paths[i], fault.text);
    }
    return true;
}

/* the values that are asked for; keys that were put there by a path have their default before anything is built */
static bool fill_in(reading *r, const char *const *paths, size_t count) {
    if (r->values) r->digits = calloc(count + 1, sizeof *r->digits);
    if (r->values && !r->digits) return fail_memory(r);
    for (size_t i = 0; i < count; i++) {
        if (r->values) thud_print(r->digits[i], DIGITS, "%.17g", r->values[i]);
        size_t places = 0;
        thud_draft_place *list = is_initial(paths[i]) ? NULL : thud_draft_find(r->draft, paths[i], &places);
        for (size_t k = 0; k < places; k++) {
            thud_yaml_node *node = list[k].node;
            if (r->values && node->kind == THUD_YAML_TEXT) {
                node->text = r->digits[i];
                node->count = (uint32_t)strlen(node->text);
            }
            if (node->kind != THUD_YAML_TEXT || node->count > 0) continue;
            if (!list[k].key->preset) {
                free(list);
                return fail(r, paths[i], "the scenario has no number there, which it needs");
            }
            node->text = list[k].key->preset;
            node->count = (uint32_t)strlen(node->text);
        }
        free(list);
    }
    return true;
}

static bool read_all(reading *r, const char *const *paths, size_t count) {
    thud_messages built;
    if (!open_paths(r, paths, count) || !fill_in(r, paths, count)) return false;
    r->status = thud_draft_build(r->draft, r->motions, NULL, &built, &r->model);
    if (r->status != THUD_OK) {
        thud_messages_free(&r->messages);
        r->messages = built;
        return false;
    }
    thud_messages_free(&built);
    for (size_t i = 0; i < count; i++)
        if (!(is_initial(paths[i]) ? add_initial(r) : add_path(r, paths[i]))) return false;
    for (size_t i = 0; i < r->count; i++) r->parameters[i].context = &r->shifts[i];
    return true;
}

static void free_reading(reading *r) {
    for (size_t i = 0; i < r->count; i++) free(r->shifts[i].spots);
    free(r->shifts);
    free(r->parameters);
    free(r->digits);
    thud_model_free(r->model);
    thud_draft_free(r->draft);
    thud_motions_free(r->motions);
    thud_messages_free(&r->messages);
}

static thud_status read_source(thud_source source, const char *folder, const char *const *paths,
                               const double *values, size_t count, thud_error_report *report, void *context,
                               thud_model **model, thud_derivatives **derivatives) {
    reading r = {.messages = {.source = source}, .values = values};
    thud_error error = {0};
    r.motions = thud_motions_create(NULL);
    r.status = r.motions ? thud_draft_create(&source, folder, &r.messages, &r.draft) : THUD_ERROR_MEMORY;
    if (r.status == THUD_OK && read_all(&r, paths, count)) {
        r.status = thud_derivatives_make(r.model, r.parameters, r.count, derivatives, &error);
        if (r.status != THUD_OK && r.status != THUD_ERROR_MEMORY)
            thud_messages_error(&r.messages, THUD_WHOLE_FILE, "derivatives: %s", error.text);
    }
    thud_messages_report(&r.messages, report, context);
    if (r.status == THUD_OK && model) {
        *model = r.model;
        r.model = NULL;
    }
    free_reading(&r);
    return r.status;
}

static bool are_there(const char *const *paths, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!paths || !paths[i]) return false;
    return true;
}

thud_status thud_derivatives_of_text(const char *text, size_t size, const char *folder, const char *const *paths,
                                     const double *values, size_t count, thud_error_report *report, void *context,
                                     thud_model **model, thud_derivatives **derivatives) {
    THUD_PLAIN_ENVIRONMENT;
    if (!derivatives || (!text && size > 0) || !are_there(paths, count)) return THUD_ERROR_ARGUMENT;
    for (size_t i = 0; values && i < count; i++)
        if (is_initial(paths[i])) return THUD_ERROR_ARGUMENT;
    const thud_source source = {"(text)", text ? text : "", size};
    return read_source(source, folder ? folder : "", paths, values, count, report, context, model, derivatives);
}

thud_status thud_derivatives_of_scenario(const char *file, const char *const *paths, size_t count,
                                         thud_error_report *report, void *context, thud_derivatives **derivatives) {
    THUD_PLAIN_ENVIRONMENT;
    if (!file || !derivatives || !are_there(paths, count)) return THUD_ERROR_ARGUMENT;
    thud_error error;
    thud_bytes bytes = {0};
    char *folder = thud_scenario_folder(file);
    thud_status status = folder ? thud_bytes_load_or_input(file, &bytes, &error) : THUD_ERROR_MEMORY;
    if (status == THUD_OK)
        status = read_source((thud_source){file, bytes.data, bytes.size}, folder, paths, NULL, count, report,
                             context, NULL, derivatives);
    else if (report && folder) report(context, &error);
    free(bytes.data);
    free(folder);
    return status;
}
