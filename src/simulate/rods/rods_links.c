/*
 * Links that are not linear, in models with rods, on straight branches: F = k d + F₀ from one end of a branch to
 * the next (link/branch.h). Ends are switches of the system, which locates them; passing one is committed there. K
 * has the elastic stiffness of each, and the forces here are the rest.
 *
 * The work on a branch is that of a straight line from where it began, whatever the way, and the loss is known
 * where it ends.
 */
#include <math.h>

#include "simulate/rods/rods.h"

enum { ENDS = 3 };
static const thud_link_end ends[ENDS] = {THUD_LINK_FALLS, THUD_LINK_RISES, THUD_LINK_TURNS};

static thud_body_link *link_of(const thud_rods *r, size_t acting) {
    return &r->sim->links.list[r->sim->links.acting[acting]];
}

static double between(const thud_body_link *l, const double *values) {
    return thud_coordinate(values, l->right) - thud_coordinate(values, l->left);
}

size_t thud_rods_switch_count(const thud_rods *r) { return ENDS * r->sim->links.acting_count; }

void thud_rods_start_links(thud_rods *r) {
    r->hysteresis = 0;
    for (size_t i = 0; i < r->sim->links.acting_count; i++) r->began[i] = between(link_of(r, i), r->q);
}

void thud_rods_pull_links(const thud_rods *r, const double *q, double *forces) {
    for (size_t i = 0; i < r->sim->links.acting_count; i++) {
        const thud_body_link *l = link_of(r, i);
        const double force = (l->branch.stiffness - l->given->stiffness) * between(l, q) + l->branch.offset;
        if (l->left >= 0) forces[l->left] += force;
        if (l->right >= 0) forces[l->right] -= force;
    }
}

static double stored_in(const thud_body_link *l, double d) {
    return l->model->stored(l->given, &l->branch, d, l->inner);
}

/* J, of the branch under way up to here; those without a direction return what they are given */
static double lost_on_branch(const thud_rods *r, size_t acting, double to) {
    const thud_body_link *l = link_of(r, acting);
    const double from = r->began[acting];
    if (l->branch.direction == 0) return 0;
    const double work = (0.5 * l->branch.stiffness * (from + to) + l->branch.offset) * (to - from);
    return work - (stored_in(l, to) - stored_in(l, from));
}

double thud_rods_energy_of_links(const thud_rods *r, const double *q) {
    double sum = r->hysteresis;
    for (size_t i = 0; i < r->sim->links.acting_count; i++) {
        const thud_body_link *l = link_of(r, i);
        const double d = between(l, q);
        sum += stored_in(l, d) - 0.5 * l->given->stiffness * d * d + lost_on_branch(r, i, d);
    }
    return sum;
}

void thud_rods_switches(void *context, double time, const double *q, const double *rate, double *values) {
    const thud_rods *r = context;
    (void)time;
    for (size_t i = 0; i < r->sim->links.acting_count; i++) {
        const thud_body_link *l = link_of(r, i);
        const thud_link_branch *b = &l->branch;
        const double d = between(l, q);
        values[ENDS * i] = b->low > -INFINITY ? b->low - d : -1;
        values[ENDS * i + 1] = b->high < INFINITY ? d - b->high : -1;
        values[ENDS * i + 2] = b->direction != 0 ? -b->direction * between(l, rate) : -1;
    }
}

/* enters the loss of the branch under way */
static void account(thud_rods *r, size_t acting, double d) {
    const thud_body_link *l = link_of(r, acting);
    thud_link_summary *result = &r->sim->links.results[r->sim->links.acting[acting]];
    const double lost = lost_on_branch(r, acting, d);
    result->energy += lost;
    r->hysteresis += lost;
    if (l->branch.direction != 0)
        result->plastic_deformation +=
            thud_link_plastic_way(l->given, &l->branch, r->began[acting], d, l->inner, l->inner);
    r->began[acting] = d;
}

static void take_places(thud_rods *r, const double *q) {
    for (size_t i = 0; i < r->bodies; i++) r->sim->motion.x[i] = q[i];
}

void thud_rods_commit(void *context, size_t index, double time, const double *q, const double *rate) {
    thud_rods *r = context;
    thud_body_link *l = link_of(r, index / ENDS);
    const double d = between(l, q);
    (void)time, (void)rate;
    account(r, index / ENDS, d);
    l->model->pass(l->given, ends[index % ENDS], d, &l->branch);
    take_places(r, q);
    thud_mechanism_follow(r->sim);
}

void thud_rods_end_links(thud_rods *r, const double *q) {
    for (size_t i = 0; i < r->sim->links.acting_count; i++) account(r, i, between(link_of(r, i), q));
    take_places(r, q);
    thud_links_end(r->sim);
}
