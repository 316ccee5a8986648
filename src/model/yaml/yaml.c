/* YAML as a tree with positions, over libyaml's events. */
#include "model/yaml/yaml.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <yaml.h>

#include "base/print.h"
#include "base/text.h"
#include "model/yaml/arena.h"

enum {
    DEEPEST = 32,           /* levels; a scenario has five */
    MOST_ALIASED = 1000000, /* limit on nodes expanded from aliases */
    MOST_ANCHORS = 1000,
};

struct thud_yaml {
    thud_arena arena;
    thud_yaml_node *root;
};

/* a list or map that is still open */
typedef struct frame {
    thud_yaml_node node;      /* without its children */
    thud_yaml_node *children; /* [capacity] */
    size_t count, capacity;
    const char *key; /* the key of the next value; NULL: a key comes next */
    uint32_t key_offset;
    uint64_t weight; /* nodes in it, aliases followed */
    const char *anchor;
} frame;

typedef struct anchor {
    const char *name;
    thud_yaml_node node;
    uint64_t weight;
} anchor;

typedef struct parser {
    thud_yaml *yaml;
    yaml_parser_t events;
    const char *text;
    size_t size;
    frame frames[DEEPEST];
    size_t depth;
    anchor anchors[MOST_ANCHORS];
    size_t anchor_count;
    uint64_t aliased;
    size_t documents;
    size_t last;             /* start of the last event */
    size_t characters, byte; /* a place in both units, because libyaml counts characters */
    thud_status status;
    thud_yaml_fault *fault;
} parser;

static bool fail(parser *p, size_t offset, const char *format, ...) __attribute__((format(printf, 3, 4)));

static bool fail(parser *p, size_t offset, const char *format, ...) {
    p->status = THUD_ERROR_SYNTAX;
    p->fault->offset = offset < p->size ? offset : p->size;
    va_list arguments;
    va_start(arguments, format);
    thud_print_list(p->fault->text, sizeof p->fault->text, format, arguments);
    va_end(arguments);
    return false;
}

static bool fail_memory(parser *p) {
    p->status = THUD_ERROR_MEMORY;
    snprintf(p->fault->text, sizeof p->fault->text, "there is not enough memory for the file");
    return false;
}

