/*
 * Along a record with one body: displacement and velocity stay in registers, and all stops together are two walls.
 *
 * Gravity is a ground acceleration that does not change: G = a_g − gravity. A step is linear in w = (x, ẋ, G₀, G₁),
 * and what it loses and what the ground puts in are quadratic: products of w are summed up on the way, and make
 * energy when it ends. Inside a box of x and ẋ, small enough for neither a stop nor a peak to be near, nothing else
 * is done.
 */
#include "model/model.h"
#include "simulate/one_body/one_body.h"
#include "simulate/record/flow_inside.h"

typedef thud_twin pair;

/* products of w, summed over the steps */
enum { XX, VV, XG0, VG0, XG1, VG1, XV, G0G1, G0G0, G1G1, MOMENTS = THUD_FLOW_MOMENTS };

typedef thud_flow_course course;

typedef thud_flow_box box;

/* so far; `above` and `below` are the largest x and −x where a stop there was never struck, and infinite elsewhere
 */
typedef struct {
    double displacement, velocity, acceleration, above, below;
} peaks;

/* an instant: displacement, velocity and the load */
typedef struct {
    double x, v, g;
} instant;

/* where on the record, and what the way there added up to */
typedef struct {
    const double *record; /* m/s² */
    double scale;
    size_t next, part, substeps;
    instant at;
    bool calm;
    double sum[MOMENTS];
} walk;

static inline double smaller(double a, double b) { return a < b ? a : b; }

static double strongest_ground(const thud_simulation *sim) {
    const thud_signal *ground = &sim->model->ground;
    double strongest = 0;
    for (size_t i = 0; i < ground->samples->count; i++)
        strongest =
            fmax(strongest, fabs(ground->scale * ground->samples->acceleration[i] - sim->structure.gravity));
    return strongest;
}

/* the work of the ground, G₀ (x₁ − x₀) load + (G₁ − G₀) ramp, is sorted by products of w as the loss is */
void thud_flow_fill_course(thud_flow *f, const thud_simulation *sim) {
    const double *p = f->blocks[0].step, *l = f->blocks[0].loss, *r = f->blocks[0].ramp, load = f->load[0];
    f->course = (course){
        .h = f->h,
        .gravity = sim->structure.gravity,
        .strongest = strongest_ground(sim),
        .lost = {[XX] = l[0],
                 [XV] = l[5],
                 [VV] = l[6],
                 [XG0] = l[10],
                 [VG0] = l[11],
                 [G0G0] = l[12],
                 [XG1] = l[15],
                 [VG1] = l[16],
                 [G0G1] = l[17],
                 [G1G1] = l[18]},
        .put_in = {[XG0] = load * (p[0] - 1) - r[0],
                   [VG0] = load * p[1] - r[1],
                   [G0G0] = load * p[2] - r[2],
                   [XG1] = r[0],
                   [VG1] = r[1],
                   [G0G1] = load * p[3] - r[3] + r[2],
                   [G1G1] = r[3]},
    };
    for (int i = 0; i < 4; i++) {
        f->course.state[i][0] = p[i];
        f->course.state[i][1] = p[5 + i];
    }
}

/* contacts may have changed since it was prepared */
static void find_stops(const thud_one_body *one, const thud_simulation *sim, course *c) {
    c->stiffness = one->stiffness;
    c->damping = one->damping;
    c->closure = 1 / (1 - 0.5 * c->h * (c->damping + 0.5 * c->h * c->stiffness));
    c->low = -INFINITY;
    c->high = INFINITY;
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_body_contact *t = &sim->contacts.list[i];
        double gap = t->given.gap;
        if (t->left >= 0 && gap < c->high) c->high = gap;
        if (t->left < 0 && -gap > c->low) c->low = -gap;
    }
}

