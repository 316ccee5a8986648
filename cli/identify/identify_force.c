/*
 * thud identify FILE with a force history: finds the impacts, fits one law or all, and reports.
 */
#include <math.h>
#include <stdlib.h>

#include "cli/identify/identify_parts.h"
#include "cli/impact/impact_input.h"
#include "cli/message.h"
#include "report/figure/figures.h"
#include "report/text/format.h"

/* the approach speed, if given: --v, or the height of the drop */
static int read_speed(const cli_options *options, double *speed) {
    double height = 0, gravity = thud_bounce_options_default().gravity;
    bool dropped = option_given(options, "drop");
    if (option_given(options, "gravity") && !dropped)
        return usage_error("--gravity has no meaning with a force history without --drop");
    if (dropped && option_given(options, "v"))
        return usage_error("--v and --drop exclude each other: both give the approach speed");
    if (!option_quantity(options, "v", THUD_DIMENSION_SPEED, speed) ||
        !option_quantity(options, "drop", THUD_DIMENSION_LENGTH, &height) ||
        !option_quantity(options, "gravity", THUD_DIMENSION_ACCELERATION, &gravity))
        return EXIT_USAGE;
    if (option_given(options, "v") && !(*speed > 0))
        return usage_error("--v '%s': expected a speed above zero", option_value(options, "v"));
    if (dropped && !(height > 0))
        return usage_error("--drop '%s': expected a height above zero", option_value(options, "drop"));
    if (!(gravity > 0))
        return usage_error("--gravity '%s': expected one above zero", option_value(options, "gravity"));
    if (dropped) *speed = sqrt(2 * gravity * height);
    return EXIT_DONE;
}

static int read_options(const cli_options *options, thud_force_options *o) {
    static const char *const of_others[] = {"tc", "de", "dtc", "error", NULL};
    const thud_law *law = NULL;
    int status = options_refuse(options, of_others, "a force history");
    if (status != EXIT_DONE) return status;
    if (option_given(options, "model") && !(law = identify_law(options, ""))) return EXIT_USAGE;
    *o = thud_force_options_default(law, NAN);
    if (!option_quantity(options, "n", THUD_DIMENSION_NONE, &o->exponent) ||
        !read_separation(options, &o->separation) || !read_mass(options, &o->mass))
        return EXIT_USAGE;
    if (isnan(o->mass)) return usage_error("the mass is needed: --m, or --m1 and --m2 (inf for a fixed stop)");
    if (option_given(options, "n") && !(o->exponent >= 1 && o->exponent <= 2))
        return usage_error("--n '%s': expected a number from 1 to 2", option_value(options, "n"));
    thud_error error = {0};
    if (option_given(options, "filter") &&
        thud_gauge_filter_parse(option_value(options, "filter"), &o->filter, &error) != THUD_OK)
        return usage_error("--filter: %s", error.text);
    return read_speed(options, &o->speed);
}

/* force on the effective mass, positive in compression: the sign is that of the reading furthest from the first
   one, which is rest */
static void force_of_acceleration(const thud_measurement *m, double mass, double *force) {
    double first = m->value[0], largest = 0;
    for (size_t i = 0; i < m->count; i++)
        if (fabs(m->value[i] - first) > fabs(largest)) largest = m->value[i] - first;
    for (size_t i = 0; i < m->count; i++) force[i] = copysign(mass, largest) * m->value[i];
}

static size_t largest_impact(const thud_force_record *record) {
    size_t largest = 0;
    for (size_t i = 1; i < record->impact_count; i++)
        if (record->impacts[i].peak > record->impacts[largest].peak) largest = i;
    return largest;
}

/* the best law if none is named */
static int choose_law(const force_case *c, thud_force_options *o, thud_ranking *ranking) {
    thud_error error = {.value = NAN};
    thud_status status = thud_identify_rank(c->record, c->largest, o, ranking, &error);
    error.status = status;
    if (status != THUD_OK) return library_error(NULL, &error);
    o->law = ranking->rows[0].fit.law;
    o->separation = ranking->rows[0].fit.separation;
    return EXIT_DONE;
}

