/*
 * The rate is λ = ∫ H(x) dF(x) with F = Φ(ln(x/θ)/β). Where H = a x⁻ᵏ, as between two points of the table, the
 * integral from x₁ to x₂ is H(θ) exp(k²β²/2) [Φ(z₂ + kβ) − Φ(z₁ + kβ)], z = ln(x/θ)/β: the closed form of C. A.
 * Cornell, Calculating building seismic performance reliability, 11th World Conf. Earthq. Eng. (1996) 2122, which
 * takes one line from 0 to infinity.
 */
#include "study/hazard.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/unit.h"
#include "ground/bytes.h"
#include "numeric/normal.h"
#include "study/lines.h"

/* ---- reading ---- */

static thud_status take_rows(const char *path, const thud_bytes *bytes, thud_dimension dimension, thud_hazard *h,
                             thud_error *error) {
    const char *at = (const char *)bytes->data, *const end = at + bytes->size;
    thud_error problem;
    for (size_t line = 1; at < end; line++) {
        char fields[2][THUD_LINE_FIELD];
        at = thud_line_take(at, end, 2, fields);
        if (!fields[0][0]) continue;
        double *x = &h->intensities[h->count], *rate = &h->rates[h->count];
        const bool read = thud_quantity_parse(fields[0], dimension, x, &problem) == THUD_OK &&
                          thud_quantity_parse(fields[1], THUD_DIMENSION_NONE, rate, &problem) == THUD_OK;
        if (!read && h->count == 0 && line == 1) continue; /* the heading */
        if (!read)
            return thud_error_set(error, THUD_ERROR_SYNTAX, "%s:%zu: expected an intensity and its annual rate",
                                  path, line);
        if (!(*x > 0 && *rate > 0 && isfinite(*x) && isfinite(*rate)))
            return thud_error_set(error, THUD_ERROR_SYNTAX, "%s:%zu: intensity and rate must be positive", path,
                                  line);
        if (h->count > 0 && !(*x > x[-1] && *rate < rate[-1]))
            return thud_error_set(error, THUD_ERROR_SYNTAX, "%s:%zu: the intensity must rise and the rate fall",
                                  path, line);
        h->count++;
    }
    if (h->count >= 2) return THUD_OK;
    return thud_error_set(error, THUD_ERROR_SYNTAX, "%s: a hazard curve needs two rows or more", path);
}

thud_status thud_hazard_read(const char *path, thud_dimension dimension, thud_hazard *hazard, thud_error *error) {
    thud_bytes bytes = {0};
    size_t lines = 2;
    *hazard = (thud_hazard){0};
    thud_error problem;
    thud_status status = thud_bytes_load(path, &bytes, &problem);
    if (status != THUD_OK) return thud_error_set(error, status, "cannot read '%s': %s", path, problem.text);
    for (size_t i = 0; i < bytes.size; i++) lines += bytes.data[i] == '\n';
    hazard->intensities = calloc(lines, sizeof *hazard->intensities);
    hazard->rates = calloc(lines, sizeof *hazard->rates);
    if (!hazard->intensities || !hazard->rates)
        status = thud_error_set(error, THUD_ERROR_MEMORY, "%s", thud_status_text(THUD_ERROR_MEMORY));
    else status = take_rows(path, &bytes, dimension, hazard, error);
    free(bytes.data);
    if (status != THUD_OK) thud_hazard_free(hazard);
    return status;
}

void thud_hazard_free(thud_hazard *hazard) {
    free(hazard->intensities);
    free(hazard->rates);
    *hazard = (thud_hazard){0};
}

/* ---- rates ---- */

/* k of the line from a point to the next */
static double slope(const thud_hazard *h, size_t i) {
    return -log(h->rates[i + 1] / h->rates[i]) / log(h->intensities[i + 1] / h->intensities[i]);
}

/* what comes from intensities between x₁ and x₂ along the line that begins at point i, on which they may be far out
 */
static double part(const thud_hazard *h, size_t i, const thud_fragility *f, double x1, double x2) {
    const double k = slope(h, i), b = f->dispersion, kb = k * b;
    const double z1 = x1 > 0 ? log(x1 / f->median) / b : -INFINITY,
                 z2 = isinf(x2) ? INFINITY : log(x2 / f->median) / b;
    /* by the tail that is small */
    const double share = z1 + kb > 0 ? thud_normal_below(-z1 - kb) - thud_normal_below(-z2 - kb)
                                     : thud_normal_below(z2 + kb) - thud_normal_below(z1 + kb);
    return h->rates[i] * exp(k * log(h->intensities[i] / f->median) + kb * kb / 2) * share;
}

/* on one line the rate over ln x is a bell around ln θ − kβ²: its top, or the end of the line next to it */
static double top(const thud_hazard *h, size_t i, const thud_fragility *f) {
    const double x = f->median * exp(-slope(h, i) * f->dispersion * f->dispersion);
    return fmin(fmax(x, h->intensities[i]), h->intensities[i + 1]);
}

static double density(const thud_hazard *h, size_t i, const thud_fragility *f, double x) {
    const double z = log(x / f->median) / f->dispersion;
    return log(h->rates[i]) - slope(h, i) * log(x / h->intensities[i]) - z * z / 2;
}

thud_hazard_rate thud_hazard_of(const thud_hazard *h, const thud_fragility *f) {
    const size_t last = h->count - 1;
    const double below = part(h, 0, f, 0, h->intensities[0]),
                 above = part(h, last - 1, f, h->intensities[last], INFINITY);
    thud_hazard_rate out = {.rate = below + above, .likely = NAN};
    double most = -INFINITY;
    for (size_t i = 0; i < last; i++) {
        out.rate += part(h, i, f, h->intensities[i], h->intensities[i + 1]);
        const double x = top(h, i, f), height = density(h, i, f, x);
        if (height > most) most = height, out.likely = x;
    }
    out.below = below / out.rate;
    out.above = above / out.rate;
    return out;
}
