/*
 * A study that runs nothing: every case has made-up numbers, and fails or takes its time as a test wants it. It
 * stands in for src/study/study.c and worker.c, which the linker then leaves out, so that stores and executors can
 * be tested with what a real study does once in a year.
 */
#ifndef THUD_TESTS_STUDY_DOUBLE_H
#define THUD_TESTS_STUDY_DOUBLE_H

#include <stdatomic.h>

#include <thud/study.h>

#include "study/store/roles.h"

enum { DOUBLE_RESULTS = 9 };

struct thud_study {
    const char *title, *path;
    size_t gaps, es;     /* values of two of the axes; a third has texts */
    size_t first_gap;    /* where the list of gaps begins: other values, same study */
    size_t first_label;  /* where the list of labels begins: other labels, same study */
    uint64_t salt;       /* another scenario */
    size_t fail_every;   /* every so many cases one fails; 0: none does */
    bool noted;          /* every third case that does not fail has notes */
    size_t broken;       /* the worker itself gives up here; SIZE_MAX: nowhere */
    long long work;      /* steps of a case */
    atomic_size_t runs;  /* of all workers */
    atomic_int *by_case; /* [gaps × es] runs of each case; may be NULL */
};

/* 6 × 7 cases, none of which fails. */
thud_study double_study(void);

/* What the worker gives for a case, by itself: result `index`. The first few are numbers that files lose easily. */
double double_result(const thud_study *study, size_t case_index, size_t index);

bool double_fails(const thud_study *study, size_t case_index);

/* The notes of a case. */
void double_notes(const thud_study *study, size_t case_index, char notes[THUD_CASE_NOTES]);

/* What devices ask of a study beside that; its own header has another thud_study. */
const char *thud_study_needs_core(const thud_study *study);
size_t thud_study_value_count(const thud_study *study);
thud_status thud_worker_prepare(thud_worker *worker, size_t case_index, thud_case_result *result);
void thud_study_take_results(const thud_study *study, const thud_model *model, const thud_summary *summary,
                             double *values);

#endif
