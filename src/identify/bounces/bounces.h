/*
 * Lists of bounces, shared by those who make them.
 */
#ifndef THUD_IDENTIFY_BOUNCES_BOUNCES_H
#define THUD_IDENTIFY_BOUNCES_BOUNCES_H

#include <thud/identify.h>

/* Room for so many, still to be filled in; NULL without memory. */
thud_bounces *thud_bounces_create(size_t count);

/* What was found, with its law, or what went wrong; then nothing is left of it. */
thud_status thud_bounces_deliver(thud_bounces *found, thud_status status, thud_bounces **bounces,
                                 thud_error *error);

thud_status thud_bounces_check_options(const thud_bounce_options *options, thud_error *error);

/* ---- e = 1 − a v^b through bounces at several speeds. ---- */

/* Sets law and has_law; without three different speeds, or with an e of 1, there is none. */
thud_status thud_restitution_law_fit(thud_bounces *bounces);

#endif
