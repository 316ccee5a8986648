/*
 * COSMOS strong-motion data format, version 1.20: blocks, one per channel, of text, integer, real and comment
 * headers, a line that tells what the data are, and the data, up to "End-of-data" or "/&".
 *
 *     7000  acceleration pts, approx   70 secs, units=cm/sec2(04),Format=(8F10.5)
 *
 * The step is real header 62, in ms; the largest value is real header 64. Counts of a recorder (V0) are multiples
 * of its least significant bit in µV, divided by gain and sensitivity of the sensor in V/g.
 */
#include <math.h>

#include "ground/read/format.h"

enum { TEXT_LINES = 13 };

/* numbers of real headers, from 1; the three in the middle give the value of a count */
enum { LSB_HEADER = 22, SENSITIVITY_HEADER = 42, GAIN_HEADER = 47, STEP_HEADER = 62, PEAK_HEADER = 64 };

static bool begins_block(thud_span line) { return thud_span_find(line, "(Format v") != NULL; }

static bool recognise(thud_span text) {
    thud_span line;
    return thud_line_next(&text, &line) && begins_block(line);
}

/* "Sta Chan 1: 90 Deg (Rcrdr Chan ?) …" or "Sta Cha: 1: 340 deg (…": the text before the bracket */
static thud_span channel_name(thud_span block) {
    thud_span line;
    for (int i = 0; i < TEXT_LINES && thud_line_next(&block, &line); i++) {
        if (!thud_span_begins(line, "Sta Cha")) continue;
        thud_span name = thud_span_before(line, "(");
        while (thud_span_find(name, ":")) name = thud_span_after(name, ":");
        return name;
    }
    return (thud_span){block.at, block.at};
}

/* the block of the requested channel */
static bool find_block(thud_reader *reader, thud_span *block) {
    thud_span rest = reader->text, line;
    while (thud_line_next(&rest, &line)) {
        if (!begins_block(line)) continue;
        if (thud_reader_channel(reader, channel_name(rest))) *block = (thud_span){line.at, rest.end};
    }
    return thud_reader_channel_found(reader);
}

/* the value with that number, from 1, in the lines after "100 Real-header values follow …, Format= (6F13.6)" */
static thud_span real_header(thud_span format_line, thud_span lines, size_t number) {
    const thud_fortran_format format = thud_reader_format(thud_span_after(format_line, "Format"));
    thud_span line = {lines.at, lines.at};
    if (format.repeat == 0) return line;
    for (size_t skip = (number - 1) / format.repeat + 1; skip > 0; skip--)
        if (!thud_line_next(&lines, &line)) return lines;
    return thud_span_field(line, (number - 1) % format.repeat * format.width, format.width);
}

/* unknown values are -999 */
static bool is_known(thud_span field) {
    thud_number number;
    return thud_reader_find_number(field, &number) && number.value != -999;
}

/* NAN for an unknown header */
static double known_value(thud_span line, thud_span lines, size_t number) {
    thud_number value;
    const thud_span field = real_header(line, lines, number);
    return is_known(field) && thud_reader_find_number(field, &value) ? value.value : NAN;
}

/* sensitivity of recorder and sensor */
typedef struct sensitivity {
    double microvolts;  /* value of one count */
    double volts_per_g; /* sensitivity of the sensor */
    double gain;        /* between them */
} sensitivity;

static sensitivity read_recorder(thud_span line, thud_span lines) {
    const double gain = known_value(line, lines, GAIN_HEADER);
    return (sensitivity){known_value(line, lines, LSB_HEADER), known_value(line, lines, SENSITIVITY_HEADER),
                         isnan(gain) ? 1 : gain};
}

static bool read_real_headers(thud_reader *reader, thud_span line, thud_span lines) {
    const thud_span step = real_header(line, lines, STEP_HEADER), peak = real_header(line, lines, PEAK_HEADER);
    if (is_known(peak)) thud_reader_peak(reader, peak);
    if (!is_known(step)) return true;
    if (!thud_reader_step(reader, step, &reader->step)) return false;
    reader->step /= 1000;
    return true;
}

