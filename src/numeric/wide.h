/*
 * THUD_WIDE: a function that processes several numbers at once, compiled for registers of four doubles as well as
 * of two. The loader chooses by the machine. Products and sums are exactly those written down, number by number
 * and without fused operations, so that the bits are the same.
 */
#ifndef THUD_NUMERIC_WIDE_H
#define THUD_NUMERIC_WIDE_H

#include <math.h> /* defines __GLIBC__ */

/* for gcc where the C library can choose at load time; clang 14 makes a symbol that other files cannot call. A
 * coverage build has each function once, because the unused copy would seem untested. */
#if defined(THUD_ONE_WIDTH)
#define THUD_WIDE
#elif defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__)
#define THUD_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define THUD_WIDE
#endif

/* Before a loop whose iterations are independent: gcc loses this fact when it inlines functions. */
#if defined(__GNUC__) && !defined(__clang__)
#define THUD_SIDE_BY_SIDE _Pragma("GCC ivdep")
#else
#define THUD_SIDE_BY_SIDE
#endif

#endif
