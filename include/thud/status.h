/*
 * Version, status codes, and the one object that describes an error.
 *
 * Every function that can fail returns a thud_status and writes its outputs only when that is THUD_OK. The library
 * never prints, aborts or exits.
 *
 * NULL: a pointer may be NULL only where the header says so. A function that returns a thud_status answers any
 * other NULL with THUD_ERROR_ARGUMENT; for other functions it is undefined behaviour. Every thud_error may be
 * NULL, and every function …_free accepts NULL.
 *
 * Threads: all functions may be called from several threads at once. An object that a function may change (not
 * const in its declaration) belongs to one thread at a time. Models and studies that are ready are const and can
 * be shared.
 *
 * Structures may gain members in a later minor version, so programs must be compiled anew for it. The name of the
 * shared library says which version a program was linked with.
 */
#ifndef THUD_STATUS_H
#define THUD_STATUS_H

#include <stddef.h>

#if defined(__GNUC__)
#define THUD_API __attribute__((visibility("default")))
#else
#define THUD_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of these headers; thud_version_number() returns that of the library at run time. */
#define THUD_VERSION_MAJOR 0
#define THUD_VERSION_MINOR 1
#define THUD_VERSION_PATCH 0
#define THUD_VERSION_NUMBER (10000 * THUD_VERSION_MAJOR + 100 * THUD_VERSION_MINOR + THUD_VERSION_PATCH)

/* one list for the enumeration and its texts */
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
    X(THUD_ERROR_BALANCE, "the energy balance does not close")                                                     \
    X(THUD_ERROR_IN_USE, "another process is writing there")                                                       \
    X(THUD_ERROR_MISMATCH, "what is there belongs to something else")                                              \
    X(THUD_ERROR_UNSUPPORTED, "the library was built without what this needs")

#define THUD_STATUS_ENUM(code, text) code,
typedef enum thud_status { THUD_STATUS_LIST(THUD_STATUS_ENUM) THUD_STATUS_COUNT } thud_status;
#undef THUD_STATUS_ENUM

enum { THUD_ERROR_TEXT = 1024 };

/*
 * What went wrong, with what, and where. Nothing needs to be freed. Functions that take one fill it in when they
 * fail, and leave it unchanged otherwise.
 */
typedef struct thud_error {
    thud_status status;         /* THUD_OK in a report: a warning; the value is usable nevertheless */
    const char *subject;        /* the parameter or key at fault; static; NULL: none */
    double value;               /* the offending value; NAN when there is none */
    const char *file;           /* as opened; NULL: not related to a file */
    size_t line;                /* from 1; 0: the file as a whole */
    size_t column;              /* in bytes, from 1; in a binary file all bytes are on line 1 */
    const char *source;         /* in a report: the text of that line, not zero-terminated; NULL: none */
    size_t source_size;         /* in bytes, without the line feed */
    char text[THUD_ERROR_TEXT]; /* one line of UTF-8 without a full stop; it begins with the subject */
} thud_error;

/* Receives errors and warnings, one at a time. What they point to is valid during the call. */
typedef void thud_error_report(void *context, const thud_error *error);

/* The text of a status; never NULL. */
THUD_API const char *thud_status_text(thud_status status);

/* The version of the library at run time, as "major.minor.patch" and in the form of THUD_VERSION_NUMBER. */
THUD_API const char *thud_version(void);
THUD_API int thud_version_number(void);

#ifdef __cplusplus
}
#endif
#endif
