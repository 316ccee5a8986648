/*
 * Takes the parameters of a contact over: the powers of z = δ^(1/q) that its law needs, its damping, its skin.
 */
#include "simulate/contacts/body_contact.h"

#include <math.h>

static thud_root_powers powers_of(int q, double n, double p) {
    thud_root_powers powers = {.plan = thud_power_plan_start()};
    powers.pace = thud_power_plan_number(&powers.plan, q - 1);
    powers.drag = thud_power_plan_number(&powers.plan, (int)(q * p));
    powers.spring = thud_power_plan_number(&powers.plan, (int)(q * n));
    return powers;
}

thud_status thud_body_contact_init(thud_body_contact *t, size_t number, thud_body left, thud_body right,
                                   const thud_gap_contact *given, double effective_mass) {
    const thud_structure *structure = given->law->structure;
    *t = (thud_body_contact){
        .number = number,
        .left = left,
        .right = right,
        .given = *given,
        .effective_mass = effective_mass,
        .impulsive = structure->kind == THUD_FORCE_IMPULSIVE,
        .bilinear = structure->kind == THUD_FORCE_BILINEAR,
        .approach_only = structure->approach_only,
        .permanent = given->indentation == THUD_INDENTATION_PERMANENT,
        .branch.n = given->exponent,
    };
    if (t->impulsive) return THUD_OK;

    thud_impact_options options = thud_gap_contact_impact(given);
    options.mass = effective_mass;
    thud_status status = thud_contact_init(&t->element, &options);
    if (status != THUD_OK) return status;
    t->branch.p = structure->kind == THUD_FORCE_VISCOUS ? t->element.exponent_p : 0;
    t->root = thud_power_root(t->branch.n, t->branch.p, 8);
    if (t->root > 0) t->powers = powers_of(t->root, t->branch.n, t->branch.p);
    t->linear = t->branch.n == 1 && t->branch.p == 0;
    /* with p = n, with a damper that rests in recovery, or without one, the force of an impact that is left to
     * itself is zero at δ = 0 and not before */
    bool pulls = structure->kind == THUD_FORCE_VISCOUS && !t->approach_only && t->branch.p < t->branch.n;
    bool zero_force = thud_law_separation(given->law, given->separation) == THUD_SEPARATION_ZERO_FORCE;
    t->ends_at_return = !t->bilinear && !(pulls && zero_force);
    t->may_pull =
        structure->kind == THUD_FORCE_VISCOUS && !t->approach_only && t->branch.p == t->branch.n && zero_force;
    return THUD_OK;
}

thud_status thud_body_contact_calibrate(thud_body_contact *t, double speed) {
    return thud_press_calibrate(&t->element, &t->given, speed);
}

thud_status thud_body_contact_begin(thud_body_contact *t, double time, double speed) {
    bool begun =
        t->element.active && t->element.options.speed == t->pressed.speed; /* who asked for its skin began it */
    thud_status status = begun ? THUD_OK : thud_body_contact_calibrate(t, t->pressed.speed);
    if (status != THUD_OK) return status;
    bool dented = t->permanent && t->top > 0; /* then it begins on the line that the impact before has ended on */
    t->phase = THUD_PHASE_ACTIVE;
    t->approaching = !dented;
    t->pulls_off = false;
    t->branch.k = dented ? t->element.unloading_stiffness : t->given.stiffness;
    t->branch.c = t->element.damping;
    t->branch.offset = 0;
    if (!dented) t->top = t->base = 0;
    t->entry = (thud_impact_entry){
        .contact = t->number,
        .time = time,
        .approach_speed = speed,
        .damping = t->branch.c,
    };
    return THUD_OK;
}

/* c δ^p/(2 √(m k n δ^(n−1))) */
double thud_body_contact_damping_ratio(const thud_body_contact *t, double depth) {
    const thud_branch *b = &t->branch;
    return 0.5 * b->c * sqrt(pow(depth, 2 * b->p - b->n + 1) / (t->effective_mass * b->k * b->n));
}

double thud_body_contact_potential(const thud_body_contact *t, double depth) {
    double stretch = depth - t->branch.offset;
    if (!(stretch > 0)) return 0;
    if (t->linear) return t->branch.k * stretch * stretch / 2;
    double skin = t->enter_at > 0 ? pow(t->enter_at, t->branch.n + 1) : 0; /* there is no force before it */
    return t->branch.k * (pow(stretch, t->branch.n + 1) - skin) / (t->branch.n + 1);
}

double thud_body_contact_skin(const thud_body_contact *t, double speed, double acceleration, double tolerance) {
    double m = t->effective_mass, k = t->given.stiffness;
    /* what the spring takes from the speed, or its share of the force of the loads */
    double moving = pow(tolerance * m * speed * speed / k, 1 / (t->branch.n + 1));
    double pressed = pow(tolerance * m * fabs(acceleration) / k, 1 / t->branch.n);
    double skin = fmax(moving, pressed);
    if (!(t->element.damping > 0)) return skin;
    /* what the damper takes from the speed that there is by then */
    double faster = fmax(speed, sqrt(2 * fabs(acceleration) * skin));
    return fmin(skin, pow(tolerance * m * faster / t->element.damping, 1 / (t->branch.p + 1)));
}

bool thud_body_contact_skin_is_below(const thud_body_contact *t, double speed, double acceleration,
                                     double tolerance, double depth) {
    double power = t->branch.n == 1.5 ? depth * sqrt(depth) : pow(depth, t->branch.n);
    double spring = t->given.stiffness * power, scale = tolerance * t->effective_mass;
    return scale * speed * speed < spring * depth && scale * fabs(acceleration) < spring;
}
