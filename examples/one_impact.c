/* One impact of two bridge decks: ask the law of Flores for e = 0.5, with the damping that truly returns it. */
#include <stdio.h>

#include <thud/thud.h>

int main(void) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("flores"));
    o.restitution = 0.5;
    o.stiffness = 5e9; /* N/m^1.5 */
    o.mass = 6e5;      /* kg; m1 m2/(m1 + m2) */
    o.speed = 0.4;     /* m/s */
    o.damping = THUD_DAMPING_EXACT;

    thud_impact hit;
    thud_status status = thud_impact_solve(&o, &hit);
    if (status != THUD_OK) {
        fprintf(stderr, "%s\n", thud_status_text(status));
        return 1;
    }
    printf("e = %.4f, contact %.1f ms, peak force %.3f MN, energy lost %.1f kJ\n", hit.restitution,
           1e3 * hit.contact_time, 1e-6 * hit.max_force, 1e-3 * hit.energy_lost);
    return 0;
}
