/* The table of the formats that can be read, in the order in which they are tried. */
#include "ground/read/format.h"

/* binary formats come first, and columns last, because they accept any file with numbers */
static const thud_motion_format *const formats[] = {
    &thud_format_mseed,      &thud_format_sac,        &thud_format_at2,    &thud_format_knet, &thud_format_esm,
    &thud_format_cosmos,     &thud_format_smc,        &thud_format_geonet, &thud_format_usc,  &thud_format_csmip,
    &thud_format_cwb,        &thud_format_bhrc,       &thud_format_unam,   &thud_format_nsmn, &thud_format_lines,
    &thud_format_two_column, &thud_format_one_column,
};

enum { FORMATS = sizeof formats / sizeof formats[0] };

const thud_motion_format *thud_motion_format_at(size_t index) { return index < FORMATS ? formats[index] : NULL; }

const char *thud_motion_format_name(size_t index) { return index < FORMATS ? formats[index]->name : NULL; }

const char *thud_motion_format_description(size_t index) {
    return index < FORMATS ? formats[index]->description : NULL;
}
