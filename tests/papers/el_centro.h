/* The record of El Centro 1940 as it is in textbooks, from the folder that THUD_SHARED names. */
#ifndef THUD_TESTS_EL_CENTRO_H
#define THUD_TESTS_EL_CENTRO_H

#include <thud/thud.h>

#include "suite.h"

static const char EL_CENTRO[] = "records/elCentro.AT2";

/* the first value of the table is that of 0.02 s: a zero stands before it */
static inline thud_motion *el_centro(size_t count) {
    thud_motion *read;
    thud_motion_info info;
    ck_assert_msg(thud_motion_read(shared_file(EL_CENTRO), NULL, &read, &info) == THUD_OK, "%s", info.error.text);
    thud_motion *record = thud_motion_create(count, read->step);
    ck_assert_uint_le(count, read->count + 1);
    record->acceleration[0] = 0;
    for (size_t i = 1; i < count; i++) record->acceleration[i] = read->acceleration[i - 1];
    thud_motion_free(read);
    return record;
}

#endif
