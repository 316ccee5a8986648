/*
 * Every law of the catalogue at one restitution: what its published rule returns, and the damping that returns what
 * was asked. Usage: calibrate_all [e]; k = m = v = 1, so that all numbers are dimensionless.
 *
 * Ends with status 1 if an exact damping does not return the e asked for.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <thud/thud.h>

/* relative; the loosest that the library promises for any law */
static const double PROMISED = 1e-11;

/* solves the impact with that damping and says whether e came out; k₂ of two stiffnesses cannot be given */
static bool returns(thud_impact_options o, double damping) {
    bool viscous = o.law->structure->kind == THUD_FORCE_VISCOUS;
    o.damping = viscous ? THUD_DAMPING_GIVEN : THUD_DAMPING_EXACT;
    o.damping_value = damping;
    thud_impact hit;
    return thud_impact_solve(&o, &hit) == THUD_OK && fabs(hit.restitution / o.restitution - 1) <= PROMISED;
}

/* one line of the table; false when the damping is not what it should be */
static bool print_law(const thud_law *law, double e) {
    printf("%-22s", law->name);
    if (law->structure->kind == THUD_FORCE_ELASTIC || law->structure->kind == THUD_FORCE_IMPULSIVE) {
        puts(law->structure->kind == THUD_FORCE_ELASTIC ? "  elastic: returns 1, whatever is asked"
                                                        : "  rigid: returns e by definition");
        return true;
    }
    thud_impact_options o = thud_impact_options_default(law);
    o.restitution = e;
    thud_calibration found;
    thud_status status = thud_calibrate_compare(&o, &found);
    if (status != THUD_OK) {
        printf("  %s\n", thud_status_text(status));
        return false;
    }
    if (thud_law_has_rule(law)) printf(" %13.7g %13.7g", found.damping_published, found.restitution_published);
    else printf(" %13s %13s", "no rule", "");
    printf(" %13.7g\n", found.damping);
    return returns(o, found.damping);
}

int main(int count, char **words) {
    double e = 0.5;
    thud_error error = {.text = "a number above 0 and at most 1"};
    bool read = count < 2 || thud_quantity_parse(words[1], THUD_DIMENSION_NONE, &e, &error) == THUD_OK;
    if (!read || !(e > 0 && e <= 1)) {
        fprintf(stderr, "calibrate_all: expected %s\n", error.text);
        return EXIT_FAILURE;
    }
    printf("asked for e = %g\n%-22s %13s %13s %13s\n", e, "law", "published c", "returns e", "exact c");
    bool good = true;
    for (size_t i = 0; i < thud_law_count(); i++) good = print_law(thud_law_at(i), e) && good;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
