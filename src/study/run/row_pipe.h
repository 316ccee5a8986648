/*
 * Rows on their way from the threads that run cases to the one that writes, a block of them at a time: nobody takes
 * a lock for a single row, and nobody waits for the writer unless all blocks are full.
 */
#ifndef THUD_STUDY_ROW_PIPE_H
#define THUD_STUDY_ROW_PIPE_H

#include <thud/study.h>

enum { THUD_BLOCK_ROWS = 512 };

typedef struct thud_row_block {
    size_t count;
    thud_case_result results[THUD_BLOCK_ROWS];
    double *values; /* [THUD_BLOCK_ROWS][width], of the results */
    struct thud_row_block *next;
} thud_row_block;

typedef struct thud_row_pipe thud_row_pipe;

/* So many blocks, with rows of `width` values; NULL without memory. */
thud_row_pipe *thud_row_pipe_create(size_t blocks, size_t width);
void thud_row_pipe_free(thud_row_pipe *pipe);

/* For those who run cases: an empty block, which they wait for; NULL when the pipe is shut. */
thud_row_block *thud_row_pipe_take(thud_row_pipe *pipe);

/* A copy of a result into a block; false when it is full then. */
bool thud_row_block_add(thud_row_block *block, size_t width, const thud_case_result *result);

/* The block is the writer's from here on; empty ones come back at once. */
void thud_row_pipe_send(thud_row_pipe *pipe, thud_row_block *block);

/* One who sends less: those who wait for rows are woken. */
void thud_row_pipe_wake(thud_row_pipe *pipe);

/* For the writer: the next block with rows, waiting `seconds` at most; NULL when there is none. */
thud_row_block *thud_row_pipe_receive(thud_row_pipe *pipe, double seconds);
void thud_row_pipe_return(thud_row_pipe *pipe, thud_row_block *block);

/* Nobody waits from here on. */
void thud_row_pipe_shut(thud_row_pipe *pipe);

#endif
