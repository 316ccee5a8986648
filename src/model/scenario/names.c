/*
 * A hash table with open addressing. FNV-1a (Fowler, Noll & Vo, 1991), 64 bits; at most half of the slots are
 * taken.
 */
#include "model/scenario/names.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const size_t MOST_EFFORT = 2000000;

static uint64_t hash(const char *name) {
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (; *name; name++) h = (h ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
    return h ^ h >> 32;
}

/* the slot of a name, or a free one for it */
static size_t find_slot(const thud_names *n, const char *name) {
    size_t slot = (size_t)hash(name) & (n->slot_count - 1);
    while (n->slots[slot] && strcmp(n->names[n->slots[slot] - 1], name) != 0)
        slot = (slot + 1) & (n->slot_count - 1);
    return slot;
}

static bool grow(thud_names *n) {
    const size_t capacity = n->capacity ? 2 * n->capacity : 16;
    const char **names = realloc(n->names, capacity * sizeof *names);
    if (!names) return false;
    n->names = names;
    size_t *slots = calloc(2 * capacity, sizeof *slots);
    if (!slots) return false;
    free(n->slots);
    n->slots = slots;
    n->slot_count = 2 * capacity;
    n->capacity = capacity;
    for (size_t i = 0; i < n->count; i++) {
        const size_t slot = find_slot(n, names[i]);
        if (!slots[slot]) slots[slot] = i + 1;
    }
    return true;
}

bool thud_names_add(thud_names *n, const char *name) {
    if (n->count == n->capacity && !grow(n)) return false;
    n->names[n->count++] = name;
    const size_t slot = find_slot(n, name);
    if (!n->slots[slot]) n->slots[slot] = n->count;
    return true;
}

size_t thud_names_find(const thud_names *n, const char *name) {
    if (n->count == 0) return 0;
    const size_t slot = find_slot(n, name);
    return n->slots[slot] ? n->slots[slot] - 1 : n->count;
}

const char *thud_names_nearest(thud_names *n, const char *word) {
    if (n->effort > MOST_EFFORT) return NULL;
    n->effort += n->count + 1;
    const size_t nearest = thud_text_nearest(word, n->names, n->count);
    return nearest < n->count ? n->names[nearest] : NULL;
}

void thud_names_free(thud_names *n) {
    free(n->names);
    free(n->slots);
    *n = (thud_names){0};
}
