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

#include "model/eigen.h"
#include "model/model.h"
#include "model/signal.h"
#include "numeric/matrix/lcp.h"
#include "simulate/structure.h"
#include "verify/run.h"

static size_t coordinate_of(const thud_model *model, bool rod, int index) {
    size_t n = model->body_count + model->rod_count + model->support_count;
    if (!rod && thud_body_is_support(index)) return model->body_count + thud_support_index(index);
    if (index < 0) return n;
    return rod ? model->body_count + (size_t)index : (size_t)index;
}

static thud_status init_contact(thud_verify_model *v, size_t i, const thud_gap_contact *given) {
    const thud_model_contact *source = &v->model->contacts[i];
    thud_verify_contact *c = &v->contacts[i];
    *c = (thud_verify_contact){
        .given = *given,
        .impulsive = given->law->structure->kind == THUD_FORCE_IMPULSIVE,
        .bilinear = given->law->structure->kind == THUD_FORCE_BILINEAR,
        .left = coordinate_of(v->model, source->of_rods, source->left),
        .right = coordinate_of(v->model, source->of_rods, source->right),
        .slow = fmax(v->model->run.impact_threshold, 1e-12),
    };
    if (c->impulsive) return THUD_OK;
    thud_impact_options options = thud_gap_contact_impact(given);
    options.tolerance = 1e-12;
    return thud_contact_init(&c->element, &options);
}

static bool is_alone(const thud_verify_model *v, size_t i) {
    for (size_t j = 0; j < v->contact_count; j++)
        if (j != i && v->contacts[j].impulsive &&
            (v->general || thud_verify_share_body(v, &v->contacts[i], &v->contacts[j])))
            return false;
    return true;
}

thud_status thud_verify_model_init(thud_verify_model *v, const thud_model *model,
                                   const thud_gap_contact *contacts) {
    size_t bodies = model->body_count, shown = bodies + model->rod_count, m = model->contact_count, inner;
    size_t n = shown + model->support_count;
    *v = (thud_verify_model){.model = model, .n = n, .shown = shown, .contact_count = m, .break_time = INFINITY};
    v->general = bodies > 0 && model->rod_count > 0;
    for (size_t i = 0; i < m; i++) v->general = v->general || model->contacts[i].of_tip;
    for (size_t i = 0; i < model->rod_count; i++) v->hung = v->hung || model->rods[i].on >= 0;
    v->links = thud_verify_links_of(model, n, &inner);
    v->link_count = model->link_count;
    v->state_count = 2 * n + inner;
    size_t all = m + v->link_count; /* that may stick at once */
    v->pairs = calloc(v->link_count + 1, sizeof *v->pairs);
    v->held = calloc(all + 1, sizeof *v->held);
    v->groups = calloc(bodies + shown + 1, sizeof *v->groups);
    v->mass = malloc((3 * n + 1) * sizeof *v->mass);
    v->stiffness = malloc((2 * bodies * bodies + 1) * sizeof *v->stiffness);
    v->contacts = calloc(m + 1, sizeof *v->contacts);
    v->chosen = malloc((m + 1) * sizeof *v->chosen);
    v->delassus = malloc((all * all + 3 * all + thud_lcp_work(m) + 1) * sizeof *v->delassus);
    thud_status status = THUD_ERROR_MEMORY;
    bool room = thud_verify_least_init(&v->resting, all);
    if (room && v->mass && v->stiffness && v->contacts && v->chosen && v->delassus && v->links && v->pairs &&
        v->held && v->groups) {
        thud_eigen_groups(model, v->groups);
        v->marks = v->groups + bodies;
        v->damping = v->stiffness + bodies * bodies;
        v->acceleration = v->mass + n;
        v->nudged = v->mass + 2 * n;
        v->drive = v->delassus + all * all;
        v->impulse = v->drive + all;
        v->compressed = v->impulse + all;
        v->work = v->compressed + all;
        status = bodies > 0 ? thud_structure_matrices(model, v->mass, v->stiffness, v->damping) : THUD_OK;
        thud_verify_links_damp(model, v->damping);
        for (size_t i = 0; i < v->link_count; i++)
            v->pairs[i] = (thud_verify_contact){
                .left = v->links[i].left, .right = v->links[i].right, .slope_left = -1, .slope_right = 1};
    }
    for (size_t i = 0; i < model->rod_count && status == THUD_OK; i++) {
        const thud_rod *rod = &model->rods[i].given;
        v->mass[bodies + i] = rod->mass * rod->length * rod->length / 3;
    }
    for (size_t i = shown; i < n && status == THUD_OK; i++) v->mass[i] = INFINITY;
    for (size_t i = 0; i < m && status == THUD_OK; i++)
        status = init_contact(v, i, contacts ? &contacts[i] : &model->contacts[i].given);
    if (status == THUD_OK) status = thud_verify_rows_init(v);
    for (size_t i = 0; i < m && status == THUD_OK; i++) v->contacts[i].alone = is_alone(v, i);
    if (status == THUD_OK) status = thud_verify_watch_init(v);
    if (status != THUD_OK) thud_verify_model_free(v);
    return status;
}

