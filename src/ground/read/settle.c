/*
 * Converts numbers of the file to accelerations: count, step, unit, offset and peak, from the file and the
 * options.
 */
#include "ground/read/format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <thud/quantity.h>

#include "base/print.h"
#include "ground/read/rows.h"

/* "g", "gal", "km/h/s", or with a number "0.5 mm/s^2" */
static bool parse_unit(thud_reader *reader, const char *text, thud_acceleration_unit *unit) {
    const thud_span span = {text, text + strlen(text)};
    if (thud_acceleration_unit_is(span, unit)) return true;
    char quantity[80];
    const bool number = span.at < span.end && thud_number_begins(*span.at);
    const int length = snprintf(quantity, sizeof quantity, "%s%s", number ? "" : "1 ", text);
    double value;
    thud_error error = {.text = "a unit of acceleration, as in g, gal or m/s^2"};
    const bool fits = !thud_span_blank(span) && (size_t)length < sizeof quantity;
    if (!fits || thud_quantity_parse(quantity, THUD_DIMENSION_ACCELERATION, &value, &error) != THUD_OK ||
        !(value > 0) || isinf(value))
        return thud_reader_fail_option(reader, "unit", text, error.text);
    *unit = (thud_acceleration_unit){.up = value, .down = 1};
    thud_span_copy(span, unit->name, sizeof unit->name);
    return true;
}

static bool settle_unit(thud_reader *reader) {
    const char *asked = reader->options->unit;
    thud_acceleration_unit unit;
    if (asked) {
        if (!parse_unit(reader, asked, &unit)) return false;
        if (*reader->unit.name && reader->unit.up / reader->unit.down != unit.up / unit.down)
            thud_reader_warn(reader, reader->data, "the file says %s; %s is taken, as asked", reader->unit.name,
                             unit.name);
        reader->unit = unit;
    }
    if (!*reader->unit.name)
        return thud_reader_fail(
            reader, reader->data,
            "the file does not say the unit of its accelerations: give the option unit (g, gal, m/s^2, …)");
    memcpy(reader->info->unit, reader->unit.name, sizeof reader->info->unit);
    return true;
}

/* the requested step overrides that of the file */
static void take_asked_step(thud_reader *reader) {
    const double asked = reader->options->step;
    double found = reader->step;
    if (reader->times &&
        !thud_times_uniform(reader->times, reader->count, reader->time_place, reader->step, &found))
        found = 0;
    if (reader->times && found == 0)
        thud_reader_warn(reader, reader->data, "the times of the file are ignored; the step is %g s, as asked",
                         asked);
    else if (found > 0 && fabs(found - asked) > 1e-9 * asked)
        thud_reader_warn(reader, reader->data, "the file says a step of %g s; %g s is taken, as asked", found,
                         asked);
    free(reader->times);
    reader->times = NULL;
    reader->step = asked;
}

/* equally spaced times become a step */
static void settle_uniform(thud_reader *reader, double step) {
    if (reader->step > 0 && fabs(step - reader->step) > 1e-9 * step)
        thud_reader_warn(reader, reader->data, "the times have a step of %g s; the header says %g s", step,
                         reader->step);
    free(reader->times);
    reader->times = NULL;
    reader->step = step;
}

/* other times are shifted to begin at zero */
static bool settle_uneven(thud_reader *reader) {
    reader->step = 0;
    for (size_t i = 0; i < reader->count; i++) {
        reader->times[i] -= reader->info->start;
        if (i > 0 && !(reader->times[i] > reader->times[i - 1]))
            return thud_reader_fail(reader, reader->data, "the times are too far from zero to be distinguished");
    }
    return true;
}

static bool settle_times(thud_reader *reader) {
    double step;
    reader->info->start = reader->times[0];
    if (!thud_times_uniform(reader->times, reader->count, reader->time_place, reader->step, &step))
        return settle_uneven(reader);
    settle_uniform(reader, step);
    return true;
}

static bool choose_step(thud_reader *reader) {
    const double asked = reader->options->step;
    if (asked != 0 && !(asked > 0 && isfinite(asked))) {
        char text[40];
        thud_print(text, sizeof text, "%g", asked);
        return thud_reader_fail_option(reader, "dt", text, "seconds above 0");
    }
    if (asked > 0) take_asked_step(reader);
    else if (reader->times) return settle_times(reader);
    else if (!(reader->step > 0))
        return thud_reader_fail(reader, reader->data,
                                "the file does not say its step: give the option dt, in seconds");
    return true;
}

static bool settle_step(thud_reader *reader) {
    if (!choose_step(reader)) return false;
    const double last = reader->times ? reader->times[reader->count - 1] : reader->step * (double)reader->count;
    if (!isfinite(last) || (!reader->times && !isnormal(reader->step)))
        return thud_reader_fail(reader, reader->data, "the times are implausible: the last is %g s", last);
    return true;
}

/* compares with a header that was read before the samples were counted */
static bool check_count(thud_reader *reader) {
    const size_t said = reader->info->header_count;
    if (reader->count < 2)
        return thud_reader_fail(reader, reader->text.end, "%zu samples; a motion has at least 2", reader->count);
    if (said > 0 && reader->count < said)
        return thud_reader_fail(reader, reader->text.end, "the file ends after %zu samples; its header says %zu",
                                reader->count, said);
    if (said > 0 && reader->count > said)
        thud_reader_warn(reader, reader->data, "%zu samples; the header says %zu", reader->count, said);
    return true;
}

static double mean(const double *values, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += values[i];
    return sum / (double)count;
}

/* headers give the peak rounded, sometimes with zeros after the rounded digits */
static void check_peak(thud_reader *reader, double peak) {
    const double tolerated = fmax(reader->peak_place, 1e-3 * reader->peak);
    const thud_acceleration_unit *unit = &reader->unit;
    if (isnan(reader->peak)) return;
    reader->info->header_peak = reader->peak * unit->up / unit->down;
    if (fabs(peak - reader->peak) > tolerated)
        thud_reader_warn(reader, reader->peak_at, "the largest acceleration is %.6g %s; the header says %.6g", peak,
                         unit->name, reader->peak);
}

static bool convert(thud_reader *reader) {
    const double up = reader->scale_up * reader->unit.up, down = reader->scale_down * reader->unit.down;
    const double offset = reader->has_offset ? mean(reader->values, reader->count) : 0;
    double largest = 0;
    for (size_t i = 0; i < reader->count; i++) {
        const double value = reader->values[i] - offset;
        if (fabs(value) > largest) largest = fabs(value); /* fmax is a function call */
        reader->values[i] = value * up / down;
        if (!isfinite(reader->values[i]))
            return thud_reader_fail(reader, reader->data, "sample %zu is too large for a double in m/s^2", i + 1);
    }
    reader->info->offset = offset * up / down;
    check_peak(reader, largest * reader->scale_up / reader->scale_down);
    return true;
}

bool thud_reader_settle(thud_reader *reader) {
    return check_count(reader) && settle_unit(reader) && settle_step(reader) && convert(reader);
}
