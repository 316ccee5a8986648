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
    sim->structure.single = (thud_single){.is_one = sim->structure.n == 1 && sim->contacts.row_count == 0 &&
                                                    sim->model->matrices_count == 0 && sim->loads.push_count == 0 &&
                                                    sim->links.count == 0 && sim->accounts.watches.count == 0};
    if (!sim->structure.single.is_one) return;
    double stiffness = 0, damping = sim->structure.damping_matrix ? sim->structure.damping_matrix[0] : 0;
    for (size_t i = 0; i < sim->structure.spring_count; i++) {
        stiffness += sim->structure.springs[i].stiffness;
        damping += sim->structure.springs[i].damping;
    }
    sim->structure.single.stiffness = stiffness * sim->structure.inverse_mass[0];
    sim->structure.single.damping = damping * sim->structure.inverse_mass[0] + sim->structure.mass_damping;
    flight_from(&sim->structure.single, 1, 0, 0, sim->structure.single.from_speed);
    flight_from(&sim->structure.single, 0, 1, 0, sim->structure.single.from_pull);
    flight_from(&sim->structure.single, 0, 0, 1, sim->structure.single.from_rise);
}

void thud_one_body_watch(thud_simulation *sim) {
    thud_single *s = &sim->structure.single;
    s->plain = s->is_one;
    s->above = s->below = -1;
    for (size_t i = 0; i < sim->contacts.count && s->plain; i++) {
        const thud_body_contact *t = &sim->contacts.list[i];
        int *nearest = t->left >= 0 ? &s->above : &s->below;
        double best = *nearest < 0 ? INFINITY : sim->contacts.list[*nearest].given.gap;
        if (t->impulsive || t->given.gap == best) s->plain = false;
        if (t->given.gap < best) *nearest = (int)i;
    }
}

bool thud_one_body_in_flight(const thud_simulation *sim) {
    if (!sim->structure.single.plain || sim->contacts.closed_count > 0 || sim->loads.ground.omega != 0)
        return false;
    for (size_t i = 0; i < sim->contacts.count; i++)
        if (sim->contacts.list[i].enter_at != 0 || thud_interface_rests(&sim->contacts.list[i])) return false;
    return true;
}

/* whether the body, inside a stop, may come nearer than ever to one that it has never struck: to one beyond it. It
 * was nearer to an opposite one when it came in. */
static bool may_come_nearer(const thud_simulation *sim, const thud_body_contact *t) {
    for (size_t i = 0; i < sim->contacts.count && sim->contacts.apart_count > 0; i++) {
        const thud_body_contact *other = &sim->contacts.list[i];
        if (other != t && thud_approach_is_apart(sim, other) && (other->left < 0) == (t->left < 0)) return true;
    }
    return false;
}

bool thud_one_body_in_contact(const thud_simulation *sim) {
    if (!sim->structure.single.is_one || sim->contacts.closed_count != 1 || sim->motion.probe_order > 0 ||
        sim->loads.ground.omega != 0)
        return false;
    const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[0]];
    if (may_come_nearer(sim, t)) return false;
    return t->phase == THUD_PHASE_ACTIVE && !t->linear && !t->bilinear && !t->approach_only && t->ends_at_return &&
           t->branch.p == t->branch.n && t->given.gap >= 0 && t->enter_at == 0;
}

/* how deep the body may get before it meets another stop; 0 when one on the other side leaves no clearance */
static double clearance_of(const thud_simulation *sim, const thud_body_contact *t) {
    double clearance = INFINITY;
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_body_contact *other = &sim->contacts.list[i];
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
                        .stiffness = sim->structure.single.stiffness,
                        .damping = sim->structure.single.damping,
                        .tolerance = sim->motion.linear_tolerance,
                        .near = 1e-6};
}

thud_chart thud_chart_of_contact(const thud_simulation *sim) {
    thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[0]];
    return (thud_chart){
        .contact = t,
        .side = t->left < 0 ? -1 : 1,
        .gap = t->given.gap,
        .stiffness = sim->structure.single.stiffness,
        .damping = sim->structure.single.damping,
        .spring = t->branch.k * sim->structure.inverse_mass[0],
        .drag = t->branch.c * sim->structure.inverse_mass[0],
        .n = t->branch.n,
        .clearance = clearance_of(sim, t),
        .slowest = t->may_pull ? -t->branch.k / t->branch.c : -INFINITY,
        .tolerance = sim->motion.contact_tolerance,
        .near = sim->motion.contact_near,
    };
}
