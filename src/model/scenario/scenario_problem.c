/*
 * From a problem of the model back to its place in the file.
 */
#include <string.h>

#include "model/scenario/fields.h"

/* the root key of a kind of part, and the section of each; NULL for the root itself */
static const char *root_key(thud_part part) {
    switch (part) {
    case THUD_PART_MODEL: return NULL;
    case THUD_PART_BODY: return "bodies";
    case THUD_PART_LINK: return "links";
    case THUD_PART_CONTACT: return "contacts";
    case THUD_PART_ROD: return "rods";
    case THUD_PART_GROUND: return "ground";
    case THUD_PART_SUPPORT: return "supports";
    case THUD_PART_FORCE: return "forces";
    case THUD_PART_WATCH: return "watch";
    case THUD_PART_MATRICES: return "structure";
    }
    return NULL;
}

static thud_yaml_node *find_child(const thud_yaml_node *node, const char *key, size_t length) {
    for (uint32_t i = 0; node->kind == THUD_YAML_MAP && i < node->count; i++)
        if (strlen(node->children[i].key) == length && memcmp(node->children[i].key, key, length) == 0)
            return &node->children[i];
    return NULL;
}

/* the structure to which an unlisted body belongs; the whole list if unknown */
static thud_yaml_node *find_structure(const thud_scenario *s, thud_yaml_node *structures, size_t body,
                                      thud_section *section) {
    const thud_model_matrices *own = thud_model_matrices_of(s->model, (int)body);
    const size_t index = own ? (size_t)(own - s->model->matrices) : SIZE_MAX;
    const bool listed = structures->kind == THUD_YAML_LIST;
    if (listed && (s->bodies_unknown || index >= structures->count)) return structures;
    *section = THUD_SECTION_STRUCTURE;
    return listed ? &structures->children[index] : structures;
}

/* the node of a part; the root if the part is not in the file */
static thud_yaml_node *find_part(const thud_scenario *s, const thud_problem *problem, thud_section *section) {
    const char *name = root_key(problem->part);
    *section = THUD_SECTION_ROOT;
    thud_yaml_node *node = name ? thud_fields_node(s->sections, name) : NULL;
    /* a single structure may be a map */
    thud_yaml_node *structure = thud_fields_node(s->sections, "structure");
    if (problem->part == THUD_PART_BODY && (!node || problem->index >= node->count) && structure)
        return find_structure(s, structure, problem->index, section);
    if (!node) return s->root;
    if (node == structure && node->kind == THUD_YAML_MAP) {
        *section = THUD_SECTION_STRUCTURE;
        return node;
    }
    const bool several = problem->part != THUD_PART_GROUND;
    if (several && problem->index >= node->count) return s->root;
    *section = thud_schema_find(THUD_SECTION_ROOT, name)->section;
    return several ? &node->children[problem->index] : node;
}

/* the next word of a path (sine.amplitude); its length, 0 at the end */
static size_t next_word(const char **path, const char **word) {
    *word = *path;
    const size_t length = strcspn(*path, ".");
    *path += length + ((*path)[length] == '.');
    return length;
}

static const thud_key *find_key(thud_section section, const char *word, size_t length) {
    const thud_section_about *about = thud_schema_section(section);
    for (size_t i = 0; i < about->count; i++)
        if (strlen(about->keys[i].name) == length && memcmp(about->keys[i].name, word, length) == 0)
            return &about->keys[i];
    return NULL;
}

/* follows the path from a part; false if an error on the way is already known */
static bool follow(thud_yaml_node *node, thud_section section, const char *path, size_t *place) {
    const char *word;
    *place = thud_node_place(node);
    for (size_t length; path && (length = next_word(&path, &word)) > 0;) {
        const thud_key *key = find_key(section, word, length);
        if (!key) return true; /* the name of a body, for example: the node itself */
        if (node->faulty >> thud_schema_index(section, key) & 1) return false;
        thud_yaml_node *child = find_child(node, word, length);
        if (!child) return true;
        *place = child->offset;
        node = child;
        section = key->section;
    }
    return true;
}

void thud_scenario_report_problem(void *context, const thud_problem *problem) {
    thud_scenario *s = context;
    thud_section section;
    thud_yaml_node *node = find_part(s, problem, &section);
    /* an error of a whole part may follow from an error of one of its keys */
    if (!problem->error.subject && node != s->root && node->faulty) return;
    /* a wrong building may be the one that stood on a support */
    if (!problem->error.subject && problem->part == THUD_PART_SUPPORT && s->bodies_amiss) return;
    size_t place;
    if (!follow(node, section, problem->error.subject, &place)) return;
    s->messages.once = node->is_copy;
    thud_messages_error(&s->messages, place, "%s", problem->error.text);
    s->messages.once = false;
}

size_t thud_scenario_place(const thud_scenario *s, const char *path) {
    size_t place = THUD_WHOLE_FILE;
    if (!path || !s->root || !find_child(s->root, path, strcspn(path, "."))) return place;
    (void)follow(s->root, THUD_SECTION_ROOT, path, &place);
    return place;
}
