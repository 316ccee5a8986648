/*
 * Names and their numbers, found in constant time: a million contacts may name a million bodies.
 */
#ifndef THUD_MODEL_NAMES_H
#define THUD_MODEL_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Starts as {0}; the names are not copied. */
typedef struct thud_names {
    const char **names; /* [count], in the order of adding */
    size_t count, capacity;
    size_t *slots; /* [slot_count] number + 1 of the name there; 0: free */
    size_t slot_count;
    size_t effort; /* comparisons spent so far on near names */
} thud_names;

/* Adds a name with the next number; of equal names the first is found. False when memory is short. */
bool thud_names_add(thud_names *names, const char *name);

/* Its number; `count` when it is not there. */
size_t thud_names_find(const thud_names *names, const char *name);

/* The name nearest to a misspelt one, or NULL. The search gives up after some million comparisons in total. */
const char *thud_names_nearest(thud_names *names, const char *word);

void thud_names_free(thud_names *names);

#endif
