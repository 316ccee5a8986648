/* Separations by rule as bars, and the two structures in a record. */

#include "numeric/constant.h"
#include "report/figure/figures.h"

#include <math.h>

#include "ground/spectrum/oscillator.h"
#include "ground/step.h"
#include "report/figure/figure.h"
#include "report/text/format.h"
#include "report/text/print.h"

/* points per period for a round curve, and most points in a picture */
static const double POINTS_PERIOD = 40, POINTS_MOST = 200000;

/* ---- relative displacement over time ---- */

/* both structures on the same ground */
typedef struct pair {
    thud_oscillator a, b;
    thud_oscillator_state at_a, at_b;
    double interval; /* s, between points, if the steps of the record are longer */
} pair;

static void write_state(FILE *stream, const pair *p, double time) {
    thud_print_to(stream, "%.9g %.9g %.9g %.9g\n", time, p->at_a.u - p->at_b.u, p->at_a.u, p->at_b.u);
}

/* the points of one linear piece of the acceleration without its beginning; exact at any spacing */
static void write_piece(FILE *stream, pair *p, double start, double length, double ground, double slope) {
    const pair from = *p;
    double parts = fmax(1, ceil(length / p->interval));
    for (double k = 1; k <= parts; k++) {
        double t = length * k / parts;
        thud_oscillator_kernel a = thud_oscillator_kernel_at(&p->a, t), b = thud_oscillator_kernel_at(&p->b, t);
        p->at_a = thud_oscillator_advance(&p->a, &a, from.at_a, ground, slope);
        p->at_b = thud_oscillator_advance(&p->b, &b, from.at_b, ground, slope);
        write_state(stream, p, start + t);
    }
}

/* the record, and the free vibration after it if the largest difference is there */
static void write_history(FILE *stream, const thud_gap_picture *g) {
    const thud_gap_side *a = &g->options->a, *b = &g->options->b;
    const thud_motion *motion = g->motion;
    double begin = thud_motion_time(motion, 0), end = thud_motion_time(motion, motion->count - 1);
    double peak = fmax(g->record->a_time, g->record->b_time), shorter = fmin(a->period, b->period);
    double after = peak > end ? peak - end + fmax(a->period, b->period) : 0;
    pair p = {
        .a = thud_oscillator_make(2 * THUD_PI / a->period, a->damping),
        .b = thud_oscillator_make(2 * THUD_PI / b->period, b->damping),
        .interval = fmax(shorter / POINTS_PERIOD, (end - begin + after) / POINTS_MOST),
    };
    fputs("# t [s], uA - uB [m], uA [m], uB [m]\n", stream);
    write_state(stream, &p, begin);
    for (size_t i = 0; i + 1 < motion->count; i++)
        write_piece(stream, &p, thud_motion_time(motion, i), thud_step_length(motion, i), motion->acceleration[i],
                    thud_step_slope(motion, i));
    if (after > 0) write_piece(stream, &p, end, after, 0, 0);
    thud_print_to(stream,
                  "\n\n# closest, A on the left and B on the left: t [s], uA - uB [m]\n%.9g %.9g\n%.9g %.9g\n\n\n",
                  g->record->a_time, g->record->a_towards_b, g->record->b_time, -g->record->b_towards_a);
}

static void plot_history(FILE *stream, const thud_gap_picture *g, thud_prefix prefix) {
    double a = g->record->a_towards_b, b = g->record->b_towards_a;
    fprintf(stream,
            "set lmargin at screen 0.08; set rmargin at screen 0.52\n"
            "set xlabel 'time t [s]'\nset ylabel 'relative displacement u_A − u_B  [%sm]'\n"
            "set key at graph 0, graph 1.21 left top reverse Left\n",
            prefix.symbol);
    /* structures that move together have no range */
    if (!(a > 0 || b > 0)) fputs("set yrange [-1:1]\n", stream);
    thud_print_to(
        stream,
        "plot data index 0 using 1:($2*factor) with lines linestyle 1 linewidth 1 notitle, \\\n"
        "     %.9g*factor with lines linestyle 2 title 'A on the left needs %s', \\\n"
        "     %.9g*factor with lines linestyle 3 title 'B on the left needs %s', \\\n"
        "     data index 1 using 1:($2*factor) every ::0::0 with points linestyle 2 pointsize 1.2 notitle, \\\n"
        "     data index 1 using 1:($2*factor) every ::1::1 with points linestyle 3 pointsize 1.2 notitle\n"
        "set xrange [*:*]; set yrange [*:*]\n",
        a, thud_format_quantity(a, "m").text, -b, thud_format_quantity(b, "m").text);
}

