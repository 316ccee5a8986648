/*
 * thud identify --e E --tc T: stiffness and damping from restitution and contact time.
 */
#include <math.h>

#include "base/print.h"
#include "cli/identify/identify_parts.h"
#include "cli/impact/impact_input.h"
#include "cli/message.h"
#include "report/figure/figures.h"
#include "report/text/format.h"
#include "report/text/print.h"

enum { CHANGES = 8 };

/* exact relative changes of k and c for the errors of e and Tc */
typedef struct change {
    double e, contact_time; /* changes of e and Tc */
    double stiffness, damping;
} change;

typedef struct contact_case {
    thud_contact_measurement measured;
    thud_contact_parameters found;
    change changes[CHANGES];
    size_t change_count;
} contact_case;

static bool is_bilinear(const contact_case *c) { return c->measured.law->structure->kind == THUD_FORCE_BILINEAR; }

static bool is_elastic(const contact_case *c) { return c->measured.law->structure->kind == THUD_FORCE_ELASTIC; }

static int read_measured(const cli_options *options, thud_contact_measurement *m) {
    static const char *const of_others[] = {"drop", "gravity", "error", "as", "filter", NULL};
    int status = options_refuse(options, of_others, "--e and --tc");
    if (status != EXIT_DONE) return status;
    const thud_law *law = identify_law(options, "li-darby");
    if (!law) return EXIT_USAGE;
    *m = thud_contact_measurement_default(law);
    if (!option_given(options, "tc")) return usage_error("--e needs --tc, the contact time");
    if (!option_given(options, "e")) return usage_error("--tc needs --e, the measured restitution");
    if (!option_quantity(options, "n", THUD_DIMENSION_NONE, &m->exponent) ||
        !option_quantity(options, "e", THUD_DIMENSION_NONE, &m->restitution) ||
        !option_quantity(options, "tc", THUD_DIMENSION_TIME, &m->contact_time) ||
        !option_quantity(options, "de", THUD_DIMENSION_NONE, &m->restitution_error) ||
        !option_quantity(options, "dtc", THUD_DIMENSION_TIME, &m->contact_time_error) ||
        !option_quantity(options, "v", THUD_DIMENSION_SPEED, &m->speed) ||
        !read_separation(options, &m->separation) || !read_mass(options, &m->mass))
        return EXIT_USAGE;
    if (isnan(m->mass)) return usage_error("the mass is needed: --m, or --m1 and --m2 (inf for a fixed stop)");
    if (option_given(options, "v") && !(m->speed > 0))
        return usage_error("--v '%s': expected a speed above zero", option_value(options, "v"));
    return EXIT_DONE;
}

static void find_changes(contact_case *c) {
    static const int steps[CHANGES][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    const thud_contact_measurement *m = &c->measured;
    for (int i = 0; i < CHANGES; i++) {
        if ((steps[i][0] && m->restitution_error == 0) || (steps[i][1] && m->contact_time_error == 0)) continue;
        thud_contact_measurement off = *m;
        off.restitution += steps[i][0] * m->restitution_error;
        off.contact_time += steps[i][1] * m->contact_time_error;
        thud_contact_parameters there;
        change *to = &c->changes[c->change_count++];
        *to = (change){off.restitution - m->restitution, off.contact_time - m->contact_time, NAN, NAN};
        if (thud_identify_contact(&off, &there, NULL) != THUD_OK)
            continue; /* beyond e = 1, or a contact time
                         below zero */
        to->stiffness = there.stiffness / c->found.stiffness - 1;
        to->damping = c->found.damping > 0 ? there.damping / c->found.damping - 1 : NAN;
    }
}

static void json_sensitivity(thud_json *json, const char *key, thud_sensitivity s) {
    thud_json_write(json, "%s: {e: %g, contact_time: %g}", key, s.to_restitution, s.to_contact_time);
}

static void print_json(const contact_case *c) {
    const thud_contact_measurement *m = &c->measured;
    bool bilinear = is_bilinear(c);
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json,
                    "{model: %s, separation: %s, e: %g, contact_time: %g, mass: %g, speed: %g, exponent_n: %g, "
                    "exponent_p: %g, stiffness: %g",
                    m->law->name, thud_separation_name(thud_law_separation(m->law, m->separation)), m->restitution,
                    m->contact_time, m->mass, m->speed > 0 ? m->speed : NAN, c->found.exponent_n,
                    c->found.exponent_p, c->found.stiffness);
    thud_json_write(&json,
                    "damping: %g, unloading_stiffness: %g, stiffness_error: %g, damping_error: %g, correlation: "
                    "%g, sensitivities: {",
                    bilinear ? NAN : c->found.damping, bilinear ? c->found.damping : NAN, c->found.stiffness_error,
                    c->found.damping_error, c->found.correlation);
    json_sensitivity(&json, "stiffness", c->found.stiffness_sensitivity);
    json_sensitivity(&json, "damping", c->found.damping_sensitivity);
    thud_json_write(&json, "}, changes: [");
    for (size_t i = 0; i < c->change_count; i++) {
        thud_json_write(&json, "{e: %g, contact_time: %g, stiffness: %g, damping: %g}", c->changes[i].e,
                        c->changes[i].contact_time, c->changes[i].stiffness, c->changes[i].damping);
    }
    thud_json_write(&json, "]}\n");
}

