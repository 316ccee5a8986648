/*
 * --plot of those parts of thud motion that have a motion and nothing else to draw: its histories and its
 * spectrum.
 */
#include "cli/motion/motion_parts.h"

#include "cli/files.h"
#include "cli/message.h"
#include "report/figure/figure.h"
#include "report/figure/figures.h"

int motion_plot_check(const cli_options *options, const char *in, const char *out) {
    const char *plot = option_value(options, "plot");
    int status = check_overwrite_input(plot, in);
    if (!plot || status != EXIT_DONE) return status;
    if (out && thud_figure_writes(plot, out)) return usage_error("OUT and --plot would both write '%s'", out);
    return EXIT_DONE;
}

int motion_plot_draw(const cli_options *options, const thud_motion *motion, const char *title) {
    const char *plot = option_value(options, "plot");
    thud_error failure;
    if (plot && !thud_motion_draw(plot, motion, NULL, title, &failure)) return work_error("%s", failure.text);
    return EXIT_DONE;
}
