/*
 * Sets the locale "C" for the calling thread, from enter to leave; other threads keep theirs. The C library has it
 * ready, so nothing is allocated. Only base/print.c and report/text/print.c use it.
 */
#ifndef THUD_BASE_PLAIN_LOCALE_H
#define THUD_BASE_PLAIN_LOCALE_H

#include <locale.h>

/* Returns the argument of leave. */
locale_t thud_plain_locale_enter(void);
void thud_plain_locale_leave(locale_t before);

#endif
