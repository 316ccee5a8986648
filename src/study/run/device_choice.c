/*
 * Where kernels on the CPU cores, compiled by a driver such as pocl, are faster than the library.
 *
 * They are for one body between stops whose law the library follows by its general series: 2.4 to 4.5 times
 * (bench_device). Laws with p = n, for which the library has a special method, take equally long, and several
 * bodies longer. Compiling takes as long as the library needs for about 10,000 cases on one core, while the other
 * cores wait; from twice as many cases per core it pays off.
 */
#include "device/pack.h"
#include "study/run/executor_device.h"
#include "study/study.h"

enum { CASES_A_JOB = 20000 };

static bool suits(const thud_model *model) {
    if (!model || !thud_device_covers(model, NULL)) return false;
    const thud_case_shape shape = thud_shape_of(model);
    const bool damped =
        model->contact_count > 0 && model->contacts[0].given.law->structure->kind == THUD_FORCE_VISCOUS;
    switch (shape.stops) {
    case THUD_STOPS_SMOOTH: return damped && shape.damper != shape.spring;
    case THUD_STOPS_RIGID:
    case THUD_STOPS_BILINEAR: return true;
    case THUD_STOPS_NONE: break;
    }
    return false;
}

/* the first, the last and a middle case represent all; the library still runs cases that are not covered */
bool thud_device_wins_on_cores(const thud_study *study, size_t jobs) {
    const size_t count = thud_study_case_count(study);
    thud_worker *worker = NULL;
    if (count / CASES_A_JOB < jobs || thud_study_needs_core(study) || thud_worker_create(study, &worker) != THUD_OK)
        return false;
    bool wins = true;
    for (size_t i = 0; i < 3 && wins; i++) {
        thud_case_result result;
        wins = thud_worker_prepare(worker, i * (count - 1) / 2, &result) == THUD_OK &&
               result.error.status == THUD_OK && suits(thud_worker_model(worker));
    }
    thud_worker_free(worker);
    return wins;
}
