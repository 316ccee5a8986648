/* A run: displacements with the stops and the impacts; restitution and energy of the impacts. */

#include "report/figure/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/print.h"
#include "contact/run_quantity.h"
#include "model/model.h"
#include "report/figure/figure.h"
#include "report/run/model.h"
#include "report/text/format.h"
#include "report/text/print.h"

enum {
    SAMPLE_LIMIT = 8192,    /* more than pixels in a figure; an even number, */
    NUMBER_LIMIT = 1 << 24, /* unless there are very many bodies */
    IMPACT_LIMIT = 100000,  /* no figure shows more */
    NAMED_LIMIT = 12,       /* number of lines that a key can distinguish; */
    NAMED_OF_MANY = 7,      /* with more lines, this many have their own colour */
    NAME_LONGEST = 18,      /* length of a name that fits next to a panel */
};

struct thud_run_figures {
    const thud_model *model;
    size_t width;    /* numbers of a sample: time and displacements */
    double *samples; /* [sample_limit][width] */
    size_t sample_limit;
    size_t sample_count;
    size_t seen, stride; /* one sample of every `stride` is kept */
    thud_impact_entry *impacts;
    size_t impact_count, impact_capacity;
    double *sizes; /* sizes of the lines of a panel, while it is drawn */
};

thud_run_figures *thud_run_figures_create(const thud_model *model) {
    thud_run_figures *figures = calloc(1, sizeof *figures);
    if (!figures) return NULL;
    figures->model = model;
    figures->width = 1 + thud_coordinate_count(model);
    figures->stride = 1;
    size_t fitting = NUMBER_LIMIT / figures->width / 2 * 2 + 2;
    figures->sample_limit = fitting < SAMPLE_LIMIT ? fitting : SAMPLE_LIMIT;
    figures->samples = malloc(figures->sample_limit * figures->width * sizeof *figures->samples);
    size_t contacts = thud_model_contact_count(model);
    figures->sizes = malloc((figures->width > contacts ? figures->width : contacts) * sizeof *figures->sizes);
    if (figures->samples && figures->sizes) return figures;
    thud_run_figures_free(figures);
    return NULL;
}

void thud_run_figures_free(thud_run_figures *figures) {
    if (!figures) return;
    free(figures->samples);
    free(figures->impacts);
    free(figures->sizes);
    free(figures);
}

/* drops every second sample, and halves the sampling from here on */
static void thin_out(thud_run_figures *figures) {
    size_t size = figures->width * sizeof *figures->samples;
    for (size_t i = 0; i < figures->sample_limit / 2; i++)
        memmove(figures->samples + i * figures->width, figures->samples + 2 * i * figures->width, size);
    figures->sample_count = figures->sample_limit / 2;
    figures->stride *= 2;
}

bool thud_run_figures_add_sample(thud_run_figures *figures, const thud_sample *sample) {
    if (figures->seen++ % figures->stride != 0) return true;
    if (figures->sample_count == figures->sample_limit) thin_out(figures);
    double *to = figures->samples + figures->sample_count++ * figures->width;
    to[0] = sample->time;
    memcpy(to + 1, sample->displacement, (figures->width - 1) * sizeof *to);
    return true;
}

bool thud_run_figures_add_impact(thud_run_figures *figures, const thud_impact_entry *entry) {
    if (figures->impact_count == IMPACT_LIMIT) return true;
    if (figures->impact_count == figures->impact_capacity) {
        size_t capacity = figures->impact_capacity ? 2 * figures->impact_capacity : 256;
        thud_impact_entry *more = realloc(figures->impacts, capacity * sizeof *more);
        if (!more) return false;
        figures->impacts = more;
        figures->impact_capacity = capacity;
    }
    figures->impacts[figures->impact_count++] = *entry;
    return true;
}

/* the largest magnitude of the coordinates from `first` to `end` */
static double largest_sample(const thud_run_figures *figures, size_t first, size_t end) {
    double largest = 0;
    for (size_t i = 0; i < figures->sample_count; i++)
        for (size_t k = first; k < end; k++)
            largest = fmax(largest, fabs(figures->samples[i * figures->width + 1 + k]));
    return largest;
}

/* number of impacts of a contact, and the largest of a quantity over them */
static size_t impacts_of(const thud_run_figures *figures, size_t contact) {
    size_t count = 0;
    for (size_t i = 0; i < figures->impact_count; i++) count += figures->impacts[i].contact == contact;
    return count;
}

