#include "simulate/touch.h"

#include <math.h>

static bool is_whole(double x) { return x == floor(x); }

/* the smallest q of 1, 2, 4, 8 that makes q n and q p whole; 0 when none does */
static int root_for(double n, double p) {
    for (int q = 1; q <= 8; q *= 2)
        if (is_whole(q * n) && is_whole(q * p)) return q;
    return 0;
}

/* the number of z^power in the plan; products are added as needed */
static int number_of_power(thud_power_plan *plan, int *exponents, int power) {
    if (power == 0) return -1;
    for (int i = 0; i <= plan->count; i++)
        if (exponents[i] == power) return i;
    int left = number_of_power(plan, exponents, power / 2);
    int right = number_of_power(plan, exponents, power - power / 2);
    plan->product[plan->count].left = left;
    plan->product[plan->count].right = right;
    plan->count++;
    exponents[plan->count] = power;
    return plan->count;
}

static thud_power_plan plan_powers(int q, double n, double p) {
    thud_power_plan plan = {0};
    int exponents[THUD_POWER_PRODUCTS + 1] = {1};
    plan.pace = number_of_power(&plan, exponents, q - 1);
    plan.drag = number_of_power(&plan, exponents, (int)(q * p));
    plan.spring = number_of_power(&plan, exponents, (int)(q * n));
    return plan;
}

thud_status thud_touch_init(thud_touch *t, size_t number, thud_body left, thud_body right,
                            const thud_gap_contact *given, double effective_mass) {
    const thud_structure *structure = given->law->structure;
    *t = (thud_touch){
        .number = number,
        .left = left,
        .right = right,
        .given = *given,
        .effective_mass = effective_mass,
        .impulsive = structure->kind == THUD_FORCE_IMPULSIVE,
        .bilinear = structure->kind == THUD_FORCE_BILINEAR,
        .approach_only = structure->approach_only,
        .n = given->exponent,
    };
    if (t->impulsive) return THUD_OK;

    thud_impact_options options = thud_impact_options_default(given->law);
    options.restitution = given->restitution;
    options.exponent = given->exponent;
    options.stiffness = given->stiffness;
    options.mass = effective_mass;
    options.damping = given->damping;
    options.damping_value = given->damping_value;
    options.separation = given->separation;
    thud_status status = thud_contact_init(&t->element, &options);
    if (status != THUD_OK) return status;
    t->p = structure->kind == THUD_FORCE_VISCOUS ? t->element.exponent_p : 0;
    t->root = root_for(t->n, t->p);
    if (t->root > 0) t->powers = plan_powers(t->root, t->n, t->p);
    t->linear = t->n == 1 && t->p == 0;
    /* with p = n, with a damper that rests in recovery, or without one, the force of an impact that is left to
     * itself is zero at δ = 0 and not before */
    bool pulls = structure->kind == THUD_FORCE_VISCOUS && !t->approach_only && t->p < t->n;
    bool zero_force = thud_law_separation(given->law, given->separation) == THUD_SEPARATION_ZERO_FORCE;
    t->ends_at_return = !t->bilinear && !(pulls && zero_force);
    t->may_pull = structure->kind == THUD_FORCE_VISCOUS && !t->approach_only && t->p == t->n && zero_force;
    return THUD_OK;
}

thud_status thud_touch_begin(thud_touch *t, double time, double speed, double floor) {
    double from = fmax(speed, floor);
    bool begun = t->element.active && t->element.options.speed == from; /* who asked for its skin has begun it */
    thud_status status = begun ? THUD_OK : thud_contact_begin(&t->element, from);
    if (status != THUD_OK) return status;
    t->phase = THUD_TOUCH_ACTIVE;
    t->approaching = true;
    t->lets_go = false;
    t->stiffness = t->given.stiffness;
    t->damping = t->element.damping;
    t->offset = t->top = t->base = 0;
    t->entry = (thud_impact_entry){
        .contact = t->number,
        .time = time,
        .approach_speed = speed,
        .damping = t->damping,
    };
    return THUD_OK;
}

double thud_touch_potential(const thud_touch *t, double depth) {
    double stretch = depth - t->offset;
    if (!(stretch > 0)) return 0;
    if (t->linear) return t->stiffness * stretch * stretch / 2;
    double skin = t->enter_at > 0 ? pow(t->enter_at, t->n + 1) : 0; /* there is no force before it */
    return t->stiffness * (pow(stretch, t->n + 1) - skin) / (t->n + 1);
}

double thud_touch_skin(const thud_touch *t, double speed, double acceleration, double tolerance) {
    double m = t->effective_mass, k = t->given.stiffness;
    /* what the spring takes from the speed, or its share of the force that presses */
    double moving = pow(tolerance * m * speed * speed / k, 1 / (t->n + 1));
    double pressed = pow(tolerance * m * fabs(acceleration) / k, 1 / t->n);
    double skin = fmax(moving, pressed);
    if (!(t->element.damping > 0)) return skin;
    /* what the damper takes from the speed that there is by then */
    double faster = fmax(speed, sqrt(2 * fabs(acceleration) * skin));
    return fmin(skin, pow(tolerance * m * faster / t->element.damping, 1 / (t->p + 1)));
}

bool thud_touch_skin_is_below(const thud_touch *t, double speed, double acceleration, double tolerance,
                              double depth) {
    double power = t->n == 1.5 ? depth * sqrt(depth) : pow(depth, t->n);
    double spring = t->given.stiffness * power, scale = tolerance * t->effective_mass;
    return scale * speed * speed < spring * depth && scale * fabs(acceleration) < spring;
}