static int fit_all(const force_case *c, const thud_force_options *o, thud_force_fit *fits) {
    for (size_t i = 0; i < c->record->impact_count; i++) {
        thud_error error = {.value = NAN};
        thud_status status = thud_identify_force(c->record, i, o, &fits[i], &error);
        error.status = status;
        if (status == THUD_ERROR_ARGUMENT || status == THUD_ERROR_UNREACHABLE)
            return library_error(o->law->name, &error);
        if (status != THUD_OK)
            return work_error("%s: impact %zu at %.6g s: the samples do not determine the parameters of %s",
                              c->path, i + 1, c->record->impacts[i].begin, o->law->name);
    }
    return EXIT_DONE;
}

static void print_yaml(const force_case *c) {
    const thud_force_fit *f = &c->pooled;
    thud_force_kind kind = f->law->structure->kind;
    identify_print_yaml(&(identify_yaml){
        .model = f->law->name,
        .stiffness = f->stiffness.value,
        .exponent = f->exponent.value,
        .restitution = kind == THUD_FORCE_ELASTIC ? NAN : c->fits[c->largest].restitution.value,
        .damping = kind == THUD_FORCE_VISCOUS ? f->damping.value : NAN,
        .separation = thud_separation_name(f->separation),
    });
}

static int show(const cli_options *options, const force_case *c, const char *plot) {
    thud_error failure;
    if (plot && !thud_force_fit_draw(plot, c->record, c->largest, &c->fits[c->largest], &failure))
        return work_error("%s", failure.text);
    if (option_given(options, "yaml")) print_yaml(c);
    else if (option_given(options, "json")) identify_force_json(c);
    else return identify_force_human(c);
    return EXIT_DONE;
}

static int identify(const cli_options *options, force_case *c, thud_force_options *o, const double *penetration,
                    const char *plot) {
    thud_ranking *ranking = o->law ? NULL : malloc(sizeof *ranking);
    thud_force_fit *fits = malloc(c->record->impact_count * sizeof *fits);
    int status = !fits || (!o->law && !ranking) ? work_error("out of memory") : EXIT_DONE;
    c->largest = largest_impact(c->record);
    if (status == EXIT_DONE && ranking) status = choose_law(c, o, ranking);
    if (status == EXIT_DONE) status = fit_all(c, o, fits);
    if (status == EXIT_DONE) {
        c->ranking = ranking;
        c->fits = fits;
        c->penetration_ratio = (thud_estimate){NAN, NAN};
        if (penetration) /* leaves out what cannot be compared */
            (void)thud_force_penetration_ratio(c->record, c->largest, penetration, &fits[c->largest],
                                               &c->penetration_ratio);
        thud_status pooled = thud_force_pool(fits, c->record->impact_count, &c->pooled, &c->mismatch);
        status = pooled == THUD_OK
                     ? show(options, c, plot)
                     : work_error("%s: the impacts cannot be pooled: %s", c->path, thud_status_text(pooled));
    }
    free(ranking);
    free(fits);
    return status;
}

int identify_force(const cli_options *options, const char *path, const thud_measurement *m) {
    thud_force_options o;
    const char *plot;
    int status = read_options(options, &o);
    if (status != EXIT_DONE) return status;
    if (!identify_plot(options, &plot)) return EXIT_USAGE;
    force_case c = {.path = path,
                    .known_speed = o.speed > 0,
                    .measurement = m,
                    .from_acceleration = m->kind == THUD_MEASUREMENT_ACCELERATION};
    double *force = malloc(m->count * sizeof *force);
    if (!force) return work_error("out of memory");
    if (c.from_acceleration) force_of_acceleration(m, o.mass, force);
    thud_force_record *record;
    thud_error error = {0};
    thud_status found =
        thud_force_record_create(m->time, c.from_acceleration ? force : m->value, m->count, &record, &error);
    if (found != THUD_OK) {
        status = identify_data_error(path, m->line, NULL, &error, found);
    } else if (o.speed > 0 && record->impact_count > 1) {
        status = usage_error("--%s: there are %zu impacts in the file, each with its own approach speed",
                             option_given(options, "v") ? "v" : "drop", record->impact_count);
        thud_force_record_free(record);
    } else {
        c.record = record;
        status = identify(options, &c, &o, m->second, plot);
        thud_force_record_free(record);
    }
    free(force);
    return status;
}
