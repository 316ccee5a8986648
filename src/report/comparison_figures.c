/*
 * The comparison as dot charts: a line per law, a mark per restitution, Newton's value as a dashed line of the same
 * colour. A law that hits Newton's value has its mark on the line.
 */
#include <stdlib.h>
#include <string.h>

#include "report/comparison.h"
#include "report/figure.h"

/* one figure: what is drawn of an impact */
typedef struct quantity {
    const char *file;
    const char *title;
    const char *label;
    double (*value)(const thud_impact *impact, double asked);
} quantity;

static double impulse(const thud_impact *impact, double asked) {
    (void)asked;
    return impact->impulse;
}

static double energy_lost(const thud_impact *impact, double asked) {
    (void)asked;
    return impact->energy_lost;
}

static double restitution(const thud_impact *impact, double asked) {
    (void)asked;
    return impact->restitution;
}

static double error_percent(const thud_impact *impact, double asked) {
    return 100 * (impact->restitution - asked) / asked;
}

static const quantity quantities[] = {
    {"impulse.svg", "Impulse of the published laws", "impulse / (m v)  [–]", impulse},
    {"energy-lost.svg", "Energy lost by the published laws", "energy lost / (m v^2)  [–]", energy_lost},
    {"restitution.svg", "Restitution that the published laws return", "restitution e_{out}  [–]", restitution},
    {"error.svg", "Error of the restitution that the published laws return", "(e_{out} − e) / e  [%]",
     error_percent},
};

enum { QUANTITY_COUNT = sizeof quantities / sizeof quantities[0] };

/* a block per restitution: place on the axis, value, name of the law */
static void write_data(FILE *stream, const thud_comparison *comparison, const quantity *q) {
    for (size_t i = 0; i < comparison->restitution_count; i++) {
        double asked = comparison->restitutions[i];
        fprintf(stream, "%s# e = %g: place, %s, law\n", i ? "\n\n" : "", asked, q->file);
        for (size_t j = 0; j < comparison->law_count; j++) {
            const thud_law *law = comparison->laws[j];
            const thud_comparison_row *row = thud_comparison_published(comparison, law, asked);
            const char *note = strcmp(row->kind, "exact") == 0 ? " (exact)" : "";
            fprintf(stream, "%zu %.9g \"%s%s\"\n", j, q->value(&row->impact, asked), law->name, note);
        }
    }
}

static void write_script(FILE *stream, const thud_comparison *comparison, const quantity *q) {
    fprintf(stream,
            "set title '%s'\nset xlabel '%s'\n"
            "set yrange [%zu.5:-0.5]\n"
            "set ytics scale 0\nunset xzeroaxis\n"
            "set offsets graph 0.03, graph 0.03, 0, 0\n"
            "set key outside right top reverse Left\n",
            q->title, q->label, comparison->law_count - 1);
    for (size_t i = 0; i < comparison->restitution_count; i++) {
        double newton = q->value(&comparison->newton[i], comparison->restitutions[i]);
        fprintf(stream,
                "set arrow from first %.9g, graph 0 to first %.9g, graph 1 nohead back linestyle %zu linewidth 1 "
                "dashtype 2\n",
                newton, newton, i % THUD_FIGURE_STYLES + 1);
    }
    /* the largest restitution first: the others, where laws differ most, are drawn over it */
    fputs("plot ", stream);
    for (size_t i = comparison->restitution_count; i-- > 0;)
        fprintf(stream, "data index %zu using 2:1:ytic(3) with points linestyle %zu notitle, \\\n     ", i,
                i % THUD_FIGURE_STYLES + 1);
    for (size_t i = 0; i < comparison->restitution_count; i++)
        fprintf(stream, "keyentry with points linestyle %zu title 'e = %g', \\\n     ", i % THUD_FIGURE_STYLES + 1,
                comparison->restitutions[i]);
    fputs("keyentry with lines linecolor '#404040' linewidth 1 dashtype 2 title 'Newton'\n", stream);
}

static bool draw(const thud_comparison *comparison, const quantity *q, const char *directory,
                 thud_failure *failure) {
    thud_figure figure;
    char *path = thud_path_join(directory, q->file);
    if (!path) return thud_failure_memory(failure);
    int height = 140 + 19 * (int)comparison->law_count;
    bool good = thud_figure_open(&figure, path, 860, height > 300 ? height : 300, failure);
    if (good) {
        write_data(figure.data.stream, comparison, q);
        write_script(figure.script.stream, comparison, q);
        good = thud_figure_draw(&figure, failure);
    }
    free(path);
    return good;
}

bool thud_comparison_draw(const thud_comparison *comparison, const char *directory, thud_failure *failure) {
    for (size_t i = 0; i < QUANTITY_COUNT; i++)
        if (!draw(comparison, &quantities[i], directory, failure)) return false;
    return true;
}
