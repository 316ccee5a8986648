/*
 * A scenario as an editable tree: its text is read once, values at paths are overwritten, and models are built
 * from it repeatedly.
 *
 * A path is words with dots between them: `contacts.*.gap`, `contacts.east.restitution`, `links.0.stiffness`,
 * `ground.generate.seed`. Items of a list have numbers from 0; contacts also have names; * means all of them.
 */
#ifndef THUD_MODEL_DRAFT_H
#define THUD_MODEL_DRAFT_H

#include "model/motions.h"
#include "model/scenario/fields.h"

typedef struct thud_draft thud_draft;

/* A place found by a path. Text written into node->text remains the writer's. */
typedef struct thud_draft_place {
    thud_yaml_node *node;
    const thud_key *key;
    size_t contact;     /* index of the contact that it belongs to; SIZE_MAX: none, or several by `repeat` */
    size_t first, past; /* the range of the model's contacts that it belongs to; both SIZE_MAX: none */
} thud_draft_place;

/* Why a path leads nowhere. */
typedef struct thud_draft_fault {
    size_t at; /* the word of the path that is at fault, in bytes from its start */
    char text[256];
} thud_draft_fault;

/* The source must outlive the draft. Errors go to `messages`, which must begin with this source. */
thud_status thud_draft_create(const thud_source *source, const char *folder, thud_messages *messages,
                              thud_draft **draft);
void thud_draft_free(thud_draft *draft);

/*
 * Makes sure that a path is valid: adds optional keys of the scenario without a value. It may move places found
 * before: open all paths, then find them.
 */
thud_status thud_draft_open(thud_draft *draft, const char *path, thud_draft_fault *fault);

/* The places of an open path, in the order of the file; free the list. NULL when memory is short. */
thud_draft_place *thud_draft_find(thud_draft *draft, const char *path, size_t *count);

/* Builds a model from the present values. Motions and contents as in thud_scenario; free `messages`. */
thud_status thud_draft_build(thud_draft *draft, thud_motions *motions, uint64_t *contents, thud_messages *messages,
                             thud_model **model);

/* The present parameters of one contact alone. */
thud_status thud_draft_contact(thud_draft *draft, size_t index, thud_messages *messages, thud_gap_contact *contact);

/* A fingerprint of all keys and values; not of comments, the title and `draw`. */
uint64_t thud_draft_hash(const thud_draft *draft, uint64_t hash);

/* For paths: the draft's own tree, and a new child of a map (which may move the others). */
thud_yaml_node *thud_draft_root(const thud_draft *draft);
thud_yaml_node *thud_draft_add(thud_draft *draft, thud_yaml_node *map, const char *key);
const char *thud_draft_keep(thud_draft *draft, const char *text); /* a copy; NULL when memory is short */

#endif
