/*
 * Derivatives of a scenario's results from runs beside it: central differences, extrapolated after Richardson with
 * the steps h, h/2, h/4 …, and how far two extrapolations are from each other. They know nothing of tangents.
 */
#ifndef THUD_TESTS_DIFFERENCES_H
#define THUD_TESTS_DIFFERENCES_H

#include <string.h>

#include <thud/thud.h>

#include "model/scenario/draft.h"
#include "suite.h"

enum { DIFFERENCES_MOST = 200, DIFFERENCES_ROWS = 6 };

typedef struct differences {
    size_t count;
    char name[DIFFERENCES_MOST][80];
    double value[DIFFERENCES_MOST], by[DIFFERENCES_MOST], error[DIFFERENCES_MOST];
    double steps[2]; /* the largest and the smallest change */
} differences;

/* the numbers of one run; false where it fails */
static inline bool differences_run(const thud_model *model, double tolerance, size_t *count, double *value,
                                   char (*name)[80]) {
    thud_simulation *simulation = NULL;
    thud_derivatives *numbers = NULL;
    thud_run_options options = thud_model_run_options(model);
    options.tolerance = tolerance;
    bool good = thud_simulation_create(model, &simulation) == THUD_OK &&
                thud_simulation_set_options(simulation, &options, NULL) == THUD_OK &&
                thud_derivatives_create(model, NULL, 0, &numbers, NULL) == THUD_OK &&
                thud_derivatives_follow(numbers, simulation) == THUD_OK &&
                thud_simulation_run(simulation, NULL) == THUD_OK;
    *count = good ? thud_derivatives_quantity_count(numbers) : 0;
    ck_assert_uint_le(*count, DIFFERENCES_MOST);
    for (size_t i = 0; i < *count; i++) {
        value[i] = thud_derivatives_quantity(numbers, i);
        if (name) snprintf(name[i], sizeof name[i], "%s", thud_derivatives_quantity_name(numbers, i));
    }
    thud_derivatives_free(numbers);
    thud_simulation_free(simulation);
    return good;
}

typedef struct differences_draft {
    thud_draft *draft;
    thud_draft_place *places;
    size_t count;
    double start[64];
    char text[64][40];
} differences_draft;

static inline thud_model *differences_build(differences_draft *d, double change) {
    thud_model *model = NULL;
    thud_messages messages;
    for (size_t i = 0; i < d->count; i++) {
        snprintf(d->text[i], sizeof d->text[i], "%.17g", d->start[i] + change);
        d->places[i].node->text = d->text[i];
        d->places[i].node->count = (uint32_t)strlen(d->text[i]);
    }
    if (thud_draft_build(d->draft, NULL, NULL, &messages, &model) != THUD_OK) model = NULL;
    thud_messages_free(&messages);
    return model;
}

/* By the value at a path, which must stand in the text as a plain number. False where a run beside it fails. */
static inline bool differences_find(const char *text, const char *path, double h, double tolerance,
                                    differences *d) {
    const thud_source source = {"(text)", text, strlen(text)};
    thud_messages messages = {.source = source};
    thud_draft_fault fault;
    differences_draft at = {0};
    ck_assert_int_eq(thud_draft_create(&source, "", &messages, &at.draft), THUD_OK);
    ck_assert_msg(thud_draft_open(at.draft, path, &fault) == THUD_OK, "%s", fault.text);
    at.places = thud_draft_find(at.draft, path, &at.count);
    ck_assert(at.places && at.count <= 64);
    for (size_t i = 0; i < at.count; i++) at.start[i] = strtod(at.places[i].node->text, NULL);
    static double column[DIFFERENCES_ROWS][DIFFERENCES_ROWS][DIFFERENCES_MOST];
    bool good = true;
    thud_model *model = differences_build(&at, 0);
    ck_assert_ptr_nonnull(model);
    good = differences_run(model, tolerance, &d->count, d->value, d->name);
    thud_model_free(model);
    d->steps[0] = h;
    for (size_t i = 0; i < d->count; i++) d->error[i] = INFINITY;
    for (int row = 0; row < DIFFERENCES_ROWS && good; row++, h /= 2) {
        double value[2][DIFFERENCES_MOST];
        for (int side = 0; side < 2 && good; side++) {
            size_t count;
            model = differences_build(&at, side ? h : -h);
            good = model && differences_run(model, tolerance, &count, value[side], NULL) && count == d->count;
            thud_model_free(model);
        }
        d->steps[1] = h;
        for (size_t i = 0; i < d->count && good; i++) {
            column[row][0][i] = (value[1][i] - value[0][i]) / (2 * h);
            double factor = 4;
            for (int k = 1; k <= row; k++, factor *= 4) {
                column[row][k][i] =
                    column[row][k - 1][i] + (column[row][k - 1][i] - column[row - 1][k - 1][i]) / (factor - 1);
                const double error = fmax(fabs(column[row][k][i] - column[row][k - 1][i]),
                                          fabs(column[row][k][i] - column[row - 1][k - 1][i]));
                if (!(error < d->error[i])) continue;
                d->error[i] = error;
                d->by[i] = column[row][k][i];
            }
        }
    }
    /* rounding of the values that the last difference was taken of */
    for (size_t i = 0; i < d->count; i++) d->error[i] += 16 * 0x1p-52 * fabs(d->value[i]) / d->steps[1];
    free(at.places);
    thud_draft_free(at.draft);
    thud_messages_free(&messages);
    return good;
}

#endif
