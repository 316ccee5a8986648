/*
 * One impact of a standard linear solid. In the frame, with r = K/k and τ = χ/r,
 *
 *     δ″ + δ + q = 0,   q′ = r δ′ − q/τ,   δ(0) = q(0) = 0,   δ′(0) = 1,
 *
 * and the bodies separate where δ + q first becomes zero; from there the face recovers more slowly than they part.
 *
 * For short τ the roots of λ³ + λ²/τ + (1 + r) λ + 1/τ are −a ≈ −1/τ and −b ± iω: 2b = [(1 + r) a − 1/τ]/a² and a
 * = 1/τ − 2b. For other τ the state is the exponential of the matrix, by its series after halving and squaring.
 */
#include <math.h>
#include <string.h>

#include "impact/relaxing.h"

enum { SIZE = 3, TERMS = 18 };

/* 1/τ above which the roots are used: they are far apart there, since r is at most 100; below it some ten
 * squarings lose 1e-13 */
static const double STIFF = 1000;

thud_solid thud_solid_of(double arm, double chi) {
    thud_solid s = {.arm = arm, .relaxation = arm / chi};
    if (!(s.relaxation > STIFF)) return s;
    double twice = 0;
    s.fast = s.relaxation;
    for (int i = 0; i < 60 && s.relaxation < INFINITY; i++) {
        twice = (s.arm + 1 - s.relaxation / s.fast) / s.fast;
        s.fast = s.relaxation - twice;
    }
    s.slow = twice / 2;
    s.omega = sqrt((s.relaxation < INFINITY ? s.relaxation / s.fast : 1) - s.slow * s.slow);
    return s;
}

/* δ = α e^(−at) + e^(−bt) (−α cos ωt + γ sin ωt), and its derivatives */
static thud_relaxing_state by_roots(const thud_solid *s, double t) {
    if (!(s->relaxation < INFINITY)) return (thud_relaxing_state){sin(t), cos(t), sin(t)};
    const double a = s->fast, b = s->slow, w = s->omega;
    const double alpha = 2 * b / ((a - b) * (a - b) + w * w), gamma = (1 + (a - b) * alpha) / w;
    const double quick = alpha * exp(-a * t), fade = exp(-b * t), c = cos(w * t), d = sin(w * t);
    const double along = -alpha * c + gamma * d, across = alpha * w * d + gamma * w * c;
    return (thud_relaxing_state){quick + fade * along, -a * quick + fade * (across - b * along),
                                 -(a * a * quick + fade * ((b * b - w * w) * along - 2 * b * across))};
}

typedef double matrix[SIZE][SIZE];

static void multiply(matrix out, matrix a, matrix b) {
    matrix product;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) product[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
    memcpy(out, product, sizeof product);
}

static thud_relaxing_state by_series(const thud_solid *s, double t) {
    const double size = fmax(s->relaxation + s->arm, 2 + s->arm) * t;
    const int halvings = size > 0.25 ? (int)ceil(log2(4 * size)) : 0;
    const double h = ldexp(t, -halvings);
    matrix step = {{0, h, 0}, {-h, 0, -h}, {0, s->arm * h, -s->relaxation * h}};
    matrix power = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, sum = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 1; k <= TERMS; k++) {
        multiply(power, power, step);
        for (int i = 0; i < SIZE * SIZE; i++) {
            power[i / SIZE][i % SIZE] /= k;
            sum[i / SIZE][i % SIZE] += power[i / SIZE][i % SIZE];
        }
    }
    for (int i = 0; i < halvings; i++) multiply(sum, sum, sum);
    return (thud_relaxing_state){sum[0][1], sum[1][1], sum[0][1] + sum[2][1]};
}

thud_relaxing_state thud_solid_at(const thud_solid *s, double t) {
    return s->relaxation > STIFF ? by_roots(s, t) : by_series(s, t);
}
