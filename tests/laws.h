/* Which laws have a force of their own kind: they are solved otherwise, and impact/test_general.c tries them. */
#ifndef THUD_TESTS_LAWS_H
#define THUD_TESTS_LAWS_H

#include <thud/law.h>

static inline bool is_general(const thud_law *law) { return law->structure->kind == THUD_FORCE_GENERAL; }

/* scenarios and contact elements refuse those that pull beyond δ = 0 or have a state of their own */
static inline bool is_for_single_impacts(const thud_law *law) {
    return law->structure->reach || law->structure->relaxes;
}

#endif
