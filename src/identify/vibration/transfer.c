/*
 * One resonance of a transfer function. Any kind is converted to the mobility, velocity over force,
 *
 *     Y = iω/(K − Mω² + iωC),
 *
 * Its half-power points f₁ and f₂ satisfy f₁f₂ = f² and f₂ − f₁ = 2ζf exactly, and it draws a circle of diameter
 * 1/C in the complex plane (D. J. Ewins, Modal Testing, 2000). A transmissibility T has (T − 1) i/ω = M Y.
 *
 * Half-power: |Y| = (1/C) q/√(p² + q²), p = ω₀² − ω², q = 2ζω₀ω, is fitted to the magnitudes between and slightly
 * beyond the half-power points, which are then those of the fitted curve: noise of single lines makes no peak.
 *
 * Circle: Y = A iω/(ω₀² − ω² + 2iζω₀ω) + B, with B for other modes, by least squares in the complex plane.
 */
#include <math.h>
#include <stdlib.h>

#include <thud/identify.h>

#include "base/environment.h"
#include "base/error.h"
#include "identify/least_squares.h"
#include "numeric/constant.h"

enum { FEWEST = 6 };

/* the lines of the resonance: mobilities in units of the peak, frequencies relative to it */
typedef struct lines {
    size_t count;
    double *omega, *real, *imaginary; /* [count] */
    double width; /* approximate ζ: half of the half-power bandwidth, relative to the frequency */
} lines;

static thud_status refuse(thud_error *error, const char *reason) {
    thud_error_argument(error, "transfer function", NAN, reason);
    return THUD_ERROR_ARGUMENT;
}

/* Y of line i, up to a constant factor for a transmissibility */
static void mobility(const thud_transfer *t, size_t i, double *real, double *imaginary) {
    double omega = 2 * THUD_PI * t->frequency[i], re = t->real[i], im = t->imaginary[i];
    switch (t->response) {
    case THUD_TRANSFER_RECEPTANCE: *real = -omega * im, *imaginary = omega * re; break;
    case THUD_TRANSFER_MOBILITY: *real = re, *imaginary = im; break;
    case THUD_TRANSFER_ACCELERANCE: *real = im / omega, *imaginary = -re / omega; break;
    default: /* transmissibility */ *real = -im / omega, *imaginary = (re - 1) / omega; break;
    }
}

static bool is_sound(const thud_transfer *t) {
    for (size_t i = 0; i < t->count; i++) {
        if (!(t->frequency[i] > (i ? t->frequency[i - 1] : 0)) || !isfinite(t->frequency[i])) return false;
        if (!isfinite(t->real[i]) || !isfinite(t->imaginary[i])) return false;
    }
    return true;
}

/* index at which |Y| falls below a share of the peak; `count` or more if it never does */
static size_t fall(const double *magnitude, size_t count, size_t peak, double share, int step) {
    size_t i = peak;
    while (i < count && magnitude[i] >= share * magnitude[peak]) i += (size_t)step; /* below 0 wraps beyond count */
    return i;
}

/* the approximate half-power frequency between two lines */
static double between(const thud_transfer *t, const double *magnitude, size_t peak, size_t out, size_t in) {
    double level = magnitude[peak] * sqrt(0.5), share = (magnitude[in] - level) / (magnitude[in] - magnitude[out]);
    return t->frequency[in] + share * (t->frequency[out] - t->frequency[in]);
}

/* the lines above three tenths of the peak, and the peak's own numbers */
static thud_status select_lines(const thud_transfer *t, double *room, lines *l, double *unit, double *size,
                                thud_error *error) {
    double *magnitude = room + 3 * t->count;
    size_t peak = 0;
    for (size_t i = 0; i < t->count; i++) {
        mobility(t, i, &l->real[i], &l->imaginary[i]);
        magnitude[i] = hypot(l->real[i], l->imaginary[i]);
        if (magnitude[i] > magnitude[peak]) peak = i;
    }
    size_t low = fall(magnitude, t->count, peak, sqrt(0.5), -1),
           high = fall(magnitude, t->count, peak, sqrt(0.5), 1);
    if (low >= t->count || high >= t->count)
        return refuse(error, "does not fall to half its power on both sides of its peak");
    double f1 = between(t, magnitude, peak, low, low + 1), f2 = between(t, magnitude, peak, high, high - 1);
    size_t first = fall(magnitude, t->count, peak, 0.3, -1), end = fall(magnitude, t->count, peak, 0.3, 1);
    first = first >= t->count ? 0 : first + 1;
    end = end > t->count ? t->count : end;
    l->count = end - first;
    if (l->count < FEWEST) return refuse(error, "has fewer than six lines in its resonance");
    *unit = 2 * THUD_PI * sqrt(f1 * f2);
    *size = magnitude[peak];
    l->width = 0.5 * (f2 - f1) / sqrt(f1 * f2);
    for (size_t i = 0; i < l->count; i++) {
        l->omega[i] = 2 * THUD_PI * t->frequency[first + i] / *unit;
        l->real[i] = l->real[first + i] / *size;
        l->imaginary[i] = l->imaginary[first + i] / *size;
    }
    return THUD_OK;
}

