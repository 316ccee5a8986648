/*
 * Memory that is taken piece by piece and given back all at once.
 */
#ifndef THUD_MODEL_ARENA_H
#define THUD_MODEL_ARENA_H

#include <stddef.h>

/* Starts as {0}. */
typedef struct thud_arena {
    struct thud_arena_block *last;
} thud_arena;

/* Aligned for anything, also for a size of zero; NULL when memory is short. */
void *thud_arena_take(thud_arena *arena, size_t size);

/* A copy that ends with a zero. */
char *thud_arena_text(thud_arena *arena, const char *text, size_t length);

void thud_arena_free(thud_arena *arena);

#endif
