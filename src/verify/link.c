/*
 * Laws of links for CVODE, piece by piece. A piece goes on smoothly beyond its end, since CVODE steps over the end
 * before it looks for the zero there. K has every link with its elastic stiffness k: the equations of motion
 * add the force of the law less k d, and the whole force of a dashpot with an exponent. d is x_right − x_left.
 */
#include <math.h>

#include "verify/run.h"

static double yield_way(const thud_verify_link *l) { return l->law->yield / l->stiffness; }

static int sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

/* x^e, odd about zero */
static double odd_power(double x, double e) { return copysign(pow(fabs(x), e), x); }

static bool is_one_sided(const thud_verify_link *l) {
    return l->law->model == THUD_HYSTERESIS_TENSION_ONLY || l->law->model == THUD_HYSTERESIS_COMPRESSION_ONLY;
}

/* N·s/m: of a linear dashpot, its own or Rayleigh's; modal damping is in no link */
static double linear_damping(const thud_model *model, const thud_model_link *link, bool power) {
    if (model->damping == THUD_STRUCTURE_DAMPING_RAYLEIGH) return model->rayleigh_stiffness * link->given.stiffness;
    return model->damping == THUD_STRUCTURE_DAMPING_LINKS && !power ? link->damping : 0;
}

void thud_verify_link_init(thud_verify_link *l, const thud_model *model, size_t index) {
    const thud_model_link *source = &model->links[index];
    const double exponent = source->given.damping_exponent;
    const bool power = exponent != 0 && exponent != 1;
    l->source = source;
    l->law = &source->given.hysteresis;
    l->stiffness = source->given.stiffness;
    l->linear = linear_damping(model, source, power);
    l->damping = power ? source->damping : 0;
    l->exponent = exponent;
}

/* ---- forces ---- */

/* N: of backfill at a compression x, x/(1/k + R_f x/strength) */
static double backfill(const thud_verify_link *l, double x) {
    return x / (1 / l->stiffness + l->law->ratio * x / l->law->strength);
}

/* links that act one way: the way, and how far the deformation is beyond the edge at which they begin to act */
static int acts_towards(const thud_verify_link *l) {
    return l->law->model == THUD_HYSTERESIS_TENSION_ONLY ? 1 : -1;
}
static double beyond_edge(const thud_verify_link *l) {
    return acts_towards(l) * l->deformation - (is_one_sided(l) ? l->law->slack : l->law->gap);
}

double thud_verify_link_law(const thud_verify_link *l) {
    const double k = l->stiffness, d = l->deformation, a = l->law->hardening;
    switch (l->law->model) {
    case THUD_HYSTERESIS_NONE: return k * d;
    case THUD_HYSTERESIS_BOUC_WEN: return a * k * d + (1 - a) * k * l->z;
    case THUD_HYSTERESIS_FRICTION: return k * d + (l->now.mode == THUD_VERIFY_YIELD ? l->side * l->law->force : 0);
    default: break;
    }
    const bool edge = l->now.mode == THUD_VERIFY_EDGE, fills = l->law->model == THUD_HYSTERESIS_HYPERBOLIC;
    const double beyond = beyond_edge(l);
    if (edge && beyond <= 0) return 0;
    if (fills && (edge || l->now.mode == THUD_VERIFY_YIELD)) return -backfill(l, beyond);
    return edge ? acts_towards(l) * k * beyond : l->now.offset + l->now.slope * d;
}

/* c |v|^α sign v; with α below 1 c v (v² + s²)^((α−1)/2), which is not steep without bound at rest */
double thud_verify_link_dashpot(const thud_verify_link *l) {
    if (!(l->damping > 0) || l->rate == 0) return 0;
    if (l->exponent >= 1) return l->damping * odd_power(l->rate, l->exponent);
    return l->damping * l->rate * pow(l->rate * l->rate + l->slow * l->slow, 0.5 * (l->exponent - 1));
}

