/*
 * Shared by the kinds of thud motion generate: sampling, output and report.
 */
#ifndef THUD_CLI_MOTION_GENERATE_H
#define THUD_CLI_MOTION_GENERATE_H

#include <thud/generate.h>

#include "cli/command.h"
#include "cli/motion/motion_parts.h"
#include "report/text/json.h"
#include "report/text/motion_file.h"
#include "report/text/table.h"

extern const cli_command generate_ec8_1;
extern const cli_command generate_ec8_2;
extern const cli_command generate_target;
extern const cli_command generate_kanai_tajimi;
extern const cli_command generate_clough_penzien;
extern const cli_command generate_noise;
extern const cli_command generate_sine;
extern const cli_command generate_sweep;
extern const cli_command generate_ricker;

/* Rows of an option table. */
/* clang-format off */
#define GENERATE_ROWS                                                                                              \
    {"duration", "TIME", "length of the motion; default 20 s"},                                                    \
    {"dt", "TIME", "time step; default 0.01 s"},                                                       \
    {"to", "KIND", "at2, two-column, one-column or sac; default: by the extension of OUT, otherwise two-column"},  \
    MOTION_PLOT_ROW,                                                                                               \
    {"json", NULL, "one JSON object on stdout"}
/* clang-format on */

/* Options of the command line other than the motion itself. */
typedef struct generate_output {
    const char *kind; /* kind of motion, as on the command line */
    const char *path;
    const char *plot; /* or NULL */
    thud_motion_file_kind file;
    thud_motion *motion; /* that was made, or NULL */
    thud_error error;    /* the error, if any */
} generate_output;

/* Reads the word OUT and the options above; the sampling is unchanged if they are not given. */
int generate_read(const cli_options *options, thud_sampling *sampling, generate_output *output);

/* Writes the motion and, if requested, the figure; the target may be NULL. `title` is one line. */
int generate_write(const generate_output *output, const thud_motion *motion, const thud_target *target,
                   const char *title);

/* Members of a JSON object: how strong the motion is. */
void generate_json_strength(thud_json *json, const thud_intensity *strength);

/* Reads --seed; unchanged if it was not given. */
bool generate_read_seed(const cli_options *options, uint64_t *seed);

/* Finishes a motion without a target and frees it: reports the library's error, or writes it. The format and the
 * arguments describe it. */
int generate_finish(const cli_options *options, const generate_output *output, thud_status made, const char *title,
                    ...) THUD_PRINTF(4, 5);

/* ---- Motions that follow a spectrum, one or several at a time. ---- */

/* One of the motions. */
typedef struct compatible_motion {
    uint64_t seed;
    char *path, *plot; /* plot may be NULL */
    thud_motion *motion;
    thud_intensity strength;
    thud_compatibility fit;
} compatible_motion;

typedef struct compatible_batch {
    generate_output output; /* with the names of the command line */
    thud_compatible_options options;
    char soil;         /* of Eurocode 8; 0 for points */
    const char *table; /* the file of the points, or NULL */
    double t1;         /* s; 0 when it was not given */
    size_t count;
    compatible_motion *motions; /* [count] */
    thud_compatibility mean;
} compatible_batch;

/* Describes the target in one line, without the seed. */
void compatible_describe(const compatible_batch *batch, char *text, size_t size);

void compatible_print_json(const compatible_batch *batch);
int compatible_print_human(const compatible_batch *batch);

#endif
