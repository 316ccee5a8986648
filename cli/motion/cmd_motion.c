/*
 * thud motion: ground motions. Each part has its own descriptor in motion_<part>.c.
 */
#include "cli/motion/motion_parts.h"

static const cli_command *const parts[] = {
    &motion_info, &motion_spectrum, &motion_psd, &motion_filter, &motion_convert, &motion_generate,
};

const cli_command command_motion = {
    .name = "motion",
    .synopsis = "PART …",
    .summary = "Read, check, convert and generate ground motions",
    .details = NULL,
    .examples = "  printf 't [s],a [g]\\n0,0\\n0.01,0.2\\n0.02,-0.1\\n' >pulse.csv\n"
                "  thud motion info pulse.csv\n"
                "  thud motion convert pulse.csv pulse.at2 --to at2\n",
    .parts = parts,
    .part_count = sizeof parts / sizeof parts[0],
};
