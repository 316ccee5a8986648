/* A contact element that calibrates itself when the gap closes. Force and tangent are pure functions of its state.
 */
#include <thud/contact.h>

#include <math.h>

#include "base/environment.h"
#include "base/error.h"
#include "calibrate/element.h"
#include "impact/check.h"
#include "impact/damping.h"
#include "impact/general.h"
#include "law/force.h"

static bool is_general(const thud_law *law) { return law->structure->kind == THUD_FORCE_GENERAL; }

/* χ, which does not depend on the speed; general structures have none and are calibrated for each impact */
static thud_status find_chi(const thud_impact_options *o, double restitution, double *chi) {
    if (o->damping == THUD_DAMPING_GIVEN || is_general(o->law)) {
        *chi = 0;
        return THUD_OK;
    }
    return thud_law_scaled_damping(o->law, restitution, o->exponent, o->separation, o->damping, chi);
}

thud_general thud_contact_general(const thud_contact *c) {
    thud_general general = thud_general_of(&c->options, c->damping);
    general.state.top = c->max_penetration;
    return general;
}

/* whether the force follows from δ and δ̇ */
static bool is_compliant(const thud_law *law) {
    return law && law->structure->kind != THUD_FORCE_IMPULSIVE && !law->structure->relaxes;
}

thud_status thud_contact_check(const thud_impact_options *options, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!options) return thud_error_argument(error, "options", NAN, "are missing");
    if (options->law && !is_compliant(options->law))
        return thud_error_argument(error, "law", NAN, "is impulsive and has no force; choose a compliant law");
    thud_impact_options at_some_speed = *options;
    at_some_speed.speed = 1;
    return thud_impact_check(&at_some_speed, error);
}

thud_status thud_contact_init(thud_contact *contact, const thud_impact_options *options) {
    THUD_PLAIN_ENVIRONMENT;
    if (!contact || !options || !is_compliant(options->law)) return THUD_ERROR_ARGUMENT;
    thud_impact_options at_some_speed = *options;
    at_some_speed.speed = 1;
    thud_status status = thud_impact_check(&at_some_speed, NULL);
    if (status != THUD_OK) return status;
    double chi;
    status = find_chi(options, options->restitution, &chi);
    if (status != THUD_OK) return status;
    *contact = (thud_contact){
        .options = at_some_speed,
        .scaled_damping = chi,
        .exponent_p = thud_law_damper_exponent(options->law, options->exponent),
        .unloading_stiffness = options->stiffness,
    };
    return THUD_OK;
}

/* c for the new impact, or k₂ for bilinear laws */
static thud_status damping_for(const thud_impact_options *o, double chi, double *damping) {
    thud_status status = thud_impact_check_values(o, o->damping, NULL);
    if (status != THUD_OK) return status;
    if (o->damping != THUD_DAMPING_GIVEN && !is_general(o->law)) return thud_damping_at(o, chi, damping);
    return thud_impact_damping(o, o->damping, damping);
}

thud_status thud_contact_begin_with(thud_contact *contact, double approach_speed, double restitution) {
    THUD_PLAIN_ENVIRONMENT;
    if (!contact) return THUD_ERROR_ARGUMENT;
    contact->active = contact->lost = false;
    thud_impact_options *o = &contact->options;
    if (!is_compliant(o->law)) return THUD_ERROR_ARGUMENT;
    if (o->damping != THUD_DAMPING_GIVEN && restitution != o->restitution) {
        double chi;
        thud_status status = find_chi(o, restitution, &chi);
        if (status != THUD_OK) return status;
        o->restitution = restitution;
        contact->scaled_damping = chi;
    }
    return thud_contact_begin(contact, approach_speed);
}

thud_status thud_contact_begin(thud_contact *contact, double approach_speed) {
    THUD_PLAIN_ENVIRONMENT;
    if (!contact) return THUD_ERROR_ARGUMENT;
    contact->active = contact->lost = false; /* if it cannot begin, no impact is active */
    if (!is_compliant(contact->options.law)) return THUD_ERROR_ARGUMENT;
    thud_impact_options options = contact->options;
    const bool constant = options.restitution_speed > 0;
    if (constant && !(approach_speed >= 0 && approach_speed <= 1e100)) return THUD_ERROR_ARGUMENT;
    options.speed = constant ? options.restitution_speed : approach_speed;
    double damping = 0;
    thud_status status = damping_for(&options, contact->scaled_damping, &damping);
    if (status != THUD_OK) return status;
    options.speed = approach_speed;

    bool bilinear = options.law->structure->kind == THUD_FORCE_BILINEAR;
    contact->options = options;
    contact->damping = bilinear ? 0 : damping;
    contact->unloading_stiffness = bilinear ? damping : options.stiffness;
    if (!contact->permanent) contact->max_penetration = 0;
    contact->active = true;
    return THUD_OK;
}

