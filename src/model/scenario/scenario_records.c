/*
 * Files named in a scenario: records of ground motion and tables of forces. Errors inside them are reported with
 * their own places.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "model/motions.h"
#include "model/scenario/fields.h"
#include "model/scenario/other_case.h"
#include "ground/bytes.h"

char *thud_scenario_resolve(const char *folder, const char *path) {
    const bool whole = path[0] == '/' || folder[0] == '\0';
    const size_t size = strlen(folder) + strlen(path) + 2;
    char *out = malloc(size);
    if (out) snprintf(out, size, "%s%s%s", whole ? "" : folder, whole ? "" : "/", path);
    return out;
}

/* an error about an option (line 0) belongs to its key; it begins with the word, dt for the step */
static const char *key_of_complaint(thud_fields *f, const char *file_key, const char *text) {
    static const char *const words[][2] = {
        {"format ", "format"}, {"unit ", "unit"}, {"channel ", "channel"}, {"dt ", "step"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strncmp(text, words[i][0], strlen(words[i][0])) == 0 && thud_fields_given(f, words[i][1]))
            return words[i][1];
    return file_key;
}

/* the unit of a table of forces is read here, so the reader's error about it is ignored */
static bool is_about_unit(const thud_error *warning) {
    return strncmp(warning->text, "the file says ", strlen("the file says ")) == 0;
}

static void report(thud_fields *f, const char *key, const char *file, const thud_motion_info *info, bool failed) {
    const bool table = strcmp(key, "file") == 0;
    thud_messages *messages = &f->scenario->messages;
    const size_t offset = thud_fields_node(f, key)->offset;
    for (size_t i = 0; i < info->warning_count && i < THUD_MOTION_WARNING_LIMIT; i++)
        if (!table || !is_about_unit(&info->warnings[i]))
            thud_messages_record(messages, offset, true, file, &info->warnings[i]);
    if (!failed) return;
    thud_fields_mark_faulty(f, key);
    if (info->error.line > 0) thud_messages_record(messages, offset, false, file, &info->error);
    else if (key_of_complaint(f, key, info->error.text) == key)
        thud_fields_error(f, key, "'%.200s': %s", file, info->error.text);
    else thud_fields_error(f, key_of_complaint(f, key, info->error.text), "%s", info->error.text);
}

/* ---- tables of forces: the unit in the head of the column ---- */

static bool begins_row(const char *line, const char *end) {
    while (line < end && (*line == ' ' || *line == '\t')) line++;
    return line < end && strchr("+-.0123456789", *line) != NULL;
}

/* the last [unit] above the first row of numbers; false if there is none */
static bool find_unit(const thud_bytes *b, char *unit, size_t size) {
    bool found = false;
    const char *line = b->data, *end = b->data + b->size;
    while (line < end && !begins_row(line, end)) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop) stop = end;
        for (const char *open = line; open < stop; open++) {
            const char *close = *open == '[' ? memchr(open, ']', (size_t)(stop - open)) : NULL;
            if (!close || (size_t)(close - open) > size) continue;
            memcpy(unit, open + 1, (size_t)(close - open - 1));
            unit[close - open - 1] = '\0';
            found = true;
        }
        line = stop < end ? stop + 1 : end;
    }
    return found;
}

/* N per unit of the file's numbers */
static bool read_unit(thud_fields *f, const thud_bytes *b, double *factor) {
    char unit[40], quantity[60];
    const char *given = thud_fields_given(f, "unit") ? thud_fields_text(f, "unit") : NULL;
    *factor = 1;
    if (thud_fields_given(f, "unit") && !given) return false;
    if (given) snprintf(unit, sizeof unit, "%s", given);
    else if (!find_unit(b, unit, sizeof unit) || strcmp(unit, "s") == 0) return true;
    thud_error error;
    snprintf(quantity, sizeof quantity, "1 %s", unit);
    const thud_status status = thud_quantity_parse(quantity, THUD_DIMENSION_FORCE, factor, &error);
    if (status == THUD_OK && *factor > 0 && isfinite(*factor)) return true;
    if (given) thud_fields_error(f, "unit", "unit '%.40s': expected a unit of force, as in N or kN", unit);
    else thud_fields_error(f, "file", "the heading of the file's column has no unit of force, such as [N] or [kN]");
    return false;
}

/* ---- reading ---- */

typedef struct request {
    const char *key; /* record or file */
    thud_motion_options options;
    double *unit; /* unit of a force, N; NULL for accelerations */
} request;

