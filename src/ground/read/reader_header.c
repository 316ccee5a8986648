/*
 * Reads headers: counts, steps, peaks, channels.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ground/read/reader.h"

bool thud_reader_find_number(thud_span span, thud_number *number) {
    for (; span.at < span.end; span.at++)
        if (thud_number_begins(*span.at) && thud_number_read(span.at, span.end, '.', number) == THUD_NUMBER_FINE)
            return true;
    return false;
}

bool thud_reader_count(thud_reader *reader, thud_span span, size_t *count) {
    thud_number number;
    span = thud_span_trim(span);
    const double most = 9007199254740992; /* every whole number up to 2^53 is a double */
    if (!thud_reader_find_number(span, &number) || number.value != floor(number.value) || number.value < 2 ||
        number.value > most)
        return thud_reader_fail(reader, span.at, "expected a number of samples, at least 2");
    *count = (size_t)number.value;
    return true;
}

bool thud_reader_step(thud_reader *reader, thud_span span, double *step) {
    thud_number number;
    span = thud_span_trim(span);
    if (!thud_reader_find_number(span, &number) || !(number.value > 0))
        return thud_reader_fail(reader, span.at, "expected seconds between samples, above 0");
    *step = number.value;
    return true;
}

void thud_reader_peak(thud_reader *reader, thud_span span) {
    thud_number number;
    if (!thud_reader_find_number(span, &number)) return;
    reader->peak = fabs(number.value);
    reader->peak_place = pow(10, (double)number.place);
    reader->peak_at = span.at;
}

void thud_reader_peak_in(thud_reader *reader, thud_span span, const thud_acceleration_unit *unit) {
    const thud_acceleration_unit *data = &reader->unit;
    if (!*data->name) return;
    thud_reader_peak(reader, span);
    const double ratio = unit->up / unit->down * data->down / data->up;
    reader->peak *= ratio;
    reader->peak_place *= ratio;
}

/* the digits here, as a small number */
static size_t small_number(const char **at, const char *end) {
    size_t value = 0;
    for (; *at < end && **at >= '0' && **at <= '9'; ++*at)
        if (value < 1000) value = 10 * value + (size_t)(**at - '0');
    return value;
}

/* the first letter of F, E, D, G and I with digits after it gives the width; the number before it, the
   repetition */
thud_fortran_format thud_reader_format(thud_span span) {
    const char *at = thud_span_after(span, "(").at;
    while (at < span.end) {
        thud_fortran_format format = {.repeat = small_number(&at, span.end)};
        const bool edits = at < span.end && *at && strchr("FEDGIfedgi", *at);
        if (at < span.end) at++;
        if (edits) format.width = small_number(&at, span.end);
        if (format.width > 0) return format;
    }
    return (thud_fortran_format){0, 0};
}

/* the option is the name, its first words, or the number of the channel */
static bool is_asked_for(const thud_reader *reader, thud_span name) {
    const char *asked = reader->options->channel;
    if (!asked) return true;
    if (thud_span_equals(name, asked)) return true;
    if (*asked && thud_span_begins(name, asked) && name.at[strlen(asked)] == ' ') return true;
    char number[24];
    snprintf(number, sizeof number, "%zu", reader->info->channel_count);
    return strcmp(asked, number) == 0;
}

bool thud_reader_channel(thud_reader *reader, thud_span name) {
    thud_motion_info *info = reader->info;
    name = thud_span_trim(name);
    if (info->channel_count < THUD_MOTION_CHANNEL_LIMIT)
        thud_span_copy(name, info->channels[info->channel_count], sizeof info->channels[0]);
    info->channel_count++;
    if (reader->chosen || !is_asked_for(reader, name)) return false;
    reader->chosen = true;
    thud_span_copy(name, info->channel, sizeof info->channel);
    return true;
}

/* "1 (U), 2 (N), 3 (E)", as far as they fit */
static void list_channels(const thud_motion_info *info, char *to, size_t size) {
    size_t used = 0;
    *to = '\0';
    for (size_t i = 0; i < info->channel_count && i < THUD_MOTION_CHANNEL_LIMIT && used < size; i++) {
        const char *name = info->channels[i];
        const int length = snprintf(to + used, size - used, "%s%zu%s%s%s", i ? ", " : "", i + 1, *name ? " (" : "",
                                    name, *name ? ")" : "");
        used += (size_t)length;
    }
}

bool thud_reader_channel_found(thud_reader *reader) {
    if (reader->chosen) return true;
    if (reader->info->channel_count == 0)
        return thud_reader_fail(reader, reader->text.at, "there is no channel in the file");
    char list[160];
    list_channels(reader->info, list, sizeof list);
    return thud_reader_fail(reader, reader->text.at, "there is no channel '%.40s'; there %s %s",
                            reader->options->channel, reader->info->channel_count == 1 ? "is" : "are", list);
}
