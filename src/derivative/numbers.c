/* All numbers of a model in one array. */
#include "derivative/numbers.h"

#include <stdlib.h>
#include <string.h>

#include "model/eigen.h"
#include "simulate/structure.h"

static size_t take_place(size_t *next, size_t count) {
    const size_t at = *next;
    *next += count;
    return at;
}

thud_numbers_layout thud_numbers_lay_out(const thud_model *model) {
    thud_numbers_layout l = {.bodies = model->body_count,
                             .points = model->body_count + model->support_count,
                             .signals = 1 + model->support_count + model->force_count,
                             .contacts = model->contact_count,
                             .links = model->link_count};
    const size_t square = l.points * l.points;
    l.mass = take_place(&l.count, square);
    l.stiffness = take_place(&l.count, square);
    l.damping = take_place(&l.count, square);
    l.influence = take_place(&l.count, l.points);
    l.x = take_place(&l.count, l.points);
    l.v = take_place(&l.count, l.points);
    l.gravity = take_place(&l.count, 1);
    l.signal = take_place(&l.count, l.signals * THUD_SIGNAL_NUMBERS);
    l.contact = take_place(&l.count, l.contacts * THUD_CONTACT_NUMBERS);
    l.link = take_place(&l.count, l.links * THUD_LINK_NUMBERS);
    l.duration = take_place(&l.count, 1);
    return l;
}

const thud_signal *thud_numbers_signal(const thud_model *model, size_t i, double *delay) {
    *delay = 0;
    if (i == 0) return &model->ground;
    if (i > model->support_count) return &model->forces[i - 1 - model->support_count].signal;
    *delay = model->supports[i - 1].given.delay;
    return thud_model_support_signal(model, i - 1);
}

/* ---- the structure ---- */

static size_t point_of(const thud_model *model, thud_body body) {
    return thud_body_is_support(body) ? model->body_count + thud_support_index(body) : (size_t)body;
}

/* a link to a support acts between two points of a larger matrix */
static void add_link(const thud_model *model, const thud_model_link *link, size_t points, double value,
                     double *matrix) {
    if (value == 0 || !(thud_body_is_support(link->left) || thud_body_is_support(link->right))) return;
    const bool left = link->left != THUD_BODY_GROUND, right = link->right != THUD_BODY_GROUND;
    const size_t a = left ? point_of(model, link->left) : 0, b = right ? point_of(model, link->right) : 0;
    /* what it does to its body by itself is in the matrix of the bodies */
    if (left && thud_body_is_support(link->left)) matrix[a * points + a] += value;
    if (right && thud_body_is_support(link->right)) matrix[b * points + b] += value;
    if (!left || !right) return;
    matrix[a * points + b] -= value;
    matrix[b * points + a] -= value;
}

static double link_damping(const thud_model *model, const thud_model_link *link) {
    if (model->damping == THUD_STRUCTURE_DAMPING_MODAL) return 0;
    if (model->damping == THUD_STRUCTURE_DAMPING_RAYLEIGH) return model->rayleigh_stiffness * link->given.stiffness;
    return link->given.damping_exponent == 1 ? link->damping : 0;
}

static thud_status take_structure(const thud_model *model, const thud_numbers_layout *l, double *numbers) {
    const size_t n = l->bodies, points = l->points;
    double *mass = calloc(n + 1, sizeof *mass), *work = calloc(2 * n * n + 1, sizeof *work);
    double *stiffness = work, *damping = work ? work + n * n : NULL;
    thud_status status = mass && work ? THUD_OK : THUD_ERROR_MEMORY;
    if (status == THUD_OK && n > 0) status = thud_structure_matrices(model, mass, stiffness, damping);
    for (size_t i = 0; status == THUD_OK && i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            numbers[l->mass + i * points + j] = thud_model_mass_between(model, (int)i, (int)j);
            numbers[l->stiffness + i * points + j] = stiffness[i * n + j];
            numbers[l->damping + i * points + j] = damping[i * n + j];
        }
    }
    free(mass);
    free(work);
    for (size_t i = 0; status == THUD_OK && i < model->link_count; i++) {
        const thud_model_link *link = &model->links[i];
        add_link(model, link, points, thud_model_link_stiffness(link), numbers + l->stiffness);
        add_link(model, link, points, link_damping(model, link), numbers + l->damping);
    }
    return status;
}

