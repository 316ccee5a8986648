/*
 * Paths into a scenario, word by word along the table of keys.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/print.h"
#include "base/text.h"
#include "model/scenario/draft.h"
#include "model/scenario/expand.h"

/* a path while it is followed */
typedef struct walk {
    thud_draft *draft;
    const char *path;
    thud_draft_fault *fault; /* NULL: the path is known to be valid */
    thud_draft_place *places;
    size_t count, capacity;
    size_t contact, first, past; /* position of the walk */
    bool repeats;                /* the scenario has shorthand */
    thud_status status;
} walk;

/* a word of the path: its text, and its position */
typedef struct word {
    char text[200];
    size_t at, next; /* next: start of the following word; 0: none */
} word;

static bool fail(walk *w, size_t at, const char *format, ...) __attribute__((format(printf, 3, 4)));

static bool fail(walk *w, size_t at, const char *format, ...) {
    if (w->status == THUD_OK) w->status = THUD_ERROR_ARGUMENT;
    if (!w->fault) return false;
    w->fault->at = at;
    va_list arguments;
    va_start(arguments, format);
    thud_print_list(w->fault->text, sizeof w->fault->text, format, arguments);
    va_end(arguments);
    return false;
}

static bool fail_memory(walk *w) {
    w->status = THUD_ERROR_MEMORY;
    return fail(w, 0, "there is not enough memory for the path");
}

static bool take_word(walk *w, size_t at, word *out) {
    const size_t length = strcspn(w->path + at, ".");
    if (length == 0) return fail(w, at, "the path '%.80s' has an empty word", w->path);
    if (length >= sizeof out->text) return fail(w, at, "a word of the path is longer than any name");
    memcpy(out->text, w->path + at, length);
    out->text[length] = '\0';
    out->at = at;
    out->next = w->path[at + length] == '.' ? at + length + 1 : 0;
    return true;
}

static thud_yaml_node *find_child(thud_yaml_node *map, const char *key) {
    for (uint32_t i = 0; map->kind == THUD_YAML_MAP && i < map->count; i++)
        if (strcmp(map->children[i].key, key) == 0) return &map->children[i];
    return NULL;
}

static bool add_place(walk *w, thud_yaml_node *node, const thud_key *key) {
    if (w->count == w->capacity) {
        const size_t capacity = w->capacity ? 2 * w->capacity : 4;
        thud_draft_place *larger = realloc(w->places, capacity * sizeof *larger);
        if (!larger) return fail_memory(w);
        w->places = larger;
        w->capacity = capacity;
    }
    w->places[w->count++] = (thud_draft_place){node, key, w->contact, w->first, w->past};
    return true;
}

static bool walk_map(walk *w, thud_yaml_node *map, thud_section section, size_t at);
static bool report_key(walk *w, thud_section section, const word *at);

/* ---- items of lists and maps of names ---- */

static bool is_number(const char *text, size_t *number) {
    if (text[strspn(text, "0123456789")] != '\0' || strlen(text) > 9) return false;
    *number = (size_t)strtoul(text, NULL, 10);
    return true;
}

/* the name of an item: its key, its `name`, or its default name */
static const char *name_of(thud_yaml_node *item, const char *kind, size_t index, char *numbered, size_t size) {
    if (item->key) return item->key;
    const thud_yaml_node *name = find_child(item, "name");
    if (name && name->kind == THUD_YAML_TEXT) return name->text;
    snprintf(numbered, size, "%s-%zu", kind, index + 1);
    return numbered;
}

/* the default name of a part in a list; NULL where parts have none */
static const char *kind_of(const thud_key *key) {
    if (key->section == THUD_SECTION_CONTACT) return "contact";
    return key->section == THUD_SECTION_LINK ? "link" : NULL;
}

