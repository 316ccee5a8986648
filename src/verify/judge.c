/*
 * What both solvers came to, number by number.
 *
 * CVODE leaves out its tolerance in each of up to a hundred thousand steps, thud a share of its own in each impact;
 * a course that is not chaotic makes some ten times that of it, and where courses are further apart, at the same
 * instants, than that, peaks may be as well. Relative to its own size, the force of a contact is as uncertain as
 * the speed of its impacts, which is a share of all speeds.
 */
#include <math.h>

#include "model/model.h"
#include "verify/run.h"

static const double cvode_share = 1e6, own_share = 10, course_share = 10;

double thud_verify_least_share(const thud_verify_model *v) {
    return own_share * v->model->run.tolerance + cvode_share * v->tolerance;
}

typedef struct judge {
    const thud_verify_model *v;
    thud_verification *out;
    double share;              /* relative: what may be different */
    const double *stick_range; /* [contact] s; may be NULL */
} judge;

/* the larger one of two numbers; infinite when one is no number */
static double larger(double a, double b) { return isnan(a) || isnan(b) ? INFINITY : fmax(fabs(a), fabs(b)); }

typedef enum part { BODY, CONTACT, LINK } part;

static void note(judge *j, part of, size_t index, const char *key, double run, double cvode, double allowed) {
    thud_verification *out = j->out;
    if (fabs(run - cvode) <= allowed) return; /* not so for NAN */
    if (out->difference_count < THUD_VERIFY_DIFFERENCES)
        out->different[out->difference_count] =
            (thud_verify_difference){of == CONTACT, of == LINK, index, key, run, cvode, allowed};
    out->difference_count++;
}

/* of a peak; `uncertain`: how much more than others it is; `rounding`: what is none, but left by larger numbers */
static void note_peak(judge *j, part of, size_t index, const char *key, double run, double cvode, double uncertain,
                      double rounding) {
    double size = larger(run, cvode);
    if (size > rounding) j->out->peak_difference = fmax(j->out->peak_difference, larger(run - cvode, 0) / size);
    note(j, of, index, key, run, cvode, j->share * uncertain * size + rounding);
}

/* how much slower than all speeds a contact's own ones are, and how much of its depth may be rounding of places */
static double uncertainty(const judge *j, size_t i) {
    const thud_verify_model *v = j->v;
    const thud_verify_contact *c = &v->contacts[i];
    double depth = v->peak[3 * v->n + 2 * i + 1];
    double slow = c->fastest > 0 && v->speed > c->fastest ? v->speed / c->fastest : 1;
    return depth > 0 ? slow + 1e-14 * v->size / (depth * j->share) : slow;
}

static bool is_friction(const thud_verify_link *l) {
    return l->source->given.hysteresis.model == THUD_HYSTERESIS_FRICTION;
}

/* m/s²: what a link bears at an end, which is for its own body, or the lighter of both where that is elsewhere */
static double borne_by(const thud_verify_model *v, size_t link, size_t body) {
    const thud_verify_link *l = &v->links[link];
    double force = v->peak[3 * v->n + 2 * v->contact_count + 2 * link], mass = INFINITY;
    if (is_friction(l)) force = fmax(force, l->source->given.hysteresis.force);
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
    return 1e-13 * most;
}

/* N: what the force of a contact that begins to rest may differ by with that instant */
static double beginning_force(const judge *j, const thud_verify_contact *c) {
    return 2 * j->share * c->force_lever + c->force_doubt;
}

static void judge_body(judge *j, size_t i, const thud_body_summary *b) {
    const thud_verify_model *v = j->v;
    double uncertain = 1, beginning = 2 * j->share * v->start_lever[i] + v->start_doubt[i];
    for (size_t k = 0; k < v->contact_count; k++)
        if (thud_verify_touches(&v->contacts[k], i)) uncertain = fmax(uncertain, uncertainty(j, k));
    /* of loads that hold each other rounding is left, and of a body at rest what that leads to */
    double rounding = rounding_at(v, i), time = v->model->run.duration;
    note_peak(j, BODY, i, "max_displacement", b->max_displacement, v->peak[i], 1, rounding * time * time);
    note_peak(j, BODY, i, "max_velocity", b->max_velocity, v->peak[v->n + i], 1, rounding * time);
    note_peak(j, BODY, i, "max_acceleration", b->max_acceleration, v->peak[2 * v->n + i], uncertain,
              rounding + v->faintest + beginning);
}

