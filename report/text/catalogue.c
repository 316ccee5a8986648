/* The catalogue of laws as a table, one law in full, as JSON, and as the page docs/laws.md. */

#include "report/text/reference.h"

#include <math.h>
#include <string.h>

#include <thud/impact.h>

#include "base/print.h"
#include "report/text/format.h"
#include "report/text/table.h"

enum { RULE_COLUMNS = 44 };

const char *thud_catalogue_rule(const thud_law *law) { return law->rule ? law->rule : "none"; }

thud_exponent_cells thud_catalogue_exponent(const thud_law *law) {
    thud_exponent_cells out;
    if (law->exponent_min == law->exponent_max) thud_print(out.text, sizeof out.text, "%g", law->exponent_default);
    else if (isinf(law->exponent_max))
        thud_print(out.text, sizeof out.text, "%g (from %g on)", law->exponent_default, law->exponent_min);
    else
        thud_print(out.text, sizeof out.text, "%g (%g to %g)", law->exponent_default, law->exponent_min,
                   law->exponent_max);
    return out;
}

/* true for the first law of the catalogue with its structure: there a group begins */
static bool begins_group(size_t index) {
    const thud_structure *structure = thud_law_at(index)->structure;
    for (size_t i = 0; i < index; i++)
        if (thud_law_at(i)->structure == structure) return false;
    return true;
}

/* the longest rules are shortened to fit the line; 'thud laws NAME' shows them in full */
static void add_clipped(thud_table *table, const char *text) {
    size_t fitting = thud_text_fitting(text, RULE_COLUMNS);
    thud_table_cells(table, "%.*s%s", (int)fitting, text, text[fitting] ? "…" : "");
}

static void list_group(thud_table *table, const thud_structure *structure) {
    thud_table_heading(table, "%s: %s", structure->name, structure->equation);
    for (size_t i = 0; i < thud_law_count(); i++) {
        const thud_law *law = thud_law_at(i);
        if (law->structure != structure) continue;
        thud_table_cells(table, "%s\t%s", law->name, law->title);
        add_clipped(table, thud_catalogue_rule(law));
        thud_table_cells(table, "%s",
                         structure->kind == THUD_FORCE_IMPULSIVE ? "" : thud_separation_name(law->separation));
    }
    thud_table_space(table);
}

bool thud_catalogue_list(FILE *stream) {
    thud_table table = thud_table_start("llll");
    thud_table_cells(&table, "model\twhat\tpublished rule\tseparation");
    thud_table_space(&table);
    for (size_t i = 0; i < thud_law_count(); i++)
        if (begins_group(i)) list_group(&table, thud_law_at(i)->structure);
    bool good = thud_table_finish(&table, stream, 2);
    fputs(
        "k stiffness, c damping, m effective mass, v approach speed, e restitution. 'thud laws MODEL' tells all.\n",
        stream);
    return good;
}

static void add_line(thud_table *table, const char *name, const char *text) {
    if (!text) return;
    thud_table_cells(table, "%s\t%s", name, text);
}

static void add_parameters(thud_table *table, const thud_law *law) {
    thud_parameter parameter;
    for (size_t i = 0; thud_law_parameter(law, i, &parameter); i++) {
        thud_table_cells(table, "%s\t%s\t%s\t%s\t%s\t%s", parameter.symbol, parameter.name, parameter.unit,
                         parameter.range, isnan(parameter.preset) ? "–" : thud_format_short(parameter.preset).text,
                         parameter.meaning);
    }
}

bool thud_catalogue_show(FILE *stream, const thud_law *law) {
    bool smooth = law->structure->kind != THUD_FORCE_IMPULSIVE;
    fprintf(stream, "%s: %s\n\n", law->name, law->title);
    thud_table facts = thud_table_start("ll");
    add_line(&facts, "written", law->label);
    for (size_t i = 0; thud_law_alias_at(i); i++) {
        const thud_law_alias *alias = thud_law_alias_at(i);
        if (strcmp(alias->law, law->name) == 0) thud_table_cells(&facts, "also\t%s: %s", alias->name, alias->whose);
    }
    add_line(&facts, "used by", law->used_by);
    add_line(&facts, "structure", law->structure->name);
    add_line(&facts, "force", law->structure->equation);
    if (smooth) add_line(&facts, "exponent n", thud_catalogue_exponent(law).text);
    add_line(&facts, "published rule", thud_catalogue_rule(law));
    if (smooth) add_line(&facts, "exact, δ = 0", law->structure->exact_return);
    if (smooth) add_line(&facts, "exact, F = 0", law->structure->exact_zero_force);
    if (smooth) add_line(&facts, "separation", thud_separation_name(law->separation));
    add_line(&facts, "source", law->source);
    add_line(&facts, "validity", law->validity);
    bool good = thud_table_finish(&facts, stream, 2);

    fputs("\nparameters\n", stream);
    thud_table parameters = thud_table_start("llllll");
    static const char *const heads[] = {"", "name", "unit", "range", "default", "meaning"};
    for (size_t i = 0; i < 6; i++) thud_table_cells(&parameters, "%s", heads[i]);
    add_parameters(&parameters, law);
    return thud_table_finish(&parameters, stream, 2) && good;
}

