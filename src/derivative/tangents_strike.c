/*
 * Impulses, and what an impact returns, with their derivatives.
 *
 * The contacts A that take part have W P = u + e max(u, 0), u = G ẋ⁻ their speeds of closing, and ẋ⁺ = ẋ⁻ − M⁻¹Gᵀ
 * P. Which ones these are the run has decided: the flow looks for those that explain its velocities. At the moving
 * instant
 *
 *     W dP = du + d(e max(u, 0)) − dW P,   dẋ⁺ = dẋ⁻ − M⁻¹Gᵀ dP − d(M⁻¹Gᵀ) P.
 */
#include <math.h>
#include <string.h>

#include "contact/pressed.h"
#include "derivative/tangents.h"
#include "numeric/matrix/cholesky.h"

enum { TOGETHER = 6 }; /* contacts in one impact */

/* velocities of the run and of the flow are the same within this share of the largest */
#define EXPLAINED 1e-9

/* ---- e and c ---- */

/* differences of order 8, to both sides or to one */
enum { NODES = 8 };
static const double CENTRAL[NODES] = {4.0 / 5,  -1.0 / 5, 4.0 / 105,  -1.0 / 280,
                                      -4.0 / 5, 1.0 / 5,  -4.0 / 105, 1.0 / 280};
static const double TO_ONE_SIDE[NODES] = {8, -14, 56.0 / 3, -35.0 / 2, 56.0 / 5, -14.0 / 3, 8.0 / 7, -1.0 / 8};

static int node(bool both, int i) { return both ? (i < 4 ? i + 1 : 3 - i) : i + 1; }

/* a contact whose parameters, mass and speed are s further */
typedef struct shifted {
    thud_gap_contact given;
    double mass, speed;
} shifted;

static shifted shift(const thud_tangents *f, size_t contact, size_t j, double speed, double speed_by, double s) {
    const double *by = thud_tangents_contact_by(f, j, contact);
    shifted t = {f->sim->contacts.given[contact], f->sim->contacts.list[contact].effective_mass,
                 speed + s * speed_by};
    t.given.restitution += s * by[THUD_OF_RESTITUTION];
    t.given.stiffness += s * by[THUD_OF_STIFFNESS];
    t.given.damping_value += s * by[THUD_OF_DAMPING];
    t.given.restitution_speed += s * by[THUD_OF_SPEED];
    t.mass += s * by[THUD_OF_MASS];
    thud_restitution_curve *curve = &t.given.restitution_curve;
    curve->a += s * by[THUD_OF_A];
    curve->b += s * by[THUD_OF_B];
    curve->least += s * by[THUD_OF_LEAST];
    for (size_t i = 0; i < curve->count; i++) {
        curve->speed[i] += s * by[THUD_OF_CURVE + i];
        curve->restitution[i] += s * by[THUD_OF_CURVE + THUD_RESTITUTION_MOST + i];
    }
    return t;
}

/* the step: no number changes by more than a 64th, or e by a 64th of what is left to 1 and to 0 */
static double step_of(const thud_tangents *f, size_t contact, size_t j, double speed, double speed_by, bool *both) {
    const shifted t = shift(f, contact, j, speed, speed_by, 0), one = shift(f, contact, j, speed, speed_by, 1);
    const double now[] = {t.given.restitution,
                          t.given.stiffness,
                          t.given.damping_value,
                          t.given.restitution_speed,
                          t.mass,
                          t.speed,
                          t.given.restitution_curve.a,
                          t.given.restitution_curve.b},
                 then[] = {one.given.restitution,
                           one.given.stiffness,
                           one.given.damping_value,
                           one.given.restitution_speed,
                           one.mass,
                           one.speed,
                           one.given.restitution_curve.a,
                           one.given.restitution_curve.b};
    double fastest = 0;
    for (size_t i = 0; i < sizeof now / sizeof *now; i++)
        if (now[i] != then[i] && now[i] != 0) fastest = fmax(fastest, fabs((then[i] - now[i]) / now[i]));
    const double *by = thud_tangents_contact_by(f, j, contact);
    for (size_t i = 0; i < t.given.restitution_curve.count; i++)
        fastest = fmax(fastest, fabs(by[THUD_OF_CURVE + THUD_RESTITUTION_MOST + i]));
    if (!(fastest > 0)) return 0;
    double h = 0x1p-6 / fastest;
    const double e_by = by[THUD_OF_RESTITUTION];
    *both = !(e_by != 0 && t.given.restitution + 4 * h * fabs(e_by) > 1);
    return !*both && e_by > 0 ? -h : h;
}

double thud_tangents_restitution(const thud_tangents *f, size_t contact, double speed, size_t j, double speed_by,
                                 double *by) {
    const thud_gap_contact *given = &f->sim->contacts.given[contact];
    const double slow = f->sim->accounts.ledger.threshold,
                 e = thud_gap_contact_restitution(given, fmax(speed, slow));
    *by = thud_tangents_contact_by(f, j, contact)[THUD_OF_RESTITUTION];
    if (given->restitution_curve.kind == THUD_RESTITUTION_CONSTANT) return e;
    bool both = true;
    const double fast = fmax(speed, slow), fast_by = speed > slow ? speed_by : 0;
    const double h = step_of(f, contact, j, fast, fast_by, &both);
    *by = 0;
    for (int i = 0; h != 0 && i < NODES; i++) {
        const shifted t = shift(f, contact, j, fast, fast_by, node(true, i) * h);
        *by += CENTRAL[i] / h * thud_gap_contact_restitution(&t.given, t.speed);
    }
    return e;
}

