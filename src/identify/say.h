/* Old names of base/error.h; they go with the next change here. */
#ifndef THUD_IDENTIFY_SAY_H
#define THUD_IDENTIFY_SAY_H

#include "base/error.h"

#define thud_say(error, ...) thud_error_set(error, THUD_ERROR_ARGUMENT, __VA_ARGS__)
#define thud_say_memory thud_error_memory

#endif
