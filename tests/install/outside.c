/*
 * A program that knows thud only as it is installed: one impact, with an answer known beforehand.
 *
 * A linear spring, k = 4 N/m, m = 1 kg, v = 1 m/s: half a period π/√(k/m) = π/2 s, peak force v√(km) = 2 N.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <thud/thud.h>

int main(void) {
    thud_impact_options options = thud_impact_options_default(thud_law_find("linear"));
    options.stiffness = 4;
    thud_impact hit;
    const thud_status status = thud_impact_solve(&options, &hit);
    if (status != THUD_OK) {
        printf("thud_impact_solve: %s\n", thud_status_text(status));
        return 1;
    }
    /* both come from one closed form: a few roundings */
    const double half_period = 1.5707963267948966;
    const int right = fabs(hit.contact_time - half_period) < 1e-14 && fabs(hit.max_force - 2) < 1e-14;
    if (!right) printf("contact time %.17g s, peak force %.17g N\n", hit.contact_time, hit.max_force);
    const int same_version = strcmp(thud_version(), EXPECTED_VERSION) == 0;
    if (!same_version) printf("version %s, not %s\n", thud_version(), EXPECTED_VERSION);
    return right && same_version ? 0 : 1;
}