/* force if every impact has one, otherwise impulse */
static bool all_have_forces(const thud_run_figures *figures) {
    for (size_t i = 0; i < figures->impact_count; i++)
        if (isnan(figures->impacts[i].max_force)) return false;
    return true;
}

static double largest_strength(const thud_run_figures *figures, bool forces) {
    double largest = 0;
    for (size_t i = 0; i < figures->impact_count; i++)
        largest = fmax(largest, forces ? figures->impacts[i].max_force : figures->impacts[i].impulse);
    return largest;
}

static void write_samples(const thud_run_figures *figures, FILE *stream) {
    fputs("# t [s], displacement [m] or angle [rad] of each body and rod\n", stream);
    for (size_t i = 0; i < figures->sample_count; i++)
        for (size_t k = 0; k < figures->width; k++)
            thud_print_to(stream, "%.9g%c", figures->samples[i * figures->width + k],
                          k + 1 < figures->width ? ' ' : '\n');
}

/* one block for each contact with impacts, in their order */
static void write_impacts(const thud_run_figures *figures, FILE *stream) {
    for (size_t contact = 0; contact < thud_model_contact_count(figures->model); contact++) {
        if (impacts_of(figures, contact) == 0) continue;
        fprintf(stream, "\n\n# %s: t [s], approach speed [m/s], restitution, max force [N], impulse [N·s]\n",
                thud_model_contact_name(figures->model, contact));
        for (size_t i = 0; i < figures->impact_count; i++) {
            const thud_impact_entry *hit = &figures->impacts[i];
            if (hit->contact == contact)
                thud_print_to(stream, "%.9g %.9g %.9g %.9g %.9g\n", hit->time, hit->approach_speed,
                              hit->restitution, hit->max_force, hit->impulse);
        }
    }
}

static void write_title(FILE *script, const char *name) {
    fputs("title ", script);
    thud_gnuplot_text(script, name);
    fputs(" noenhanced", script);
}

/* a label with a suitable unit for the largest value; returns the factor of that unit */
static double write_label(FILE *script, const char *text, double largest, const char *unit) {
    thud_prefix prefix = thud_prefix_for(largest);
    fprintf(script, "set label 1 '%s [%s%s]' at graph 0, graph 1.09\n", text, prefix.symbol, unit);
    return prefix.factor;
}

/* length of the longest name, up to the available room; gnuplot measures margins in characters */
static size_t letters(const char *name, size_t most) {
    size_t count = 0;
    for (; *name; name++) count += ((unsigned char)*name & 0xC0) != 0x80; /* of UTF-8, not bytes */
    return count > most ? (count < NAME_LONGEST ? count : NAME_LONGEST) : most;
}

static size_t longest_name(const thud_run_figures *figures) {
    size_t longest = 4;
    for (size_t i = 0; i < thud_coordinate_count(figures->model); i++)
        longest = letters(thud_coordinate_name(figures->model, i), longest);
    for (size_t i = 0; i < thud_model_contact_count(figures->model); i++)
        longest = letters(thud_model_contact_name(figures->model, i), longest);
    return longest;
}

/* names are next to their panel, away from the label above it */
static void write_key(FILE *script) {
    fputs("set key at graph 1.02, graph 1 left top vertical maxcols 1 maxrows 12 Left reverse\n", script);
}

/* line style: its number or, with too many lines, its rank by size; `count` without a name */
static size_t rank_of(const double *sizes, size_t count, size_t drawn, size_t line) {
    size_t larger = 0;
    if (drawn <= NAMED_LIMIT) return line;
    for (size_t i = 0; i < count; i++) larger += sizes[i] > sizes[line] || (sizes[i] == sizes[line] && i < line);
    return larger < NAMED_OF_MANY ? larger : count;
}

/* the end of a plot command for one line: colour and name, or grey */
static void write_style(FILE *script, size_t rank, size_t count, int width, const char *name) {
    bool named = rank < count;
    /* colours that come a second time are dashed */
    const char *dash = named && rank >= THUD_FIGURE_STYLES ? "2" : "solid";
    fprintf(script, " linestyle %zu linewidth %d dashtype %s ", named ? rank % THUD_FIGURE_STYLES + 1 : 7, width,
            dash);
    if (named) write_title(script, name);
    else fputs("linecolor '#c0c0c0' notitle", script);
}

/* lines without a name share one entry of the key */
static void write_others(FILE *script, size_t count, const char *with) {
    if (count > NAMED_LIMIT)
        fprintf(script, ", \\\n     keyentry with %s linecolor '#c0c0c0' title '%zu others'", with,
                count - NAMED_OF_MANY);
}

