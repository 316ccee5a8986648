/*
 * Recognises MiniSEED by its bytes, with or without libmseed.
 */
#include "ground/format/mseed.h"

enum { YEAR = 20, FIRST_BLOCKETTE = 46, BLOCKETTE_HEAD = 4, LENGTH_BLOCKETTE = 1000, LENGTH_AT = 6 };
enum { SHORTEST = 7, LONGEST = 20 }; /* powers of two */

enum { HEADER = 48, QUALITY = 6, RESERVED = 7, STATION = 8, STATION_END = 20, HOUR = 24, MINUTE = 25, SECOND = 26 };

static bool is_any(unsigned char c, const char *of) {
    while (*of && c != (unsigned char)*of) of++;
    return *of != '\0';
}

/* SEED manual 2.4, fixed section of the data header */
bool thud_mseed_recognise(thud_span text) {
    const unsigned char *b = (const unsigned char *)text.at;
    if (text.end - text.at < HEADER) return false;
    for (int i = 0; i < QUALITY; i++)
        if (!(b[i] >= '0' && b[i] <= '9') && b[i] != ' ' && b[i] != 0) return false;
    if (!is_any(b[QUALITY], "DRQM") || (b[RESERVED] != ' ' && b[RESERVED] != 0)) return false;
    /* letters, digits and spaces; a text may also begin like this, but not with an hour, a minute and a second */
    for (int i = STATION; i < STATION_END; i++)
        if (b[i] != 0 && (b[i] < ' ' || b[i] > '~')) return false;
    return b[HOUR] <= 23 && b[MINUTE] <= 59 && b[SECOND] <= 60;
}

static size_t number_at(const unsigned char *b, bool big) {
    return big ? (size_t)b[0] << 8 | b[1] : (size_t)b[1] << 8 | b[0];
}

/* blockettes form a chain of offsets, which must increase, so that it ends */
size_t thud_mseed_length(thud_span text) {
    const unsigned char *b = (const unsigned char *)text.at;
    const size_t size = (size_t)(text.end - text.at);
    if (!thud_mseed_recognise(text)) return 0;
    const size_t year = number_at(b + YEAR, true);
    const bool big = year >= 1900 && year <= 2100;
    size_t at = number_at(b + FIRST_BLOCKETTE, big), last = HEADER - 1;
    while (at > last && at + LENGTH_AT < size) {
        if (number_at(b + at, big) == LENGTH_BLOCKETTE) {
            const unsigned power = b[at + LENGTH_AT];
            return power >= SHORTEST && power <= LONGEST ? (size_t)1 << power : 0;
        }
        last = at + BLOCKETTE_HEAD - 1;
        at = number_at(b + at + 2, big);
    }
    return 0;
}
