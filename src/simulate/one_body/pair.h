/*
 * Two numbers in one register. Compilers do not find such pairs reliably by themselves; results do not depend on
 * it.
 */
#ifndef THUD_SIMULATE_PAIR_H
#define THUD_SIMULATE_PAIR_H

typedef double thud_pair __attribute__((vector_size(16)));

static inline thud_pair thud_both(double x) { return (thud_pair){x, x}; }

#endif
