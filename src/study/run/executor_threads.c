#define _XOPEN_SOURCE 700 /* clock_gettime */

/*
 * A crew of threads in this process; the calling thread writes what they bring.
 */
#include "study/run/clock.h"
#include "study/run/crew.h"
#include "study/run/executor.h"

/* as many as there is work for */
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
            /* what was finished before is kept still */
            thud_crew_collect(crew, THUD_TICK);
        } else if (!thud_crew_collect(crew, THUD_TICK) || !work->tick(work->context)) {
            thud_crew_stop(crew);
            stopped = true;
        }
    }
    return thud_crew_end(crew);
}

const thud_executor thud_executor_threads = {.name = "threads", .run = run_all};
