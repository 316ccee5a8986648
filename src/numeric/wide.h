/*
 * THUD_WIDE: a function that works on several numbers side by side, compiled for registers of four doubles as well
 * as of two. The loader takes what the machine has. Products and sums stay those that are written down, number by
 * number and without fused operations: the bits are the same.
 */
#ifndef THUD_NUMERIC_WIDE_H
#define THUD_NUMERIC_WIDE_H

#include <math.h> /* whose is the C library */

/* gcc, where the C library can choose at load time; what clang 14 makes of it cannot be called from another file.
 * One that counts branches has each function once: this machine takes one copy of two, the other would seem
 * untested. */
#if defined(THUD_ONE_WIDTH)
#define THUD_WIDE
#elif defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__)
#define THUD_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define THUD_WIDE
#endif

/* Before a loop, none of whose passes needs what another one writes: gcc loses sight of it when it puts functions in
 * place. */
#if defined(__GNUC__) && !defined(__clang__)
#define THUD_SIDE_BY_SIDE _Pragma("GCC ivdep")
#else
#define THUD_SIDE_BY_SIDE
#endif

#endif
