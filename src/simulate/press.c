#include "simulate/press.h"

#include "model/model.h"
#include "simulate/flow_inside.h"

bool thud_press_fits(const thud_simulation *sim) {
    if (!sim->single.is_one || sim->closed_count != 1 || sim->probe_order > 0 || sim->ground.omega != 0)
        return false;
    if (sim->model->output_events) return false;
    const thud_touch *t = &sim->touches[sim->closed[0]];
    return t->phase == THUD_TOUCH_ACTIVE && !t->linear && !t->bilinear && !t->approach_only && t->ends_at_return &&
           t->p == t->n && t->given.gap >= 0 && t->enter_at == 0;
}

/* how deep the body may get before it meets another stop; 0 when there is one on the other side without any room */
static double room_beside(const thud_simulation *sim, const thud_touch *t) {
    double room = INFINITY;
    for (size_t i = 0; i < sim->touch_count; i++) {
        const thud_touch *other = &sim->touches[i];
        if (other == t) continue;
        bool same_side = (other->left < 0) == (t->left < 0);
        double distance = same_side ? other->given.gap - t->given.gap : other->given.gap + t->given.gap;
        if (same_side && distance < room) room = distance;
        if (!same_side && !(distance > 0)) return 0;
    }
    return room;
}

thud_press thud_press_of(const thud_simulation *sim) {
    thud_touch *t = &sim->touches[sim->closed[0]];
    return (thud_press){
        .touch = t,
        .side = t->left < 0 ? -1 : 1,
        .gap = t->given.gap,
        .stiffness = sim->single.stiffness,
        .damping = sim->single.damping,
        .spring = t->stiffness * sim->inverse_mass[0],
        .drag = t->damping * sim->inverse_mass[0],
        .n = t->n,
        .room = room_beside(sim, t),
        .tolerance = sim->contact_tolerance,
        .near = sim->contact_near,
    };
}

/* Newton's method, kept between the slopes of both signs; the value at the end of the last step is that of a
 * parabola, which leaves out the cube of the step */
double thud_press_summit(const double *c, int stride, int order, double end, double slope0, double slope1,
                         double near) {
    double share = slope0 / (slope0 - slope1), t = end * (share > 0.2 ? share : 0.2), low = 0, high = end,
           value = 0;
    for (int round = 0; round < 60; round++) {
        double slope = 0, curve = 0;
        value = c[order * stride];
        for (int k = order - 1; k >= 0; k--) {
            curve = curve * t + slope;
            slope = slope * t + value;
            value = value * t + c[k * stride];
        }
        if (slope * slope0 > 0) low = t;
        else high = t;
        double step = slope / (2 * curve), next = t - step;
        if (fabs(step) <= near * end && next >= low && next <= high) return fabs(value - 0.5 * step * slope);
        t = next > low && next < high ? next : 0.5 * (low + high);
    }
    return fabs(value);
}

static inline void raise(double *peak, double value) {
    if (value > *peak) *peak = value;
}

void thud_press_book_instant(thud_simulation *sim, const thud_press *p, const thud_press_instant *at) {
    thud_impact_entry *entry = &p->touch->entry;
    raise(&entry->max_force, sim->mass[0] * at->force);
    raise(&entry->max_penetration, at->depth);
    raise(&sim->bodies[0].max_displacement, p->gap + at->depth);
}

/* a step is too short for a slope to change its sign twice */
void thud_press_book_peaks(thud_simulation *sim, const thud_press *p, const thud_press_instant *from,
                           const thud_press_instant *to, const thud_press_course *c, const double *ground,
                           const double *pace, bool by_root) {
    thud_body_summary *b = &sim->bodies[0];
    thud_impact_entry *entry = &p->touch->entry;
    double a0 = from->a - ground[0], a1 = to->a - ground[1], time = 0.5 * c->end * (pace[0] + pace[1]);
    double near = thud_larger(10 * p->near, 1e-4); /* its cube is a hundredth of the tolerance */
    const double *motion = (const double *)c->motion;
    if (from->jerk > 0 && to->jerk <= 0) {
        double top =
            thud_press_summit(c->f, 1, c->order - 1, c->end, pace[0] * from->jerk, pace[1] * to->jerk, near);
        raise(&entry->max_force, sim->mass[0] * top);
    }
    if (from->rate > 0 && to->rate <= 0) {
        double top = thud_press_summit(motion, 2, c->order, c->end, from->rate, to->rate, near);
        double depth = by_root ? top * top : top;
        raise(&entry->max_penetration, depth);
        raise(&b->max_displacement, p->gap + depth);
    }
    if (thud_flow_is_near(from->v, to->v, a0, a1, time, b->max_velocity) &&
        thud_flow_may_peak_once(from->v, to->v, a0, a1, time, &b->max_velocity)) {
        raise(&b->max_velocity, thud_larger(fabs(from->v), fabs(to->v)));
        raise(&b->max_velocity,
              thud_press_summit(motion + 1, 2, c->order, c->end, pace[0] * a0, pace[1] * a1, near));
    }
    if (thud_flow_is_near(from->a, to->a, from->slope, to->slope, time, b->max_acceleration) &&
        thud_flow_may_peak_once(from->a, to->a, from->slope, to->slope, time, &b->max_acceleration)) {
        raise(&b->max_acceleration, thud_larger(fabs(from->a), fabs(to->a)));
        raise(&b->max_acceleration, thud_press_summit(c->pull, 1, c->order - 1, c->end, pace[0] * from->slope,
                                                      pace[1] * to->slope, near));
    }
}

void thud_press_book_energy(thud_simulation *sim, const thud_press *p, double squares, double losses,
                            double impulse) {
    double m = sim->mass[0], lost = m * p->drag * losses;
    sim->books.dissipated += m * p->damping * squares;
    sim->books.impact += lost;
    p->touch->entry.energy_lost += lost;
    p->touch->entry.impulse += m * impulse;
}

void thud_press_hand_over(thud_simulation *sim, const thud_press *p, const thud_press_instant *at, double time) {
    thud_flow_hand_over(sim, &at->x, &at->v, &at->a, time, p->touch, sim->mass[0] * at->force);
}
