# thud_sundials: the parts of SUNDIALS that benchmarks and cross-checks use.
#
# By library and header: the package's own CMake file also asks for OpenMP, which clang on Debian does not bring.

find_path(SUNDIALS_INCLUDE_DIR cvode/cvode.h REQUIRED)

add_library(thud_sundials INTERFACE)
target_include_directories(thud_sundials SYSTEM INTERFACE ${SUNDIALS_INCLUDE_DIR})
foreach(part cvode arkode nvecserial sunnonlinsolfixedpoint sunmatrixband sunlinsolband)
  find_library(SUNDIALS_${part} sundials_${part} REQUIRED)
  target_link_libraries(thud_sundials INTERFACE ${SUNDIALS_${part}})
endforeach()
