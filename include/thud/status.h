/*
 * Status codes, and where an error lies.
 *
 * Every fallible function of the library returns a thud_status and writes its outputs only when that is THUD_OK.
 * The library never prints, aborts or exits.
 *
 * No pointer may be NULL where a header does not say that it may be. The functions of law.h, impact.h, calibrate.h,
 * contact.h and quantity.h that return a thud_status answer such a one with THUD_ERROR_ARGUMENT; to the others,
 * which have no way to say so, and to those of the other headers it must not be given. What is to be freed has a
 * function …_free beside it, which takes NULL.
 *
 * Threads: any function may be called from any of them at the same time. An object that a function may change (not
 * const in its declaration) belongs to one thread at a time; models and studies that are ready are const and
 * shared.
 *
 * Structures may get members in a later minor version, so that a program is compiled anew for it; the name of the
 * shared library says which one it was linked with.
 */
#ifndef THUD_STATUS_H
#define THUD_STATUS_H

#if defined(__GNUC__)
#define THUD_API __attribute__((visibility("default")))
#else
#define THUD_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* one list gives the enumeration and its texts */
#define THUD_STATUS_LIST(X)                                                                                        \
    X(THUD_OK, "done")                                                                                             \
    X(THUD_ERROR_ARGUMENT, "an argument is missing or outside its range")                                          \
    X(THUD_ERROR_SYNTAX, "the text cannot be understood")                                                          \
    X(THUD_ERROR_DIMENSION, "the unit measures something else")                                                    \
    X(THUD_ERROR_UNREACHABLE, "the contact law cannot return this restitution")                                    \
    X(THUD_ERROR_OVERFLOW, "the result is too large or too small for a double")                                    \
    X(THUD_ERROR_ACCURACY, "the result could not be computed to its promised accuracy")                            \
    X(THUD_ERROR_STEPS, "the impact needs more steps than allowed")                                                \
    X(THUD_ERROR_FILE, "the file cannot be read")                                                                  \
    X(THUD_ERROR_MEMORY, "there is not enough memory")                                                             \
    X(THUD_ERROR_STOPPED, "stopped by the caller")                                                                 \
    X(THUD_ERROR_PROGRESS, "the run makes no progress")                                                            \
    X(THUD_ERROR_FINITE, "a number of the result is not finite")                                                   \
    X(THUD_ERROR_BALANCE, "the energy balance does not close")

#define THUD_STATUS_ENUM(code, text) code,
typedef enum thud_status { THUD_STATUS_LIST(THUD_STATUS_ENUM) THUD_STATUS_COUNT } thud_status;
#undef THUD_STATUS_ENUM

/* What went wrong, and with what. All texts are static; nothing is to be freed. */
typedef struct thud_error {
    thud_status status;
    const char *subject; /* the parameter or word at fault, or NULL */
    const char *reason;  /* what it should have been, or NULL */
    double value;        /* the offending value; NAN when there is none */
} thud_error;

/* The text of a status; never NULL. */
THUD_API const char *thud_status_text(thud_status status);

/* The version of the library that runs, as "major.minor.patch". */
THUD_API const char *thud_version(void);

#ifdef __cplusplus
}
#endif
#endif
