/* Loops of force over penetration, one for each law or restitution. */

#include "report/figure/figures.h"

#include <thud/impact.h>

#include "report/figure/figure.h"
#include "report/text/format.h"
#include "report/text/print.h"

enum { LOOP_POINTS = 401, LOOPS_MOST = THUD_FIGURE_STYLES };

/* restitution for comparing structures, and restitutions for one law */
static const double COMPARED = 0.5;
static const double SHOWN[] = {0.9, 0.7, 0.5, 0.3};

static const double HERTZ = 1.5;

/* the impacts of a figure */
typedef struct loops {
    thud_impact_options list[LOOPS_MOST];
    size_t count;
} loops;

static bool is_elastic(const thud_law *law) { return law->structure->kind == THUD_FORCE_ELASTIC; }

static void add(loops *all, const thud_law *law, double restitution, thud_damping damping) {
    thud_impact_options *o = &all->list[all->count++];
    *o = thud_impact_options_default(law);
    o->restitution = is_elastic(law) ? 1 : restitution;
    o->damping = damping;
}

/* ---- which loops ---- */

static loops loops_of(const thud_law *law) {
    loops all = {.count = 0};
    size_t count = is_elastic(law) ? 1 : sizeof SHOWN / sizeof SHOWN[0];
    for (size_t i = 0; i < count; i++) add(&all, law, SHOWN[i], THUD_DAMPING_PUBLISHED);
    return all;
}

/* the first law of a structure with Hertz's exponent, so that loops are comparable; otherwise the first one */
static const thud_law *one_of(const thud_structure *structure) {
    const thud_law *first = NULL;
    for (size_t i = 0; i < thud_law_count(); i++) {
        const thud_law *law = thud_law_at(i);
        if (law->structure != structure) continue;
        if (law->exponent_default == HERTZ) return law;
        if (!first) first = law;
    }
    return first;
}

/* in the order of the catalogue, where the laws of a structure are adjacent; a general structure has its own
 * figure with its law */
static loops loops_of_structures(void) {
    loops all = {.count = 0};
    const thud_structure *last = NULL;
    for (size_t i = 0; i < thud_law_count() && all.count < LOOPS_MOST; i++) {
        const thud_structure *structure = thud_law_at(i)->structure;
        if (structure != last && structure->kind != THUD_FORCE_IMPULSIVE && structure->kind != THUD_FORCE_GENERAL)
            add(&all, one_of(structure), COMPARED, THUD_DAMPING_EXACT);
        last = structure;
    }
    return all;
}

/* ---- figure ---- */

static bool write_loop(FILE *stream, const thud_impact_options *o, thud_impact *hit, thud_error *failure) {
    thud_impact_state states[LOOP_POINTS];
    thud_status status = thud_impact_solve(o, hit);
    if (status == THUD_OK) status = thud_impact_sample(o, LOOP_POINTS, states);
    if (status != THUD_OK)
        return thud_fail(failure, "%s at e = %g: %s", o->law->name, o->restitution, thud_status_text(status));
    thud_print_to(stream, "# %s, n = %g, e = %g: penetration, force\n", o->law->name, o->exponent, o->restitution);
    for (size_t i = 0; i < LOOP_POINTS; i++)
        thud_print_to(stream, "%.9g %.9g\n", states[i].penetration, states[i].force);
    fputs("\n\n", stream);
    return true;
}

/* "Hunt–Crossley: hunt-crossley, n = 1.5", or for one law "e = 0.5, returns 0.6396" */
static void write_name(FILE *stream, const thud_impact_options *o, const thud_impact *hit, bool one) {
    if (!one)
        fprintf(stream, "%s: %s, n = %s", o->law->structure->name, o->law->name,
                thud_format_short(o->exponent).text);
    else if (is_elastic(o->law)) fputs("e = 1", stream);
    else
        fprintf(stream, "e = %s, returns %s", thud_format_short(o->restitution).text,
                thud_format_restitution(hit->restitution).text);
}

static bool write_all(thud_figure *figure, const loops *all, bool one, thud_error *failure) {
    FILE *script = figure->script.stream;
    for (size_t i = 0; i < all->count; i++) {
        thud_impact hit;
        if (!write_loop(figure->data.stream, &all->list[i], &hit, failure)) return false;
        fprintf(script, "%sdata index %zu using 1:2 with lines linestyle %zu title '", i ? ", \\\n     " : "plot ",
                i, i + 1);
        write_name(script, &all->list[i], &hit, one);
        fputs("'", script);
    }
    fputs("\n", script);
    return true;
}

static void write_title(FILE *stream, const thud_law *law) {
    if (!law)
        fprintf(stream, "set title 'A law of each structure, e = %s; elastic: e = 1'\n",
                thud_format_short(COMPARED).text);
    else
        fprintf(stream, "set title '%s, n = %s, %s, %s'\n", law->name,
                thud_format_short(law->exponent_default).text, thud_format_separation(law->separation),
                is_elastic(law)          ? "no damper"
                : thud_law_has_rule(law) ? "published rule"
                                         : "exact damping");
}

bool thud_law_draw(const char *path, const thud_law *law, thud_error *failure) {
    thud_figure figure;
    loops all = law ? loops_of(law) : loops_of_structures();
    if (!thud_figure_open(&figure, path, law ? 800 : 840, law ? 460 : 640, failure)) return false;
    FILE *script = figure.script.stream;
    write_title(script, law);
    /* gnuplot would leave too much room for the key; long names go below the plot */
    fprintf(script,
            "set xlabel 'penetration δ / L  [–]'\nset ylabel 'force F / (k L^n)  [–]'\nset xrange [0:*]\n%s",
            law ? "set rmargin at screen 0.70\nset key at graph 1.03, graph 1 left top reverse Left\n"
                : "set bmargin at screen 0.36\nset key at screen 0.1, screen 0.25 left top vertical maxcols 1 "
                  "reverse Left\n");
    if (!write_all(&figure, &all, law, failure)) {
        thud_figure_abort(&figure);
        return false;
    }
    return thud_figure_draw(&figure, failure);
}
