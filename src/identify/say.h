/* Saying what is wrong with measurements: in a message without a place, which the file that they came from may
 * have. */
#ifndef THUD_IDENTIFY_SAY_H
#define THUD_IDENTIFY_SAY_H

#include <thud/motion.h>

#if defined(__GNUC__)
#define THUD_SAY_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define THUD_SAY_PRINTF(text, first)
#endif

/* Writes the message, unless it is NULL, and returns THUD_ERROR_ARGUMENT. */
thud_status thud_say(thud_motion_message *message, const char *format, ...) THUD_SAY_PRINTF(2, 3);

/* The same for memory that could not be had: returns THUD_ERROR_MEMORY. */
thud_status thud_say_memory(thud_motion_message *message);

#endif
