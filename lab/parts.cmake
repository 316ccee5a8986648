# What the library stands on in the lab: the C library and nothing else. What needs libyaml, SQLite or SUNDIALS is left
# out, and nothing of the lab calls it.

set(THUD_PART_INCLUDES)
set(THUD_PART_LIBRARIES)
set(THUD_PART_NAMES)
set(THUD_HAVE_SUNDIALS FALSE)
set(THUD_HAVE_MSEED FALSE)

# sources that do not compile without those
set(THUD_LEFT_OUT "^study/|yaml\\.c$")

# the libraries that others link are not made
set_property(GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS TRUE)
