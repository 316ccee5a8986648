/*
 * Texts of the status codes, and the version of the library.
 */
#include <thud/status.h>

#include <stddef.h>

const char *thud_status_text(thud_status status) {
#define THUD_STATUS_TEXT(code, text) text,
    static const char *const texts[] = {THUD_STATUS_LIST(THUD_STATUS_TEXT)};
#undef THUD_STATUS_TEXT
    /* through an unsigned type: the caller may have cast any number to a status */
    const size_t index = (size_t)status;
    return index < sizeof texts / sizeof texts[0] ? texts[index] : "an unknown status";
}

/* the numbers in the header and those of the project in CMakeLists.txt */
_Static_assert(THUD_VERSION_NUMBER == THUD_PROJECT_NUMBER, "<thud/status.h> has the version of the project");

const char *thud_version(void) { return THUD_PROJECT_VERSION; }

int thud_version_number(void) { return THUD_VERSION_NUMBER; }
