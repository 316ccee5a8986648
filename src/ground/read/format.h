/*
 * The formats that can be read: one read_<name>.c with one descriptor for each, and one table of all.
 */
#ifndef THUD_MOTION_READ_FORMAT_H
#define THUD_MOTION_READ_FORMAT_H

#include "ground/read/reader.h"

typedef struct thud_motion_format {
    const char *name;
    const char *description;
    bool (*recognise)(thud_span text); /* by content; the text is not empty */
    bool (*read)(thud_reader *reader); /* fills the reader; false after an error */
    bool binary;                       /* not a text: bytes are read unchanged, all of them on one line */
} thud_motion_format;

extern const thud_motion_format thud_format_at2;
extern const thud_motion_format thud_format_bhrc;
extern const thud_motion_format thud_format_cosmos;
extern const thud_motion_format thud_format_csmip;
extern const thud_motion_format thud_format_cwb;
extern const thud_motion_format thud_format_esm;
extern const thud_motion_format thud_format_geonet;
extern const thud_motion_format thud_format_knet;
extern const thud_motion_format thud_format_lines;
extern const thud_motion_format thud_format_mseed;
extern const thud_motion_format thud_format_nsmn;
extern const thud_motion_format thud_format_one_column;
extern const thud_motion_format thud_format_sac;
extern const thud_motion_format thud_format_smc;
extern const thud_motion_format thud_format_two_column;
extern const thud_motion_format thud_format_unam;
extern const thud_motion_format thud_format_usc;

/* In the order in which they are tried; NULL past the last. */
const thud_motion_format *thud_motion_format_at(size_t index);

/* ---- From numbers of the file to a motion: m/s² at a step or at times. ---- */

/* Checks the numbers against the header, and converts them in place. */
bool thud_reader_settle(thud_reader *reader);

#endif
