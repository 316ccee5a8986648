/*
 * YAML as a tree with positions, over libyaml's events. Everything is a text, a list or a map; users interpret the
 * texts.
 *
 * An alias (*name) shares the node of its anchor. A few lines of aliases could expand to billions of nodes, so the
 * expanded nodes are counted and limited. Tags, merge keys, several documents and keys that are not words are
 * errors.
 */
#ifndef THUD_MODEL_YAML_H
#define THUD_MODEL_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <thud/status.h>

typedef enum thud_yaml_kind { THUD_YAML_TEXT, THUD_YAML_LIST, THUD_YAML_MAP } thud_yaml_kind;

/* A value, with its key in a map. */
typedef struct thud_yaml_node {
    const char *key; /* NULL in a list, and for the root */
    union {
        const char *text;
        struct thud_yaml_node *children; /* [count], in the order of the file */
    };
    uint32_t key_offset; /* start of the key, in bytes */
    uint32_t offset;     /* start of the value; that of the key if there is none */
    uint32_t count;      /* number of children; bytes of a text */
    uint32_t faulty;     /* for the reader: a bit for each key below, set after an error */
    uint8_t kind;        /* thud_yaml_kind */
    bool is_copy;        /* one of several from the same place: errors are reported once */
    bool complete;       /* a path that is not relative to the file's folder: put there by another file */
} thud_yaml_node;

typedef struct thud_yaml thud_yaml;

/* The place and the reason if a text is not YAML, or not supported here. */
typedef struct thud_yaml_fault {
    size_t offset; /* bytes */
    bool quotes;   /* the text may quote words of the file */
    char text[256];
} thud_yaml_fault;

/* The text must outlive the tree. The root is NULL for a file with only comments. */
thud_status thud_yaml_parse(const char *text, size_t size, thud_yaml **yaml, thud_yaml_fault *fault);
void thud_yaml_free(thud_yaml *yaml);
thud_yaml_node *thud_yaml_root(const thud_yaml *yaml);

/* Whether a node is a map with this key. */
bool thud_yaml_has(const thud_yaml_node *node, const char *key);

/* Finds a byte that YAML texts must not contain: invalid UTF-8, control characters. True if there is one, with its
   place. */
bool thud_yaml_find_bad_byte(const char *text, size_t size, thud_yaml_fault *fault);

#endif
