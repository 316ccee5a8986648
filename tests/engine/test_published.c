/*
 * Simulators that are not run here, written down anew from their published sources: two bodies, their own variables
 * and signs, their own iteration. The library's emulation works on the relative motion with other code, and must
 * agree.
 *
 * In tension-positive materials (OpenSees) strain and stress are negative in contact.
 */
#include <string.h>

#include <thud/engine.h>

#include "suite.h"

enum { STEP_LIMIT = 100000 };

/* two bodies on a line, the first behind the second */
typedef struct pair {
    double mass[2], x[2], v[2], a[2];
} pair;

static pair pair_start(const thud_engine_options *o, double gap) {
    return (pair){.mass = {o->mass1, o->mass2}, .x = {0, gap}, .v = {o->speed, 0}};
}

static double penetration(const pair *p) { return p->x[0] - p->x[1]; }
static double approach(const pair *p) { return p->v[0] - p->v[1]; }
static bool parted(const pair *p) { return penetration(p) <= 0 && approach(p) < 0; }

/* the force pushes the first back and the second on */
static void accelerate(pair *p, double force) {
    p->a[0] = -force / p->mass[0];
    p->a[1] = force / p->mass[1];
}

static double value(const thud_engine_answer *a, const char *name) {
    for (size_t i = 0; i < a->value_count; i++)
        if (strcmp(a->values[i].name, name) == 0) return a->values[i].value;
    ck_abort_msg("no value %s", name);
    return NAN;
}

/* --- OpenSees: uniaxial materials with trial and committed states, an average-acceleration step, Newton's
 * iteration --- */

typedef struct material {
    const char *name;
    double p[3];           /* Kh xiNorm; Kh xi mEff; K C; K1 K2 delta_y */
    double strain, stress; /* committed */
    double trial_stress;
    double xi;
    bool closed; /* at the last commit */
} material;

/* the strain is the distance of the nodes less the gap: negative in contact */
static double set_trial(material *m, double strain, double rate) {
    double depth = -strain, speed = -rate;
    m->trial_stress = 0;
    if (strain >= 0) return 0;
    if (strcmp(m->name, "Hertzdamp") == 0) {
        if (!m->closed) m->xi = rate < 0 ? m->p[1] * m->p[0] / speed : 0;
        m->trial_stress = -(m->p[0] + m->xi * speed) * pow(depth, 1.5);
    } else if (strcmp(m->name, "JankowskiImpact") == 0) {
        double damper = rate < 0 ? 2 * m->p[1] * sqrt(m->p[0] * sqrt(depth) * m->p[2]) * speed : 0;
        m->trial_stress = -(m->p[0] * pow(depth, 1.5) + damper);
    } else if (strcmp(m->name, "ViscoelasticGap") == 0) {
        m->trial_stress = -(m->p[0] * depth + m->p[1] * speed);
    } else { /* ImpactMaterial: by increments of strain */
        double k1 = m->p[0], k2 = m->p[1], yield = -m->p[2], increment = strain - m->strain;
        m->trial_stress = m->stress + k1 * increment;
        if (increment < 0) m->trial_stress = fmax(m->trial_stress, k1 * yield + k2 * (strain - yield));
        else m->trial_stress = fmin(m->trial_stress, k2 * strain);
    }
    return m->trial_stress;
}

static void commit(material *m, double strain) {
    m->strain = strain;
    m->stress = m->trial_stress;
    m->closed = strain < 0;
}

/* unbalanced relative acceleration at the end of an average-acceleration step that ends with `end` */
static double unbalance(material *m, const pair *p, double mass, double h, double end) {
    double was = p->a[0] - p->a[1];
    double depth = penetration(p) + h * approach(p) + h * h / 4 * (was + end);
    double rate = approach(p) + h / 2 * (was + end);
    return end - set_trial(m, -depth, -rate) / mass;
}

