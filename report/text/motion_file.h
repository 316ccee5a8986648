/*
 * Ground motions as files that other programs read, and that thud reads back as the same motion.
 */
#ifndef THUD_REPORT_TEXT_MOTION_FILE_H
#define THUD_REPORT_TEXT_MOTION_FILE_H

#include <stddef.h>

#include <thud/motion.h>

#include "report/text/file.h"

typedef enum thud_motion_file_kind {
    THUD_MOTION_FILE_AT2,        /* PEER: g; uniform steps only */
    THUD_MOTION_FILE_TWO_COLUMN, /* CSV, t [s], a [m/s^2] */
    THUD_MOTION_FILE_ONE_COLUMN, /* m/s², the step in a comment; uniform steps only */
    THUD_MOTION_FILE_SAC,        /* binary, m/s² in single precision; uniform steps only */
    THUD_MOTION_FILE_COUNT,
} thud_motion_file_kind;

/* As on the command line: "at2", "two-column", "one-column", "sac". */
extern const char *const thud_motion_file_names[THUD_MOTION_FILE_COUNT];

/* The kind that goes with a name where none is asked for: AT2 or SAC when it ends in .at2 or .sac, else two
 * columns. */
thud_motion_file_kind thud_motion_file_kind_for(const char *path);

/* False for uneven times in a file that has only a step, and for numbers that it has no room for. */
bool thud_motion_file_holds(thud_motion_file_kind kind, const thud_motion *motion);

/* Numbers have as many digits as it takes to read the same acceleration back, but for SAC. `title` is one line, or
 * NULL. */
bool thud_motion_file_write(const char *path, thud_motion_file_kind kind, const thud_motion *motion,
                            const char *title, thud_error *failure);

#endif
