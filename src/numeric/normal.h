/*
 * The normal distribution.
 */
#ifndef THUD_NUMERIC_NORMAL_H
#define THUD_NUMERIC_NORMAL_H

/* Φ(z) = ½ erfc(−z/√2), with full relative accuracy in the lower tail. */
double thud_normal_below(double z);

/* ln Φ(z), and φ(z)/Φ(z); finite for every finite z, far in the tail too. */
double thud_normal_log_below(double z);
double thud_normal_hazard(double z);

/* The z with Φ(z) = p; infinite at 0 and 1, NAN outside. */
double thud_normal_quantile(double p);

/* The z below which the share u of the probability between a < b lies, 0 < u < 1; accurate in both tails. */
double thud_normal_between(double a, double b, double u);

#endif
