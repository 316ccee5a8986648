/*
 * From the links of a model to those of a run; their forces, order by order.
 */
#include "simulate/links/links.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "link/hysteresis.h"
#include "model/signal.h"
#include "numeric/wide.h"
#include "simulate/links/link_ends.h"
#include "simulate/series/series_bodies.h"
#include "simulate/state.h"

static bool is_shaped(const thud_body_link *l) { return l->model->raise || l->damper > 0; }

bool thud_model_link_may_stick(const thud_model_link *l) {
    return l->given.hysteresis.model == THUD_HYSTERESIS_FRICTION || thud_damper_grips(l);
}

bool thud_link_may_stick(const thud_body_link *l) { return thud_link_is_friction(l) || l->grips; }

bool thud_link_sticks(const thud_body_link *l) {
    return thud_link_is_friction(l) ? l->branch.holds > 0 : l->grips && l->zone == 0;
}

double thud_link_grip(const thud_body_link *l) {
    return (thud_link_is_friction(l) ? l->given->hysteresis.force : 0) + thud_damper_grip(l);
}

int thud_link_slide(const thud_body_link *l) {
    if (thud_link_is_friction(l)) return l->branch.direction;
    return l->zone > 0 ? 1 : l->zone < 0 ? -1 : 0;
}

size_t thud_links_reply_terms(const thud_model *model) {
    size_t terms = 0;
    for (size_t i = 0; i < model->link_count; i++)
        if (thud_model_link_may_stick(&model->links[i]))
            terms += thud_contact_reply_terms(model, model->links[i].left) +
                     thud_contact_reply_terms(model, model->links[i].right);
    return terms;
}

static void prepare_rows(thud_simulation *sim) {
    thud_links *links = &sim->links;
    struct thud_contact_row *row = links->rows;
    thud_row_term *terms = links->row_terms, *reply = links->replies;
    for (size_t i = 0; row && i < links->count; i++) {
        thud_body_link *l = &links->list[i];
        size_t count = 0;
        if (!thud_model_link_may_stick(&sim->model->links[i])) continue;
        if (l->left >= 0) terms[count++] = (thud_row_term){l->left, 1};
        if (l->right >= 0) terms[count++] = (thud_row_term){l->right, -1};
        thud_contact_row_take(sim, terms, count, reply, row);
        terms += count;
        reply += row->reply_count;
        l->row = row++;
    }
}

void thud_links_prepare(thud_simulation *sim) {
    thud_links *links = &sim->links;
    links->acting_count = 0;
    links->shaped_count = 0;
    links->may_stick = false;
    links->ground_speed = links->count > 0 ? thud_signal_speed(&sim->model->ground, sim->options.duration) : 0;
    links->stacked = links->count == sim->structure.n;
    for (size_t i = 0; i < links->count; i++) {
        const thud_model_link *from = &sim->model->links[i];
        thud_spring *spring = &sim->structure.springs[i];
        links->list[i] = (thud_body_link){.left = spring->left,
                                          .right = spring->right,
                                          .given = &from->given,
                                          .model = thud_link_model_of(&from->given),
                                          .linear = thud_link_is_linear(&from->given),
                                          .drag = spring->damping};
        links->left[i] = spring->left < 0 ? 0 : spring->left;
        links->right[i] = spring->right < 0 ? 0 : spring->right;
        links->left_share[i] = spring->left >= 0;
        links->right_share[i] = spring->right >= 0;
        if (spring->right != (thud_body)i || (spring->left >= 0 && spring->left != (thud_body)i - 1))
            links->stacked = false;
        if (links->list[i].linear) continue;
        if (from->given.damping_exponent != 1) links->list[i].damper = from->damping;
        links->list[i].grips = thud_damper_grips(from);
        links->list[i].lean = thud_model_link_stiffness(from) - from->given.stiffness;
        if (thud_link_may_stick(&links->list[i])) links->may_stick = true;
        links->acting[links->acting_count++] = i;
        if (is_shaped(&links->list[i])) links->shaped[links->shaped_count++] = i;
    }
    prepare_rows(sim);
}