/* where a body meets a stop that is fixed to the ground */
static void write_stops(const thud_run_figures *figures, FILE *script, double factor) {
    const thud_model *model = figures->model;
    for (size_t i = 0; i < model->contact_count; i++) {
        const thud_model_contact *contact = &model->contacts[i];
        bool to_ground = contact->left == THUD_BODY_GROUND || contact->right == THUD_BODY_GROUND;
        if (!thud_contact_is_of_bodies(contact) || contact->row.terms || !to_ground ||
            !isfinite(contact->given.gap))
            continue;
        double place = contact->right == THUD_BODY_GROUND ? contact->given.gap : -contact->given.gap;
        thud_print_to(script, ", \\\n     %.9g with lines linecolor '#808080' dashtype 3 notitle", place * factor);
    }
}

/* a panel of histories: coordinates from `first` to `end` */
static void write_histories(const thud_run_figures *figures, FILE *script, const char *text, const char *unit,
                            size_t first, size_t end) {
    double factor = write_label(script, text, largest_sample(figures, first, end), unit);
    size_t count = end - first;
    double *peaks = figures->sizes;
    for (size_t i = 0; i < count; i++) peaks[i] = largest_sample(figures, first + i, first + i + 1);
    write_key(script);
    fputs("plot ", script);
    for (size_t i = 0; i < count; i++) {
        thud_print_to(script, "%sdata index 0 using 1:($%zu*%.0e) with lines", i > 0 ? ", \\\n     " : "",
                      first + i + 2, factor);
        write_style(script, rank_of(peaks, count, count, i), count, 1,
                    thud_coordinate_name(figures->model, first + i));
    }
    write_others(script, count, "lines");
    if (first == 0) write_stops(figures, script, factor);
    fputc('\n', script);
}

/* a curve for each contact that was struck; `using` and `with` come between */
static void write_contact_curves(const thud_run_figures *figures, FILE *script, const char *how, const char *with) {
    size_t block = 0, count = thud_model_contact_count(figures->model), struck = 0;
    double *sizes = figures->sizes;
    for (size_t i = 0; i < count; i++) sizes[i] = 0;
    for (size_t i = 0; i < figures->impact_count; i++) {
        const thud_impact_entry *hit = &figures->impacts[i];
        sizes[hit->contact] = fmax(sizes[hit->contact], hit->impulse);
    }
    for (size_t i = 0; i < count; i++) struck += impacts_of(figures, i) > 0;
    fputs("plot ", script);
    for (size_t i = 0; i < count; i++) {
        if (impacts_of(figures, i) == 0) continue;
        block++;
        fprintf(script, "%sdata index %zu %s with %s", block > 1 ? ", \\\n     " : "", block, how, with);
        write_style(script, rank_of(sizes, count, struck, i), count, 2, thud_model_contact_name(figures->model, i));
    }
    write_others(script, struck, with);
    fputc('\n', script);
}

static void write_strengths(const thud_run_figures *figures, FILE *script, double duration) {
    bool forces = all_have_forces(figures);
    double largest = largest_strength(figures, forces);
    double factor = write_label(script, forces ? "largest force of each impact" : "impulse of each impact", largest,
                                forces ? "N" : "N·s");
    char how[96];
    thud_print(how, sizeof how, "using 1:($%d*%.0e)", forces ? 4 : 5, factor);
    write_key(script);
    thud_print_to(script, "set yrange [0:*]\nset xrange [0:%.9g]\n", duration);
    write_contact_curves(figures, script, how, "impulses");
}

static bool open_figure(thud_figure *figure, const char *directory, const char *name, int width, int height,
                        thud_error *failure) {
    char *path = thud_path_join(directory, name);
    bool good = path ? thud_figure_open(figure, path, width, height, failure) : thud_fail_memory(failure);
    free(path);
    return good;
}

static void write_heading(const thud_run_report *report, FILE *script, int rows, int columns) {
    const char *title = thud_run_title(report);
    fprintf(script, "set multiplot layout %d,%d title ", rows, columns);
    thud_gnuplot_text(script, title ? title : "");
    fputs(" noenhanced font ',15'\n", script);
}

