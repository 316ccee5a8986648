/*
 * A. Chanda, A. Banerjee & R. Das 2016, sections 3 and 4, figs 7–10: a bridge deck between abutments under an
 * earthquake. Density, modulus and accelerogram are not in the paper; ours are 2500 kg/m³, 30 GPa and a motion of
 * the generator (Eurocode 8 type 1, soil B, 0.3 g, seed 1).
 */
#include <math.h>
#include <string.h>

#include "course.h"
#include "paper.h"

enum { COLUMN_KINDS = 3, GAPS = 4, RESTITUTIONS = 5 };
static const int COLUMNS[COLUMN_KINDS] = {6, 9, 12};
static const double GAP[GAPS] = {0.01, 0.03, 0.05, INFINITY};
static const double E[RESTITUTIONS] = {0.2, 0.4, 0.6, 0.8, 1};

static const double DECK = 50 * 20 * 0.5 * 2500; /* kg */

/* 12 E I/H³ of one column fixed at both ends, I = πr⁴/4 */
static double column_stiffness(void) {
    double radius = 0.4, height = 15;
    return 12 * 30e9 * PAPER_PI * pow(radius, 4) / 4 / pow(height, 3);
}

static thud_motion *earthquake(void) {
    thud_target target = {0};
    thud_motion *motion;
    thud_error error;
    paper_need(thud_ec8_init(&target.ec8, 1, 'B', 0.3 * 9.80665), "spectrum");
    thud_compatible_options options = thud_compatible_options_default(&target);
    if (thud_generate_compatible(&options, &motion, &error) != THUD_OK) paper_fail("%s", error.reason);
    return motion;
}

static void draw_motion(paper *page, const thud_motion *motion) {
    thud_intensity strength;
    course curve = {0};
    thud_figure figure = paper_figure(page, "chanda-7", 900, 340);
    for (size_t i = 0; i < motion->count; i++)
        course_add(&curve, thud_motion_time(motion, i), motion->acceleration[i] / 9.80665);
    course_write(&curve, 20.0 / 800, 0.8 / 260, figure.data.stream);
    fputs("set xlabel 'time  [s]'\nset ylabel 'ground acceleration  [g]'\nset xrange [0:20]\n"
          "plot data using 1:2 with lines linestyle 1 linewidth 1 notitle\n",
          figure.script.stream);
    paper_draw(&figure);
    course_free(&curve);
    paper_need(thud_motion_intensity(motion, &strength), "intensity");
    paper_set(page, "pga", "%.3f", strength.pga / 9.80665);
}

/* one case of the study */
typedef struct response {
    course displacement, velocity, acceleration; /* mm, m/s, m/s² relative to the ground */
    course grid;                                 /* displacement at even instants, mm */
    size_t impacts;
    double max_displacement, max_velocity, max_acceleration, stick_time;
    double parting; /* s: from here on the motion depends on the twelfth digit of the gap; INFINITY: never */
} response;

static bool follow(void *context, const thud_sample *sample) {
    response *r = context;
    if (!sample->event) course_add(&r->grid, sample->time, 1e3 * sample->displacement[0]);
    course_add(&r->displacement, sample->time, 1e3 * sample->displacement[0]);
    course_add(&r->velocity, sample->time, sample->velocity[0]);
    course_add(&r->acceleration, sample->time, sample->acceleration[0]);
    return true;
}

static thud_model *bridge(const thud_motion *motion, int columns, double gap, double e) {
    thud_model *model = thud_model_create();
    thud_body deck = thud_model_add_body(model, "deck", DECK);
    thud_gap_contact stop = thud_gap_contact_default(thud_law_find("newton"));
    thud_motion ground = *motion;
    thud_model_add_link(model, THUD_GROUND, deck,
                        &(thud_link){.stiffness = columns * column_stiffness(), .damping_ratio = 0.05});
    stop.gap = gap;
    stop.restitution = e;
    thud_model_add_contact(model, "east", deck, THUD_GROUND, &stop);
    thud_model_add_contact(model, "west", THUD_GROUND, deck, &stop);
    thud_model_set_ground(model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = &ground, .scale = 1});
    thud_model_set_duration(model, 20);
    thud_model_set_output(model, 0.005, true);
    return model;
}

