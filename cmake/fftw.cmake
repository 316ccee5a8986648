# FFTW3, for power spectra. Sets FFTW3_INCLUDE_DIR and FFTW3_LIBRARY.
#
# By library and header: the package's own CMake file is not there on Debian.

find_path(FFTW3_INCLUDE_DIR fftw3.h REQUIRED)
find_library(FFTW3_LIBRARY fftw3 REQUIRED)
