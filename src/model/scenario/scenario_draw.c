/* How reports draw structures: kinds, bodies and sizes. */
#include <math.h>
#include <string.h>

#include "model/scenario/fields.h"

/* One structure during reading. */
typedef struct picture {
    thud_fields fields;
    const char *name;
    const char **owners; /* [body] the structure that already has it; NULL: none */
    int *bodies;
    size_t count;
    bool good;
} picture;

static void report_unknown(picture *p, const char *name, size_t place) {
    thud_scenario *s = p->fields.scenario;
    const char *near = thud_names_nearest(&s->bodies, name);
    if (near)
        thud_messages_error(&s->messages, place, "no body is called '%.60s'; did you mean '%.60s'?", name, near);
    else thud_messages_error(&s->messages, place, "no body is called '%.60s'", name);
}

static void take_body(picture *p, const char *name, size_t place) {
    thud_scenario *s = p->fields.scenario;
    const size_t body = thud_names_find(&s->bodies, name);
    if (body < s->bodies.count && !p->owners[body]) {
        p->owners[body] = p->name;
        p->bodies[p->count++] = (int)body;
        return;
    }
    p->good = false;
    if (body < s->bodies.count)
        thud_messages_error(&s->messages, place, "'%.60s' is already drawn in '%.60s'", name, p->owners[body]);
    else if (!s->bodies_unknown) report_unknown(p, name, place);
}

static void take_bodies(picture *p) {
    thud_fields *f = &p->fields;
    const thud_yaml_node *list = thud_fields_node(f, "bodies");
    const bool listed = list && list->kind == THUD_YAML_LIST && list->count > 0,
               empty = list && list->kind == THUD_YAML_LIST && list->count == 0;
    p->bodies = thud_arena_take(&f->scenario->arena, (listed ? list->count : 1) * sizeof *p->bodies);
    if (!p->bodies) {
        f->scenario->out_of_memory = true;
        p->good = false;
    } else if (!list) take_body(p, p->name, f->node->key_offset);
    else if (!listed) {
        thud_fields_error(f, "bodies", "bodies: %s, as in [a1, a2, a3]",
                          empty ? "name one body at least" : "expected a list of names");
        p->good = false;
    }
    for (uint32_t i = 0; p->bodies && listed && i < list->count; i++) {
        const thud_yaml_node *node = &list->children[i];
        if (node->kind == THUD_YAML_TEXT) {
            take_body(p, node->text, node->offset);
            continue;
        }
        thud_messages_error(&f->scenario->messages, node->offset, "bodies: expected a name here");
        p->good = false;
    }
}

/* how many bodies a kind has */
static void check_count(picture *p, const char *kind) {
    const bool isolated = strcmp(kind, "isolated") == 0, one = !isolated && strcmp(kind, "building") != 0;
    const char *key = thud_fields_given(&p->fields, "bodies") ? "bodies" : "kind";
    if (one && p->count > 1)
        thud_fields_error(&p->fields, key, "a %s is one body, but there are %zu", kind, p->count);
    else if (isolated && p->count < 2)
        thud_fields_error(&p->fields, key, "isolated: expected the base and the floors above it");
    else return;
    p->good = false;
}

static double read_size(picture *p, const char *key) {
    const double size = thud_fields_number(&p->fields, key);
    if (!thud_fields_given(&p->fields, key) || (size > 0 && isfinite(size))) return size;
    if (!thud_fields_is_faulty(&p->fields, key))
        thud_fields_error(&p->fields, key, "%s (%.6g m given) must be above zero and finite", key, size);
    p->good = false;
    return NAN;
}

static void read_picture(thud_scenario *s, thud_yaml_node *node, const char **owners) {
    picture p = {.name = node->key, .owners = owners, .good = true};
    if (!thud_fields_read(s, node, THUD_SECTION_DRAW, &p.fields)) return;
    const size_t choice = thud_fields_choice(&p.fields, "kind");
    const char *kind =
        choice < THUD_CHOICES_MOST ? thud_schema_find(THUD_SECTION_DRAW, "kind")->choices[choice] : NULL;
    take_bodies(&p);
    if (kind && p.good) check_count(&p, kind);
    const double width = read_size(&p, "width"), height = read_size(&p, "height");
    if (kind && strcmp(kind, "ball") == 0 && thud_fields_given(&p.fields, "height")) {
        thud_fields_error(&p.fields, "height", "a ball has a width and no height");
        p.good = false;
    }
    if (!kind || !p.good) return;
    const thud_drawing drawing = {
        .kind = kind, .bodies = p.bodies, .count = p.count, .width = width, .height = height};
    if (!thud_drawings_add(&s->model->drawings, p.name, &drawing)) s->out_of_memory = true;
}

/* whether a structure that is drawn as a building has the body */
static bool is_in_building(const thud_drawings *drawings, int body) {
    for (size_t i = 0; i < drawings->count; i++)
        for (size_t k = 0; k < drawings->items[i].count; k++)
            if (drawings->items[i].bodies[k] == body) return strcmp(drawings->items[i].kind, "building") == 0;
    return false;
}

/* bodies that fall along the axis, or models with free rods, have their own picture */
static void check_others(const thud_scenario *s, thud_fields *root) {
    const thud_model *model = s->model;
    if (model->rod_count == 0 && model->gravity != 0 && !thud_fields_is_faulty(root, "gravity"))
        thud_fields_error(root, "draw", "with gravity along the axis all bodies are drawn as falling");
    for (size_t i = 0; i < model->rod_count; i++) {
        if (is_in_building(&model->drawings, model->rods[i].on)) continue;
        thud_fields_error(root, "draw", "rod '%.60s' must hang on a body that is drawn here as a building",
                          model->rods[i].name);
        return;
    }
}

void thud_scenario_read_drawings(thud_scenario *s, thud_fields *root) {
    const thud_yaml_node *drawings = thud_fields_parts(root, "draw");
    if (!drawings) return;
    const size_t errors = s->messages.errors;
    const char **owners = thud_arena_take(&s->arena, (s->bodies.count + 1) * sizeof *owners);
    if (!owners) {
        s->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < s->bodies.count; i++) owners[i] = NULL;
    for (uint32_t i = 0; i < drawings->count; i++) read_picture(s, &drawings->children[i], owners);
    if (s->messages.errors == errors) check_others(s, root);
}
