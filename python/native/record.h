/*
 * What a run tells its observer, kept in memory that grows: numpy looks at it without a copy.
 */
#ifndef THUD_PY_RECORD_H
#define THUD_PY_RECORD_H

#ifndef THUD_PY_ALONE
#include <stdbool.h>
#include <stddef.h>

#include <thud/thud.h>
#endif

typedef struct thud_py_record {
    size_t bodies, contacts, watches, links; /* of a sample */
    /* numbers in a row: time, displacements, velocities, accelerations, forces, signals, deformations and forces of
     * links, event */
    size_t row;
    double *samples; /* [sample_count × row] */
    size_t sample_count, sample_room;
    thud_impact_entry *impacts;
    size_t impact_count, impact_room;
    thud_contact_sample *loops; /* where wanted */
    size_t loop_count, loop_room;
    bool wants_loops;
    bool out_of_memory;
    void *context; /* of progress */
    bool (*progress)(void *context, double time);
} thud_py_record;

void thud_py_record_init(thud_py_record *record, size_t bodies, size_t contacts, size_t watches, size_t links);

/* An observer that writes to it; both must last as long as the run. */
void thud_py_record_observe(thud_py_record *record, thud_observer *observer);

/* A sweep that Python waits for: a flag that every thread may look at, and the Python side of its progress. */
typedef struct thud_py_sweep {
    void *handle;
    volatile int stop;
} thud_py_sweep;

/* For thud_study_options, with such a sweep as their context. */
bool thud_py_asked_to_stop(void *sweep);

#endif
