/* Times in a file: whether they are equally spaced, as far as their digits show. */
#include "ground/read/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/print.h"

/*
 * Times are rounded. A deviation of less than a thousandth of a step is noise, as in single precision; more than
 * an eighth is not rounding, but a different step.
 */
static double tolerance(double step, int64_t place) {
    return fmin(fmax(pow(10, (double)place), 1e-3 * step), step / 8);
}

static bool fits(const double *times, size_t count, double step, double tolerated) {
    for (size_t i = 1; i < count; i++)
        if (!(fabs(times[i] - times[0] - step * (double)i) <= tolerated)) return false;
    return true;
}

/* the nearest number with this many significant digits */
static double shortened(double value, int digits) {
    char text[40];
    thud_print(text, sizeof text, "%.*e", digits - 1, value);
    return thud_number_value(text, NULL);
}

bool thud_times_uniform(const double *times, size_t count, int64_t place, double expected, double *step) {
    enum { FEW_DIGITS = 2, MANY_DIGITS = 15 };
    if (count < 2) return false;
    const double mean = (times[count - 1] - times[0]) / (double)(count - 1);
    const double tolerated = tolerance(mean, place);
    /* the expected step, 0.02, 1/128, then the shortest */
    double candidates[MANY_DIGITS + 3] = {expected};
    int used = 1;
    for (int digits = 1; digits <= FEW_DIGITS; digits++) candidates[used++] = shortened(mean, digits);
    candidates[used++] = 1 / round(1 / mean);
    for (int digits = FEW_DIGITS + 1; digits <= MANY_DIGITS; digits++) candidates[used++] = shortened(mean, digits);
    candidates[used++] = mean;
    for (int i = 0; i < used; i++)
        if (candidates[i] > 0 && isfinite(candidates[i]) && fits(times, count, candidates[i], tolerated)) {
            *step = candidates[i];
            return true;
        }
    return false;
}