/* Newton's iteration from the acceleration before, with the true slope by differences; halved when it gets worse */
static double newton(material *m, const pair *p, double mass, double h) {
    double end = 0, step = 1e-7 * (fabs(p->a[0] - p->a[1]) + approach(p) * approach(p) / 1e-3 + 1);
    for (int i = 0; i < 200; i++) {
        double g = unbalance(m, p, mass, h, end), slope = (unbalance(m, p, mass, h, end + step) - g) / step;
        double change = -g / fmax(slope, 1), fraction = 1;
        while (fraction > 1e-6 && fabs(unbalance(m, p, mass, h, end + fraction * change)) > fabs(g)) fraction /= 2;
        end += fraction * change;
        if (fabs(change) <= 1e-13 * (fabs(end) + 1)) break;
    }
    unbalance(m, p, mass, h, end);
    return end;
}

static double opensees(const thud_engine_options *o, const thud_engine_answer *a, double gap) {
    material m = {.name = o->model->name, .strain = gap};
    for (size_t i = 0; i < a->value_count; i++) m.p[i] = a->values[i].value;
    pair p = pair_start(o, gap);
    double h = a->step, mass = a->mass;
    for (int i = 0; i < STEP_LIMIT && !parted(&p); i++) {
        double end = newton(&m, &p, mass, h), force = -mass * end;
        pair next = p;
        accelerate(&next, force);
        for (int j = 0; j < 2; j++) {
            next.x[j] += h * p.v[j] + h * h / 4 * (p.a[j] + next.a[j]);
            next.v[j] += h / 2 * (p.a[j] + next.a[j]);
        }
        p = next;
        commit(&m, -penetration(&p));
    }
    return -approach(&p) / o->speed;
}

/* --- Project Chrono: the force at the old state, both velocities, both positions --- */

static double chrono_force(const thud_engine_options *o, const thud_engine_answer *a, double depth, double rate) {
    double mass = o->mass1 * o->mass2 / (o->mass1 + o->mass2), k, g;
    if (depth <= 0) return 0;
    if (strcmp(o->model->name, "hooke") == 0 || strcmp(o->model->name, "flores") == 0) {
        k = value(a, "kn");
        g = mass * value(a, "gn");
    } else if (strcmp(o->model->name, "hertz-numbers") == 0) {
        double scale = o->radius * sqrt(depth);
        k = scale * value(a, "kn");
        g = scale * mass * value(a, "gn");
    } else { /* two bodies of one material: E_eff = E/(2(1 − ν²)) */
        double radius = strcmp(o->model->name, "plain") == 0 ? 1 : o->radius;
        double s = 2 * value(a, "young") / (2 * (1 - 0.09)) * sqrt(radius * depth);
        double loge = log(value(a, "restitution")), beta = loge / sqrt(loge * loge + acos(-1) * acos(-1));
        k = 2.0 / 3 * s;
        g = -2 * sqrt(5.0 / 6) * beta * sqrt(s * mass);
    }
    return fmax(0, k * depth + g * rate);
}

static double chrono(const thud_engine_options *o, const thud_engine_answer *a, double gap) {
    pair p = pair_start(o, gap);
    for (int i = 0; i < STEP_LIMIT && !parted(&p); i++) {
        accelerate(&p, chrono_force(o, a, penetration(&p), approach(&p)));
        for (int j = 0; j < 2; j++) {
            p.v[j] += a->step * p.a[j];
            p.x[j] += a->step * p.v[j];
        }
    }
    return -approach(&p) / o->speed;
}

/* --- Drake: f = (1 − d vn)₊ (f0 − h k vn)₊ with vn of the end of the step, which only falls as vn grows --- */

static double drake(const thud_engine_options *o, const thud_engine_answer *a, double gap) {
    pair p = pair_start(o, gap);
    double k = value(a, "point_stiffness") / 2, d = value(a, "dissipation"), h = a->step;
    for (int i = 0; i < STEP_LIMIT && !parted(&p); i++) {
        double f = 0, f0 = k * fmax(0, penetration(&p));
        double start = -approach(&p), low = start,
               high = start + h * f0 / a->mass * (1 + d * fabs(start)) + f0 / k / h;
        for (int j = 0; j < 200 && f0 > 0; j++) { /* positive when the bodies part */
            double vn = 0.5 * (low + high);
            f = fmax(0, 1 - d * vn) * fmax(0, f0 - h * k * vn);
            if (vn - start - h * f / a->mass > 0) high = vn;
            else low = vn;
        }
        accelerate(&p, f);
        for (int j = 0; j < 2; j++) {
            p.v[j] += h * p.a[j];
            p.x[j] += h * p.v[j];
        }
    }
    return -approach(&p) / o->speed;
}

