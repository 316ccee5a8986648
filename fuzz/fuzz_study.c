#define _XOPEN_SOURCE 700 /* mkdtemp */

/*
 * Any bytes as a study of a scenario that is right: memory stays whole, every message has a place and can be
 * printed, and of what is accepted each case can be asked for its values.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <thud/study.h>

#include "base/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char BALL[] =
    "bodies: {ball: {mass: 1}}\ngravity: 9.81\nduration: 1\ncontacts: [{name: floor, left: ball, "
    "right: ground, gap: 1, model: newton, restitution: 0.5}]\n";

static char folder[64], path[96];

static void demand(int condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "fuzz_study: %s\n", what);
    abort();
}

static void write_file(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(name, "wb");
    demand(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, "cannot write");
}

static void prepare(void) {
    snprintf(folder, sizeof folder, "%s/thud-fuzz-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    demand(mkdtemp(folder) != NULL, "no folder");
    snprintf(path, sizeof path, "%s/ball.yaml", folder);
    write_file(path, BALL, sizeof BALL - 1);
    snprintf(path, sizeof path, "%s/study.yaml", folder);
}

static void hear(void *context, const thud_error *m) {
    *(size_t *)context += m->status != THUD_OK;
    demand(m->file && m->text[0] && memchr(m->text, '\0', sizeof m->text), "a message says nothing");
    demand(thud_printable(m->text), "a message is one line, and nothing that a terminal would obey");
    demand((m->line == 0) == (m->column == 0), "half a place");
}

/* no paths that lead elsewhere, plain or escaped, and no studies that are only long: six digits in a row */
static bool is_allowed(const uint8_t *data, size_t size) {
    size_t digits = 0;
    for (size_t i = 0; i < size; i++) {
        digits = data[i] >= '0' && data[i] <= '9' ? digits + 1 : 0;
        if (data[i] == '/' || data[i] == '\\' || digits > 5) return false;
        if ((data[i] == 'e' || data[i] == 'E') && i > 0 && data[i - 1] >= '0' && data[i - 1] <= '9') return false;
    }
    return true;
}

static void look_at(const thud_study *study) {
    const size_t cases = thud_study_case_count(study), axes = thud_study_axis_count(study);
    demand(cases > 0, "a study of nothing");
    for (size_t i = 0; i<cases; i += cases> 8 ? cases / 8 : 1)
        for (size_t axis = 0; axis < axes; axis++) {
            thud_axis_value value;
            demand(thud_study_value(study, i, axis, &value) == THUD_OK, "a case without a value");
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    thud_study *study = NULL;
    size_t errors = 0;
    if (!is_allowed(data, size)) return 0;
    if (!folder[0]) prepare();
    write_file(path, data, size);
    const thud_status status = thud_study_read(path, hear, &errors, &study);
    demand((status == THUD_OK) == (study != NULL), "a study if and only if all is well");
    demand((status == THUD_OK) == (errors == 0), "an error if and only if something is wrong");
    if (study) look_at(study);
    thud_study_free(study);
    return 0;
}
