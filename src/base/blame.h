/* Old names of base/error.h; they go when src/identify has the new ones. */
#ifndef THUD_BASE_BLAME_H
#define THUD_BASE_BLAME_H

#include "base/error.h"

#define thud_blame thud_error_argument
#define thud_blame_status thud_error_about
#define thud_blame_memory thud_error_memory

#endif
