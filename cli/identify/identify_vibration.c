/*
 * thud identify FILE with an acceleration: natural frequency and damping of a structure in free vibration.
 */
#include <math.h>

#include "cli/identify/identify_parts.h"
#include "cli/impact/impact_input.h"
#include "cli/message.h"
#include "report/figure/figures.h"
#include "report/text/format.h"

/* the better of the two: the one with the smaller error of damping */
static const thud_mode *best_of(const thud_vibration *v) {
    if (v->spectrum.points == 0) return &v->decrement;
    if (v->decrement.points == 0) return &v->spectrum;
    return v->spectrum.damping_ratio.error < v->decrement.damping_ratio.error ? &v->spectrum : &v->decrement;
}

static void print_json(const thud_measurement *m, const thud_vibration *v, double mass) {
    thud_estimate stiffness = {NAN, NAN}, damping = {NAN, NAN};
    if (!isnan(mass)) identify_link(best_of(v), mass, &stiffness, &damping);
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{");
    identify_json_estimate(&json, "frequency", best_of(v)->frequency);
    identify_json_estimate(&json, "damping_ratio", best_of(v)->damping_ratio);
    identify_json_estimate(&json, "stiffness", stiffness);
    identify_json_estimate(&json, "damping", damping);
    identify_json_mode(&json, "decrement", &v->decrement);
    identify_json_mode(&json, "spectrum", &v->spectrum);
    thud_json_write(&json, "release: %g, amplitude: %g, offset: %g", v->release, v->amplitude, v->offset);
    identify_json_assumed(&json, m);
    thud_json_write(&json, "}\n");
}

static int print_human(const char *path, const thud_vibration *v, double mass) {
    printf("%s: free vibration from %s on, at first %s m/s²\n", path, thud_format_quantity(v->release, "s").text,
           thud_format_number(v->amplitude).text);
    thud_table table = thud_table_start("llll");
    identify_mode_row(&table, "logarithmic decrement", "extremes", &v->decrement);
    identify_mode_row(&table, "spectral peak", "lines", &v->spectrum);
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    if (isnan(mass)) {
        printf("  --m gives stiffness and damping too\n");
        return EXIT_DONE;
    }
    thud_estimate stiffness, damping;
    identify_link(best_of(v), mass, &stiffness, &damping);
    thud_table small = thud_table_start("ll");
    identify_row(&small, "K", stiffness, "N/m");
    identify_row(&small, "C", damping, "N·s/m");
    return thud_table_finish(&small, stdout, 2) ? EXIT_DONE : work_error("out of memory");
}

static int print_yaml(const thud_vibration *v, double mass) {
    thud_estimate stiffness, damping;
    if (isnan(mass)) return usage_error("--yaml needs --m, the mass of the structure");
    identify_link(best_of(v), mass, &stiffness, &damping);
    return identify_print_link(stiffness.value, damping.value);
}

/* uses a uniform step if the times allow it; the caller keeps the arrays */
static thud_motion motion_of(const thud_measurement *m) {
    thud_motion motion = {.count = m->count, .time = m->time, .acceleration = m->value};
    double mean = m->count > 1 ? (m->time[m->count - 1] - m->time[0]) / (double)(m->count - 1) : 0, off = 0;
    for (size_t i = 0; i < m->count; i++) off = fmax(off, fabs(m->time[i] - m->time[0] - mean * (double)i));
    if (mean > 0 && off < 1e-3 * mean) {
        motion.step = mean;
        motion.time = NULL;
    }
    return motion;
}

int identify_vibration(const cli_options *options, const char *path, const thud_measurement *m) {
    double mass = NAN;
    const char *plot;
    int result = options_refuse(options, identify_not_of_structures, "a vibration");
    if (result != EXIT_DONE) return result;
    if (!read_mass(options, &mass) || !identify_plot(options, &plot)) return EXIT_USAGE;
    if (!isnan(mass) && !(mass > 0 && mass < INFINITY))
        return usage_error("the mass must be above zero and finite");
    thud_motion motion = motion_of(m);
    thud_vibration v;
    thud_error error = {.value = NAN};
    thud_error failure;
    thud_status status = thud_identify_vibration(&motion, &v, &error);
    if (status != THUD_OK) return identify_refusal(path, m, status, &error);
    if (plot && !thud_vibration_draw(plot, &motion, &v, best_of(&v), &failure))
        return work_error("%s", failure.text);
    if (option_given(options, "yaml")) return print_yaml(&v, mass);
    if (!option_given(options, "json")) return print_human(path, &v, mass);
    print_json(m, &v, mass);
    return EXIT_DONE;
}
