/*
 * What both solvers came to, number by number.
 *
 * CVODE leaves out its tolerance in each of up to a hundred thousand steps, thud a share of its own in each impact;
 * a course that is not chaotic makes some ten times that of it, and where courses are further apart, at the same
 * instants, than that, peaks may be as well. Relative to its own size, the force of a contact is as uncertain as
 * the speed of its impacts, which is a share of all speeds.
 */
#include "verify/judge.h"

#include <math.h>

#include "model/model.h"
#include "model/signal.h"

/* of accelerations, that are left where loads hold each other */
#define ROUNDING 1e-13

static const double cvode_share = 1e6, own_share = 10, course_share = 10;

double thud_verify_least_share(const thud_verify_model *v) {
    return own_share * v->model->run.tolerance + cvode_share * v->tolerance;
}

/* the larger one of two numbers; infinite when one is no number */
static double larger(double a, double b) { return isnan(a) || isnan(b) ? INFINITY : fmax(fabs(a), fabs(b)); }

void thud_verify_note_difference(thud_verify_judgement *j, thud_verify_part of, size_t index, const char *key,
                                 double run, double cvode, double allowed) {
    thud_verification *out = j->out;
    if (fabs(run - cvode) <= allowed) return; /* not so for NAN */
    if (out->difference_count < THUD_VERIFY_DIFFERENCES)
        out->different[out->difference_count] = (thud_verify_difference){of, index, key, run, cvode, allowed};
    out->difference_count++;
}

/* of a peak; `uncertain`: how much more than others it is; `rounding`: what is none, but left by larger numbers */
static void note_peak(thud_verify_judgement *j, thud_verify_part of, size_t index, const char *key, double run,
                      double cvode, double uncertain, double rounding) {
    double size = larger(run, cvode);
    if (size > rounding) j->out->peak_difference = fmax(j->out->peak_difference, larger(run - cvode, 0) / size);
    thud_verify_note_difference(j, of, index, key, run, cvode, j->share * uncertain * size + rounding);
}

/* how much slower than all speeds a contact's own ones are, and how much of its depth may be rounding of places */
double thud_verify_contact_uncertainty(const thud_verify_judgement *j, size_t i) {
    const thud_verify_model *v = j->v;
    const thud_verify_contact *c = &v->contacts[i];
    double depth = v->peak[thud_verify_place_of_contact(v, i) + 1];
    double slow = c->fastest > 0 && v->speed > c->fastest ? v->speed / c->fastest : 1;
    return depth > 0 ? slow + 1e-14 * v->size / (depth * j->share) : slow;
}

/* m/s²: what a link bears at an end, which is for its own body, or the lighter of both where that is elsewhere */
static double borne_by(const thud_verify_model *v, size_t link, size_t body) {
    const thud_verify_link *l = &v->links[link];
    double force = v->peak[thud_verify_place_of_link(v, link)], mass = INFINITY;
    if (thud_verify_is_friction(l)) force = fmax(force, l->source->given.hysteresis.force);
    if (l->left < v->shown) mass = v->mass[l->left];
    if (l->right < v->shown) mass = fmin(mass, v->mass[l->right]);
    if (l->left == body || l->right == body) mass = v->mass[body];
    return force / mass;
}

/* m/s²: what rounding leaves of loads that hold each other, at a body: of the ground, gravity, and what links bear,
 * its own or others whose bodies springs make it follow; of frictions, which may share that in many ways, what they
 * can */
static double rounding_at(const thud_verify_model *v, size_t body) {
    double most = v->shaken + fabs(v->model->gravity);
    for (size_t i = 0; i < v->link_count && body < v->shown; i++) most = fmax(most, borne_by(v, i, body));
    return ROUNDING * most;
}

/* N: what rounding of its loads leaves of the force of a contact at rest that they just do not press */
static double rounding_in(const thud_verify_model *v, const thud_verify_contact *c) {
    double most = 0;
    for (size_t i = 0; i < v->shown; i++)
        if (thud_verify_touches(c, i)) most = fmax(most, rounding_at(v, i) * v->mass[i]);
    return most;
}

