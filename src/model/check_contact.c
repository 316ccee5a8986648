/*
 * Contacts: their ends, their law and its parameters, and whether they are open at the start.
 */
#include <math.h>
#include <string.h>

#include <thud/impact.h>

#include "law/general.h"
#include "model/check.h"
#include "model/geometry.h"

static bool is_impulsive(const thud_law *law) { return law->structure->kind == THUD_FORCE_IMPULSIVE; }

static bool is_rod(const thud_model *model, int rod) { return rod >= 0 && (size_t)rod < model->rod_count; }

static void check_ends_of_bodies(thud_check *check, thud_check_part part, const thud_model_contact *contact) {
    const bool left = thud_check_end(check, part, "left", contact->left, "its left side is not a body");
    const bool right = thud_check_end(check, part, "right", contact->right, "its right side is not a body");
    if (left && right && contact->row.terms && contact->row.count == 0)
        thud_check_error(check, part, "right", "its two sides move together and never meet");
    else if (left && right && contact->left == contact->right)
        thud_check_error(check, part, "right", "a body cannot strike itself");
    else if (left && right &&
             (contact->row.terms ? !thud_row_has_body(&contact->row) : contact->left < 0 && contact->right < 0))
        thud_check_error(check, part, "right", "the motions of both sides are prescribed; name a body");
}

static void check_ends_of_rods(thud_check *check, thud_check_part part, const thud_model_contact *contact) {
    const bool tip = is_rod(check->model, contact->left), side = is_rod(check->model, contact->right);
    if (!tip) thud_check_error(check, part, "tip", "its tip is not that of a rod");
    if (!side) thud_check_error(check, part, "rod", "it does not strike a rod");
    if (tip && side && contact->left == contact->right)
        thud_check_error(check, part, "rod", "a rod cannot strike itself");
}

/* a tip, and its counterpart */
static void check_ends_of_tip(thud_check *check, thud_check_part part, const thud_model_contact *contact) {
    const thud_model *model = check->model;
    const char *key = contact->tip_left ? "right" : "left";
    const thud_body body = contact->tip_left ? contact->right : contact->left;
    if (!is_rod(model, contact->tip)) thud_check_error(check, part, "tip", "its tip is not that of a rod");
    (void)thud_check_end(check, part, key, body, "its tip strikes something that is not a body");
}

/* time stepping between velocities has Newton's law built in, and no other */
void thud_check_contact_solver(thud_check *check, size_t index) {
    const thud_law *law = check->model->contacts[index].given.law;
    if (law && check->model->run.solver == THUD_SOLVER_MOREAU && strcmp(law->name, "newton") != 0)
        thud_check_error(check, (thud_check_part){THUD_PART_CONTACT, index}, "model",
                         "solver moreau supports newton contacts only");
}

static bool is_curved(const thud_gap_contact *given) {
    return given->restitution_curve.kind != THUD_RESTITUTION_CONSTANT;
}

/* restitution against speed; further checks use its smallest and largest value */
static bool check_curve(thud_check *check, thud_check_part part, const thud_gap_contact *given, double *least) {
    static const char *const keys[] = {"restitution.at", "restitution.a", "restitution.b", "restitution.least"};
    const thud_restitution_curve *curve = &given->restitution_curve;
    thud_error error;
    *least = 1;
    for (size_t i = 0; curve->kind == THUD_RESTITUTION_POINTS && i < curve->count && i < THUD_RESTITUTION_MOST; i++)
        *least = fmin(*least, curve->restitution[i]);
    if (curve->kind == THUD_RESTITUTION_POWER && curve->least > 0) *least = curve->least;
    if (thud_restitution_check(curve, &error) == THUD_OK) return true;
    const char *key = "restitution";
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (error.subject && strcmp(error.subject, keys[i]) == 0) key = keys[i];
    thud_check_error(check, part, key, "%s", error.text);
    return false;
}

