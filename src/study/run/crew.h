/*
 * Threads that run cases, and the trays that pass their results to the writer.
 *
 * Each thread has its own worker and takes short runs of consecutive cases. Threads wait for the writer only if
 * the tray is full. The writer wakes when it is half full or some time has passed, not for each result.
 */
#ifndef THUD_STUDY_CREW_H
#define THUD_STUDY_CREW_H

#include "study/run/executor.h"

typedef struct thud_crew thud_crew;

/* Starts `threads` threads; `others` take from the same queue by thud_crew_take. The work must outlive the
   crew. */
thud_status thud_crew_start(const thud_work *work, size_t threads, size_t others, thud_crew **crew);

/* The next cases for another executor: a few, or up to a given number. */
thud_order thud_crew_take(thud_crew *crew);
size_t thud_crew_take_many(thud_crew *crew, size_t most, size_t *cases);

/* Waits for results, at most `seconds` (0: not at all), and passes them to work->keep. False if that fails or a
 * thread cannot continue: stop then. */
bool thud_crew_collect(thud_crew *crew, double seconds);

/* Whether all threads are through and all their results taken. */
bool thud_crew_is_over(thud_crew *crew);

/* Asks the threads to drop their running cases. */
void thud_crew_stop(thud_crew *crew);

/* Waits for the threads and frees the crew; accepts NULL. Returns a thread's error, otherwise THUD_ERROR_STOPPED
 * if it was stopped. Uncollected results are lost. */
thud_status thud_crew_end(thud_crew *crew);

#endif