static thud_text percent(double x) {
    thud_text out;
    if (isnan(x)) snprintf(out.text, sizeof out.text, "–");
    else thud_print(out.text, sizeof out.text, "%+.2f %%", 100 * x);
    return out;
}

static void print_sensitivities(thud_table *table, const char *name, thud_sensitivity s) {
    thud_table_cells(table, "%s\t%s\t%s", name, percent(s.to_restitution / 100).text,
                     percent(s.to_contact_time / 100).text);
}

static bool print_changes(const contact_case *c) {
    thud_table table = thud_table_start("llll");
    thud_table_heading(&table, "  exactly, with e and Tc changed by their errors:");
    for (size_t i = 0; i < c->change_count; i++) {
        const change *at = &c->changes[i];
        thud_table_cells(&table, "%s\t%s\tk %s\t%s %s",
                         at->e > 0   ? "e higher"
                         : at->e < 0 ? "e lower"
                                     : "",
                         at->contact_time > 0   ? "Tc longer"
                         : at->contact_time < 0 ? "Tc shorter"
                                                : "",
                         percent(at->stiffness).text, is_bilinear(c) ? "k₂" : "c", percent(at->damping).text);
    }
    return thud_table_finish(&table, stdout, 4);
}

static int print_human(const contact_case *c) {
    const thud_contact_measurement *m = &c->measured;
    const thud_contact_parameters *f = &c->found;
    thud_text k_unit = thud_format_stiffness_unit(f->exponent_n);
    thud_text c_unit = is_bilinear(c) ? k_unit : thud_format_damping_unit(f->exponent_p);
    printf("%s (%s structure, n = %s, %s)\n", m->law->name, m->law->structure->name,
           thud_format_short(m->exponent).text, thud_format_separation(thud_law_separation(m->law, m->separation)));
    thud_table table = thud_table_start("ll");
    identify_row(&table, "k", (thud_estimate){f->stiffness, f->stiffness_error}, k_unit.text);
    if (!is_elastic(c))
        identify_row(&table, is_bilinear(c) ? "k₂" : "c", (thud_estimate){f->damping, f->damping_error},
                     c_unit.text);
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    if (!isnan(f->correlation) && !is_elastic(c))
        thud_print_to(stdout, "  correlation of the two %.3f\n", f->correlation);
    if (!is_elastic(c)) {
        thud_table small = thud_table_start("lll");
        thud_table_heading(&small, "  to first order, for 1 %% more of");
        thud_table_cells(&small, "\te\tTc");
        print_sensitivities(&small, "k", f->stiffness_sensitivity);
        print_sensitivities(&small, is_bilinear(c) ? "k₂" : "c", f->damping_sensitivity);
        if (!thud_table_finish(&small, stdout, 4)) return work_error("out of memory");
    }
    return c->change_count == 0 || print_changes(c) ? EXIT_DONE : work_error("out of memory");
}

static void print_yaml(const contact_case *c) {
    const thud_contact_measurement *m = &c->measured;
    bool damper = m->law->structure->kind == THUD_FORCE_VISCOUS;
    identify_print_yaml(&(identify_yaml){
        .model = m->law->name,
        .stiffness = c->found.stiffness,
        .exponent = c->found.exponent_n,
        .restitution = is_elastic(c) ? NAN : m->restitution,
        .damping = damper ? c->found.damping : NAN,
        .separation = thud_separation_name(thud_law_separation(m->law, m->separation)),
    });
}

static int draw(const contact_case *c, const char *plot) {
    thud_error failure;
    if (isnan(c->found.correlation) || is_elastic(c))
        return usage_error("--plot: without --de or --dtc there is no confidence ellipse to draw");
    thud_ellipse ellipse = {
        .k = {c->found.stiffness, c->found.stiffness_error},
        .c = {c->found.damping, c->found.damping_error},
        .correlation = c->found.correlation,
        .n = c->found.exponent_n,
        .p = c->found.exponent_p,
        .bilinear = is_bilinear(c),
    };
    if (thud_ellipse_draw(plot, &ellipse, c->measured.law->name, &failure)) return EXIT_DONE;
    return work_error("%s", failure.text);
}

int identify_contact(const cli_options *options) {
    contact_case c = {0};
    thud_error error;
    const char *plot;
    int status = read_measured(options, &c.measured);
    if (status != EXIT_DONE) return status;
    if (!identify_plot(options, &plot)) return EXIT_USAGE;
    if (thud_identify_contact(&c.measured, &c.found, &error) != THUD_OK)
        return library_error(c.measured.law->name, &error);
    find_changes(&c);
    if (plot) status = draw(&c, plot);
    if (status != EXIT_DONE) return status;
    if (option_given(options, "yaml")) print_yaml(&c);
    else if (option_given(options, "json")) print_json(&c);
    else return print_human(&c);
    return EXIT_DONE;
}