/* shifts times that do not begin with zero */
static bool shift(thud_motion *motion, double start) {
    if (start == 0) return true;
    double *time = malloc(motion->count * sizeof *time);
    if (!time) return false;
    for (size_t i = 0; i < motion->count; i++) time[i] = start + thud_motion_time(motion, i);
    free(motion->time);
    motion->time = time;
    motion->step = 0;
    return true;
}

static bool parse(thud_fields *f, const request *r, const char *path, const thud_bytes *b, thud_motion **motion) {
    thud_motion_info info;
    const thud_status status = thud_motion_parse(b->data, b->size, &r->options, motion, &info);
    if (status == THUD_ERROR_MEMORY) f->scenario->out_of_memory = true;
    report(f, r->key, path, &info, status != THUD_OK);
    if (status == THUD_OK && !r->unit && strcmp(info.unit, "g") == 0) f->scenario->model->in_g = true;
    if (status != THUD_OK || !r->unit) return status == THUD_OK;
    if (!shift(*motion, info.start)) f->scenario->out_of_memory = true;
    else if (read_unit(f, b, r->unit)) return true;
    thud_motion_free(*motion);
    return false;
}

static bool load(thud_fields *f, const request *r, const char *path, thud_motion **motion) {
    thud_scenario *s = f->scenario;
    thud_error error;
    thud_bytes bytes = {0};
    const thud_status status = thud_bytes_load(path, &bytes, &error);
    bool done = false;
    if (status == THUD_OK) {
        if (s->contents) *s->contents = thud_hash_bytes(*s->contents, bytes.data, bytes.size);
        done = parse(f, r, path, &bytes, motion);
    } else if (status == THUD_ERROR_MEMORY) {
        s->out_of_memory = true;
    } else {
        char hint[300];
        thud_other_case_hint(path, hint, sizeof hint);
        thud_fields_error(f, r->key, "cannot read '%.200s': %s%s", path, error.text, hint);
    }
    free(bytes.data);
    return done;
}

/* everything that a motion from a file depends on */
static uint64_t fingerprint(const request *r, const char *path, const char *unit_of_force) {
    const thud_motion_options *o = &r->options;
    uint64_t hash = thud_hash_text(THUD_HASH_START, r->key);
    hash = thud_hash_text(hash, path);
    hash = thud_hash_text(hash, o->format ? o->format : "");
    hash = thud_hash_text(hash, o->unit ? o->unit : "");
    hash = thud_hash_text(hash, o->channel ? o->channel : "");
    hash = thud_hash_text(hash, unit_of_force ? unit_of_force : "");
    return thud_hash_number(hash, o->step);
}

static bool read_file(thud_fields *f, const request *r, thud_motion **motion) {
    thud_scenario *s = f->scenario;
    const char *name = thud_fields_text(f, r->key);
    const bool complete = name && thud_fields_node(f, r->key)->complete;
    char *path = name ? thud_scenario_resolve(complete ? "" : s->folder, name) : NULL;
    if (name && !path) s->out_of_memory = true;
    if (!path) return false;
    const thud_yaml_node *unit = r->unit ? thud_fields_node(f, "unit") : NULL;
    const char *unit_text = unit && unit->kind == THUD_YAML_TEXT ? unit->text : NULL;
    const uint64_t known_as = fingerprint(r, path, unit_text);
    bool done = thud_motions_recall(s->motions, known_as, motion, r->unit);
    if (!done) {
        done = load(f, r, path, motion);
        if (done) thud_motions_keep(s->motions, known_as, *motion, r->unit ? *r->unit : 1);
    }
    free(path);
    return done;
}

bool thud_scenario_read_record(thud_fields *f, thud_motion **motion) {
    request r = {.key = "record", .options = thud_motion_options_default()};
    r.options.format = thud_fields_text(f, "format");
    r.options.unit = thud_fields_text(f, "unit");
    r.options.channel = thud_fields_text(f, "channel");
    if (thud_fields_given(f, "step")) r.options.step = thud_fields_number(f, "step");
    if (isnan(r.options.step)) r.options.step = 0;
    else if (thud_fields_given(f, "step") && r.options.step == 0) r.options.step = -1; /* 0 given is not 0 unsaid */
    return read_file(f, &r, motion);
}

bool thud_scenario_read_table(thud_fields *f, thud_motion **motion, double *unit) {
    request r = {.key = "file", .options = {.format = "two-column", .unit = "m/s^2"}, .unit = unit};
    return read_file(f, &r, motion);
}
