/*
 * Structural damping in addition to links: a ratio in every mode, of all structures or of one, or C = a M + b K.
 * With a = 2ζ ω₁ω₂/(ω₁ + ω₂) and b = 2ζ/(ω₁ + ω₂) two frequencies have the ratio ζ = a/(2ω) + b ω/2.
 */
#include "model/damping.h"

#include <math.h>
#include <string.h>

#include <thud/modes.h>

#include "base/error.h"
#include "model/model.h"

static const double TWO_PI = 6.28318530717958647692;

static bool has_ratios_of_bodies(const thud_model *model) {
    return model->damping == THUD_STRUCTURE_DAMPING_MODAL && isnan(model->modal_ratio);
}

void thud_model_set_modal_damping(thud_model *model, double ratio) {
    if (!model || model->built) return;
    model->whole_and_body = model->whole_and_body || has_ratios_of_bodies(model);
    model->damping = THUD_STRUCTURE_DAMPING_MODAL;
    model->modal_ratio = ratio;
}

void thud_model_set_body_damping(thud_model *model, thud_body_id body, double ratio) {
    if (!model || model->built || body.number < 0 || (size_t)body.number >= model->body_count) return;
    model->whole_and_body =
        model->whole_and_body || (model->damping != THUD_STRUCTURE_DAMPING_LINKS && !has_ratios_of_bodies(model));
    model->bodies[body.number].damping_ratio = ratio;
    model->damping = THUD_STRUCTURE_DAMPING_MODAL;
    model->modal_ratio = NAN;
}

void thud_model_set_rayleigh_damping(thud_model *model, double mass_factor, double stiffness_factor) {
    if (!model || model->built) return;
    model->whole_and_body = model->whole_and_body || has_ratios_of_bodies(model);
    model->damping = THUD_STRUCTURE_DAMPING_RAYLEIGH;
    model->rayleigh_mass = mass_factor;
    model->rayleigh_stiffness = stiffness_factor;
    model->rayleigh_ratio = 0;
}

void thud_model_set_rayleigh_periods(thud_model *model, double ratio, const double periods[2]) {
    if (!model || model->built || !periods) return;
    thud_model_set_rayleigh_damping(model, 0, 0);
    model->rayleigh_ratio = ratio;
    model->rayleigh_modes[0] = model->rayleigh_modes[1] = 0;
    memcpy(model->rayleigh_periods, periods, sizeof model->rayleigh_periods);
}

void thud_model_set_rayleigh_modes(thud_model *model, double ratio, const size_t modes[2]) {
    if (!model || model->built || !modes) return;
    thud_model_set_rayleigh_damping(model, 0, 0);
    model->rayleigh_ratio = ratio;
    memcpy(model->rayleigh_modes, modes, sizeof model->rayleigh_modes);
}

/* periods of modes by their numbers */
static thud_status find_periods(thud_model *model, thud_error *error) {
    thud_modes *modes = NULL;
    const thud_status status = thud_model_modes(model, &modes);
    if (status != THUD_OK) return thud_error_status(error, status);
    bool found = modes->structure_count == 1;
    if (!found)
        thud_error_argument(error, "damping.rayleigh.modes", NAN,
                            "need exactly one structure: give periods instead");
    for (int i = 0; i < 2 && found; i++) {
        const size_t number = model->rayleigh_modes[i];
        found = number >= 1 && number <= modes->count && isfinite(modes->list[number - 1].period);
        if (found) model->rayleigh_periods[i] = modes->list[number - 1].period;
        else
            thud_error_argument(error, "damping.rayleigh.modes", (double)number,
                                "include one that the structure does not have");
    }
    thud_modes_free(modes);
    return found ? THUD_OK : THUD_ERROR_ARGUMENT;
}

thud_status thud_model_settle_damping(thud_model *model, thud_error *error) {
    if (model->damping != THUD_STRUCTURE_DAMPING_RAYLEIGH || model->rayleigh_ratio == 0) return THUD_OK;
    if (model->rayleigh_modes[0] != 0) {
        const thud_status status = find_periods(model, error);
        if (status != THUD_OK) return status;
    }
    const double a = TWO_PI / model->rayleigh_periods[0], b = TWO_PI / model->rayleigh_periods[1];
    model->rayleigh_mass = 2 * model->rayleigh_ratio * a * b / (a + b);
    model->rayleigh_stiffness = 2 * model->rayleigh_ratio / (a + b);
    return THUD_OK;
}
