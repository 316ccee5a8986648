#include "report/motion_file.h"

#include <stdlib.h>
#include <string.h>

#include "motion/line.h"
#include "motion/unit.h"
#include "report/motion_sac.h"

const char *const thud_motion_file_names[THUD_MOTION_FILE_COUNT] = {"at2", "two-column", "one-column", "sac"};

typedef struct number_text {
    char text[32];
} number_text;

/*
 * The number whose up/down is the value, with the fewest digits that a reader turns into the same double. Seven are
 * what most files have; 17 always suffice, but for the rounding that another unit brings.
 */
static number_text write_number(double value, double up, double down) {
    static const int digits[] = {7, 15, 16, 17};
    number_text out;
    for (size_t i = 0; i < sizeof digits / sizeof digits[0]; i++) {
        snprintf(out.text, sizeof out.text, "%.*g", digits[i], value * down / up);
        if (strtod(out.text, NULL) * up / down == value) break;
    }
    return out;
}

/* a title that holds the words of the count line would be taken for it */
static const char *safe_title(const char *title) {
    if (!title || !*title) return "Ground motion";
    return thud_span_find((thud_span){title, title + strlen(title)}, "NPTS") ? "Ground motion" : title;
}

static void write_at2(FILE *stream, const thud_motion *motion, const char *title) {
    enum { PER_LINE = 5 };
    fprintf(stream, "%s\nWritten by thud\nACCELERATION TIME SERIES IN UNITS OF G\nNPTS= %zu, DT= %s SEC\n",
            safe_title(title), motion->count, write_number(motion->step, 1, 1).text);
    for (size_t i = 0; i < motion->count; i++) {
        const bool ends = i % PER_LINE == PER_LINE - 1 || i + 1 == motion->count;
        fprintf(stream, "%24s%s", write_number(motion->acceleration[i], thud_unit_g.up, thud_unit_g.down).text,
                ends ? "\n" : "");
    }
}

/* times are labels: twelve digits show 0.06 where the product is 0.059999999999999998 */
static void write_two_column(FILE *stream, const thud_motion *motion, const char *title) {
    if (title && *title) fprintf(stream, "# %s\n", title);
    fprintf(stream, "t [s],a [m/s^2]\n");
    for (size_t i = 0; i < motion->count; i++) {
        if (motion->time) fprintf(stream, "%s,", write_number(motion->time[i], 1, 1).text);
        else fprintf(stream, "%.12g,", thud_motion_time(motion, i));
        fprintf(stream, "%s\n", write_number(motion->acceleration[i], 1, 1).text);
    }
}

static void write_one_column(FILE *stream, const thud_motion *motion, const char *title) {
    if (title && *title) fprintf(stream, "# %s\n", title);
    fprintf(stream, "# dt = %s s\n# a [m/s^2]\n", write_number(motion->step, 1, 1).text);
    for (size_t i = 0; i < motion->count; i++)
        fprintf(stream, "%s\n", write_number(motion->acceleration[i], 1, 1).text);
}

thud_motion_file_kind thud_motion_file_kind_for(const char *path) {
    const char *dot = strrchr(path, '.');
    if (dot && (strcmp(dot, ".at2") == 0 || strcmp(dot, ".AT2") == 0)) return THUD_MOTION_FILE_AT2;
    if (dot && (strcmp(dot, ".sac") == 0 || strcmp(dot, ".SAC") == 0)) return THUD_MOTION_FILE_SAC;
    return THUD_MOTION_FILE_TWO_COLUMN;
}

bool thud_motion_file_holds(thud_motion_file_kind kind, const thud_motion *motion) {
    if (kind == THUD_MOTION_FILE_SAC) return thud_motion_sac_holds(motion);
    return !motion->time || kind == THUD_MOTION_FILE_TWO_COLUMN;
}

bool thud_motion_file_write(const char *path, thud_motion_file_kind kind, const thud_motion *motion,
                            const char *title, thud_failure *failure) {
    static void (*const writers[])(FILE *, const thud_motion *, const char *) = {
        write_at2, write_two_column, write_one_column, thud_motion_write_sac};
    thud_output output;
    if (!thud_output_open(&output, path, failure)) return false;
    writers[kind](output.stream, motion, title);
    return thud_output_commit(&output, failure);
}
