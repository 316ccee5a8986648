/*
 * --plot for parts of thud motion that draw only a motion: its histories and its spectrum.
 */
#include "cli/motion/motion_parts.h"

#include "cli/files.h"
#include "cli/message.h"
#include "report/figure/figure.h"
#include "report/figure/figures.h"

int motion_plot_check(const cli_options *options, const char *in, const char *out) {
    return check_overwrite_both(option_value(options, "plot"), in, "OUT", out);
}

int motion_plot_draw(const cli_options *options, const thud_motion *motion, const char *title) {
    const char *plot = option_value(options, "plot");
    thud_error failure;
    if (plot && !thud_motion_draw(plot, motion, NULL, title, &failure)) return work_error("%s", failure.text);
    return EXIT_DONE;
}
