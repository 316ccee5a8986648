/*
 * The floating-point environment of the host: rounding upwards, exceptions that trap, denormal numbers that are
 * flushed to zero. Numbers here are those of IEEE 754 as a program finds it when it begins, rounded to nearest; so
 * what computes begins with THUD_PLAIN_ENVIRONMENT, and however it returns the host finds its own again.
 *
 * The exceptions that have occurred (sticky flags) are not restored where nothing had to be set, as in the C
 * library.
 */
#ifndef THUD_BASE_ENVIRONMENT_H
#define THUD_BASE_ENVIRONMENT_H

#include <fenv.h>
#include <stdbool.h>
#if defined __SSE2__
#include <xmmintrin.h>
#endif

typedef struct thud_environment {
    bool is_set; /* there is one to go back to */
    fenv_t host;
} thud_environment;

/* Whether nothing has to be set: one instruction on x86, unknown elsewhere. WebAssembly has one environment only.
 */
static inline bool thud_environment_is_plain(void) {
#if defined __SSE2__
    enum { FLAGS = 0x3f, AT_THE_BEGINNING = 0x1f80 };
    return (_mm_getcsr() & ~(unsigned)FLAGS) == AT_THE_BEGINNING;
#elif defined __wasm__
    return true;
#else
    return false;
#endif
}

static inline thud_environment thud_environment_begin(void) {
    thud_environment e = {.is_set = !thud_environment_is_plain()};
    if (e.is_set) {
        fegetenv(&e.host);
        fesetenv(FE_DFL_ENV);
    }
    return e;
}

static inline void thud_environment_end(const thud_environment *e) {
    if (e->is_set) fesetenv(&e->host);
}

#define THUD_PLAIN_ENVIRONMENT                                                                                     \
    __attribute__((cleanup(thud_environment_end), unused)) const thud_environment environment_ =                   \
        thud_environment_begin()

#endif
