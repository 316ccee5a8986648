/* What a desk holds. */
#include "desk.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/print.h"

lab_desk *lab_open(void) { return calloc(1, sizeof(lab_desk)); }

void lab_close(lab_desk *desk) {
    if (!desk) return;
    thud_motion_free(desk->motion);
    thud_measurement_free(desk->measurement);
    free(desk->ranking);
    free(desk->fits.numbers);
    free(desk->course.numbers);
    free(desk->rows.numbers);
    free(desk->impacts.numbers);
    free(desk->summary.numbers);
    free(desk);
}

const char *lab_said(const lab_desk *desk) { return desk->said; }

void *lab_room(size_t size) { return malloc(size); }

void lab_give_back(void *room) { free(room); }

const char *lab_version(void) { return thud_version(); }

const char *lab_status_text(int status) { return thud_status_text((thud_status)status); }

double *lab_list_add(lab_list *list, size_t count) {
    if (list->count + count > LAB_KEPT) return NULL;
    if (list->count + count > list->room) {
        size_t room = 2 * (list->count + count);
        double *numbers = realloc(list->numbers, room * sizeof *numbers);
        if (!numbers) return NULL;
        list->numbers = numbers;
        list->room = room;
    }
    double *added = list->numbers + list->count;
    list->count += count;
    return added;
}

thud_status lab_fail(lab_desk *desk, thud_status status, const char *format, ...) {
    va_list values;
    va_start(values, format);
    thud_print_list(desk->said, sizeof desk->said, format, values);
    va_end(values);
    return status;
}

thud_status lab_fail_error(lab_desk *desk, thud_status status, const thud_error *error) {
    const char *text = *error->text ? error->text : thud_status_text(status);
    if (error->line == 0) return lab_fail(desk, status, "%s", text);
    return lab_fail(desk, status, "%zu:%zu: %s", error->line, error->column, text);
}