/* N: what the force of a contact that begins to rest may differ by with that instant */
static double beginning_force(const thud_verify_judgement *j, const thud_verify_contact *c) {
    return 2 * j->share * c->force_lever + c->force_doubt;
}

/* N: a dashpot with an exponent below 1 is friction to the run, where it creeps by no more than its tolerance of
 * the speeds, those of the ground and of supports among them, in the mean: up to so much */
static double grip_of(const thud_verify_model *v, const thud_verify_link *l) {
    double a = l->exponent, fastest = fmax(v->speed, v->model->run.impact_threshold);
    if (!(l->damping > 0 && a < 1)) return 0;
    for (size_t i = v->shown; i < v->n; i++) fastest = fmax(fastest, v->peak[v->n + i]);
    fastest = fmax(fastest, thud_signal_speed(&v->model->ground, v->model->run.duration));
    return l->damping * pow(fmax(v->model->run.tolerance * (1 + a) / a, 1e-11) * fastest, a);
}

double thud_verify_grip_beside(const thud_verify_model *v, const thud_verify_contact *pair) {
    double sum = 0;
    for (size_t i = 0; i < v->link_count; i++) {
        double grip = grip_of(v, &v->links[i]);
        if (grip > 0 && thud_verify_coupling(v, pair, &v->pairs[i]) != 0) sum += grip;
    }
    return sum;
}

/* m/s²: `rounding` of the acceleration of a body, and how uncertain it is beside others */
static double acceleration_doubt(const thud_verify_judgement *j, size_t i, double *uncertain) {
    const thud_verify_model *v = j->v;
    double beginning = 2 * j->share * v->start_lever[i] + v->start_doubt[i];
    *uncertain = 1;
    for (size_t k = 0; k < v->contact_count; k++)
        if (thud_verify_touches(&v->contacts[k], i))
            *uncertain = fmax(*uncertain, thud_verify_contact_uncertainty(j, k));
    return rounding_at(v, i) + v->faintest + beginning;
}

double thud_verify_energy_rounding(const thud_verify_model *v) {
    double sum = 0, time = v->model->run.duration;
    for (size_t i = 0; i < v->shown; i++) {
        double rounding = rounding_at(v, i);
        sum += v->mass[i] * rounding / ROUNDING * rounding * time * time;
    }
    return sum;
}

double thud_verify_displacement_allowed(const thud_verify_judgement *j, size_t i) {
    double time = j->v->model->run.duration;
    return j->share * j->v->peak[i] + rounding_at(j->v, i) * time * time;
}

double thud_verify_velocity_allowed(const thud_verify_judgement *j, size_t i) {
    return j->share * j->v->peak[j->v->n + i] + rounding_at(j->v, i) * j->v->model->run.duration;
}

double thud_verify_acceleration_allowed(const thud_verify_judgement *j, size_t i) {
    double uncertain, rounding = acceleration_doubt(j, i, &uncertain);
    return j->share * uncertain * j->v->peak[2 * j->v->n + i] + rounding;
}

/* near its zero by less than places are known, and not at rest there: an impact may be over, or not have been */
static bool ends_in_doubt(const thud_verify_judgement *j, const thud_verify_contact *c) {
    double near = j->share * j->v->size;
    if (!c->impulsive) return fabs(c->depth) < near;
    if (c->phase == THUD_VERIFY_STUCK) return c->stick_since > j->v->model->run.duration;
    return !c->rests && c->depth > -near;
}

/* the speed that it comes with, or has come with, and would fall with from so far */
double thud_verify_speed_in_doubt(const thud_verify_judgement *j, const thud_verify_contact *c) {
    const thud_verify_model *v = j->v;
    double most = 0, e = thud_verify_restitution(c, fabs(c->rate));
    if (!c->impulsive || !ends_in_doubt(j, c)) return 0;
    for (size_t i = 0; i < v->n; i++)
        if (thud_verify_touches(c, i)) most = fmax(most, v->peak[2 * v->n + i]);
    double speed = c->rate < 0 && e > 0 ? -c->rate / e : fabs(c->rate);
    return speed + sqrt(4 * j->share * v->size * most);
}

