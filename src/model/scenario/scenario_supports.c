/*
 * Supports of a scenario: their motion, and its delay.
 */
#include <math.h>

#include "model/scenario/fields.h"
#include "model/signal.h"

/* the support's own motion, if it has one of the section's keys for motions */
static void read_motion(thud_fields *f, thud_signal *signal) {
    static const char *const kinds[] = {"record", "sine", "noise", "generate"};
    const char *what = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (!thud_fields_given(f, kinds[i])) continue;
        if (what) thud_fields_error(f, kinds[i], "%s and %s are two motions; a support has one", what, kinds[i]);
        else what = kinds[i];
    }
    thud_scenario_refuse_without_record(f);
    if (what) {
        (void)thud_scenario_read_motion(f, what, signal);
        return;
    }
    if (thud_fields_given(f, "scale"))
        thud_fields_error(f, "scale", "scale needs a motion of the support's own; this one has that of the ground");
    if (thud_fields_given(f, "scale_to"))
        thud_fields_error(f, "scale_to",
                          "scale_to needs a motion of the support's own; this one has that of the ground");
}

/* s, from either form; the check sees to a delay that is given */
static double read_delay(thud_fields *f) {
    const bool speed = thud_fields_given(f, "speed"), position = thud_fields_given(f, "position");
    if (!speed && !position) return thud_fields_given(f, "delay") ? thud_fields_number(f, "delay") : 0;
    if (thud_fields_given(f, "delay")) {
        thud_fields_error(f, "delay", "give either a delay, or speed and position");
        return 0;
    }
    if (!speed) thud_fields_error(f, "position", "a position needs the speed of the wave");
    if (!position) thud_fields_error(f, "speed", "a speed needs the position of the support");
    if (!speed || !position) return 0;
    const double along = thud_fields_number(f, "position"), fast = thud_fields_number(f, "speed");
    if (fast <= 0) thud_fields_error(f, "speed", "speed (%.6g given) must be positive", fast);
    if (along < 0)
        thud_fields_error(f, "position",
                          "position (%.6g given) must be zero or positive: the wave passes the ground first",
                          along);
    return fast > 0 && along >= 0 ? along / fast : 0;
}

static void read_support(thud_scenario *s, thud_yaml_node *node) {
    thud_fields f;
    thud_support support = {.displacement = NAN};
    if (thud_fields_read(s, node, THUD_SECTION_SUPPORT, &f)) {
        read_motion(&f, &support.acceleration);
        support.delay = read_delay(&f);
        support.displacement = thud_fields_number(&f, "displacement");
        support.velocity = thud_fields_number(&f, "velocity");
    }
    thud_model_add_support(s->model, node->key, &support);
    thud_signal_free(&support.acceleration);
    if (!thud_names_add(&s->supports, node->key)) s->out_of_memory = true;
}

void thud_scenario_read_supports(thud_scenario *s, thud_fields *root) {
    const thud_yaml_node *supports = thud_fields_parts(root, "supports");
    if (thud_fields_is_faulty(root, "supports")) s->bodies_unknown = true;
    for (uint32_t i = 0; supports && i < supports->count; i++) read_support(s, &supports->children[i]);
}
