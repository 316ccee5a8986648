#include "report/contact_law.h"

#include <math.h>
#include <string.h>

#include <thud/impact.h>

#include "model/model.h"
#include "report/format.h"

/* in the dimensionless frame: rules and the exact damping return the same at every speed and mass */
static thud_impact_options options_of(const thud_gap_contact *given) {
    thud_impact_options options = thud_impact_options_default(given->law);
    options.restitution = given->restitution;
    options.exponent = given->exponent;
    options.damping = given->damping;
    options.separation = given->separation;
    return options;
}

const char *thud_contact_damping_kind(const thud_gap_contact *given) {
    thud_impact_options options = options_of(given);
    return thud_damping_kind(&options);
}

double thud_contact_free_restitution(const thud_gap_contact *given) {
    thud_impact_options options = options_of(given);
    thud_impact hit;
    if (given->law->structure->kind == THUD_FORCE_IMPULSIVE) return given->restitution;
    if (given->damping == THUD_DAMPING_GIVEN) return NAN;
    return thud_impact_solve(&options, &hit) == THUD_OK ? hit.restitution : NAN;
}

void thud_contact_law_write(thud_json *json, const thud_gap_contact *given) {
    thud_json_member_string(json, "damping_kind", thud_contact_damping_kind(given));
    thud_json_member_number(json, "e_free", thud_contact_free_restitution(given));
}

static bool is_same(const thud_gap_contact *a, const thud_gap_contact *b) {
    return a->law == b->law && a->damping == b->damping && a->restitution == b->restitution &&
           a->exponent == b->exponent &&
           thud_law_separation(a->law, a->separation) == thud_law_separation(b->law, b->separation);
}

static bool is_first(const thud_model *model, size_t contact) {
    for (size_t i = 0; i < contact; i++)
        if (is_same(&model->contacts[i].given, &model->contacts[contact].given)) return false;
    return true;
}

enum { LAWS_MOST = 8, NAMES_MOST = 3 };

/* who has the law: the first few by name */
static void print_names(const thud_model *model, size_t first, FILE *stream) {
    size_t count = 0;
    for (size_t i = first; i < model->contact_count; i++) {
        if (!is_same(&model->contacts[i].given, &model->contacts[first].given)) continue;
        if (count < NAMES_MOST) fprintf(stream, "%s%s", count > 0 ? ", " : "", model->contacts[i].name);
        count++;
    }
    if (count > NAMES_MOST) fprintf(stream, " and %zu more", count - NAMES_MOST);
}

static void print_law(const thud_gap_contact *given, FILE *stream) {
    const char *kind = thud_contact_damping_kind(given);
    double free = thud_contact_free_restitution(given);
    fprintf(stream, ": %s", given->law->name);
    if (strcmp(kind, "given") == 0) fprintf(stream, ", damping given: e depends on masses and speed");
    else if (strcmp(kind, "none") != 0) fprintf(stream, ", %s damping", kind);
    if (!isnan(free)) fprintf(stream, ", returns e = %s", thud_format_restitution(free).text);
    if (fabs(free - given->restitution) > 1e-6)
        fprintf(stream, " in a free impact, %s for the %s asked for",
                thud_format_deviation(free, given->restitution).text,
                thud_format_restitution(given->restitution).text);
    fprintf(stream, "\n");
}

void thud_contact_laws_print(const thud_model *model, FILE *stream) {
    size_t printed = 0;
    for (size_t i = 0; i < model->contact_count && printed < LAWS_MOST; i++) {
        if (!is_first(model, i)) continue;
        fprintf(stream, "  %-8s ", printed++ == 0 ? "law" : "");
        print_names(model, i, stream);
        print_law(&model->contacts[i].given, stream);
    }
}
