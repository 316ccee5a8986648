/* Signals to record. */
#include <string.h>

#include "base/text.h"
#include "model/scenario/fields.h"

/* the number of the link with that name; the number of links after an error */
static size_t find_link(thud_fields *f) {
    const thud_model *model = f->scenario->model;
    const char *name = thud_fields_text(f, "link");
    if (!thud_fields_given(f, "link")) thud_fields_error(f, "link", "link is missing; name one");
    for (size_t i = 0; name && i < model->link_count; i++)
        if (strcmp(model->links[i].name, name) == 0) return i;
    if (!name) return model->link_count;
    for (size_t i = 0; i < model->link_count; i++) {
        const char *near = model->links[i].name;
        if (thud_text_nearest(name, &near, 1) != 0) continue;
        thud_fields_error(f, "link", "no link is called '%.60s'; did you mean '%.60s'?", name, near);
        return model->link_count;
    }
    thud_fields_error(f, "link", "no link is called '%.60s'", name);
    return model->link_count;
}

/* a key that does not apply */
static void refuse(thud_fields *f, const char *key) {
    if (thud_fields_given(f, key)) thud_fields_error(f, key, "%s does not apply here", key);
}

/* the parts of a watch; its kind decides which keys apply */
static void read_parts(thud_fields *f, thud_watch *watch) {
    const bool moves = watch->kind <= THUD_WATCH_ACCELERATION, based = watch->kind == THUD_WATCH_BASE_SHEAR;
    if (watch->kind == THUD_WATCH_LINK_FORCE || watch->kind == THUD_WATCH_DRIFT) watch->link = find_link(f);
    else refuse(f, "link");
    if (moves && thud_fields_given(f, "left")) watch->left = thud_fields_place(f, "left");
    else if (!moves) refuse(f, "left");
    if (!moves && !based) refuse(f, "right");
    else if (thud_fields_given(f, "right")) watch->right = thud_fields_place(f, "right");
    else thud_fields_error(f, "right", "right is missing; name a body");
}

static void read_watch(thud_scenario *s, thud_yaml_node *node) {
    static const thud_watch_kind kinds[] = {THUD_WATCH_DISPLACEMENT, THUD_WATCH_VELOCITY,   THUD_WATCH_ACCELERATION,
                                            THUD_WATCH_LINK_FORCE,   THUD_WATCH_BASE_SHEAR, THUD_WATCH_DRIFT,
                                            THUD_WATCH_GROUND};
    thud_fields f;
    thud_watch watch = {.left = THUD_GROUND, .right = {THUD_NOTHING}};
    if (thud_fields_read(s, node, THUD_SECTION_WATCH, &f)) {
        const size_t kind = thud_fields_choice(&f, "of");
        const bool known = kind < sizeof kinds / sizeof kinds[0];
        watch.kind = known ? kinds[kind] : THUD_WATCH_GROUND;
        if (known) read_parts(&f, &watch);
    }
    thud_model_add_watch(s->model, node->key, &watch);
}

void thud_scenario_read_watches(thud_scenario *s, thud_fields *root) {
    const thud_yaml_node *watches = thud_fields_parts(root, "watch");
    for (uint32_t i = 0; watches && i < watches->count; i++) read_watch(s, &watches->children[i]);
}
