/* The force of a general structure, as impacts, contacts and systems call it. */
#include "law/general.h"

#include <math.h>

#include "numeric/integral/quadrature.h"

double thud_general_end(const thud_general *g) { return g->structure->reach ? -g->structure->reach(&g->state) : 0; }

double thud_general_force_at(const thud_general *g, double penetration, double rate) {
    double force = g->structure->force(&g->state, fmax(penetration, thud_general_end(g)), rate);
    return g->limited ? fmax(force, 0) : force;
}

static double at_rest(double penetration, const void *context) {
    return thud_general_force_at(context, penetration, 0);
}

double thud_general_potential(const thud_general *g, double penetration) {
    thud_general still = *g; /* loaded states are evaluated at rest on the way out */
    still.state.top = fmax(still.state.top, penetration);
    return penetration > 0 ? thud_integrate(at_rest, &still, penetration) : 0;
}

void thud_general_presets(const thud_law *law, double *extra) {
    const size_t count = law ? law->structure->extra_count : 0;
    for (size_t i = 0; i < THUD_LAW_EXTRAS; i++) extra[i] = i < count ? law->structure->extras[i].row.preset : 0;
}
