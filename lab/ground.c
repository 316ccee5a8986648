/* The ground motion on the desk: from a file that was dropped on the page, or by Eurocode 8. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "desk.h"

static void take(lab_desk *desk, thud_motion *motion, const char *title) {
    thud_motion_free(desk->motion);
    desk->motion = motion;
    snprintf(desk->motion_title, sizeof desk->motion_title, "%s", title);
}

thud_status lab_motion_read(lab_desk *desk, const char *text, size_t size) {
    thud_motion *motion;
    thud_motion_info info;
    thud_status status = thud_motion_parse(text, size, NULL, &motion, &info);
    if (status != THUD_OK) return lab_fail_error(desk, status, &info.error);
    char title[256];
    snprintf(title, sizeof title, "%s%s%s", info.format ? info.format : "", *info.title ? ": " : "", info.title);
    take(desk, motion, title);
    return THUD_OK;
}

thud_status lab_motion_ec8(lab_desk *desk, int type, int soil, double ag, double duration, double step,
                           double seed) {
    thud_target target = {0};
    thud_motion *motion;
    thud_error error = {0};
    if (soil < 0 || soil > 4 || thud_ec8_init(&target.ec8, type, "ABCDE"[soil], ag) != THUD_OK)
        return lab_fail(desk, THUD_ERROR_ARGUMENT, "there is no such spectrum");
    if (!(seed >= 0 && seed < 9007199254740992.0))
        return lab_fail(desk, THUD_ERROR_ARGUMENT, "there is no such seed");
    thud_compatible_options options = thud_compatible_options_default(&target);
    options.sampling = (thud_sampling){duration, step};
    options.seed = (uint64_t)seed;
    thud_status status = thud_generate_compatible(&options, &motion, &error);
    if (status != THUD_OK) return lab_fail_error(desk, status, &error);
    take(desk, motion, "");
    return THUD_OK;
}

thud_status lab_motion_take(lab_desk *desk, double step, const double *values, size_t count) {
    thud_motion *motion = thud_motion_create(count, step);
    if (!motion) return lab_fail(desk, THUD_ERROR_ARGUMENT, "there is no such motion");
    memcpy(motion->acceleration, values, count * sizeof *values);
    if (thud_motion_check(motion) != THUD_OK) {
        thud_motion_free(motion);
        return lab_fail(desk, THUD_ERROR_ARGUMENT, "a motion must be of numbers");
    }
    take(desk, motion, "");
    return THUD_OK;
}

size_t lab_motion_count(const lab_desk *desk) { return desk->motion ? desk->motion->count : 0; }

double lab_motion_step(const lab_desk *desk) { return desk->motion ? desk->motion->step : (double)NAN; }

double lab_motion_peak(const lab_desk *desk) {
    thud_intensity intensity;
    if (!desk->motion || thud_motion_intensity(desk->motion, &intensity) != THUD_OK) return (double)NAN;
    return intensity.pga;
}

const double *lab_motion_values(const lab_desk *desk) { return desk->motion ? desk->motion->acceleration : NULL; }

const double *lab_motion_times(const lab_desk *desk) { return desk->motion ? desk->motion->time : NULL; }

const char *lab_motion_title(const lab_desk *desk) { return desk->motion_title; }