double thud_verify_link_whole(const thud_verify_link *l) {
    const double held = thud_verify_sticks(l) ? l->hold : 0;
    return thud_verify_link_law(l) + thud_verify_link_dashpot(l) + l->linear * l->rate + held;
}

/* before their first zeros, the signs of ḋ and z are those that there are */
double thud_verify_link_inner(const thud_verify_link *l) {
    const int side = l->z_sign != 0 ? l->z_sign : sign_of(l->z),
              direction = l->rate_sign != 0 ? l->rate_sign : sign_of(l->rate);
    const double u = side * l->z / yield_way(l); /* |z/d_y|, below zero past its zero */
    const double grown = l->law->beta * direction * side + 1 - l->law->beta;
    return l->rate * (1 - odd_power(u, l->law->exponent) * grown);
}

static double clough_unloading(const thud_verify_link *l);

/* F = αkd + (1 − α)kz stores k (αd² + (1 − α) z²)/2; and the lower line of a flag, z = r, leads back from d − z */
double thud_verify_link_stored(const thud_verify_link *l) {
    const double a = l->law->hardening, k = l->stiffness, d = l->deformation, force = thud_verify_link_law(l),
                 z = (force / k - a * d) / (1 - a), whole = 0.5 * k * (a * d * d + (1 - a) * z * z);
    switch (l->law->model) {
    case THUD_HYSTERESIS_NONE:
    case THUD_HYSTERESIS_FRICTION: return 0.5 * k * d * d;
    case THUD_HYSTERESIS_BILINEAR:
    case THUD_HYSTERESIS_BOUC_WEN: return whole;
    case THUD_HYSTERESIS_FLAG: return whole + (1 - a) * (1 - l->law->energy) * l->law->yield * fabs(d - z);
    case THUD_HYSTERESIS_CLOUGH: return 0.5 * force * force / clough_unloading(l);
    default: return 0.5 * force * force / k;
    }
}

/* ---- pieces ---- */

static void take(thud_verify_link *l, thud_verify_mode mode, double slope, double offset, double low, double high) {
    l->now = (thud_verify_piece){mode, slope, offset, low, high, 0};
}

/* ±(1 − α) F_y + αkd, until it turns back: of three laws */
static void yields(thud_verify_link *l, int side) {
    const double a = l->law->hardening;
    l->side = side;
    take(l, THUD_VERIFY_YIELD, a * l->stiffness, side * (1 - a) * l->law->yield, -INFINITY, INFINITY);
    l->now.turns = side;
}

/* about a set, with the two places where z comes to its bounds */
static void elastic_about(thud_verify_link *l, double set, double low, double high) {
    take(l, THUD_VERIFY_ELASTIC, l->stiffness, -(1 - l->law->hardening) * l->stiffness * set, set + low,
         set + high);
}

static void virgin(thud_verify_link *l) {
    take(l, THUD_VERIFY_VIRGIN, l->stiffness, 0, -yield_way(l), yield_way(l));
}

/* bounds on the two sides of zero, for a piece that goes outwards to one and inwards to the other */
static void bound(thud_verify_link *l, double outwards, double inwards) {
    l->now.high = l->side > 0 ? outwards : inwards;
    l->now.low = l->side > 0 ? inwards : outwards;
}

/* Clough: the skeleton; k_u = k (d_y/d_max)^γ, no less than the secant to the peak of the side */
static double skeleton(const thud_verify_link *l, double d) {
    return copysign(l->law->yield + l->law->hardening * l->stiffness * (fabs(d) - yield_way(l)), d);
}
static double *peak_of(thud_verify_link *l) { return &l->peak[l->side > 0]; }

static double slope_from(const thud_verify_link *l, double peak) {
    return fmax(l->stiffness * pow(yield_way(l) / peak, l->law->unloading), skeleton(l, peak) / peak);
}