static bool report_item(walk *w, thud_yaml_node *list, const thud_key *key, const word *item, bool named) {
    char numbered[32];
    size_t number;
    if (!named || (key->section == THUD_SECTION_LINK && is_number(item->text, &number)))
        return fail(w, item->at, "no item '%.60s' in %s: there %s %u, numbered from 0", item->text, key->name,
                    list->count == 1 ? "is" : "are", (unsigned)list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        const char *name = name_of(&list->children[i], kind_of(key), i, numbered, sizeof numbered);
        if (thud_text_nearest(item->text, &name, 1) == 0)
            return fail(w, item->at, "nothing in %s is called '%.60s'; did you mean '%.60s'?", key->name,
                        item->text, name);
    }
    const char *first = list->count ? name_of(&list->children[0], kind_of(key), 0, numbered, sizeof numbered) : "";
    return fail(w, item->at, "nothing in %s is called '%.60s'; the first is '%.60s'", key->name, item->text, first);
}

/* the number of model contacts before an item, counting repeated ones */
static size_t count_before(thud_yaml_node *list, size_t index) {
    size_t count = 0;
    for (size_t i = 0; i < index; i++) {
        const thud_yaml_node *repeat = find_child(&list->children[i], "repeat");
        size_t times = 1;
        if (repeat && repeat->kind == THUD_YAML_TEXT) (void)is_number(repeat->text, &times);
        count += times;
    }
    return count;
}

static bool walk_item(walk *w, thud_yaml_node *list, size_t index, const thud_key *key, const word *at) {
    if (!at->next)
        return fail(w, at->at, "the path '%.80s' ends too early: %s.%s is a map", w->path, key->name, at->text);
    /* repeated items change the numbers of contacts */
    const bool contact = key->section == THUD_SECTION_CONTACT;
    w->contact = contact && !w->repeats ? index : SIZE_MAX;
    w->first = contact ? count_before(list, index) : SIZE_MAX;
    w->past = contact ? count_before(list, index + 1) : SIZE_MAX;
    const bool good = walk_map(w, &list->children[index], key->section, at->next);
    w->contact = w->first = w->past = SIZE_MAX;
    return good;
}

/* a value of one copy of a repeated item: a separate key with the common prefix */
static bool walk_copy(walk *w, thud_yaml_node *list, size_t index, const thud_key *of, const word *before,
                      unsigned long number) {
    word at;
    thud_yaml_node *item = &list->children[index];
    if (!before->next)
        return fail(w, before->at, "the path '%.80s' ends too early: %s.%s is a map", w->path, of->name,
                    before->text);
    if (!take_word(w, before->next, &at)) return false;
    const thud_key *key = thud_schema_find(of->section, at.text);
    if (!key) return report_key(w, of->section, &at);
    const thud_yaml_node *common = find_child(item, key->name);
    const bool plain = key->kind == THUD_VALUE_QUANTITY || key->kind == THUD_VALUE_STIFFNESS ||
                       key->kind == THUD_VALUE_DAMPING || key->kind == THUD_VALUE_RESTITUTION ||
                       key->kind == THUD_VALUE_LAW;
    if (!plain || at.next || (common && common->kind != THUD_YAML_TEXT))
        return fail(w, at.at, "in one copy of a repeated item only plain values can vary, and '%.60s' is not one",
                    at.text);
    char own[80];
    snprintf(own, sizeof own, "%.50s%c%lu", key->name, THUD_OF_COPY, number);
    thud_yaml_node *node = find_child(item, own);
    if (!node) {
        const thud_yaml_node start = common ? *common : (thud_yaml_node){.text = ""};
        const char *kept = thud_draft_keep(w->draft, own);
        node = kept ? thud_draft_add(w->draft, item, kept) : NULL;
        if (!node) return fail_memory(w);
        node->text = start.text;
        node->count = start.count;
    }
    if (of->section == THUD_SECTION_CONTACT) {
        w->first = count_before(list, index) + number - 1;
        w->past = w->first + 1;
    }
    const bool good = add_place(w, node, key);
    w->first = w->past = SIZE_MAX;
    return good;
}

