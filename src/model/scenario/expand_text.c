/* A tree as YAML: the root and its sections in lines, each item in braces. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/scenario/expand.h"

/* a text that grows */
typedef struct writer {
    char *text;
    size_t used, capacity;
    bool failed;
} writer;

static void put(writer *w, const char *text, size_t length) {
    if (w->failed) return;
    if (w->used + length + 1 > w->capacity) {
        const size_t capacity = 2 * (w->used + length + 1) + 256;
        char *larger = realloc(w->text, capacity);
        w->failed = !larger;
        if (!larger) return;
        w->text = larger;
        w->capacity = capacity;
    }
    memcpy(w->text + w->used, text, length);
    w->used += length;
    w->text[w->used] = '\0';
}

static void put_text(writer *w, const char *text) { put(w, text, strlen(text)); }

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* text without need for quotes: words, numbers, and numbers with a unit */
static bool is_plain(const char *text) {
    const size_t length = strlen(text);
    const bool number = is_digit(*text) || (strchr("+-.", *text) && *text && (is_digit(text[1]) || text[1] == '.'));
    if (length == 0 || !(is_letter(*text) || number || strcmp(text, ".inf") == 0)) return false;
    for (const char *c = text; *c; c++)
        if (!is_letter(*c) && !is_digit(*c) && !strchr("_.+-/%^", *c) && !(*c == ' ' && c[1] && c[1] != ' '))
            return false;
    return true;
}

static void put_quoted(writer *w, const char *text) {
    put_text(w, "\"");
    for (const char *c = text; *c; c++) {
        char code[8];
        if (*c == '"' || *c == '\\') snprintf(code, sizeof code, "\\%c", *c);
        else if ((unsigned char)*c < 0x20 || *c == 0x7f) snprintf(code, sizeof code, "\\x%02X", (unsigned)*c);
        else snprintf(code, sizeof code, "%c", *c);
        put_text(w, code);
    }
    put_text(w, "\"");
}

static void put_word(writer *w, const char *text) {
    if (is_plain(text)) put_text(w, text);
    else put_quoted(w, text);
}

static void put_node(writer *w, const thud_yaml_node *node) {
    if (node->kind == THUD_YAML_TEXT) {
        put_word(w, node->text);
        return;
    }
    put_text(w, node->kind == THUD_YAML_MAP ? "{" : "[");
    for (uint32_t i = 0; i < node->count; i++) {
        const thud_yaml_node *child = &node->children[i];
        if (i) put_text(w, ", ");
        if (child->key) {
            put_word(w, child->key);
            put_text(w, ": ");
        }
        put_node(w, child);
    }
    put_text(w, node->kind == THUD_YAML_MAP ? "}" : "]");
}

/* a section of parts, one per line */
static void put_parts(writer *w, const thud_yaml_node *section) {
    for (uint32_t i = 0; i < section->count; i++) {
        const thud_yaml_node *item = &section->children[i];
        put_text(w, item->key ? "\n  " : "\n  - ");
        if (item->key) {
            put_word(w, item->key);
            put_text(w, ": ");
        }
        put_node(w, item);
    }
}

char *thud_expand_write(const thud_yaml_node *root) {
    writer w = {0};
    for (uint32_t i = 0; i < root->count; i++) {
        const thud_yaml_node *section = &root->children[i];
        const thud_key *key = thud_schema_find(THUD_SECTION_ROOT, section->key);
        const bool parts = key && (key->kind == THUD_VALUE_NAMED || key->kind == THUD_VALUE_LIST);
        put_word(&w, section->key);
        put_text(&w, ":");
        if (parts && section->kind != THUD_YAML_TEXT && section->count > 0) put_parts(&w, section);
        else if (section->kind != THUD_YAML_TEXT || section->count > 0) {
            put_text(&w, " ");
            put_node(&w, section);
        }
        put_text(&w, "\n");
    }
    if (!w.failed) return w.text;
    free(w.text);
    return NULL;
}
