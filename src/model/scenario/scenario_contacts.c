/*
 * Contacts of a scenario. The law is read first, because it determines the parameters and their units.
 */
#include <math.h>
#include <string.h>

#include "model/scenario/fields.h"

static bool is_impulsive(const thud_law *law) { return law->structure->kind == THUD_FORCE_IMPULSIVE; }

static bool is_elastic(const thud_law *law) { return law->structure->kind == THUD_FORCE_ELASTIC; }

/* keys that depend on the law */
static const char *const LAW_KEYS[] = {"restitution", "restitution_speed", "stiffness",  "exponent", "damping",
                                       "separation",  "indentation",       "transition", "adhesion"};
enum { LAW_KEY_COUNT = sizeof LAW_KEYS / sizeof LAW_KEYS[0] };

/* keys of some structures only */
static const char *const EXTRA_KEYS[] = {"transition", "adhesion"};
enum { EXTRA_KEY_COUNT = sizeof EXTRA_KEYS / sizeof EXTRA_KEYS[0] };

static const thud_law *read_law(thud_fields *f) {
    const char *name = thud_fields_text(f, "model");
    const thud_law *law = name ? thud_law_find(name) : NULL;
    if (name && !law && f->scenario->model) law = thud_model_own_law(f->scenario->model, name);
    if (law || !name) return law;
    const char *near = thud_law_nearest(name);
    if (near) thud_fields_error(f, "model", "unknown model '%.60s'; did you mean '%s'?", name, near);
    else thud_fields_error(f, "model", "unknown model '%.60s'; 'thud laws' lists them", name);
    return NULL;
}

/* rigid bodies take only a restitution; other keys are reported, and not read */
static void refuse_for_rigid(thud_fields *f, const thud_law *law) {
    for (size_t i = 1; i < LAW_KEY_COUNT; i++)
        if (thud_fields_given(f, LAW_KEYS[i]))
            thud_fields_error(f, LAW_KEYS[i], "%s is for rigid bodies and takes no %s", law->name, LAW_KEYS[i]);
}

static void read_damping(thud_fields *f, thud_gap_contact *contact) {
    static const thud_damping sources[] = {THUD_DAMPING_EXACT, THUD_DAMPING_PUBLISHED};
    const thud_yaml_node *node = thud_fields_node(f, "damping");
    if (!node) return;
    /* words begin with letters, numbers do not; the choice finds the word, or a near one */
    const bool word =
        node->kind == THUD_YAML_TEXT && node->count > 0 && strchr("+-.0123456789", *node->text) == NULL;
    if (word) {
        const size_t choice = thud_fields_choice(f, "damping");
        if (choice < sizeof sources / sizeof sources[0]) contact->damping = sources[choice];
        return;
    }
    thud_dimension dimension;
    contact->damping = THUD_DAMPING_GIVEN;
    if (!thud_law_damping_dimension(contact->law, contact->exponent,
                                    &dimension)) { /* no damper: the check reports it; the unit is undefined */
        contact->damping_value = 0;
        return;
    }
    contact->damping_value = thud_fields_number_of(f, "damping", dimension);
}

static void read_separation(thud_fields *f, thud_gap_contact *contact) {
    static const thud_separation rules[] = {THUD_SEPARATION_ZERO_FORCE, THUD_SEPARATION_RETURN};
    const size_t choice = thud_fields_choice(f, "separation");
    if (choice < sizeof rules / sizeof rules[0]) contact->separation = rules[choice];
}

static void read_indentation(thud_fields *f, thud_gap_contact *contact) {
    static const thud_indentation kinds[] = {THUD_INDENTATION_RECOVERS, THUD_INDENTATION_PERMANENT};
    const size_t choice = thud_fields_choice(f, "indentation");
    if (choice < sizeof kinds / sizeof kinds[0]) contact->indentation = kinds[choice];
}

