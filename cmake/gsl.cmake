# GSL, for nonlinear least squares. Sets GSL_INCLUDE_DIR, GSL_LIBRARY and GSL_CBLAS_LIBRARY.
#
# By library and header, like FFTW; its own CBLAS is small and needs nothing else.

find_path(GSL_INCLUDE_DIR gsl/gsl_multifit_nlinear.h REQUIRED)
find_library(GSL_LIBRARY gsl REQUIRED)
find_library(GSL_CBLAS_LIBRARY gslcblas REQUIRED)
