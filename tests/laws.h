/* The laws that random models draw from, and which laws have a force of their own kind. */
#ifndef THUD_TESTS_LAWS_H
#define THUD_TESTS_LAWS_H

#include <thud/law.h>

/* A law that is added to the catalogue must not change which model a seed stands for: this list is fixed. */
static const char *const DRAWN_LAWS[] = {
    "linear",
    "hertz",
    "luo-nahon",
    "kelvin-voigt",
    "anagnostopoulos",
    "li-darby",
    "tsuji",
    "jankowski-2005",
    "jankowski-2006",
    "mahmoud-jankowski",
    "zhao-liu",
    "hunt-crossley",
    "lankarani-nikravesh",
    "hu-guo",
    "flores",
    "ye",
    "gonthier",
    "khatiwada",
    "gonthier-approximate",
    "herbert-mcwhannell",
    "lee-wang",
    "zhiying-qishao",
    "poursina-nikravesh",
    "kuwabara-kono",
    "valles-reinhorn",
    "newton",
    "poisson",
};
enum { DRAWN_LAW_COUNT = sizeof DRAWN_LAWS / sizeof *DRAWN_LAWS };

static inline const thud_law *drawn_law(int number) { return thud_law_find(DRAWN_LAWS[number]); }

/* solved in another way than the others, and tested in impact/test_general.c */
static inline bool is_general(const thud_law *law) { return law->structure->kind == THUD_FORCE_GENERAL; }

/* scenarios and contact elements refuse those that pull beyond δ = 0 or have a state of their own */
static inline bool is_for_single_impacts(const thud_law *law) {
    return law->structure->reach || law->structure->relaxes;
}

#endif
