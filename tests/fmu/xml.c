/* XML as far as a description of an FMU has it. */
#include "fmu/xml.h"

#include <check.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static char *part(const char *from, const char *to) {
    char *text = calloc((size_t)(to - from) + 1, 1);
    memcpy(text, from, (size_t)(to - from));
    return text;
}

static void skip(const char **at) {
    while (isspace((unsigned char)**at)) ++*at;
}

static char *read_name(const char **at) {
    const char *from = *at;
    ck_assert_msg(isalpha((unsigned char)*from), "a name, not '%.30s'", from);
    while (isalnum((unsigned char)**at) || **at == '_') ++*at;
    return part(from, *at);
}

/* what stands between quotes, its entities read */
static char *read_value(const char **at) {
    static const char *const entities[][2] = {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}};
    ck_assert_msg(**at == '"', "a quote, not '%.30s'", *at);
    const char *end = strchr(++*at, '"');
    ck_assert_ptr_nonnull(end);
    char *value = calloc((size_t)(end - *at) + 1, 1), *to = value;
    while (*at < end) {
        size_t e = 0;
        ck_assert_msg(**at != '<' && (unsigned char)**at >= 0x20, "'%.30s' in a value", *at);
        while (**at == '&' && e < 4 && strncmp(*at, entities[e][0], strlen(entities[e][0])) != 0) e++;
        ck_assert_msg(e < 4, "an entity, not '%.30s'", *at);
        *to++ = **at == '&' ? *entities[e][1] : **at;
        *at += **at == '&' ? strlen(entities[e][0]) : 1;
    }
    ++*at;
    return value;
}

static xml *read_element(const char **at) {
    xml *e = calloc(1, sizeof *e);
    ck_assert_msg(**at == '<', "an element, not '%.30s'", *at);
    ++*at;
    e->name = read_name(at);
    for (skip(at); **at != '>' && **at != '/'; skip(at)) {
        ck_assert_uint_lt(e->attribute_count, 30);
        char *name = read_name(at);
        ck_assert_msg(!xml_attribute(e, name), "attribute %s twice", name);
        ck_assert_msg(*(*at)++ == '=', "= behind %s", name);
        e->attributes[e->attribute_count] = name;
        e->values[e->attribute_count++] = read_value(at);
    }
    const bool empty = **at == '/';
    if (empty) ++*at;
    ck_assert_msg(*(*at)++ == '>', "> before '%.30s'", *at);
    while (!empty) {
        skip(at);
        if (strncmp(*at, "</", 2) == 0) break;
        e->children = realloc((void *)e->children, (e->count + 1) * sizeof *e->children);
        e->children[e->count++] = read_element(at);
    }
    if (!empty) {
        *at += 2;
        char *name = read_name(at);
        ck_assert_str_eq(name, e->name);
        ck_assert_msg(*(*at)++ == '>', "> before '%.30s'", *at);
        free(name);
    }
    return e;
}

xml *xml_parse(const char *text) {
    static const char head[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
    ck_assert(strncmp(text, head, strlen(head)) == 0);
    const char *at = text + strlen(head);
    skip(&at);
    xml *root = read_element(&at);
    skip(&at);
    ck_assert_msg(*at == '\0', "the end, not '%.30s'", at);
    return root;
}

void xml_free(xml *e) {
    for (size_t i = 0; i < e->count; i++) xml_free(e->children[i]);
    for (size_t i = 0; i < e->attribute_count; i++) {
        free(e->attributes[i]);
        free(e->values[i]);
    }
    free((void *)e->children);
    free(e->name);
    free(e);
}

const char *xml_attribute(const xml *e, const char *name) {
    for (size_t i = 0; i < e->attribute_count; i++)
        if (strcmp(e->attributes[i], name) == 0) return e->values[i];
    return NULL;
}

const xml *xml_child(const xml *e, const char *name) {
    for (size_t i = 0; i < e->count; i++)
        if (strcmp(e->children[i]->name, name) == 0) return e->children[i];
    return NULL;
}