/* at most what it comes with and goes with */
double thud_verify_end_doubt(const thud_verify_judgement *j, size_t i) {
    double most = 0;
    for (size_t k = 0; k < j->v->contact_count; k++)
        if (thud_verify_touches(&j->v->contacts[k], i))
            most = fmax(most, 2 * thud_verify_speed_in_doubt(j, &j->v->contacts[k]));
    return most;
}

static void judge_body(thud_verify_judgement *j, thud_verify_part of, size_t i, const thud_body_summary *b) {
    const thud_verify_model *v = j->v;
    /* of loads that hold each other rounding is left, and of a body at rest what that leads to */
    double rounding = rounding_at(v, i), time = v->model->run.duration, uncertain;
    double doubt = acceleration_doubt(j, i, &uncertain);
    size_t index = of == THUD_VERIFY_SUPPORT ? i - v->shown : i;
    note_peak(j, of, index, "max_displacement", b->max_displacement, v->peak[i], 1, rounding * time * time);
    note_peak(j, of, index, "max_velocity", b->max_velocity, v->peak[v->n + i], 1, rounding * time);
    note_peak(j, of, index, "max_acceleration", b->max_acceleration, v->peak[2 * v->n + i], uncertain, doubt);
    thud_verify_note_difference(j, of, index, "final_displacement", b->final_displacement, v->before[i],
                                thud_verify_displacement_allowed(j, i));
    thud_verify_note_difference(j, of, index, "final_velocity", b->final_velocity, v->before[v->n + i],
                                thud_verify_velocity_allowed(j, i) + thud_verify_end_doubt(j, i));
}

/* ---- contacts and links ---- */

/* Bounces slower than can be told apart from rest are counted by each solver as it sees them; as are those of
 * newton and poisson contacts side by side, of which dozens may come at one instant, in an order that is the
 * solver's own. */
static double doubtful_impacts(const thud_verify_judgement *j, const thud_verify_contact *c) {
    const thud_verify_model *v = j->v;
    if (c->stick_time > 0 && v->model->run.impact_threshold < 1e-5 * v->speed) return INFINITY;
    if (c->impulsive && !c->alone) return INFINITY;
    return (double)c->doubtful + ends_in_doubt(j, c);
}

/* of times at rest each solver's error is multiplied as the contact was told: see thud_verify_begin_lever; both
 * have one */
static void judge_contact(thud_verify_judgement *j, size_t i, const thud_contact_summary *sum) {
    const thud_verify_model *v = j->v;
    const thud_verify_contact *c = &v->contacts[i];
    const double *peak = v->peak + thud_verify_place_of_contact(v, i);
    double uncertain = thud_verify_contact_uncertainty(j, i), duration = v->model->run.duration;
    thud_verify_note_difference(j, THUD_VERIFY_CONTACT, i, "impacts", (double)sum->impacts, (double)c->impacts,
                                doubtful_impacts(j, c));
    /* one that is closed for no time, beside a rigid one that is struck at that instant */
    double depth = !c->impulsive && peak[1] == 0 ? 1e-14 * v->size : 0;
    double held = c->stick_time > 0 ? thud_verify_grip_beside(v, c) : 0;
    double force = c->impulsive ? beginning_force(j, c) + rounding_in(v, c) + held
                                : c->given.stiffness * pow(depth, c->given.exponent);
    if (!c->shared)
        note_peak(j, THUD_VERIFY_CONTACT, i, c->impulsive ? "resting_force" : "max_force", sum->max_force, peak[0],
                  uncertain, force);
    note_peak(j, THUD_VERIFY_CONTACT, i, "max_penetration", sum->max_penetration, peak[1], uncertain, depth);
    double rounding = 1e-14 * duration; /* of instants */
    double doubt = c->stick_doubt + (j->stick_range ? j->stick_range[i] : 0) + held * c->grip_lever;
    thud_verify_note_difference(j, THUD_VERIFY_CONTACT, i, "stick_time", sum->stick_time, c->stick_time,
                                fmin(2 * j->share * c->stick_lever + doubt + rounding, duration));
}

