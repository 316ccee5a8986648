#include "simulate/one_body/press.h"

#include "model/model.h"
#include "numeric/polynomial.h"
#include "simulate/record/flow_inside.h"

bool thud_press_fits(const thud_simulation *sim) {
    if (!sim->single.is_one || sim->closed_count != 1 || sim->probe_order > 0 || sim->ground.omega != 0)
        return false;
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
        .slowest = t->may_pull ? -t->stiffness / t->damping : -INFINITY,
        .tolerance = sim->contact_tolerance,
        .near = sim->contact_near,
    };
}

static inline void raise(double *peak, double value) {
    if (value > *peak) *peak = value;
}

/*
 * Whether the slope of a series changes in one direction only between 0 and s ≤ 1: the first term of its second
 * derivative, of order j, is larger than all others together. At s it is |tⱼ| sʲ⁻² against Σ |tₖ| sᵏ⁻², and with
 * s ≤ 1 no ratio of the two is larger than at 1.
 */
static bool bends_one_way(const double *c, int stride, int order, double turn) {
    int j = 2;
    while (j < order && c[j * stride] == 0) j++; /* next to δ = 0 series begin with zeros */
    return 2 * THUD_PRESS_TURN[j] * fabs(c[j * stride]) > turn;
}

static double turn_of(const double *c, int stride, int order) {
    double sum = 0;
    for (int k = 2; k <= order; k++) sum += THUD_PRESS_TURN[k] * fabs(c[k * stride]);
    return sum;
}

/* in one piece, for a search that takes any number of turns */
static void gather(const double *c, int stride, int order, double *out) {
    for (int k = 0; k <= order; k++) out[k] = c[k * stride];
}

/*
 * Between its ends a function is no further from the straight line through them than h²/8 times its largest second
 * derivative, here `turn` at most, and the line no further from zero than its ends. Where that might be a new peak,
 * and the slope changes in one direction only, its signs at the ends tell whether it is zero between them, once.
 * Otherwise all its zeros are searched for.
 */
void thud_press_raise(double *peak, const double *c, int stride, int order, double end, double from, double to,
                      double slope0, double slope1, double near) {
    double ends = thud_larger(fabs(from), fabs(to)), turn = turn_of(c, stride, order);
    if (ends + 0.125 * end * end * turn <= *peak) return;
    raise(peak, ends);
    if (bends_one_way(c, stride, order, turn)) {
        if (slope0 * slope1 < 0) raise(peak, thud_series_summit(c, stride, order, end, slope0, slope1, near));
        return;
    }
    double all[THUD_SERIES_WIDTH];
    gather(c, stride, order, all);
    raise(peak, thud_polynomial_peak(all, order, end, NULL));
}

void thud_press_book_instant(thud_simulation *sim, const thud_press *p, const thud_press_instant *at) {
    thud_impact_entry *entry = &p->touch->entry;
    raise(&entry->max_force, sim->mass[0] * at->force);
    raise(&entry->max_penetration, at->depth);
    raise(&sim->bodies[0].max_displacement, p->gap + at->depth);
}

/* the same for the force, whose largest value has to be found in every impact; its ends are booked elsewhere, and
 * `turn` is known */
static void raise_force(double *peak, const thud_press_instant *from, const thud_press_instant *to,
                        const thud_press_course *c, const double *pace, double near) {
    int order = c->order - 1;
    double top = 0;
    if (thud_larger(from->force, to->force) + 0.125 * c->end * c->end * c->turn <= *peak) return;
    if (!bends_one_way(c->f, 1, order, c->turn)) top = thud_polynomial_maximum(c->f, order, c->end, NULL);
    else if (from->jerk > 0 && to->jerk <= 0)
        top = thud_series_summit(c->f, 1, order, c->end, pace[0] * from->jerk, pace[1] * to->jerk, near);
    raise(peak, top);
}

/*
 * δ̇ is no further from δ̇₀, nor from a straight line between its ends, than the sum of its other terms; the absolute
 * acceleration is gravity − K x − C ẋ − f, and no further from such a line than its parts are together.
 */
void thud_press_book_peaks(thud_simulation *sim, const thud_press *p, const thud_press_instant *from,
                           const thud_press_instant *to, const thud_press_course *c, const double *ground,
                           const double *pace, bool by_root) {
    thud_body_summary *b = &sim->bodies[0];
    thud_impact_entry *entry = &p->touch->entry;
    double m = sim->mass[0], near = thud_larger(10 * p->near, 1e-4); /* its cube is a hundredth of the tolerance */
    const double *motion = (const double *)c->motion;
    double force = entry->max_force * sim->inverse_mass[0], before = force;
    raise_force(&force, from, to, c, pace, near);
    if (force > before) entry->max_force = m * force;
    if (!(fabs(from->rate) > c->bend)) {
        double top = 0;
        thud_press_raise(&top, motion, 2, c->order, c->end, motion[0], by_root ? sqrt(to->depth) : to->depth,
                         from->rate, to->rate, near);
        double depth = by_root ? top * top : top;
        raise(&entry->max_penetration, depth);
        raise(&b->max_displacement, p->gap + depth);
    }
    if (fabs(from->v) + c->bend > b->max_velocity) {
        double a0 = p->side * (from->a - ground[0]), a1 = p->side * (to->a - ground[1]);
        thud_press_raise(&b->max_velocity, motion + 1, 2, c->order, c->end, from->rate, to->rate, pace[0] * a0,
                         pace[1] * a1, near);
    }
    double bent = p->stiffness * c->sway + p->damping * c->bend + 0.125 * c->turn;
    if (thud_larger(fabs(from->a), fabs(to->a)) + bent > b->max_acceleration)
        thud_press_raise(&b->max_acceleration, c->pull, 1, c->order - 1, c->end, from->a, to->a,
                         p->side * pace[0] * from->slope, p->side * pace[1] * to->slope, near);
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

void thud_press_show_event(thud_simulation *sim, const thud_press *p, const thud_press_instant *at, double time) {
    thud_flow_show_event(sim, &at->x, &at->v, &at->a, time, p->touch, sim->mass[0] * at->force);
}
