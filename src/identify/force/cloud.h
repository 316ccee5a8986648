/*
 * A cloud of points about a centre, wide enough to cover a distribution that is roughly normal, and mean and
 * covariance of that distribution from weights of the points (importance sampling).
 */
#ifndef THUD_IDENTIFY_CLOUD_H
#define THUD_IDENTIFY_CLOUD_H

#include <stdbool.h>

#include "identify/least_squares.h"

enum { THUD_CLOUD_POINTS = 256, THUD_CLOUD_ENOUGH = 60 };

typedef struct thud_moments {
    double mean[THUD_LEAST_SQUARES_MOST];
    double covariance[THUD_LEAST_SQUARES_MOST][THUD_LEAST_SQUARES_MOST];
} thud_moments;

typedef struct thud_cloud {
    size_t size; /* coordinates of a point */
    double points[THUD_CLOUD_POINTS][THUD_LEAST_SQUARES_MOST];
    double densities[THUD_CLOUD_POINTS]; /* logarithms, up to a constant */
    double weights[THUD_CLOUD_POINTS];   /* likewise: those of the distribution, to be filled in */
} thud_cloud;

/* Points about a mean; `round` chooses others of the same kind. False where the covariance is none. */
bool thud_cloud_draw(const thud_moments *about, size_t size, unsigned round, thud_cloud *cloud);

/*
 * Moments of the distribution, and how many points' worth of weight they rest on. Where that is less than
 * THUD_CLOUD_ENOUGH they are those of a distribution nearer to the cloud, which is what the next one should be
 * about.
 */
double thud_cloud_weigh(const thud_cloud *cloud, thud_moments *moments);

#endif
