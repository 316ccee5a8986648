#include "motion/mseed.h"

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
    /* letters, digits and blanks: a text goes on with anything, but not with an hour, a minute and a second */
    for (int i = STATION; i < STATION_END; i++)
        if (b[i] != 0 && (b[i] < ' ' || b[i] > '~')) return false;
    return b[HOUR] <= 23 && b[MINUTE] <= 59 && b[SECOND] <= 60;
}
