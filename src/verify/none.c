/* In place of verify_cvode.c where thud is built without SUNDIALS (cmake/parts.cmake): nobody else can be asked. */
#include <stdio.h>

#include "verify/run.h"

thud_status thud_verify_cvode(thud_verify_model *v, const double *peaks, size_t samples, double *displacement,
                              thud_verification *verification) {
    (void)v, (void)peaks, (void)samples, (void)displacement;
    snprintf(verification->error.text, sizeof verification->error.text,
             "this thud was built without SUNDIALS; run 'tools/setup build' in its repository and build it again");
    return THUD_ERROR_UNSUPPORTED;
}