static double clough_unloading(const thud_verify_link *l) {
    const double peak = l->peak[l->side > 0];
    if (l->now.mode == THUD_VERIFY_VIRGIN) return l->stiffness;
    if (l->now.mode == THUD_VERIFY_ELASTIC) return l->now.slope;
    return slope_from(l, l->now.mode == THUD_VERIFY_YIELD ? fmax(peak, fabs(l->deformation)) : peak);
}

/* turned back while it unloads, it returns to where that began and goes on as before */
static void clough_unload(thud_verify_link *l, double force) {
    const double d = l->deformation, slope = slope_from(l, *peak_of(l));
    l->before = l->now;
    take(l, THUD_VERIFY_ELASTIC, slope, force - slope * d, 0, 0);
    bound(l, d, d - force / slope);
}

/* the line from zero force to the peak of the other side */
static void clough_reload(thud_verify_link *l) {
    const double place = l->deformation;
    l->side = -l->side;
    const double aim = l->side * *peak_of(l), slope = skeleton(l, aim) / (aim - place);
    take(l, THUD_VERIFY_BACK, slope, -slope * place, 0, 0);
    bound(l, aim, -l->side * (double)INFINITY);
    l->now.turns = l->side;
}

static void clough_next(thud_verify_link *l, bool turned, bool outwards) {
    if (l->now.mode == THUD_VERIFY_VIRGIN) yields(l, l->way > 0 ? 1 : -1);
    else if (turned) {
        const double force = thud_verify_link_law(l);
        if (l->now.mode == THUD_VERIFY_YIELD) *peak_of(l) = fmax(*peak_of(l), fabs(l->deformation));
        clough_unload(l, force);
    } else if (l->now.mode == THUD_VERIFY_BACK) yields(l, l->side);
    else if (outwards) l->now = l->before;
    else clough_reload(l);
}

/* flag: F = αkd + (1 − α)kz, where z on the side of d lies between r = (1 − β) d_y and d_y, and d itself */
static void flag_elastic(thud_verify_link *l, double z) {
    const double y = yield_way(l), r = (1 - l->law->energy) * y;
    elastic_about(l, l->deformation - l->side * z, l->side > 0 ? r : -y, l->side > 0 ? y : -r);
}

static void flag_back(thud_verify_link *l) {
    const double a = l->law->hardening, r = l->side * (1 - l->law->energy) * yield_way(l);
    take(l, THUD_VERIFY_BACK, a * l->stiffness, (1 - a) * l->stiffness * r, 0, 0);
    bound(l, l->side * (double)INFINITY, r);
    l->now.turns = -l->side;
}

/* with no loop at all both bounds are one, and it turns from one line to the other */
static void flag_next(thud_verify_link *l, bool turned, bool outwards) {
    const bool loop = l->law->energy > 0;
    if (l->now.mode == THUD_VERIFY_VIRGIN) yields(l, l->way > 0 ? 1 : -1);
    else if (l->now.mode == THUD_VERIFY_YIELD) loop ? flag_elastic(l, yield_way(l)) : flag_back(l);
    else if (l->now.mode == THUD_VERIFY_ELASTIC) outwards ? yields(l, l->side) : flag_back(l);
    else if (!turned) virgin(l);
    else loop ? flag_elastic(l, (1 - l->law->energy) * yield_way(l)) : yields(l, l->side);
}

/* links that act one way; backfill unloads to a set, and loads anew from its largest compression */
static void goes(thud_verify_link *l, bool taut) {
    const double k = taut ? l->stiffness : 0,
                 edge = acts_towards(l) * (is_one_sided(l) ? l->law->slack : l->law->gap + l->set);
    take(l, taut ? THUD_VERIFY_ELASTIC : THUD_VERIFY_IDLE, k, -k * edge, -INFINITY, INFINITY);
    *(taut == (acts_towards(l) > 0) ? &l->now.low : &l->now.high) = edge;
    if (taut && !is_one_sided(l)) l->now.low = -l->law->gap - l->most;
}

static void backfill_yields(thud_verify_link *l) {
    take(l, THUD_VERIFY_YIELD, 0, 0, -INFINITY, INFINITY);
    l->now.turns = -1;
}