static bool walk_items(walk *w, thud_yaml_node *list, const thud_key *key, const word *before) {
    const bool named = key->kind == THUD_VALUE_NAMED || kind_of(key);
    word item;
    if (!before->next)
        return fail(w, before->at, "the path '%.80s' ends too early: which of the %s?", w->path, key->name);
    if (!take_word(w, before->next, &item)) return false;
    size_t number = SIZE_MAX, found = 0;
    const bool all = strcmp(item.text, "*") == 0;
    if (key->kind == THUD_VALUE_LIST) (void)is_number(item.text, &number);
    for (uint32_t i = 0; i < list->count; i++) {
        char numbered[32];
        const bool by_name =
            named &&
            strcmp(name_of(&list->children[i], kind_of(key), i, numbered, sizeof numbered), item.text) == 0;
        if (!all && number != i && !by_name) continue;
        found++;
        if (!walk_item(w, list, i, key, &item)) return false;
    }
    for (uint32_t i = 0; named && found == 0 && w->repeats && i < list->count; i++) {
        char numbered[32];
        const char *pattern = name_of(&list->children[i], kind_of(key), i, numbered, sizeof numbered);
        const unsigned long copy = thud_expand_number_of(&list->children[i], pattern, item.text);
        if (copy > 0) return walk_copy(w, list, i, key, &item, copy);
    }
    const bool numbered = number != SIZE_MAX && key->section == THUD_SECTION_LINK;
    return found > 0 || report_item(w, list, key, &item, named && !numbered);
}

/* ---- one value ---- */

static bool walk_point(walk *w, thud_yaml_node *point, const thud_key *key, const word *before) {
    word item;
    size_t number = 2;
    if (!before->next)
        return fail(w, before->at, "%s is a list of two: %s.0 or %s.1", key->name, key->name, key->name);
    if (!take_word(w, before->next, &item)) return false;
    if (item.next || !is_number(item.text, &number) || number > 1 || point->kind != THUD_YAML_LIST ||
        number >= point->count)
        return fail(w, item.at, "%s is a list of two: %s.0 or %s.1", key->name, key->name, key->name);
    return add_place(w, &point->children[number], key);
}

/* a number for each, or one for all */
static bool walk_quantities(walk *w, thud_yaml_node *list, const thud_key *key, const word *before) {
    word item;
    size_t number = SIZE_MAX;
    if (before->next && take_word(w, before->next, &item) && !item.next && strcmp(item.text, "*") == 0) {
        for (uint32_t i = 0; i < list->count; i++)
            if (list->children[i].kind != THUD_YAML_TEXT || !add_place(w, &list->children[i], key))
                return w->status == THUD_OK ? fail(w, before->at, "%s is not a list of numbers", key->name) : false;
        return true;
    }
    if (w->status != THUD_OK) return false;
    if (!before->next || !take_word(w, before->next, &item) || item.next || !is_number(item.text, &number) ||
        number >= list->count || list->children[number].kind != THUD_YAML_TEXT)
        return fail(w, before->at, "%s is a list here, with items %s.0 to %s.%u", key->name, key->name, key->name,
                    list->count ? (unsigned)list->count - 1 : 0);
    return add_place(w, &list->children[number], key);
}

static bool walk_value(walk *w, thud_yaml_node *map, thud_yaml_node *value, const thud_key *key, const word *at) {
    if (strcmp(key->name, "structure") == 0) return fail(w, at->at, "a structure by matrices cannot vary");
    if (at->next && value && value->kind != THUD_YAML_TEXT)
        return fail(w, at->next, "parts of '%s' cannot vary", key->name);
    if (at->next) return fail(w, at->next, "%s is one value, and the path continues after it", key->name);
    if (strcmp(key->name, "name") == 0 || strcmp(key->name, "title") == 0)
        return fail(w, at->at, "a %s cannot vary: results are named after it", key->name);
    if (strcmp(key->name, "repeat") == 0 || strcmp(key->name, "count") == 0)
        return fail(w, at->at, "%s cannot vary: every case has the same parts", key->name);
    if (!value) value = thud_draft_add(w->draft, map, key->name);
    if (!value) return fail_memory(w);
    return add_place(w, value, key);
}