/*
 * Bounds of what a step does between its ends.
 *
 * No instant of it is further than h/2 from one of its ends, where |x| ≤ X, |ẋ| ≤ V and |ẍ| ≤ A. If A′ is the
 * largest |ẍ| there is on the way, then |ẋ| ≤ V + h/2 A′. With ẍ = −K x − C ẋ − G and G a straight line of slope R,
 *     |x⃛| ≤ K (V + h/2 A′) + C A′ + R,   A′ ≤ A + h/2 |x⃛|,   so that   A′ ≤ r (A + h/2 (K V + R)),
 * with r = 1/(1 − h d/2) and d = C + h/2 K. Steps turn by 0.8 rad at most, h²K ≤ 0.64 and h C ≤ 0.8 (flow.c), so
 * that h d/2 ≤ 0.56. Where X is known but A is not, |x| ≤ X + h/2 |ẋ| and |ẍ| ≤ |G| + K |x| + C |ẋ| give likewise
 *     A′ ≤ r (|G| + K X + d V).
 * From A′ follow the higher derivatives, each from the two before it.
 *
 * Between its ends a function is no further from the straight line through them than h²/8 times its largest second
 * derivative, and the line no further from zero than its ends. The same holds for its slope: one that is further
 * from zero than that at both ends, on the same side, has no zero between them.
 */
static inline double eighth_of(const course *c) { return 0.125 * c->h * c->h; }

/* derivatives of x at both ends, and the largest of each in the step */
typedef struct {
    double pull[2], a[2];                 /* m/s²: absolute and relative acceleration */
    double fastest, strongest, rise, dev; /* |ẋ| at the ends, |ẍ| on the way, |slope of G|, h²/8 */
} bounds;

static inline bounds bounds_of(const course *c, const instant *s, const instant *e) {
    bounds b;
    double h = c->h, K = c->stiffness, C = c->damping;
    b.pull[0] = c->gravity - (K * s->x + C * s->v);
    b.pull[1] = c->gravity - (K * e->x + C * e->v);
    b.a[0] = b.pull[0] - c->gravity - s->g;
    b.a[1] = b.pull[1] - c->gravity - e->g;
    b.fastest = thud_larger(fabs(s->v), fabs(e->v));
    b.rise = fabs(e->g - s->g) / h;
    b.strongest = c->closure * (thud_larger(fabs(b.a[0]), fabs(b.a[1])) + 0.5 * h * (K * b.fastest + b.rise));
    b.dev = eighth_of(c);
    return b;
}

/*
 * A step between two instants inside the box, |x| < X and |ẋ| < V, needs no closer look: with e = h²/8 and A′ from
 * X and V as above, R ≤ 2 |G|/h, none of x: X + e A′,   ẋ: V + e (K (V + h/2 A′) + C A′ + R) = V + e (K V + d A′ +
 * R) is beyond stops and peaks, nor is |gravity| + K |x| + C |ẋ| beyond that of the acceleration: three straight
 * lines in X and V. The largest V that allows for all X, and the X that goes with it.
 */
static box box_for(const course *c, const peaks *top) {
    double h = c->h, K = c->stiffness, C = c->damping, G = c->strongest, d = C + 0.5 * h * K;
    double e = eighth_of(c), r = c->closure, stretch = 1 + e * (K + d * d * r);
    double inside = smaller(top->displacement, smaller(c->high, -c->low)), jump = 0.25 * h * G;
    inside = smaller(inside, smaller(top->above, top->below));
    double wall = thud_larger(c->high, -c->low), widest = top->displacement >= wall ? wall : inside;
    double v = (top->velocity - jump - e * d * r * (G + K * widest)) / stretch;
    v = smaller(v, 0.3 * inside / h); /* or there would be no way left for x */
    double by_way = (inside - e * r * (G + d * v)) / (1 + e * r * K);
    double rest =
        top->acceleration - fabs(c->gravity) - K * e * r * (G + d * v) - C * (v * stretch + e * d * r * G + jump);
    double pull = K * (1 + e * r * (K + C * d));
    return (box){.displacement = top->displacement,
                 .velocity = top->velocity,
                 .acceleration = top->acceleration,
                 .above = top->above,
                 .below = top->below,
                 .low = c->low,
                 .high = c->high,
                 .x = pull * by_way < rest ? by_way
                      : pull > 0           ? rest / pull
                                           : 0,
                 .v = v,
                 .stops_alone =
                     top->displacement >= wall && pull * wall < rest && isinf(top->above) && isinf(top->below)};
}

/* a box for peaks that were a little smaller is a little too small, and does no harm */
static bool is_outgrown(const box *b, const peaks *top) {
    static const double little = 1.125;
    return top->displacement > little * b->displacement || top->velocity > little * b->velocity ||
           top->acceleration > little * b->acceleration || top->above > little * b->above ||
           top->below > little * b->below;
}