static void backfill_next(thud_verify_link *l, bool turned) {
    const double x = beyond_edge(l);
    if (turned) {
        l->most = x;
        l->set = x - backfill(l, x) / l->stiffness;
        goes(l, true);
    } else if (l->way > 0) goes(l, false);
    else if (l->now.mode == THUD_VERIFY_IDLE && l->most > 0) goes(l, true);
    else backfill_yields(l);
}

static void next(thud_verify_link *l, bool turned) {
    const bool outwards = l->side * l->way > 0;
    switch (l->law->model) {
    case THUD_HYSTERESIS_BILINEAR:
        if (turned) elastic_about(l, l->deformation - l->side * yield_way(l), -yield_way(l), yield_way(l));
        else yields(l, l->way > 0 ? 1 : -1);
        break;
    case THUD_HYSTERESIS_CLOUGH: clough_next(l, turned, outwards); break;
    case THUD_HYSTERESIS_FLAG: flag_next(l, turned, outwards); break;
    case THUD_HYSTERESIS_HYPERBOLIC: backfill_next(l, turned); break;
    default: goes(l, l->now.mode == THUD_VERIFY_IDLE); break;
    }
}

/* CVODE does not see a zero that it starts from: a link at its edge acts by the sign of its way beyond */
static bool stays_at_edge(thud_verify_link *l) {
    const double rounding = THUD_VERIFY_ROUNDING * (fabs(l->deformation) + l->law->slack);
    if (is_one_sided(l) && fabs(beyond_edge(l)) <= rounding) l->now.mode = THUD_VERIFY_EDGE;
    else if (l->now.mode != THUD_VERIFY_EDGE) return false;
    else if (is_one_sided(l)) goes(l, beyond_edge(l) > 0);
    else if (beyond_edge(l) == 0 && l->way == 0) return true;
    else beyond_edge(l) > 0 ? backfill_yields(l) : goes(l, false);
    return l->now.mode == THUD_VERIFY_EDGE;
}

/* the place where two pieces meet is as certain as CVODE's solution; two may end at once */
static void pass_pieces(thud_verify_link *l) {
    const double d = l->deformation,
                 near = THUD_VERIFY_SEEN *
                        (fabs(d) + (l->law->yield > 0 ? yield_way(l) : fabs(l->most) + fabs(l->set)));
    if (stays_at_edge(l)) return;
    for (int i = 0; i < 2; i++) {
        const bool turned = l->now.turns * l->way < 0,
                   ends = (l->way > 0 && d >= l->now.high - near) || (l->way < 0 && d <= l->now.low + near);
        if (turned || ends) next(l, turned);
    }
}

void thud_verify_link_pass(thud_verify_link *l, const int *signs) {
    switch (l->law->model) {
    case THUD_HYSTERESIS_NONE:
    case THUD_HYSTERESIS_FRICTION: break; /* frictions are for all together: see rest.c */
    case THUD_HYSTERESIS_BOUC_WEN:
        if (signs && signs[0] != 0) l->rate_sign = signs[0] > 0 ? 1 : -1;
        else if (!signs && (l->way == l->rate || l->rate == 0)) l->rate_sign = sign_of(l->rate);
        if (signs && signs[1] != 0) l->z_sign = signs[1] > 0 ? 1 : -1;
        break;
    default: pass_pieces(l);
    }
}

