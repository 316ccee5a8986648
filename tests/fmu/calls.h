/*
 * Checks of calls that are wrong, for both versions: each is refused once, with a message that names the function.
 */
#ifndef THUD_TESTS_FMU_CALLS_H
#define THUD_TESTS_FMU_CALLS_H

#include <string.h>

#include "fmu/importer.h"
#include "fmu/scenarios.h"
#include "suite.h"

/* refused, with one message that has these words */
#define refused(call, words)                                                                                       \
    do {                                                                                                           \
        fmu_errors = 0;                                                                                            \
        *fmu_said = '\0';                                                                                          \
        const int status_ = (int)(call);                                                                           \
        ck_assert_msg(status_ == 3, #call " returns %d", status_);                                                 \
        ck_assert_msg(fmu_errors == 1 && strstr(fmu_said, words), #call " says %d times '%s'", fmu_errors,         \
                      fmu_said);                                                                                   \
        const char *name_ = strstr(#call, "fmi");                                                                  \
        ck_assert_msg(strncmp(fmu_said, name_, strcspn(name_, "(")) == 0,                                          \
                      "'%s' does not begin with the call of " #call, fmu_said);                                    \
    } while (0)

/* refused without an instance, where nobody can be told */
#define refused_silently(call)                                                                                     \
    do {                                                                                                           \
        fmu_lines = 0;                                                                                             \
        ck_assert_msg((int)(call) == 3 && fmu_lines == 0, #call);                                                  \
    } while (0)

static inline fmu *load(int version) {
    return fmu_load(&(fmu_recipe){"ball", BALL, version, "forces.ball,ground", NULL, "contacts.floor.gap", false});
}

enum { TIME, GAP, PUSH, GROUND, RAMPED, PLACE, IMPACTS, NOTHING, REFERENCES };

static inline void find_references(const fmu *f, uint32_t r[REFERENCES]) {
    static const char *const names[] = {"time",          "contacts.floor.gap",       "forces.ball", "ground",
                                        "inputs.ramped", "bodies.ball.displacement", "impacts"};
    for (int i = 0; i < NOTHING; i++) r[i] = fmu_reference(f, names[i]);
    r[NOTHING] = 1000;
}

/* no instance is made, and one message has these words */
#define not_made(call, words)                                                                                      \
    do {                                                                                                           \
        fmu_errors = 0;                                                                                            \
        ck_assert_ptr_null(call);                                                                                  \
        ck_assert_msg(fmu_errors == 1 && strstr(fmu_said, words), #call " says %d times '%s'", fmu_errors,         \
                      fmu_said);                                                                                   \
    } while (0)

#endif
