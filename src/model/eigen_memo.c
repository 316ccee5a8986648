/* The last groups that were solved, each with the numbers that it was made of. */
#include "model/eigen_memo.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT = 16 }; /* groups */

/* `numbers`: the question, then the answer */
typedef struct solved {
    size_t count, asked, free_one;
    bool given;
    double *numbers;
} solved;

struct thud_eigen_memo {
    solved groups[KEPT];
    size_t next; /* its place is taken next */
};

thud_eigen_memo *thud_eigen_memo_create(void) { return calloc(1, sizeof(thud_eigen_memo)); }

void thud_eigen_memo_free(thud_eigen_memo *memo) {
    for (size_t i = 0; memo && i < KEPT; i++) free(memo->groups[i].numbers);
    free(memo);
}

/* whether it is tied to the ground, its masses, its K and, where matrices are given, its M */
static size_t ask(const thud_eigen *e, const double *mass, const double *stiffness, double *question) {
    double *to = question;
    const bool given = e->given[e->group[e->member[0]]];
    *to++ = e->tied[e->group[e->member[0]]];
    for (size_t i = 0; i < e->count; i++) *to++ = mass[e->member[i]];
    for (size_t i = 0; i < e->count; i++)
        for (size_t j = 0; j < e->count; j++) *to++ = stiffness[e->member[i] * e->n + e->member[j]];
    for (size_t i = 0; given && i < e->count; i++)
        for (size_t j = 0; j < e->count; j++)
            *to++ = thud_model_mass_between(e->model, (int)e->member[i], (int)e->member[j]);
    return (size_t)(to - question);
}

static bool is_same(const solved *s, const solved *t) {
    return s->numbers && s->count == t->count && s->given == t->given && s->asked == t->asked &&
           memcmp(s->numbers, t->numbers, s->asked * sizeof *s->numbers) == 0;
}

static void answer(const solved *s, thud_eigen *e) {
    const size_t squares = s->count * s->count;
    const double *from = s->numbers + s->asked;
    memcpy(e->square, from, s->count * sizeof *from);
    memcpy(e->vector, from + s->count, squares * sizeof *from);
    if (s->given) memcpy(e->momentum, from + s->count + squares, squares * sizeof *from);
    e->free_one = s->free_one;
}

bool thud_eigen_memo_find(thud_eigen_memo *memo, thud_eigen *e, const double *mass, const double *stiffness) {
    const size_t squares = e->count * e->count;
    solved asked = {.count = e->count, .given = e->given[e->group[e->member[0]]]};
    asked.numbers = malloc((1 + 2 * e->count + 4 * squares) * sizeof *asked.numbers);
    if (asked.numbers) asked.asked = ask(e, mass, stiffness, asked.numbers);
    for (size_t i = 0; asked.numbers && i < KEPT; i++) {
        if (!is_same(&memo->groups[i], &asked)) continue;
        answer(&memo->groups[i], e);
        free(asked.numbers);
        return true;
    }
    /* the answer is written behind it */
    solved *place = &memo->groups[memo->next];
    free(place->numbers);
    *place = (solved){.numbers = asked.numbers, .asked = asked.asked, .given = asked.given};
    return false;
}

void thud_eigen_memo_keep(thud_eigen_memo *memo, const thud_eigen *e) {
    solved *s = &memo->groups[memo->next];
    if (!s->numbers) return;
    const size_t squares = e->count * e->count;
    double *to = s->numbers + s->asked;
    memcpy(to, e->square, e->count * sizeof *to);
    memcpy(to + e->count, e->vector, squares * sizeof *to);
    if (s->given) memcpy(to + e->count + squares, e->momentum, squares * sizeof *to);
    s->free_one = e->free_one;
    s->count = e->count; /* it is known from now on */
    memo->next = (memo->next + 1) % KEPT;
}
