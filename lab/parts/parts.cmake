# What the library stands on in the lab: small stand-ins, in this folder, for the few functions of LAPACKE and GSL that
# it calls. There is no FFTW, libfyaml, SQLite or SUNDIALS: what needs them is left out, and nothing of the lab calls it.

set(THUD_PART_INCLUDES ${PROJECT_SOURCE_DIR}/lab/parts)
set(THUD_PART_LIBRARIES)
set(THUD_PART_NAMES)
set(THUD_HAVE_SUNDIALS FALSE)
set(THUD_HAVE_MSEED FALSE)

# sources that do not compile without those
set(THUD_LEFT_OUT "^study/|yaml\\.c$|psd\\.c$")

# the libraries that others link are not made
set_property(GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS TRUE)
