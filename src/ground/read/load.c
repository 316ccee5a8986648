/*
 * Reads a whole file as a motion.
 */
#include <math.h>
#include <stdlib.h>

#include <thud/motion.h>

#include "base/environment.h"
#include "base/error.h"
#include "ground/bytes.h"

thud_status thud_motion_read(const char *path, const thud_motion_options *options, thud_motion **motion,
                             thud_motion_info *info) {
    THUD_PLAIN_ENVIRONMENT;
    thud_motion_info unused;
    if (!info) info = &unused;
    *info = (thud_motion_info){.header_peak = NAN};
    if (!path || !motion)
        return thud_error_set(&info->error, THUD_ERROR_ARGUMENT, "a path and a pointer for the motion are needed");
    thud_bytes bytes = {0};
    thud_status status = thud_bytes_load_or_input(path, &bytes, &info->error);
    if (status == THUD_OK) status = thud_motion_parse(bytes.data, bytes.size, options, motion, info);
    free(bytes.data);
    return status;
}
