/*
 * An accelerogram in memory.
 */
#include <thud/motion.h>

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "ground/step.h"

thud_motion *thud_motion_create(size_t count, double step) {
    if (count < 2 || count > SIZE_MAX / sizeof(double) || !(step > 0) || isinf(step)) return NULL;
    thud_motion *motion = malloc(sizeof *motion);
    double *acceleration = calloc(count, sizeof *acceleration);
    if (!motion || !acceleration) {
        free(motion);
        free(acceleration);
        return NULL;
    }
    *motion = (thud_motion){.count = count, .step = step, .acceleration = acceleration};
    return motion;
}

void thud_motion_free(thud_motion *motion) {
    if (!motion) return;
    free(motion->time);
    free(motion->acceleration);
    free(motion);
}

double thud_motion_time(const thud_motion *motion, size_t index) {
    return motion->time ? motion->time[index] : motion->step * (double)index;
}

static bool times_increase(const thud_motion *motion) {
    if (!motion->time) return motion->step > 0 && isfinite(motion->step);
    for (size_t i = 0; i + 1 < motion->count; i++)
        if (!(thud_step_length(motion, i) > 0)) return false;
    return isfinite(motion->time[0]) && isfinite(motion->time[motion->count - 1]);
}

thud_status thud_motion_check(const thud_motion *motion) {
    if (!motion || motion->count < 2 || !motion->acceleration || !times_increase(motion))
        return THUD_ERROR_ARGUMENT;
    for (size_t i = 0; i < motion->count; i++)
        if (!isfinite(motion->acceleration[i])) return THUD_ERROR_ARGUMENT;
    return THUD_OK;
}
