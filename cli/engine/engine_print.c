/*
 * The output of thud engine, as text and as JSON.
 */
#include <math.h>
#include <stdio.h>

#include <thud/impact.h>

#include "cli/engine/engine_parts.h"
#include "cli/message.h"
#include "report/text/format.h"
#include "report/text/json.h"
#include "report/text/table.h"

static const char *evidence(const thud_engine_model *model) { return model->run ? "run" : "emulated, not run"; }

static void put_model(thud_json *json, const thud_engine_model *model) {
    thud_json_write(json, "{model: %s, force: %s, usual: %s, validity: %s, source: %s, run: %d}", model->name,
                    model->force, model->usual, model->validity, model->source, model->run);
}

static void put_engine(thud_json *json, const thud_engine *engine) {
    thud_json_write(json, "{engine: %s, title: %s, version: %s, integrator: %s, models: [", engine->name,
                    engine->title, engine->version, engine->integrator);
    for (size_t i = 0; i < engine->model_count; i++) put_model(json, &engine->models[i]);
    thud_json_write(json, "]}");
}

int engine_print_list(bool as_json) {
    if (as_json) {
        thud_json json = thud_json_start(stdout);
        thud_json_write(&json, "{engines: [");
        for (size_t i = 0; i < thud_engine_count(); i++) put_engine(&json, thud_engine_at(i));
        thud_json_write(&json, "]}\n");
        return EXIT_DONE;
    }
    thud_table table = thud_table_start("ll");
    for (size_t i = 0; i < thud_engine_count(); i++) {
        const thud_engine *engine = thud_engine_at(i);
        thud_table_heading(&table, "%s: %s", engine->name, engine->title);
        for (size_t j = 0; j < engine->model_count; j++) {
            thud_table_cells(&table, "%s\t%s", engine->models[j].name, engine->models[j].force);
        }
    }
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    printf("'thud engine NAME' describes one.\n");
    return EXIT_DONE;
}

int engine_print_models(const thud_engine *engine, bool as_json) {
    if (as_json) {
        thud_json json = thud_json_start(stdout);
        put_engine(&json, engine);
        thud_json_write(&json, "\n");
        return EXIT_DONE;
    }
    printf("%s (%s)\n  steps: %s\n", engine->title, engine->version, engine->integrator);
    for (size_t i = 0; i < engine->model_count; i++) {
        const thud_engine_model *model = &engine->models[i];
        printf("\n%s: %s\n", model->name, model->force);
        printf("  usual formula  %s\n", model->usual ? model->usual : "none");
        printf("  holds for      %s\n", model->validity);
        printf("  source         %s; %s\n", model->source, evidence(model));
    }
    return EXIT_DONE;
}

/* the same with a multiple of k; `force` is the largest. False if it cannot be solved */
static bool solve_with(const thud_engine_options *o, double stiffness, thud_engine_answer *answer, double *force) {
    thud_engine_options other = *o;
    other.stiffness = stiffness;
    other.duration = other.overlap = other.step = NAN;
    if (thud_engine_solve(&other, answer) != THUD_OK) return false;
    thud_impact_options impact = thud_impact_options_default(thud_law_find("kelvin-voigt"));
    impact.stiffness = stiffness;
    impact.mass = answer->mass;
    impact.speed = o->speed;
    impact.damping = THUD_DAMPING_GIVEN;
    impact.damping_value = answer->damping;
    impact.separation = THUD_SEPARATION_ZERO_FORCE;
    thud_impact hit;
    if (thud_impact_solve(&impact, &hit) != THUD_OK) return false;
    *force = hit.max_force;
    return true;
}

static const double FACTORS[] = {0.1, 1, 10};
enum { FACTOR_COUNT = sizeof FACTORS / sizeof FACTORS[0] };

static void write_factors(thud_json *json, const thud_engine_options *o, const thud_engine_answer *a) {
    thud_json_write(json, "by_stiffness: [");
    for (int i = 0; i < FACTOR_COUNT; i++) {
        thud_engine_answer other;
        double force;
        if (!solve_with(o, FACTORS[i] * a->stiffness, &other, &force)) continue;
        thud_json_write(json,
                        "{stiffness: %g, damping: %g, contact_time: %g, max_penetration: %g, max_force: %g, "
                        "largest_step: %g}",
                        other.stiffness, other.damping, other.contact_time, other.max_penetration, force,
                        other.largest_step);
    }
    thud_json_write(json, "]");
}

/* the effect of ten times smaller or larger k */
static int print_factors(const thud_engine_options *o, const thud_engine_answer *a) {
    thud_table table = thud_table_start("rrrrr");
    thud_table_cells(&table, "k\tcontact\tpenetration\tlargest force\tlargest step");
    for (int i = 0; i < FACTOR_COUNT; i++) {
        thud_engine_answer other;
        double force;
        if (!solve_with(o, FACTORS[i] * a->stiffness, &other, &force)) continue;
        thud_table_cells(&table, "%s N/m\t%s\t%s\t%s\t%s", thud_format_number(other.stiffness).text,
                         thud_format_quantity(other.contact_time, "s").text,
                         thud_format_quantity(other.max_penetration, "m").text,
                         thud_format_quantity(force, "N").text,
                         isnan(other.largest_step) ? "none" : thud_format_quantity(other.largest_step, "s").text);
    }
    printf("  other k, with the c that returns the same e: ten times k gives √10 times the force and needs √10 "
           "times as many steps\n");
    return thud_table_finish(&table, stdout, 4) ? EXIT_DONE : work_error("out of memory");
}