/* rigid bodies take only a restitution */
static void check_impulsive(thud_check *check, thud_check_part part, const thud_gap_contact *given) {
    const char *law = given->law->name;
    double least;
    if (given->restitution_speed != 0)
        thud_check_error(check, part, "restitution_speed", "%s is for rigid bodies and takes no restitution_speed",
                         law);
    (void)check_curve(check, part, given, &least);
    if (!is_curved(given) && !(given->restitution >= 0 && given->restitution <= 1))
        thud_check_bad_value(check, part, "restitution", given->restitution, "must lie between 0 and 1");
    if (!isnan(given->stiffness))
        thud_check_error(check, part, "stiffness", "%s is for rigid bodies and takes no stiffness", law);
    if (given->exponent != given->law->exponent_default)
        thud_check_error(check, part, "exponent", "%s is for rigid bodies and takes no exponent", law);
    if (given->damping == THUD_DAMPING_GIVEN)
        thud_check_error(check, part, "damping", "%s is for rigid bodies and takes no damping", law);
    if (thud_law_separation(given->law, given->separation) != given->law->separation)
        thud_check_error(check, part, "separation", "%s is for rigid bodies and takes no separation", law);
}

/* the key for an error of an impact, as a constant; NULL: not a key of contacts */
static const char *key_of(const thud_law *law, const thud_error *error) {
    static const char *const keys[] = {"restitution", "exponent", "stiffness", "damping", "separation"};
    for (size_t i = 0; error->subject && i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(error->subject, keys[i]) == 0) return keys[i];
    const thud_structure *s = law->structure;
    for (size_t i = 0; error->subject && i < s->extra_count; i++)
        if (strcmp(error->subject, s->extras[i].row.name) == 0) return s->extras[i].row.name;
    return NULL;
}

static void report_impact(thud_check *check, thud_check_part part, const thud_law *law, const char *key,
                          const thud_error *error) {
    if (key && isnan(error->value) && strcmp(key, "stiffness") == 0)
        thud_check_error(check, part, key, "%s needs a stiffness", law->name);
    else thud_check_error(check, part, key, "%s: %s", law->name, error->text);
}

/* replaces a wrong value by a harmless one; false if there is none */
static bool set_right(thud_impact_options *options, const char *key) {
    if (!key) return false;
    if (strcmp(key, "restitution") == 0) options->restitution = 1;
    else if (strcmp(key, "exponent") == 0) options->exponent = options->law->exponent_default;
    else if (strcmp(key, "stiffness") == 0) options->stiffness = 1;
    else if (strcmp(key, "separation") == 0) options->separation = THUD_SEPARATION_DEFAULT;
    else if (strcmp(key, "damping") == 0) options->damping = THUD_DAMPING_EXACT;
    else thud_general_presets(options->law, options->extra);
    return true;
}

/* the reference speed of a constant c; it needs a single restitution */
static void check_restitution_speed(thud_check *check, thud_check_part part, const thud_gap_contact *given) {
    const double speed = given->restitution_speed;
    if (speed == 0) return;
    if (!(speed >= 1e-100 && speed <= 1e100))
        thud_check_bad_value(check, part, "restitution_speed", isnan(speed) ? 0 : speed, "must be above zero");
    else if (given->damping == THUD_DAMPING_GIVEN)
        thud_check_error(check, part, "restitution_speed",
                         "damping is a number, so restitution_speed, which needs a restitution, does not apply");
    else if (is_curved(given))
        thud_check_error(check, part, "restitution_speed",
                         "restitution depends on the speed; restitution_speed needs one number");
}

/*
 * The same rules as for one impact, at 1 m/s: the speed of the impacts is unknown, and no rule depends on it. Each
 * fault is corrected before checking again, so that all are reported.
 */
