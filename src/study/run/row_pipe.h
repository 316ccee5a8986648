/*
 * Passes rows from the threads that run cases to the writer, one block at a time: no lock is taken for a single
 * row, and threads wait for the writer only if all blocks are full.
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

/* A pipe with this many blocks, with rows of `width` values; NULL when memory is short. */
thud_row_pipe *thud_row_pipe_create(size_t blocks, size_t width);
void thud_row_pipe_free(thud_row_pipe *pipe);

/* For threads that run cases: waits for an empty block; NULL after the pipe is shut. */
thud_row_block *thud_row_pipe_take(thud_row_pipe *pipe);

/* Copies a result into a block; false if it is then full. */
bool thud_row_block_add(thud_row_block *block, size_t width, const thud_case_result *result);

/* Passes the block to the writer; an empty one returns at once. */
void thud_row_pipe_send(thud_row_pipe *pipe, thud_row_block *block);

/* Removes a sender, and wakes those who wait for rows. */
void thud_row_pipe_wake(thud_row_pipe *pipe);

/* For the writer: the next block with rows, waiting at most `seconds`; NULL if there is none. */
thud_row_block *thud_row_pipe_receive(thud_row_pipe *pipe, double seconds);
void thud_row_pipe_return(thud_row_pipe *pipe, thud_row_block *block);

/* Nobody waits from here on. */
void thud_row_pipe_shut(thud_row_pipe *pipe);

#endif