/* by the number in brackets, from table 4 of the format's definition */
static bool unit_by_code(thud_span text, thud_acceleration_unit *unit) {
    static const struct {
        double code;
        thud_acceleration_unit unit;
    } units[] = {
        {2, {"g", 980665, 1e5}}, {4, {"cm/s^2", 1, 100}},   {7, {"in/s^2", 254, 1e4}},
        {10, {"gal", 1, 100}},   {11, {"mg", 980665, 1e8}}, {12, {"microg", 980665, 1e11}},
    };
    thud_number code;
    if (!thud_reader_find_number(thud_span_before(thud_span_after(text, "("), ")"), &code)) return false;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (units[i].code == code.value) {
            *unit = units[i].unit;
            return true;
        }
    return false;
}

/* raw data: "units= counts(50)" */
static bool are_counts(thud_span line) {
    return thud_span_find(thud_span_before(thud_span_after(line, "units="), "Format"), "counts") != NULL;
}

static bool read_unit(thud_reader *reader, thud_span line) {
    const thud_span unit = thud_span_before(thud_span_after(line, "units="), "Format");
    if (!thud_span_find(line, "accel"))
        return thud_reader_fail(reader, line.at, "the channel does not hold accelerations");
    if (are_counts(line) || unit_by_code(unit, &reader->unit) || thud_acceleration_unit_begins(unit, &reader->unit))
        return true;
    if (!reader->options->unit)
        return thud_reader_fail(reader, unit.at, "expected a unit of acceleration: give the option unit");
    return true;
}

/* the value of one count from the headers, unless an option gives it */
static bool read_sensitivity(thud_reader *reader, thud_span line, const sensitivity *s) {
    const thud_span unit = thud_span_after(line, "units=");
    reader->has_offset = true;
    if (reader->options->unit) return true;
    if (!(s->microvolts > 0) || !(s->volts_per_g > 0) || !(s->gain > 0))
        return thud_reader_fail(reader, unit.at,
                                "counts of a recorder without its sensitivity (real headers 22 and 42): give the "
                                "value of one count as the option unit, as in '2 mgal'");
    reader->unit = thud_unit_g;
    reader->scale_up = s->microvolts;
    reader->scale_down = 1e6 * s->volts_per_g * s->gain;
    return true;
}

/* the peak of counts is the recorder's, including its offset */
static void check_raw_peak(thud_reader *reader) {
    double largest = 0;
    for (size_t i = 0; i < reader->count; i++) largest = fmax(largest, fabs(reader->values[i]));
    if (!isnan(reader->peak) && fabs(largest - reader->peak) > 1)
        thud_reader_warn(reader, reader->peak_at, "the largest count is %.0f; the header says %.0f", largest,
                         reader->peak);
    reader->peak = NAN;
}

/* removes the headers from the block, including the line that describes the data */
static bool read_headers(thud_reader *reader, thud_span *block, thud_span *data_line, sensitivity *recorder) {
    thud_span line;
    for (size_t i = 0; thud_line_next(block, &line); i++) {
        if (i == 1) thud_span_copy(line, reader->info->title, sizeof reader->info->title);
        if (thud_span_begins(line, "Statn No"))
            thud_span_copy(thud_span_after(line, "Code:"), reader->info->station, sizeof reader->info->station);
        if (thud_span_find(line, "Real-header values")) {
            *recorder = read_recorder(line, *block);
            if (!read_real_headers(reader, line, *block)) return false;
        }
        if (thud_span_find(line, "units=") && !thud_span_begins(thud_span_trim(line), "|")) {
            *data_line = line;
            return true;
        }
    }
    return thud_reader_fail(reader, block->end, "the file ends before the line with the unit of the data");
}

static bool read_cosmos(thud_reader *reader) {
    thud_span block = reader->text, line;
    sensitivity recorder = {NAN, NAN, NAN};
    size_t count = 0;
    if (!find_block(reader, &block) || !read_headers(reader, &block, &line, &recorder)) return false;
    const bool counts = are_counts(line);
    if (!read_unit(reader, line) || (counts && !read_sensitivity(reader, line, &recorder)) ||
        !thud_reader_count(reader, line, &count))
        return false;
    const char *at = block.at;
    if (!thud_reader_series(reader, &at, count, thud_reader_format(thud_span_after(line, "Format")).width))
        return false;
    if (counts) check_raw_peak(reader);
    thud_reader_rest(reader, at, false);
    return true;
}

const thud_motion_format thud_format_cosmos = {
    .name = "cosmos",
    .description = "COSMOS 1.20, V0 to V2",
    .recognise = recognise,
    .read = read_cosmos,
};