/* pixels: a key that is higher than its panel would lose names */
static int row_height(const thud_run_figures *figures) {
    size_t lines = thud_coordinate_count(figures->model), contacts = thud_model_contact_count(figures->model);
    size_t most = lines > contacts ? lines : contacts, named = most > NAMED_LIMIT ? NAMED_OF_MANY + 1 : most;
    return named > 6 ? 120 + 24 * (int)named : 260;
}

static bool draw_motion(const thud_run_figures *figures, const thud_run_report *report, const char *directory,
                        thud_error *failure) {
    size_t bodies = thud_model_body_count(figures->model), all = thud_coordinate_count(figures->model);
    int rows = (bodies > 0) + (all > bodies) + (figures->impact_count > 0);
    thud_figure figure;
    if (!open_figure(&figure, directory, "motion.svg", 840, 60 + row_height(figures) * rows, failure)) return false;
    FILE *script = figure.script.stream;
    write_samples(figures, figure.data.stream);
    write_impacts(figures, figure.data.stream);
    write_heading(report, script, rows, 1);
    thud_print_to(script,
                  "set xrange [0:%.9g]\nset lmargin 9; set rmargin %zu; set tmargin 3; set bmargin 3\n"
                  "set xlabel 'time t [s]' offset 0,0.5\n",
                  report->summary->duration, longest_name(figures) + 9);
    if (bodies > 0) write_histories(figures, script, "displacement", "m", 0, bodies);
    if (all > bodies) write_histories(figures, script, "angle", "rad", bodies, all);
    if (figures->impact_count > 0) write_strengths(figures, script, report->summary->duration);
    fputs("unset multiplot\n", script);
    return thud_figure_draw(&figure, failure);
}

/* a bar for every dissipated energy of the balance, in the order of the table of results */
static bool is_bar(const thud_run_quantity *quantity) { return strcmp(quantity->unit, "J") == 0; }

/* the number of bars; `largest` is the largest magnitude */
static int write_energy_data(const thud_energy_summary *energy, FILE *stream, double *largest) {
    const thud_run_quantities booked = thud_quantities_of_energy;
    int bars = 0;
    *largest = 0;
    fputs("# energy [J]: the input is the sum of the others\n", stream);
    for (size_t i = 0; i < booked.count; i++) {
        if (!is_bar(&booked.list[i])) continue;
        const double value = thud_run_quantity_value(&booked.list[i], energy);
        thud_print_to(stream, "%d %.9g %s\n", ++bars, value, booked.list[i].name);
        *largest = fmax(*largest, fabs(value));
    }
    return bars;
}

static void write_energy(int bars, double largest, FILE *script) {
    double factor = write_label(script, "energy", largest, "J");
    thud_print_to(script,
            "unset key; unset xlabel; unset offsets\nset xrange [0.4:%d.6]; set yrange [*<0:0<*]\nset style fill "
            "solid 0.8 noborder\n"
            "set boxwidth 0.6\nset xtics font ',10'\nplot data index 0 using 1:($2*%.0e):xtic(3) with boxes "
            "linestyle 1\n",
            bars, factor);
}

static bool draw_impacts(const thud_run_figures *figures, const thud_run_report *report, const char *directory,
                         thud_error *failure) {
    bool struck = figures->impact_count > 0;
    thud_figure figure;
    if (!open_figure(&figure, directory, "impacts.svg", struck ? 840 : 500, 420, failure)) return false;
    FILE *script = figure.script.stream;
    double largest;
    const int bars = write_energy_data(&report->summary->energy, figure.data.stream, &largest);
    write_impacts(figures, figure.data.stream);
    write_heading(report, script, 1, struck ? 2 : 1);
    fputs("set tmargin 4\n", script);
    if (struck) {
        fputs("set lmargin at screen 0.09; set rmargin at screen 0.38\n"
              "set label 1 'restitution achieved [–]' at graph 0, graph 1.09\nset xlabel 'approach speed [m/s]'\n"
              "set xrange [0:*]; set yrange [0:*]\nset offsets 0, graph 0.03, graph 0.05, 0\n",
              script);
        write_key(script);
        write_contact_curves(figures, script, "using 2:3", "points");
        fputs("set lmargin at screen 0.66; set rmargin at screen 0.98\n", script);
    }
    write_energy(bars, largest, script);
    fputs("unset multiplot\n", script);
    return thud_figure_draw(&figure, failure);
}

bool thud_run_figures_draw(const thud_run_figures *figures, const thud_run_report *report, const char *directory,
                           thud_error *failure) {
    return draw_motion(figures, report, directory, failure) && draw_impacts(figures, report, directory, failure);
}
