/*
 * GSL calls a handler when something is wrong with its arguments or with memory, and the usual one aborts. Between
 * these two calls it does not; every GSL function that can fail says so by what it returns.
 */
#ifndef THUD_IDENTIFY_GSL_ERRORS_H
#define THUD_IDENTIFY_GSL_ERRORS_H

void thud_gsl_errors_off(void);
void thud_gsl_errors_restore(void);

#endif
