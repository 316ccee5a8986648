/* GSL's error handler, off while any thread needs it so. */
#include "identify/gsl_errors.h"

#include <stdatomic.h>

#include <gsl/gsl_errno.h>

/* the handler is one for the whole program: the first that comes in puts it away, the last that leaves brings it
 * back */
static atomic_flag busy = ATOMIC_FLAG_INIT;
static unsigned inside;
static gsl_error_handler_t *usual;

static void take_turn(void) {
    while (atomic_flag_test_and_set(&busy)) continue;
}

void thud_gsl_errors_off(void) {
    take_turn();
    if (inside++ == 0) usual = gsl_set_error_handler_off();
    atomic_flag_clear(&busy);
}

void thud_gsl_errors_restore(void) {
    take_turn();
    if (--inside == 0) gsl_set_error_handler(usual);
    atomic_flag_clear(&busy);
}