static response solved(const thud_motion *motion, int columns, double gap, double e) {
    response r = {0};
    thud_observer observer = {.context = &r, .sample = follow};
    paper_run run = paper_run_model(bridge(motion, columns, gap, e), &observer);
    const thud_body_summary *deck = &run.summary->bodies[0];
    r.impacts = run.summary->impacts;
    r.max_displacement = 1e3 * deck->max_displacement;
    r.max_velocity = deck->max_velocity;
    r.max_acceleration = deck->max_acceleration;
    r.stick_time = run.summary->contacts[0].stick_time + run.summary->contacts[1].stick_time;
    paper_run_end(&run);
    return r;
}

static void free_response(response *r) {
    course_free(&r->grid);
    course_free(&r->displacement);
    course_free(&r->velocity);
    course_free(&r->acceleration);
}

/* a case, and what becomes of it when the gap is a little larger or smaller */
enum { NEIGHBOURS = 4 };
static const double CHANGE[NEIGHBOURS] = {1e-12, -1e-12, 1e-11, -1e-11};

typedef struct bridge_case {
    response at, near[NEIGHBOURS];
} bridge_case;

/* when two motions are further apart than a fiftieth of the gap */
static double parting_of(const response *a, const response *b, double gap) {
    for (size_t i = 0; i < a->grid.count && i < b->grid.count; i++)
        if (fabs(a->grid.y[i] - b->grid.y[i]) > 0.02 * 1e3 * gap) return a->grid.x[i];
    return INFINITY;
}

static bridge_case solve_case(const thud_motion *motion, int columns, double gap, double e) {
    bridge_case c = {.at = solved(motion, columns, gap, e)};
    c.at.parting = INFINITY;
    for (int i = 0; i < NEIGHBOURS && !isinf(gap); i++) {
        c.near[i] = solved(motion, columns, gap * (1 + CHANGE[i]), e);
        c.at.parting = fmin(c.at.parting, parting_of(&c.at, &c.near[i], gap));
    }
    return c;
}

static void free_case(bridge_case *c) {
    free_response(&c->at);
    for (int i = 0; i < NEIGHBOURS; i++) free_response(&c->near[i]);
}

/* ---- Figures 8 to 10 ---- */

typedef struct quantity {
    int number;
    const char *label;
    double range[GAPS]; /* of the axis */
} quantity;

static const quantity QUANTITY[] = {
    {8, "displacement  [mm]", {10, 30, 50, 200}},
    {9, "velocity  [m/s]", {0.7, 0.7, 0.7, 0.7}},
    {10, "acceleration  [m/s^2]", {3, 3, 3, 3}},
};

static const course *course_of(const response *r, int number) {
    return number == 8 ? &r->displacement : number == 9 ? &r->velocity : &r->acceleration;
}

/* the axes of one panel: tics only where there is room for numbers */
static void write_axes(FILE *script, const quantity *q, int i, int g) {
    bool bottom = i + 1 == RESTITUTIONS && g > 0;
    if (i == 0) fprintf(script, "set title 'gap %g m' offset 0,-0.6\n", GAP[g]);
    else fputs("unset title\n", script);
    if (g == 0) fprintf(script, "set ylabel \"e = %g\\n%s\" offset 0,0\n", E[i], q->label);
    else fputs("unset ylabel\n", script);
    if (bottom) fputs("set xtics 10 nomirror out scale 0.6\nset xlabel 'time  [s]' offset 0,0.7\n", script);
    else fputs("unset xtics\nunset xlabel\n", script);
    fprintf(script, "set yrange [%g:%g]\n", -1.2 * q->range[g], 1.2 * q->range[g]);
    if (g == 0 || q->range[g] > q->range[0]) fprintf(script, "set ytics %g nomirror out scale 0.6\n", q->range[g]);
    else fputs("unset ytics\n", script);
}