void thud_verify_model_free(thud_verify_model *v) {
    free(v->mass);
    free(v->stiffness);
    free(v->contacts);
    free(v->chosen);
    free(v->delassus);
    free(v->watch);
    free(v->rows);
    free(v->mass_factor);
    free(v->links);
    free(v->pairs);
    free((void *)v->held);
    free(v->groups);
    thud_verify_least_free(&v->resting);
    *v = (thud_verify_model){0};
}

/* ---- contacts ---- */

static double between(const thud_verify_model *v, const thud_verify_link *l, const double *y) {
    return (l->right < v->n ? y[l->right] : 0) - (l->left < v->n ? y[l->left] : 0);
}

void thud_verify_look(thud_verify_model *v, const double *y) {
    for (size_t i = 0; i < v->link_count; i++) {
        thud_verify_link *l = &v->links[i];
        l->deformation = between(v, l, y);
        l->rate = between(v, l, y + v->n);
        l->z = l->inner > 0 ? y[l->inner] : 0;
    }
    if (v->hung) thud_verify_factor_hung(v, y);
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        if (!(c->given.gap < INFINITY)) {
            c->depth = -1;
            c->rate = c->slope_left = c->slope_right = 0;
            continue;
        }
        if (v->general || v->model->contacts[i].of_rods) {
            thud_verify_look_at_rods(v, i, y);
        } else {
            c->slope_left = 1;
            c->slope_right = -1;
            c->depth = thud_verify_along(v, c, y) - c->given.gap;
        }
        c->depth -= c->dent;
        c->rate = thud_verify_along(v, c, y + v->n);
    }
}

/* ---- accelerations ---- */

/* loads up to a break are those from before */
static double before_break(const thud_verify_model *v, double t) {
    return t >= v->break_time ? nextafter(v->break_time, -INFINITY) : t;
}

/* M ι of a body: what ground and gravity act by */
static double load_of(const thud_verify_model *v, size_t i) {
    const thud_model_matrices *m = thud_model_matrices_of(v->model, (thud_body)i);
    return m ? m->load[i - m->first] : v->mass[i];
}

double thud_verify_load_power(const thud_verify_model *v, double t, const double *y) {
    const thud_model *model = v->model;
    const double *rate = y + v->n, at = before_break(v, t), ground = thud_signal_value(&model->ground, at);
    double power = 0;
    for (size_t i = 0; i < model->body_count; i++)
        power += load_of(v, i) * ((model->rod_count > 0 ? 0 : model->gravity) - ground) * rate[i];
    for (size_t i = 0; i < model->force_count; i++)
        power += thud_signal_value(&model->forces[i].signal, at) * rate[model->forces[i].body];
    return power + thud_verify_swing_power(v, ground, y);
}

static void add_loads(thud_verify_model *v, double t, const double *y) {
    const thud_model *model = v->model;
    size_t bodies = model->body_count, n = v->n;
    double ground = thud_signal_value(&model->ground, t);
    for (size_t i = 0; i < bodies; i++) {
        double force = load_of(v, i) * ((model->rod_count > 0 ? 0 : model->gravity) - ground);
        for (size_t j = 0; j < bodies; j++)
            force -= v->stiffness[i * bodies + j] * y[j] + v->damping[i * bodies + j] * y[n + j];
        v->acceleration[i] = force;
    }
    for (size_t i = 0; i < model->force_count; i++)
        v->acceleration[model->forces[i].body] += thud_signal_value(&model->forces[i].signal, t);
    thud_verify_swing(v, ground, y);
}

/* what links do where K and C take a support for fixed */
static void pull_towards_supports(thud_verify_model *v, const double *y) {
    const thud_model *model = v->model;
    for (size_t i = 0; model->support_count > 0 && i < model->link_count; i++) {
        const thud_model_link *link = &model->links[i];
        bool left = thud_body_is_support(link->left);
        if (!left && !thud_body_is_support(link->right)) continue;
        size_t support = left ? v->links[i].left : v->links[i].right;
        v->acceleration[left ? link->right : link->left] +=
            thud_model_link_stiffness(link) * y[support] + v->links[i].linear * y[v->n + support];
    }
}

/* what links have beyond K and C */
static void pull_links(thud_verify_model *v) {
    for (size_t i = 0; i < v->link_count; i++) {
        thud_verify_link *l = &v->links[i];
        thud_verify_link_pull(l);
        thud_verify_push(v, &v->pairs[i], l->force, v->acceleration);
    }
}

void thud_verify_couple_pairs(thud_verify_model *v, const thud_verify_contact *const *pairs, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) v->delassus[i * count + j] = thud_verify_coupling(v, pairs[i], pairs[j]);
}

