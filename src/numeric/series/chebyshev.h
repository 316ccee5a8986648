/* Functions of two variables in Chebyshev polynomials on a grid of patches. */
#ifndef THUD_NUMERIC_CHEBYSHEV_H
#define THUD_NUMERIC_CHEBYSHEV_H

enum { THUD_CHEBYSHEV_MAX_TERMS = 24 };

/* One axis: `patches` equal intervals from `low` on, `terms` polynomials on each. An axis of one point has none per
 * unit. */
typedef struct thud_chebyshev_axis {
    double low, per_unit; /* where the first patch begins, and patches per unit of length */
    int patches, terms;
} thud_chebyshev_axis;

/* Coefficients run over patches of x, patches of y, degrees in x, degrees in y, the last fastest. */
typedef struct thud_chebyshev {
    thud_chebyshev_axis x, y;
    const double *coefficients;
} thud_chebyshev;

/* The value at (x, y); outside the grid the nearest patch is continued. */
double thud_chebyshev_value(const thud_chebyshev *table, double x, double y);

#endif
