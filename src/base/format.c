/* Numbers for people: five digits, prefixes and units. */
#include "base/format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/print.h"

thud_prefix thud_prefix_for(double magnitude) {
    static const char *const symbols[] = {"p", "n", "µ", "m", "", "k", "M", "G", "T"};
    magnitude = fabs(magnitude);
    if (!(magnitude > 0) || isinf(magnitude)) return (thud_prefix){1, ""};
    /* slightly above, so that 999.999, which prints as 1000.0, gets the larger prefix */
    double thousands = floor(log10(magnitude * (1 + 5e-6)) / 3);
    thousands = fmin(fmax(thousands, -4), 4);
    return (thud_prefix){pow(10, -3 * thousands), symbols[(int)thousands + 4]};
}

void thud_format_shorten(thud_text *text) {
    char *exponent = strchr(text->text, 'e');
    if (!exponent) return;
    char *to = exponent + 1;
    const char *from = exponent + 1;
    if (*from == '-') *to++ = '-';
    from++;
    while (*from == '0' && from[1]) from++;
    memmove(to, from, strlen(from) + 1);
}

thud_text thud_format_number(double value) {
    thud_text out;
    double magnitude = fabs(value);
    if (isnan(value)) {
        snprintf(out.text, sizeof out.text, "undefined");
    } else if (isinf(value)) {
        snprintf(out.text, sizeof out.text, value < 0 ? "−∞" : "∞");
    } else if (magnitude != 0 && (magnitude < 1e-3 || magnitude >= 99999.5)) {
        thud_print(out.text, sizeof out.text, "%.4e", value);
        thud_format_shorten(&out);
    } else {
        /* 0.00123 has its first digit in the third place after the point; 0 needs no leading places */
        int first = magnitude == 0 ? 5 : (int)floor(log10(magnitude * (1 + 5e-6))) + 1;
        thud_print(out.text, sizeof out.text, "%.*f", 5 - first, value);
    }
    return out;
}

thud_text thud_format_quantity(double value, const char *unit) {
    thud_prefix prefix = *unit ? thud_prefix_for(value) : (thud_prefix){1, ""};
    thud_text number = thud_format_number(value * prefix.factor);
    thud_text out;
    snprintf(out.text, sizeof out.text, "%.32s%s%s%.24s", number.text, *unit ? " " : "", prefix.symbol, unit);
    return out;
}

/* rounding of a run: 1e-16 for each of 1e4 steps, times 100 for conditioning and cancellation; no measurement is
 * this precise */
static const double ROUNDING = 1e-10;

/* absolute floor for a scale of zero: the terms of a sum at rest leave 1e-30 m */
static const double NOTHING = 1e-25;

thud_text thud_format_beside(double value, const char *unit, double scale) {
    return thud_format_quantity(fabs(value) <= fmax(ROUNDING * fabs(scale), NOTHING) ? 0 : value, unit);
}

thud_text thud_format_short(double value) {
    thud_text out;
    thud_print(out.text, sizeof out.text, "%.6g", value);
    thud_format_shorten(&out);
    return out;
}