/* ---- contacts and links ---- */

/* Bounces slower than can be told apart from rest are counted by each solver as it sees them; as are those of
 * newton and poisson contacts side by side, of which dozens may come at one instant, in an order that is the
 * solver's own. */
static double doubtful_impacts(const judge *j, const thud_verify_contact *c) {
    const thud_verify_model *v = j->v;
    if (c->stick_time > 0 && v->model->run.impact_threshold < 1e-5 * v->speed) return INFINITY;
    if (c->impulsive && !c->alone) return INFINITY;
    return (double)c->doubtful;
}

/* of times at rest each solver's error is multiplied as the contact was told: see thud_verify_begin_lever; both
 * have one */
static void judge_contact(judge *j, size_t i, const thud_contact_summary *sum) {
    const thud_verify_model *v = j->v;
    const thud_verify_contact *c = &v->contacts[i];
    const double *peak = v->peak + 3 * v->n + 2 * i;
    double uncertain = uncertainty(j, i), duration = v->model->run.duration;
    note(j, CONTACT, i, "impacts", (double)sum->impacts, (double)c->impacts, doubtful_impacts(j, c));
    /* one that is closed for no time, beside a rigid one that is struck at that instant */
    double depth = !c->impulsive && peak[1] == 0 ? 1e-14 * v->size : 0;
    double force = c->impulsive ? beginning_force(j, c) : c->given.stiffness * pow(depth, c->given.exponent);
    if (!c->shared)
        note_peak(j, CONTACT, i, c->impulsive ? "resting_force" : "max_force", sum->max_force, peak[0], uncertain,
                  force);
    note_peak(j, CONTACT, i, "max_penetration", sum->max_penetration, peak[1], uncertain, depth);
    double rounding = 1e-14 * duration; /* of instants */
    double doubt = c->stick_doubt + (j->stick_range ? j->stick_range[i] : 0);
    note(j, CONTACT, i, "stick_time", sum->stick_time, c->stick_time,
         fmin(2 * j->share * c->stick_lever + doubt + rounding, duration));
}

/* the force of a dashpot goes with speeds, and is as uncertain as the slowest of its ends; that of a link that
 * yields is bounded, and one that does not is as certain as its deformation */
static void judge_link(judge *j, size_t i, const thud_link_summary *sum) {
    const thud_verify_model *v = j->v;
    const thud_verify_link *l = &v->links[i];
    const double *peak = v->peak + 3 * v->n + 2 * v->contact_count + 2 * i;
    /* a deformation is the difference of two displacements, each with an error of its own size */
    double size = fmax(l->left < v->n ? v->peak[l->left] : 0, l->right < v->n ? v->peak[l->right] : 0);
    double uncertain = peak[1] > 0 ? fmax(1, 2 * size / peak[1]) : 1;
    /* of loads that hold each other rounding is left, as in judge_body; a spring makes a force of it */
    double time = v->model->run.duration, rounding = fmax(rounding_at(v, l->left), rounding_at(v, l->right));
    double mass = (l->left < v->shown ? v->mass[l->left] : 0) + (l->right < v->shown ? v->mass[l->right] : 0);
    if (!l->shared)
        note_peak(j, LINK, l->number, "max_force", sum->max_force, peak[0], uncertain,
                  rounding * (mass + l->stiffness * time * time));
    note_peak(j, LINK, l->number, "max_deformation", sum->max_deformation, peak[1], uncertain,
              rounding * time * time);
}

void thud_verify_judge(const thud_verify_model *v, const thud_body_summary *bodies,
                       const thud_contact_summary *contacts, const thud_link_summary *links, double apart,
                       const double *stick_range, thud_verification *verification) {
    judge j = {v, verification, fmax(thud_verify_least_share(v), course_share * apart), stick_range};
    for (size_t i = 0; i < v->shown; i++) judge_body(&j, i, &bodies[i]);
    for (size_t i = 0; i < v->contact_count; i++) judge_contact(&j, i, &contacts[i]);
    for (size_t i = 0; i < v->link_count; i++) judge_link(&j, i, &links[v->links[i].number]);
}
