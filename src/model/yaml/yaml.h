/*
 * YAML as a tree with positions, over libyaml's events. Everything is a text, a list or a map; what a text means
 * is for those who ask for it.
 *
 * An alias (*name) is the node of its anchor once more, not a copy of what is below it; so that a few lines cannot
 * grow to billions of nodes, the nodes that aliases bring in are counted and limited. Tags, merge keys, several
 * documents and keys that are not words are errors.
 */
#ifndef THUD_MODEL_YAML_H
#define THUD_MODEL_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <thud/status.h>

typedef enum thud_yaml_kind { THUD_YAML_TEXT, THUD_YAML_LIST, THUD_YAML_MAP } thud_yaml_kind;

/* A value, with its key where it stands in a map. */
typedef struct thud_yaml_node {
    const char *key; /* NULL in a list, and for the root */
    union {
        const char *text;
        struct thud_yaml_node *children; /* [count], in the order of the file */
    };
    uint32_t key_offset; /* where the key begins, in bytes */
    uint32_t offset;     /* where the value begins; that of the key where there is none */
    uint32_t count;      /* of the children; bytes of a text */
    uint32_t faulty;     /* for the reader: a bit for each key below, set when it was complained about */
    uint8_t kind;        /* thud_yaml_kind */
    bool is_copy;        /* one of several that come from one place: what is wrong with it is said once */
    bool complete;       /* a path that is not relative to the file's folder: put there by another file */
} thud_yaml_node;

typedef struct thud_yaml thud_yaml;

/* Where a text is not YAML, or not YAML that is read here, and why. */
typedef struct thud_yaml_fault {
    size_t offset; /* bytes */
    bool quotes;   /* the text may show words of the file */
    char text[256];
} thud_yaml_fault;

/* The text must outlive the tree. The root is NULL for a file of nothing but comments. */
thud_status thud_yaml_parse(const char *text, size_t size, thud_yaml **yaml, thud_yaml_fault *fault);
void thud_yaml_free(thud_yaml *yaml);
thud_yaml_node *thud_yaml_root(const thud_yaml *yaml);

/* Whether a node is a map with this key. */
bool thud_yaml_has(const thud_yaml_node *node, const char *key);

/* Bytes that no YAML text may have: not UTF-8, control characters. True when there is one, with its place. */
bool thud_yaml_find_bad_byte(const char *text, size_t size, thud_yaml_fault *fault);

#endif