bool thud_tangents_minds_speed(const thud_gap_contact *given) {
    const thud_force_kind kind = given->law->structure->kind;
    if (given->restitution_speed > 0 || kind == THUD_FORCE_ELASTIC || given->damping == THUD_DAMPING_GIVEN)
        return false;
    if (given->restitution_curve.kind != THUD_RESTITUTION_CONSTANT) return true;
    return kind != THUD_FORCE_BILINEAR && given->restitution < 1 &&
           thud_law_damper_exponent(given->law, given->exponent) != (given->exponent - 1) / 2;
}

/* c, and the stiffness of unloading */
static bool calibrate(const shifted *t, double found[2]) {
    thud_impact_options options = thud_gap_contact_impact(&t->given);
    thud_contact element;
    options.mass = t->mass;
    if (thud_contact_init(&element, &options) != THUD_OK) return false;
    if (thud_press_calibrate(&element, &t->given, t->speed) != THUD_OK) return false;
    found[0] = element.damping;
    found[1] = element.unloading_stiffness;
    return true;
}

bool thud_tangents_calibrate(thud_tangents *f, size_t contact, double speed, const double *speed_by) {
    thud_tangents_contact *c = &f->contacts[contact];
    for (size_t j = 0; j < f->m; j++) {
        bool both = true;
        const double h = isnan(speed_by[j]) ? 0 : step_of(f, contact, j, speed, speed_by[j], &both);
        double now[2], beside[2];
        c->full_c_by[j] = c->unloading_by[j] = 0;
        if (h == 0) continue;
        const shifted here = shift(f, contact, j, speed, speed_by[j], 0);
        if (!both && !calibrate(&here, now)) return false;
        for (int i = 0; i < NODES; i++) {
            const shifted t = shift(f, contact, j, speed, speed_by[j], node(both, i) * h);
            if (!calibrate(&t, beside)) return false;
            const double weight = (both ? CENTRAL[i] : TO_ONE_SIDE[i]) / h;
            c->full_c_by[j] += weight * beside[0];
            c->unloading_by[j] += weight * beside[1];
        }
        if (both) continue;
        c->full_c_by[j] -= 761.0 / 280 / h * now[0];
        c->unloading_by[j] -= 761.0 / 280 / h * now[1];
    }
    return true;
}

/* ---- impulses ---- */

typedef struct impact {
    size_t count, number[TOGETHER];
    double factor[TOGETHER * TOGETHER], u[TOGETHER], impulse[TOGETHER];
} impact;

static double e_of(const thud_tangents *f, size_t contact, double u, bool plastic) {
    double by;
    return plastic || !(u > 0) || f->m == 0 ? 0 : thud_tangents_restitution(f, contact, u, 0, 0, &by);
}

static bool solve(const thud_tangents *f, bool plastic, impact *i) {
    const size_t n = i->count;
    for (size_t a = 0; a < n; a++) {
        const thud_tangents_contact *c = &f->contacts[i->number[a]];
        i->u[a] = thud_tangents_along(c, f->v);
        i->impulse[a] = i->u[a] + e_of(f, i->number[a], i->u[a], plastic) * fmax(i->u[a], 0);
        for (size_t b = 0; b < n; b++)
            i->factor[a * n + b] = thud_tangents_along(c, f->contacts[i->number[b]].reply);
    }
    if (!thud_cholesky_factor(i->factor, n)) return false;
    thud_cholesky_back(i->factor, n, i->impulse);
    return true;
}

static double velocity_after(const thud_tangents *f, const impact *i, size_t body) {
    double v = f->v[body];
    for (size_t a = 0; a < i->count; a++) v -= f->contacts[i->number[a]].reply[body] * i->impulse[a];
    return v;
}

static bool explains(const thud_tangents *f, const thud_simulation *sim, const impact *i) {
    for (size_t b = 0; b < f->bodies; b++)
        if (!(fabs(velocity_after(f, i, b) - sim->motion.v[b]) <= EXPLAINED * f->scale_v)) return false;
    return true;
}

/* those that may take part: the trigger, those that were held, and open ones without a gap */
static size_t gather(const thud_tangents *f, size_t trigger, bool plastic, const thud_simulation *sim,
                     size_t *number) {
    size_t count = 0;
    if (trigger != SIZE_MAX) number[count++] = trigger;
    for (size_t i = 0; i < f->contact_count; i++) {
        const thud_tangents_contact *c = &f->contacts[i];
        const double depth = thud_tangents_along(c, f->x) - thud_tangents_gap(f, i);
        const bool holds = sim->contacts.list[i].holding;
        const bool joins = plastic ? holds : c->held || fabs(depth) <= 1e-13 * f->scale_x;
        if (i == trigger || !c->impulsive || !joins) continue;
        if (count == TOGETHER) return TOGETHER + 1;
        number[count++] = i;
    }
    return count;
}

