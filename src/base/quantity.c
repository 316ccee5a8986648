/*
 * Reads one quantity: a decimal number and an optional product of units.
 *
 *     quantity = number [unit]            number = [sign] digits [. digits] [e [sign] digits] | [sign] [.] inf
 *     unit     = [/] factor { op factor } op     = space | * | · | /
 *     factor   = symbol [power]           power  = ^ [sign] digits [. digits] | ² | ³
 *
 * A slash applies to the next factor alone: N/m/s and N/m*s mean what they say. A percent sign must stand alone:
 * 50 % % is an error, not half a percent.
 */
#include <thud/quantity.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/environment.h"
#include "base/error.h"
#include "base/number.h"
#include "base/unit.h"

/* the text still to be read, and the first error in it */
typedef struct reader {
    const char *at;
    thud_status status;
    const char *reason;
} reader;

static bool fail(reader *r, thud_status status, const char *reason) {
    r->status = status;
    r->reason = reason;
    return false;
}

/* no <ctype.h>: its letters depend on the locale */
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_space(char c) { return c == ' ' || c == '\t'; }

static bool take(reader *r, const char *word) {
    const size_t length = strlen(word);
    if (strncmp(r->at, word, length) != 0) return false;
    r->at += length;
    return true;
}

static void skip_space(reader *r) {
    while (is_space(*r->at)) r->at++;
}

static size_t skip_digits(reader *r) {
    const char *start = r->at;
    while (is_digit(*r->at)) r->at++;
    return (size_t)(r->at - start);
}

/* [sign] digits [. digits] */
static bool skip_decimal(reader *r) {
    if (*r->at == '+' || *r->at == '-') r->at++;
    size_t digits = skip_digits(r);
    if (*r->at == '.') {
        r->at++;
        digits += skip_digits(r);
    }
    return digits > 0;
}

/* an e without digits stays, and is reported as an unknown unit */
static void skip_exponent(reader *r) {
    const char *start = r->at;
    if (*r->at != 'e' && *r->at != 'E') return;
    r->at++;
    if (*r->at == '+' || *r->at == '-') r->at++;
    if (skip_digits(r) == 0) r->at = start;
}

static bool has_nonzero_digit(const char *start, const char *end) {
    for (const char *c = start; c < end && *c != 'e' && *c != 'E'; c++)
        if (*c >= '1' && *c <= '9') return true;
    return false;
}

/* converts the text from `start` to the reader's position; the x of a hexadecimal number is not a unit */
static bool convert(reader *r, const char *start, double *number) {
    if ((*r->at == 'x' || *r->at == 'X') && r->at[-1] == '0')
        return fail(r, THUD_ERROR_SYNTAX, "a decimal number, as in 2.5e9");
    const double result = thud_number_value(start, NULL);
    if (isinf(result) || (result == 0 && has_nonzero_digit(start, r->at)))
        return fail(r, THUD_ERROR_OVERFLOW, "a number between 1e-308 and 1e308");
    *number = result;
    return true;
}

/* true at the end of the letters of a unit, or of inf */
static bool ends_symbol(const char *at) {
    static const char *const ends[] = {"·", "²", "³"};
    if (strchr(" \t*/^+-.,()0123456789", *at)) return true; /* includes the closing NUL */
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (strncmp(at, ends[i], strlen(ends[i])) == 0) return true;
    return false;
}

static bool take_infinity(reader *r, double *number) {
    const char *start = r->at;
    const bool negative = take(r, "-");
    if (!negative) (void)take(r, "+");
    (void)take(r, "."); /* as in YAML */
    if ((take(r, "inf") || take(r, "Inf") || take(r, "INF")) && ends_symbol(r->at)) {
        *number = negative ? -HUGE_VAL : HUGE_VAL;
        return true;
    }
    r->at = start;
    return false;
}

static bool read_number(reader *r, double *number) {
    if (take_infinity(r, number)) return true;
    const char *start = r->at;
    if (!skip_decimal(r)) return fail(r, THUD_ERROR_SYNTAX, "a number, as in 0.5 or 30mm");
    if (*r->at == ',' && is_digit(r->at[1]))
        return fail(r, THUD_ERROR_SYNTAX, "a decimal point, as in 0.6, and no comma");
    skip_exponent(r);
    return convert(r, start, number);
}

static bool read_symbol(reader *r, thud_unit *unit) {
    const char *start = r->at;
    while (!ends_symbol(r->at)) r->at++;
    const size_t length = (size_t)(r->at - start);
    if (length == 0) return fail(r, THUD_ERROR_SYNTAX, "a number and one unit, as in 15 kN/mm");
    if (!thud_unit_find(start, length, unit)) return fail(r, THUD_ERROR_SYNTAX, thud_unit_hint(start, length));
    return true;
}

static bool read_power(reader *r, double *power) {
    *power = 1;
    if (take(r, "²")) *power = 2;
    else if (take(r, "³")) *power = 3;
    else if (take(r, "^")) {
        const char *start = r->at;
        if (!skip_decimal(r)) return fail(r, THUD_ERROR_SYNTAX, "a number after ^, as in m^1.5");
        return convert(r, start, power);
    }
    if (is_digit(*r->at)) return fail(r, THUD_ERROR_SYNTAX, "a power written with ^, as in m^2");
    return true;
}

