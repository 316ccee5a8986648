/*
 * The peak of the power spectral density of a decaying vibration. The density has one segment as long as the
 * record and a Hann window. The window causes no error, because the spectrum of a windowed decay is known,
 *
 *     X(ω) = Σ wₙ zⁿ,   z = exp((−α + i(ω_d − ω)) Δt),   wₙ = 1/2 − (e^(iθn) + e^(−iθn))/4,   θ = 2π/N,
 *
 * as sums of geometric series. It is fitted to the root of the density near the peak, where noise adds equal
 * errors; neighbouring lines share noise by −2/3 and 1/6, which the standard errors include.
 */
#include <complex.h>
#include <math.h>
#include <stdlib.h>

#include "identify/least_squares.h"
#include "identify/vibration/vibration.h"
#include "numeric/constant.h"

enum { LEAST_PEAK = 6, MOST_LINES = 61, SIDE = 4 };

typedef struct lines {
    const thud_psd *psd;
    double step; /* s */
    size_t first, count;
    double unit; /* root of the largest density */
} lines;

static double complex geometric(double complex z, double count) {
    double complex rest = 1 - z;
    return cabs(rest) < 1e-12 ? count : (1 - cexp(count * clog(z))) / rest;
}

/* x = (ln amplitude, frequency in lines, decay rate in lines) */
static double complex line_of(const lines *l, const double *x, size_t index) {
    double n = (double)l->psd->segment, theta = 2 * THUD_PI / n;
    double complex exponent = theta * (-x[2] + I * (x[1] - (double)(l->first + index)));
    double complex sum = geometric(cexp(exponent), n) / 2;
    sum -= geometric(cexp(exponent + I * theta), n) / 4;
    sum -= geometric(cexp(exponent - I * theta), n) / 4;
    return exp(x[0]) * sum / n;
}

static bool residuals_of(const double *x, void *context, double *residuals, double *jacobian) {
    const lines *l = context;
    for (size_t i = 0; i < l->count; i++) {
        double here = cabs(line_of(l, x, i));
        if (residuals) residuals[i] = here - sqrt(l->psd->density[l->first + i]) / l->unit;
        if (!jacobian) continue;
        jacobian[3 * i] = here;
        for (int k = 1; k < 3; k++) {
            double beside[] = {x[0], x[1], x[2]}, less[] = {x[0], x[1], x[2]}, step = 1e-5;
            beside[k] += step;
            less[k] -= step;
            jacobian[3 * i + (size_t)k] = (cabs(line_of(l, beside, i)) - cabs(line_of(l, less, i))) / (2 * step);
        }
    }
    return true;
}

/* the noise shared by two lines, at most two apart, along the phases of the vibration */
static double shared(const lines *l, const double *x, size_t i, size_t j) {
    static const double hann[] = {1, -2.0 / 3, 1.0 / 6};
    size_t apart = i > j ? i - j : j - i;
    double complex turn = line_of(l, x, i) * conj(line_of(l, x, j));
    return hann[apart] * creal(turn) / cabs(turn);
}

/* (JᵀJ)⁻¹ Jᵀ R J (JᵀJ)⁻¹ σ² of the last two parameters */
static void find_covariance(const lines *l, const thud_solution *s, double out[2][2]) {
    double jacobian[3 * MOST_LINES], gain[2][MOST_LINES] = {{0}}, variance = s->sum / (double)(l->count - 3);
    lines copy = *l;
    (void)residuals_of(s->x, &copy, NULL, jacobian);
    for (size_t i = 0; i < l->count; i++)
        for (int a = 0; a < 2; a++)
            for (int k = 0; k < 3; k++) gain[a][i] += s->inverse[a + 1][k] * jacobian[3 * i + (size_t)k];
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
            out[a][b] = 0;
            for (size_t i = 0; i < l->count; i++)
                for (size_t j = i > 2 ? i - 2 : 0; j < l->count && j < i + 3; j++)
                    out[a][b] += variance * gain[a][i] * gain[b][j] * shared(l, s->x, i, j);
        }
}

/* lines around the peak: above a quarter of its height, and a few more */
static bool choose_lines(const thud_psd *psd, lines *l) {
    size_t peak = 1;
    for (size_t i = 1; i + 1 < psd->count; i++)
        if (psd->density[i] > psd->density[peak]) peak = i;
    size_t from = peak, to = peak;
    while (from > 1 && psd->density[from - 1] > psd->density[peak] / 16) from--;
    while (to + 2 < psd->count && psd->density[to + 1] > psd->density[peak] / 16) to++;
    from = from > SIDE ? from - SIDE : 1;
    to = to + SIDE + 1 < psd->count ? to + SIDE : psd->count - 2;
    if (peak < LEAST_PEAK || to < from + 6 || to - from + 1 > MOST_LINES) return false;
    l->first = from;
    l->count = to - from + 1;
    l->unit = sqrt(psd->density[peak]);
    return l->unit > 0;
}

static thud_status fit_peak(const thud_psd *psd, double step, thud_mode *mode) {
    lines l = {.psd = psd, .step = step};
    if (!choose_lines(psd, &l)) return THUD_OK;
    size_t peak = l.first;
    for (size_t i = 0; i < l.count; i++)
        if (psd->density[l.first + i] > psd->density[peak]) peak = l.first + i;
    double start[] = {0, (double)peak, 0.3};
    start[0] = -log(cabs(line_of(&l, start, peak - l.first)));
    thud_least_squares problem = {residuals_of, &l, l.count, 0, 3, 1e-9, 0};
    thud_solution s;
    thud_status status = thud_least_squares_solve(&problem, start, &s);
    if (status != THUD_OK) return status == THUD_ERROR_MEMORY ? status : THUD_OK;
    if (!(s.x[2] > 0)) return THUD_OK;
    double covariance[2][2], hertz = psd->resolution, rate = 2 * THUD_PI * hertz;
    find_covariance(&l, &s, covariance);
    *mode = thud_mode_of(s.x[1] * hertz, s.x[2] * rate, covariance[0][0] * hertz * hertz,
                         covariance[1][1] * rate * rate, covariance[0][1] * hertz * rate, l.count);
    return THUD_OK;
}

thud_status thud_decay_spectrum(const thud_decay *d, thud_mode *mode) {
    size_t count = (d->motion->count - d->first) / 2 * 2;
    if (d->motion->time || count < 16) return THUD_OK;
    thud_motion part = {
        .count = count, .step = d->motion->step, .acceleration = d->motion->acceleration + d->first};
    thud_psd *psd;
    thud_status status = thud_motion_psd(&part, count, &psd, NULL);
    if (status != THUD_OK) return status == THUD_ERROR_MEMORY ? status : THUD_OK;
    status = fit_peak(psd, part.step, mode);
    thud_psd_free(psd);
    return status;
}
