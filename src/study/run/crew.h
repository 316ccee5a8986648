/*
 * Threads that run cases, and the tray that their results lie in until the one who writes takes them out.
 *
 * Each thread has a worker of its own and pulls short runs of consecutive cases. Nobody waits for the writer unless
 * the tray is full, and the writer wakes when it is half full or some time has passed, not for each result.
 */
#ifndef THUD_STUDY_CREW_H
#define THUD_STUDY_CREW_H

#include "study/run/executor.h"

typedef struct thud_crew thud_crew;

/* Starts `threads` of them; `others` pull from the same queue by thud_crew_take. The work must outlive the crew. */
thud_status thud_crew_start(const thud_work *work, size_t threads, size_t others, thud_crew **crew);

/* The next cases for somebody else: few, or up to so many. */
thud_order thud_crew_take(thud_crew *crew);
size_t thud_crew_take_many(thud_crew *crew, size_t most, size_t *cases);

/* Waits for results, `seconds` at most (0: not at all), and hands those that are there to work->keep. False when
 * that fails or a thread could not go on: stop then. */
bool thud_crew_collect(thud_crew *crew, double seconds);

/* Whether all threads are through and all their results taken. */
bool thud_crew_is_over(thud_crew *crew);

/* Tells the threads to drop what they run. */
void thud_crew_stop(thud_crew *crew);

/* Waits for the threads and frees the crew; NULL is nothing. What a thread failed with, else THUD_ERROR_STOPPED
 * when it was stopped or `stopped` said so. Results that were not collected are lost. */
thud_status thud_crew_end(thud_crew *crew);

#endif