static void check_compliant(thud_check *check, thud_check_part part, const thud_gap_contact *given, double mass) {
    thud_impact_options options = thud_gap_contact_impact(given);
    if (mass >= 1e-100 && mass <= 1e100) options.mass = mass; /* a bad mass is the body's fault */
    options.restitution = given->restitution;
    options.restitution_speed = 0;
    double least;
    check_restitution_speed(check, part, given);
    if (is_curved(given)) {
        bool good = check_curve(check, part, given, &least);
        bool used = given->damping != THUD_DAMPING_GIVEN && given->law->structure->kind != THUD_FORCE_ELASTIC;
        options.restitution = good && used ? least : 1;
        if (given->law->structure->kind == THUD_FORCE_ELASTIC)
            thud_check_error(check, part, "restitution", "%s is elastic: restitution must be 1 at every speed",
                             given->law->name);
    } else if (given->law->structure->kind == THUD_FORCE_ELASTIC && given->restitution != 1) {
        thud_check_error(check, part, "restitution", "%s is elastic: restitution (%.6g given) must be 1",
                         given->law->name, given->restitution);
        options.restitution = 1;
    }
    for (int faults = 0; faults < 5; faults++) {
        thud_error error = {.status = THUD_OK, .value = NAN};
        if (thud_impact_check(&options, &error) == THUD_OK) return;
        const char *key = key_of(given->law, &error);
        report_impact(check, part, given->law, key, &error);
        if (!set_right(&options, key)) return;
    }
}

static void check_gap(thud_check *check, thud_check_part part, const thud_model_contact *contact) {
    const double gap = contact->given.gap;
    if (isnan(gap) || !(gap >= -1e100)) {
        thud_check_bad_value(check, part, "gap", gap, "must be a length, or .inf for a gap that never closes");
        return;
    }
    const double overlap = thud_model_penetration(check->model, contact);
    if (overlap > 0) thud_check_error(check, part, "gap", "the bodies overlap by %.6g m at the start", overlap);
}

/* a dent needs two stiffnesses; its elastic line has the slope k₂ */
static void check_indentation(thud_check *check, thud_check_part part, const thud_gap_contact *given) {
    if (given->indentation == THUD_INDENTATION_RECOVERS) return;
    if (given->indentation != THUD_INDENTATION_PERMANENT)
        thud_check_error(check, part, "indentation", "indentation must be recovers or permanent");
    else if (given->law->structure->kind != THUD_FORCE_BILINEAR)
        thud_check_error(check, part, "indentation",
                         "%s leaves no indentation; laws with two stiffnesses do, as valles-reinhorn",
                         given->law->name);
    else if (is_curved(given))
        thud_check_error(check, part, "restitution",
                         "with a permanent indentation restitution must be one number: that of an unused face");
}

/* what pulls beyond δ = 0, or has a memory, is for single impacts */
static void check_single(thud_check *check, thud_check_part part, const thud_gap_contact *given) {
    if (given->law->structure->reach)
        thud_check_error(check, part, "model",
                         "%s pulls after its bodies have separated, which scenarios do not support; choose dmt",
                         given->law->name);
    if (given->law->structure->relaxes)
        thud_check_error(check, part, "model",
                         "%s has a memory, which scenarios do not support; choose kelvin-voigt", given->law->name);
}

void thud_check_contact(thud_check *check, size_t index) {
    const thud_model_contact *contact = &check->model->contacts[index];
    const thud_gap_contact *given = &contact->given;
    const thud_check_part part = {THUD_PART_CONTACT, index};
    if (contact->of_rods) check_ends_of_rods(check, part, contact);
    else if (contact->of_tip) check_ends_of_tip(check, part, contact);
    else check_ends_of_bodies(check, part, contact);
    check_gap(check, part, contact);
    thud_check_contact_solver(check, index);
    if (!given->law) thud_check_error(check, part, "model", "it has no model");
    else if (is_impulsive(given->law)) check_impulsive(check, part, given);
    else check_compliant(check, part, given, thud_model_effective_mass(check->model, contact));
    if (given->law) check_indentation(check, part, given);
    if (given->law) check_single(check, part, given);
}

void thud_check_contacts(thud_check *check) {
    for (size_t i = 0; i < check->model->contact_count; i++) thud_check_contact(check, i);
}
