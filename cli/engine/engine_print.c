/*
 * thud engine: what it says, to people and as JSON.
 */
#include <math.h>
#include <stdio.h>

#include "cli/engine/engine_parts.h"
#include "cli/message.h"
#include "report/text/format.h"
#include "report/text/json.h"
#include "report/text/table.h"

static const char *evidence(const thud_engine_model *model) { return model->run ? "run" : "emulated, not run"; }

static void put_model(thud_json *json, const thud_engine_model *model) {
    thud_json_begin_object(json);
    thud_json_member_string(json, "model", model->name);
    thud_json_member_string(json, "force", model->force);
    thud_json_member_string(json, "usual", model->usual);
    thud_json_member_string(json, "validity", model->validity);
    thud_json_member_string(json, "source", model->source);
    thud_json_member_boolean(json, "run", model->run);
    thud_json_end_object(json);
}

static void put_engine(thud_json *json, const thud_engine *engine) {
    thud_json_begin_object(json);
    thud_json_member_string(json, "engine", engine->name);
    thud_json_member_string(json, "title", engine->title);
    thud_json_member_string(json, "version", engine->version);
    thud_json_member_string(json, "integrator", engine->integrator);
    thud_json_key(json, "models");
    thud_json_begin_array(json);
    for (size_t i = 0; i < engine->model_count; i++) put_model(json, &engine->models[i]);
    thud_json_end_array(json);
    thud_json_end_object(json);
}

int engine_print_list(bool as_json) {
    if (as_json) {
        thud_json json = thud_json_start(stdout);
        thud_json_begin_object(&json);
        thud_json_key(&json, "engines");
        thud_json_begin_array(&json);
        for (size_t i = 0; i < thud_engine_count(); i++) put_engine(&json, thud_engine_at(i));
        thud_json_end_array(&json);
        thud_json_end_object(&json);
        thud_json_finish(&json);
        return EXIT_DONE;
    }
    thud_table table = thud_table_start("ll");
    for (size_t i = 0; i < thud_engine_count(); i++) {
        const thud_engine *engine = thud_engine_at(i);
        thud_table_heading(&table, "%s: %s", engine->name, engine->title);
        for (size_t j = 0; j < engine->model_count; j++) {
            thud_table_cell(&table, "%s", engine->models[j].name);
            thud_table_cell(&table, "%s", engine->models[j].force);
        }
    }
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    printf("'thud engine NAME' tells more about one.\n");
    return EXIT_DONE;
}

int engine_print_models(const thud_engine *engine, bool as_json) {
    if (as_json) {
        thud_json json = thud_json_start(stdout);
        put_engine(&json, engine);
        thud_json_finish(&json);
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

static void print_json(const thud_engine_options *o, const thud_engine_answer *a) {
    thud_json json = thud_json_start(stdout);
    thud_json_begin_object(&json);
    thud_json_member_string(&json, "engine", o->engine->name);
    thud_json_member_string(&json, "model", o->model->name);
    thud_json_member_number(&json, "e", o->restitution);
    thud_json_member_number(&json, "mass", a->mass);
    thud_json_member_number(&json, "speed", o->speed);
    thud_json_member_number(&json, "stiffness", a->stiffness);
    thud_json_member_number(&json, "damping", a->damping);
    thud_json_member_number(&json, "exponent_n", a->exponent_n);
    thud_json_member_number(&json, "exponent_p", a->exponent_p);
    thud_json_member_number(&json, "contact_time", a->contact_time);
    thud_json_member_number(&json, "max_penetration", a->max_penetration);
    thud_json_member_number(&json, "e_out", a->restitution);
    thud_json_member_number(&json, "e_out_usual", a->restitution_usual);
    thud_json_member_number(&json, "step", a->step);
    thud_json_member_number(&json, "e_out_step", a->restitution_step);
    thud_json_member_number(&json, "e_out_step_lowest", a->step_lowest);
    thud_json_member_number(&json, "e_out_step_highest", a->step_highest);
    thud_json_member_number(&json, "largest_step", a->largest_step);
    thud_json_key(&json, "input");
    thud_json_begin_object(&json);
    for (size_t i = 0; i < a->value_count; i++)
        thud_json_member_number(&json, a->values[i].name, a->values[i].value);
    thud_json_end_object(&json);
    thud_json_member_string(&json, "lines", a->lines);
    thud_json_member_string(&json, "usual", o->model->usual);
    thud_json_member_string(&json, "validity", o->model->validity);
    thud_json_member_boolean(&json, "run", o->model->run);
    thud_json_end_object(&json);
    thud_json_finish(&json);
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
    if (isnan(a->exponent_p))
        printf(", k₂ = %s N/m, yield at %s\n", thud_format_number(a->damping).text,
               thud_format_quantity(a->yield, "m").text);
    else printf(", c = %s %s\n", thud_format_number(a->damping).text, thud_format_damping_unit(a->exponent_p).text);
}

static void add_row(thud_table *table, const thud_engine_options *o, const char *what, double restitution) {
    thud_table_cell(table, "%s", what);
    thud_table_cell(table, "e = %s", thud_format_restitution(restitution).text);
    thud_table_cell(table, "%s", thud_format_deviation(restitution, o->restitution).text);
}

static void add_step_rows(thud_table *table, const thud_engine_options *o, const thud_engine_answer *a) {
    char what[128];
    if (isinf(a->largest_step)) return;
    snprintf(what, sizeof what, "with a step of %s", thud_format_quantity(a->step, "s").text);
    thud_table_cell(table, "%s", what);
    thud_table_cell(table, "e = %s", thud_format_restitution(a->restitution_step).text);
    thud_table_cell(table, "%s to %s, by where in a step the contact begins",
                    thud_format_restitution(a->step_lowest).text, thud_format_restitution(a->step_highest).text);
    if (isnan(a->contact_time)) return;
    thud_table_cell(table, "largest step for an error of %s", thud_format_short(o->error).text);
    if (isnan(a->largest_step)) {
        thud_table_cell(table, "none");
        thud_table_cell(table, "%s",
                        o->for_step ? "the numbers are for one step" : "down to a 65536th of the contact");
        return;
    }
    thud_table_cell(table, "%s", thud_format_quantity(a->largest_step, "s").text);
    thud_table_cell(table, "contact / %.0f", ceil(a->contact_time / a->largest_step));
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
    if (o->model->usual) printf("  usual formula: %s\n", o->model->usual);
    printf("  holds for: %s\n  source: %s, %s (%s)\n", o->model->validity, o->engine->title, o->model->source,
           evidence(o->model));
    return EXIT_DONE;
}