/* the branch of the law at a penetration; false where the force is zero */
static bool branch_at(const thud_contact *c, double depth, double rate, thud_branch *branch) {
    const thud_structure *structure = c->options.law->structure;
    double k = c->options.stiffness, top = fmax(c->max_penetration, depth);
    if (!c->active || !(depth > 0)) return false;
    if (structure->kind == THUD_FORCE_BILINEAR) {
        bool loading = rate > 0 && depth >= c->max_penetration;
        *branch =
            loading ? (thud_branch){.k = k, .n = 1} : thud_branch_unloading(k, c->unloading_stiffness, top, 0);
        return depth > branch->offset;
    }
    bool resting = structure->approach_only && rate <= 0;
    *branch = (thud_branch){k, resting ? 0 : c->damping, c->options.exponent, c->exponent_p, 0};
    bool clamped = thud_law_separation(c->options.law, c->options.separation) == THUD_SEPARATION_ZERO_FORCE;
    return !clamped || thud_branch_force(branch, depth, rate) >= 0;
}

static double general_force(const thud_contact *c, double depth, double rate) {
    thud_general general = thud_contact_general(c);
    return c->active && depth > thud_general_end(&general) ? thud_general_force_at(&general, depth, rate) : 0;
}

/* differences over a millionth of the state */
static void general_tangent(const thud_contact *c, double depth, double rate, double *stiffness, double *damping) {
    const double deep = 1e-6 * depth, fast = 1e-6 * fmax(fabs(rate), c->options.speed);
    *stiffness = *damping = 0;
    if (!c->active || !(depth != 0)) return;
    *stiffness = (general_force(c, depth + deep, rate) - general_force(c, depth - deep, rate)) / (2 * deep);
    *damping = (general_force(c, depth, rate + fast) - general_force(c, depth, rate - fast)) / (2 * fast);
}

/* a diverged integrator must not see a contact that is over */
static bool is_no_number(const thud_contact *contact, double penetration, double rate) {
    return contact->lost || isnan(penetration) || isnan(rate);
}

double thud_contact_force(const thud_contact *contact, double penetration, double rate) {
    thud_branch branch;
    if (is_no_number(contact, penetration, rate)) return NAN;
    if (is_general(contact->options.law)) return general_force(contact, penetration, rate);
    return branch_at(contact, penetration, rate, &branch) ? thud_branch_force(&branch, penetration, rate) : 0;
}

void thud_contact_tangent(const thud_contact *contact, double penetration, double rate, double *stiffness,
                          double *damping) {
    thud_branch branch;
    if (is_no_number(contact, penetration, rate)) {
        *stiffness = *damping = NAN;
        return;
    }
    if (is_general(contact->options.law)) {
        general_tangent(contact, penetration, rate, stiffness, damping);
        return;
    }
    bool pushes = branch_at(contact, penetration, rate, &branch);
    *stiffness = pushes ? thud_branch_stiffness(&branch, penetration, rate) : 0;
    *damping = pushes ? thud_branch_damper(&branch, penetration) : 0;
}

thud_status thud_contact_state(const thud_contact *contact) {
    if (!contact) return THUD_ERROR_ARGUMENT;
    return contact->lost ? THUD_ERROR_FINITE : THUD_OK;
}

/* penetration at which parting bodies stop attracting */
static double end_of(const thud_contact *contact) {
    if (!is_general(contact->options.law)) return 0;
    thud_general general = thud_contact_general(contact);
    return thud_general_end(&general);
}

bool thud_contact_accept(thud_contact *contact, double penetration, double rate) {
    if (!isfinite(penetration) || !isfinite(rate)) {
        contact->active = false;
        contact->lost = true;
    }
    if (!contact->active) return false;
    contact->max_penetration = fmax(contact->max_penetration, penetration);
    bool parting = rate < 0;
    bool apart = !(penetration > end_of(contact)) && parting;
    bool zero_force =
        thud_law_separation(contact->options.law, contact->options.separation) == THUD_SEPARATION_ZERO_FORCE;
    if (apart || (zero_force && !is_general(contact->options.law) && parting &&
                  thud_contact_force(contact, penetration, rate) <= 0))
        contact->active = false;
    return contact->active;
}