/* CVODE would step over a piece that is over within one step: where the link turns it looks into that step */
void thud_verify_link_roots(const thud_verify_link *l, double faint, double *roots) {
    const double d = l->deformation;
    for (int i = 0; i < THUD_VERIFY_LINK_ROOTS; i++) roots[i] = 1;
    switch (l->law->model) {
    case THUD_HYSTERESIS_NONE:
        if (l->damping > 0) roots[2] = l->rate;
        break;
    case THUD_HYSTERESIS_BOUC_WEN: roots[0] = l->rate, roots[1] = l->z; break;
    case THUD_HYSTERESIS_FRICTION:
        /* a rate that falls below rounding, from above it, even where the link starts from rest */
        if (l->now.mode == THUD_VERIFY_YIELD)
            roots[0] = l->side * l->rate + l->still, roots[2] = l->side * l->parting - faint;
        else roots[0] = l->parting - faint, roots[1] = l->parting + faint;
        break;
    default:
        roots[2] = l->rate;
        if (l->now.mode == THUD_VERIFY_EDGE) roots[0] = beyond_edge(l);
        else if (l->now.high < INFINITY) roots[0] = d - l->now.high;
        if (l->now.mode != THUD_VERIFY_EDGE && l->now.low > -INFINITY) roots[1] = d - l->now.low;
    }
}

/* ---- at the start ---- */

/* Bouc–Wen's z on the way from zero to d, dz/dd = 1 − (z/d_y)ⁿ, by the classical method of Runge and Kutta in steps
 * of d_y/1000 or less, which is as exact as CVODE */
static double first_loading(const thud_verify_link *l, double d) {
    const double n = l->law->exponent, way = fabs(d) / yield_way(l), steps = ceil(1000 * fmin(way, 40)) + 1;
    const double h = fmin(way, 40) / steps; /* where e^(−40) is left, z has come to d_y */
    double u = 0;
    for (double i = 0; i < steps; i++) {
        const double a = 1 - pow(u, n), b = 1 - pow(u + h / 2 * a, n), c = 1 - pow(u + h / 2 * b, n);
        u += h / 6 * (a + 2 * b + 2 * c + 1 - pow(u + h * c, n));
    }
    return copysign(yield_way(l) * u, d);
}

void thud_verify_link_start(thud_verify_link *l, double d, double rate) {
    const double y = l->law->yield > 0 ? yield_way(l) : 0;
    l->deformation = d;
    l->rate = l->way = rate;
    l->set = l->most = l->hold = l->parting = l->z = 0;
    l->peak[0] = l->peak[1] = y;
    l->side = d < 0 ? -1 : 1;
    l->rate_sign = sign_of(rate);
    take(l, THUD_VERIFY_ELASTIC, l->stiffness, 0, -INFINITY, INFINITY);
    switch (l->law->model) {
    case THUD_HYSTERESIS_BILINEAR: elastic_about(l, fabs(d) >= y ? d - copysign(y, d) : 0, -y, y); break;
    case THUD_HYSTERESIS_FLAG:
        if (fabs(d) <= y) virgin(l);
        else flag_elastic(l, y);
        break;
    case THUD_HYSTERESIS_CLOUGH:
        virgin(l);
        if (fabs(d) <= y) break;
        yields(l, l->side);
        *peak_of(l) = fabs(d);
        clough_unload(l, skeleton(l, d));
        break;
    case THUD_HYSTERESIS_TENSION_ONLY:
    case THUD_HYSTERESIS_COMPRESSION_ONLY: goes(l, beyond_edge(l) > 0); break;
    case THUD_HYSTERESIS_HYPERBOLIC:
        goes(l, false);
        if (beyond_edge(l) == 0 && rate == 0) l->now.mode = THUD_VERIFY_EDGE;
        if (beyond_edge(l) > 0) backfill_yields(l);
        if (beyond_edge(l) > 0 && rate >= 0) backfill_next(l, true);
        break;
    case THUD_HYSTERESIS_BOUC_WEN: l->z = first_loading(l, d); break;
    case THUD_HYSTERESIS_FRICTION:
        if (rate != 0) l->now.mode = THUD_VERIFY_YIELD, l->side = sign_of(rate);
        break;
    case THUD_HYSTERESIS_NONE: break;
    }
    l->z_sign = sign_of(l->z);
    if (l->law->model == THUD_HYSTERESIS_BILINEAR || l->law->model == THUD_HYSTERESIS_FLAG) pass_pieces(l);
}
