/* A contact element that calibrates itself when the gap closes. Force and tangent are pure functions of its state.
 */
#include <thud/contact.h>

#include <math.h>

#include "calibrate/damping.h"
#include "impact/check.h"

static bool is_compliant(const thud_law *law) { return law && law->structure->kind != THUD_FORCE_IMPULSIVE; }

thud_status thud_contact_init(thud_contact *contact, const thud_impact_options *options) {
    if (!contact || !options || !is_compliant(options->law)) return THUD_ERROR_ARGUMENT;
    thud_impact_options at_some_speed = *options;
    at_some_speed.speed = 1;
    thud_status status = thud_impact_check(&at_some_speed, NULL);
    if (status != THUD_OK) return status;
    double chi = 0;
    if (options->damping != THUD_DAMPING_GIVEN)
        status = thud_law_scaled_damping(options->law, options->restitution, options->exponent, options->separation,
                                         options->damping, &chi);
    if (status != THUD_OK) return status;
    *contact = (thud_contact){
        .options = at_some_speed,
        .scaled_damping = chi,
        .exponent_p = thud_law_damper_exponent(options->law, options->exponent),
        .unloading_stiffness = options->stiffness,
    };
    return THUD_OK;
}

/* c for the impact that begins, or k₂ for bilinear laws */
static thud_status damping_for(const thud_impact_options *o, double chi, double *damping) {
    thud_status status = thud_impact_check_values(o, o->damping, NULL);
    if (status != THUD_OK) return status;
    if (o->damping != THUD_DAMPING_GIVEN) return thud_damping_at(o, chi, damping);
    *damping = o->damping_value;
    return THUD_OK;
}

thud_status thud_contact_begin(thud_contact *contact, double approach_speed) {
    if (!contact) return THUD_ERROR_ARGUMENT;
    contact->active = false; /* an impact that cannot begin leaves none under way: the one before is over */
    if (!is_compliant(contact->options.law)) return THUD_ERROR_ARGUMENT;
    thud_impact_options options = contact->options;
    options.speed = approach_speed;
    double damping = 0;
    thud_status status = damping_for(&options, contact->scaled_damping, &damping);
    if (status != THUD_OK) return status;

    bool bilinear = options.law->structure->kind == THUD_FORCE_BILINEAR;
    contact->options = options;
    contact->damping = bilinear ? 0 : damping;
    contact->unloading_stiffness = bilinear ? damping : options.stiffness;
    contact->max_penetration = 0;
    contact->active = true;
    return THUD_OK;
}

/* force and its derivatives before any clamp */
typedef struct {
    double force, stiffness, damping;
} response;

static response viscous(const thud_contact *c, double depth, double rate) {
    double n = c->options.exponent, p = c->exponent_p;
    double spring = c->options.stiffness * pow(depth, n);
    response r = {.force = spring, .stiffness = n * spring / depth};
    bool resting = c->damping == 0 || (c->options.law->structure->approach_only && rate <= 0);
    if (resting) return r;
    r.damping = c->damping * (p == 0 ? 1 : pow(depth, p));
    r.force += r.damping * rate;
    r.stiffness += p * r.damping * rate / depth;
    return r;
}

static response bilinear(const thud_contact *c, double depth, double rate) {
    double k1 = c->options.stiffness, k2 = c->unloading_stiffness, top = fmax(c->max_penetration, depth);
    if (rate > 0 && depth >= c->max_penetration) return (response){k1 * depth, k1, 0};
    double force = k1 * top - k2 * (top - depth);
    return force > 0 ? (response){force, k2, 0} : (response){0, 0, 0};
}

static response respond(const thud_contact *c, double depth, double rate) {
    if (!c->active || !(depth > 0)) return (response){0, 0, 0};
    if (c->options.law->structure->kind == THUD_FORCE_BILINEAR) return bilinear(c, depth, rate);
    response r = viscous(c, depth, rate);
    bool clamped = thud_law_separation(c->options.law, c->options.separation) == THUD_SEPARATION_ZERO_FORCE;
    return clamped && r.force < 0 ? (response){0, 0, 0} : r;
}

double thud_contact_force(const thud_contact *contact, double penetration, double rate) {
    return respond(contact, penetration, rate).force;
}

void thud_contact_tangent(const thud_contact *contact, double penetration, double rate, double *stiffness,
                          double *damping) {
    response r = respond(contact, penetration, rate);
    *stiffness = r.stiffness;
    *damping = r.damping;
}

bool thud_contact_accept(thud_contact *contact, double penetration, double rate) {
    if (!contact->active) return false;
    contact->max_penetration = fmax(contact->max_penetration, penetration);
    bool parting = rate < 0;
    bool apart = !(penetration > 0) && parting;
    bool zero_force =
        thud_law_separation(contact->options.law, contact->options.separation) == THUD_SEPARATION_ZERO_FORCE;
    if (apart || (zero_force && parting && thud_contact_force(contact, penetration, rate) <= 0))
        contact->active = false;
    return contact->active;
}