/* --- MBDyn: x^n (K + D x') with D set when the contact is first seen, Crank–Nicolson, fixed-point iteration --- */

static double mbdyn_factor(const char *formulation, double e) {
    if (strcmp(formulation, "flores") == 0) return 8.0 / 5 * (1 - e) / e;
    if (strcmp(formulation, "hunt-crossley") == 0) return 3.0 / 2 * (1 - e);
    return 3.0 / 4 * (1 - e * e);
}

static double mbdyn(const thud_engine_options *o, const thud_engine_answer *a, double gap) {
    pair p = pair_start(o, gap);
    double k = value(a, "kappa"), d = 0, h = a->step;
    bool active = false;
    for (int i = 0; i < STEP_LIMIT && !parted(&p); i++) {
        pair next = p;
        for (int iteration = 0; iteration < 200; iteration++) {
            for (int j = 0; j < 2; j++) {
                next.v[j] = p.v[j] + h / 2 * (p.a[j] + next.a[j]);
                next.x[j] = p.x[j] + h / 2 * (p.v[j] + next.v[j]);
            }
            double x = penetration(&next), force = 0;
            if (x >= 0 && !active) { /* at the first iterate: a prediction with the speed of flight */
                active = true;
                d = mbdyn_factor(o->model->name, value(a, "restitution")) * k / approach(&next);
            }
            if (x >= 0) force = pow(x, 1.5) * (k + d * approach(&next));
            double before = next.a[0];
            accelerate(&next, force);
            if (next.a[0] == before) break;
        }
        p = next;
    }
    return -approach(&p) / o->speed;
}

/* --- Abaqus/Explicit and the like: central differences, the damper at the velocity of half a step before --- */

static double abaqus(const thud_engine_options *o, const thud_engine_answer *a, double gap) {
    pair p = pair_start(o, gap); /* v is that of half a step before */
    double k = value(a, "k"), c = 2 * value(a, "fraction") * sqrt(k * a->mass);
    for (int i = 0; i < STEP_LIMIT && !parted(&p); i++) {
        double depth = penetration(&p), force = depth > 0 ? k * depth + c * approach(&p) : 0;
        if (o->limited && force < 0) force = 0;
        accelerate(&p, force);
        for (int j = 0; j < 2; j++) {
            p.v[j] += a->step * p.a[j];
            p.x[j] += a->step * p.v[j];
        }
    }
    return -approach(&p) / o->speed;
}

/* --- Gap links: spring and dashpot behind a gap of a thousand times the stiffness; the joint between them without
 * mass moves so that both carry the same force, which the dashpot's equation decides --- */

static double sap2000(const thud_engine_options *o, const thud_engine_answer *a, double gap) {
    pair p = pair_start(o, gap);
    double k = value(a, "k"), c = value(a, "c"), h = a->step;
    for (int i = 0; i < STEP_LIMIT && !parted(&p); i++) {
        pair next = p;
        for (int iteration = 0; iteration < 400; iteration++) {
            for (int j = 0; j < 2; j++) {
                next.v[j] = p.v[j] + h / 2 * (p.a[j] + next.a[j]);
                next.x[j] = p.x[j] + h / 2 * (p.v[j] + next.v[j]);
            }
            double depth = penetration(&next);
            double force = depth > 0 ? fmax(0, k * depth + c * approach(&next)) : 0;
            double relaxed = -0.5 * next.a[0] * next.mass[0] + 0.5 * force;
            double before = next.a[0];
            accelerate(&next, relaxed);
            if (iteration > 0 && next.a[0] == before) break;
        }
        p = next;
    }
    return -approach(&p) / o->speed;
}

/* --- Modelica: no step; small ones of the classical Runge–Kutta method on both bodies --- */

