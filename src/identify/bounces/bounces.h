/* Lists of bounces, shared by those who make them. */
#ifndef THUD_IDENTIFY_BOUNCES_H
#define THUD_IDENTIFY_BOUNCES_H

#include <thud/identify.h>

/* Room for so many, still to be filled in; NULL without memory. */
thud_bounces *thud_bounces_create(size_t count);

thud_status thud_bounces_check_options(const thud_bounce_options *options, thud_error *error);

#endif
