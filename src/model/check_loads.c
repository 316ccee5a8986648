/*
 * Gravity, ground motion and forces.
 */
#include "model/check.h"

static void check_signal(thud_check *check, thud_check_part part, const thud_signal *signal, const char *samples) {
    switch (signal->kind) {
    case THUD_SIGNAL_NONE: return;
    case THUD_SIGNAL_SAMPLES:
        if (thud_motion_check(signal->samples) != THUD_OK)
            thud_check_error(check, part, samples,
                             "its samples must be two or more, with increasing times and finite values");
        thud_check_number(check, part, "scale", signal->scale);
        return;
    case THUD_SIGNAL_SINE:
        thud_check_number(check, part, "sine.amplitude", signal->amplitude);
        thud_check_positive(check, part, "sine.frequency", signal->frequency);
        thud_check_number(check, part, "sine.phase", signal->phase);
        return;
    case THUD_SIGNAL_STEP:
        thud_check_number(check, part, "step.amplitude", signal->amplitude);
        thud_check_number(check, part, "step.start", signal->start);
        return;
    }
    thud_check_error(check, part, NULL, "a signal of no known kind");
}

void thud_check_loads(thud_check *check) {
    const thud_model *model = check->model;
    const thud_check_part ground = {THUD_PART_GROUND, 0};
    thud_check_number(check, (thud_check_part){THUD_PART_MODEL, 0}, "gravity", model->gravity);
    check_signal(check, ground, &model->ground, "record");
    if (model->ground.kind != THUD_SIGNAL_NONE && model->rod_count > 0)
        thud_check_error(check, ground, NULL, "rods hang from fixed pivots; a ground motion cannot shake them");
    for (size_t i = 0; i < model->force_count; i++) {
        const thud_model_force *force = &model->forces[i];
        const thud_check_part part = {THUD_PART_FORCE, i};
        if (!thud_check_is_body(model, force->body, false))
            thud_check_error(check, part, "on", "it acts on something that is no body");
        if (force->signal.kind == THUD_SIGNAL_NONE)
            thud_check_error(check, part, NULL, "it says neither sine nor step nor file");
        else check_signal(check, part, &force->signal, "file");
    }
}