/* the force of a dashpot goes with speeds, and is as uncertain as the slowest of its ends; that of a link that
 * yields is bounded, and one that does not is as certain as its deformation: the difference of two displacements,
 * each with an error of its own size. Of loads that hold each other rounding is left, as in judge_body; a spring
 * makes a force of it. */
static double link_uncertainty(const thud_verify_judgement *j, size_t i, double *rounding) {
    const thud_verify_model *v = j->v;
    const thud_verify_link *l = &v->links[i];
    double time = v->model->run.duration, *peak = v->peak + thud_verify_place_of_link(v, i);
    double size = fmax(l->left < v->n ? v->peak[l->left] : 0, l->right < v->n ? v->peak[l->right] : 0);
    *rounding = time * time * fmax(rounding_at(v, l->left), rounding_at(v, l->right));
    return peak[1] > 0 ? fmax(1, 2 * size / peak[1]) : 1;
}

static double force_rounding(const thud_verify_judgement *j, size_t i, double of_deformation) {
    const thud_verify_model *v = j->v;
    const thud_verify_link *l = &v->links[i];
    double mass = (l->left < v->shown ? v->mass[l->left] : 0) + (l->right < v->shown ? v->mass[l->right] : 0),
           time = v->model->run.duration;
    /* at rest a friction and dashpots share what they hold; elastic forces go with deformations */
    bool holds = thud_verify_is_friction(l) || grip_of(v, l) > 0;
    return of_deformation * (mass / (time * time) + l->stiffness) +
           (holds ? thud_verify_grip_beside(v, &v->pairs[i]) : 0);
}

double thud_verify_deformation_allowed(const thud_verify_judgement *j, size_t i) {
    double rounding, uncertain = link_uncertainty(j, i, &rounding);
    return j->share * uncertain * j->v->peak[thud_verify_place_of_link(j->v, i) + 1] + rounding;
}

double thud_verify_link_force_allowed(const thud_verify_judgement *j, size_t i) {
    double rounding, uncertain = link_uncertainty(j, i, &rounding);
    return j->share * uncertain * j->v->peak[thud_verify_place_of_link(j->v, i)] + force_rounding(j, i, rounding);
}

static void judge_link(thud_verify_judgement *j, size_t i, const thud_link_summary *sum) {
    const double *peak = j->v->peak + thud_verify_place_of_link(j->v, i);
    double rounding, uncertain = link_uncertainty(j, i, &rounding);
    if (!j->v->links[i].shared)
        note_peak(j, THUD_VERIFY_LINK, i, "max_force", sum->max_force, peak[0], uncertain,
                  force_rounding(j, i, rounding));
    note_peak(j, THUD_VERIFY_LINK, i, "max_deformation", sum->max_deformation, peak[1], uncertain, rounding);
}

void thud_verify_judge(const thud_verify_model *v, const thud_verify_results *run, double apart,
                       const double *stick_range, thud_verification *verification) {
    thud_verify_judgement j = {v, verification, fmax(thud_verify_least_share(v), course_share * apart),
                               stick_range};
    for (size_t i = 0; i < v->n; i++)
        judge_body(&j, i < v->shown ? THUD_VERIFY_BODY : THUD_VERIFY_SUPPORT, i, &run->bodies[i]);
    for (size_t i = 0; i < v->contact_count; i++) judge_contact(&j, i, &run->contacts[i]);
    for (size_t i = 0; run->links && i < v->link_count; i++) judge_link(&j, i, &run->links[i]);
    thud_verify_judge_totals(&j, run);
    thud_verify_judge_watches(&j, run);
}
