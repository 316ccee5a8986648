/*
 * A law defined in a scenario. It always has a general structure: its impacts are integrated, and its exact
 * damping is found from them.
 */
#include "model/own_law.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "law/force.h"

const char *const thud_own_names[THUD_OWN_NAMES] = {
    [THUD_OWN_DEPTH] = "depth", [THUD_OWN_RATE] = "rate", [THUD_OWN_SPEED] = "speed", [THUD_OWN_RESTITUTION] = "e",
    [THUD_OWN_STIFFNESS] = "k", [THUD_OWN_DAMPING] = "c", [THUD_OWN_EXPONENT] = "n",
};

static double own_force(const thud_force_state *f, double depth, double rate) {
    const thud_own_law *own = f->context;
    if (!own->force)
        return f->stiffness * thud_branch_power(depth, f->exponent) +
               f->damping * thud_branch_power(depth, own->drag) * rate;
    const double values[THUD_OWN_NAMES] = {depth,        rate,       f->speed,   f->restitution,
                                           f->stiffness, f->damping, f->exponent};
    return thud_expression_value(own->force, values);
}

static double own_rule(const void *context, double restitution, double exponent) {
    const thud_own_law *own = context;
    const double values[THUD_OWN_NAMES] = {
        NAN, NAN, NAN, [THUD_OWN_RESTITUTION] = restitution, NAN, NAN, [THUD_OWN_EXPONENT] = exponent};
    return thud_expression_value(own->rule, values);
}

static char *copy_of(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    if (copy) memcpy(copy, text, strlen(text) + 1);
    return copy;
}

thud_own_law *thud_own_law_create(const char *name, const char *force, const char *rule) {
    thud_own_law *own = calloc(1, sizeof *own);
    if (!own) return NULL;
    own->name = copy_of(name);
    own->equation = copy_of(force ? force : "F = k δⁿ + c δᵖ δ̇");
    own->rule_text = rule ? copy_of(rule) : NULL;
    if (own->name && own->equation && (own->rule_text || !rule)) return own;
    thud_own_law_free(own);
    return NULL;
}

void thud_own_law_free(thud_own_law *own) {
    if (!own) return;
    thud_expression_free(own->force);
    thud_expression_free(own->rule);
    free(own->name);
    free(own->equation);
    free(own->rule_text);
    free(own);
}

void thud_own_law_finish(thud_own_law *own, double exponent, thud_separation separation) {
    own->structure = (thud_structure){
        .name = "own",
        .family = "of the scenario",
        .equation = own->equation,
        .kind = THUD_FORCE_GENERAL,
        .damper_offset = own->force ? 0 : own->drag,
        .exact_return = "by impacts",
        .exact_zero_force = "by impacts",
        .force = own_force,
        .context = own,
    };
    own->law = (thud_law){
        .name = own->name,
        .label = own->name,
        .title = "of the scenario",
        .structure = &own->structure,
        .rule = own->rule_text,
        .exponent_default = exponent,
        .exponent_min = exponent,
        .exponent_max = exponent,
        .own_damping = own->rule ? own_rule : NULL,
        .context = own,
        .separation = separation,
        .source = "the scenario",
        .validity = "as the scenario has it",
    };
}
