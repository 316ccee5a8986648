/*
 * The equations of motion as they stand in a book:
 *     bodies  M ẍ = −C ẋ − K x − M a_g + M g + f − Σ ∂δ/∂x F,
 *     rods    (m L²/3) θ̈ = −m g (L/2) sin θ − (m L/2) cos θ a_g − Σ ∂δ/∂θ F,
 * with the masses and the centrifugal forces of rods that hang on bodies, gravity for the rods alone, and contacts
 * that stick held at δ̈ = 0 by their reactions.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/signal.h"
#include "numeric/matrix/lcp.h"
#include "simulate/structure.h"
#include "verify/run.h"

/* ---- the model ---- */

/* C of a structure that its links damp: of linear dashpots, and of its matrices */
static void fill_damping(thud_verify_model *v) {
    const size_t n = v->model->body_count;
    if (v->model->damping != THUD_STRUCTURE_DAMPING_LINKS) return;
    memset(v->damping, 0, n * n * sizeof *v->damping);
    for (size_t k = 0; k < v->link_count; k++) {
        const double *g = v->links[k].row.gradient;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) v->damping[i * n + j] += v->links[k].linear * g[i] * g[j];
    }
    for (size_t k = 0; k < v->model->matrices_count; k++) {
        const thud_model_matrices *m = &v->model->matrices[k];
        for (size_t i = 0; m->damping && i < m->count * m->count; i++)
            v->damping[(m->first + i / m->count) * n + m->first + i % m->count] += m->damping[i];
    }
}

static thud_status init_contact(thud_verify_model *v, size_t i) {
    const thud_gap_contact *given = &v->model->contacts[i].given;
    thud_verify_contact *c = &v->contacts[i];
    *c = (thud_verify_contact){
        .given = *given,
        .impulsive = given->law->structure->kind == THUD_FORCE_IMPULSIVE,
        .bilinear = given->law->structure->kind == THUD_FORCE_BILINEAR,
        .slow = thud_press_threshold(v->model->run.impact_threshold),
    };
    if (c->impulsive) return THUD_OK;
    c->impulse_place = v->state_count++;
    thud_impact_options options = thud_gap_contact_impact(given);
    options.tolerance = THUD_VERIFY_UNSEEN; /* of the calibration: the tightest that it takes */
    return thud_contact_init(&c->element, &options);
}

static void init_link(thud_verify_model *v, size_t i) {
    thud_verify_link *l = &v->links[i];
    thud_verify_link_init(l, v->model, i);
    if (l->law->model == THUD_HYSTERESIS_BOUC_WEN) l->inner = v->totals++;
}

static bool take_memory(thud_verify_model *v) {
    const size_t bodies = v->model->body_count, n = v->n, m = v->contact_count, all = m + v->link_count;
    v->mass_factor = calloc(v->shown * v->shown + 1, sizeof *v->mass_factor);
    v->mass = calloc(3 * n + 2 * bodies * bodies + 1, sizeof *v->mass);
    v->contacts = calloc(m + 1, sizeof *v->contacts);
    v->links = calloc(v->link_count + 1, sizeof *v->links);
    v->held = calloc(all + 1, sizeof *v->held);
    v->chosen = calloc(2 * all + 1, sizeof *v->chosen);
    v->numbers = calloc(all * all + 3 * all + thud_lcp_work(m) + thud_box_lcp_numbers(all) + 1, sizeof *v->numbers);
    v->sides = calloc(all + 1, sizeof *v->sides);
    v->satisfied = calloc(all + 1, sizeof *v->satisfied);
    if (!v->mass_factor || !v->mass || !v->contacts || !v->links || !v->held || !v->chosen || !v->numbers ||
        !v->sides || !v->satisfied)
        return false;
    v->acceleration = v->mass + n;
    v->nudged = v->acceleration + n;
    v->stiffness = v->nudged + n;
    v->damping = v->stiffness + bodies * bodies;
    v->delassus = v->numbers;
    v->drive = v->delassus + all * all;
    v->impulse = v->drive + all;
    v->compressed = v->impulse + all;
    v->work = v->compressed + all;
    thud_box_lcp_lay_out(&v->resting, all, v->work + thud_lcp_work(m), v->sides, v->chosen + all, v->satisfied);
    return true;
}

