/* Options for a spectrum of Eurocode 8, shared by several commands. */
#include "cli/motion/motion_parts.h"

#include "cli/message.h"

int ec8_input_read(const cli_options *options, int type, thud_ec8 *ec8, char *soil) {
    static const char *const soils[] = {"A", "B", "C", "D", "E"};
    size_t index = 0;
    double ag = 0;
    if (!option_given(options, "soil")) return usage_error("--soil is needed: A, B, C, D or E");
    if (!option_given(options, "ag")) return usage_error("--ag is needed, as in \"0.3 g\"");
    if (!option_choice(options, "soil", soils, 5, &index) ||
        !option_quantity(options, "ag", THUD_DIMENSION_ACCELERATION, &ag))
        return EXIT_USAGE;
    *soil = *soils[index];
    thud_ec8_init(ec8, type, *soil, ag);
    return option_quantity(options, "S", THUD_DIMENSION_NONE, &ec8->soil_factor) &&
                   option_quantity(options, "TB", THUD_DIMENSION_TIME, &ec8->tb) &&
                   option_quantity(options, "TC", THUD_DIMENSION_TIME, &ec8->tc) &&
                   option_quantity(options, "TD", THUD_DIMENSION_TIME, &ec8->td) &&
                   option_quantity(options, "TE", THUD_DIMENSION_TIME, &ec8->te) &&
                   option_quantity(options, "TF", THUD_DIMENSION_TIME, &ec8->tf)
               ? EXIT_DONE
               : EXIT_USAGE;
}
