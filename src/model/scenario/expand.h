/*
 * Expands shorthand: items with `repeat` become several items, `storeys` become bodies and links. It works on the
 * tree of the file, before anything is read from it, so that the reader only sees bodies, links and contacts.
 * Errors refer to the original place.
 */
#ifndef THUD_MODEL_EXPAND_H
#define THUD_MODEL_EXPAND_H

#include "model/scenario/fields.h"

enum { THUD_REPEAT_MOST = 100000 /* copies of one item */, THUD_EXPANDED_MOST = 1000000 /* items in all */ };

/* Items of a list or map while it is written out. */
typedef struct thud_items {
    thud_yaml_node *nodes;
    uint32_t count, capacity;
} thud_items;

/* Whether a tree has anything to write out. */
bool thud_expand_is_needed(const thud_yaml_node *root);

/* scenario->root becomes a tree without shorthand; the previous one stays unchanged. False if nothing can be read
 * from it: too many items, or no memory. */
bool thud_expand_tree(thud_scenario *scenario);

/* Adds an item; if memory is short or there are too many, sets scenario->out_of_memory or reports an error. */
void thud_items_add(thud_scenario *scenario, thud_items *items, thud_yaml_node node);

/* An integer from 1 to `most`; 0 for other nodes. */
unsigned long thud_node_number(const thud_yaml_node *node, unsigned long most);

/* The number of the copy of a repeated item with a name, from 1, by a pattern such as floor#; 0: none. The mark
 * separates a key from the number of the copy to which the value belongs. */
unsigned long thud_expand_number_of(const thud_yaml_node *item, const char *pattern, const char *name);
enum { THUD_OF_COPY = '@' };

/* Nodes at the place of another one. */
thud_yaml_node thud_node_text(thud_scenario *scenario, const thud_yaml_node *at, const char *key,
                              const char *format, ...) THUD_PRINTF(4, 5);
thud_yaml_node thud_node_copy(const thud_yaml_node *node, const char *key);
thud_yaml_node thud_node_map(const thud_yaml_node *at, const char *key, const thud_items *children);

/* Expands one building of `storeys` into its bodies, links and result signals. */
void thud_expand_storeys(thud_scenario *scenario, thud_yaml_node *building, thud_items *bodies, thud_items *links,
                         thud_items *watches);

/* Writes a tree as YAML, to be freed; NULL when memory is short. */
char *thud_expand_write(const thud_yaml_node *root);

#endif
