/*
 * A program that knows thud only as it is installed: one impact and one density, with answers known beforehand.
 *
 * A linear spring, k = 4 N/m, m = 1 kg, v = 1 m/s: half a period π/√(k/m) = π/2 s, peak force v√(km) = 2 N.
 * An acceleration of 1, −1, 1, … m/s² has the variance 1, and so has the integral of its density.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <thud/thud.h>

static int density_is_right(void) {
    thud_psd *psd = NULL;
    thud_motion *motion = thud_motion_create(16, 0.01);
    if (!motion) return 0;
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = i % 2 ? -1 : 1;
    const thud_status status = thud_motion_psd(motion, 8, &psd, NULL);
    /* in the last two of five frequencies: 2/3 + 1/3, exact but for a few roundings */
    const int right =
        status == THUD_OK && fabs((psd->density[3] + psd->density[4]) * psd->resolution - psd->variance) < 1e-14;
    if (!right) printf("thud_motion_psd: %s\n", thud_status_text(status));
    thud_psd_free(psd);
    thud_motion_free(motion);
    return right;
}

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
    return right && same_version && density_is_right() ? 0 : 1;
}
