/*
 * thud identify with bounces: restitution from times or heights of a dropped ball.
 */
#include <math.h>

#include "base/print.h"
#include "cli/identify/identify_parts.h"
#include "cli/impact/impact_input.h"
#include "cli/message.h"
#include "cli/options.h"
#include "report/figure/figures.h"
#include "report/text/format.h"
#include "report/text/print.h"

static int read_common(const cli_options *options, bool heights, thud_bounce_options *o) {
    static const char *const of_times[] = {"tc", NULL};
    *o = thud_bounce_options_default();
    int status = heights ? options_refuse(options, of_times, "heights") : EXIT_DONE;
    if (status != EXIT_DONE) return status;
    thud_dimension measured = heights ? THUD_DIMENSION_LENGTH : THUD_DIMENSION_TIME;
    if (!option_quantity(options, "gravity", THUD_DIMENSION_ACCELERATION, &o->gravity) ||
        !option_quantity(options, "error", measured, &o->error) ||
        (!heights && !option_quantity(options, "tc", THUD_DIMENSION_TIME, &o->contact_time)))
        return EXIT_USAGE;
    return EXIT_DONE;
}

static int read_options(const cli_options *options, bool heights, thud_bounce_options *o) {
    static const char *const of_others[] = {"model", "de", "dtc", "v", "n", "separation", "filter", NULL};
    double mass = 1; /* mass of the ball: bounces do not depend on it, but an impossible one is an error */
    int status = options_refuse(options, of_others, "bounces");
    if (status == EXIT_DONE) status = read_common(options, heights, o);
    if (status != EXIT_DONE) return status;
    if (!read_mass(options, &mass)) return EXIT_USAGE;
    if (!(mass > 0)) return usage_error("the mass must be above zero");
    if (heights) {
        if (option_given(options, "drop"))
            return usage_error("--drop applies to times; with heights, the first height is the drop");
        return EXIT_DONE;
    }
    return option_quantity(options, "drop", THUD_DIMENSION_LENGTH, &o->drop) ? EXIT_DONE : EXIT_USAGE;
}

