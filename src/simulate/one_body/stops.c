/* What is known of one body and its stops before it moves, and which chart fits. */
#include "simulate/one_body/one_body.h"

#include "model/model.h"

/* with the relative acceleration a of the velocity v: v′ = a, a′ = −K v − C a − ä_g */
static void flight_from(const thud_single *s, double v, double a, double rise, double *out) {
    for (int k = 0; k < THUD_SERIES_WIDTH; k++) {
        out[k] = v;
        double slope = -(s->stiffness * v + s->damping * a) - (k == 0 ? rise : 0);
        v = a / (k + 1);
        a = slope / (k + 1);
    }
}

void thud_one_body_prepare(thud_simulation *sim) {
    sim->single = (thud_single){.is_one = sim->n == 1 && sim->push_count == 0};
    if (!sim->single.is_one) return;
    double stiffness = 0, damping = sim->damping_matrix ? sim->damping_matrix[0] : 0;
    for (size_t i = 0; i < sim->spring_count; i++) {
        stiffness += sim->springs[i].stiffness;
        damping += sim->springs[i].damping;
    }
    sim->single.stiffness = stiffness * sim->inverse_mass[0];
    sim->single.damping = damping * sim->inverse_mass[0] + sim->mass_damping;
    flight_from(&sim->single, 1, 0, 0, sim->single.from_speed);
    flight_from(&sim->single, 0, 1, 0, sim->single.from_pull);
    flight_from(&sim->single, 0, 0, 1, sim->single.from_rise);
}

void thud_one_body_watch(thud_simulation *sim) {
    thud_single *s = &sim->single;
    s->plain = s->is_one;
    s->above = s->below = -1;
    for (size_t i = 0; i < sim->touch_count && s->plain; i++) {
        const thud_touch *t = &sim->touches[i];
        int *nearest = t->left >= 0 ? &s->above : &s->below;
        double best = *nearest < 0 ? INFINITY : sim->touches[*nearest].given.gap;
        if (t->impulsive || t->given.gap == best) s->plain = false;
        if (t->given.gap < best) *nearest = (int)i;
    }
}

bool thud_one_body_flies(const thud_simulation *sim) {
    if (!sim->single.plain || sim->closed_count > 0 || sim->ground.omega != 0) return false;
    for (size_t i = 0; i < sim->touch_count; i++)
        if (sim->touches[i].enter_at != 0 || sim->touches[i].known_zeros > 1) return false;
    return true;
}

bool thud_one_body_touches(const thud_simulation *sim) {
    if (!sim->single.is_one || sim->closed_count != 1 || sim->probe_order > 0 || sim->ground.omega != 0)
        return false;
    const thud_touch *t = &sim->touches[sim->closed[0]];
    return t->phase == THUD_TOUCH_ACTIVE && !t->linear && !t->bilinear && !t->approach_only && t->ends_at_return &&
           t->p == t->n && t->given.gap >= 0 && t->enter_at == 0;
}

/* how deep the body may get before it meets another stop; 0 when one on the other side leaves no clearance */
static double clearance_of(const thud_simulation *sim, const thud_touch *t) {
    double clearance = INFINITY;
    for (size_t i = 0; i < sim->touch_count; i++) {
        const thud_touch *other = &sim->touches[i];
        if (other == t) continue;
        bool same_side = (other->left < 0) == (t->left < 0);
        double distance = same_side ? other->given.gap - t->given.gap : other->given.gap + t->given.gap;
        if (same_side && distance < clearance) clearance = distance;
        if (!same_side && !(distance > 0)) return 0;
    }
    return clearance;
}

thud_chart thud_chart_of_flight(const thud_simulation *sim) {
    return (thud_chart){.side = 1,
                        .stiffness = sim->single.stiffness,
                        .damping = sim->single.damping,
                        .tolerance = sim->linear_tolerance,
                        .near = 1e-6};
}

thud_chart thud_chart_of_contact(const thud_simulation *sim) {
    thud_touch *t = &sim->touches[sim->closed[0]];
    return (thud_chart){
        .contact = t,
        .side = t->left < 0 ? -1 : 1,
        .gap = t->given.gap,
        .stiffness = sim->single.stiffness,
        .damping = sim->single.damping,
        .spring = t->stiffness * sim->inverse_mass[0],
        .drag = t->damping * sim->inverse_mass[0],
        .n = t->n,
        .clearance = clearance_of(sim, t),
        .slowest = t->may_pull ? -t->stiffness / t->damping : -INFINITY,
        .tolerance = sim->contact_tolerance,
        .near = sim->contact_near,
    };
}
