/*
 * SAC, binary, of either byte order (SAC manual, data file format): 70 reals, 40 integers and 192 characters of
 * header, then the samples in single precision, followed by their times if these are not equally spaced. Version 7
 * ends with doubles, of which the first is the step.
 *
 * The header has a code for accelerations, in nm/s² by the manual. Files in m/s², cm/s² and g have the same code,
 * so the unit is not taken from it.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/print.h"
#include "ground/read/format.h"

enum { WORD = 4, REALS = 70, INTEGERS = 40, HEADER = 632, FOOTER = 22 * 8 };

/* words of the header, from 0 */
enum {
    STEP = 0,
    LOWEST = 1,
    HIGHEST = 2,
    START = 5,
    VERSION = 76,
    COUNT = 79,
    FILE_TYPE = 85,
    QUANTITY = 86,
    EVEN = 105
};

/* characters of the header, from 0 */
enum { STATION = 440, EVENT = 448, COMPONENT = 600, NETWORK = 608, NAME = 8, EVENT_NAME = 16 };

/* codes of the header */
enum { OLD_VERSION = 6, NEW_VERSION = 7, TIME_SERIES = 1, PAIRS = 4, DISPLACEMENT = 6, VELOCITY = 7 };

static const double UNDEFINED = -12345;

typedef struct sac {
    const unsigned char *bytes;
    size_t size;
    bool big; /* big-endian */
} sac;