/* from the parameters common to both methods */
static thud_mode mode_of(const lines *l, const thud_solution *found, double unit, size_t points) {
    double omega0 = 1 + l->width * found->x[0], per_hertz = unit / (2 * THUD_PI);
    return (thud_mode){{omega0 * per_hertz, l->width * sqrt(found->covariance[0][0]) * per_hertz},
                       {l->width * found->x[1], l->width * sqrt(found->covariance[1][1])},
                       points};
}

/* ---- Half-power ---- */

/* lines between and slightly beyond the half-power points, chosen by frequency, so that noise has no influence */
static bool is_near(const lines *l, size_t i) { return fabs(l->omega[i] - 1 / l->omega[i]) <= 2 * 1.7 * l->width; }

/* x: (ω₀ − 1)/ζ and ζ/ζ, with the approximate ζ in the denominators, and the height of the peak */
static bool magnitude(const double *x, void *context, double *residuals, double *jacobian) {
    const lines *l = context;
    double omega0 = 1 + l->width * x[0], zeta = l->width * x[1];
    if (!(fmin(omega0, zeta) > 0)) return false;
    for (size_t i = 0; i < l->count; i++) {
        double omega = l->omega[i], p = omega0 * omega0 - omega * omega, q = 2 * zeta * omega0 * omega;
        double norm = p * p + q * q, u = is_near(l, i) ? q / sqrt(norm) : 0; /* |Y| C */
        if (residuals) residuals[i] = is_near(l, i) ? x[2] * u - hypot(l->real[i], l->imaginary[i]) : 0;
        if (!jacobian) continue;
        /* u = q (p² + q²)^(−1/2), du = u p (p dq/q − dp)/(p² + q²) */
        double by = x[2] * u * p / norm * l->width;
        jacobian[3 * i] = by * (p / omega0 - 2 * omega0);
        jacobian[3 * i + 1] = by * p / zeta;
        jacobian[3 * i + 2] = u;
    }
    return true;
}

static thud_status half_power(lines *l, double unit, thud_mode *mode) {
    size_t used = 0;
    for (size_t i = 0; i < l->count; i++) used += is_near(l, i);
    thud_least_squares problem = {.residuals = magnitude,
                                  .context = l,
                                  .count = l->count,
                                  .idle = l->count - used,
                                  .parameters = 3,
                                  .tolerance = 1e-12};
    thud_solution found;
    double start[3] = {0, 1, 1};
    thud_status status = thud_least_squares_solve(&problem, start, &found);
    if (status == THUD_OK) *mode = mode_of(l, &found, unit, used);
    return status;
}

/* ---- Circle ---- */

/* x: (ω₀ − 1)/ζ, ζ/ζ, with the approximate ζ in the denominators; the size of the circle; B */
static bool circle(const double *x, void *context, double *residuals, double *jacobian) {
    const lines *l = context;
    double omega0 = 1 + l->width * x[0], zeta = l->width * x[1];
    if (!(fmin(omega0, zeta) > 0)) return false;
    for (size_t i = 0; i < l->count; i++) {
        double omega = l->omega[i], p = omega0 * omega0 - omega * omega, q = 2 * zeta * omega0 * omega;
        /* u = 2ζ iω/(p + iq), du = −u (dp + i dq)/(p + iq) */
        double norm = p * p + q * q, scale = 2 * l->width * omega / norm, ur = scale * q, ui = scale * p;
        if (residuals) {
            residuals[2 * i] = x[2] * ur + x[3] - l->real[i];
            residuals[2 * i + 1] = x[2] * ui + x[4] - l->imaginary[i];
        }
        if (!jacobian) continue;
        double *row = jacobian + 10 * i, vr = (ur * p + ui * q) / norm,
               vi = (ui * p - ur * q) / norm; /* u/(p + iq) */
        double dp[2] = {2 * omega0 * l->width, 0},
               dq[2] = {2 * zeta * omega * l->width, 2 * omega0 * omega * l->width};
        for (int k = 0; k < 2; k++) {
            row[k] = -x[2] * (vr * dp[k] - vi * dq[k]);
            row[5 + k] = -x[2] * (vi * dp[k] + vr * dq[k]);
        }
        row[2] = ur, row[3] = 1, row[4] = 0;
        row[7] = ui, row[8] = 0, row[9] = 1;
    }
    return true;
}

