# What every target of the project is compiled with: target_link_libraries(… PRIVATE thud_options).

add_library(thud_options INTERFACE)

# Nothing built remembers this folder, not even through an assert().
# The same bits from every compiler: no fused multiply-add behind our back.
# Nobody reads errno after sqrt() or pow(): without it a square root is one instruction.
# Not -Wdouble-promotion: INFINITY and NAN are floats in <math.h>, and it finds nothing else in a library of doubles.
target_compile_options(thud_options INTERFACE
  $<$<C_COMPILER_ID:GNU,Clang,AppleClang>:
    -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=
    -ffp-contract=off
    -fno-math-errno
    -Wall -Wextra -Wpedantic
    -Wconversion -Wshadow
    -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition
    -Wcast-qual -Wwrite-strings -Wpointer-arith -Wundef -Wvla>)

# What an error that slipped through could do is bounded: a smashed stack and a buffer that is too small end the program, what the
# linker has filled in is read-only, and the command is loaded anywhere. Level 3 of _FORTIFY_SOURCE needs an optimising build.
if(THUD_HARDEN)
  target_compile_options(thud_options INTERFACE -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
  add_link_options(LINKER:-z,relro LINKER:-z,now)
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES C)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()
