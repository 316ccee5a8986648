/*
 * thud identify FILE with tests of a structure: stiffness from a static load test, frequency and damping from a
 * transfer function.
 */
#include <math.h>

#include "cli/identify/identify_parts.h"
#include "cli/impact/impact_input.h"
#include "cli/message.h"
#include "report/figure/figures.h"
#include "report/text/format.h"
#include "report/text/print.h"

int identify_static(const cli_options *options, const char *path, const thud_measurement *m) {
    thud_static_load found;
    thud_error error = {.value = NAN};
    thud_error failure;
    const char *plot;
    int result = options_refuse(options, identify_not_of_structures, "a static load test");
    if (result != EXIT_DONE) return result;
    if (!identify_plot(options, &plot)) return EXIT_USAGE;
    thud_status status = thud_identify_static(m->value, m->second, m->count, &found, &error);
    if (status != THUD_OK) return identify_refusal(path, m, status, &error);
    if (plot && !thud_static_draw(plot, m, &found, &failure)) return work_error("%s", failure.text);
    if (option_given(options, "yaml")) return identify_print_link(found.stiffness.value, NAN);
    if (option_given(options, "json")) {
        thud_json json = thud_json_start(stdout);
        thud_json_write(&json, "{");
        identify_json_estimate(&json, "stiffness", found.stiffness);
        identify_json_estimate(&json, "offset", found.offset);
        thud_json_write(&json, "residual: %g, r_squared: %g, readings: %g", found.residual, found.r_squared,
                        (double)m->count);
        identify_json_assumed(&json, m);
        thud_json_write(&json, "}\n");
        return EXIT_DONE;
    }
    thud_print_to(stdout, "%s: static load test, %zu readings, R² = %.6f\n", path, m->count, found.r_squared);
    thud_table table = thud_table_start("ll");
    identify_row(&table, "K", found.stiffness, "N/m");
    identify_row(&table, "without load", found.offset, "m");
    if (m->count > 2) {
        thud_table_cells(&table, "deflections scatter by\t%s", thud_format_quantity(found.residual, "m").text);
    }
    return thud_table_finish(&table, stdout, 2) ? EXIT_DONE : work_error("out of memory");
}

/* ---- Transfer function ---- */

static const char *const RESPONSE_NAMES[] = {"receptance", "mobility", "accelerance", "transmissibility"};

/* a transmissibility contains no force, so the mass must be given */
static void add_mass(thud_resonance *r, double mass) {
    r->mass = (thud_estimate){mass, 0};
    identify_link(&r->circle, mass, &r->stiffness, &r->damping);
}

static int print_json(const thud_measurement *m, const thud_resonance *r) {
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{");
    identify_json_estimate(&json, "frequency", r->circle.frequency);
    identify_json_estimate(&json, "damping_ratio", r->circle.damping_ratio);
    identify_json_estimate(&json, "mass", r->mass);
    identify_json_estimate(&json, "stiffness", r->stiffness);
    identify_json_estimate(&json, "damping", r->damping);
    identify_json_mode(&json, "half_power", &r->half_power);
    identify_json_mode(&json, "circle", &r->circle);
    thud_json_write(&json, "residual: %g", r->residual);
    identify_json_assumed(&json, m);
    thud_json_write(&json, "}\n");
    return EXIT_DONE;
}

static int print_human(const char *path, const thud_measurement *m, const thud_resonance *r) {
    thud_print_to(stdout, "%s: %s, %zu lines; residual %.2g, relative to the circle's diameter\n", path,
                  RESPONSE_NAMES[m->response], m->count, r->residual);
    thud_table table = thud_table_start("llll");
    identify_mode_row(&table, "half-power", "lines", &r->half_power);
    identify_mode_row(&table, "circle", "lines", &r->circle);
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    if (isnan(r->mass.value)) {
        printf("  --m gives stiffness and damping too\n");
        return EXIT_DONE;
    }
    thud_table small = thud_table_start("ll");
    identify_row(&small, "K", r->stiffness, "N/m");
    identify_row(&small, "C", r->damping, "N·s/m");
    identify_row(&small, "M", r->mass, "kg");
    return thud_table_finish(&small, stdout, 2) ? EXIT_DONE : work_error("out of memory");
}

int identify_transfer(const cli_options *options, const char *path, const thud_measurement *m) {
    double mass = NAN;
    const char *plot;
    thud_error failure;
    thud_resonance r;
    thud_error error = {.value = NAN};
    int result = options_refuse(options, identify_not_of_structures, "a transfer function");
    if (result != EXIT_DONE) return result;
    if (!read_mass(options, &mass) || !identify_plot(options, &plot)) return EXIT_USAGE;
    bool base = m->response == THUD_TRANSFER_TRANSMISSIBILITY;
    if (!isnan(mass) && !(mass > 0 && mass < INFINITY))
        return usage_error("the mass must be above zero and finite");
    if (!isnan(mass) && !base) return usage_error("--m: a %s gives the mass itself", RESPONSE_NAMES[m->response]);
    thud_transfer transfer = {m->response, m->time, m->value, m->second, m->count};
    thud_status status = thud_identify_transfer(&transfer, &r, &error);
    if (status != THUD_OK) return identify_refusal(path, m, status, &error);
    if (base && !isnan(mass)) add_mass(&r, mass);
    if (plot && !thud_transfer_draw(plot, &transfer, &r, &failure)) return work_error("%s", failure.text);
    if (option_given(options, "json")) return print_json(m, &r);
    if (!option_given(options, "yaml")) return print_human(path, m, &r);
    if (isnan(r.mass.value)) return usage_error("--yaml needs --m, the mass of the structure");
    return identify_print_link(r.stiffness.value, r.damping.value);
}