static thud_status fill(thud_verify_model *v) {
    const thud_model *model = v->model;
    thud_status status = THUD_OK;
    for (size_t i = 0; i < v->link_count; i++) init_link(v, i);
    v->state_count = v->totals + THUD_VERIFY_TOTALS;
    for (size_t i = 0; i < v->contact_count && status == THUD_OK; i++) status = init_contact(v, i);
    if (status == THUD_OK && model->body_count > 0)
        status = thud_structure_matrices(model, v->mass, v->stiffness, v->damping);
    for (size_t i = 0; i < model->rod_count; i++) {
        const thud_rod *rod = &model->rods[i].given;
        v->mass[model->body_count + i] = rod->mass * rod->length * rod->length / 3;
    }
    for (size_t i = v->shown; i < v->n; i++) v->mass[i] = INFINITY;
    if (status == THUD_OK) status = thud_verify_rows_init(v);
    if (status == THUD_OK) fill_damping(v);
    if (status == THUD_OK) status = thud_verify_accounts_init(v);
    return status;
}

thud_status thud_verify_model_init(thud_verify_model *v, const thud_model *model) {
    const size_t shown = model->body_count + model->rod_count, n = shown + model->support_count;
    *v = (thud_verify_model){.model = model,
                             .n = n,
                             .shown = shown,
                             .contact_count = model->contact_count,
                             .link_count = model->link_count,
                             .rods = model->rod_count > 0,
                             .totals = 2 * n,
                             .break_time = INFINITY};
    for (size_t i = 0; i < model->rod_count; i++) v->hung = v->hung || model->rods[i].on >= 0;
    const thud_status status = take_memory(v) ? fill(v) : THUD_ERROR_MEMORY;
    if (status != THUD_OK) thud_verify_model_free(v);
    return status;
}

void thud_verify_model_free(thud_verify_model *v) {
    void *const blocks[] = {v->mass,  v->contacts,  v->links,       v->held, v->chosen, v->numbers,
                            v->sides, v->satisfied, v->mass_factor, v->rows, v->watch};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) free(blocks[i]);
    thud_verify_results_free(&v->results);
    *v = (thud_verify_model){0};
}

/* a coordinate and its rate at time 0 */
void thud_verify_start_at(const thud_verify_model *v, size_t i, double *q, double *rate) {
    const thud_model *model = v->model;
    if (i < model->body_count) {
        *q = model->bodies[i].displacement, *rate = model->bodies[i].velocity;
    } else if (i < v->shown) {
        const thud_rod *rod = &model->rods[i - model->body_count].given;
        *q = rod->angle, *rate = rod->angular_velocity;
    } else {
        const thud_support *support = &model->supports[i - v->shown].given;
        *q = support->displacement, *rate = support->velocity;
    }
}

/* ---- loads ---- */

/* loads up to a break are those from before */
static double before_break(const thud_verify_model *v, double t) {
    return t >= v->break_time ? nextafter(v->break_time, -INFINITY) : t;
}

double thud_verify_ground(const thud_verify_model *v, double t) {
    return thud_signal_value(&v->model->ground, before_break(v, t));
}

/* the share of the ground's acceleration that comes to a coordinate; and M ι, by which ground and gravity act */
double thud_verify_influence(const thud_verify_model *v, size_t i) {
    const thud_model_matrices *m = i < v->model->body_count ? thud_model_matrices_of(v->model, (thud_body)i) : NULL;
    return m ? m->influence[i - m->first] : i < v->model->body_count || i >= v->shown ? 1 : 0;
}
static double load_of(const thud_verify_model *v, size_t i) {
    const thud_model_matrices *m = thud_model_matrices_of(v->model, (thud_body)i);
    return m ? m->load[i - m->first] : v->mass[i];
}

/* N and N·m: ground, gravity and forces, of rods without gravity, which is stored */
static void fill_loads(const thud_verify_model *v, double t, const double *y, double *loads) {
    const thud_model *model = v->model;
    const double ground = thud_verify_ground(v, t), gravity = v->rods ? 0 : model->gravity;
    for (size_t i = 0; i < v->n; i++) loads[i] = i < model->body_count ? load_of(v, i) * (gravity - ground) : 0;
    for (size_t i = 0; i < model->force_count; i++)
        loads[model->forces[i].body] += thud_signal_value(&model->forces[i].signal, before_break(v, t));
    for (size_t i = 0; i < model->rod_count; i++) {
        const thud_rod *rod = &model->rods[i].given;
        const thud_body on = model->rods[i].on;
        const double shaken = (on < 0 ? 1 : thud_verify_influence(v, (size_t)on)) * ground;
        loads[model->body_count + i] = -rod->mass * rod->length / 2 * cos(y[model->body_count + i]) * shaken;
        if (on >= 0) loads[on] -= rod->mass * shaken;
    }
}

