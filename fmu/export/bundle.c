/* A scenario and the files that it names: each path becomes one within the FMU. */
#include "fmu/export/bundle.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "fmu/request.h"
#include "fmu/words.h"
#include "model/scenario/draft.h"
#include "model/scenario/expand.h"

#define FOLDER "records/"

void fmu_bundle_free(fmu_bundle *b) {
    for (size_t i = 0; i < b->count; i++) {
        free(b->files[i].from);
        free(b->files[i].name);
        free(b->files[i].bytes.data);
    }
    free(b->files);
    free(b->scenario);
    *b = (fmu_bundle){0};
}

static fmu_bundle_file *find(const fmu_bundle *b, const char *from, const char *name) {
    for (size_t i = 0; i < b->count; i++)
        if ((from && strcmp(b->files[i].from, from) == 0) || (name && strcmp(b->files[i].name, name) == 0))
            return &b->files[i];
    return NULL;
}

/* letters, digits and a few signs, which every system can have in names of files */
static char plain(char c) {
    const bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                      c == '-' || c == '_';
    return good ? c : '_';
}

/* the file's own name, with a number before it where another has it; NULL when memory is short */
static char *name_file(const fmu_bundle *b, const char *path) {
    const char *slash = strrchr(path, '/'), *own = slash ? slash + 1 : path;
    for (size_t number = 1; number <= b->count + 1; number++) {
        fmu_text name = {0};
        if (number == 1) fmu_text_add(&name, FOLDER "%s", own);
        else fmu_text_add(&name, FOLDER "%zu-%s", number, own);
        if (name.failed) return NULL;
        for (char *c = name.text + strlen(FOLDER); *c; c++) *c = plain(*c);
        if (!find(b, NULL, name.text)) return name.text;
        free(name.text);
    }
    return NULL;
}

/* libmseed is opened where such a file is read, and is not in an FMU */
static thud_status check_format(const fmu_bundle_file *file, thud_error *error) {
    thud_motion_options options = thud_motion_options_default();
    thud_motion_info info = {0};
    thud_motion *motion = NULL;
    if (thud_motion_parse(file->bytes.data, file->bytes.size, &options, &motion, &info) == THUD_OK)
        thud_motion_free(motion);
    if (!info.format || strcmp(info.format, "mseed") != 0) return THUD_OK;
    return thud_error_set(error, THUD_ERROR_UNSUPPORTED,
                          "'%.300s' is MiniSEED, which an FMU cannot read; convert it: thud motion convert",
                          file->from);
}

static thud_status add(fmu_bundle *b, const char *folder, thud_yaml_node *node, thud_error *error) {
    char *from = thud_scenario_resolve(folder, node->text);
    fmu_bundle_file *larger = realloc(b->files, (b->count + 1) * sizeof *larger);
    if (larger) b->files = larger;
    fmu_bundle_file *file = from ? find(b, from, NULL) : NULL;
    if (!from || !larger) {
        free(from);
        return thud_error_memory(error);
    }
    if (!file) {
        file = &b->files[b->count];
        *file = (fmu_bundle_file){.from = from, .name = name_file(b, from)};
        b->count++;
        from = NULL;
        if (!file->name) return thud_error_memory(error);
        thud_error fault;
        const thud_status status = thud_bytes_load(file->from, &file->bytes, &fault);
        if (status != THUD_OK)
            return thud_error_set(error, status, "cannot read '%.300s': %.300s", file->from, fault.text);
        const thud_status known = check_format(file, error);
        if (known != THUD_OK) return known;
    }
    free(from);
    node->text = file->name;
    node->count = (uint32_t)strlen(file->name);
    return THUD_OK;
}

/* ---- all of a scenario ---- */

static thud_status walk_map(fmu_bundle *b, const char *folder, thud_yaml_node *map, thud_section section,
                            thud_error *error);

static thud_status walk_parts(fmu_bundle *b, const char *folder, thud_yaml_node *parts, thud_section section,
                              thud_error *error) {
    thud_status status = THUD_OK;
    for (uint32_t i = 0; i < parts->count && status == THUD_OK; i++)
        status = walk_map(b, folder, &parts->children[i], section, error);
    return status;
}

static thud_status walk_value(fmu_bundle *b, const char *folder, thud_yaml_node *node, const thud_key *key,
                              thud_error *error) {
    switch (key->kind) {
    case THUD_VALUE_FILE:
        return node->kind == THUD_YAML_TEXT && node->count > 0 ? add(b, folder, node, error) : THUD_OK;
    case THUD_VALUE_MAP: return walk_map(b, folder, node, key->section, error);
    case THUD_VALUE_NAMED:
    case THUD_VALUE_LIST:
        return node->kind == THUD_YAML_TEXT ? THUD_OK : walk_parts(b, folder, node, key->section, error);
    case THUD_VALUE_SOME:
        if (node->kind == THUD_YAML_LIST) return walk_parts(b, folder, node, key->section, error);
        return walk_map(b, folder, node, key->section, error);
    default: return THUD_OK;
    }
}

static thud_status walk_map(fmu_bundle *b, const char *folder, thud_yaml_node *map, thud_section section,
                            thud_error *error) {
    thud_status status = THUD_OK;
    for (uint32_t i = 0; map->kind == THUD_YAML_MAP && i < map->count && status == THUD_OK; i++) {
        const thud_key *key = thud_schema_find(section, map->children[i].key);
        if (key) status = walk_value(b, folder, &map->children[i], key, error);
    }
    return status;
}

thud_status fmu_bundle_make(const char *text, const char *folder, fmu_bundle *b, thud_error *error) {
    const thud_source source = {FMU_SCENARIO_FILE, text, strlen(text)};
    thud_messages messages = {.source = source};
    thud_draft *draft = NULL;
    thud_status status = thud_draft_create(&source, folder, &messages, &draft);
    thud_messages_free(&messages);
    if (status != THUD_OK) return thud_error_status(error, status);
    status = walk_map(b, folder, thud_draft_root(draft), THUD_SECTION_ROOT, error);
    if (status == THUD_OK) b->scenario = thud_expand_write(thud_draft_root(draft));
    if (status == THUD_OK && !b->scenario) status = thud_error_memory(error);
    thud_draft_free(draft);
    return status;
}