/* multiplies one factor into the product of units so far */
static bool read_factor(reader *r, bool inverse, thud_unit *product) {
    thud_unit unit;
    double power;
    if (!read_symbol(r, &unit) || !read_power(r, &power)) return false;
    if (inverse) power = -power;
    product->up *= pow(power > 0 ? unit.up : unit.down, fabs(power));
    product->down *= pow(power > 0 ? unit.down : unit.up, fabs(power));
    product->dimension.mass += power * unit.dimension.mass;
    product->dimension.length += power * unit.dimension.length;
    product->dimension.time += power * unit.dimension.time;
    product->dimension.angle += power * unit.dimension.angle;
    return true;
}

static bool read_unit(reader *r, thud_unit *product) {
    bool inverse = take(r, "/"), percent = false;
    for (int factors = 1;; factors++) {
        skip_space(r);
        percent = percent || *r->at == '%';
        if (!read_factor(r, inverse, product)) return false;
        const char *end = r->at;
        if (percent && (factors > 1 || inverse || end[-1] != '%'))
            return fail(r, THUD_ERROR_SYNTAX, "one % after a number, as in 50%");
        skip_space(r);
        if (*r->at == '\0') return true;
        inverse = take(r, "/");
        if (!inverse && !take(r, "*")) (void)take(r, "·");
        if (r->at == end) return fail(r, THUD_ERROR_SYNTAX, "units with a space, *, · or / between them");
    }
}

bool thud_unit_dimension(const char *unit, thud_dimension *dimension) {
    reader r = {unit, THUD_OK, NULL};
    thud_unit product = {1, 1, THUD_DIMENSION_NONE};
    if (*unit && !read_unit(&r, &product)) return false;
    *dimension = product.dimension;
    return true;
}

/* exponents come from decimals such as 1.2 and sums of them, right to a few parts in 1e16 */
static bool same_exponent(double a, double b) { return fabs(a - b) < 1e-9; }

bool thud_dimension_same(thud_dimension a, thud_dimension b) {
    return same_exponent(a.mass, b.mass) && same_exponent(a.length, b.length) && same_exponent(a.time, b.time) &&
           same_exponent(a.angle, b.angle);
}

/* what a dimension measures, with an example, for error messages */
static const char *describe(thud_dimension d) {
    static const struct {
        thud_dimension dimension;
        const char *text;
    } known[] = {
        {{0, 0, 0, 0}, "a plain number, as in 0.5 or 5%"},
        {{1, 0, 0, 0}, "a mass, as in 20 t or 350 kg (g is gravity)"},
        {{0, 1, 0, 0}, "a length, as in 30mm"},
        {{0, 0, 1, 0}, "a time, as in 20 s"},
        {{0, 0, 0, 1}, "an angle, as in 12 deg"},
        {{0, 1, -1, 0}, "a speed, as in 0.4 m/s"},
        {{0, 0, -1, 1}, "an angular speed, as in 3 rad/s"},
        {{0, 1, -2, 0}, "an acceleration, as in 0.35 g or 3 m/s^2"},
        {{1, 1, -2, 0}, "a force, as in 15 kN"},
        {{1, -1, -2, 0}, "a pressure, as in 30 GPa or 5 N/mm^2"},
        {{0, 2, 0, 0}, "an area, as in 0.2 m^2"},
        {{0, 0, -1, 0}, "a frequency, as in 2 Hz"},
        {{1, 0, -2, 0}, "a stiffness, as in 15 kN/mm"},
        {{1, 0, -1, 0}, "a damping, as in 3 kN*s/m"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (thud_dimension_same(known[i].dimension, d)) return known[i].text;
    if (same_exponent(d.mass, 1) && same_exponent(d.time, -2))
        return "a stiffness, as in 2e9 N/m^1.5 where n = 1.5";
    if (same_exponent(d.mass, 1) && same_exponent(d.time, -1))
        return "a damping, as in 2e10 N*s/m^2.5 where p = 1.5";
    if (same_exponent(d.mass, 1) && same_exponent(d.length + d.time, -1) && d.time > -2 && d.time <= 0)
        return "a damping, as in 15 kN*s^0.5/m^0.5 where the exponent is 0.5";
    return "a quantity of another kind";
}

/* number · up/down; refuses overflow and underflow */
static bool scale(reader *r, double number, const thud_unit *unit, double *value) {
    const double result = number * unit->up / unit->down;
    if (isnan(result) || (isinf(result) && !isinf(number)) || (result == 0 && number != 0))
        return fail(r, THUD_ERROR_OVERFLOW, "a value between 1e-308 and 1e308 in SI units");
    *value = result;
    return true;
}

static bool read_quantity(reader *r, thud_dimension want, double *value) {
    double number;
    skip_space(r);
    if (!read_number(r, &number)) return false;
    skip_space(r);
    if (*r->at == '\0') { /* a bare number is in SI units */
        *value = number;
        return true;
    }
    thud_unit unit = {1, 1, THUD_DIMENSION_NONE};
    if (!read_unit(r, &unit)) return false;
    if (!thud_dimension_same(unit.dimension, want)) return fail(r, THUD_ERROR_DIMENSION, describe(want));
    return scale(r, number, &unit, value);
}

thud_dimension thud_dimension_stiffness(double exponent_n) { return THUD_DIMENSION(1, 1 - exponent_n, -2, 0); }

thud_dimension thud_dimension_damping(double exponent_p) { return THUD_DIMENSION(1, -exponent_p, -1, 0); }

thud_status thud_quantity_parse(const char *text, thud_dimension want, double *value, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    reader r = {text, THUD_OK, NULL};
    double result;
    if (!text || !value) (void)fail(&r, THUD_ERROR_ARGUMENT, "a text and a pointer for its value");
    else if (read_quantity(&r, want, &result)) *value = result;
    return r.status == THUD_OK ? THUD_OK : thud_error_about(error, r.status, NULL, NAN, r.reason);
}
