/*
 * L. I. Bluestein, IEEE Trans. Audio Electroacoust. 18 (1970) 451–455: with jk = (j² + k² − (k − j)²)/2, the
 * transform is a convolution with a chirp,
 *
 *     X(k) = c(k) Σ_j x(j) c(j) c̄(k − j),   c(j) = exp(−πi j²/count)
 *
 * which transforms of at least twice as many numbers, a power of two, work out.
 */
#include "numeric/transform/chirp.h"

#include <string.h>

#include "numeric/fourier.h"

static size_t inner_count(size_t count) { return thud_fourier_size(2 * count - 1); }

size_t thud_chirp_room(size_t count) {
    const size_t inner = inner_count(count);
    return 2 * count + 2 * inner + 3 * THUD_TRANSFORM_ROOM(inner);
}

void thud_chirp_init(thud_chirp *plan, size_t count, double *memory) {
    const size_t inner = inner_count(count), room = THUD_TRANSFORM_ROOM(inner), apart = THUD_TRANSFORM_APART(inner);
    double *roots = memory, *filter = roots + 2 * count;
    *plan = (thud_chirp){
        .count = count, .roots = roots, .filter = filter, .numbers = filter + room, .work = filter + 2 * room};
    thud_mixed_radix_init(&plan->inner, inner, filter + 3 * room);
    /* j² modulo 2 count, incrementally: exact for any count */
    for (size_t j = 0, square = 0; j < count; j++) {
        thud_unit_root(square, 2 * count, &roots[j], &roots[count + j]);
        square = (square + 2 * j + 1) % (2 * count);
    }
    /* c̄ of j and of −j, divided by the inner count, as the inverse transform multiplies by it */
    memset(filter, 0, room * sizeof *filter);
    for (size_t j = 0; j < count; j++) {
        const size_t mirror = j > 0 ? inner - j : 0;
        filter[j] = filter[mirror] = roots[j] / (double)inner;
        filter[apart + j] = filter[apart + mirror] = roots[count + j] / (double)inner;
    }
    const double *transform = thud_mixed_radix_run(&plan->inner, filter, plan->work);
    if (transform != filter) memcpy(filter, transform, room * sizeof *filter);
}

void thud_chirp_run(const thud_chirp *plan, double *numbers) {
    const size_t count = plan->count, inner = plan->inner.count;
    const size_t apart = THUD_TRANSFORM_APART(count), far = THUD_TRANSFORM_APART(inner);
    const double *c = plan->roots, *s = plan->roots + count, *filter = plan->filter;
    double *a = plan->numbers;
    memset(a, 0, THUD_TRANSFORM_ROOM(inner) * sizeof *a);
    for (size_t j = 0; j < count; j++) {
        const double re = numbers[j], im = numbers[apart + j];
        a[j] = c[j] * re + s[j] * im;
        a[far + j] = c[j] * im - s[j] * re;
    }
    double *b = thud_mixed_radix_run(&plan->inner, a, plan->work);
    /* the inverse transform is the forward one with real and imaginary parts exchanged */
    for (size_t k = 0; k < inner; k++) {
        const double re = b[k], im = b[far + k];
        b[k] = re * filter[far + k] + im * filter[k];
        b[far + k] = re * filter[k] - im * filter[far + k];
    }
    const double *back = thud_mixed_radix_run(&plan->inner, b, b == a ? plan->work : a);
    for (size_t k = 0; k < count; k++) {
        const double re = back[far + k], im = back[k];
        numbers[k] = c[k] * re + s[k] * im;
        numbers[apart + k] = c[k] * im - s[k] * re;
    }
}