/* in a new run peaks are smaller, and stops may be others */
static bool is_box_for(const box *b, const course *c, const peaks *top) {
    bool as_large = top->displacement >= b->displacement && top->velocity >= b->velocity &&
                    top->acceleration >= b->acceleration && top->above >= b->above && top->below >= b->below;
    return as_large && !is_outgrown(b, top) && b->low == c->low && b->high == c->high;
}

/* whether a peak of |value| may lie inside the step; where its slope keeps its sign, the larger end is taken in.
 * `bent` and `turned` are what value and slope may be away from straight lines by. */
static inline bool may_peak(double *peak, const double *value, double slope0, double slope1, double bent,
                            double turned) {
    double ends = thud_larger(fabs(value[0]), fabs(value[1]));
    if (ends + bent <= *peak) return false;
    if (!(slope0 * slope1 > 0 && smaller(fabs(slope0), fabs(slope1)) > turned)) return true;
    if (ends > *peak) *peak = ends;
    return false;
}

/* the same for a largest value with its sign, that of x on one side */
static inline bool may_rise(double *peak, const double *x, const double *v, double side, double bent,
                            double turned) {
    const double ends = thud_larger(side * x[0], side * x[1]);
    if (ends + bent <= *peak) return false;
    if (!(v[0] * v[1] > 0 && smaller(fabs(v[0]), fabs(v[1])) > turned)) return true;
    if (ends > *peak) *peak = ends;
    return false;
}

/* whether there may be a new peak inside the step; those at its ends are taken in */
static inline bool any_may_peak(course *c, peaks *top, const instant *s, const instant *e, const bounds *b) {
    double K = c->stiffness, C = c->damping, bent = b->dev * b->strongest;
    double jerk = b->dev * (K * (b->fastest + 0.5 * c->h * b->strongest) + C * b->strongest + b->rise);
    double curve = K * bent + C * jerk, x[2] = {s->x, e->x}, v[2] = {s->v, e->v};
    bool x_is_near = thud_larger(fabs(x[0]), fabs(x[1])) + bent > top->displacement;
    bool v_is_near = b->fastest + jerk > top->velocity;
    bool a_is_near = thud_larger(fabs(b->pull[0]), fabs(b->pull[1])) + curve > top->acceleration;
    bool stop_is_near = thud_larger(x[0], x[1]) + bent > top->above || bent - smaller(x[0], x[1]) > top->below;
    if (!(x_is_near || v_is_near || a_is_near || stop_is_near)) return false;
    bool inside = may_peak(&top->displacement, x, v[0], v[1], bent, jerk) ||
                  may_peak(&top->velocity, v, b->a[0], b->a[1], jerk, curve) ||
                  may_peak(&top->acceleration, b->pull, -(K * v[0] + C * b->a[0]), -(K * v[1] + C * b->a[1]), curve,
                           K * jerk + C * curve) ||
                  may_rise(&top->above, x, v, 1, bent, jerk) || may_rise(&top->below, x, v, -1, bent, jerk);
    if (is_outgrown(&c->box, top)) c->box = box_for(c, top);
    return inside;
}

/* whether the step needs a closer look: a stop or a new peak inside it */
static inline bool is_eventful(course *c, peaks *top, const instant *s, const instant *e) {
    bounds b = bounds_of(c, s, e);
    double bulge = b.dev * b.strongest;
    if (thud_larger(s->x, e->x) + bulge >= c->high || smaller(s->x, e->x) - bulge <= c->low) return true;
    bool slow = b.fastest < c->box.v;
    return !(slow && c->box.stops_alone) && any_may_peak(c, top, s, e, &b);
}

/* G at the end of the next step; `parts`: steps of the record are divided */
static inline double next_load(const course *c, const walk *w, bool parts) {
    double g = w->scale * w->record[w->next] - c->gravity;
    if (parts && w->part + 1 < w->substeps) g = w->at.g + (g - w->at.g) / (double)(w->substeps - w->part);
    return g;
}

static inline instant step_from(const course *c, const instant *s, double g) {
    double to[2];
    for (int j = 0; j < 2; j++)
        to[j] = (c->state[0][j] * s->x + c->state[1][j] * s->v) + (c->state[2][j] * s->g + c->state[3][j] * g);
    return (instant){to[0], to[1], g};
}

