/* Elementary functions without cancellation. */
#ifndef THUD_NUMERIC_ELEMENTARY_H
#define THUD_NUMERIC_ELEMENTARY_H

/* (ln(1+z) − z + z²/2)/z³ for z > −1: 1/3 − z/4 + z²/5 − … */
double thud_log_remainder(double z);

/* (exp(−x) − 1 + x)/x²: 1/2 − x/6 + x²/24 − … */
double thud_exp_remainder(double x);

/* x^exponent, by multiplication if the exponent is a small integer. */
double thud_power(double x, double exponent);

/* ∫₀¹ du/√(1 − u^a), a > 0: the quarter period of a power-law oscillator. */
double thud_quarter_period(double a);

#endif
