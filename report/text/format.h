/*
 * Estimates, units and names as people read them, beside the numbers of base/format.h; and doubles as decimal text
 * for large files.
 */
#ifndef THUD_REPORT_TEXT_FORMAT_H
#define THUD_REPORT_TEXT_FORMAT_H

#include <stddef.h>

#include <thud/impact.h>

#include "base/format.h"

/*
 * A value with its standard error, whose two significant digits say how far the value is known: "356 ± 270 N/m",
 * "1.65 ± 0.13 kN/m", "(1.20 ± 0.14)e-7" where no prefix serves. Digits in front of the point stay. Without an
 * error (0 or NAN) it is a quantity.
 */
thud_text thud_format_estimate(double value, double error, const char *unit);

/* Four places behind the point, as restitution is measured; more digits where that would say 0.0000. */
thud_text thud_format_restitution(double restitution);

/* N/mⁿ and N·s/m^(p+1) with the exponent as a number: "N/m^1.5". */
thud_text thud_format_stiffness_unit(double exponent_n);
thud_text thud_format_damping_unit(double exponent_p);

/* the unit of a law's c at an exponent n */
thud_text thud_format_law_damping_unit(const thud_law *law, double exponent_n);

/* An exponent for these units: one that was fitted, which has an error, in two places; any other as it is. */
double thud_round_exponent(double exponent, double error);

/* A unit as gnuplot wants it: all of m^1.5 is raised as m^{1.5} only; the power is what a unit ends with. */
thud_text thud_format_braced(thud_text unit);

/* How far `actual` is from `wanted`, in words: "6 % too low", "exact". */
thud_text thud_format_deviation(double actual, double wanted);

/* "separation at δ = 0", "separation at F = 0". */
const char *thud_format_separation(thud_separation separation);

/* "return", "zero-force": as on the command line. */
const char *thud_separation_name(thud_separation separation);

/* Where the damping of an impact comes from: "published", "exact", "given"; "none" for laws without a damper. */
const char *thud_damping_kind(const thud_impact_options *options);

/*
 * The number that a restitution sets, in JSON and CSV: c, or k₂ for two stiffnesses, as thud_calibrate() gives it;
 * NAN for non-smooth laws.
 */
double thud_damping_number(const thud_law *law, const thud_impact *impact);

/*
 * Doubles as decimal text for large files: 15 digits where they read back to the same double, else 16 or 17; at a
 * quarter of the cost of printf.
 */

#define THUD_DECIMAL_SIZE 32 /* bytes that are always enough */

/* Writes the number, without a zero at the end, and returns its length. Nothing is written for NAN; "inf", "-inf".
 */
size_t thud_decimal_write(char *text, double value);

#endif