static void elastogap(const thud_engine_options *o, const thud_engine_answer *a, const double *y, double *slope) {
    bool hertz = strcmp(o->model->name, "elastogap-hertz") == 0;
    double s_rel = y[1] - y[0], v_rel = y[3] - y[2], spring = 0, damper = 0;
    if (s_rel < 0) {
        spring = hertz ? -value(a, "f_ref") * pow(-s_rel, 1.5) : value(a, "c") * s_rel;
        damper = fmin(fmax(value(a, "d") * v_rel, spring), -spring);
    }
    slope[0] = y[2];
    slope[1] = y[3];
    slope[2] = (spring + damper) / o->mass1;
    slope[3] = -(spring + damper) / o->mass2;
}

static double modelica(const thud_engine_options *o, const thud_engine_answer *a, double gap) {
    double y[4] = {0, gap, o->speed, 0}, h = a->contact_time / 5000;
    for (int i = 0; i < 100 * STEP_LIMIT; i++) {
        double s[4][4], z[4];
        elastogap(o, a, y, s[0]);
        for (int j = 1; j < 4; j++) {
            for (int n = 0; n < 4; n++) z[n] = y[n] + (j == 3 ? 1 : 0.5) * h * s[j - 1][n];
            elastogap(o, a, z, s[j]);
        }
        for (int n = 0; n < 4; n++) y[n] += h / 6 * (s[0][n] + 2 * s[1][n] + 2 * s[2][n] + s[3][n]);
        if (y[1] > y[0] && y[3] > y[2]) break;
    }
    return (y[3] - y[2]) / o->speed;
}

typedef struct simulator {
    const char *name;
    const char *without; /* a model that another test looks at */
    double (*run)(const thud_engine_options *, const thud_engine_answer *, double gap);
    double tolerance;
} simulator;

/* iterations end at 1e-13 of an acceleration; Modelica's corners cost the square of a step, 1e-6 */
static const simulator SIMULATORS[] = {
    {"opensees", "Viscous", opensees, 1e-8}, {"chrono", NULL, chrono, 1e-11},
    {"drake", NULL, drake, 1e-11},           {"mbdyn", NULL, mbdyn, 1e-9},
    {"abaqus", NULL, abaqus, 1e-11},         {"sap2000", NULL, sap2000, 1e-8},
    {"modelica", NULL, modelica, 2e-6},
};

START_TEST(published_sources_agree) {
    const simulator *s = &SIMULATORS[_i];
    const thud_engine *engine = thud_engine_find(s->name);
    int drops = 0;
    for (size_t i = 0; i < engine->model_count; i++) {
        const thud_engine_model *model = &engine->models[i];
        ck_assert(!model->run);
        if (s->without && strcmp(model->name, s->without) == 0) continue;
        for (int j = 0; j < 24; j++) {
            thud_engine_options o = thud_engine_options_default(engine);
            o.model = model;
            o.restitution = 0.15 + 0.15 * (j % 6);
            o.mass1 = 2;
            o.mass2 = j % 2 ? 2 : 20;
            o.speed = j < 12 ? 0.5 : 3;
            o.duration = 0.02;
            o.radius = 0.05;
            o.step = o.duration / (j % 3 ? 37.3 : 101.7);
            o.limited = j % 4 == 3 && strcmp(s->name, "abaqus") == 0;
            thud_engine_answer a;
            thud_status status = thud_engine_solve(&o, &a);
            if (status == THUD_ERROR_UNREACHABLE) continue;
            ck_assert_int_eq(status, THUD_OK);
            double emulated, gap = (0.1 + 0.07 * (j % 12)) * o.step * o.speed;
            ck_assert_int_eq(thud_engine_emulate(&o, &a, gap, &emulated), THUD_OK);
            double written = s->run(&o, &a, gap);
            ck_assert_msg(fabs(written - emulated) <= s->tolerance, "%s %s, e = %g: %.12f, emulated %.12f", s->name,
                          model->name, o.restitution, written, emulated);
            drops++;
        }
    }
    ck_assert_int_ge(drops, 20);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("published");
    tcase_add_loop_test(tests, published_sources_agree, 0, sizeof SIMULATORS / sizeof SIMULATORS[0]);
    return run_suite("published", tests);
}
