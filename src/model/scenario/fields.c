/*
 * The keys of a map against the table of keys.
 */
#include "model/scenario/fields.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/print.h"
#include "model/scenario/foreign.h"

size_t thud_node_place(const thud_yaml_node *node) { return node->key ? node->key_offset : node->offset; }

static const thud_key *key_of(const thud_fields *f, const char *name) { return thud_schema_find(f->section, name); }

static uint32_t bit_of(const thud_fields *f, const thud_key *key) {
    return UINT32_C(1) << thud_schema_index(f->section, key);
}

thud_yaml_node *thud_fields_node(const thud_fields *f, const char *name) {
    const thud_key *key = key_of(f, name);
    return key ? f->found[thud_schema_index(f->section, key)] : NULL;
}

bool thud_fields_given(const thud_fields *f, const char *key) { return thud_fields_node(f, key) != NULL; }

void thud_fields_mark_faulty(thud_fields *f, const char *name) { f->node->faulty |= bit_of(f, key_of(f, name)); }

bool thud_fields_is_faulty(const thud_fields *f, const char *name) {
    return f->node->faulty & bit_of(f, key_of(f, name));
}

void thud_fields_error(thud_fields *f, const char *name, const char *format, ...) {
    const thud_yaml_node *node = thud_fields_node(f, name);
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    thud_print_list(text, sizeof text, format, arguments);
    va_end(arguments);
    thud_messages_error(&f->scenario->messages, node ? node->offset : thud_node_place(f->node), "%s", text);
    thud_fields_mark_faulty(f, name);
}

/* "; did you mean 'mass'?", or the list of keys */
static void suggest(thud_fields *f, const char *word, char *text, size_t size) {
    const thud_section_about *about = thud_schema_section(f->section);
    const thud_key *near = thud_schema_nearest(f->section, word);
    if (near) {
        snprintf(text, size, "; did you mean '%s'?", near->name);
        f->meant |= bit_of(f, near);
        return;
    }
    size_t used = (size_t)snprintf(text, size, "; there are ");
    for (size_t i = 0; i < about->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", about->keys[i].name);
}

static void look_at_key(thud_fields *f, thud_yaml_node *child) {
    thud_messages *messages = &f->scenario->messages;
    const thud_key *key = key_of(f, child->key);
    if (!key && child->key[strspn(child->key, "0123456789")] == '\0') {
        thud_messages_error(messages, child->key_offset,
                            "'%.60s' after a comma is not a key: decimals take a point, as in 0.04", child->key);
        return;
    }
    if (!key) {
        char hint[300];
        suggest(f, child->key, hint, sizeof hint);
        thud_messages_error(messages, child->key_offset, "unknown key '%.60s' in %s%s", child->key,
                            thud_schema_section(f->section)->name, hint);
        return;
    }
    thud_yaml_node **place = &f->found[thud_schema_index(f->section, key)];
    if (*place) thud_messages_error(messages, child->key_offset, "'%s' is given twice", key->name);
    else *place = child;
}

static void look_for_missing(thud_fields *f) {
    const thud_section_about *about = thud_schema_section(f->section);
    for (size_t i = 0; i < about->count; i++) {
        const thud_key *key = &about->keys[i];
        if (f->found[i]) continue;
        f->node->faulty |= f->meant & bit_of(f, key); /* misspelt is not missing */
        if (!key->required || (f->node->faulty & bit_of(f, key))) continue;
        thud_messages_error(&f->scenario->messages, thud_node_place(f->node), "%s is missing", key->name);
        f->node->faulty |= bit_of(f, key);
    }
}

/* the keys of a whole file, not of a map in it */
static bool is_whole(thud_section section) { return section == THUD_SECTION_ROOT || section == THUD_SECTION_STUDY; }

static bool refuse_strange(thud_fields *f) {
    const thud_section_about *about = thud_schema_section(f->section);
    f->scenario->messages.unquoted = true;
    f->node->faulty = UINT32_MAX;
    thud_messages_error(&f->scenario->messages, f->node->offset,
                        "no key in this file is known for %s; it needs at least %s", about->name,
                        f->section == THUD_SECTION_ROOT ? "bodies" : "scenario");
    return false;
}

bool thud_fields_read(thud_scenario *scenario, thud_yaml_node *node, thud_section section, thud_fields *fields) {
    *fields = (thud_fields){.scenario = scenario, .node = node, .section = section};
    if (node->kind != THUD_YAML_MAP) {
        const thud_section_about *about = thud_schema_section(section);
        thud_messages_error(&scenario->messages, node->offset, "expected a map with the keys of %s, as in {%s: …}",
                            about->name, about->keys[0].name);
        if (is_whole(section)) scenario->messages.unquoted = true;
        node->faulty = UINT32_MAX;
        return false;
    }
    if (is_whole(section) && thud_foreign_map(node, section)) return refuse_strange(fields);
    for (uint32_t i = 0; i < node->count; i++) look_at_key(fields, &node->children[i]);
    look_for_missing(fields);
    return true;
}

const char *thud_fields_one_of(thud_fields *f) {
    const char *const *keys = thud_schema_section(f->section)->one_of;
    const char *chosen = NULL, *second = NULL;
    size_t count = 0;
    while (count < THUD_ONE_OF_MOST && keys[count]) count++;
    char list[120] = "";
    for (size_t i = 0; i < count; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " or ", keys[i]);
        if (!thud_fields_given(f, keys[i])) continue;
        if (chosen) second = keys[i];
        else chosen = keys[i];
    }
    if (!chosen) {
        bool faulty = false; /* one of them was probably meant, but misspelt */
        for (size_t i = 0; i < count; i++) faulty = faulty || thud_fields_is_faulty(f, keys[i]);
        if (!faulty) thud_fields_error(f, keys[0], "%s is missing", list);
        for (size_t i = 0; i < count; i++) thud_fields_mark_faulty(f, keys[i]);
    } else if (second) {
        /* a key that a study puts in is at fault: its place is behind the whole file */
        const bool put_in = thud_fields_node(f, chosen)->offset > f->scenario->messages.source.size;
        thud_fields_error(f, put_in ? chosen : second, "%s and %s exclude each other", chosen, second);
        return NULL;
    }
    return chosen;
}

bool thud_fields_inner(thud_fields *f, const char *name, thud_fields *inner) {
    thud_yaml_node *node = thud_fields_node(f, name);
    if (!node) return false;
    if (thud_fields_read(f->scenario, node, key_of(f, name)->section, inner)) return true;
    thud_fields_mark_faulty(f, name);
    return false;
}

thud_yaml_node *thud_fields_parts(thud_fields *f, const char *name) {
    thud_yaml_node *node = thud_fields_node(f, name);
    const bool named = key_of(f, name)->kind == THUD_VALUE_NAMED;
    if (!node || (node->kind == THUD_YAML_TEXT && node->count == 0)) return NULL;
    if (node->kind == (named ? THUD_YAML_MAP : THUD_YAML_LIST)) return node->count ? node : NULL;
    const thud_section_about *inner = thud_schema_section(key_of(f, name)->section);
    if (named && strcmp(name, "bodies") == 0)
        thud_fields_error(f, name, "%s: expected a map of names, as in {deck: {mass: 2000}}", name);
    else if (named)
        thud_fields_error(f, name, "%s: expected a map of names, as in {NAME: {%s: …}}", name, inner->keys[0].name);
    else thud_fields_error(f, name, "%s: expected a list, each item with a dash before it", name);
    return NULL;
}
