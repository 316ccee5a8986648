/* The size of a motion, and how to change it. */
#include "ground/step.h"

#include <math.h>

double thud_motion_largest(const thud_motion *motion) {
    double largest = 0;
    for (size_t i = 0; i < motion->count; i++) largest = fmax(largest, fabs(motion->acceleration[i]));
    return largest;
}

void thud_motion_scale(thud_motion *motion, double factor) {
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] *= factor;
}
