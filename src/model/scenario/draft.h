/*
 * A scenario that is still on paper: its text is read once, values are written over at paths, and it is built again
 * and again.
 *
 * A path is words with dots between them: `contacts.*.gap`, `contacts.east.restitution`, `links.0.stiffness`,
 * `ground.generate.seed`. Items of a list go by number from 0, contacts by name too, and * stands for all of them.
 */
#ifndef THUD_MODEL_DRAFT_H
#define THUD_MODEL_DRAFT_H

#include "model/motions.h"
#include "model/scenario/fields.h"

typedef struct thud_draft thud_draft;

/* A place that a path leads to. What is written into node->text stays the writer's. */
typedef struct thud_draft_place {
    thud_yaml_node *node;
    const thud_key *key;
    size_t contact; /* the number of the contact that it belongs to; SIZE_MAX: to none, or to several by `repeat` */
    size_t first, past; /* the contacts of the model that it belongs to; both SIZE_MAX: to none */
} thud_draft_place;

/* Why a path leads nowhere. */
typedef struct thud_draft_fault {
    size_t at; /* the word of the path that is at fault, in bytes from its start */
    char text[256];
} thud_draft_fault;

/* The source must outlive the draft. What is wrong goes to `messages`, which begins with this source. */
thud_status thud_draft_create(const thud_source *source, const char *folder, thud_messages *messages,
                              thud_draft **draft);
void thud_draft_free(thud_draft *draft);

/*
 * Makes sure that a path leads somewhere: keys that the scenario could have are put there, without a value. It may
 * move places that were found before: open all paths, then find them.
 */
thud_status thud_draft_open(thud_draft *draft, const char *path, thud_draft_fault *fault);

/* The places of a path that was opened, in the order of the file; to be freed, NULL without memory. */
thud_draft_place *thud_draft_find(thud_draft *draft, const char *path, size_t *count);

/* Builds a model of what stands there now. Motions and contents as in thud_scenario, `messages` to be freed. */
thud_status thud_draft_build(thud_draft *draft, thud_motions *motions, uint64_t *contents, thud_messages *messages,
                             thud_model **model);

/* The parameters of one contact alone, as they stand there now. */
thud_status thud_draft_contact(thud_draft *draft, size_t index, thud_messages *messages, thud_gap_contact *contact);

/* A fingerprint of all keys and values; not of comments, the title and `draw`. */
uint64_t thud_draft_hash(const thud_draft *draft, uint64_t hash);

/* For paths: the tree, which is the draft's own, and a child more for a map (may move the others). */
thud_yaml_node *thud_draft_root(const thud_draft *draft);
thud_yaml_node *thud_draft_add(thud_draft *draft, thud_yaml_node *map, const char *key);
const char *thud_draft_keep(thud_draft *draft, const char *text); /* a copy; NULL without memory */

#endif
