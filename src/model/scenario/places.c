/* Ends of a contact or a watch: a body, the ground, a support, or a point that moves with several of them. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "model/scenario/fields.h"

/* the number of a body or a support by its name; THUD_NOTHING after an error, which is reported at the name */
static thud_body_id find_body(thud_fields *f, const char *key, const thud_yaml_node *node) {
    thud_scenario *s = f->scenario;
    if (strcmp(node->key, "ground") == 0) return THUD_GROUND;
    const size_t index = thud_names_find(&s->bodies, node->key);
    if (index < s->bodies.count) return (thud_body_id){(int)index};
    const size_t support = thud_names_find(&s->supports, node->key);
    if (support < s->supports.count) return (thud_body_id){THUD_FIRST_SUPPORT - (int)support};
    thud_fields_mark_faulty(f, key);
    if (!s->bodies_unknown) {
        const char *near = thud_names_nearest(&s->bodies, node->key);
        if (!near) near = thud_names_nearest(&s->supports, node->key);
        thud_messages_error(&s->messages, node->key_offset, "no body is called '%.60s'%s%.60s%s", node->key,
                            near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    return (thud_body_id){THUD_NOTHING};
}

static bool read_factor(thud_fields *f, const char *key, const thud_yaml_node *node, double *factor) {
    thud_error error;
    const bool one = node->kind == THUD_YAML_TEXT && node->count > 0;
    if (one && thud_quantity_parse(node->text, THUD_DIMENSION_NONE, factor, &error) == THUD_OK) return true;
    thud_messages_error(&f->scenario->messages, node->offset, "%s: factor of '%.60s': expected %s", key, node->key,
                        one ? error.text : "a number");
    thud_fields_mark_faulty(f, key);
    return false;
}

static bool is_twice(thud_fields *f, const char *key, const thud_yaml_node *map, uint32_t index) {
    for (uint32_t i = 0; i < index; i++) {
        if (strcmp(map->children[i].key, map->children[index].key) != 0) continue;
        thud_messages_error(&f->scenario->messages, map->children[index].key_offset, "'%.60s' is given twice",
                            map->children[index].key);
        thud_fields_mark_faulty(f, key);
        return true;
    }
    return false;
}

enum { MOST_TERMS = 1000 };

static thud_body_id read_point(thud_fields *f, const char *key, const thud_yaml_node *map) {
    const thud_body_id nothing = {THUD_NOTHING};
    if (map->count == 0 || map->count > MOST_TERMS) {
        thud_fields_error(f, key,
                          "%s: expected bodies and their factors, 1 to %d of them, as in {a3: 0.4, a4: 0.6}", key,
                          MOST_TERMS);
        return nothing;
    }
    double *factors = malloc(map->count * (sizeof *factors + sizeof(thud_body_id)));
    if (!factors) {
        f->scenario->out_of_memory = true;
        return nothing;
    }
    thud_body_id *bodies = (thud_body_id *)(factors + map->count);
    bool good = true;
    for (uint32_t i = 0; i < map->count; i++) {
        bodies[i] = find_body(f, key, &map->children[i]);
        good = read_factor(f, key, &map->children[i], &factors[i]) && bodies[i].number != THUD_NOTHING && good;
        good = !is_twice(f, key, map, i) && good;
    }
    const thud_body_id point =
        good ? thud_model_add_point(f->scenario->model, map->count, bodies, factors) : nothing;
    free(factors);
    return point;
}

thud_body_id thud_fields_place(thud_fields *f, const char *key) {
    const thud_yaml_node *node = thud_fields_node(f, key);
    return node && node->kind == THUD_YAML_MAP ? read_point(f, key, node) : thud_fields_body(f, key);
}
