/* The envelope of random motions: sin² up to the stationary part, then cos² of twice that length down. */
#include "ground/generate/sampling.h"

#include <math.h>

#include <thud/generate.h>

#include "numeric/constant.h"

/* 10 s if that leaves a fifth for the ends; for longer motions slightly more than half */
double thud_stationary_part(double duration) { return fmax(fmin(10, 0.8 * duration), 0.55 * duration); }

thud_envelope thud_envelope_make(double duration) {
    double ends = duration - thud_stationary_part(duration);
    return (thud_envelope){.rise = ends / 3, .fall = duration - 2 * ends / 3, .end = duration};
}

/* from 0 to 1 with slope zero at both ends */
static double blend(double x) {
    double root = sin(THUD_PI / 2 * x);
    return root * root;
}

double thud_envelope_value(const thud_envelope *e, double time) {
    if (!(time > 0 && time < e->end)) return 0;
    if (time < e->rise) return blend(time / e->rise);
    if (time > e->fall) return blend((e->end - time) / (e->end - e->fall));
    return 1;
}