static bool is_tail(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

/* marks are nearly in order: count from the previous one */
static size_t mark_offset(parser *p, yaml_mark_t mark) {
    if (mark.index < p->characters) p->characters = p->byte = 0;
    while (p->characters < mark.index && p->byte < p->size) {
        p->byte++;
        while (p->byte < p->size && is_tail(p->text[p->byte])) p->byte++;
        p->characters++;
    }
    return p->byte;
}

static bool copy_text(parser *p, const void *from, size_t length, size_t offset, const char **text) {
    if (memchr(from, '\0', length)) return fail(p, offset, "a text with a zero byte in it");
    *text = thud_arena_text(&p->yaml->arena, from, length);
    return *text || fail_memory(p);
}

/* titles and names are printed: no text may contain terminal commands */
static bool is_shown(const char *text, size_t size) {
    for (size_t length; size > 0; text += length, size -= length) {
        length = *text == '\n' || *text == '\t' ? 1 : thud_printable_length(text, size);
        if (length == 0) return false;
    }
    return true;
}

/* ---- anchors and aliases ---- */

static anchor *find_anchor(parser *p, const char *name) {
    for (size_t i = p->anchor_count; i > 0; i--) /* the last of a name counts */
        if (strcmp(p->anchors[i - 1].name, name) == 0) return &p->anchors[i - 1];
    return NULL;
}

static bool keep_anchor(parser *p, const char *name, const thud_yaml_node *node, uint64_t weight) {
    if (!name) return true;
    anchor *known = find_anchor(p, name);
    if (!known) {
        if (p->anchor_count == MOST_ANCHORS)
            return fail(p, node->offset, "more than %d anchors", (int)MOST_ANCHORS);
        known = &p->anchors[p->anchor_count++];
    }
    *known = (anchor){name, *node, weight};
    return true;
}

/* *copy is NULL without an anchor */
static bool copy_anchor(parser *p, const yaml_char_t *name, const char **copy) {
    *copy = NULL;
    return !name || copy_text(p, name, strlen((const char *)name), p->last, copy);
}

/* the start of a value that begins with its anchor */
static size_t behind_anchor(const parser *p, const yaml_char_t *name) {
    size_t offset = p->last;
    if (!name || offset >= p->size || p->text[offset] != '&') return offset;
    offset += 1 + strlen((const char *)name);
    while (offset < p->size && strchr(" \t\r\n", p->text[offset])) offset++;
    return offset;
}

static bool check_tag(parser *p, const yaml_char_t *name, const yaml_char_t *tag) {
    return !tag || fail(p, behind_anchor(p, name), "tags (!…) are not supported");
}

/* ---- the tree ---- */

/* adds a complete node to its parent: root, item, key or value */
static bool add_node(parser *p, thud_yaml_node node, uint64_t weight) {
    if (p->depth == 0) {
        p->yaml->root = thud_arena_take(&p->yaml->arena, sizeof node);
        if (!p->yaml->root) return fail_memory(p);
        *p->yaml->root = node;
        return true;
    }
    frame *f = &p->frames[p->depth - 1];
    f->weight += weight;
    if (f->node.kind == THUD_YAML_MAP && !f->key) {
        if (node.kind != THUD_YAML_TEXT) return fail(p, node.offset, "a key must be a word");
        if (strcmp(node.text, "<<") == 0)
            return fail(p, node.offset, "merge keys (<<) are not supported; write the keys out");
        f->key = node.text;
        f->key_offset = node.offset;
        return true;
    }
    if (f->count == f->capacity) {
        const size_t capacity = f->capacity ? 2 * f->capacity : 8;
        thud_yaml_node *larger = realloc(f->children, capacity * sizeof *larger);
        if (!larger) return fail_memory(p);
        f->children = larger;
        f->capacity = capacity;
    }
    node.key = f->key;
    node.key_offset = f->key ? f->key_offset : node.offset;
    f->children[f->count++] = node;
    f->key = NULL;
    return true;
}

static bool open_frame(parser *p, thud_yaml_kind kind, const yaml_char_t *name, const yaml_char_t *tag) {
    if (!check_tag(p, name, tag)) return false;
    if (p->depth == DEEPEST) return fail(p, p->last, "nested more than %d levels deep", (int)DEEPEST);
    frame *f = &p->frames[p->depth];
    /* reuses the memory of an earlier frame */
    *f = (frame){.children = f->children, .capacity = f->capacity, .weight = 1};
    f->node = (thud_yaml_node){.offset = (uint32_t)behind_anchor(p, name), .kind = (uint8_t)kind};
    if (!copy_anchor(p, name, &f->anchor)) return false;
    p->depth++;
    return true;
}

static bool close_frame(parser *p) {
    frame *f = &p->frames[--p->depth];
    thud_yaml_node node = f->node;
    node.count = (uint32_t)f->count;
    node.children = thud_arena_take(&p->yaml->arena, f->count * sizeof *node.children);
    if (!node.children) return fail_memory(p);
    if (f->count) memcpy(node.children, f->children, f->count * sizeof *node.children);
    return keep_anchor(p, f->anchor, &node, f->weight) && add_node(p, node, f->weight);
}

/* the place of a missing value: its key */
static size_t empty_offset(const parser *p) {
    const frame *f = p->depth ? &p->frames[p->depth - 1] : NULL;
    return f && f->key ? f->key_offset : p->last;
}

static bool add_text(parser *p, const yaml_event_t *event) {
    const bool is_written = event->data.scalar.length > 0 || event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    const yaml_char_t *name = event->data.scalar.anchor;
    const size_t offset = is_written ? behind_anchor(p, name) : empty_offset(p), length = event->data.scalar.length;
    thud_yaml_node node = {.offset = (uint32_t)offset, .count = (uint32_t)length, .kind = THUD_YAML_TEXT};
    const char *own = NULL;
    if (!check_tag(p, name, event->data.scalar.tag)) return false;
    if (!copy_text(p, event->data.scalar.value, length, offset, &node.text)) return false;
    if (!is_shown(node.text, length)) return fail(p, offset, "a text with a control character in it");
    return copy_anchor(p, name, &own) && keep_anchor(p, own, &node, 1) && add_node(p, node, 1);
}

static bool add_alias(parser *p, const yaml_event_t *event) {
    const size_t offset = p->last;
    const char *name = (const char *)event->data.alias.anchor;
    const anchor *found = find_anchor(p, name);
    if (!found) {
        p->fault->quotes = true;
        return fail(p, offset, "no anchor &%.60s before this alias", name);
    }
    p->aliased += found->weight;
    if (p->aliased > MOST_ALIASED)
        return fail(p, offset, "the aliases of the file expand to more than %d values", (int)MOST_ALIASED);
    thud_yaml_node node = found->node;
    node.offset = (uint32_t)offset;
    return add_node(p, node, found->weight);
}

/* ---- events ---- */

static bool take_event(parser *p, const yaml_event_t *event) {
    p->last = mark_offset(p, event->start_mark);
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return p->documents++ == 0 || fail(p, p->last, "a second document begins; a file may contain only one");
    case YAML_MAPPING_START_EVENT:
        return open_frame(p, THUD_YAML_MAP, event->data.mapping_start.anchor, event->data.mapping_start.tag);
    case YAML_SEQUENCE_START_EVENT:
        return open_frame(p, THUD_YAML_LIST, event->data.sequence_start.anchor, event->data.sequence_start.tag);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT: return close_frame(p);
    case YAML_SCALAR_EVENT: return add_text(p, event);
    case YAML_ALIAS_EVENT: return add_alias(p, event);
    default: return true;
    }
}

