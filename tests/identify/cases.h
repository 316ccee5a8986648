/* Contacts whose parameters are known, and how they are recorded: for tests of fits and of their errors. */
#ifndef THUD_TESTS_IDENTIFY_CASES_H
#define THUD_TESTS_IDENTIFY_CASES_H

#include "laboratory.h"

static const struct {
    const char *law;
    double e;
    thud_separation separation;
    double n; /* NAN: fitted */
    size_t points;
    double noise;
} CASES[] = {
    {"hertz", 1, THUD_SEPARATION_RETURN, 1.5, 20, 0.01},
    {"hertz", 1, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"hertz", 1, THUD_SEPARATION_RETURN, NAN, 20, 0.01},
    {"hertz", 1, THUD_SEPARATION_RETURN, NAN, 20, 0.05},
    {"hertz", 1, THUD_SEPARATION_RETURN, NAN, 50, 0.05},
    {"hertz", 1, THUD_SEPARATION_RETURN, NAN, 200, 0.01},
    {"hertz", 1, THUD_SEPARATION_RETURN, NAN, 200, 0.05},
    {"hertz", 1, THUD_SEPARATION_RETURN, NAN, 2000, 0.01},
    {"kelvin-voigt", 0.5, THUD_SEPARATION_RETURN, 1, 20, 0.01},
    {"kelvin-voigt", 0.5, THUD_SEPARATION_RETURN, 1, 20, 0.05},
    {"kelvin-voigt", 0.5, THUD_SEPARATION_RETURN, 1, 200, 0.01},
    {"kelvin-voigt", 0.5, THUD_SEPARATION_RETURN, 1, 2000, 0.05},
    {"kelvin-voigt", 0.5, THUD_SEPARATION_ZERO_FORCE, 1, 20, 0.01},
    {"kelvin-voigt", 0.5, THUD_SEPARATION_ZERO_FORCE, 1, 20, 0.05},
    {"kelvin-voigt", 0.5, THUD_SEPARATION_ZERO_FORCE, 1, 200, 0.05},
    {"kelvin-voigt", 0.3, THUD_SEPARATION_RETURN, 1, 20, 0.01},
    {"kelvin-voigt", 0.3, THUD_SEPARATION_RETURN, 1, 20, 0.05},
    {"kelvin-voigt", 0.7, THUD_SEPARATION_RETURN, 1, 50, 0.05},
    {"kelvin-voigt", 0.9, THUD_SEPARATION_RETURN, 1, 50, 0.05},
    {"kelvin-voigt", 0.85, THUD_SEPARATION_RETURN, 1, 20, 0.01},
    {"kelvin-voigt", 0.85, THUD_SEPARATION_RETURN, 1, 20, 0.05},
    {"kelvin-voigt", 0.85, THUD_SEPARATION_RETURN, 1, 200, 0.05},
    {"flores", 0.7, THUD_SEPARATION_RETURN, 1.5, 20, 0.01},
    {"flores", 0.7, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"flores", 0.7, THUD_SEPARATION_RETURN, 1.5, 200, 0.05},
    {"flores", 0.7, THUD_SEPARATION_RETURN, 1.5, 2000, 0.05},
    {"flores", 0.3, THUD_SEPARATION_RETURN, 1.5, 20, 0.01},
    {"flores", 0.3, THUD_SEPARATION_RETURN, 1.5, 200, 0.01},
    {"flores", 0.3, THUD_SEPARATION_RETURN, 1.5, 200, 0.05},
    {"flores", 0.3, THUD_SEPARATION_RETURN, 1.5, 50, 0.05},
    {"flores", 0.5, THUD_SEPARATION_RETURN, 1.5, 20, 0.01},
    {"flores", 0.5, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"flores", 0.5, THUD_SEPARATION_RETURN, 1.5, 50, 0.05},
    {"flores", 0.5, THUD_SEPARATION_RETURN, 1.5, 200, 0.01},
    {"flores", 0.5, THUD_SEPARATION_RETURN, 1.5, 200, 0.05},
    {"flores", 0.3, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"flores", 0.1, THUD_SEPARATION_RETURN, 1.5, 200, 0.05},
    {"flores", 0.9, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"flores", 0.85, THUD_SEPARATION_RETURN, 1.5, 20, 0.01},
    {"flores", 0.85, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"flores", 0.5, THUD_SEPARATION_RETURN, NAN, 20, 0.01},
    {"flores", 0.5, THUD_SEPARATION_RETURN, NAN, 50, 0.05},
    {"flores", 0.9, THUD_SEPARATION_RETURN, NAN, 50, 0.05},
    {"flores", 0.7, THUD_SEPARATION_RETURN, NAN, 50, 0.05},
    {"flores", 0.7, THUD_SEPARATION_RETURN, NAN, 20, 0.01},
    {"flores", 0.7, THUD_SEPARATION_RETURN, NAN, 20, 0.05},
    {"flores", 0.7, THUD_SEPARATION_RETURN, NAN, 200, 0.01},
    {"flores", 0.7, THUD_SEPARATION_RETURN, NAN, 200, 0.05},
    {"jankowski-2006", 0.5, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"jankowski-2006", 0.9, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"jankowski-2006", 0.6, THUD_SEPARATION_RETURN, 1.5, 20, 0.01},
    {"jankowski-2006", 0.6, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"jankowski-2006", 0.6, THUD_SEPARATION_RETURN, 1.5, 200, 0.05},
    {"jankowski-2006", 0.3, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"jankowski-2006", 0.3, THUD_SEPARATION_RETURN, 1.5, 200, 0.05},
    {"jankowski-2006", 0.85, THUD_SEPARATION_RETURN, 1.5, 20, 0.01},
    {"jankowski-2006", 0.85, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"jankowski-2006", 0.85, THUD_SEPARATION_RETURN, 1.5, 200, 0.05},
    {"jankowski-2006", 0.6, THUD_SEPARATION_RETURN, NAN, 20, 0.05},
    {"poursina-nikravesh", 0.5, THUD_SEPARATION_ZERO_FORCE, 1.5, 20, 0.01},
    {"poursina-nikravesh", 0.5, THUD_SEPARATION_ZERO_FORCE, 1.5, 20, 0.05},
    {"poursina-nikravesh", 0.5, THUD_SEPARATION_ZERO_FORCE, 1.5, 200, 0.05},
    {"poursina-nikravesh", 0.3, THUD_SEPARATION_ZERO_FORCE, 1.5, 20, 0.05},
    {"poursina-nikravesh", 0.3, THUD_SEPARATION_ZERO_FORCE, 1.5, 200, 0.05},
    {"poursina-nikravesh", 0.85, THUD_SEPARATION_ZERO_FORCE, 1.5, 20, 0.01},
    {"poursina-nikravesh", 0.85, THUD_SEPARATION_ZERO_FORCE, 1.5, 20, 0.05},
    {"poursina-nikravesh", 0.5, THUD_SEPARATION_ZERO_FORCE, NAN, 20, 0.01},
    {"poursina-nikravesh", 0.5, THUD_SEPARATION_ZERO_FORCE, NAN, 20, 0.05},
    {"poursina-nikravesh", 0.5, THUD_SEPARATION_ZERO_FORCE, NAN, 200, 0.05},
    {"tsuji", 0.5, THUD_SEPARATION_RETURN, 1.5, 20, 0.01},
    {"tsuji", 0.5, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"tsuji", 0.5, THUD_SEPARATION_RETURN, 1.5, 200, 0.05},
    {"tsuji", 0.3, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"tsuji", 0.85, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"tsuji", 0.9, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"tsuji", 0.5, THUD_SEPARATION_RETURN, NAN, 20, 0.05},
    {"tsuji", 0.9, THUD_SEPARATION_RETURN, NAN, 200, 0.05},
    {"tsuji", 0.9, THUD_SEPARATION_RETURN, NAN, 200, 0.01},
    {"kuwabara-kono", 0.5, THUD_SEPARATION_RETURN, 1.5, 20, 0.01},
    {"kuwabara-kono", 0.5, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"kuwabara-kono", 0.5, THUD_SEPARATION_RETURN, 1.5, 200, 0.05},
    {"kuwabara-kono", 0.3, THUD_SEPARATION_RETURN, 1.5, 20, 0.01},
    {"kuwabara-kono", 0.3, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"kuwabara-kono", 0.85, THUD_SEPARATION_RETURN, 1.5, 20, 0.01},
    {"kuwabara-kono", 0.85, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"kuwabara-kono", 0.9, THUD_SEPARATION_RETURN, 1.5, 20, 0.05},
    {"valles-reinhorn", 0.6, THUD_SEPARATION_ZERO_FORCE, 1, 20, 0.01},
    {"valles-reinhorn", 0.6, THUD_SEPARATION_ZERO_FORCE, 1, 20, 0.05},
    {"valles-reinhorn", 0.6, THUD_SEPARATION_ZERO_FORCE, 1, 200, 0.05},
    {"valles-reinhorn", 0.3, THUD_SEPARATION_ZERO_FORCE, 1, 20, 0.05},
    {"valles-reinhorn", 0.85, THUD_SEPARATION_ZERO_FORCE, 1, 20, 0.01},
    {"valles-reinhorn", 0.85, THUD_SEPARATION_ZERO_FORCE, 1, 20, 0.05},
};
enum { CASE_COUNT = sizeof CASES / sizeof *CASES };

enum { QUANTITIES = 5 }; /* k, c (k₂ of two stiffnesses), n, v and e */

static inline void truth_of(const laboratory *l, double truth[QUANTITIES]) {
    bool bilinear = l->options.law->structure->kind == THUD_FORCE_BILINEAR;
    truth[0] = l->options.stiffness;
    truth[1] = bilinear ? l->hit.unloading_stiffness : l->hit.damping;
    truth[2] = l->options.exponent;
    truth[3] = l->options.speed;
    truth[4] = l->hit.restitution;
}

/* A fit of a recording; false where it is refused. n is NAN where it is fitted. */
static inline bool fit_recording(const laboratory *l, const recording *r, double n, thud_force_fit *fit) {
    thud_force_record *record;
    if (thud_force_record_create(r->time, r->force, r->count, &record, NULL) != THUD_OK) return false;
    thud_force_options o = thud_force_options_default(l->options.law, l->options.mass);
    o.separation = l->options.separation;
    o.exponent = n;
    bool fitted = record->impact_count == 1 && thud_identify_force(record, 0, &o, fit, NULL) == THUD_OK;
    thud_force_record_free(record);
    return fitted;
}

#endif