/* what is known in one colour, what is chaotic in another */
static void write_plot(FILE *script, int block, int style) {
    fprintf(
        script,
        "plot data index %d using 1:2 with lines linestyle 7 linecolor '#b0b0b0' linewidth 0.8 title 'chaotic', "
        "\\\n     data index %d using 1:2 with lines linestyle %d dashtype 1 linewidth 0.8 title 'known'\n",
        2 * block + 1, 2 * block, style);
}

/* a row of panels for each restitution, a panel for each gap; one more for the deck without abutments */
static void write_panels(FILE *script, const quantity *q) {
    int block = 0;
    fprintf(script,
            "set multiplot layout %d,%d margins 0.105,0.98,0.06,0.96 spacing 0.06,0.025\n"
            "set xrange [0:20]\nset key off\nunset grid\n",
            RESTITUTIONS + 1, GAPS - 1);
    for (int i = 0; i < RESTITUTIONS; i++)
        for (int g = 0; g < GAPS - 1; g++) {
            write_axes(script, q, i, g);
            write_plot(script, block++, 1);
        }
    fprintf(script,
            "set yrange [%g:%g]\nset ytics %g nomirror out scale 0.6\nset ylabel \"no abutments\\n%s\" offset "
            "0,0\nset xtics 10 nomirror out scale 0.6\nset xlabel 'time  [s]' offset 0,0.7\n",
            -1.2 * q->range[GAPS - 1], 1.2 * q->range[GAPS - 1], q->range[GAPS - 1], q->label);
    write_plot(script, block, 2);
    fputs("unset multiplot\n", script);
}

/* one curve in two blocks: as long as it is known, and after that; a lone point where there is nothing */
static void write_curve(FILE *stream, const course *whole, double parting, double y_range) {
    course known = {0}, chaotic = {0};
    for (size_t i = 0; i < whole->count; i++)
        course_add(whole->x[i] < parting ? &known : &chaotic, whole->x[i], whole->y[i]);
    if (chaotic.count == 0) course_add(&chaotic, 20, NAN);
    course_write(&known, 0.8 * 20 / 270, 0.8 * 2 * y_range / 120, stream);
    course_write(&chaotic, 0.8 * 20 / 270, 0.8 * 2 * y_range / 120, stream);
    course_free(&known);
    course_free(&chaotic);
}

static void draw(paper *page, const quantity *q, int columns, const bridge_case cases[GAPS][RESTITUTIONS]) {
    char name[64];
    snprintf(name, sizeof name, "chanda-%d-%d-columns", q->number, columns);
    thud_figure figure = paper_figure(page, name, 960, 960);
    for (int i = 0; i < RESTITUTIONS; i++)
        for (int g = 0; g < GAPS - 1; g++) {
            const response *r = &cases[g][i].at;
            write_curve(figure.data.stream, course_of(r, q->number), r->parting, q->range[g]);
        }
    const response *r = &cases[GAPS - 1][0].at;
    write_curve(figure.data.stream, course_of(r, q->number), r->parting, q->range[GAPS - 1]);
    write_panels(figure.script.stream, q);
    paper_draw(&figure);
}

/* ---- The table ---- */

typedef double value_of(const response *r);

static double displacement_of(const response *r) { return r->max_displacement; }
static double velocity_of(const response *r) { return r->max_velocity; }
static double acceleration_of(const response *r) { return r->max_acceleration; }
static double impacts_of(const response *r) { return (double)r->impacts; }
static double stick_of(const response *r) { return r->stick_time; }

static const struct {
    value_of *value;
    int digits;
} CELLS[] = {{displacement_of, 2}, {velocity_of, 3}, {acceleration_of, 2}, {impacts_of, 0}, {stick_of, 2}};

