/*
 * A scenario as an editable tree: its text is read once, values at paths are overwritten, and models are built
 * from it repeatedly.
 */
#include "model/scenario/draft.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "model/eigen_memo.h"
#include "model/scenario/foreign.h"
#include "model/yaml/arena.h"

struct thud_draft {
    thud_source source;
    const char *folder;
    thud_yaml *yaml;
    thud_arena arena;
    thud_yaml_node *root;  /* a copy without aliases: each place is its own */
    thud_eigen_memo *memo; /* eigenproblems of models built before */
};

/* ---- the tree ---- */

static bool copy_children(thud_draft *d, thud_yaml_node *node) {
    if (node->kind == THUD_YAML_TEXT) return true;
    thud_yaml_node *children = thud_arena_take(&d->arena, node->count * sizeof *children);
    if (!children) return false;
    if (node->count) memcpy(children, node->children, node->count * sizeof *children);
    node->children = children;
    for (uint32_t i = 0; i < node->count; i++)
        if (!copy_children(d, &children[i])) return false;
    return true;
}

static thud_status copy_tree(thud_draft *d) {
    const thud_yaml_node *root = thud_yaml_root(d->yaml);
    if (!root) return THUD_OK;
    d->root = thud_arena_take(&d->arena, sizeof *d->root);
    if (!d->root) return THUD_ERROR_MEMORY;
    *d->root = *root;
    return copy_children(d, d->root) ? THUD_OK : THUD_ERROR_MEMORY;
}

thud_yaml_node *thud_draft_root(const thud_draft *draft) { return draft->root; }

thud_yaml_node *thud_draft_add(thud_draft *draft, thud_yaml_node *map, const char *key) {
    thud_yaml_node *children = thud_arena_take(&draft->arena, (map->count + 1) * sizeof *children);
    if (!children) return NULL;
    if (map->count) memcpy(children, map->children, map->count * sizeof *children);
    children[map->count] =
        (thud_yaml_node){.key = key, .text = "", .key_offset = map->offset, .offset = map->offset};
    map->children = children;
    return &children[map->count++];
}

const char *thud_draft_keep(thud_draft *draft, const char *text) {
    return thud_arena_text(&draft->arena, text, strlen(text));
}

/* ---- creation ---- */

static thud_status parse(thud_draft *d, thud_messages *messages) {
    thud_yaml_fault fault;
    const thud_status status = thud_yaml_parse(d->source.text, d->source.size, &d->yaml, &fault);
    if (status == THUD_OK) return copy_tree(d);
    thud_messages_yaml(messages, THUD_SECTION_ROOT, status, &fault);
    return status;
}

thud_status thud_draft_create(const thud_source *source, const char *folder, thud_messages *messages,
                              thud_draft **draft) {
    thud_draft *d = calloc(1, sizeof *d);
    if (!d) return THUD_ERROR_MEMORY;
    d->source = *source;
    d->folder = folder;
    d->memo = thud_eigen_memo_create();
    const thud_status status = d->memo ? parse(d, messages) : THUD_ERROR_MEMORY;
    if (status == THUD_OK) *draft = d;
    else thud_draft_free(d);
    return status;
}

void thud_draft_free(thud_draft *draft) {
    if (!draft) return;
    thud_arena_free(&draft->arena);
    thud_yaml_free(draft->yaml);
    thud_eigen_memo_free(draft->memo);
    free(draft);
}

/* ---- building ---- */

static void clear_blame(thud_yaml_node *node) {
    node->faulty = 0;
    if (node->kind == THUD_YAML_TEXT) return;
    for (uint32_t i = 0; i < node->count; i++) clear_blame(&node->children[i]);
}

thud_status thud_draft_build(thud_draft *draft, thud_motions *motions, uint64_t *contents, thud_messages *messages,
                             thud_model **model) {
    thud_scenario s = {
        .folder = draft->folder,
        .root = draft->root,
        .model = thud_model_create(),
        .messages = {.source = draft->source},
        .motions = motions,
        .contents = contents,
    };
    thud_status status = THUD_ERROR_MEMORY;
    if (s.model) {
        if (s.root) clear_blame(s.root);
        s.model->eigen_memo = draft->memo;
        thud_scenario_read_tree(&s);
        status = thud_scenario_settle(&s);
        s.model->eigen_memo = NULL; /* which may outlive the draft */
    }
    *messages = s.messages;
    if (status == THUD_OK) *model = s.model;
    else thud_model_free(s.model);
    return status;
}

static thud_yaml_node *find_child(thud_yaml_node *map, const char *key) {
    for (uint32_t i = 0; map && map->kind == THUD_YAML_MAP && i < map->count; i++)
        if (strcmp(map->children[i].key, key) == 0) return &map->children[i];
    return NULL;
}

thud_status thud_draft_contact(thud_draft *draft, size_t index, thud_messages *messages,
                               thud_gap_contact *contact) {
    thud_scenario s = {.folder = draft->folder, .root = draft->root, .messages = {.source = draft->source}};
    thud_yaml_node *contacts = find_child(draft->root, "contacts");
    thud_status status = THUD_ERROR_ARGUMENT;
    if (contacts && contacts->kind == THUD_YAML_LIST && index < contacts->count) {
        clear_blame(&contacts->children[index]);
        *contact = thud_scenario_read_parameters(&s, &contacts->children[index]);
        if (s.messages.out_of_memory) status = THUD_ERROR_MEMORY;
        else if (s.messages.errors == 0) status = THUD_OK;
    }
    *messages = s.messages;
    return status;
}

/* ---- fingerprint ---- */

static uint64_t hash_node(const thud_yaml_node *node, uint64_t hash) {
    if (node->key) hash = thud_hash_text(hash, node->key);
    if (node->kind == THUD_YAML_TEXT) return thud_hash_text(hash, node->text);
    hash = thud_hash_count(hash, node->kind);
    hash = thud_hash_count(hash, node->count);
    for (uint32_t i = 0; i < node->count; i++) hash = hash_node(&node->children[i], hash);
    return hash;
}

/* keys without influence on results */
static bool is_looks(const char *key) { return strcmp(key, "title") == 0 || strcmp(key, "draw") == 0; }

uint64_t thud_draft_hash(const thud_draft *draft, uint64_t hash) {
    for (uint32_t i = 0; draft->root && draft->root->kind == THUD_YAML_MAP && i < draft->root->count; i++)
        if (!is_looks(draft->root->children[i].key)) hash = hash_node(&draft->root->children[i], hash);
    return hash;
}