static inline void add(double *sum, const instant *s, double g1) {
    const double state[2] = {s->x, s->v}, other[2] = {s->v, s->g}, one[2] = {s->x, g1};
    for (int i = 0; i < 2; i++) {
        sum[XX + i] += state[i] * state[i];
        sum[XG0 + i] += state[i] * s->g;
        sum[XG1 + i] += state[i] * g1;
        sum[XV + i] += one[i] * other[i];
    }
    sum[G0G0] += s->g * s->g;
}

static inline void advance(walk *w, instant to, bool parts) {
    w->at = to;
    if (!parts || ++w->part == w->substeps) {
        w->part = 0;
        w->next++;
    }
}

/* as many whole steps of the record as stay inside the box, up to a limit; returns how many */
static size_t go_calmly(const course *c, walk *w, size_t limit) {
    const double *record = w->record + w->next, scale = w->scale, gravity = c->gravity;
    const double widest = c->box.x, fastest = c->box.v;
    const pair by_x = {c->state[0][0], c->state[0][1]}, by_v = {c->state[1][0], c->state[1][1]};
    const pair by_g0 = {c->state[2][0], c->state[2][1]}, by_g1 = {c->state[3][0], c->state[3][1]};
    pair s = {w->at.x, w->at.v}, g0 = thud_both(w->at.g);
    pair squares = thud_both(0), with_g0 = thud_both(0), with_g1 = thud_both(0), xv = thud_both(0),
         g0g1 = thud_both(0), g0g0 = thud_both(0);
    size_t i = 0;
    for (; i < limit; i++) {
        pair g1 = thud_both(scale * record[i] - gravity), x = thud_both(s[0]), v = thud_both(s[1]);
        pair e = (by_x * x + by_v * v) + (by_g0 * g0 + by_g1 * g1);
        if (!(fabs(e[0]) < widest && fabs(e[1]) < fastest)) break;
        squares += s * s;
        with_g0 += s * g0;
        with_g1 += s * g1;
        xv += x * v;
        g0g1 += g0 * g1;
        g0g0 += g0 * g0;
        s = e;
        g0 = g1;
    }
    w->sum[XX] += squares[0];
    w->sum[VV] += squares[1];
    w->sum[XG0] += with_g0[0];
    w->sum[VG0] += with_g0[1];
    w->sum[XG1] += with_g1[0];
    w->sum[VG1] += with_g1[1];
    w->sum[XV] += xv[0];
    w->sum[G0G1] += g0g1[0];
    w->sum[G0G0] += g0g0[0];
    w->at = (instant){s[0], s[1], g0[0]};
    w->next += i;
    return i;
}

/* as many steps as nothing happens in, up to a limit; returns how many */
static inline size_t go_on(course *c, peaks *top, walk *w, size_t limit, bool parts) {
    const double first = w->at.g, before = w->sum[G0G0];
    size_t i = 0;
    while (i < limit) {
        if (w->calm && !parts) i += go_calmly(c, w, limit - i);
        if (i == limit) break;
        instant e = step_from(c, &w->at, next_load(c, w, parts));
        if (is_eventful(c, top, &w->at, &e)) break;
        add(w->sum, &w->at, e.g);
        advance(w, e, parts);
        w->calm = fabs(e.x) < c->box.x && fabs(e.v) < c->box.v;
        i++;
    }
    w->sum[G1G1] += (w->sum[G0G0] - before) + (w->at.g * w->at.g - first * first);
    return i;
}

/* where the walk has come to, s */
static double time_of(const walk *w, double step, double h) {
    return w->part == 0 ? (double)(w->next - 1) * step
                        : (double)w->next * step + ((double)w->part - (double)w->substeps) * h;
}

static inline size_t go(course *c, peaks *top, walk *w, size_t limit) {
    return w->substeps == 1 ? go_on(c, top, w, limit, false) : go_on(c, top, w, limit, true);
}