/* the number, where the neighbours have it too */
static void write_cell(FILE *table, const bridge_case *c, size_t cell, bool alone) {
    char text[32], other[32];
    value_of *value = CELLS[cell].value;
    /* beyond the parting everything but the stops is chance */
    bool same = cell == 0 || isinf(c->at.parting);
    snprintf(text, sizeof text, "%.*f", CELLS[cell].digits, value(&c->at));
    for (int i = 0; i < NEIGHBOURS && !alone; i++) {
        snprintf(other, sizeof other, "%.*f", CELLS[cell].digits, value(&c->near[i]));
        same = same && strcmp(text, other) == 0;
    }
    fprintf(table, " %s |", same ? text : "chaotic");
}

static void tabulate(FILE *table, int columns, const bridge_case cases[GAPS][RESTITUTIONS]) {
    for (int g = 0; g < GAPS; g++) {
        bool alone = isinf(GAP[g]);
        for (int i = 0; i < (alone ? 1 : RESTITUTIONS); i++) {
            if (alone) fprintf(table, "| %d | none | |", columns);
            else fprintf(table, "| %d | %g | %g |", columns, GAP[g], E[i]);
            for (size_t cell = 0; cell < sizeof CELLS / sizeof *CELLS; cell++)
                write_cell(table, &cases[g][i], cell, alone);
            fputc('\n', table);
        }
    }
}

/* what the page says about the table; another motion may make it untrue */
static void check_claims(int columns, const bridge_case cases[GAPS][RESTITUTIONS]) {
    for (int i = 0; i < RESTITUTIONS; i++) {
        double narrow = cases[0][i].at.max_velocity, middle = cases[1][i].at.max_velocity;
        double wide = cases[2][i].at.max_velocity;
        if (narrow >= fmax(middle, wide)) paper_fail("bridge: the largest velocity is at the smallest gap");
        if (columns > 6 && wide <= middle) paper_fail("bridge: the velocity does not grow with the gap");
    }
    if (columns == 6 && cases[2][0].at.max_velocity >= cases[1][0].at.max_velocity)
        paper_fail("bridge: the velocity grows with the gap with 6 columns, too");
}

static void study(paper *page, const thud_motion *motion) {
    FILE *table = paper_open(page, "bridge");
    fputs("| columns | gap [m] | e | largest displacement [mm] | largest velocity [m/s] | largest acceleration "
          "[m/s²] | "
          "impacts | stuck [s] |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n",
          table);
    for (int k = 0; k < COLUMN_KINDS; k++) {
        bridge_case cases[GAPS][RESTITUTIONS];
        const bridge_case(*fixed)[RESTITUTIONS] = (const bridge_case(*)[RESTITUTIONS])cases;
        for (int g = 0; g < GAPS; g++)
            for (int i = 0; i < RESTITUTIONS; i++) cases[g][i] = solve_case(motion, COLUMNS[k], GAP[g], E[i]);
        check_claims(COLUMNS[k], fixed);
        tabulate(table, COLUMNS[k], fixed);
        for (size_t q = 0; q < sizeof QUANTITY / sizeof *QUANTITY; q++) draw(page, &QUANTITY[q], COLUMNS[k], fixed);
        for (int g = 0; g < GAPS; g++)
            for (int i = 0; i < RESTITUTIONS; i++) free_case(&cases[g][i]);
    }
    paper_close(page);
}

void paper_chanda_bridge(paper *page) {
    thud_motion *motion = earthquake();
    paper_set(page, "mass", "%.3g", DECK);
    paper_set(page, "column", "%.6g", column_stiffness());
    for (int i = 0; i < COLUMN_KINDS; i++)
        paper_set(page,
                  i == 0   ? "period_6"
                  : i == 1 ? "period_9"
                           : "period_12",
                  "%.4f", 2 * PAPER_PI * sqrt(DECK / (COLUMNS[i] * column_stiffness())));
    draw_motion(page, motion);
    study(page, motion);
    thud_motion_free(motion);
}