static void take_start(const thud_model *model, const thud_numbers_layout *l, double *numbers) {
    for (size_t i = 0; i < l->bodies; i++) {
        const thud_model_matrices *of = thud_model_matrices_of(model, (int)i);
        numbers[l->influence + i] = of ? of->influence[i - of->first] : 1;
        numbers[l->x + i] = model->bodies[i].displacement;
        numbers[l->v + i] = model->bodies[i].velocity;
    }
    for (size_t i = l->bodies; i < l->points; i++) {
        const thud_support *given = &model->supports[i - l->bodies].given;
        numbers[l->x + i] = given->displacement;
        numbers[l->v + i] = given->velocity;
    }
    numbers[l->gravity] = thud_model_axial_gravity(model);
    numbers[l->duration] = model->run.duration;
}

static void take_signal(const thud_signal *s, double delay, double *to) {
    const bool sampled = s->kind == THUD_SIGNAL_SAMPLES, sine = s->kind == THUD_SIGNAL_SINE,
               step = s->kind == THUD_SIGNAL_STEP;
    to[THUD_OF_SCALE] = sampled ? s->scale : 0;
    to[THUD_OF_AMPLITUDE] = sine || step ? s->amplitude : 0;
    to[THUD_OF_FREQUENCY] = sine ? s->frequency : 0;
    to[THUD_OF_PHASE] = sine ? s->phase : 0;
    to[THUD_OF_START] = step ? s->start : 0;
    to[THUD_OF_DELAY] = delay;
}

static void take_contact(const thud_model_contact *contact, double *to) {
    const thud_gap_contact *g = &contact->given;
    const thud_restitution_curve *curve = &g->restitution_curve;
    to[THUD_OF_GAP] = g->gap;
    to[THUD_OF_RESTITUTION] = g->restitution;
    to[THUD_OF_STIFFNESS] = g->stiffness;
    to[THUD_OF_DAMPING] = g->damping == THUD_DAMPING_GIVEN ? g->damping_value : 0;
    to[THUD_OF_SPEED] = g->restitution_speed;
    to[THUD_OF_MASS] = contact->effective_mass;
    to[THUD_OF_A] = curve->a;
    to[THUD_OF_B] = curve->b;
    to[THUD_OF_LEAST] = curve->least;
    for (size_t i = 0; i < THUD_RESTITUTION_MOST; i++) {
        to[THUD_OF_CURVE + i] = i < curve->count ? curve->speed[i] : 0;
        to[THUD_OF_CURVE + THUD_RESTITUTION_MOST + i] = i < curve->count ? curve->restitution[i] : 0;
    }
}

thud_status thud_numbers_take(const thud_model *model, const thud_numbers_layout *l, double *numbers) {
    memset(numbers, 0, l->count * sizeof *numbers);
    const thud_status status = take_structure(model, l, numbers);
    if (status != THUD_OK) return status;
    take_start(model, l, numbers);
    for (size_t i = 0; i < l->signals; i++) {
        double delay;
        const thud_signal *signal = thud_numbers_signal(model, i, &delay);
        take_signal(signal, delay, numbers + l->signal + i * THUD_SIGNAL_NUMBERS);
    }
    for (size_t i = 0; i < l->contacts; i++)
        take_contact(&model->contacts[i], numbers + l->contact + i * THUD_CONTACT_NUMBERS);
    for (size_t i = 0; i < l->links; i++) {
        const thud_link *given = &model->links[i].given;
        double *to = numbers + l->link + i * THUD_LINK_NUMBERS;
        to[THUD_OF_LINK_STIFFNESS] = given->stiffness;
        to[THUD_OF_LINK_DAMPING] = link_damping(model, &model->links[i]);
        to[THUD_OF_YIELD] = given->hysteresis.yield;
        to[THUD_OF_HARDENING] = given->hysteresis.hardening;
        to[THUD_OF_SLACK] = given->hysteresis.slack;
        to[THUD_OF_HEIGHT] = given->height;
    }
    return THUD_OK;
}

