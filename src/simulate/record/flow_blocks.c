/*
 * The matrix exponential of one block over one step, and its energies, as linear and quadratic functions of the
 * state and the two samples of the record.
 */
#include "simulate/record/flow_blocks.h"

#include <math.h>
#include <string.h>

#include "numeric/integral/quadrature.h"
#include "numeric/matrix/exponential.h"

enum { NODES = 14 }; /* exact to the last bits as long as a step turns the fastest mode by less than a radian */

size_t thud_block_space(size_t size) {
    size_t wide = size + 3;
    return size * wide + wide + wide * wide;
}

size_t thud_block_work(size_t size) {
    size_t wide = size + 3;
    return 3 * wide * wide + thud_matrix_exponential_work(wide);
}

/* y(τ) as a linear function of w: the exponential of (y, a, slope of a, 1) with its columns combined */
static bool transition(size_t size, const double *a, const double *b, const double *c, double tau, double h,
                       double *matrix, double *work) {
    size_t wide = size + 3;
    double *whole = work, *power = whole + wide * wide, *rest = power + wide * wide;
    memset(whole, 0, wide * wide * sizeof *whole);
    for (size_t i = 0; i < size; i++) {
        for (size_t j = 0; j < size; j++) whole[i * wide + j] = tau * a[i * size + j];
        whole[i * wide + size] = tau * b[i];
        whole[i * wide + size + 2] = tau * c[i];
    }
    whole[size * wide + size + 1] = tau;
    if (!thud_matrix_exponential(wide, whole, power, rest)) return false;
    for (size_t i = 0; i < size; i++) {
        const double *row = power + i * wide;
        double *out = matrix + i * wide;
        for (size_t j = 0; j < size; j++) out[j] = row[j];
        out[size] = row[size] - row[size + 1] / h;
        out[size + 1] = row[size + 1] / h;
        out[size + 2] = row[size + 2];
    }
    return true;
}

static void add_ramp(thud_block *block, const double *load, const double *matrix, double weight) {
    size_t half = block->size / 2, wide = block->size + 3;
    for (size_t i = 0; i < half; i++)
        for (size_t j = 0; j < wide; j++) block->ramp[j] += weight * load[i] * matrix[(half + i) * wide + j];
}

static void add_loss(thud_block *block, const double *damping, const double *matrix, double weight) {
    size_t half = block->size / 2, wide = block->size + 3;
    for (size_t i = 0; i < half; i++)
        for (size_t k = 0; k < half; k++) {
            double c = weight * damping[i * half + k];
            if (c == 0) continue;
            const double *left = matrix + (half + i) * wide, *right = matrix + (half + k) * wide;
            for (size_t p = 0; p < wide; p++)
                for (size_t q = 0; q < wide; q++)
                    block->loss[(p > q ? p : q) * wide + (p > q ? q : p)] += c * left[p] * right[q];
        }
}

bool thud_block_fill(thud_block *block, const double *a, const double *b, const double *c, const double *load,
                     const double *damping, double h, double *work) {
    size_t size = block->size, wide = size + 3;
    double node[NODES], weight[NODES], *matrix = work, *rest = work + wide * wide;
    thud_gauss_legendre(NODES, node, weight);
    memset(block->ramp, 0, wide * sizeof *block->ramp);
    memset(block->loss, 0, wide * wide * sizeof *block->loss);
    for (int g = 0; g < NODES; g++) {
        if (!transition(size, a, b, c, node[g] * h, h, matrix, rest)) return false;
        add_ramp(block, load, matrix, weight[g] * h * node[g]);
        add_loss(block, damping, matrix, weight[g] * h);
    }
    return transition(size, a, b, c, h, h, block->step, rest);
}
