/*
 * thud identify FILE… with force histories: finds the impacts, fits one law or all, and reports.
 */
#include <math.h>
#include <stdlib.h>

#include "cli/identify/identify_parts.h"
#include "cli/impact/impact_input.h"
#include "cli/message.h"
#include "report/figure/figures.h"
#include "report/text/format.h"

/* the approach speeds, where they are known: --v, or the heights of --drop; one for all files, or one for each */
static int read_speeds(const cli_options *options, bool bounces, force_file *files, size_t count) {
    double gravity = thud_bounce_options_default().gravity;
    const bool dropped = option_given(options, "drop"), given = dropped || option_given(options, "v");
    const char *name = dropped ? "drop" : "v";
    cli_list list;
    if (option_given(options, "gravity") && !dropped && !bounces)
        return usage_error("--gravity has no meaning with a force history without --drop");
    if (dropped && option_given(options, "v"))
        return usage_error("--v and --drop exclude each other: each gives the approach speed");
    if (!option_quantity(options, "gravity", THUD_DIMENSION_ACCELERATION, &gravity)) return EXIT_USAGE;
    if (!(gravity > 0))
        return usage_error("--gravity '%s': expected one above zero", option_value(options, "gravity"));
    if (!given) return EXIT_DONE;
    int status = list_read(options, name, "", dropped ? THUD_DIMENSION_LENGTH : THUD_DIMENSION_SPEED, &list);
    if (status != EXIT_DONE) return status;
    if (list.count != 1 && list.count != count)
        status = usage_error("--%s: %zu numbers for %zu force histor%s: give one for all, or one for each", name,
                             list.count, count, count == 1 ? "y" : "ies");
    for (size_t i = 0; i < count && status == EXIT_DONE; i++) {
        const double value = list.values[list.count == 1 ? 0 : i];
        files[i].speed = dropped ? sqrt(2 * gravity * value) : value;
        if (!(value > 0))
            status = usage_error("--%s '%s': expected a %s above zero", name, option_value(options, name),
                                 dropped ? "height" : "speed");
    }
    list_free(&list);
    return status;
}

static int read_options(const cli_options *options, bool bounces, thud_force_options *o) {
    static const char *const of_contacts[] = {"de", "dtc", NULL}, *const of_bounces[] = {"tc", "error", NULL};
    const thud_law *law = NULL;
    int status = options_refuse(options, of_contacts, "a force history");
    if (status == EXIT_DONE && !bounces) status = options_refuse(options, of_bounces, "a force history");
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
    return EXIT_DONE;
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

/* ---- which law ---- */

static int compare_rows(const void *a, const void *b) {
    const thud_rank_row *x = a, *y = b;
    return (x->difference > y->difference) - (x->difference < y->difference);
}

/* the records are independent: differences of BIC add up, over laws that every record was fitted with */
static void add_ranking(thud_ranking *all, const thud_ranking *other) {
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++)
        for (size_t k = 0; k < other->count; k++) {
            if (all->rows[i].fit.law != other->rows[k].fit.law ||
                all->rows[i].fit.separation != other->rows[k].fit.separation)
                continue;
            all->rows[kept] = all->rows[i];
            all->rows[kept++].difference += other->rows[k].difference;
            break;
        }
    all->count = kept;
}

static void finish_ranking(thud_ranking *all) {
    double sum = 0;
    qsort(all->rows, all->count, sizeof *all->rows, compare_rows);
    const double least = all->rows[0].difference;
    for (size_t i = 0; i < all->count; i++) {
        all->rows[i].difference -= least;
        sum += all->rows[i].weight = exp(-all->rows[i].difference / 2);
    }
    for (size_t i = 0; i < all->count; i++) all->rows[i].weight /= sum;
}

static int rank_file(const force_file *f, const thud_force_options *o, thud_ranking *ranking) {
    thud_error error = {.value = NAN};
    thud_force_options own = *o;
    own.speed = f->speed;
    const thud_status status = thud_identify_rank(f->record, f->largest, &own, ranking, &error);
    error.status = status;
    return status == THUD_OK ? EXIT_DONE : library_error(NULL, &error);
}

/* the best law where none is named */
static int choose_law(const force_case *c, thud_force_options *o, thud_ranking *ranking) {
    int status = rank_file(c->at, o, ranking);
    thud_ranking *other = c->count > 1 ? malloc(sizeof *other) : NULL;
    if (c->count > 1 && !other) return work_error("out of memory");
    for (size_t i = 0; i < c->count && status == EXIT_DONE; i++) {
        if (&c->files[i] == c->at) continue;
        status = rank_file(&c->files[i], o, other);
        if (status == EXIT_DONE) add_ranking(ranking, other);
    }
    free(other);
    if (status != EXIT_DONE) return status;
    if (ranking->count == 0) return work_error("no law can be fitted to all the files");
    if (c->count > 1) finish_ranking(ranking);
    o->law = ranking->rows[0].fit.law;
    o->separation = ranking->rows[0].fit.separation;
    return EXIT_DONE;
}

/* ---- fits ---- */

static int fit_file(const force_file *f, const thud_force_options *o) {
    thud_force_options own = *o;
    own.speed = f->speed;
    for (size_t i = 0; i < f->record->impact_count; i++) {
        thud_error error = {.value = NAN};
        thud_status status = thud_identify_force(f->record, i, &own, &f->fits[i], &error);
        error.status = status;
        if (status == THUD_ERROR_ARGUMENT || status == THUD_ERROR_UNREACHABLE)
            return library_error(o->law->name, &error);
        if (status != THUD_OK)
            return work_error("%s: impact %zu at %.6g s: the samples do not determine the parameters of %s",
                              f->path, i + 1, f->record->impacts[i].begin, o->law->name);
    }
    return EXIT_DONE;
}

