/*
 * An even number of real numbers as half as many complex ones, z(j) = x(2j) + i x(2j+1): the transforms of the even
 * and of the odd ones are the even and the odd part of Z, and X(k) = E(k) + exp(−2πik/count) O(k).
 */
#include "numeric/transform/real.h"

#include <string.h>

#include "numeric/wide.h"

static size_t inner_count(size_t count) { return count % 2 == 0 ? count / 2 : count; }

size_t thud_real_transform_room(size_t count) {
    const size_t inner = inner_count(count);
    return 2 * (inner / 2 + 1) + 2 * THUD_TRANSFORM_ROOM(inner) +
           (thud_mixed_radix_fits(inner) ? 2 * inner : thud_chirp_room(inner));
}

void thud_real_transform_init(thud_real_transform *plan, size_t count, double *memory) {
    const size_t inner = inner_count(count), half = inner / 2 + 1, room = THUD_TRANSFORM_ROOM(inner);
    *plan = (thud_real_transform){.count = count,
                                  .inner = inner,
                                  .is_smooth = thud_mixed_radix_fits(inner),
                                  .roots = memory,
                                  .numbers = memory + 2 * half,
                                  .work = memory + 2 * half + room};
    double *rest = plan->work + room;
    for (size_t k = 0; k < half; k++) thud_unit_root(k, count, &plan->roots[k], &plan->roots[half + k]);
    if (plan->is_smooth) thud_mixed_radix_init(&plan->smooth, inner, rest);
    else thud_chirp_init(&plan->chirp, inner, rest);
}

/* X(k) and X(inner − k) from Z(k) and Z(inner − k) */
THUD_WIDE static void part(size_t inner, const double *restrict re, const double *restrict im,
                           const double *restrict cosine, const double *restrict sine, double *restrict real,
                           double *restrict imaginary) {
    THUD_SIDE_BY_SIDE
    for (size_t k = 1; k <= inner / 2; k++) {
        const size_t mirror = inner - k;
        const double even_re = 0.5 * (re[k] + re[mirror]), even_im = 0.5 * (im[k] - im[mirror]);
        const double odd_re = 0.5 * (im[k] + im[mirror]), odd_im = -0.5 * (re[k] - re[mirror]);
        const double turned_re = cosine[k] * odd_re + sine[k] * odd_im;
        const double turned_im = cosine[k] * odd_im - sine[k] * odd_re;
        real[k] = even_re + turned_re;
        imaginary[k] = even_im + turned_im;
        real[mirror] = even_re - turned_re;
        imaginary[mirror] = turned_im - even_im;
    }
}

/* even and odd numbers become real and imaginary parts */
THUD_WIDE static void pack(size_t inner, const double *restrict x, double *restrict re, double *restrict im) {
    for (size_t j = 0; j < inner; j++) {
        re[j] = x[2 * j];
        im[j] = x[2 * j + 1];
    }
}

void thud_real_transform_run(const thud_real_transform *plan, const double *x, double *real, double *imaginary) {
    const size_t inner = plan->inner, apart = THUD_TRANSFORM_APART(inner), count = inner / 2 + 1;
    const bool is_even = inner < plan->count;
    double *z = plan->numbers;
    if (is_even) {
        pack(inner, x, z, z + apart);
    } else {
        memcpy(z, x, inner * sizeof *z);
        memset(z + apart, 0, inner * sizeof *z);
    }
    if (plan->is_smooth) z = thud_mixed_radix_run(&plan->smooth, z, plan->work);
    else thud_chirp_run(&plan->chirp, z);
    if (!is_even) {
        memcpy(real, z, count * sizeof *real);
        memcpy(imaginary, z + apart, count * sizeof *imaginary);
        return;
    }
    /* the ends have no mirror image */
    real[0] = z[0] + z[apart];
    real[inner] = z[0] - z[apart];
    imaginary[0] = imaginary[inner] = 0;
    part(inner, z, z + apart, plan->roots, plan->roots + count, real, imaginary);
}