static bool report_key(walk *w, thud_section section, const word *at) {
    const thud_key *near = thud_schema_nearest(section, at->text);
    const char *where = thud_schema_section(section)->name;
    if (near) return fail(w, at->at, "no key '%.60s' in %s; did you mean '%s'?", at->text, where, near->name);
    return fail(w, at->at, "no key '%.60s' in %s", at->text, where);
}

static bool walk_map(walk *w, thud_yaml_node *map, thud_section section, size_t start) {
    word at;
    if (!take_word(w, start, &at)) return false;
    const thud_key *key = thud_schema_find(section, at.text);
    if (!key) return report_key(w, section, &at);
    if (key->section == THUD_SECTION_DRAW) return fail(w, at.at, "draw cannot vary: no result depends on it");
    thud_yaml_node *child = find_child(map, key->name);
    if (key->kind == THUD_VALUE_RESTITUTION && at.next && child && child->kind == THUD_YAML_MAP)
        return walk_map(w, child, key->section, at.next);
    if (key->kind == THUD_VALUE_SPEEDS)
        return fail(w, at.at, "the points of '%s' cannot vary one by one; vary the whole restitution", key->name);
    const bool inner = key->kind == THUD_VALUE_MAP || key->kind == THUD_VALUE_NAMED || key->kind == THUD_VALUE_LIST;
    if (key->kind == THUD_VALUE_QUANTITIES && child && child->kind == THUD_YAML_LIST)
        return walk_quantities(w, child, key, &at);
    if (key->kind == THUD_VALUE_QUANTITIES && child && child->kind == THUD_YAML_TEXT && at.next &&
        strcmp(w->path + at.next, "*") == 0)
        at.next = 0; /* one number for all */
    if (!inner && key->kind != THUD_VALUE_POINT) return walk_value(w, map, child, key, &at);
    const bool inside = section != THUD_SECTION_ROOT; /* a study cannot add or remove the ground */
    if (!child && inside && key->kind == THUD_VALUE_MAP && at.next && map->kind == THUD_YAML_MAP) {
        child = thud_draft_add(w->draft, map, key->name);
        if (!child) return fail_memory(w);
        child->kind = THUD_YAML_MAP;
    }
    if (!child || child->kind == THUD_YAML_TEXT) return fail(w, at.at, "the scenario has no %s", key->name);
    if (key->kind == THUD_VALUE_POINT) return walk_point(w, child, key, &at);
    if (key->kind != THUD_VALUE_MAP) return walk_items(w, child, key, &at);
    if (!at.next) return fail(w, at.at, "the path '%.80s' ends too early: %s is a map", w->path, key->name);
    return walk_map(w, child, key->section, at.next);
}

static bool start(walk *w) {
    thud_yaml_node *root = thud_draft_root(w->draft);
    if (!root || root->kind != THUD_YAML_MAP) return fail(w, 0, "the scenario is empty");
    w->repeats = thud_expand_is_needed(root);
    return walk_map(w, root, THUD_SECTION_ROOT, 0);
}

thud_status thud_draft_open(thud_draft *draft, const char *path, thud_draft_fault *fault) {
    walk w = {
        .draft = draft, .path = path, .fault = fault, .contact = SIZE_MAX, .first = SIZE_MAX, .past = SIZE_MAX};
    (void)start(&w);
    free(w.places);
    return w.status;
}

thud_draft_place *thud_draft_find(thud_draft *draft, const char *path, size_t *count) {
    walk w = {.draft = draft, .path = path, .contact = SIZE_MAX, .first = SIZE_MAX, .past = SIZE_MAX};
    if (start(&w)) {
        *count = w.count;
        return w.places;
    }
    free(w.places);
    return NULL;
}
