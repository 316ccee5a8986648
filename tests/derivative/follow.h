/* A scenario in a text, run once with its derivatives followed, and its numbers by name. */
#ifndef THUD_TESTS_FOLLOW_H
#define THUD_TESTS_FOLLOW_H

#include <string.h>

#include <thud/thud.h>

#include "suite.h"

/* rounding of some tens of operations, each relative to its terms */
#define EXACT 1e-12

typedef struct followed {
    thud_model *model;
    thud_simulation *simulation;
    thud_derivatives *d;
    thud_status status;
} followed;

static inline followed follow(const char *text, const char *const *paths, size_t count) {
    followed f = {0};
    ck_assert_int_eq(thud_scenario_parse(text, strlen(text), "", NULL, NULL, &f.model), THUD_OK);
    ck_assert_int_eq(thud_derivatives_of_text(text, strlen(text), "", paths, NULL, count, NULL, NULL, NULL, &f.d),
                     THUD_OK);
    ck_assert_int_eq(thud_simulation_create(f.model, &f.simulation), THUD_OK);
    ck_assert_int_eq(thud_derivatives_follow(f.d, f.simulation), THUD_OK);
    f.status = thud_simulation_run(f.simulation, NULL);
    ck_assert_int_eq(f.status, THUD_OK);
    return f;
}

static inline void end(followed *f) {
    thud_derivatives_free(f->d);
    thud_simulation_free(f->simulation);
    thud_model_free(f->model);
}

static inline double by(const followed *f, const char *quantity, size_t parameter) {
    const size_t i = thud_derivatives_find(f->d, quantity);
    ck_assert_msg(i < thud_derivatives_quantity_count(f->d), "%s", quantity);
    return thud_derivatives_value(f->d, i, parameter);
}

static inline const char *reason(const followed *f, const char *quantity, size_t parameter) {
    const char *text = thud_derivatives_reason(f->d, thud_derivatives_find(f->d, quantity), parameter);
    return text ? text : "";
}

static inline void assert_close(double actual, double expected, double scale) {
    ck_assert_msg(fabs(actual - expected) <= EXACT * scale, "%.17g, expected %.17g, off by %.2g of %.2g", actual,
                  expected, fabs(actual - expected), scale);
}

#endif
