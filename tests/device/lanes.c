/*
 * Lanes of a work-group in one thread: each has a stack of its own, and they take turns from one barrier to the
 * next, in one order or the other.
 */
#define _XOPEN_SOURCE 700 /* ucontext */
#include "kernel.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { STACK = 1 << 18 };

typedef struct arguments {
    int cases, count;
    double tolerance;
    const double *numbers, *structures, *samples, *steps;
    const int *flags, *choices, *places, *pairs, *records;
    double *results;
} arguments;

int kernel_lane = 0, kernel_order = 1;
kernel *kernel_of_lanes = NULL;

static ucontext_t turns, lanes[KERNEL_LANES];
static bool is_over[KERNEL_LANES];
static arguments given;

void kernel_sync(void) { swapcontext(&lanes[kernel_lane], &turns); }

static void run_lane(void) {
    kernel_of_lanes(given.cases, given.count, given.tolerance, given.numbers, given.flags, given.choices,
                    given.structures, given.places, given.pairs, given.samples, given.records, given.steps,
                    given.results);
    is_over[kernel_lane] = true;
}

static void begin_lane(ucontext_t *lane, char *stack) {
    getcontext(lane);
    lane->uc_stack.ss_sp = stack;
    lane->uc_stack.ss_size = STACK;
    lane->uc_link = &turns;
    makecontext(lane, run_lane, 0);
}

/* one turn of every lane; whether all are over. Lanes that do not come to the same barriers are a mistake of the
 * kernel. */
static bool take_turns(void) {
    int over = 0;
    for (int i = 0; i < KERNEL_LANES; i++) {
        kernel_lane = kernel_order > 0 ? i : KERNEL_LANES - 1 - i;
        swapcontext(&turns, &lanes[kernel_lane]);
        over += is_over[kernel_lane];
    }
    if (over != 0 && over != KERNEL_LANES) abort();
    return over > 0;
}

static void run_lanes(void) {
    char *stacks = malloc((size_t)KERNEL_LANES * STACK);
    if (!stacks) abort();
    memset(is_over, 0, sizeof is_over);
    for (int i = 0; i < KERNEL_LANES; i++) begin_lane(&lanes[i], stacks + (size_t)i * STACK);
    while (!take_turns()) continue;
    free(stacks);
}

void kernel_by_lanes(int cases, int count, double tolerance, const double *numbers, const int *flags,
                     const int *choices, const double *structures, const int *places, const int *pairs,
                     const double *samples, const int *records, const double *steps, double *results) {
    given = (arguments){cases, count,   tolerance, numbers, structures, samples, steps,
                        flags, choices, places,    pairs,   records,    results};
    run_lanes();
}
