/*
 * Structures that no link joins, what belongs to each, and the clusters that contacts make of them in a window.
 */
#include <stdint.h>
#include <stdlib.h>

#include "simulate/clusters/clusters.h"

/* ---- what belongs to a structure ---- */

static size_t root_of(size_t *structure, size_t i) {
    while (structure[i] != i) i = structure[i] = structure[structure[i]];
    return i;
}

static void join_springs(size_t *structure, const thud_body_structure *s) {
    for (size_t i = 0; i < s->spring_count; i++) {
        const thud_spring *spring = &s->springs[i];
        if (spring->left < 0 || spring->right < 0) continue;
        const size_t a = root_of(structure, (size_t)spring->left), b = root_of(structure, (size_t)spring->right);
        structure[a > b ? a : b] = a > b ? b : a;
    }
}

/* from a body before it, or itself, to the number of its structure; returns how many structures there are */
static size_t number_structures(size_t *structure, size_t n) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++) structure[i] = structure[i] == i ? count++ : structure[structure[i]];
    return count;
}

/* the bodies of a part, and the number of the part; body < 0: the ground */
typedef struct ends {
    thud_body left, right;
} ends;

static ends ends_of_body(const thud_simulation *sim, size_t i) {
    (void)sim;
    return (ends){(thud_body)i, THUD_BODY_GROUND};
}
static ends ends_of_spring(const thud_simulation *sim, size_t i) {
    return (ends){sim->structure.springs[i].left, sim->structure.springs[i].right};
}
static ends ends_of_contact(const thud_simulation *sim, size_t i) {
    return (ends){sim->contacts.list[i].left, sim->contacts.list[i].right};
}
static ends ends_of_push(const thud_simulation *sim, size_t i) {
    return (ends){sim->model->forces[i].body, THUD_BODY_GROUND};
}

/* parts between two structures are parts of both */
static bool sort_parts(const thud_neighbours *s, const thud_simulation *sim, size_t count,
                       ends (*of)(const thud_simulation *, size_t), thud_parts *out) {
    out->first = calloc(s->count + 2, sizeof *out->first);
    out->number = malloc((2 * count + 1) * sizeof *out->number);
    if (!out->first || !out->number) return false;
    size_t *next = out->first + 1; /* counts, then where the next part of a structure goes */
    for (int fill = 0; fill <= 1; fill++) {
        for (size_t i = 0; i < count; i++) {
            const ends e = of(sim, i);
            size_t left = e.left < 0 ? SIZE_MAX : s->structure[e.left],
                   right = e.right < 0 ? SIZE_MAX : s->structure[e.right];
            if (right == left) right = SIZE_MAX;
            const size_t both[] = {left, right};
            for (int j = 0; j < 2; j++) {
                if (both[j] == SIZE_MAX) continue;
                if (fill) out->number[next[both[j]]++] = i;
                else next[both[j] + 1]++;
            }
        }
        for (size_t k = 1; !fill && k <= s->count; k++) next[k] += next[k - 1];
    }
    return true;
}

bool thud_neighbours_find(thud_neighbours *s, const thud_simulation *sim) {
    const size_t n = sim->structure.n;
    s->structure = malloc(n * sizeof *s->structure + 1);
    if (!s->structure) return false;
    for (size_t i = 0; i < n; i++) s->structure[i] = i;
    join_springs(s->structure, &sim->structure);
    s->count = number_structures(s->structure, n);
    s->mark = calloc(s->count + 1, sizeof *s->mark);
    s->cluster = calloc(s->count + 1, sizeof *s->cluster);
    s->member = calloc(s->count + 1, sizeof *s->member);
    return s->mark && s->cluster && s->member && sort_parts(s, sim, n, ends_of_body, &s->bodies) &&
           sort_parts(s, sim, sim->structure.spring_count, ends_of_spring, &s->springs) &&
           sort_parts(s, sim, sim->contacts.count, ends_of_contact, &s->contacts) &&
           sort_parts(s, sim, sim->loads.model_count, ends_of_push, &s->pushes);
}

void thud_neighbours_free(thud_neighbours *s) {
    thud_parts *parts[] = {&s->bodies, &s->springs, &s->contacts, &s->pushes};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        free(parts[i]->first);
        free(parts[i]->number);
    }
    free(s->structure);
    free(s->mark);
    free(s->cluster);
    free(s->member);
}

/* ---- clusters ---- */

void thud_neighbours_wake(thud_neighbours *s, const thud_body_contact *t) {
    if (t->left >= 0) s->mark[s->structure[t->left]] = THUD_NEIGHBOUR_BUSY;
    if (t->right >= 0) s->mark[s->structure[t->right]] = THUD_NEIGHBOUR_BUSY;
}

size_t thud_neighbours_beyond(const thud_neighbours *s, const thud_body_contact *t, size_t structure) {
    const size_t left = t->left < 0 ? SIZE_MAX : s->structure[t->left],
                 right = t->right < 0 ? SIZE_MAX : s->structure[t->right];
    return left == structure ? right : left;
}

bool thud_neighbours_are_busy(const thud_neighbours *s, const thud_body_contact *t) {
    return (t->left >= 0 && s->mark[s->structure[t->left]] == THUD_NEIGHBOUR_BUSY) ||
           (t->right >= 0 && s->mark[s->structure[t->right]] == THUD_NEIGHBOUR_BUSY);
}

static void add_member(thud_neighbours *s, size_t structure, size_t number) {
    if (s->mark[structure] == THUD_NEIGHBOUR_QUIET) s->mark[structure] = THUD_NEIGHBOUR_GUARD;
    s->cluster[structure] = number;
    s->member[s->members++] = structure;
}

void thud_neighbours_sort(size_t *number, size_t count) {
    for (size_t i = 1; i < count; i++) {
        const size_t moved = number[i];
        size_t j = i;
        for (; j > 0 && number[j - 1] > moved; j--) number[j] = number[j - 1];
        number[j] = moved;
    }
}

bool thud_neighbours_gather(thud_neighbours *s, const thud_simulation *sim, size_t from) {
    const size_t number = from + 1;
    s->members = 0;
    add_member(s, from, number);
    for (size_t i = 0; i < s->members; i++) {
        const size_t here = s->member[i];
        for (size_t c = s->contacts.first[here]; c < s->contacts.first[here + 1]; c++) {
            const size_t other = thud_neighbours_beyond(s, &sim->contacts.list[s->contacts.number[c]], here);
            if (other == SIZE_MAX || s->cluster[other] == number) continue;
            if (s->mark[here] != THUD_NEIGHBOUR_BUSY && s->mark[other] != THUD_NEIGHBOUR_BUSY) continue;
            if (s->cluster[other] != 0) return false;
            add_member(s, other, number);
        }
    }
    thud_neighbours_sort(s->member, s->members);
    return true;
}