static bool find(const thud_tangents *f, const thud_simulation *sim, size_t trigger, bool plastic, impact *i) {
    size_t number[TOGETHER];
    const size_t count = gather(f, trigger, plastic, sim, number);
    if (count == 0 || count > TOGETHER) return false;
    const unsigned all = 1u << count;
    for (unsigned set = plastic ? all - 1 : 1; set < all; set += 2) {
        i->count = 0;
        for (size_t a = 0; a < count; a++)
            if (set >> a & 1) i->number[i->count++] = number[a];
        if (solve(f, plastic, i) && explains(f, sim, i)) return true;
        if (plastic) break;
    }
    return false;
}

/* dP of one parameter; e and u of the others are known */
static void vary(const thud_tangents *f, size_t j, bool plastic, const impact *i, double *u_by,
                 double *impulse_by) {
    const size_t n = i->count;
    for (size_t a = 0; a < n; a++) {
        const thud_tangents_contact *c = &f->contacts[i->number[a]];
        u_by[a] = thud_tangents_along(c, f->v_by + j * f->points);
        double e = 0, e_by = 0;
        if (!plastic && i->u[a] > 0) e = thud_tangents_restitution(f, i->number[a], i->u[a], j, u_by[a], &e_by);
        impulse_by[a] = (1 + e) * u_by[a] + e_by * fmax(i->u[a], 0);
        for (size_t b = 0; b < n; b++)
            impulse_by[a] -=
                thud_tangents_along(c, f->contacts[i->number[b]].reply_by + j * f->points) * i->impulse[b];
    }
    thud_cholesky_back(i->factor, n, impulse_by);
}

/* An open contact that closes in the same instant: its own event moves as that of the trigger, or there is no
 * derivative. */
static void check_others(thud_tangents *f, const impact *i, size_t trigger) {
    for (size_t a = 0; a < i->count; a++) {
        const thud_tangents_contact *c = &f->contacts[i->number[a]];
        if (i->number[a] == trigger || c->held) continue;
        for (size_t j = 0; j < f->m; j++) {
            /* at the moving instant it stays at its gap */
            const double off =
                thud_tangents_along(c, f->x_by + j * f->points) - thud_tangents_gap_by(f, j, i->number[a]);
            const double size = fabs(i->u[a] * f->event_by[j]) + fabs(thud_tangents_gap_by(f, j, i->number[a]));
            if (!(fabs(off) <= 1e-9 * size + 1e-12 * f->scale_by[j]))
                thud_tangents_break(f, j, "contacts '%s' and '%s' meet at the same instant, %.9g s",
                                    f->sim->model->contacts[trigger].name,
                                    f->sim->model->contacts[i->number[a]].name, f->time);
        }
    }
}

static void sum_up(thud_tangents *f, const impact *i, size_t a, double after) {
    thud_tangents_contact *c = &f->contacts[i->number[a]];
    c->impulse += i->impulse[a];
    c->loss += 0.5 * i->impulse[a] * (i->u[a] - after);
}

bool thud_tangents_strike(thud_tangents *f, const thud_simulation *sim, size_t trigger, bool plastic) {
    impact i;
    double after[TOGETHER], u_by[TOGETHER], impulse_by[TOGETHER];
    if (!find(f, sim, trigger, plastic, &i)) return false;
    if (!plastic) check_others(f, &i, trigger);
    for (size_t a = 0; a < i.count; a++)
        if (i.count > 1 && f->contacts[i.number[a]].poisson && !plastic) return false;
    for (size_t a = 0; a < i.count; a++) {
        after[a] = 0;
        for (size_t b = 0; b < f->bodies; b++) f->before[b] = velocity_after(f, &i, b);
        for (size_t b = f->bodies; b < f->points; b++) f->before[b] = f->v[b];
        after[a] = -thud_tangents_along(&f->contacts[i.number[a]], f->before);
        sum_up(f, &i, a, after[a]);
    }
    for (size_t j = 0; j < f->m; j++) {
        double *v = f->v_by + j * f->points;
        vary(f, j, plastic, &i, u_by, impulse_by);
        for (size_t a = 0; a < i.count; a++) {
            const thud_tangents_contact *c = &f->contacts[i.number[a]];
            for (size_t b = 0; b < f->bodies; b++)
                v[b] -= c->reply[b] * impulse_by[a] + c->reply_by[j * f->points + b] * i.impulse[a];
        }
        for (size_t a = 0; a < i.count; a++) {
            thud_tangents_contact *c = &f->contacts[i.number[a]];
            const double after_by = -thud_tangents_along(c, v);
            c->impulse_by[j] += impulse_by[a];
            c->loss_by[j] += 0.5 * impulse_by[a] * (i.u[a] - after[a]) + 0.5 * i.impulse[a] * (u_by[a] - after_by);
        }
    }
    memcpy(f->v, f->before, f->points * sizeof *f->v);
    return true;
}