static void print_json(const thud_engine_options *o, const thud_engine_answer *a) {
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json,
                    "{engine: %s, model: %s, e: %g, mass: %g, speed: %g, stiffness: %g, damping: %g, exponent_n: "
                    "%g, exponent_p: %g",
                    o->engine->name, o->model->name, o->restitution, a->mass, o->speed, a->stiffness, a->damping,
                    a->exponent_n, a->exponent_p);
    thud_json_write(&json,
                    "contact_time: %g, max_penetration: %g, e_out: %g, e_out_usual: %g, step: %g, e_out_step: %g, "
                    "e_out_step_lowest: %g, e_out_step_highest: %g, largest_step: %g, input: {",
                    a->contact_time, a->max_penetration, a->restitution, a->restitution_usual, a->step,
                    a->restitution_step, a->step_lowest, a->step_highest, a->largest_step);
    for (size_t i = 0; i < a->value_count; i++)
        thud_json_write(&json, "%s: %g", a->values[i].name, a->values[i].value);
    thud_json_write(&json, "}");
    if (o->engine->stiffness_is_chosen) write_factors(&json, o, a);
    thud_json_write(&json, "lines: %s, usual: %s, validity: %s, run: %d}\n", a->lines, o->model->usual,
                    o->model->validity, o->model->run);
}

static void print_lines(const char *lines) {
    printf("\n");
    for (const char *at = lines; *at;) {
        int length = 0;
        while (at[length] && at[length] != '\n') length++;
        printf("    %.*s\n", length, at);
        at += length + (at[length] == '\n');
    }
    printf("\n");
}

static void print_contact(const thud_engine_options *o, const thud_engine_answer *a) {
    bool wall = isinf(o->mass1) || isinf(o->mass2);
    printf("  effective mass %s%s, %s", thud_format_quantity(1000 * a->mass, "g").text,
           wall ? " (a fixed wall)" : "", thud_format_quantity(o->speed, "m/s").text);
    if (isnan(a->contact_time)) {
        printf("\n");
        return;
    }
    printf(": contact %s, penetration %s\n", thud_format_quantity(a->contact_time, "s").text,
           thud_format_quantity(a->max_penetration, "m").text);
    printf("  k = %s %s", thud_format_number(a->stiffness).text, thud_format_stiffness_unit(a->exponent_n).text);
    if (isnan(a->exponent_p)) printf(", k₂ = %s N/m", thud_format_number(a->damping).text);
    else printf(", c = %s %s", thud_format_number(a->damping).text, thud_format_damping_unit(a->exponent_p).text);
    if (!isnan(a->yield)) printf(", yield at %s", thud_format_quantity(a->yield, "m").text);
    printf("\n");
}

static void add_row(thud_table *table, const thud_engine_options *o, const char *what, double restitution) {
    thud_table_cells(table, "%s\te = %s\t%s", what, thud_format_restitution(restitution).text,
                     thud_format_deviation(restitution, o->restitution).text);
}

static void add_step_rows(thud_table *table, const thud_engine_options *o, const thud_engine_answer *a) {
    char what[128];
    if (isinf(a->largest_step)) return;
    snprintf(what, sizeof what, "with a step of %s", thud_format_quantity(a->step, "s").text);
    thud_table_cells(table, "%s\te = %s\t%s to %s, depending on where in a step the contact begins", what,
                     thud_format_restitution(a->restitution_step).text,
                     thud_format_restitution(a->step_lowest).text, thud_format_restitution(a->step_highest).text);
    if (isnan(a->contact_time)) return;
    thud_table_cells(table, "largest step for an error of %s", thud_format_short(o->error).text);
    if (isnan(a->largest_step)) {
        thud_table_cells(table, "none\t%s",
                         o->for_step ? "the numbers hold for one step" : "down to a 65536th of the contact");
        return;
    }
    thud_table_cells(table, "%s\tcontact / %.0f", thud_format_quantity(a->largest_step, "s").text,
                     ceil(a->contact_time / a->largest_step));
}

int engine_print_answer(const thud_engine_options *o, const thud_engine_answer *a, bool as_json) {
    if (as_json) {
        print_json(o, a);
        return EXIT_DONE;
    }
    printf("%s, %s: %s\n", o->engine->title, o->model->name, o->model->force);
    print_contact(o, a);
    print_lines(a->lines);
    thud_table table = thud_table_start("lll");
    if (o->model->usual) add_row(&table, o, "the usual formula", a->restitution_usual);
    add_row(&table, o, o->usual ? "these numbers, which are its" : "these numbers", a->restitution);
    add_step_rows(&table, o, a);
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    if (o->engine->stiffness_is_chosen && print_factors(o, a) != EXIT_DONE) return EXIT_FAILED;
    if (o->model->usual) printf("  usual formula: %s\n", o->model->usual);
    printf("  holds for: %s\n  source: %s, %s (%s)\n", o->model->validity, o->engine->title, o->model->source,
           evidence(o->model));
    return EXIT_DONE;
}
