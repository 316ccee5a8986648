/* What the library asks of GSL's errors, for the lab: its stand-in has no handler to put away. */
#ifndef LAB_GSL_ERRNO_H
#define LAB_GSL_ERRNO_H

enum { GSL_SUCCESS = 0, GSL_CONTINUE = -2, GSL_EDOM = 1, GSL_EMAXITER = 11, GSL_ENOPROG = 27 };

typedef void gsl_error_handler_t(const char *reason, const char *file, int line, int number);

gsl_error_handler_t *gsl_set_error_handler_off(void);
gsl_error_handler_t *gsl_set_error_handler(gsl_error_handler_t *handler);

#endif
