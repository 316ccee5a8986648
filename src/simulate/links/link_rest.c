/*
 * Whether a link is at rest: it has turned, and nothing has struck its bodies since. What its rate is from then on
 * is rounding, until it moves: velocities are sums over steps, and each step rounds them by u of what they are, so
 * that they are off by u of the largest that there have been.
 */
#include <math.h>

#include "simulate/links/link_ends.h"
#include "simulate/links/links.h"
#include "simulate/state.h"

/* of both ends, before a change and after it, and twice that */
static const double ROUNDING = 4 * 0x1p-53;

bool thud_link_is_rounding(const thud_simulation *sim, const thud_body_link *l, double rate) {
    return fabs(rate) <= ROUNDING * fmax(thud_interface_fastest(sim, thud_link_direction(l)),
                                         thud_direction_size(thud_link_direction(l), sim->motion.v));
}

bool thud_link_is_at_rest(const thud_simulation *sim, const thud_body_link *l) {
    return l->rate_is_zero && thud_link_is_rounding(sim, l, thud_link_rate(sim, l) - l->rate_seen);
}

void thud_link_note_rest(const thud_simulation *sim, thud_body_link *l, bool rests) {
    l->rate_is_zero = rests;
    l->rate_seen = thud_link_rate(sim, l);
}

/* an impact may be as small as it likes: it counts where it is more than rounding of the velocities of now */
void thud_links_strike(thud_simulation *sim) {
    for (size_t i = 0; i < sim->links.acting_count; i++) {
        thud_body_link *l = &sim->links.list[sim->links.acting[i]];
        if (fabs(thud_link_rate(sim, l) - l->rate_seen) >
            ROUNDING * thud_direction_size(thud_link_direction(l), sim->motion.v))
            l->rate_is_zero = false;
    }
}
