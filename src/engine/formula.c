/* Formulas that several simulators share. */
#include "engine/recipe.h"

#include <math.h>

#include "numeric/constant.h"

/* ζ = −ln e/√(π² + ln² e) */
static double textbook_ratio(double e) { return -log(e) / hypot(THUD_PI, log(e)); }

double thud_engine_textbook(const thud_engine_options *options, double restitution) {
    (void)options;
    return 2 * textbook_ratio(restitution);
}

double thud_engine_textbook_hertz(const thud_engine_options *options, double restitution) {
    (void)options;
    return sqrt(5) * textbook_ratio(restitution);
}

double thud_engine_flores(const thud_engine_options *options, double restitution) {
    (void)options;
    return 8 * (1 - restitution) / (5 * restitution);
}

double thud_engine_young(double stiffness, double radius) {
    double effective = 0.75 * stiffness / sqrt(radius);
    return 2 * (1 - THUD_ENGINE_POISSON * THUD_ENGINE_POISSON) * effective;
}