/* the standard error of a product of powers of ω₀, ζ and the circle's size, relative */
static double relative_error(const thud_solution *s, const double power[3], const double scale[3]) {
    double sum = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) sum += power[i] * scale[i] * s->covariance[i][j] * power[j] * scale[j];
    return sqrt(sum);
}

static thud_status circle_fit(lines *l, double unit, double size, bool by_force, thud_resonance *r) {
    thud_least_squares problem = {
        .residuals = circle, .context = l, .count = 2 * l->count, .parameters = 5, .tolerance = 1e-12};
    thud_solution found;
    double start[5] = {0, 1, 1, 0, 0};
    thud_status status = thud_least_squares_solve(&problem, start, &found);
    if (status != THUD_OK) return status;
    double omega0 = 1 + l->width * found.x[0], zeta = l->width * found.x[1];
    if (!(found.x[2] > 0)) return THUD_ERROR_ACCURACY;
    r->circle = mode_of(l, &found, unit, l->count);
    r->diameter = size * found.x[2] * l->width / (zeta * omega0);
    r->shift_real = size * found.x[3];
    r->shift_imaginary = size * found.x[4];
    r->residual = size / r->diameter * sqrt(found.sum / (double)(2 * l->count));
    if (!by_force) return THUD_OK;
    /* Y = A iω/(…) with A = 1/M: in units of the peak A is 2 · width · x₂ · size · unit */
    double mass = 1 / (2 * l->width * found.x[2] * size * unit), omega = omega0 * unit;
    const double scale[3] = {l->width / omega0, 1 / found.x[1], 1 / found.x[2]}; /* d ln of each by its parameter */
    const double of_mass[3] = {0, 0, -1}, of_stiffness[3] = {2, 0, -1}, of_damping[3] = {1, 1, -1};
    r->mass = (thud_estimate){mass, mass * relative_error(&found, of_mass, scale)};
    r->stiffness.value = mass * omega * omega;
    r->stiffness.error = r->stiffness.value * relative_error(&found, of_stiffness, scale);
    r->damping.value = 2 * zeta * mass * omega;
    r->damping.error = r->damping.value * relative_error(&found, of_damping, scale);
    return THUD_OK;
}

thud_status thud_identify_transfer(const thud_transfer *t, thud_resonance *resonance, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!t || !resonance || !t->frequency || !t->real || !t->imaginary)
        return thud_error_status(error, THUD_ERROR_ARGUMENT);
    if (t->response > THUD_TRANSFER_TRANSMISSIBILITY) return refuse(error, "has an unknown kind of response");
    if (t->count < FEWEST) return refuse(error, "has fewer than six lines");
    if (!is_sound(t)) return refuse(error, "needs increasing frequencies above zero, and a number for each");
    double *room = malloc(4 * t->count * sizeof *room);
    if (!room) return thud_error_memory(error);
    lines l = {.omega = room, .real = room + t->count, .imaginary = room + 2 * t->count};
    double unit, size;
    thud_resonance r = {.mass = {NAN, NAN}, .stiffness = {NAN, NAN}, .damping = {NAN, NAN}};
    thud_status status = select_lines(t, room, &l, &unit, &size, error);
    if (status == THUD_OK) {
        status = circle_fit(&l, unit, size, t->response != THUD_TRANSFER_TRANSMISSIBILITY, &r);
        if (status == THUD_OK) status = half_power(&l, unit, &r.half_power);
        if (status == THUD_OK) *resonance = r;
        else if (status == THUD_ERROR_MEMORY) (void)thud_error_memory(error);
        else status = refuse(error, "has no resonance of a single mode");
    }
    free(room);
    return status;
}
