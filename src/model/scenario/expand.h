/*
 * Shorthand written out: items with `repeat` become as many items, `storeys` become bodies and links. It is done on
 * the tree of the file, before anything is read from it, so that all that follows knows bodies, links and contacts
 * alone; what is wrong with them is told at the place that they come from.
 */
#ifndef THUD_MODEL_EXPAND_H
#define THUD_MODEL_EXPAND_H

#include "model/scenario/fields.h"

enum { THUD_REPEAT_MOST = 100000 /* of one item */, THUD_EXPANDED_MOST = 1000000 /* items in all */ };

/* Items of a list or map while it is written out. */
typedef struct thud_items {
    thud_yaml_node *nodes;
    uint32_t count, capacity;
} thud_items;

/* Whether a tree has anything to write out. */
bool thud_expand_is_needed(const thud_yaml_node *root);

/* scenario->root becomes a tree without shorthand; the one before it stays as it was. False where there is nothing
 * to read from it: too many items, or no memory. */
bool thud_expand_tree(thud_scenario *scenario);

/* Adds an item; without memory, or where they are too many, scenario->out_of_memory or an error says so. */
void thud_items_add(thud_scenario *scenario, thud_items *items, thud_yaml_node node);

/* A whole number from 1 to `most`; 0 where the node is none. */
unsigned long thud_node_number(const thud_yaml_node *node, unsigned long most);

/* Which copy of a repeated item has a name, from 1, where a pattern such as floor# names them; 0: none. And what stands
 * in a key between a word and the number of the copy that alone has the value. */
unsigned long thud_expand_number_of(const thud_yaml_node *item, const char *pattern, const char *name);
enum { THUD_OF_COPY = '@' };

/* Nodes that stand at the place of another. */
thud_yaml_node thud_node_text(thud_scenario *scenario, const thud_yaml_node *at, const char *key,
                              const char *format, ...) THUD_PRINTF(4, 5);
thud_yaml_node thud_node_copy(const thud_yaml_node *node, const char *key);
thud_yaml_node thud_node_map(const thud_yaml_node *at, const char *key, const thud_items *children);

/* One building of `storeys`: its bodies and links, and the signals of its results. */
void thud_expand_storeys(thud_scenario *scenario, thud_yaml_node *building, thud_items *bodies, thud_items *links,
                         thud_items *watches);

/* A tree as YAML, to be freed; NULL without memory. */
char *thud_expand_write(const thud_yaml_node *root);

#endif
