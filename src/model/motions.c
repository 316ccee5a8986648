/*
 * Caches motions that were read or generated: a study builds its scenario again and again.
 */
#include "model/motions.h"

#include <stdlib.h>

#include "model/signal.h"

/* 8 MB in all, or one longer motion */
enum { MOST_KEPT = 64, MOST_SAMPLES = 1000000 };

typedef struct entry {
    uint64_t known_as;
    double unit;
    thud_motion *motion; /* NULL: free */
} entry;

struct thud_motions {
    entry entries[MOST_KEPT]; /* a ring */
    size_t next;              /* the oldest, which is dropped first */
    size_t samples;           /* total number of samples */
    const thud_motions *shared;
};

thud_motions *thud_motions_create(const thud_motions *shared) {
    thud_motions *motions = calloc(1, sizeof *motions);
    if (motions) motions->shared = shared;
    return motions;
}

static void forget(thud_motions *m, size_t index) {
    if (m->entries[index].motion) m->samples -= m->entries[index].motion->count;
    thud_motion_free(m->entries[index].motion);
    m->entries[index].motion = NULL;
}

void thud_motions_free(thud_motions *motions) {
    if (!motions) return;
    for (size_t i = 0; i < MOST_KEPT; i++) forget(motions, i);
    free(motions);
}

bool thud_motions_recall(const thud_motions *motions, uint64_t known_as, thud_motion **motion, double *unit) {
    for (size_t i = 0; motions && i < MOST_KEPT; i++) {
        const entry *e = &motions->entries[i];
        if (!e->motion || e->known_as != known_as) continue;
        thud_motion *copy = thud_motion_copy(e->motion);
        if (!copy) return false;
        *motion = copy;
        if (unit) *unit = e->unit;
        return true;
    }
    return motions && thud_motions_recall(motions->shared, known_as, motion, unit);
}

void thud_motions_keep(thud_motions *motions, uint64_t known_as, const thud_motion *motion, double unit) {
    if (!motions) return;
    /* drops the oldest ones until the new one fits; it takes the slot of the oldest */
    forget(motions, motions->next);
    for (size_t i = 1; i < MOST_KEPT && motions->samples + motion->count > MOST_SAMPLES; i++)
        forget(motions, (motions->next + i) % MOST_KEPT);
    entry *e = &motions->entries[motions->next];
    *e = (entry){.known_as = known_as, .unit = unit, .motion = thud_motion_copy(motion)};
    if (!e->motion) return;
    motions->samples += motion->count;
    motions->next = (motions->next + 1) % MOST_KEPT;
}
