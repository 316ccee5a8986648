/* Digitised film: time and acceleration alternate. */
#include "ground/format/volume1.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* times have so few digits that some appear twice; the first of them is taken */
bool thud_pairs_split(thud_reader *reader) {
    const size_t pairs = reader->count / 2;
    size_t count = 0;
    reader->times = malloc(pairs * sizeof *reader->times);
    if (!reader->times) return thud_reader_fail_memory(reader);
    for (size_t i = 0; i < pairs; i++) {
        const double time = reader->values[2 * i], last = count > 0 ? reader->times[count - 1] : -HUGE_VAL;
        if (time < last)
            return thud_reader_fail(reader, reader->data, "sample %zu is earlier than the one before", i + 1);
        if (time == last) continue;
        reader->times[count] = time;
        reader->values[count++] = reader->values[2 * i + 1];
    }
    if (count < pairs)
        thud_reader_warn(reader, reader->data, "samples at the time of the one before are ignored: %zu",
                         pairs - count);
    reader->count = reader->info->header_count = count;
    reader->time_place = INT64_MIN; /* however they are written, they were never equally spaced */
    return true;
}