static int pool(force_case *c) {
    const thud_status status = thud_force_pool(c->fits, c->fit_count, &c->pooled, &c->mismatch);
    if (status != THUD_OK)
        return work_error("%s: the impacts cannot be pooled: %s", c->at->path, thud_status_text(status));
    if (!c->bounces) return EXIT_DONE;
    thud_error error;
    const thud_force_fit alone = c->pooled;
    if (thud_force_join(&alone, c->bounces, &c->pooled, &c->bounce_mismatch, &error) == THUD_OK) return EXIT_DONE;
    return library_error("bounces", &error);
}

static void print_yaml(const force_case *c) {
    const thud_force_fit *f = &c->pooled;
    thud_force_kind kind = f->law->structure->kind;
    identify_print_yaml(&(identify_yaml){
        .model = f->law->name,
        .stiffness = f->stiffness.value,
        .exponent = f->exponent.value,
        .restitution = kind == THUD_FORCE_ELASTIC ? NAN : c->at->fits[c->at->largest].restitution.value,
        .damping = kind == THUD_FORCE_VISCOUS ? f->damping.value : NAN,
        .separation = thud_separation_name(f->separation),
    });
}

static int show(const cli_options *options, const force_case *c, const char *plot) {
    thud_error failure;
    if (plot && !thud_force_fit_draw(plot, c->at->record, c->at->largest, &c->at->fits[c->at->largest], &failure))
        return work_error("%s", failure.text);
    if (option_given(options, "yaml")) print_yaml(c);
    else if (option_given(options, "json")) identify_force_json(c);
    else return identify_force_human(c);
    return EXIT_DONE;
}

static int identify(const cli_options *options, force_case *c, thud_force_options *o, const char *plot) {
    thud_ranking *ranking = o->law ? NULL : malloc(sizeof *ranking);
    int status = !o->law && !ranking ? work_error("out of memory") : EXIT_DONE;
    if (status == EXIT_DONE && ranking) status = choose_law(c, o, ranking);
    for (size_t i = 0; i < c->count && status == EXIT_DONE; i++) status = fit_file(&c->files[i], o);
    if (status == EXIT_DONE) {
        const force_file *at = c->at;
        c->ranking = ranking;
        if (at->measurement->second) /* what cannot be compared is left out */
            (void)thud_force_penetration_ratio(at->record, at->largest, at->measurement->second,
                                               &at->fits[at->largest], &c->penetration_ratio);
        status = pool(c);
    }
    if (status == EXIT_DONE) status = show(options, c, plot);
    free(ranking);
    return status;
}

/* ---- records ---- */

static int open_record(const cli_options *options, double mass, force_file *f) {
    const thud_measurement *m = f->measurement;
    if (f->from_acceleration) {
        f->force = malloc(m->count * sizeof *f->force);
        if (!f->force) return work_error("out of memory");
        force_of_acceleration(m, mass, f->force);
    }
    thud_error error = {0};
    const thud_status status =
        thud_force_record_create(m->time, f->force ? f->force : m->value, m->count, &f->record, &error);
    if (status != THUD_OK) return identify_data_error(f->path, m->line, NULL, &error, status);
    if (f->speed > 0 && f->record->impact_count > 1)
        return usage_error("--%s: there are %zu impacts in %s, each with an approach speed of its own",
                           option_given(options, "v") ? "v" : "drop", f->record->impact_count, f->path);
    f->largest = largest_impact(f->record);
    return EXIT_DONE;
}

static int open_records(const cli_options *options, double mass, force_case *c) {
    int status = EXIT_DONE;
    for (size_t i = 0; i < c->count && status == EXIT_DONE; i++) {
        force_file *f = &c->files[i];
        status = open_record(options, mass, f);
        if (status != EXIT_DONE) return status;
        c->fit_count += f->record->impact_count;
        if (!c->at || f->record->impacts[f->largest].peak > c->at->record->impacts[c->at->largest].peak) c->at = f;
    }
    c->fits = malloc(c->fit_count * sizeof *c->fits);
    if (!c->fits) return work_error("out of memory");
    for (size_t i = 0, before = 0; i < c->count; before += c->files[i++].record->impact_count)
        c->files[i].fits = c->fits + before;
    return EXIT_DONE;
}

static void close_records(force_case *c) {
    for (size_t i = 0; i < c->count; i++) {
        thud_force_record_free(c->files[i].record);
        free(c->files[i].force);
    }
    free(c->files);
    free(c->fits);
}

int identify_force(const cli_options *options, const identify_source *sources, size_t count,
                   const thud_bounces *bounces) {
    thud_force_options o;
    const char *plot;
    int status = read_options(options, bounces != NULL, &o);
    if (status != EXIT_DONE) return status;
    if (!identify_plot(options, &plot)) return EXIT_USAGE;
    force_case c = {.files = calloc(count, sizeof *c.files),
                    .count = count,
                    .bounces = bounces,
                    .penetration_ratio = {NAN, NAN}};
    if (!c.files) return work_error("out of memory");
    for (size_t i = 0; i < count; i++) {
        c.files[i].path = sources[i].path;
        c.files[i].measurement = sources[i].measurement;
        c.files[i].from_acceleration = sources[i].measurement->kind == THUD_MEASUREMENT_ACCELERATION;
    }
    status = read_speeds(options, bounces != NULL, c.files, count);
    if (status == EXIT_DONE) status = open_records(options, o.mass, &c);
    if (status == EXIT_DONE) status = identify(options, &c, &o, plot);
    close_records(&c);
    return status;
}
