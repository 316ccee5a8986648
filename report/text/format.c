/* Estimates with their errors, units with exponents, and names, as people read them. */

#include "report/text/format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/print.h"

enum { MOST_DIGITS = 10 }; /* limit for a value with its error */

/* places behind the point that show two significant digits of an error, and the error rounded to them */
static int places_of(double error, double *rounded) {
    char text[32];
    thud_print(text, sizeof text, "%.1e", error); /* 0.0996 becomes 1.0e-01: the place is that of what is printed */
    *rounded = thud_number_value(text, NULL);
    int places = 1 - atoi(strchr(text, 'e') + 1);
    return places > 0 ? places : 0;
}

/* value and error in one unit, where neither needs a power of ten */
static thud_text pair_of(double value, double error) {
    thud_text out;
    double rounded;
    int places = places_of(error, &rounded), first = value != 0 ? (int)floor(log10(fabs(value))) + 1 : 1;
    if (places > MOST_DIGITS - first) { /* data without noise would have too many digits */
        thud_text small;
        thud_print(small.text, sizeof small.text, "%.1e", error);
        thud_format_shorten(&small);
        thud_print(out.text, sizeof out.text, "%.*f ± %.16s", MOST_DIGITS - first, value, small.text);
        return out;
    }
    if (fabs(value) < 0.5 * pow(10, -places)) value = 0; /* no -0.0 */
    thud_print(out.text, sizeof out.text, "%.*f ± %.*f", places, value, places, rounded);
    return out;
}

thud_text thud_format_estimate(double value, double error, const char *unit) {
    if (!(error > 0)) return thud_format_quantity(value, unit);
    thud_text out;
    const char *space = *unit ? " " : "";
    if (!isfinite(error) || !isfinite(value)) {
        snprintf(out.text, sizeof out.text, "%.16s ± %.16s%s%.24s", thud_format_number(value).text,
                 thud_format_number(error).text, space, unit);
        return out;
    }
    double size = fmax(fabs(value), error);
    thud_prefix prefix = *unit ? thud_prefix_for(size) : (thud_prefix){1, ""};
    size *= prefix.factor;
    if (size >= 1e-4 && size < 99999.5) {
        snprintf(out.text, sizeof out.text, "%.34s%s%s%.24s",
                 pair_of(value * prefix.factor, error * prefix.factor).text, space, prefix.symbol, unit);
        return out;
    }
    double power = floor(log10(size)), factor = prefix.factor / pow(10, power);
    thud_print(out.text, sizeof out.text, "(%.28s)e%.0f%s%s%.20s", pair_of(value * factor, error * factor).text,
               power, space, prefix.symbol, unit);
    return out;
}

thud_text thud_format_restitution(double restitution) {
    thud_text out;
    if (restitution > 0 && restitution < 0.01) return thud_format_number(restitution);
    thud_print(out.text, sizeof out.text, "%.4f", restitution);
    return out;
}

static thud_text unit_over_metres(const char *unit, double power) {
    thud_text out;
    if (power == 0) snprintf(out.text, sizeof out.text, "%s", unit);
    else if (power == 1) snprintf(out.text, sizeof out.text, "%s/m", unit);
    else thud_print(out.text, sizeof out.text, "%s/m^%.6g", unit, power);
    return out;
}

thud_text thud_format_stiffness_unit(double exponent_n) { return unit_over_metres("N", exponent_n); }

thud_text thud_format_damping_unit(double exponent_p) { return unit_over_metres("N·s", exponent_p + 1); }

thud_text thud_format_law_damping_unit(const thud_law *law, double exponent_n) {
    if (!law->structure->loss_unit) return thud_format_damping_unit(thud_law_damper_exponent(law, exponent_n));
    thud_text out;
    snprintf(out.text, sizeof out.text, "%s", law->structure->loss_unit);
    return out;
}

double thud_round_exponent(double exponent, double error) {
    return error > 0 ? round(100 * exponent) / 100 : exponent;
}

thud_text thud_format_braced(thud_text unit) {
    thud_text out;
    size_t power = strcspn(unit.text, "^");
    if (unit.text[power] == '\0') return unit;
    snprintf(out.text, sizeof out.text, "%.*s^{%.40s}", (int)power, unit.text, unit.text + power + 1);
    return out;
}

thud_text thud_format_deviation(double actual, double wanted) {
    thud_text out;
    double percent = 100 * (actual - wanted) / wanted;
    double size = fabs(percent);
    const char *side = percent < 0 ? "too low" : "too high";
    if (size < 1e-8 || actual == wanted) snprintf(out.text, sizeof out.text, "exact"); /* 0 for 0 too */
    else if (size >= 99999.5)
        snprintf(out.text, sizeof out.text, "%.24s %% %s", thud_format_number(size).text, side);
    else if (size >= 1) thud_print(out.text, sizeof out.text, "%.0f %% %s", size, side);
    else thud_print(out.text, sizeof out.text, "%.1g %% %s", size, side);
    return out;
}

const char *thud_format_separation(thud_separation separation) {
    return separation == THUD_SEPARATION_ZERO_FORCE ? "separation at F = 0" : "separation at δ = 0";
}

const char *thud_separation_name(thud_separation separation) {
    return separation == THUD_SEPARATION_ZERO_FORCE ? "zero-force" : "return";
}

const char *thud_damping_kind(const thud_impact_options *options) {
    thud_force_kind kind = options->law->structure->kind;
    if (kind == THUD_FORCE_ELASTIC || kind == THUD_FORCE_IMPULSIVE) return "none";
    if (options->damping == THUD_DAMPING_GIVEN) return "given";
    bool published = options->damping == THUD_DAMPING_PUBLISHED && thud_law_has_rule(options->law);
    return published ? "published" : "exact";
}

double thud_damping_number(const thud_law *law, const thud_impact *impact) {
    if (law->structure->kind == THUD_FORCE_IMPULSIVE) return NAN;
    return law->structure->kind == THUD_FORCE_BILINEAR ? impact->unloading_stiffness : impact->damping;
}
