/*
 * Truncated power series c₀ + c₁ s + … + cₙ sⁿ: one coefficient of a product or of a power from those before it,
 * values, and where a monotone series reaches a level.
 */
#include "numeric/series/power_series.h"

#include <stdbool.h>

int thud_power_plan_number(thud_power_plan *plan, int power) {
    if (power == 0) return -1;
    for (int i = 0; i <= plan->count; i++)
        if (plan->exponent[i] == power) return i;
    int left = thud_power_plan_number(plan, power / 2);
    int right = thud_power_plan_number(plan, power - power / 2);
    plan->product[plan->count].left = left;
    plan->product[plan->count].right = right;
    plan->count++;
    plan->exponent[plan->count] = power;
    return plan->count;
}

static bool is_whole(double x) { return x == floor(x); }

int thud_power_root(double n, double p, int largest) {
    for (int q = 1; q <= largest; q *= 2)
        if (is_whole(q * n) && is_whole(q * p)) return q;
    return 0;
}
