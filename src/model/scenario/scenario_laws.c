/*
 * Laws defined in a scenario: exponents, or a force as an expression; a rule as an expression.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/print.h"
#include "model/scenario/fields.h"

/* the number of a name; a rule has but two */
static size_t look_up(void *context, const char *name, thud_expression_fault *fault) {
    const bool rule = *(const bool *)context;
    for (size_t i = 0; i < THUD_OWN_NAMES; i++) {
        const bool known = !rule || i == THUD_OWN_RESTITUTION || i == THUD_OWN_EXPONENT;
        if (known && strcmp(thud_own_names[i], name) == 0) return i;
    }
    thud_print(fault->text, sizeof fault->text,
               rule ? "unknown name '%.40s'; a rule has e and n"
                    : "unknown name '%.40s'; a force has depth, rate, speed, e, k, c and n",
               name);
    return SIZE_MAX;
}

static thud_expression *read_expression(thud_fields *f, const char *key, bool rule) {
    const char *text = thud_fields_given(f, key) ? thud_fields_text(f, key) : NULL;
    thud_expression *expression = NULL;
    thud_expression_fault fault = {.text = ""};
    if (!text) return NULL;
    const thud_status status = thud_expression_parse(text, look_up, &rule, &expression, &fault);
    if (status == THUD_ERROR_MEMORY) f->scenario->out_of_memory = true;
    else if (status != THUD_OK) thud_fields_error(f, key, "%s, character %zu: %s", key, fault.at + 1, fault.text);
    return status == THUD_OK ? expression : NULL;
}

static bool is_number(const thud_own_law *own, double depth, double rate) {
    const double values[THUD_OWN_NAMES] = {depth, rate, 1, 0.5, 1, 1, own->law.exponent_default};
    return isfinite(thud_expression_value(own->force, values));
}

static void read_force(thud_fields *f, thud_own_law *own) {
    own->force = read_expression(f, "force", false);
    if (!own->force) return;
    if (!thud_expression_uses(own->force, THUD_OWN_DAMPING))
        thud_fields_error(f, "force", "force has no c, so there is nothing to calibrate");
    if (thud_fields_given(f, "drag")) thud_fields_error(f, "drag", "drag is for a law without a force function");
}

static void read_law(thud_scenario *s, thud_yaml_node *node) {
    static const thud_separation rules[] = {THUD_SEPARATION_ZERO_FORCE, THUD_SEPARATION_RETURN};
    thud_fields f;
    if (!thud_fields_read(s, node, THUD_SECTION_LAW, &f)) return;
    const char *force = thud_fields_given(&f, "force") ? thud_fields_text(&f, "force") : NULL;
    const char *rule = thud_fields_given(&f, "rule") ? thud_fields_text(&f, "rule") : NULL;
    thud_own_law *own = thud_own_law_create(node->key, force, rule);
    if (!own) {
        s->out_of_memory = true;
        return;
    }
    if (thud_law_find(node->key) || thud_model_own_law(s->model, node->key))
        thud_messages_error(&s->messages, thud_node_place(node), "there is already a law '%.60s'", node->key);
    const double n = thud_fields_number(&f, "spring");
    own->drag = thud_fields_given(&f, "drag") ? thud_fields_number(&f, "drag") : n;
    if (!(n >= 0.5 && n <= 10)) thud_fields_error(&f, "spring", "spring must lie between 0.5 and 10");
    if (thud_fields_given(&f, "drag") && !(own->drag >= 0 && own->drag <= 10))
        thud_fields_error(&f, "drag", "drag must lie between 0 and 10");
    const size_t choice = thud_fields_choice(&f, "separation");
    own->rule = read_expression(&f, "rule", true);
    read_force(&f, own);
    thud_own_law_finish(own, n, choice < 2 ? rules[choice] : THUD_SEPARATION_ZERO_FORCE);
    if (own->force && !(is_number(own, 1e-3, 1) && is_number(own, 0, 1) && is_number(own, 1e-3, -1)))
        thud_fields_error(&f, "force", "force is not a number where all its variables are 1");
    if (!thud_model_take_law(s->model, own)) s->out_of_memory = true;
}

void thud_scenario_read_laws(thud_scenario *s, thud_fields *root) {
    const thud_yaml_node *laws = thud_fields_parts(root, "laws");
    for (uint32_t i = 0; laws && i < laws->count; i++) read_law(s, &laws->children[i]);
}
