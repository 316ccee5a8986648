/*
 * Volume 1, the form in which film was digitised (Caltech 1969, kept by CSMIP, USC, RENADIC and BHRC): a block for
 * each channel of 13 lines of text, 7 of integers and 7 of reals, then the samples.
 */
#include "ground/format/volume1.h"

#include <stdint.h>

/* lines of the text, from 0 */
enum { POINTS = 10, UNITS = 11 };

enum { COLUMNS = 10, WIDTH = 7 };

bool thud_volume1_take(thud_span text, thud_volume1 *block) {
    for (int i = 0; i < THUD_VOLUME1_LINES; i++)
        if (!thud_line_next(&text, &block->lines[i])) return false;
    block->data = text.at;
    return thud_span_find(block->lines[POINTS], "OF POINTS") != NULL;
}

void thud_volume1_unit(thud_reader *reader, const thud_volume1 *block) {
    static const char *const before[] = {" AND ", " IS "};
    for (size_t i = 0; i < 2 && !*reader->unit.name; i++)
        (void)thud_acceleration_unit_begins(thud_span_after(block->lines[UNITS], before[i]), &reader->unit);
}

/* "SEC AND G/10. MAX = -.055 G, AT": data in tenths, the peak in whole units */
void thud_volume1_peak(thud_reader *reader, const thud_volume1 *block) {
    const thud_span peak = thud_span_after(block->lines[UNITS], "MAX");
    thud_acceleration_unit unit;
    thud_number number;
    if (thud_reader_find_number(peak, &number) &&
        thud_acceleration_unit_begins((thud_span){number.end, peak.end}, &unit))
        thud_reader_peak_in(reader, peak, &unit);
}

bool thud_volume1_count(thud_reader *reader, const thud_volume1 *block, size_t *count) {
    return thud_reader_count(reader, thud_span_after(block->lines[POINTS], "OF POINTS"), count);
}

/* times from 100 s on touch the accelerations before them; ten columns of equal width separate them */
static size_t column_width(const thud_reader *reader, const thud_volume1 *block) {
    thud_span rest = {block->data, reader->text.end}, line;
    const size_t length = thud_line_next(&rest, &line) ? (size_t)(line.end - line.at) : 0;
    return length == COLUMNS * WIDTH ? WIDTH : 0;
}

bool thud_volume1_pairs(thud_reader *reader, const thud_volume1 *block, const char **at) {
    size_t count;
    *at = block->data;
    reader->paired = true;
    if (!thud_volume1_count(reader, block, &count)) return false;
    if (count > SIZE_MAX / 2) count = SIZE_MAX / 2; /* more than any file has */
    return thud_reader_series(reader, at, 2 * count, column_width(reader, block)) && thud_pairs_split(reader);
}