/* walks the steps once more, for what is to be seen of them; how many until somebody said stop */
static size_t look_back(thud_simulation *sim, course *c, walk w, double step, size_t count) {
    const bool parts = w.substeps > 1;
    size_t done = 0;
    for (; done < count && !sim->accounts.ledger.stopped; done++) {
        const instant from = w.at;
        const size_t next = w.next, part = w.part;
        advance(&w, step_from(c, &from, next_load(c, &w, parts)), parts);
        double end = time_of(&w, step, c->h);
        if (sim->accounts.samples.at < end - thud_flow_near_end(c->h)) {
            sim->motion.x[0] = from.x;
            sim->motion.v[0] = from.v;
            sim->motion.time = time_of(&(walk){.next = next, .part = part, .substeps = w.substeps}, step, c->h);
            thud_load_jump(&sim->loads.ground, next, sim->motion.time);
            thud_flow_look_inside(sim, end, c->h);
        }
        if (thud_flow_sees_end(sim, end, c->h)) {
            double a = c->gravity - (c->stiffness * w.at.x + c->damping * w.at.v);
            thud_flow_hand_over(sim, &w.at.x, &w.at.v, &a, end, NULL, 0);
        }
    }
    return done;
}

/* goes as far as nothing happens; the number of steps. Where somebody looks, they are the same. */
static size_t go_until_event(thud_simulation *sim, course *c, peaks *top, walk *w, double step, size_t left) {
    const walk start = *w;
    const peaks before = *top;
    const box drawn = c->box;
    size_t steps = go(c, top, w, left);
    if (time_of(w, step, c->h) < sim->accounts.samples.at - thud_flow_near_end(c->h)) return steps;
    size_t seen = look_back(sim, c, start, step, steps);
    if (seen == steps) return steps;
    *w = start;
    *top = before;
    c->box = drawn;
    return go(c, top, w, seen);
}

/* the samples of the record up to the end of the run */
static size_t samples_until_end(const thud_simulation *sim, const thud_motion *record) {
    double last = sim->motion.end / record->step;
    if (!(last < (double)record->count)) return record->count;
    size_t past = (size_t)last + 2 < record->count ? (size_t)last + 2 : record->count;
    while (past > 0 && (double)(past - 1) * record->step > sim->motion.end) past--;
    return past;
}

/* where the box is redrawn decides in which order the products are summed */
void thud_flow_restart(thud_flow *f) {
    f->course.box = (box){0};
    if (f->later) thud_flow_later_restart(f->later);
}

/* all stops of a side that were never struck have the same: the body has been nowhere else */
static void find_approaches(const thud_simulation *sim, peaks *top) {
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_body_contact *t = &sim->contacts.list[i];
        if (!thud_approach_is_apart(sim, t)) continue;
        *(t->left >= 0 ? &top->above : &top->below) = sim->accounts.contacts[i].closest_approach;
    }
}

void thud_one_body_fly_along_record(const thud_one_body *one, thud_simulation *sim) {
    thud_flow *f = one->flow;
    const thud_signal *ground = &sim->model->ground;
    const thud_motion *record = ground->samples;
    course *c = &f->course;
    find_stops(one, sim, c);
    thud_body_summary *b = &sim->accounts.bodies[0];
    peaks top = {b->max_displacement, b->max_velocity, b->max_acceleration, INFINITY, INFINITY};
    if (sim->contacts.apart_count > 0) find_approaches(sim, &top);
    if (!is_box_for(&c->box, c, &top)) c->box = box_for(c, &top);
    walk w = {.record = record->acceleration,
              .scale = ground->scale,
              .next = sim->loads.ground.next,
              .substeps = f->substeps};
    w.at = (instant){sim->motion.x[0], sim->motion.v[0], w.scale * w.record[w.next - 1] - c->gravity};
    size_t past = samples_until_end(sim, record);
    size_t steps = past > w.next ? go_until_event(sim, c, &top, &w, record->step, (past - w.next) * w.substeps) : 0;
    if (steps == 0) return;
    sim->motion.x[0] = w.at.x;
    sim->motion.v[0] = w.at.v;
    sim->motion.time = time_of(&w, record->step, c->h);
    b->max_displacement = top.displacement;
    b->max_velocity = top.velocity;
    b->max_acceleration = top.acceleration;
    if (top.above < INFINITY) thud_approach_take(sim, &top.above);
    top.below = -top.below;
    if (top.below > -INFINITY) thud_approach_take(sim, &top.below);
    for (int i = 0; i < MOMENTS; i++) {
        sim->accounts.energy.dissipated += c->lost[i] * w.sum[i];
        sim->accounts.energy.input += c->put_in[i] * w.sum[i];
    }
    sim->accounts.summary.solver.steps += steps;
    thud_load_jump(&sim->loads.ground, w.next, sim->motion.time);
}
