#include "identify/say.h"

#include <stdarg.h>
#include <stdio.h>

thud_status thud_say(thud_motion_message *message, const char *format, ...) {
    if (!message) return THUD_ERROR_ARGUMENT;
    va_list arguments;
    *message = (thud_motion_message){0};
    va_start(arguments, format);
    vsnprintf(message->text, sizeof message->text, format, arguments);
    va_end(arguments);
    return THUD_ERROR_ARGUMENT;
}

thud_status thud_say_memory(thud_motion_message *message) {
    (void)thud_say(message, "there is not enough memory");
    return THUD_ERROR_MEMORY;
}