static uint32_t word_at(const sac *file, size_t offset) {
    const unsigned char *b = file->bytes + offset;
    return file->big ? (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3]
                     : (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

static int32_t integer(const sac *file, size_t word) { return (int32_t)word_at(file, word * WORD); }

static float single_at(const sac *file, size_t offset) {
    const uint32_t bits = word_at(file, offset);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double real(const sac *file, size_t word) { return single_at(file, word * WORD); }

static double double_at(const sac *file, size_t offset) {
    const uint64_t first = word_at(file, offset), second = word_at(file, offset + WORD);
    const uint64_t bits = file->big ? first << 32 | second : second << 32 | first;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* the version is small in the right byte order, and large in the other */
static bool find_order(thud_span text, sac *file) {
    *file = (sac){(const unsigned char *)text.at, (size_t)(text.end - text.at), false};
    if (file->size < HEADER) return false;
    for (int order = 0; order < 2; order++, file->big = true) {
        const int32_t version = integer(file, VERSION), even = integer(file, EVEN);
        if ((version == OLD_VERSION || version == NEW_VERSION) && (even == 0 || even == 1)) return true;
    }
    return false;
}

static bool recognise(thud_span text) {
    sac file;
    return find_order(text, &file);
}

/* the characters up to a zero byte; "-12345" means empty */
static void copy_text(const sac *file, size_t offset, size_t size, char *to, size_t capacity) {
    const char *at = (const char *)file->bytes + offset, *end = memchr(at, '\0', size);
    const thud_span text = {at, end ? end : at + size};
    *to = '\0';
    if (!thud_span_begins(text, "-12345")) thud_span_copy(text, to, capacity);
}

static bool read_names(thud_reader *reader, const sac *file) {
    thud_motion_info *info = reader->info;
    char network[NAME + 1], station[NAME + 1], component[NAME + 1];
    copy_text(file, NETWORK, NAME, network, sizeof network);
    copy_text(file, STATION, NAME, station, sizeof station);
    copy_text(file, COMPONENT, NAME, component, sizeof component);
    copy_text(file, EVENT, EVENT_NAME, info->title, sizeof info->title);
    snprintf(info->station, sizeof info->station, "%s%s%s", network, *network && *station ? "." : "", station);
    (void)thud_reader_channel(reader, (thud_span){component, component + strlen(component)});
    return thud_reader_channel_found(reader);
}

/* the place of a word of the header, for a message */
static const char *place_of(const thud_reader *reader, size_t word) { return reader->text.at + word * WORD; }

static bool check_kind(thud_reader *reader, const sac *file) {
    const int32_t type = integer(file, FILE_TYPE), quantity = integer(file, QUANTITY);
    if (type != TIME_SERIES && type != PAIRS)
        return thud_reader_fail(reader, place_of(reader, FILE_TYPE), "the file holds no time series");
    if (quantity == DISPLACEMENT || quantity == VELOCITY)
        return thud_reader_fail(reader, place_of(reader, QUANTITY), "the file holds %s, not accelerations",
                                quantity == VELOCITY ? "velocities" : "displacements");
    if (reader->options->unit) return true;
    return thud_reader_fail(reader, place_of(reader, QUANTITY),
                            "SAC does not say the unit of accelerations, or says nm/s^2 regardless: give the "
                            "option unit (m/s^2, g, …)");
}

/* the intended value of a single-precision number: 0.01 rather than 0.0099999998, 1/128, otherwise the shortest */
static double meant_by(float value) {
    const double rate = round(1 / (double)value);
    char text[32];
    double shortest = value;
    for (int digits = 1; digits <= 9; digits++) {
        thud_print(text, sizeof text, "%.*e", digits - 1, (double)value);
        shortest = thud_number_value(text, NULL);
        if ((float)shortest == value) break;
        if (rate > 0 && (float)(1 / rate) == value && digits >= 2) return 1 / rate;
    }
    return shortest;
}

static bool read_step(thud_reader *reader, const sac *file, size_t data_size) {
    const double step = real(file, STEP), start = real(file, START);
    if (!(step > 0 && isfinite(step)))
        return thud_reader_fail(reader, place_of(reader, STEP), "expected seconds between samples, above 0");
    reader->step = meant_by((float)step);
    if (isfinite(start) && start != UNDEFINED) reader->info->start = start;
    if (integer(file, VERSION) != NEW_VERSION || file->size - HEADER - data_size < FOOTER) return true;
    const double exact = double_at(file, HEADER + data_size);
    if (fabs(exact - step) <= 1e-6 * step) reader->step = exact;
    return true;
}

/* checks that the samples, and the times if any, fit into the file */
static bool read_count(thud_reader *reader, const sac *file, size_t *count, size_t *data_size) {
    const int32_t said = integer(file, COUNT);
    const size_t there = (file->size - HEADER) / WORD, each = integer(file, EVEN) ? 1 : 2;
    if (said < 2)
        return thud_reader_fail(reader, place_of(reader, COUNT), "expected a number of samples, at least 2");
    *count = (size_t)said;
    if (there / each < *count)
        return thud_reader_fail(reader, reader->text.end, "the file ends after %zu samples; its header says %zu",
                                there < *count ? there : *count, *count);
    *data_size = *count * each * WORD;
    return true;
}

static bool read_samples(thud_reader *reader, const sac *file, size_t count) {
    const bool timed = !integer(file, EVEN);
    if (!thud_reader_reserve(reader, count, timed)) return false;
    reader->data = reader->text.at + HEADER;
    reader->info->header_count = count;
    for (size_t i = 0; i < count; i++) {
        const size_t at = HEADER + i * WORD, time_at = at + count * WORD;
        const double value = single_at(file, at), time = timed ? (double)single_at(file, time_at) : 0;
        if (!isfinite(value) || !isfinite(time))
            return thud_reader_fail(reader, reader->text.at + at, "sample %zu is not a finite number", i + 1);
        reader->values[i] = value;
        if (!timed) continue;
        reader->times[i] = time;
        if (i > 0 && !(time > reader->times[i - 1]))
            return thud_reader_fail(reader, reader->text.at + time_at, "time %zu is not later than the one before",
                                    i + 1);
    }
    reader->count = count;
    reader->time_place = INT64_MIN; /* no digits: their noise is that of single precision */
    return true;
}

static void read_peak(thud_reader *reader, const sac *file) {
    const double low = real(file, LOWEST), high = real(file, HIGHEST);
    if (!isfinite(low) || !isfinite(high) || low == UNDEFINED || high == UNDEFINED) return;
    reader->peak = fmax(fabs(low), fabs(high));
    reader->peak_place = 0;
    reader->peak_at = place_of(reader, fabs(low) > fabs(high) ? LOWEST : HIGHEST);
}

static void warn_rest(thud_reader *reader, const sac *file, size_t data_size) {
    const size_t footer = integer(file, VERSION) == NEW_VERSION ? FOOTER : 0,
                 rest = file->size - HEADER - data_size;
    if (rest > footer)
        thud_reader_warn(reader, reader->text.at + HEADER + data_size, "%zu bytes after the samples are ignored",
                         rest - footer);
}

static bool read_sac(thud_reader *reader) {
    sac file;
    size_t count = 0, data_size = 0;
    if (!find_order(reader->text, &file))
        return thud_reader_fail(reader, reader->text.at, "no header of SAC, version 6 or 7, in either byte order");
    if (!read_names(reader, &file) || !check_kind(reader, &file) ||
        !read_count(reader, &file, &count, &data_size) || !read_step(reader, &file, data_size) ||
        !read_samples(reader, &file, count))
        return false;
    if (reader->times) reader->step = 0;
    read_peak(reader, &file);
    warn_rest(reader, &file, data_size);
    return true;
}

const thud_motion_format thud_format_sac = {
    .name = "sac",
    .description = "SAC, binary, of either byte order",
    .recognise = recognise,
    .read = read_sac,
    .binary = true,
};