static void read_extras(thud_fields *f, thud_gap_contact *contact) {
    const thud_structure *s = contact->law->structure;
    for (size_t i = 0; i < EXTRA_KEY_COUNT; i++) {
        size_t at = 0;
        if (!thud_fields_given(f, EXTRA_KEYS[i])) continue;
        while (at < s->extra_count && strcmp(s->extras[at].row.name, EXTRA_KEYS[i]) != 0) at++;
        if (at < s->extra_count) contact->extra[at] = thud_fields_number(f, EXTRA_KEYS[i]);
        else thud_fields_error(f, EXTRA_KEYS[i], "%s takes no %s", contact->law->name, EXTRA_KEYS[i]);
    }
}

static void read_compliant(thud_fields *f, thud_gap_contact *contact) {
    const thud_law *law = contact->law;
    if (thud_fields_given(f, "exponent")) {
        const double exponent = thud_fields_number(f, "exponent");
        contact->exponent = exponent;
        if (!(exponent >= law->exponent_min && exponent <= law->exponent_max)) { /* the unit is unknown */
            thud_fields_mark_faulty(f, "stiffness");
            return;
        }
    }
    if (thud_fields_given(f, "stiffness"))
        contact->stiffness = thud_fields_number_of(f, "stiffness", thud_dimension_stiffness(contact->exponent));
    if (thud_fields_given(f, "restitution_speed")) {
        contact->restitution_speed = thud_fields_number(f, "restitution_speed");
        if (contact->restitution_speed == 0)
            contact->restitution_speed = NAN; /* 0 is not a valid speed; the check reports it */
    }
    read_damping(f, contact);
    read_separation(f, contact);
    read_indentation(f, contact);
    read_extras(f, contact);
}

/* a map: through points, or a power */
static void read_curve(thud_fields *f, thud_gap_contact *contact) {
    thud_restitution_curve curve = {.kind = THUD_RESTITUTION_CONSTANT};
    thud_fields inner;
    if (!thud_fields_inner(f, "restitution", &inner)) return;
    const char *way = thud_fields_one_of(&inner);
    if (!way) {
        thud_fields_mark_faulty(f, "restitution");
        return;
    }
    if (strcmp(way, "at") == 0) {
        curve.kind = THUD_RESTITUTION_POINTS;
        curve.count = thud_fields_speeds(&inner, "at", THUD_RESTITUTION_MOST, curve.speed, curve.restitution);
        for (const char *const *key = (const char *const[]){"b", "least", NULL}; *key; key++)
            if (thud_fields_given(&inner, *key))
                thud_fields_error(&inner, *key, "%s goes with a, not with at", *key);
    } else {
        curve.kind = THUD_RESTITUTION_POWER;
        curve.a = thud_fields_number(&inner, "a");
        curve.b = thud_fields_number(&inner, "b");
        curve.least = thud_fields_number(&inner, "least");
        if (!thud_fields_given(&inner, "b") && !thud_fields_is_faulty(&inner, "b"))
            thud_fields_error(&inner, "b", "b is missing: e = 1 − a v^b needs it");
    }
    contact->restitution_curve = curve;
}

static void read_restitution(thud_fields *f, thud_gap_contact *contact) {
    const bool needed = !is_elastic(contact->law) && contact->damping != THUD_DAMPING_GIVEN;
    if (thud_fields_given(f, "restitution")) {
        if (thud_fields_node(f, "restitution")->kind == THUD_YAML_MAP) read_curve(f, contact);
        else contact->restitution = thud_fields_number(f, "restitution");
        if (contact->damping == THUD_DAMPING_GIVEN && !is_elastic(contact->law) &&
            !thud_fields_is_faulty(f, "damping"))
            thud_messages_warning(&f->scenario->messages, thud_fields_node(f, "restitution")->offset,
                                  "restitution is unused, because damping is a number");
    } else if (needed && !thud_fields_is_faulty(f, "restitution") && !thud_fields_is_faulty(f, "damping")) {
        thud_fields_error(f, "restitution", "restitution is missing: %s needs it", contact->law->name);
    }
}

static thud_gap_contact read_parameters(thud_fields *f) {
    const thud_law *law = read_law(f);
    thud_gap_contact contact = thud_gap_contact_default(law);
    contact.gap = thud_fields_number(f, "gap");
    if (!law) {
        for (size_t i = 0; i < LAW_KEY_COUNT; i++) thud_fields_mark_faulty(f, LAW_KEYS[i]);
        return contact;
    }
    if (is_impulsive(law)) refuse_for_rigid(f, law);
    else read_compliant(f, &contact);
    read_restitution(f, &contact);
    return contact;
}

