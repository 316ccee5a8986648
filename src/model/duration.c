/*
 * Default duration: until the longest record is over, plus five of the longest periods. With 5 % of critical
 * damping, exp(−2π · 5 · 0.05) = 21 % of a vibration then remains.
 */
#include "model/duration.h"

#include <math.h>

#include <thud/modes.h>

static double end_of(const thud_signal *signal, double delay) {
    const thud_motion *motion = signal->kind == THUD_SIGNAL_SAMPLES ? signal->samples : NULL;
    return motion && motion->count > 0 ? thud_motion_time(motion, motion->count - 1) + delay : 0;
}

double thud_model_record_end(const thud_model *model) {
    double end = end_of(&model->ground, 0);
    for (size_t i = 0; i < model->support_count; i++)
        end = fmax(end, end_of(thud_model_support_signal(model, i), model->supports[i].given.delay));
    for (size_t i = 0; i < model->force_count; i++) end = fmax(end, end_of(&model->forces[i].signal, 0));
    return end;
}

thud_status thud_model_settle_duration(thud_model *model) {
    thud_modes *modes = NULL;
    if (!isnan(model->run.duration)) return THUD_OK;
    const thud_status status = thud_model_modes(model, &modes);
    if (status == THUD_ERROR_MEMORY) return status;
    model->record_end = thud_model_record_end(model);
    model->tail_period = 0;
    for (size_t i = 0; modes && i < modes->count; i++)
        if (isfinite(modes->list[i].period)) model->tail_period = fmax(model->tail_period, modes->list[i].period);
    thud_modes_free(modes);
    model->run.duration = model->record_end + THUD_TAIL_PERIODS * model->tail_period;
    return THUD_OK;
}
