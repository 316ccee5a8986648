/* Memory that is taken piece by piece and given back all at once. */
#include "model/yaml/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16 };

typedef struct thud_arena_block {
    struct thud_arena_block *before;
    size_t size, used;
    alignas(max_align_t) char data[];
} block;

static void *take(thud_arena *arena, size_t size, size_t alignment) {
    block *b = arena->last;
    size_t start = b ? (b->used + alignment - 1) / alignment * alignment : 0;
    if (!b || start > b->size || size > b->size - start) {
        if (size > SIZE_MAX / 2) return NULL;
        const size_t capacity = size > BLOCK ? size : BLOCK;
        b = malloc(sizeof *b + capacity);
        if (!b) return NULL;
        *b = (block){.before = arena->last, .size = capacity};
        arena->last = b;
        start = 0;
    }
    b->used = start + size;
    return b->data + start;
}

void *thud_arena_take(thud_arena *arena, size_t size) { return take(arena, size, alignof(max_align_t)); }

char *thud_arena_text(thud_arena *arena, const char *text, size_t length) {
    char *copy = take(arena, length + 1, 1);
    if (!copy) return NULL;
    if (length) memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

void thud_arena_free(thud_arena *arena) {
    while (arena->last) {
        block *b = arena->last;
        arena->last = b->before;
        free(b);
    }
}
