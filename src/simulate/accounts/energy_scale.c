/*
 * What the residual of an energy balance is measured by: the largest energy of the run, and at least 1e9 times what
 * rounding can make of the work of forces that hold each other.
 */
#include "simulate/accounts/energy_scale.h"

#include <math.h>

#include "contact/balance.h"
#include "model/model.h"
#include "simulate/matrices.h"

/* J: what was stored at events, and at least what each body had when it was fastest; loads that give and take it
 * all back leave no other trace */
static double largest_stored(const thud_simulation *sim) {
    double largest = sim->accounts.energy.largest_stored;
    for (size_t i = 0; i < sim->structure.n; i++) {
        double speed = sim->accounts.bodies[i].max_velocity;
        largest = fmax(largest, 0.5 * sim->structure.mass[i] * speed * speed);
    }
    return largest;
}

/* what one contact does to a body of this mass: the work of its force over a rounding of the positions that it
 * acts between; and, while it sticks, of the momentum that it takes from the loads, J: J·u of it stays, J²u/m as
 * work */
static double rounding_of_contact(const thud_simulation *sim, const thud_body_contact *t, thud_body body) {
    if (body < 0) return 0;
    const thud_contact_summary *c = &sim->accounts.contacts[t->number];
    double gap = isfinite(t->given.gap) ? fabs(t->given.gap) : 0;
    bool stepped = sim->options.solver == THUD_SOLVER_MOREAU; /* which knows impulses only */
    double held = stepped ? c->impulse : t->impulsive ? c->max_force * c->stick_time : 0;
    return c->max_force * (gap + sim->accounts.bodies[body].max_displacement) +
           held * held * thud_structure_reply(sim, body);
}

/*
 * J that rounding can make of the work of the forces, where they hold each other and nothing moves: then all terms
 * of the balance are rounding, and none of them can be what the others are measured by. A few roundings each of
 * positions and forces: 16 u.
 */
static double rounding_of_work(const thud_simulation *sim) {
    double work = 0;
    for (size_t i = 0; i < sim->structure.n; i++)
        work += fabs(sim->structure.load[i] * sim->structure.gravity) * sim->accounts.bodies[i].max_displacement;
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_body_contact *t = &sim->contacts.list[i];
        double own = 0;
        for (size_t j = 0; j < thud_contact_ends(t); j++)
            own += thud_contact_share(t, j) * rounding_of_contact(sim, t, thud_contact_end(t, j));
        work += own;
    }
    return 16 * 0x1p-53 * work;
}

/* an energy below 1e9 roundings cannot be balanced to 1e-9, and what is missing of it cannot be told from rounding
 */
double thud_energy_scale(const thud_simulation *sim) {
    const thud_energy_account *b = &sim->accounts.energy;
    double energy = fmax(fmax(fabs(b->input), largest_stored(sim)), fmax(fabs(b->dissipated), fabs(b->impact)));
    return fmax(energy, rounding_of_work(sim) / thud_balance_limit(0));
}
