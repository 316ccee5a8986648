/* YAML as a tree with positions, over libfyaml's events. */
#include "model/yaml/yaml.h"

#include <libfyaml.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/print.h"
#include "base/text.h"
#include "model/yaml/arena.h"

enum {
    DEEPEST = 32,           /* levels; a scenario has five */
    MOST_ALIASED = 1000000, /* nodes that all aliases together may bring in */
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
    const char *key; /* of the value that comes next; NULL: a key comes next */
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
    struct fy_parser *events;
    struct fy_diag *diag;
    const char *text;
    size_t size;
    frame frames[DEEPEST];
    size_t depth;
    anchor anchors[MOST_ANCHORS];
    size_t anchor_count;
    uint64_t aliased;
    size_t documents;
    size_t last; /* where the last event began */
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

static size_t mark_offset(const parser *p, const struct fy_mark *mark) {
    if (!mark) return p->last;
    return mark->input_pos < p->size ? mark->input_pos : p->size;
}

/* the mark of a quoted text or an alias is one behind the character that begins it */
static size_t step_back(const parser *p, size_t offset, const char *signs) {
    return offset > 0 && strchr(signs, p->text[offset - 1]) && p->text[offset - 1] ? offset - 1 : offset;
}

/* whether a word stands there; what is quoted, or a block, may come to nothing */
static bool is_written(const parser *p, struct fy_token *token) {
    return fy_token_scalar_style(token) == FYSS_PLAIN &&
           mark_offset(p, fy_token_start_mark(token)) != mark_offset(p, fy_token_end_mark(token));
}

static bool copy_token(parser *p, struct fy_token *token, size_t offset, const char **text, size_t *length) {
    const char *from = token ? fy_token_get_text(token, length) : NULL;
    if (!from) {
        from = "";
        *length = 0;
    }
    if (*length == 0 && token && is_written(p, token)) return fail_memory(p); /* libfyaml had none */
    if (memchr(from, '\0', *length)) return fail(p, offset, "a text with a zero byte in it");
    *text = thud_arena_text(&p->yaml->arena, from, *length);
    return *text || fail_memory(p);
}

/*
 * A single-quoted text with quotes in it, from the source: libfyaml 0.7.12 takes '''' for three quotes, and loses
 * memory over more of them. *text stays NULL where libfyaml can be trusted.
 */
static bool copy_quotes(parser *p, struct fy_token *token, const char **text, size_t *length) {
    const size_t start = mark_offset(p, fy_token_start_mark(token)), end = mark_offset(p, fy_token_end_mark(token));
    if (end <= start || !memchr(p->text + start, '\'', end - start)) return true;
    if (memchr(p->text + start, '\n', end - start) || memchr(p->text + start, '\r', end - start))
        return fail(p, start - 1, "a text of several lines with quotes in it; put it in double quotes");
    char *copy = thud_arena_text(&p->yaml->arena, p->text + start, end - start);
    if (!copy) return fail_memory(p);
    size_t out = 0;
    for (size_t in = 0; in < end - start; in++) {
        copy[out++] = copy[in];
        if (copy[in] == '\'') in++; /* a quote is written twice */
    }
    copy[out] = '\0';
    *text = copy;
    *length = out;
    return true;
}

/* titles and names are printed: nothing in a text may be a command to a terminal, however it is written */
static bool is_shown(const char *text, size_t size) {
    for (size_t length; size > 0; text += length, size -= length) {
        length = *text == '\n' || *text == '\t' ? 1 : thud_printable_length(text, size);
        if (length == 0) return false;
    }
    return true;
}

static bool copy_scalar(parser *p, struct fy_token *token, size_t offset, const char **text, size_t *length) {
    *text = NULL;
    const bool quoted = token && fy_token_scalar_style(token) == FYSS_SINGLE_QUOTED;
    if (quoted && !copy_quotes(p, token, text, length)) return false;
    if (!*text && !copy_token(p, token, offset, text, length)) return false;
    return is_shown(*text, *length) || fail(p, offset, "a text with a control character in it");
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

/* NULL without an anchor */
static bool read_anchor_name(parser *p, struct fy_token *token, const char **name) {
    size_t length;
    *name = NULL;
    return !token || copy_token(p, token, p->last, name, &length);
}

static bool check_tag(parser *p, struct fy_token *tag) {
    return !tag || fail(p, mark_offset(p, fy_token_start_mark(tag)), "tags (!…) are not read here");
}

/* ---- the tree ---- */

/* a node that is complete goes where it belongs: root, item, key or value */
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
            return fail(p, node.offset, "merge keys (<<) are not read here; write the keys out");
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

static bool open_frame(parser *p, thud_yaml_kind kind, struct fy_token *anchor_token, struct fy_token *tag) {
    if (!check_tag(p, tag)) return false;
    if (p->depth == DEEPEST) return fail(p, p->last, "nested more than %d levels deep", (int)DEEPEST);
    frame *f = &p->frames[p->depth];
    /* the memory that an earlier frame left behind is used again */
    *f = (frame){.children = f->children, .capacity = f->capacity, .weight = 1};
    f->node = (thud_yaml_node){.offset = (uint32_t)p->last, .kind = (uint8_t)kind};
    if (!read_anchor_name(p, anchor_token, &f->anchor)) return false;
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

/* where a value would stand that is not there: at its key */
static size_t empty_offset(const parser *p) {
    const frame *f = p->depth ? &p->frames[p->depth - 1] : NULL;
    return f && f->key ? f->key_offset : p->last;
}

static bool add_text(parser *p, struct fy_event *event) {
    struct fy_token *value = event->scalar.value;
    const struct fy_mark *mark = fy_event_start_mark(event);
    size_t offset = mark ? p->last : empty_offset(p);
    const enum fy_scalar_style style = value ? fy_token_scalar_style(value) : FYSS_PLAIN;
    if (mark && (style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED)) offset = step_back(p, offset, "'\"");
    thud_yaml_node node = {.offset = (uint32_t)offset, .kind = THUD_YAML_TEXT};
    size_t length;
    const char *name = NULL;
    if (!check_tag(p, event->scalar.tag) || !copy_scalar(p, value, offset, &node.text, &length)) return false;
    node.count = (uint32_t)length;
    return read_anchor_name(p, event->scalar.anchor, &name) && keep_anchor(p, name, &node, 1) &&
           add_node(p, node, 1);
}

static bool add_alias(parser *p, struct fy_event *event) {
    const size_t offset = step_back(p, p->last, "*");
    const char *name = "";
    size_t length;
    if (!copy_token(p, event->alias.anchor, offset, &name, &length)) return false;
    const anchor *found = find_anchor(p, name);
    if (!found) {
        p->fault->quotes = true;
        return fail(p, offset, "no anchor &%.60s above this alias", name);
    }
    p->aliased += found->weight;
    if (p->aliased > MOST_ALIASED)
        return fail(p, offset, "the aliases of the file bring in more than %d values", (int)MOST_ALIASED);
    thud_yaml_node node = found->node;
    node.offset = (uint32_t)offset;
    return add_node(p, node, found->weight);
}

/* ---- events ---- */

static bool take_event(parser *p, struct fy_event *event) {
    const struct fy_mark *mark = fy_event_start_mark(event);
    p->last = mark_offset(p, mark);
    switch (event->type) {
    case FYET_DOCUMENT_START:
        return p->documents++ == 0 || fail(p, p->last, "a second document begins; one file, one scenario");
    case FYET_MAPPING_START:
        return open_frame(p, THUD_YAML_MAP, event->mapping_start.anchor, event->mapping_start.tag);
    case FYET_SEQUENCE_START:
        return open_frame(p, THUD_YAML_LIST, event->sequence_start.anchor, event->sequence_start.tag);
    case FYET_MAPPING_END:
    case FYET_SEQUENCE_END: return close_frame(p);
    case FYET_SCALAR: return add_text(p, event);
    case FYET_ALIAS: return add_alias(p, event);
    default: return true;
    }
}

/* YAML forbids tabs in the indentation, and libfyaml calls them by other names */
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

static bool fail_syntax(parser *p) {
    void *state = NULL;
    const struct fy_diag_error *error = fy_diag_errors_iterate(p->diag, &state);
    const struct fy_mark *mark = error && error->fyt ? fy_token_start_mark(error->fyt) : NULL;
    const size_t offset = mark_offset(p, mark);
    size_t tab;
    if (find_tab(p, offset, &tab)) return fail(p, tab, "a tab in the indentation; YAML takes spaces only");
    p->fault->quotes = true;
    return fail(p, offset, "not YAML: %s",
                error && error->msg ? error->msg : "it cannot be understood from here on");
}

static bool run(parser *p) {
    struct fy_event *event;
    bool going = true;
    while (going && (event = fy_parser_parse(p->events))) {
        going = take_event(p, event);
        fy_parser_event_free(p->events, event);
    }
    if (!going) return false;
    if (fy_parser_get_stream_error(p->events)) return fail_syntax(p);
    return p->depth == 0 || fail_syntax(p);
}

/* nothing goes to stderr: errors are collected */
static bool start(parser *p) {
    struct fy_diag_cfg diag;
    fy_diag_cfg_default(&diag);
    diag.fp = NULL;
    diag.colorize = false;
    p->diag = fy_diag_create(&diag);
    if (!p->diag) return fail_memory(p);
    fy_diag_set_collect_errors(p->diag, true);
    const struct fy_parse_cfg config = {
        .flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_DEFAULT_VERSION_1_2 | FYPCF_JSON_NONE,
        .diag = p->diag,
    };
    p->events = fy_parser_create(&config);
    return (p->events && fy_parser_set_string(p->events, p->text, p->size) == 0) || fail_memory(p);
}

static thud_status parse(parser *p) {
    if (start(p)) (void)run(p);
    if (p->events) fy_parser_destroy(p->events);
    if (p->diag) fy_diag_destroy(p->diag);
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
