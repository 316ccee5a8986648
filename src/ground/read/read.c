/*
 * Reads a text of any format: recognises it, reads it, and converts the result to m/s².
 */
#include <thud/motion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/environment.h"
#include "base/text.h"
#include "ground/read/format.h"
#include "ground/text/line.h"

thud_motion_options thud_motion_options_default(void) { return (thud_motion_options){0}; }

static bool find_named(thud_reader *reader, const thud_motion_format **format) {
    const char *names[32], *wanted = reader->options->format;
    size_t count = 0;
    char list[200] = "";
    for (; thud_motion_format_at(count); count++) {
        names[count] = thud_motion_format_name(count);
        if (strcmp(names[count], wanted) == 0) {
            *format = thud_motion_format_at(count);
            return true;
        }
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", count ? ", " : "", names[count]);
    }
    const size_t nearest = thud_text_nearest(wanted, names, count);
    return thud_reader_fail_option(reader, "format", wanted, nearest < count ? names[nearest] : list);
}

/* binary formats come first, because a text may be trimmed and binary data must not be */
static bool find_by_content(thud_reader *reader, const thud_motion_format **format) {
    bool trimmed = false;
    for (size_t i = 0; (*format = thud_motion_format_at(i)); i++) {
        if (!(*format)->binary && !trimmed && !thud_reader_trim(reader)) return false;
        trimmed = !(*format)->binary;
        if ((*format)->recognise(reader->text)) return true;
    }
    const char *kind = thud_binary_kind(reader->text);
    if (kind)
        return thud_reader_fail(reader, reader->text.at, "no ground motion of a known format: the file is %s",
                                kind);
    return thud_reader_fail(reader, reader->text.at,
                            "no ground motion of a known format: there is no row of numbers");
}

/* for a file of another kind, say so rather than report the first byte that does not fit */
static bool find_asked(thud_reader *reader, const thud_motion_format **format) {
    if (!find_named(reader, format)) return false;
    if (!(*format)->binary && !thud_reader_trim(reader)) return false;
    const char *kind = (*format)->binary ? NULL : thud_binary_kind(reader->text);
    if (!kind || (*format)->recognise(reader->text)) return true;
    return thud_reader_fail(reader, reader->text.at, "no text of the format %s: the file is %s", (*format)->name,
                            kind);
}

/* the motion takes over the arrays, shrunk to size */
static bool make_motion(thud_reader *reader, thud_motion **motion) {
    thud_motion *made = malloc(sizeof *made);
    if (!made) return thud_reader_fail_memory(reader);
    const size_t bytes = reader->count * sizeof(double);
    double *values = realloc(reader->values, bytes), *times = reader->times ? realloc(reader->times, bytes) : NULL;
    *made = (thud_motion){
        .count = reader->count,
        .step = reader->step,
        .time = times ? times : reader->times,
        .acceleration = values ? values : reader->values,
    };
    reader->values = reader->times = NULL;
    *motion = made;
    return true;
}

static bool read_text(thud_reader *reader, thud_motion **motion) {
    const thud_motion_format *format = NULL;
    const bool found = reader->options->format ? find_asked(reader, &format) : find_by_content(reader, &format);
    if (!found) return false;
    reader->info->format = format->name;
    reader->binary = format->binary;
    return format->read(reader) && thud_reader_settle(reader) && make_motion(reader, motion);
}

thud_status thud_motion_parse(const char *text, size_t size, const thud_motion_options *options,
                              thud_motion **motion, thud_motion_info *info) {
    THUD_PLAIN_ENVIRONMENT;
    const thud_motion_options usual = thud_motion_options_default();
    if (!motion || (!text && size > 0)) return THUD_ERROR_ARGUMENT;
    if (!text) text = "";
    thud_motion_info unused;
    thud_reader reader = {
        .text = {text, text + size},
        .options = options ? options : &usual,
        .info = info ? info : &unused,
        .point = '.',
        .scale_up = 1,
        .scale_down = 1,
        .peak = NAN,
    };
    *reader.info = (thud_motion_info){.header_peak = NAN};
    (void)read_text(&reader, motion);
    free(reader.values);
    free(reader.times);
    return reader.status;
}