void thud_links_reset(thud_simulation *sim) {
    sim->rest.count = sim->rest.contact_count = 0;
    sim->links.bridged = false;
    sim->links.elastic = true;
    sim->links.branches++;
    for (size_t i = 0; i < sim->links.count; i++) {
        thud_body_link *l = &sim->links.list[i];
        double d = thud_link_deformation(sim, l);
        l->inner = 0;
        l->model->start(l->given, d, &l->branch, &l->inner);
        thud_damper_reset(sim, l);
        l->rate_is_zero = l->holding = l->held = false;
        memset(l->hold, 0, sizeof l->hold);
        sim->links.results[i] = (thud_link_summary){.max_deformation = fabs(d)};
    }
    if (sim->links.acting_count > 0) thud_links_apply(sim);
    thud_mechanism_start(sim);
}

/* on a branch that no energy is lost on, as stiff as it was when the modes were found */
static bool is_elastic(const thud_body_link *l) {
    return l->branch.stiffness == l->given->stiffness && l->branch.direction == 0 && !(l->branch.holds > 0);
}

/* straight lines are springs of the chain, and a constant load */
static void apply_branch(thud_simulation *sim, size_t number, bool shaped) {
    const thud_body_link *l = &sim->links.list[number];
    sim->structure.springs[number].stiffness = l->lean + (shaped ? 0 : l->branch.stiffness);
    if (shaped || l->branch.offset == 0) return;
    const double *inverse_mass = sim->structure.inverse_mass;
    if (l->left >= 0) sim->links.push[l->left] += l->branch.offset * inverse_mass[l->left];
    if (l->right >= 0) sim->links.push[l->right] -= l->branch.offset * inverse_mass[l->right];
}

static bool are_elastic(const thud_links *links) {
    if (links->shaped_count > 0) return false;
    for (size_t i = 0; i < links->acting_count; i++)
        if (!is_elastic(&links->list[links->acting[i]])) return false;
    return true;
}

void thud_links_apply(thud_simulation *sim) {
    thud_links *links = &sim->links;
    links->branches++;
    links->elastic = are_elastic(links);
    memset(links->push, 0, sim->structure.n * sizeof *links->push);
    for (size_t i = 0; i < links->acting_count; i++) {
        size_t number = links->acting[i];
        apply_branch(sim, number, links->shaped_count > 0 && is_shaped(&links->list[number]));
    }
    thud_chain_stiffen(&sim->structure.chain, sim->structure.springs, sim->structure.spring_count);
}

/* m/s² of a floor, as the straight lines of the storeys below and above it give it */
static double push_of_floor(const thud_simulation *sim, size_t i) {
    const thud_body_link *below = &sim->links.list[i], *above = below + 1;
    double push = 0, inverse_mass = sim->structure.inverse_mass[i];
    if (!below->linear) push -= below->branch.offset * inverse_mass;
    if (i + 1 < sim->links.count && above->left >= 0 && !above->linear) push += above->branch.offset * inverse_mass;
    return push;
}

void thud_links_apply_one(thud_simulation *sim, size_t number) {
    thud_links *links = &sim->links;
    const thud_body_link *l = &links->list[number];
    if (!links->stacked || links->shaped_count > 0) {
        thud_links_apply(sim);
        return;
    }
    links->branches++;
    links->elastic = are_elastic(links);
    double stiffness = l->lean + l->branch.stiffness;
    sim->structure.springs[number].stiffness = stiffness;
    links->push[number] = push_of_floor(sim, number);
    if (l->left < 0) {
        sim->structure.chain.hold[number] = stiffness;
    } else {
        sim->structure.chain.stiffness[number - 1] = stiffness;
        links->push[number - 1] = push_of_floor(sim, number - 1);
    }
}

/* the difference between the ends of all links, for one coefficient of the bodies */
THUD_WIDE static void subtract(size_t count, const int *restrict left, const int *restrict right,
                               const double *restrict left_share, const double *restrict right_share,
                               const double *restrict bodies, double *restrict out) {
    for (size_t i = 0; i < count; i++) out[i] = right_share[i] * bodies[right[i]] - left_share[i] * bodies[left[i]];
}

/* the same of storeys, one after the other, which need not be looked up */
THUD_WIDE static void subtract_stacked(size_t count, const double *restrict left_share,
                                       const double *restrict bodies, double *restrict out) {
    out[0] = bodies[0];
    for (size_t i = 1; i < count; i++) out[i] = bodies[i] - left_share[i] * bodies[i - 1];
}

