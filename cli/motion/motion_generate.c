/*
 * thud motion generate: generated motions. Each kind has its own descriptor in generate_<family>.c.
 */
#include "cli/motion/generate.h"
#include "cli/motion/motion_parts.h"

static const cli_command *const kinds[] = {
    &generate_ec8_1, &generate_ec8_2, &generate_target, &generate_kanai_tajimi, &generate_clough_penzien,
    &generate_noise, &generate_sine,  &generate_sweep,  &generate_ricker,
};

const cli_command motion_generate = {
    .name = "motion generate",
    .synopsis = "KIND OUT …",
    .summary =
        "Generate a motion: compatible with a spectrum, filtered noise, band-limited noise, sine, sweep, pulse",
    .details = "The same options give the same motion, to the last bit; random motions differ by --seed.",
    .examples = "  thud motion generate ec8-1 quake.at2 --soil B --ag \"0.3 g\"\n"
                "  thud motion generate noise shaker.csv --rms 2 --high 15Hz --duration 60\n",
    .parts = kinds,
    .part_count = sizeof kinds / sizeof kinds[0],
};
