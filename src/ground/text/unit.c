/* Units of acceleration as they are written in files. */
#include "ground/text/unit.h"

#include <string.h>

const thud_acceleration_unit thud_unit_g = {"g", 980665, 1e5};
const thud_acceleration_unit thud_unit_cm = {"cm/s^2", 1, 100};
const thud_acceleration_unit thud_unit_mm = {"mm/s^2", 1, 1000};

/* lengths, followed by one of the tails */
static const struct {
    const char *spelling;
    thud_acceleration_unit unit;
} lengths[] = {
    {"cms", {"cm/s^2", 1, 100}},  {"cm", {"cm/s^2", 1, 100}},    {"mm", {"mm/s^2", 1, 1000}},
    {"in", {"in/s^2", 254, 1e4}}, {"ft", {"ft/s^2", 3048, 1e4}}, {"m", {"m/s^2", 1, 1}},
};

/* per second squared; the longer of two with the same beginning comes first */
static const char *const tails[] = {
    "/sec/sec", "/sec**2", "/sec^2", "/sec2", "/s/s",  "/s**2", "/s^2", "/s\xC2\xB2", /* s² */
    "/s2",      " s**-2",  " s^-2",  " s-2",  "s**-2", "s^-2",  "s-2",  "_s^2",       "_s2",
};

/* other units, in the same order */
static const struct {
    const char *spelling;
    thud_acceleration_unit unit;
} names[] = {
    {"gals", {"gal", 1, 100}},       {"gal", {"gal", 1, 100}},     {"mgal", {"mgal", 1, 1e5}},
    {"g/10", {"g/10", 980665, 1e6}}, {"g", {"g", 980665, 1e5}},    {"mg", {"mg", 980665, 1e8}},
    {"%g", {"%g", 980665, 1e7}},     {"% g", {"%g", 980665, 1e7}},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* what may follow a unit: the end, or a character that cannot belong to it */
static bool ends(thud_span rest) {
    if (rest.at == rest.end) return true;
    const char c = *rest.at;
    const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c & 0x80);
    return !word && !strchr("/^*-%", c);
}

static bool take_tail(thud_span *text) {
    for (size_t i = 0; i < COUNT(tails); i++)
        if (thud_span_begins(*text, tails[i])) {
            text->at += strlen(tails[i]);
            return true;
        }
    return false;
}

/* removes the unit from the front of the text */
static bool take(thud_span *text, thud_acceleration_unit *unit) {
    for (size_t i = 0; i < COUNT(lengths); i++) {
        if (!thud_span_begins(*text, lengths[i].spelling)) continue;
        thud_span rest = {text->at + strlen(lengths[i].spelling), text->end};
        if (!take_tail(&rest) || !ends(rest)) continue;
        *unit = lengths[i].unit;
        *text = rest;
        return true;
    }
    for (size_t i = 0; i < COUNT(names); i++) {
        if (!thud_span_begins(*text, names[i].spelling)) continue;
        const thud_span rest = {text->at + strlen(names[i].spelling), text->end};
        if (!ends(rest)) continue;
        *unit = names[i].unit;
        *text = rest;
        return true;
    }
    return false;
}

bool thud_acceleration_unit_begins(thud_span text, thud_acceleration_unit *unit) {
    text = thud_span_trim(text);
    return take(&text, unit);
}

bool thud_acceleration_unit_is(thud_span text, thud_acceleration_unit *unit) {
    text = thud_span_trim(text);
    thud_acceleration_unit found;
    if (!take(&text, &found) || text.at != text.end) return false;
    *unit = found;
    return true;
}