/* ---- distances by rule ---- */

typedef struct distance {
    const char *name;
    double value; /* m */
} distance;

enum { DISTANCES = 6 };

/* as printed by the command; returns the number of rows */
static size_t list(const thud_gap_picture *g, distance distances[DISTANCES]) {
    const thud_gap_rules *r = g->rules;
    const distance all[DISTANCES] = {
        {"sum of both", r->absolute},
        {"SRSS", r->srss},
        {g->options->level_floors ? "EN 1998-1, floors level" : "EN 1998-1", r->ec8},
        {"ASCE 7-16", r->asce7},
        {"double difference", r->double_difference},
        {"this record, exactly", g->motion ? fmax(g->record->a_towards_b, g->record->b_towards_a) : NAN},
    };
    size_t count = g->motion ? DISTANCES : DISTANCES - 1;
    for (size_t i = 0; i < count; i++) distances[i] = all[i];
    return count;
}

static double largest_of(const thud_gap_picture *g) {
    distance distances[DISTANCES];
    size_t count = list(g, distances);
    double largest = 0;
    for (size_t i = 0; i < count; i++) largest = fmax(largest, distances[i].value);
    return largest;
}

static void write_distances(FILE *stream, const thud_gap_picture *g) {
    distance distances[DISTANCES];
    size_t count = list(g, distances);
    fputs("# place, distance [m], rule, in words\n", stream);
    for (size_t i = 0; i < count; i++)
        thud_print_to(stream, "%zu %.9g \"%s\" \"%s\"\n", i, distances[i].value, distances[i].name,
                      thud_format_quantity(distances[i].value, "m").text);
}

/* a bar per rule, and one of another colour for the record, each followed by its number */
static void plot_distances(FILE *stream, const thud_gap_picture *g, thud_prefix prefix) {
    int block = g->motion ? 2 : 0, last = g->motion ? DISTANCES - 1 : DISTANCES - 2;
    double largest = largest_of(g), stretch = g->motion ? 1.6 : 1.35;
    double right =
        largest > 0 ? stretch * largest * prefix.factor : 1; /* room for the number after the longest bar */
    thud_print_to(stream,
                  "set lmargin at screen %.2f; set rmargin at screen 0.98\n"
                  "set xlabel 'distance [%sm]'\nunset ylabel\nset xrange [0:%.6g]\nset xtics %.6g\n"
                  "set yrange [%d.5:-0.5]\nset ytics scale 0\n"
                  "unset key\nunset xzeroaxis\nset style fill solid noborder\n",
                  g->motion ? 0.70 : 0.28, prefix.symbol, right, thud_figure_tics(right), last);
    fprintf(stream,
            "bar = \"using (0):1:(0):($2*factor):($1-0.28):($1+0.28):yticlabels(3) with boxxyerror\"\n"
            "plot data index %d every ::0::4 @bar linestyle 1, \\\n"
            "     data index %d every ::5::5 @bar linestyle 2, \\\n"
            "     data index %d using ($2*factor):1:4 with labels left offset 0.7,0\n",
            block, block, block);
}

/* ---- figure ---- */

static void write_title(FILE *stream, const thud_gap_options *o) {
    fprintf(stream, "set multiplot title 'A: T = %s s, damping %s %%; ", thud_format_short(o->a.period).text,
            thud_format_short(100 * o->a.damping).text);
    fprintf(stream, "B: T = %s s, damping %s %%' font ',15'\n", thud_format_short(o->b.period).text,
            thud_format_short(100 * o->b.damping).text);
}

bool thud_gap_draw(const char *path, const thud_gap_picture *g, thud_error *failure) {
    thud_figure figure;
    if (!thud_figure_open(&figure, path, g->motion ? 840 : 640, g->motion ? 440 : 360, failure)) return false;
    thud_prefix prefix = thud_prefix_for(largest_of(g));
    if (g->motion) write_history(figure.data.stream, g);
    write_distances(figure.data.stream, g);
    FILE *script = figure.script.stream;
    thud_print_to(script, "# the data are in m; this factor puts them into the unit of the axes\nfactor = %.0e\n",
                  prefix.factor);
    write_title(script, g->options);
    thud_print_to(script, "set tmargin at screen %.2f; set bmargin at screen 0.2\n", g->motion ? 0.8 : 0.88);
    if (g->motion) plot_history(script, g, prefix);
    plot_distances(script, g, prefix);
    fputs("unset multiplot\n", script);
    return thud_figure_draw(&figure, failure);
}
