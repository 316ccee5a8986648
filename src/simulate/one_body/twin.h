/*
 * Two numbers in one register. Compilers do not find such pairs reliably by themselves; results do not depend on
 * it.
 */
#ifndef THUD_SIMULATE_TWIN_H
#define THUD_SIMULATE_TWIN_H

typedef double thud_twin __attribute__((vector_size(16)));

static inline thud_twin thud_both(double x) { return (thud_twin){x, x}; }

#endif