/* ---- what must be the same ---- */

static bool same_samples(const thud_motion *a, const thud_motion *b) {
    if (a == b) return true;
    if (!a || !b || a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->acceleration[i] != b->acceleration[i] || thud_motion_time(a, i) != thud_motion_time(b, i))
            return false;
    return true;
}

static bool same_signal(const thud_signal *a, const thud_signal *b) {
    return a->kind == b->kind && (a->kind != THUD_SIGNAL_SAMPLES || same_samples(a->samples, b->samples));
}

static bool same_row(const thud_row *a, const thud_row *b) {
    if (!a->terms || !b->terms) return a->terms == b->terms;
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->terms[i].body != b->terms[i].body || a->terms[i].factor != b->terms[i].factor) return false;
    return true;
}

static bool same_numbers(const double *a, const double *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i] && !(a[i] != a[i] && b[i] != b[i])) return false;
    return true;
}

static const char *contacts_differ(const thud_model_contact *a, const thud_model_contact *b) {
    const thud_gap_contact *g = &a->given, *h = &b->given;
    if (a->left != b->left || a->right != b->right || !same_row(&a->row, &b->row))
        return "what a contact is between";
    if (strcmp(g->law->name, h->law->name) != 0 || g->damping != h->damping || g->separation != h->separation ||
        g->indentation != h->indentation || g->restitution_curve.kind != h->restitution_curve.kind ||
        g->restitution_curve.count != h->restitution_curve.count)
        return "the law of a contact";
    if (!same_numbers(&g->exponent, &h->exponent, 1)) return "the exponent of a contact";
    return same_numbers(g->extra, h->extra, THUD_LAW_EXTRAS) ? NULL : "what a law has beside k, n and c";
}

static const char *links_differ(const thud_model_link *a, const thud_model_link *b) {
    if (a->left != b->left || a->right != b->right) return "what a link is between";
    if (a->given.damping_exponent != b->given.damping_exponent) return "the exponent of a dashpot";
    const thud_hysteresis *h = &a->given.hysteresis, *i = &b->given.hysteresis;
    const double one[] = {h->exponent, h->beta, h->force, h->unloading, h->energy, h->strength, h->ratio, h->gap},
                 two[] = {i->exponent, i->beta, i->force, i->unloading, i->energy, i->strength, i->ratio, i->gap};
    if (h->model != i->model || !same_numbers(one, two, sizeof one / sizeof *one))
        return "the hysteresis of a link";
    return NULL;
}

static const char *loads_differ(const thud_model *a, const thud_model *b) {
    double delay;
    for (size_t i = 0; i < 1 + a->support_count + a->force_count; i++)
        if (!same_signal(thud_numbers_signal(a, i, &delay), thud_numbers_signal(b, i, &delay)))
            return "the samples of a record";
    for (size_t i = 0; i < a->force_count; i++)
        if (a->forces[i].body != b->forces[i].body) return "what a force acts on";
    return NULL;
}

const char *thud_numbers_differ(const thud_model *a, const thud_model *b) {
    if (a->body_count != b->body_count || a->support_count != b->support_count || a->link_count != b->link_count ||
        a->contact_count != b->contact_count || a->force_count != b->force_count ||
        a->matrices_count != b->matrices_count || thud_model_rod_count(a) != thud_model_rod_count(b) ||
        a->damping != b->damping)
        return "the parts of the model";
    if (a->run.tolerance != b->run.tolerance || a->run.impact_threshold != b->run.impact_threshold ||
        a->run.solver != b->run.solver || a->run.solver_step != b->run.solver_step)
        return "how the model is run";
    if (thud_model_rod_count(a) > 0) return "a model with rods";
    const char *what = NULL;
    for (size_t i = 0; !what && i < a->link_count; i++) what = links_differ(&a->links[i], &b->links[i]);
    for (size_t i = 0; !what && i < a->contact_count; i++) what = contacts_differ(&a->contacts[i], &b->contacts[i]);
    return what ? what : loads_differ(a, b);
}