void thud_verify_couple(thud_verify_model *v, size_t count) {
    for (size_t i = 0; i < count; i++) v->held[i] = &v->contacts[v->chosen[i]];
    thud_verify_couple_pairs(v, v->held, count);
}

double thud_verify_pressing(thud_verify_model *v, size_t i, const double *y) {
    return thud_verify_bend(v, i, y) + thud_verify_along(v, &v->contacts[i], v->acceleration);
}

double thud_verify_ground(const thud_verify_model *v, double t) {
    return thud_signal_value(&v->model->ground, before_break(v, t));
}

size_t thud_verify_gather_held(thud_verify_model *v) {
    size_t count = 0;
    for (size_t i = 0; i < v->contact_count; i++)
        if (v->contacts[i].phase == THUD_VERIFY_STUCK) v->held[count++] = &v->contacts[i];
    for (size_t i = 0; i < v->link_count; i++)
        if (thud_verify_link_sticks(&v->links[i])) v->held[count++] = &v->pairs[i];
    return count;
}

bool thud_verify_is_link(const thud_verify_model *v, const thud_verify_contact *pair) {
    return pair >= v->pairs && pair < v->pairs + v->link_count;
}

double thud_verify_drive(thud_verify_model *v, const thud_verify_contact *pair, const double *y) {
    return thud_verify_is_link(v, pair) ? thud_verify_along(v, pair, v->acceleration)
                                        : thud_verify_pressing(v, (size_t)(pair - v->contacts), y);
}

/* reactions that leave what sticks without an acceleration */
static void hold(thud_verify_model *v, const double *y) {
    size_t count = thud_verify_gather_held(v);
    for (size_t j = 0; j < count; j++) v->drive[j] = thud_verify_drive(v, v->held[j], y);
    thud_verify_couple_pairs(v, v->held, count);
    thud_verify_semidefinite(v->delassus, count, v->drive);
    for (size_t j = 0; j < count; j++) {
        const thud_verify_contact *c = v->held[j];
        double force = v->drive[j];
        thud_verify_kick(v, c, force, v->acceleration);
        if (thud_verify_is_link(v, c)) v->links[c - v->pairs].hold = force;
        else v->contacts[c - v->contacts].force = force;
    }
}

/* the signal of a support as it arrives; on the side of a break that is asked for, which the difference of two
 * instants would not tell */
static double support_value(const thud_verify_model *v, size_t i, double t) {
    const thud_signal *signal = thud_model_support_signal(v->model, i);
    double delay = v->model->supports[i].given.delay, side = t >= v->break_time ? -1 : 1;
    double since = t - delay + side * 4 * DBL_EPSILON * (t + delay);
    return since < 0 && signal->kind == THUD_SIGNAL_SINE ? 0 : thud_signal_value(signal, since);
}

void thud_verify_accelerate_free(thud_verify_model *v, double t, const double *y) {
    thud_verify_look(v, y);
    for (size_t i = v->shown; i < v->n; i++) v->acceleration[i] = 0;
    add_loads(v, before_break(v, t), y);
    pull_towards_supports(v, y);
    pull_links(v);
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        c->force = c->phase == THUD_VERIFY_CLOSED ? thud_verify_force(c) : 0;
        if (c->force != 0) thud_verify_push(v, c, c->force, v->acceleration);
    }
    thud_verify_divide(v, v->acceleration);
    for (size_t i = v->shown; i < v->n; i++)
        v->acceleration[i] = support_value(v, i - v->shown, t) - thud_verify_ground(v, t);
}

void thud_verify_accelerate(thud_verify_model *v, double t, const double *y) {
    thud_verify_accelerate_free(v, t, y);
    hold(v, y);
}

/* ---- instants at which loads are not smooth ---- */

static double next_break_of(const thud_signal *signal, double delay, double t) {
    if (t < delay && signal->kind == THUD_SIGNAL_SINE) return delay;
    if (signal->kind == THUD_SIGNAL_STEP) return signal->start + delay > t ? signal->start + delay : INFINITY;
    if (signal->kind != THUD_SIGNAL_SAMPLES) return INFINITY;
    const thud_motion *motion = signal->samples;
    size_t low = 0, high = motion->count; /* the first sample after t */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (thud_motion_time(motion, middle) + delay > t) high = middle;
        else low = middle + 1;
    }
    return low < motion->count ? thud_motion_time(motion, low) + delay : INFINITY;
}

double thud_verify_next_break(const thud_verify_model *v, double t) {
    double next = next_break_of(&v->model->ground, 0, t);
    for (size_t i = 0; i < v->model->force_count; i++)
        next = fmin(next, next_break_of(&v->model->forces[i].signal, 0, t));
    for (size_t i = 0; i < v->model->support_count; i++)
        next =
            fmin(next, next_break_of(thud_model_support_signal(v->model, i), v->model->supports[i].given.delay, t));
    return next;
}