/* YAML forbids tabs in the indentation, and libyaml calls them by other names */
static bool find_tab(const parser *p, size_t until, size_t *offset) {
    bool indent = true;
    for (size_t i = 0; i < p->size; i++) {
        if (indent && p->text[i] == '\t') {
            *offset = i;
            return true;
        }
        if (p->text[i] != ' ') indent = p->text[i] == '\n';
        if (indent && i > until) return false;
    }
    return false;
}

/* "duration:32", in the line of an offset: its colon, and the word before it */
static bool find_colon(const parser *p, size_t offset, size_t *word, size_t *colon) {
    size_t at = offset < p->size ? offset : p->size;
    while (at > 0 && p->text[at - 1] != '\n') at--;
    while (at < p->size && (p->text[at] == ' ' || p->text[at] == '-')) at++;
    static const char of_words[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    size_t words = 0;
    while (at + words < p->size && p->text[at + words] && strchr(of_words, p->text[at + words])) words++;
    *word = at;
    at += words;
    *colon = at;
    return at > *word && at + 1 < p->size && p->text[at] == ':' && !strchr(" \r\n/", p->text[at + 1]);
}

static bool fail_syntax(parser *p) {
    const yaml_parser_t *events = &p->events;
    if (events->error == YAML_MEMORY_ERROR) return fail_memory(p);
    size_t offset = mark_offset(p, events->problem_mark), tab;
    /* something missing at the end was begun elsewhere */
    if (offset == p->size && events->context) offset = mark_offset(p, events->context_mark);
    if (find_tab(p, offset, &tab)) return fail(p, tab, "a tab in the indentation; YAML takes spaces only");
    p->fault->quotes = true;
    size_t word, colon;
    if (find_colon(p, offset, &word, &colon))
        return fail(p, colon, "a space is missing after the colon: write '%.*s: %.*s'",
                    colon - word < 40 ? (int)(colon - word) : 40, p->text + word,
                    (int)strcspn(p->text + colon + 1, " \r\n,}]"), p->text + colon + 1);
    return fail(p, offset, "not YAML: %s%s%s", events->context ? events->context : "", events->context ? ", " : "",
                events->problem ? events->problem : "invalid YAML from here on");
}

static bool run(parser *p) {
    bool going = true;
    for (bool is_over = false; going && !is_over;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&p->events, &event)) return fail_syntax(p);
        is_over = event.type == YAML_STREAM_END_EVENT;
        going = take_event(p, &event);
        yaml_event_delete(&event);
    }
    return going;
}

static thud_status parse(parser *p) {
    if (!yaml_parser_initialize(&p->events)) {
        (void)fail_memory(p);
        return p->status;
    }
    yaml_parser_set_encoding(&p->events, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&p->events, (const unsigned char *)p->text, p->size);
    (void)run(p);
    yaml_parser_delete(&p->events);
    for (size_t i = 0; i < DEEPEST; i++) free(p->frames[i].children);
    return p->status;
}

thud_status thud_yaml_parse(const char *text, size_t size, thud_yaml **yaml, thud_yaml_fault *fault) {
    *fault = (thud_yaml_fault){.text = "it is larger than 4 GiB"};
    if (size >= UINT32_MAX) return THUD_ERROR_FILE;
    if (thud_yaml_find_bad_byte(text, size, fault)) return THUD_ERROR_SYNTAX;
    parser *p = calloc(1, sizeof *p); /* too large for the stack of a thread */
    thud_yaml *made = calloc(1, sizeof *made);
    thud_status status = THUD_ERROR_MEMORY;
    *fault = (thud_yaml_fault){.text = "there is not enough memory for the file"};
    if (p && made) {
        *p = (parser){.yaml = made, .text = text, .size = size, .fault = fault};
        status = parse(p);
    }
    free(p);
    if (status == THUD_OK) *yaml = made;
    else thud_yaml_free(made);
    return status;
}

void thud_yaml_free(thud_yaml *yaml) {
    if (!yaml) return;
    thud_arena_free(&yaml->arena);
    free(yaml);
}

bool thud_yaml_has(const thud_yaml_node *node, const char *key) {
    for (uint32_t i = 0; node->kind == THUD_YAML_MAP && i < node->count; i++)
        if (strcmp(node->children[i].key, key) == 0) return true;
    return false;
}

thud_yaml_node *thud_yaml_root(const thud_yaml *yaml) { return yaml->root; }