static void parameters_json(thud_json *json, const thud_law *law) {
    thud_parameter parameter;
    thud_json_write(json, "parameters: [");
    for (size_t i = 0; thud_law_parameter(law, i, &parameter); i++) {
        thud_json_write(json, "{name: %s, symbol: %s, unit: %s, range: %s, default: %g, meaning: %s}",
                        parameter.name, parameter.symbol, parameter.unit, parameter.range, parameter.preset,
                        parameter.meaning);
    }
    thud_json_write(json, "]");
}

void thud_catalogue_json(thud_json *json, const thud_law *law) {
    const thud_structure *structure = law->structure;
    bool smooth = structure->kind != THUD_FORCE_IMPULSIVE;
    thud_json_write(
        json,
        "{model: %s, label: %s, title: %s, family: %s, structure: %s, equation: %s, rule: %s, exact_return: %s, "
        "exact_zero_force: %s, exponent_n: %g, exponent_n_min: %g",
        law->name, law->label, law->title, structure->family, structure->name, structure->equation, law->rule,
        structure->exact_return, structure->exact_zero_force, smooth ? law->exponent_default : NAN,
        smooth ? law->exponent_min : NAN);
    thud_json_write(json, "exponent_n_max: %g, exponent_p: %g, approach_only: %d, separation: %s",
                    smooth ? law->exponent_max : NAN, thud_law_damper_exponent(law, law->exponent_default),
                    structure->approach_only, smooth ? thud_separation_name(law->separation) : NULL);
    thud_json_write(json, "used_by: %s, aliases: [", law->used_by);
    for (size_t i = 0; thud_law_alias_at(i); i++)
        if (strcmp(thud_law_alias_at(i)->law, law->name) == 0)
            thud_json_write(json, "%s", thud_law_alias_at(i)->name);
    thud_json_write(json, "]");
    parameters_json(json, law);
    thud_json_write(json, "source: %s, validity: %s}", law->source, law->validity);
}

static const char introduction[] =
    "# Contact laws\n"
    "\n"
    "<!-- generated by `thud laws --markdown` from the table of laws in src/law; edit there -->\n"
    "\n"
    "A law of the literature is a **structure** and a **rule**. The structure is the contact force; the rule turns "
    "the\n"
    "restitution e that is wanted into the damping. thud keeps the two apart, so that every rule can be checked, "
    "and\n"
    "replaced by the exact one. Structures whose damping has no closed relation to e are solved by integration, "
    "and their\n"
    "exact damping is the root of e(c) − e, within 1e-11 in e.\n"
    "\n"
    "Two bodies of effective mass m = m₁m₂/(m₁ + m₂) meet with speed v; δ is the penetration, k the stiffness. "
    "With the\n"
    "length L = (m v²/k)^(1/(n+1)), the time L/v and the force k Lⁿ every viscous law reads\n"
    "\n"
    "    δ″ + δⁿ + χ δᵖ δ′ = 0,   δ(0) = 0,   δ′(0) = 1,   χ = c v Lᵖ/(k Lⁿ),\n"
    "\n"
    "and everything about the impact depends on n, p, χ, the phase of the damper and the separation alone. "
    "Newton's values\n"
    "in this frame are the impulse 1 + e and the energy lost (1 − e²)/2.\n"
    "\n"
    "A contact ends by one of two rules: `return`, when δ = 0 again, before which a law may pull; or `zero-force`, "
    "when the\n"
    "force first returns to zero. Each law has the one of its paper as default. \"Exact\" below is the relation "
    "between e\n"
    "and the damping that truly returns it, for either separation.\n"
    "\n";

static const char closing[] =
    "\n## What is missing\n"
    "\n"
    "No text could be read that prints the formulas of Safaeifar & Farshidianfar 2020, Zhang & Sharf 2009, Shen "
    "2018,\n"
    "Khatami, Naderpour, Barros & Jankowski 2019, Brogliato, or Goyal: they are not here. The smoothing of "
    "Simscape is\n"
    "not published. MotionSolve's POISSON takes a penalty, a restitution and a transition speed (help of Altair, "
    "Force: Contact).\n"
    "No text that could be read has the force that it makes of them.\n"
    "\n"
    "Cylinders: `thud stiffness` has the power law of Pereira, Ramalho & Ambrósio 2015, whose k and n any law "
    "takes, and\n"
    "Johnson's formula to check it by. The texts that could be read do not agree on the width in Radzimovsky's "
    "formula,\n"
    "and print the logarithms of ESDU-78035, Goldsmith, and Dubowsky & Freudenstein with units that do not "
    "cancel:\n"
    "those are not here.\n"
    "\n"
    "zener and fractional have a memory, and jkr pulls beyond δ = 0 after its bodies have parted. A scenario would "
    "need a\n"
    "state of each contact in every solver; it refuses these three and names the law to take.\n"
    "\n"
    "## Sources\n"
    "\n"
    "[The bibliography](bibliography.md) has them all, with a DOI where one is known.\n";

