#define _XOPEN_SOURCE 700 /* clock_gettime */

/*
 * Runs cases on threads of this process; the calling thread writes the results.
 */
#include "study/run/clock.h"
#include "study/run/crew.h"
#include "study/run/executor.h"

/* no more threads than there is work */
static size_t thread_count(const thud_work *work) {
    size_t left = work->queue->left, jobs = work->jobs > 0 ? work->jobs : 1;
    return jobs < left ? jobs : left;
}

static thud_status run_all(const thud_executor *self, const thud_work *work) {
    (void)self;
    if (work->queue->left == 0) return THUD_OK;
    thud_crew *crew = NULL;
    thud_status status = thud_crew_start(work, thread_count(work), 0, &crew);
    if (status != THUD_OK) return status;
    bool stopped = false;
    while (!thud_crew_is_over(crew)) {
        if (stopped) {
            /* results finished before are still stored */
            thud_crew_collect(crew, THUD_TICK);
        } else if (!thud_crew_collect(crew, THUD_TICK) || !work->tick(work->context)) {
            thud_crew_stop(crew);
            stopped = true;
        }
    }
    return thud_crew_end(crew);
}

const thud_executor thud_executor_threads = {.name = "threads", .run = run_all};