/* the signal of a support as it arrives. At a break the side is given, since the difference of two instants would
 * be off by rounding */
static double support_value(const thud_verify_model *v, size_t i, double t) {
    const thud_signal *signal = thud_model_support_signal(v->model, i);
    double delay = v->model->supports[i].given.delay, side = t >= v->break_time ? -1 : 1;
    double since = t - delay + side * 4 * DBL_EPSILON * (t + delay); /* the rounding of the difference */
    return since < 0 && signal->kind == THUD_SIGNAL_SINE ? 0 : thud_signal_value(signal, since);
}

/* ---- instants at which loads are not smooth ---- */

double thud_verify_next_break(const thud_verify_model *v, double t) {
    const thud_model *m = v->model;
    double next = thud_signal_next_break(&m->ground, 0, t);
    for (size_t i = 0; i < m->force_count; i++)
        next = fmin(next, thud_signal_next_break(&m->forces[i].signal, 0, t));
    for (size_t i = 0; i < m->support_count; i++)
        next = fmin(next, thud_signal_next_break(thud_model_support_signal(m, i), m->supports[i].given.delay, t));
    return next;
}

/* ---- accelerations ---- */

void thud_verify_look(thud_verify_model *v, const double *y) {
    for (size_t i = 0; i < v->link_count; i++) {
        thud_verify_link *l = &v->links[i];
        l->deformation = thud_verify_along(v, &l->row, y);
        l->rate = thud_verify_along(v, &l->row, y + v->n);
        l->z = l->inner > 0 ? y[l->inner] : 0;
        l->force = thud_verify_link_law(l) - l->stiffness * l->deformation + thud_verify_link_dashpot(l);
    }
    if (v->hung) {
        (void)thud_verify_factor_mass(v, y); /* positive definite at every angle */
        for (size_t i = 0; i < v->link_count; i++) thud_verify_find_reply(v, &v->links[i].row);
    }
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        c->depth = -1, c->rate = 0;
        if (!(c->given.gap < INFINITY)) continue;
        thud_verify_look_at(v, i, y);
        c->depth -= c->dent;
        c->rate = thud_verify_along(v, &c->row, y + v->n);
        c->impulse = c->impulse_place > 0 ? y[c->impulse_place] : 0;
        c->force = c->phase == THUD_VERIFY_CLOSED ? thud_verify_force(c) : 0;
    }
}

/* adds the motion of supports to the forces of links, for which K and C take supports for fixed */
static void pull_towards_supports(thud_verify_model *v, const double *y) {
    for (size_t i = 0; v->shown < v->n && i < v->link_count; i++) {
        const thud_verify_link *l = &v->links[i];
        const double k = thud_model_link_stiffness(l->source);
        double place = 0, rate = 0;
        for (size_t j = v->shown; j < v->n; j++)
            place += l->row.gradient[j] * y[j], rate += l->row.gradient[j] * y[v->n + j];
        if (place != 0 || rate != 0) thud_verify_push(v, &l->row, k * place + l->linear * rate, v->acceleration);
    }
}

/* adds the weight of rods, and the pull of swinging rods on the bodies that they hang on */
static void swing(thud_verify_model *v, const double *y) {
    for (size_t i = 0; i < v->model->rod_count; i++) {
        const thud_rod *rod = &v->model->rods[i].given;
        const size_t angle = v->model->body_count + i;
        const double arm = rod->mass * rod->length / 2, turn = y[v->n + angle];
        v->acceleration[angle] -= arm * v->model->gravity * sin(y[angle]);
        if (v->model->rods[i].on >= 0) v->acceleration[v->model->rods[i].on] += arm * sin(y[angle]) * turn * turn;
    }
}

void thud_verify_accelerate_free(thud_verify_model *v, double t, const double *y) {
    const size_t bodies = v->model->body_count;
    double *a = v->acceleration;
    thud_verify_look(v, y);
    fill_loads(v, t, y, a);
    for (size_t i = 0; i < bodies; i++)
        for (size_t j = 0; j < bodies; j++)
            a[i] -= v->stiffness[i * bodies + j] * y[j] + v->damping[i * bodies + j] * y[v->n + j];
    swing(v, y);
    pull_towards_supports(v, y);
    for (size_t i = 0; i < v->link_count; i++) thud_verify_push(v, &v->links[i].row, v->links[i].force, a);
    for (size_t i = 0; i < v->contact_count; i++)
        if (v->contacts[i].force != 0) thud_verify_push(v, &v->contacts[i].row, v->contacts[i].force, a);
    thud_verify_divide(v, a);
    for (size_t i = v->shown; i < v->n; i++) a[i] = support_value(v, i - v->shown, t) - thud_verify_ground(v, t);
}