/* `m` is NULL for a list */
static void print_json(const thud_measurement *m, const thud_bounces *b) {
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{");
    identify_json_estimate(&json, "e", b->restitution);
    thud_json_write(&json, "constant_refuted: %d, constant_probability: %g, bounces: [", b->constant_refuted,
                    b->constant_probability);
    for (size_t i = 0; i < b->count; i++) {
        thud_json_write(&json, "{speed: %g, e: %g, e_error: %g}", b->bounces[i].speed, b->bounces[i].restitution,
                        b->bounces[i].error);
    }
    thud_json_write(&json, "], law: {");
    const thud_estimate none = {NAN, NAN};
    identify_json_estimate(&json, "a", b->has_law ? b->law.a : none);
    identify_json_estimate(&json, "b", b->has_law ? b->law.b : none);
    thud_json_write(&json, "correlation: %g, residual: %g}", b->has_law ? b->law.correlation : NAN,
                    b->has_law ? b->law.residual : NAN);
    if (m) identify_json_assumed(&json, m);
    thud_json_write(&json, "}\n");
}

static thud_text chance_of(double probability) {
    thud_text text;
    if (probability < 1e-9) snprintf(text.text, sizeof text.text, "less than once in 10⁹ times");
    else thud_print(text.text, sizeof text.text, "once in %.2g times", 1 / probability);
    return text;
}

static int print_human(const thud_bounces *b) {
    thud_table table = thud_table_start("rll");
    thud_table_cells(&table, "bounce\tspeed\te");
    for (size_t i = 0; i < b->count; i++) {
        thud_table_cells(&table, "%zu\t%s", i + 1, thud_format_quantity(b->bounces[i].speed, "m/s").text);
        if (b->bounces[i].error > 0)
            thud_table_cells(&table, "%s",
                             thud_format_estimate(b->bounces[i].restitution, b->bounces[i].error, "").text);
        else thud_table_cells(&table, "%.4f", b->bounces[i].restitution);
    }
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    if (b->constant_refuted)
        thud_print_to(stdout,
                      "a constant e is refuted: if it were true, chance would produce this %s (test of b = 0, "
                      "significance %g %%)\n",
                      chance_of(b->constant_probability).text, 100 * THUD_BOUNCES_SIGNIFICANCE);
    else if (b->restitution.error > 0)
        printf("e = %s, pooled\n", thud_format_estimate(b->restitution.value, b->restitution.error, "").text);
    else thud_print_to(stdout, "e = %.4f, pooled\n", b->restitution.value);
    if (b->has_law)
        thud_print_to(stdout, "e = 1 − a v^b with a = %s, b = %s; residual %.2g\n",
                      thud_format_estimate(b->law.a.value, b->law.a.error, "").text,
                      thud_format_estimate(b->law.b.value, b->law.b.error, "").text, b->law.residual);
    else printf("e = 1 − a v^b needs three different speeds, and e below 1\n");
    return EXIT_DONE;
}

/* the law as the scenario key takes it, b > 0; otherwise points of it, from the slowest bounce to the fastest */
static void write_law(const thud_bounces *b, double slowest, double fastest, char *text, size_t size) {
    enum { POINTS = 8 };
    double a = b->law.a.value, power = b->law.b.value;
    size_t used = 0;
    if (power > 0) {
        thud_print(text, size, "{a: %.9g, b: %.9g}", a, power);
        return;
    }
    for (int i = 0; i < POINTS && used < size; i++) {
        double speed = slowest * pow(fastest / slowest, (double)i / (POINTS - 1));
        used += (size_t)thud_print(text + used, size - used, "%s[%.6g, %.6g]", i ? ", " : "{at: [", speed,
                                   fmax(0, 1 - a * pow(speed, power)));
    }
    if (used < size) snprintf(text + used, size - used, "]}");
}

/* a constant e or, if the bounces refute it, the law */
static void print_yaml(const thud_bounces *b) {
    char law[400];
    identify_yaml contact = {"newton", NAN, NAN, NAN, b->restitution.value, NULL, NULL};
    double slowest = INFINITY, fastest = 0;
    for (size_t i = 0; i < b->count; i++) {
        slowest = fmin(slowest, b->bounces[i].speed);
        fastest = fmax(fastest, b->bounces[i].speed);
    }
    if (b->constant_refuted) {
        write_law(b, slowest, fastest, law, sizeof law);
        contact.by_speed = law;
    }
    identify_print_yaml(&contact);
    if (b->constant_refuted)
        thud_print_to(stdout, "    # a constant e is refuted; measured from %.4g to %.4g m/s\n", slowest, fastest);
}

static int show(const cli_options *options, const thud_measurement *m, const thud_bounces *b, const char *plot) {
    thud_error failure;
    if (plot && !thud_bounces_draw(plot, b, &failure)) return work_error("%s", failure.text);
    if (option_given(options, "yaml")) {
        print_yaml(b);
    } else if (option_given(options, "json")) print_json(m, b);
    else return print_human(b);
    return EXIT_DONE;
}

/* one of the three kinds of lists */
typedef struct numbers {
    const double *times, *heights, *drops, *rebounds;
    size_t count;
} numbers;

/* where the numbers come from: a file, or an option */
typedef struct origin {
    const char *path;
    const thud_measurement *measurement;
    const char *option;
} origin;

static int find(const numbers *n, const origin *from, const thud_bounce_options *o, thud_bounces **bounces) {
    thud_error error = {0};
    thud_status status = n->times     ? thud_identify_bounces(n->times, n->count, o, bounces, &error)
                         : n->heights ? thud_identify_heights(n->heights, n->count, o, bounces, &error)
                                      : thud_identify_drops(n->drops, n->rebounds, n->count, o, bounces, &error);
    if (status == THUD_OK) return EXIT_DONE;
    return identify_data_error(from->path, from->measurement ? from->measurement->line : 0, from->option, &error,
                               status);
}

static int identify(const cli_options *options, const numbers *n, const origin *from) {
    thud_bounce_options o;
    thud_bounces *bounces;
    const char *plot;
    int result = read_options(options, !n->times, &o);
    if (result != EXIT_DONE) return result;
    if (!identify_plot(options, &plot)) return EXIT_USAGE;
    result = find(n, from, &o, &bounces);
    if (result != EXIT_DONE) return result;
    result = show(options, from->measurement, bounces, plot);
    thud_bounces_free(bounces);
    return result;
}

static int read_list(const cli_options *options, cli_list *list, numbers *n, origin *from) {
    bool heights = option_given(options, "heights");
    if (heights && option_given(options, "bounces")) return usage_error("--bounces or --heights, not both");
    *from = (origin){.option = heights ? "heights" : "bounces"};
    int status = list_read(options, from->option, "", heights ? THUD_DIMENSION_LENGTH : THUD_DIMENSION_TIME, list);
    if (status != EXIT_DONE) return status;
    *n = (numbers){
        .times = heights ? NULL : list->values, .heights = heights ? list->values : NULL, .count = list->count};
    return EXIT_DONE;
}

static numbers numbers_of(const thud_measurement *m) {
    return (numbers){.times = m->time, .drops = m->value, .rebounds = m->second, .count = m->count};
}

int identify_bounce_list(const cli_options *options) {
    static const char *const of_files[] = {"as", NULL};
    cli_list list;
    numbers n;
    origin from;
    int status = options_refuse(options, of_files, option_given(options, "heights") ? "--heights" : "--bounces");
    if (status == EXIT_DONE) status = read_list(options, &list, &n, &from);
    if (status != EXIT_DONE) return status;
    status = identify(options, &n, &from);
    list_free(&list);
    return status;
}

int identify_bounce_file(const cli_options *options, const char *path, const thud_measurement *m) {
    const numbers n = numbers_of(m);
    return identify(options, &n, &(origin){.path = path, .measurement = m});
}

int identify_bounces_read(const cli_options *options, const identify_source *source, thud_bounces **bounces) {
    thud_bounce_options o;
    cli_list list = {0};
    numbers n;
    origin from;
    int status = EXIT_DONE;
    if (source) {
        n = numbers_of(source->measurement);
        from = (origin){.path = source->path, .measurement = source->measurement};
    } else {
        status = read_list(options, &list, &n, &from);
    }
    if (status == EXIT_DONE) status = read_common(options, !n.times, &o);
    if (status == EXIT_DONE) status = find(&n, &from, &o, bounces);
    list_free(&list);
    return status;
}
