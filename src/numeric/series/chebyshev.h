/* Functions of two variables in Chebyshev polynomials on a grid of patches. */
#ifndef THUD_NUMERIC_CHEBYSHEV_H
#define THUD_NUMERIC_CHEBYSHEV_H

enum { THUD_CHEBYSHEV_MAX_TERMS = 24 };

/* One axis: `patches` equal intervals starting at `low`, each with `terms` polynomials. An axis with one point has
 * per_unit 0. */
typedef struct thud_chebyshev_axis {
    double low, per_unit; /* start of the first patch, and patches per unit of length */
    int patches, terms;
} thud_chebyshev_axis;

/* Coefficients run over patches of x, patches of y, degrees in x, degrees in y, the last fastest. */
typedef struct thud_chebyshev {
    thud_chebyshev_axis x, y;
    const double *coefficients;
} thud_chebyshev;

/* The value at (x, y); outside the grid the nearest patch is extrapolated. */
double thud_chebyshev_value(const thud_chebyshev *table, double x, double y);

#endif