void thud_verify_accelerate(thud_verify_model *v, double t, const double *y) {
    thud_verify_accelerate_free(v, t, y);
    thud_verify_hold_all(v, y);
}

/* ---- energy ---- */

/* W: of loads and supports, and of all dashpots. Between the ends of a link is its force, with the weight that
 * leans on it. */
static double input_power(thud_verify_model *v, double t, const double *y) {
    const double *rate = y + v->n;
    double power = 0;
    fill_loads(v, t, y, v->nudged);
    for (size_t i = 0; i < v->shown; i++) power += v->nudged[i] * rate[i];
    for (size_t i = 0; i < v->link_count && v->shown < v->n; i++) {
        const thud_verify_link *l = &v->links[i];
        const double lean = thud_model_link_stiffness(l->source) - l->stiffness;
        power += thud_verify_of_supports(v, &l->row, thud_verify_link_whole(l) + lean * l->deformation, rate);
    }
    for (size_t i = 0; i < v->contact_count && v->shown < v->n; i++)
        power += thud_verify_of_supports(v, &v->contacts[i].row, v->contacts[i].force, rate);
    return power;
}

/* ẋᵀC ẋ takes supports for fixed: c (ẋ − ẋ_s)² in place of c ẋ² */
static double dissipation(const thud_verify_model *v, const double *rate) {
    const size_t bodies = v->model->body_count;
    double power = 0;
    for (size_t i = 0; i < bodies; i++)
        for (size_t j = 0; j < bodies; j++) power += rate[i] * v->damping[i * bodies + j] * rate[j];
    for (size_t i = 0; i < v->link_count; i++) {
        const thud_verify_link *l = &v->links[i];
        double support = 0;
        for (size_t j = v->shown; j < v->n; j++) support += l->row.gradient[j] * rate[j];
        power += l->linear * (l->rate * l->rate - (l->rate - support) * (l->rate - support));
        power += thud_verify_link_dashpot(l) * l->rate;
    }
    return power;
}

void thud_verify_slope(thud_verify_model *v, double t, const double *y, double *slope) {
    thud_verify_accelerate(v, t, y);
    memcpy(slope, y + v->n, v->n * sizeof *slope);
    memcpy(slope + v->n, v->acceleration, v->n * sizeof *slope);
    double *totals = slope + v->totals;
    totals[THUD_VERIFY_INPUT] = input_power(v, t, y);
    totals[THUD_VERIFY_DISSIPATED] = dissipation(v, y + v->n);
    totals[THUD_VERIFY_CONTACTS] = totals[THUD_VERIFY_LINKS] = 0;
    for (size_t i = 0; i < v->link_count; i++) {
        const thud_verify_link *l = &v->links[i];
        if (l->inner > 0) slope[l->inner] = thud_verify_link_inner(l);
        if (l->law->model != THUD_HYSTERESIS_NONE) totals[THUD_VERIFY_LINKS] += thud_verify_link_law(l) * l->rate;
    }
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_verify_contact *c = &v->contacts[i];
        if (c->phase == THUD_VERIFY_CLOSED) totals[THUD_VERIFY_CONTACTS] += c->force * c->rate;
        if (c->impulse_place > 0) slope[c->impulse_place] = c->force;
    }
}

/* J: moving, and stored in what yields or not */
double thud_verify_energy(thud_verify_model *v, const double *y) {
    const thud_model *model = v->model;
    thud_verify_look(v, y);
    double energy = thud_verify_moving(v, y + v->n);
    for (size_t k = 0; k < model->matrices_count; k++) {
        const thud_model_matrices *m = &model->matrices[k];
        const double *x = y + m->first;
        for (size_t i = 0; i < m->count * m->count; i++)
            energy += 0.5 * x[i / m->count] * m->stiffness[i] * x[i % m->count];
    }
    for (size_t i = 0; i < model->rod_count; i++) {
        const thud_rod *rod = &model->rods[i].given;
        energy += rod->mass * rod->length / 2 * model->gravity * (1 - cos(y[model->body_count + i]));
    }
    for (size_t i = 0; i < v->link_count; i++) {
        const thud_verify_link *l = &v->links[i];
        const double lean = thud_model_link_stiffness(l->source) - l->stiffness;
        energy += thud_verify_link_stored(l) + 0.5 * lean * l->deformation * l->deformation;
    }
    return energy;
}
