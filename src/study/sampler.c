/*
 * Design for Sobol' indices: A. Saltelli et al., Comput. Phys. Commun. 181 (2010) 259. Design for elementary
 * effects: M. D. Morris, Technometrics 33 (1991) 161, with four levels at the middles of four equal parts, so that
 * no value is infinite.
 */
#include "study/sampler.h"

#include <math.h>

#include "numeric/normal.h"

size_t thud_design_block(thud_design_kind design, size_t axes) {
    return design == THUD_DESIGN_SOBOL ? axes + 2 : design == THUD_DESIGN_MORRIS ? axes + 1 : 1;
}

/* where one path of Morris' design is after a number of steps: the axes change in a random order */
static double morris(const thud_sampler *s, size_t path, size_t step) {
    const double u = thud_points_value(&s->points, path);
    const size_t level = (size_t)(4 * u), turn = thud_points_shuffle(s->seed + path, s->axes, s->own);
    const double from = ((double)level + 0.5) / 4;
    if (turn >= step) return from;
    return from < 0.5 ? from + THUD_MORRIS_STEP : from - THUD_MORRIS_STEP;
}

static double share(const thud_sampler *s, size_t index) {
    if (s->design == THUD_DESIGN_NONE) return thud_points_value(&s->points, index);
    const size_t block = thud_design_block(s->design, s->axes), number = index / block, place = index % block;
    if (s->design == THUD_DESIGN_MORRIS) return morris(s, number, place);
    return thud_points_value(place == 1 || place == 2 + s->own ? &s->others : &s->points, number);
}

static double correlated(const thud_sampler *s, size_t index) {
    const double *row = s->copula->factor + s->row * s->copula->size;
    double z = 0;
    for (size_t i = 0; i <= s->row; i++)
        if (row[i] != 0) z += row[i] * thud_normal_quantile(share(s->copula->members[i], index));
    return fmin(fmax(thud_normal_below(z), 0x1p-1000), 1 - 0x1p-53);
}

double thud_sampler_value(const thud_sampler *s, size_t index) {
    return thud_variate_quantile(&s->variate, s->copula ? correlated(s, index) : share(s, index));
}