/* a bar would end the cell */
static void write_cell(FILE *stream, const char *text) {
    for (fputs("| ", stream); *text; text++) {
        if (*text == '|') fputc('\\', stream);
        fputc(*text, stream);
    }
    fputc(' ', stream);
}

/* the restitution of the published rule for 0.5, in the dimensionless frame; "–" without a rule */
static thud_text returned_for_half(const thud_law *law) {
    thud_text out = {"–"};
    thud_impact_options o = thud_impact_options_default(law);
    o.restitution = 0.5;
    o.damping = THUD_DAMPING_PUBLISHED;
    thud_impact hit;
    const bool ruled = thud_law_has_rule(law) || law->structure->kind == THUD_FORCE_ELASTIC;
    if (ruled && thud_impact_solve(&o, &hit) == THUD_OK)
        thud_print(out.text, sizeof out.text, "%.4f", hit.restitution);
    return out;
}

/* true for the first law of the catalogue with its family */
static bool begins_family(size_t index) {
    const char *family = thud_law_at(index)->structure->family;
    for (size_t i = 0; i < index; i++)
        if (strcmp(thud_law_at(i)->structure->family, family) == 0) return false;
    return true;
}

typedef void writer(FILE *stream, const thud_law *law);

static void for_family(FILE *stream, size_t first, writer *write) {
    const char *family = thud_law_at(first)->structure->family;
    for (size_t i = first; i < thud_law_count(); i++)
        if (strcmp(thud_law_at(i)->structure->family, family) == 0) write(stream, thud_law_at(i));
}

static void write_row(FILE *stream, const thud_law *law) {
    bool smooth = law->structure->kind != THUD_FORCE_IMPULSIVE;
    fprintf(stream, "| [%s](#%s) ", law->name, law->name);
    write_cell(stream, law->label);
    write_cell(stream, law->structure->equation);
    write_cell(stream, smooth ? thud_catalogue_exponent(law).text : "–");
    write_cell(stream, returned_for_half(law).text);
    write_cell(stream, law->used_by ? law->used_by : "");
    fputs("|\n", stream);
}

static void write_overview(FILE *stream) {
    fputs("| model | written | force | n | for e = 0.5 its rule returns | programs that have it |\n"
          "| --- | --- | --- | --- | --- | --- |\n",
          stream);
    for (size_t i = 0; i < thud_law_count(); i++) {
        if (!begins_family(i)) continue;
        fprintf(stream, "| **%s** | | | | | |\n", thud_law_at(i)->structure->family);
        for_family(stream, i, write_row);
    }
    fputs("\nOther names that are understood:\n\n| name | is | |\n| --- | --- | --- |\n", stream);
    for (size_t i = 0; thud_law_alias_at(i); i++) {
        const thud_law_alias *alias = thud_law_alias_at(i);
        fprintf(stream, "| %s | [%s](#%s) | %s |\n", alias->name, alias->law, alias->law, alias->whose);
    }
}

static void write_item(FILE *stream, const char *name, const char *text) {
    if (text) fprintf(stream, "- %s: %s\n", name, text);
}

static void write_parameters(FILE *stream, const thud_law *law) {
    thud_parameter parameter;
    if (!thud_law_parameter(law, 0, &parameter)) return;
    fputs("\n| symbol | name | unit | range | default | meaning |\n| --- | --- | --- | --- | --- | --- |\n",
          stream);
    for (size_t i = 0; thud_law_parameter(law, i, &parameter); i++) {
        write_cell(stream, parameter.symbol);
        write_cell(stream, parameter.name);
        write_cell(stream, parameter.unit);
        write_cell(stream, parameter.range);
        write_cell(stream, isnan(parameter.preset) ? "–" : thud_format_short(parameter.preset).text);
        write_cell(stream, parameter.meaning);
        fputs("|\n", stream);
    }
}

static void write_section(FILE *stream, const thud_law *law) {
    const thud_structure *structure = law->structure;
    bool smooth = structure->kind != THUD_FORCE_IMPULSIVE;
    fprintf(stream, "\n### %s\n\n%s: %s.\n\n", law->name, law->label, law->title);
    write_item(stream, "structure", structure->name);
    write_item(stream, "force", structure->equation);
    if (smooth) write_item(stream, "exponent n", thud_catalogue_exponent(law).text);
    write_item(stream, "published rule", thud_catalogue_rule(law));
    write_item(stream, "exact, separation at δ = 0", structure->exact_return);
    write_item(stream, "exact, separation at F = 0", structure->exact_zero_force);
    if (smooth) write_item(stream, "default separation", thud_separation_name(law->separation));
    write_item(stream, "programs that have it", law->used_by);
    write_item(stream, "source", law->source);
    write_item(stream, "validity", law->validity);
    write_parameters(stream, law);
}

void thud_catalogue_markdown(FILE *stream) {
    fputs(introduction, stream);
    write_overview(stream);
    for (size_t i = 0; i < thud_law_count(); i++) {
        if (!begins_family(i)) continue;
        fprintf(stream, "\n## %s\n", thud_law_at(i)->structure->family);
        for_family(stream, i, write_section);
    }
    fputs(closing, stream);
}
