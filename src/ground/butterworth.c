/*
 * S. Butterworth, Wireless Engineer 7 (1930) 536–541: |H|² = 1/(1 + Ω²ⁿ), with the poles −sin θ ± i cos θ, θ =
 * π(2k+1)/(2n).
 *
 * Corners are mapped to Ω = tan(π f), which the bilinear transformation s = (1 − z⁻¹)/(1 + z⁻¹) maps back. With
 * two corners s becomes (s² + Ω₁Ω₂)/((Ω₂ − Ω₁) s), which doubles the poles.
 */
#include "ground/butterworth.h"

#include <complex.h>
#include <math.h>

#include "numeric/constant.h"

/* (b2 s² + b1 s + b0)/(s² + a1 s + a0) */
typedef struct analog {
    double b2, b1, b0;
    double a1, a0;
} analog;

static thud_biquad bilinear(analog h) {
    double scale = 1 / (1 + h.a1 + h.a0);
    return (thud_biquad){
        .b0 = scale * (h.b2 + h.b1 + h.b0),
        .b1 = scale * 2 * (h.b0 - h.b2),
        .b2 = scale * (h.b2 - h.b1 + h.b0),
        .a1 = scale * 2 * (h.a0 - 1),
        .a2 = scale * (1 - h.a1 + h.a0),
        .constant = h.b0 / h.a0,
    };
}

/* (b1 s + b0)/(s + a0) */
static thud_biquad bilinear_first_order(double b1, double b0, double a0) {
    double scale = 1 / (1 + a0);
    return (thud_biquad){
        .b0 = scale * (b0 + b1), .b1 = scale * (b0 - b1), .a1 = scale * (a0 - 1), .constant = b0 / a0};
}

/* one corner: passes low or high frequencies */
static size_t one_corner(double corner, int passes_low, size_t order, thud_biquad *sections) {
    double omega = tan(THUD_PI * corner), square = omega * omega;
    size_t count = 0;
    for (size_t k = 0; k < order / 2; k++) {
        analog h = {.a1 = 2 * omega * sin(THUD_PI * (double)(2 * k + 1) / (double)(2 * order)), .a0 = square};
        if (passes_low) h.b0 = square;
        else h.b2 = 1;
        sections[count++] = bilinear(h);
    }
    if (order % 2 == 1) sections[count++] = bilinear_first_order(!passes_low, passes_low ? omega : 0, omega);
    return count;
}

/* a band: the numerator of each section is (Ω₂ − Ω₁) s */
static thud_biquad band_section(double width, double a1, double a0) {
    return bilinear((analog){.b1 = width, .a1 = a1, .a0 = a0});
}

static size_t two_corners(double low, double high, size_t order, thud_biquad *sections) {
    double first = tan(THUD_PI * low), second = tan(THUD_PI * high), width = second - first,
           square = first * second;
    size_t count = 0;
    for (size_t k = 0; k < order / 2; k++) {
        double theta = THUD_PI * (double)(2 * k + 1) / (double)(2 * order);
        double complex half = width / 2 * (-sin(theta) + I * cos(theta));

        /* s² − 2 half s + square = 0 */
        double complex root = csqrt(half * half - square);
        double complex poles[2] = {half + root, half - root};
        for (int i = 0; i < 2; i++) {
            double size = cabs(poles[i]);
            sections[count++] = band_section(width, -2 * creal(poles[i]), size * size);
        }
    }
    if (order % 2 == 1) sections[count++] = band_section(width, width, square);
    return count;
}

size_t thud_butterworth_design(double low, double high, size_t order,
                               thud_biquad sections[THUD_BUTTERWORTH_MAX_ORDER]) {
    if (low > 0 && high < INFINITY) return two_corners(low, high, order, sections);
    return low > 0 ? one_corner(low, 0, order, sections) : one_corner(high, 1, order, sections);
}
