/* Options for reading a ground motion, shared by the parts of thud motion. */
#include "cli/motion/motion_parts.h"

#include <stdio.h>

#include "cli/message.h"

static void print_warnings(const char *path, const thud_motion_info *info) {
    const size_t kept =
        info->warning_count < THUD_MOTION_WARNING_LIMIT ? info->warning_count : THUD_MOTION_WARNING_LIMIT;
    for (size_t i = 0; i < kept; i++)
        file_message(path, info->warnings[i].line, info->warnings[i].column, "warning", info->warnings[i].text);
    if (kept < info->warning_count) fprintf(stderr, "thud: %zu more warnings\n", info->warning_count - kept);
}

/* a place in the file, an option, or the file as a whole */
static int print_error(const char *path, const thud_motion_info *info, thud_status status) {
    const thud_error *error = &info->error;
    if (error->line > 0) {
        file_message(path, error->line, error->column, "error", error->text);
        return EXIT_USAGE;
    }
    if (status == THUD_ERROR_MEMORY) return work_error("%s", error->text);
    if (status == THUD_ERROR_ARGUMENT) return usage_error("--%s", error->text);
    return usage_error("cannot read '%s': %s", path, error->text);
}

int motion_input_report(const char *path, const thud_motion_info *info, thud_status status) {
    print_warnings(path, info);
    return status == THUD_OK ? EXIT_DONE : print_error(path, info, status);
}

int motion_input_read(const cli_options *options, const char *path, thud_motion **motion, thud_motion_info *info) {
    thud_motion_options how = {
        .format = option_value(options, "format"),
        .unit = option_value(options, "unit"),
        .channel = option_value(options, "channel"),
    };
    if (!option_quantity(options, "dt", THUD_DIMENSION_TIME, &how.step)) return EXIT_USAGE;
    if (option_given(options, "dt") && !(how.step > 0))
        return usage_error("--dt '%s': expected a time above zero, as in 0.005 or 5ms",
                           option_value(options, "dt"));
    return motion_input_report(path, info, thud_motion_read(path, &how, motion, info));
}