static void subtract_all(const thud_links *m, const double *bodies, double *out) {
    if (m->stacked) subtract_stacked(m->count, m->left_share, bodies, out);
    else subtract(m->count, m->left, m->right, m->left_share, m->right_share, bodies, out);
}

void thud_links_gather(thud_simulation *sim) {
    const thud_links *m = &sim->links;
    const thud_series *s = &sim->motion.series;
    for (int k = 0; k <= s->order; k++) {
        size_t from = (size_t)k * sim->structure.n, to = (size_t)k * m->count;
        subtract_all(m, s->x + from, m->deformation + to);
        subtract_all(m, s->v + from, m->rate + to);
    }
    thud_series_bounds(m->deformation, m->count, s->order, s->step, m->way);
    thud_series_bounds(m->rate, m->count, s->order, s->step, m->change);
}

/* a link whose force is no straight line, or has a dashpot that is not linear */
static void raise_shaped(const thud_simulation *sim, thud_body_link *l, int k, double *a) {
    const thud_series *s = &sim->motion.series;
    const double *x = s->x + (size_t)k * sim->structure.n, *v = s->v + (size_t)k * sim->structure.n;
    double d = thud_coordinate(x, l->right) - thud_coordinate(x, l->left);
    double force = l->branch.stiffness * d + (k == 0 ? l->branch.offset : 0);
    l->series.deformation[k] = d;
    l->series.rate[k] = thud_coordinate(v, l->right) - thud_coordinate(v, l->left);
    l->series.pace = s->in_time ? NULL : s->pace;
    if (k == 0) l->series.inner[0] = l->inner;
    if (l->model->raise) {
        l->model->raise(l->given, &l->branch, &l->series, k);
        force = l->series.force[k];
    }
    if (l->damper > 0) {
        thud_damper_raise(l, k);
        force += l->damper_force[k];
    }
    if (l->left >= 0) a[l->left] += force * sim->structure.inverse_mass[l->left];
    if (l->right >= 0) a[l->right] -= force * sim->structure.inverse_mass[l->right];
}

void thud_links_raise(thud_simulation *sim, int k, double *a) {
    for (size_t i = 0; i < sim->structure.n && k == 0; i++) a[i] += sim->links.push[i];
    for (size_t i = 0; i < sim->links.shaped_count; i++)
        raise_shaped(sim, &sim->links.list[sim->links.shaped[i]], k, a);
}

double thud_links_stored(const thud_simulation *sim) {
    double energy = 0;
    for (size_t i = 0; i < sim->links.acting_count; i++) {
        const thud_body_link *l = &sim->links.list[sim->links.acting[i]];
        double d = thud_link_deformation(sim, l);
        energy += l->model->stored(l->given, &l->branch, d, l->inner) + 0.5 * l->lean * d * d;
    }
    return energy;
}

bool thud_links_are_curved(const thud_simulation *sim) {
    for (size_t i = 0; i < sim->links.shaped_count; i++) {
        const thud_body_link *l = &sim->links.list[sim->links.shaped[i]];
        if (l->branch.curved || (l->damper > 0 && abs(l->zone) == 2)) return true;
    }
    return false;
}

/* N, for a model with a curve: what it comes to */
static double strength_of(const thud_link *link) {
    return link->hysteresis.model == THUD_HYSTERESIS_BOUC_WEN ? link->hysteresis.yield : link->hysteresis.strength;
}

double thud_links_curve(const thud_simulation *sim, int k) {
    double largest = 0;
    for (size_t i = 0; i < sim->links.acting_count; i++) {
        const thud_body_link *l = &sim->links.list[sim->links.acting[i]];
        if (l->branch.curved) largest = thud_larger(largest, fabs(l->series.force[k]) / strength_of(l->given));
        if (l->damper > 0 && abs(l->zone) == 2) largest = thud_larger(largest, fabs(l->power[k]) / l->power[0]);
    }
    return largest;
}

void thud_links_move(thud_simulation *sim, double sigma) {
    for (size_t i = 0; i < sim->links.shaped_count; i++) {
        thud_body_link *l = &sim->links.list[sim->links.shaped[i]];
        if (l->model->has_inner) l->inner = thud_series_value(l->series.inner, sim->motion.series.order, sigma);
        if (l->damper > 0) thud_damper_adjust(sim, l);
    }
}
