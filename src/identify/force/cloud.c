/*
 * Points of Halton's sequence (J. H. Halton, Numer. Math. 2 (1960) 84–90) as normal deviates of three widths: the
 * narrow ones for the middle, the wide ones so that no tail is without points. The weight of a point is the
 * distribution over the density of the cloud, w = π/q. Moments from less than ENOUGH points' worth of weight,
 * (Σw)²/Σw², are not believed, and only lead on to the next cloud: where the cloud is nearly right the largest
 * weights are clipped (E. Koblents & J. Míguez, Stat. Comput. 25 (2015) 407–425), otherwise w^β with β < 1 is
 * taken.
 */
#include "identify/force/cloud.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/cholesky.h"
#include "numeric/normal.h"

enum {
    MOST = THUD_LEAST_SQUARES_MOST,
    POINTS = THUD_CLOUD_POINTS,
    WIDTHS = 3,
    HALVINGS = 10,
    ENOUGH = THUD_CLOUD_ENOUGH
};

static const double WIDTH[WIDTHS] = {0.8, 1.3, 2.5}; /* standard deviations */
static const uint32_t PRIMES[MOST] = {2, 3, 5, 7, 11, 13, 17, 19};

/* the digits of an index mirrored at the point */
static double radical_inverse(uint32_t index, uint32_t base) {
    double sum = 0, digit = 1.0 / base;
    for (; index > 0; index /= base, digit /= base) sum += digit * (index % base);
    return sum;
}

/* normal deviates of one width; returns their squared length */
static double deviate(uint32_t index, size_t size, double z[MOST]) {
    double squares = 0;
    for (size_t i = 0; i < size; i++) {
        /* the sequence is shifted from width to width, or all would lie on the same rays */
        double u = radical_inverse(index / WIDTHS + 1, PRIMES[i]) + (double)(index % WIDTHS) / (2 * WIDTHS);
        u = fmin(fmax(u - floor(u), 1e-9), 1 - 1e-9);
        z[i] = WIDTH[index % WIDTHS] * thud_normal_quantile(u);
        squares += z[i] * z[i];
    }
    return squares;
}

static double log_density(double squares, size_t size) {
    double sum = 0;
    for (int i = 0; i < WIDTHS; i++) sum += exp(-squares / (2 * WIDTH[i] * WIDTH[i])) / pow(WIDTH[i], (double)size);
    return log(fmax(sum, 1e-300));
}

bool thud_cloud_draw(const thud_moments *about, size_t size, unsigned round, thud_cloud *cloud) {
    double factor[MOST * MOST], z[MOST];
    for (size_t i = 0; i < size; i++)
        for (size_t k = 0; k <= i; k++) factor[i * size + k] = about->covariance[i][k];
    if (!thud_cholesky_factor(factor, size)) return false;
    cloud->size = size;
    for (uint32_t i = 0; i < POINTS; i++) {
        cloud->densities[i] = log_density(deviate(round * POINTS + i, size, z), size);
        for (size_t j = 0; j < size; j++) {
            double *at = &cloud->points[i][j];
            *at = about->mean[j];
            for (size_t k = 0; k <= j; k++) *at += factor[j * size + k] * z[k];
        }
    }
    return true;
}

/* w^β, the largest 1; returns how many points' worth of weight there is */
static double temper(const thud_cloud *cloud, double beta, double weights[POINTS]) {
    double most = -INFINITY, sum = 0, squares = 0;
    for (int i = 0; i < POINTS; i++) {
        weights[i] = cloud->weights[i] - cloud->densities[i];
        most = fmax(most, weights[i]);
    }
    if (!isfinite(most)) return 0;
    for (int i = 0; i < POINTS; i++) {
        weights[i] = exp(beta * (weights[i] - most));
        sum += weights[i];
        squares += weights[i] * weights[i];
    }
    return sum * sum / squares;
}

static void sum_up(const thud_cloud *cloud, const double weights[POINTS], thud_moments *out) {
    double total = 0;
    *out = (thud_moments){0};
    for (int i = 0; i < POINTS; i++) {
        total += weights[i];
        for (size_t k = 0; k < cloud->size; k++) out->mean[k] += weights[i] * cloud->points[i][k];
    }
    for (size_t k = 0; k < cloud->size; k++) out->mean[k] /= total;
    for (int i = 0; i < POINTS; i++)
        for (size_t k = 0; k < cloud->size; k++)
            for (size_t l = 0; l < cloud->size; l++)
                out->covariance[k][l] += weights[i] / total * (cloud->points[i][k] - out->mean[k]) *
                                         (cloud->points[i][l] - out->mean[l]);
}

static int downwards(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* no weight above the one that ENOUGH points have */
static void clip(double weights[POINTS]) {
    double sorted[POINTS];
    memcpy(sorted, weights, sizeof sorted);
    qsort(sorted, POINTS, sizeof *sorted, downwards);
    for (int i = 0; i < POINTS; i++) weights[i] = fmin(weights[i], sorted[ENOUGH - 1]);
}

/* the largest power of the weights that leaves enough of them, or nearly */
static void soften(const thud_cloud *cloud, double weights[POINTS]) {
    double low = 0, high = 1;
    for (int i = 0; i < HALVINGS; i++) {
        double beta = (low + high) / 2;
        if (temper(cloud, beta, weights) >= ENOUGH) low = beta;
        else high = beta;
    }
    (void)temper(cloud, low, weights);
}

double thud_cloud_weigh(const thud_cloud *cloud, thud_moments *moments) {
    double weights[POINTS], worth = temper(cloud, 1, weights);
    if (worth < ENOUGH && temper(cloud, 0.5, weights) >= ENOUGH) {
        (void)temper(cloud, 1, weights);
        clip(weights);
    } else if (worth < ENOUGH) {
        soften(cloud, weights);
    }
    sum_up(cloud, weights, moments);
    return worth;
}