thud_gap_contact thud_scenario_read_parameters(thud_scenario *s, thud_yaml_node *node) {
    thud_fields fields;
    if (!thud_fields_read(s, node, THUD_SECTION_CONTACT, &fields)) return thud_gap_contact_default(NULL);
    return read_parameters(&fields);
}

/* the ends of a contact: their keys */
typedef struct ends {
    const char *first, *second;
} ends;

static const char *const end_keys[] = {"left", "right", "tip", "rod"};

/* the tip of a rod strikes another rod or a body; without a tip two bodies meet */
static ends ends_of(thud_fields *f) {
    bool given[4];
    for (int i = 0; i < 4; i++) given[i] = thud_fields_given(f, end_keys[i]);
    const bool left = given[0], right = given[1], tip = given[2], rod = given[3];
    if (tip && !rod && left && !right) return (ends){"left", "tip"};
    if (tip && !rod && right && !left) return (ends){"tip", "right"};
    if ((tip && rod) || ((tip || rod) && !left && !right)) return (ends){"tip", "rod"};
    return (ends){"left", "right"};
}

static ends find_ends(thud_fields *f) {
    const ends between = ends_of(f);
    const char *const both[] = {between.first, between.second};
    bool fits = true;
    for (int i = 0; i < 4; i++) {
        const char *key = end_keys[i];
        if (!thud_fields_given(f, key) || strcmp(key, both[0]) == 0 || strcmp(key, both[1]) == 0) continue;
        thud_fields_error(
            f, key,
            "a contact is between bodies (left, right), rods (tip, rod), or a tip and a body (tip with "
            "left or right)");
        fits = false;
    }
    for (int i = 0; i < 2; i++) {
        if (thud_fields_given(f, both[i]) || thud_fields_is_faulty(f, both[i])) continue;
        if (fits) thud_fields_error(f, both[i], "%s is missing", both[i]);
        else thud_fields_mark_faulty(f, both[i]);
    }
    return between;
}

static void read_contact(thud_scenario *s, thud_yaml_node *node) {
    thud_fields fields;
    const char *name = NULL;
    thud_gap_contact contact = thud_gap_contact_default(NULL);
    if (!thud_fields_read(s, node, THUD_SECTION_CONTACT, &fields)) {
        thud_model_add_contact(s->model, NULL, (thud_body_id){THUD_NOTHING}, (thud_body_id){THUD_NOTHING},
                               &contact);
        return;
    }
    name = thud_fields_text(&fields, "name");
    const ends between = find_ends(&fields);
    const bool first = strcmp(between.first, "tip") == 0, second = strcmp(between.second, "tip") == 0;
    if (first && strcmp(between.second, "rod") == 0) {
        const thud_rod_id tip = thud_fields_rod(&fields, "tip"), rod = thud_fields_rod(&fields, "rod");
        contact = read_parameters(&fields);
        thud_model_add_rod_contact(s->model, name, tip, rod, &contact);
    } else if (first || second) {
        const thud_rod_id tip = thud_fields_rod(&fields, "tip");
        const thud_body_id body = thud_fields_place(&fields, first ? "right" : "left");
        contact = read_parameters(&fields);
        thud_model_add_tip_contact(s->model, name, tip, first ? THUD_TIP_LEFT : THUD_TIP_RIGHT, body, &contact);
    } else {
        const thud_body_id left = thud_fields_place(&fields, "left"), right = thud_fields_place(&fields, "right");
        contact = read_parameters(&fields);
        thud_model_add_contact(s->model, name, left, right, &contact);
    }
}

void thud_scenario_read_contacts(thud_scenario *s, thud_fields *root) {
    const thud_yaml_node *contacts = thud_fields_parts(root, "contacts");
    for (uint32_t i = 0; contacts && i < contacts->count; i++) {
        s->messages.once = contacts->children[i].is_copy;
        read_contact(s, &contacts->children[i]);
    }
    s->messages.once = false;
}
