/*
 * The table of units. Factors are exact by definition: SI Brochure (9th ed.), NIST SP 811 app. B for the US units,
 * standard gravity from CGPM 1901. Symbols are case-sensitive.
 */
#include "base/unit.h"

#include <string.h>

#include "base/text.h"

#define PI 3.14159265358979323846

typedef struct unit_row {
    const char *symbol;
    bool prefixed; /* takes SI prefixes */
    double up;
    double down;
    thud_dimension dimension; /* mass, length, time, angle */
} unit_row;

static const unit_row units[] = {
    {"m", true, 1, 1, {0, 1, 0, 0}},
    {"s", true, 1, 1, {0, 0, 1, 0}},
    {"kg", false, 1, 1, {1, 0, 0, 0}},
    {"t", false, 1000, 1, {1, 0, 0, 0}},
    {"N", true, 1, 1, {1, 1, -2, 0}},
    {"Pa", true, 1, 1, {1, -1, -2, 0}},
    {"J", true, 1, 1, {1, 2, -2, 0}},
    {"W", true, 1, 1, {1, 2, -3, 0}},
    {"Hz", true, 1, 1, {0, 0, -1, 0}},
    {"min", false, 60, 1, {0, 0, 1, 0}},
    {"h", false, 3600, 1, {0, 0, 1, 0}},
    {"g", false, 980665, 1e5, {0, 1, -2, 0}},
    {"gal", false, 1, 100, {0, 1, -2, 0}},
    {"Gal", false, 1, 100, {0, 1, -2, 0}},
    {"rad", false, 1, 1, {0, 0, 0, 1}},
    {"deg", false, PI, 180, {0, 0, 0, 1}},
    {"°", false, PI, 180, {0, 0, 0, 1}},
    {"%", false, 1, 100, {0, 0, 0, 0}},
    {"in", false, 254, 1e4, {0, 1, 0, 0}},
    {"ft", false, 3048, 1e4, {0, 1, 0, 0}},
    {"lbm", false, 45359237, 1e8, {1, 0, 0, 0}},
    {"lbf", false, 44482216152605, 1e13, {1, 1, -2, 0}},
    {"kip", false, 44482216152605, 1e10, {1, 1, -2, 0}},
    {"psi", false, 44482216152605, 64516e5, {1, -1, -2, 0}}, /* lbf/in² */
    {"ksi", false, 44482216152605, 64516e2, {1, -1, -2, 0}},
};

typedef struct prefix_row {
    const char *symbol;
    double up;
    double down;
} prefix_row;

static const prefix_row prefixes[] = {
    {"T", 1e12, 1},       {"G", 1e9, 1}, {"M", 1e6, 1}, {"k", 1e3, 1},        {"d", 1, 10},
    {"c", 1, 100},        {"m", 1, 1e3}, {"u", 1, 1e6}, {"\xC2\xB5", 1, 1e6}, /* µ, the micro sign */
    {"\xCE\xBC", 1, 1e6},                                                     /* μ, the Greek letter */
    {"n", 1, 1e9},
};

/* how units are mostly written, for the hint after a misspelling */
/* clang-format off */
#define COMMON_UNITS(X)                                                                                            \
    X(mm) X(cm) X(m) X(km) X(in) X(ft) X(ms) X(s) X(min) X(h) X(Hz) X(kHz) X(kg) X(t) X(lbm)                       \
    X(N) X(kN) X(MN) X(lbf) X(kip) X(Pa) X(kPa) X(MPa) X(GPa) X(psi) X(ksi) X(J) X(kJ) X(W) X(kW)                  \
    X(g) X(gal) X(rad) X(deg)
/* clang-format on */

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool spells(const char *symbol, const char *text, size_t length) {
    return strlen(symbol) == length && memcmp(symbol, text, length) == 0;
}

static const unit_row *find_row(const char *symbol, size_t length) {
    for (size_t i = 0; i < COUNT(units); i++)
        if (spells(units[i].symbol, symbol, length)) return &units[i];
    return NULL;
}

static const prefix_row *find_prefix(const char *symbol, size_t length) {
    for (size_t i = 0; i < COUNT(prefixes); i++) {
        const size_t prefix_length = strlen(prefixes[i].symbol);
        if (prefix_length < length && memcmp(prefixes[i].symbol, symbol, prefix_length) == 0) return &prefixes[i];
    }
    return NULL;
}

bool thud_unit_find(const char *symbol, size_t length, thud_unit *unit) {
    /* whole symbols first, so that min is a minute */
    const unit_row *row = find_row(symbol, length);
    if (row) {
        *unit = (thud_unit){row->up, row->down, row->dimension};
        return true;
    }
    const prefix_row *prefix = find_prefix(symbol, length);
    if (!prefix) return false;
    const size_t prefix_length = strlen(prefix->symbol);
    row = find_row(symbol + prefix_length, length - prefix_length);
    if (!row || !row->prefixed) return false;
    *unit = (thud_unit){row->up * prefix->up, row->down * prefix->down, row->dimension};
    return true;
}

const char *thud_unit_hint(const char *symbol, size_t length) {
#define NAME(symbol) #symbol,
#define HINT(symbol) "a known unit, perhaps " #symbol,
    static const char *const names[] = {COMMON_UNITS(NAME)};
    static const char *const hints[] = {COMMON_UNITS(HINT)};
#undef NAME
#undef HINT
    char word[8]; /* longer than any symbol; longer words resemble none */
    if (length < sizeof word) {
        memcpy(word, symbol, length);
        word[length] = '\0';
        if (strcmp(word, "lb") == 0 || strcmp(word, "lbs") == 0)
            return "lbf, which is a force, or lbm, which is a mass";
        if (strcmp(word, "sec") == 0) return "a known unit, perhaps s";
        if (strncmp(word, "ton", 3) == 0) return "t for tonnes of 1000 kg, as in 1250 t; kg and lbm are masses too";
        const size_t nearest = thud_text_nearest(word, names, COUNT(names));
        if (nearest < COUNT(names)) return hints[nearest];
    }
    return "a known unit, as in mm, kN/mm, t, MPa or g";
}
