/*
 * The floating-point environment of the host may round upwards, trap exceptions, or flush denormal numbers to
 * zero. The library assumes the default IEEE 754 environment with rounding to nearest. Functions that compute
 * begin with THUD_PLAIN_ENVIRONMENT, which restores the host's environment on every return.
 *
 * As in the C library, exception flags that have been raised are not cleared if nothing had to be set.
 */
#ifndef THUD_BASE_ENVIRONMENT_H
#define THUD_BASE_ENVIRONMENT_H

#include <fenv.h>
#include <stdbool.h>
#if defined __SSE2__
#include <xmmintrin.h>
#endif

typedef struct thud_environment {
    bool is_set; /* true when an environment was saved */
    fenv_t host;
} thud_environment;

/* Whether the environment is already the default: one instruction on x86, unknown elsewhere. WebAssembly has only
   one environment. */
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
