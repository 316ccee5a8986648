/*
 * Gravity, motions of the ground and of supports, forces.
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
    thud_check_error(check, part, NULL, "a signal of an unknown kind");
}

void thud_check_loads(thud_check *check) {
    const thud_model *model = check->model;
    const thud_check_part ground = {THUD_PART_GROUND, 0};
    thud_check_number(check, (thud_check_part){THUD_PART_MODEL, 0}, "gravity", model->gravity);
    check_signal(check, ground, &model->ground, "record");
    for (size_t i = 0; i < model->force_count; i++) {
        const thud_model_force *force = &model->forces[i];
        const thud_check_part part = {THUD_PART_FORCE, i};
        if (!thud_check_is_body(model, force->body, false))
            thud_check_error(check, part, "on", "it acts on something that is not a body");
        if (force->signal.kind == THUD_SIGNAL_NONE)
            thud_check_error(check, part, NULL, "it has neither sine nor step nor file");
        else check_signal(check, part, &force->signal, "file");
    }
}

/* whether an end is this support, or an unknown part that may have been meant as it */
static bool may_be(thud_body end, thud_body support) { return end == support || end == THUD_NOTHING; }

static bool has_term(const thud_row *row, thud_body support) {
    for (size_t i = 0; i < row->count; i++)
        if (row->terms[i].body == support) return true;
    return false;
}

/* whether a link or a contact ends at it, or at a point that moves with it */
static bool holds_anything(const thud_model *model, thud_body support) {
    for (size_t i = 0; i < model->link_count; i++)
        if (may_be(model->links[i].left, support) || may_be(model->links[i].right, support)) return true;
    for (size_t i = 0; i < model->contact_count; i++)
        if (may_be(model->contacts[i].left, support) || may_be(model->contacts[i].right, support) ||
            has_term(&model->contacts[i].row, support))
            return true;
    return false;
}

void thud_check_supports(thud_check *check) {
    const thud_model *model = check->model;
    const thud_check_part whole = {THUD_PART_MODEL, 0};
    for (size_t i = 0; i < model->support_count; i++) {
        const thud_support *given = &model->supports[i].given;
        const thud_check_part part = {THUD_PART_SUPPORT, i};
        check_signal(check, part, &given->acceleration, "record");
        thud_check_not_negative(check, part, "delay", given->delay);
        thud_check_number(check, part, "displacement", given->displacement);
        thud_check_number(check, part, "velocity", given->velocity);
        if (!holds_anything(model, THUD_FIRST_SUPPORT - (thud_body)i))
            thud_check_error(check, part, NULL, "no link and no contact ends at it");
    }
    if (model->support_count == 0) return;
    const char *cause = thud_model_system_cause(model);
    if (cause) thud_check_error(check, whole, "supports", "with %s supports are not possible", cause);
    if (model->damping == THUD_STRUCTURE_DAMPING_MODAL)
        thud_check_error(check, whole, "damping",
                         "modes that move with a support have no damping ratio of the whole; give the links "
                         "ratios, or use rayleigh");
}
