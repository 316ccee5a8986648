/*
 * A. Chanda, A. Banerjee & R. Das 2016, figs 7–10: the bridge of bridge.h under one earthquake. What twenty of them
 * say about the paper's conclusions is in chanda_seeds.c.
 */
#include <math.h>
#include <string.h>

#include "bridge.h"

enum { OURS = 1 }; /* the seed of the motion of fig 7 */

static void draw_motion(paper *page, const thud_motion *motion) {
    thud_intensity strength;
    course curve = {0};
    thud_figure figure = paper_figure(page, "chanda-7", 840, 340);
    for (size_t i = 0; i < motion->count; i++)
        course_add(&curve, thud_motion_time(motion, i), motion->acceleration[i] / 9.80665);
    course_write(&curve, 20.0 / 740, 0.8 / 260, figure.data.stream);
    fputs("set xlabel 'time  [s]'\nset ylabel 'ground acceleration  [g]'\nset xrange [0:20]\n"
          "plot data using 1:2 with lines linestyle 1 linewidth 1 notitle\n",
          figure.script.stream);
    paper_draw(&figure);
    course_free(&curve);
    paper_need(thud_motion_intensity(motion, &strength), "intensity");
    paper_set(page, "pga", "%.3f", strength.pga / 9.80665);
    paper_say(page, "Ground acceleration over %g s", BRIDGE_DURATION);
    paper_say(page, "EN 1998-1:2004, type 1, soil %c, a_g = %g g, seed %d; largest", BRIDGE_SOIL,
              BRIDGE_ACCELERATION, OURS);
    paper_say(page, "The paper cites Eurocode 8 of 1994");
}

static void say_deck(paper *page) {
    const int *columns = BRIDGE_COLUMNS;
    paper_say(page, "Deck %g × %g × %g m, columns of %g m and radius %g m, %g %% damping", BRIDGE_LENGTH,
              BRIDGE_WIDTH, BRIDGE_THICKNESS, BRIDGE_HEIGHT, BRIDGE_RADIUS, 100 * BRIDGE_DAMPING);
    paper_say(page, "Density %g kg/m³ and modulus %g GPa are ours", BRIDGE_DENSITY, 1e-9 * BRIDGE_MODULUS);
    paper_say(page, "{{period_6}}, {{period_9}} and {{period_12}} s with %d, %d and %d columns", columns[0],
              columns[1], columns[2]);
    paper_say(page, "Displacement (fig 8), %d, %d and %d columns", columns[0], columns[1], columns[2]);
    for (int i = 0; i < BRIDGE_STRUCTURES; i++) {
        paper_say(page, "![Displacement, %d columns]", columns[i]);
        paper_say(page, "![Velocity, %d columns]", columns[i]);
        paper_say(page, "![Acceleration, %d columns]", columns[i]);
        paper_say(page, "Displacement of the deck on %d columns", columns[i]);
        paper_say(page, "Velocity of the deck on %d columns", columns[i]);
        paper_say(page, "Absolute acceleration of the deck on %d columns", columns[i]);
    }
}

/* ---- Cases, and what becomes of them when the gap is a little larger or smaller ---- */

/* changes of the gap by which double precision cannot be told from another one, and by what a gap is known to */
enum { NEAREST = 4, SIZES = 7, EVEN = 16, NEAR = 2 * SIZES + EVEN };
static const double CHANGE[NEAREST] = {1e-12, -1e-12, 1e-11, -1e-11};
static const double SIZE[SIZES] = {1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3};
enum { NEARLY_CHAOTIC = 3 }; /* of SIZE: impacts that change with 1e-6 of the gap, or less */
static const char *const SIZE_TEXT[SIZES + 1] = {"10⁻¹¹", "10⁻⁹", "10⁻⁸", "10⁻⁷", "10⁻⁶", "10⁻⁵", "10⁻⁴", "10⁻³"};

/* every size to either side, then sixteen evenly within the largest */
static double change_of(int i) {
    if (i < 2 * SIZES) return i % 2 ? -SIZE[i / 2] : SIZE[i / 2];
    return SIZE[SIZES - 1] * (2 * (i - 2 * SIZES + 0.5) / EVEN - 1);
}

typedef struct bridge_case {
    bridge_response at, nearest[NEAREST], near[NEAR];
    double parting; /* s: from here on the motion depends on the eleventh digit of the gap; INFINITY: never */
} bridge_case;

static const double APART = 0.02; /* of the gap */

/* when two motions are further apart than that */
static double parting_of(const bridge_response *a, const bridge_response *b, double gap) {
    for (size_t i = 0; i < a->grid.count && i < b->grid.count; i++)
        if (fabs(a->grid.y[i] - b->grid.y[i]) > APART * 1e3 * gap) return a->grid.x[i];
    return INFINITY;
}

static bridge_case solve_case(const thud_motion *motion, int columns, double gap, double e) {
    bridge_case c = {.at = bridge_solve(motion, BRIDGE_TWO_ABUTMENTS, columns, gap, e, true), .parting = INFINITY};
    for (int i = 0; i < NEAREST && !isinf(gap); i++) {
        c.nearest[i] = bridge_solve(motion, BRIDGE_TWO_ABUTMENTS, columns, gap * (1 + CHANGE[i]), e, true);
        c.parting = fmin(c.parting, parting_of(&c.at, &c.nearest[i], gap));
    }
    for (int i = 0; i < NEAR && !isinf(gap) && isinf(c.parting); i++)
        c.near[i] = bridge_solve(motion, BRIDGE_TWO_ABUTMENTS, columns, gap * (1 + change_of(i)), e, false);
    return c;
}

static void free_case(bridge_case *c) {
    bridge_free(&c->at);
    for (int i = 0; i < NEAREST; i++) bridge_free(&c->nearest[i]);
}

/* ---- Figures 8 to 10 ---- */

typedef struct quantity {
    int number;
    const char *label;
    double range[BRIDGE_GAPS]; /* of the axis */
} quantity;

static const quantity QUANTITY[] = {
    {8, "displacement  [mm]", {10, 30, 50, 200}},
    {9, "velocity  [m/s]", {0.7, 0.7, 0.7, 0.7}},
    {10, "acceleration  [m/s^2]", {3, 3, 3, 3}},
};

static const course *course_of(const bridge_response *r, int number) {
    return number == 8 ? &r->displacement : number == 9 ? &r->velocity : &r->acceleration;
}

/* the picture is a square of so many pixels; panels in three columns and six rows, with these margins and distances
 */
enum { SIDE = 840, PANEL_COLUMNS = BRIDGE_GAPS - 1, PANEL_ROWS = BRIDGE_RESTITUTIONS + 1 };
static const double LEFT = 0.11, RIGHT = 0.98, BOTTOM = 0.07, TOP = 0.93, ACROSS = 0.07, DOWN = 0.025;

/* the axes of one panel: tics only where there is room for numbers */
static void write_axes(FILE *script, const quantity *q, int i, int g) {
    bool bottom = i + 1 == BRIDGE_RESTITUTIONS && g > 0;
    if (i == 0) fprintf(script, "set title 'gap %g m' offset 0,-0.6\n", BRIDGE_GAP[g]);
    else fputs("unset title\n", script);
    if (g == 0) fprintf(script, "set ylabel 'e = %g'\n", BRIDGE_E[i]);
    else fputs("unset ylabel\n", script);
    if (bottom) fputs("set xtics 10 nomirror out scale 0.6\nset xlabel 'time  [s]' offset 0,0.7\n", script);
    else fputs("unset xtics\nunset xlabel\n", script);
    fprintf(script, "set yrange [%g:%g]\n", -1.2 * q->range[g], 1.2 * q->range[g]);
    if (g == 0 || q->range[g] > q->range[0]) fprintf(script, "set ytics %g nomirror out scale 0.6\n", q->range[g]);
    else fputs("unset ytics\n", script);
}

/* what is known in one colour, what is chaotic in another */
static void write_plot(FILE *script, int block) {
    fprintf(
        script,
        "plot data index %d using 1:2 with lines linestyle 7 linecolor '#b0b0b0' linewidth 0.8 title 'chaotic', "
        "\\\n     data index %d using 1:2 with lines linestyle 1 linewidth 0.8 title 'known'\n",
        2 * block + 1, 2 * block);
}

/* a row of panels for each restitution, a panel for each gap; one more for the deck without abutments */
static void write_panels(FILE *script, const quantity *q) {
    int block = 0;
    fprintf(script,
            "set multiplot layout %d,%d margins %g,%g,%g,%g spacing %g,%g\n"
            "set xrange [0:20]\nset key off\nunset grid\n"
            "set label 1 '%s' at screen 0.015,0.98 left\n",
            PANEL_ROWS, PANEL_COLUMNS, LEFT, RIGHT, BOTTOM, TOP, ACROSS, DOWN, q->label);
    for (int i = 0; i < BRIDGE_RESTITUTIONS; i++)
        for (int g = 0; g < BRIDGE_GAPS - 1; g++) {
            write_axes(script, q, i, g);
            write_plot(script, block++);
            if (block == 1) fputs("unset label 1\n", script);
        }
    fprintf(script,
            "set yrange [%g:%g]\nset ytics %g nomirror out scale 0.6\nset ylabel 'no abutments'\n"
            "set xtics 10 nomirror out scale 0.6\nset xlabel 'time  [s]' offset 0,0.7\n",
            -1.2 * q->range[BRIDGE_GAPS - 1], 1.2 * q->range[BRIDGE_GAPS - 1], q->range[BRIDGE_GAPS - 1]);
    /* one key for all where two panels are empty, drawn by hand: samples of a key would be points of the curves */
    fputs("set arrow 1 from screen 0.45,0.12 to screen 0.49,0.12 nohead linecolor '#0072B2' linewidth 1.5\n"
          "set arrow 2 from screen 0.45,0.09 to screen 0.49,0.09 nohead linecolor '#b0b0b0' linewidth 1.5\n"
          "set label 2 'known' at screen 0.505,0.12 left\n"
          "set label 3 'chaotic: another motion when the gap' at screen 0.505,0.09 left\n"
          "set label 4 'changes by 10⁻¹¹ of itself' at screen 0.505,0.06 left\n",
          script);
    write_plot(script, block);
    fputs("unset multiplot\n", script);
}

/* one curve in two blocks: as long as it is known, and after that; a lone point where there is nothing */
static void write_curve(FILE *stream, const course *whole, double parting, double y_range) {
    /* a little less than a pixel, so that the thinned curve is right to 0.4 of one */
    double width = SIDE * (RIGHT - LEFT - (PANEL_COLUMNS - 1) * ACROSS) / PANEL_COLUMNS;
    double height = SIDE * (TOP - BOTTOM - (PANEL_ROWS - 1) * DOWN) / PANEL_ROWS;
    double x_pixel = 0.8 * 20 / width, y_pixel = 0.8 * 2.4 * y_range / height;
    course known = {0}, chaotic = {0};
    for (size_t i = 0; i < whole->count; i++)
        course_add(whole->x[i] < parting ? &known : &chaotic, whole->x[i], whole->y[i]);
    if (chaotic.count == 0) course_add(&chaotic, 20, NAN);
    course_write(&known, x_pixel, y_pixel, stream);
    course_write(&chaotic, x_pixel, y_pixel, stream);
    course_free(&known);
    course_free(&chaotic);
}

static void draw(paper *page, const quantity *q, int columns,
                 const bridge_case cases[BRIDGE_GAPS][BRIDGE_RESTITUTIONS]) {
    char name[64];
    snprintf(name, sizeof name, "chanda-%d-%d-columns", q->number, columns);
    thud_figure figure = paper_figure(page, name, SIDE, SIDE);
    for (int i = 0; i < BRIDGE_RESTITUTIONS; i++)
        for (int g = 0; g < BRIDGE_GAPS - 1; g++) {
            const bridge_case *c = &cases[g][i];
            write_curve(figure.data.stream, course_of(&c->at, q->number), c->parting, q->range[g]);
        }
    const bridge_case *alone = &cases[BRIDGE_GAPS - 1][0];
    write_curve(figure.data.stream, course_of(&alone->at, q->number), alone->parting, q->range[BRIDGE_GAPS - 1]);
    write_panels(figure.script.stream, q);
    paper_draw(&figure);
}

/* ---- The table ---- */

typedef double value_of(const bridge_response *r);

static double displacement_of(const bridge_response *r) { return r->max_displacement; }
static double velocity_of(const bridge_response *r) { return r->max_velocity; }
static double acceleration_of(const bridge_response *r) { return r->max_acceleration; }
static double impacts_of(const bridge_response *r) { return (double)r->impacts; }
static double stick_of(const bridge_response *r) { return r->stick_time; }
static double last_of(const bridge_response *r) { return r->last_impact; }

static const struct {
    value_of *value;
    int digits;
} CELLS[] = {{displacement_of, 2}, {velocity_of, 3}, {acceleration_of, 2},
             {impacts_of, 0},      {stick_of, 2},    {last_of, 1}};

/* the largest size of a change, and of all smaller ones, that leaves the number of impacts as it is */
static int steady_up_to(const bridge_case *c) {
    for (int i = 0; i < SIZES; i++)
        if (c->near[2 * i].impacts != c->at.impacts || c->near[2 * i + 1].impacts != c->at.impacts) return i;
    for (int i = 0; i < NEAR; i++)
        if (c->near[i].impacts != c->at.impacts) return SIZES - 1;
    return SIZES;
}

/*
 * The number, or its range where the gap decides it within a thousandth. The ends of a range are themselves a
 * little uncertain (≈) where some of its runs are nearly chaotic.
 */
static void write_cell(FILE *table, const bridge_case *c, size_t cell, bool alone) {
    char low[32], high[32];
    value_of *value = CELLS[cell].value;
    double least = value(&c->at), most = least;
    for (int i = 0; i < NEAR && !alone; i++) {
        least = fmin(least, value(&c->near[i]));
        most = fmax(most, value(&c->near[i]));
    }
    snprintf(low, sizeof low, "%.*f", CELLS[cell].digits, least);
    snprintf(high, sizeof high, "%.*f", CELLS[cell].digits, most);
    const char *sign = !alone && steady_up_to(c) <= NEARLY_CHAOTIC ? "≈" : "";
    if (strcmp(low, high)) fprintf(table, " %s%s–%s%s |", sign, low, sign, high);
    else fprintf(table, " %s%s |", sign, low);
}

static void write_row(FILE *table, const bridge_case *c, bool alone) {
    for (size_t cell = 0; cell < sizeof CELLS / sizeof *CELLS; cell++)
        /* beyond the parting everything but the stops is chance */
        if (cell == 0) fprintf(table, " %.2f |", c->at.max_displacement);
        else if (isinf(c->parting)) write_cell(table, c, cell, alone);
        else fputs(" chaotic |", table);
    fprintf(table, " %s |\n", alone ? "" : isinf(c->parting) ? SIZE_TEXT[steady_up_to(c)] : "");
}

static void tabulate(FILE *table, int columns, const bridge_case cases[BRIDGE_GAPS][BRIDGE_RESTITUTIONS]) {
    for (int g = 0; g < BRIDGE_GAPS; g++) {
        bool alone = isinf(BRIDGE_GAP[g]);
        for (int i = 0; i < (alone ? 1 : BRIDGE_RESTITUTIONS); i++) {
            if (alone) fprintf(table, "| %d | none | |", columns);
            else fprintf(table, "| %d | %g | %g |", columns, BRIDGE_GAP[g], BRIDGE_E[i]);
            write_row(table, &cases[g][i], alone);
        }
    }
}

/* what the page says about accumulation and about large accelerations, of one case with two abutments */
static void check_case(const bridge_case *c, int columns, double gap, int e) {
    if (isinf(gap)) return;
    double omega = sqrt(columns * bridge_column() / bridge_mass());
    double most = omega * omega * gap + 2 * BRIDGE_DAMPING * omega * c->at.max_velocity;
    if (gap == BRIDGE_GAP[0] && e == 0 && c->at.stick_time == 0)
        paper_fail("bridge: no impacts accumulate with %d columns", columns);
    /* the bound is that of the equation of motion; the sums of both sides round */
    if (c->at.stick_time == 0 && c->at.max_acceleration > most * (1 + 1e-9))
        paper_fail("bridge: an acceleration above ω²·gap without a rest, %d columns", columns);
}

static void say_cases(paper *page) {
    paper_say(page, "every gap within 10⁻³ of it gives the same ones, and otherwise their range over %d such gaps",
              1 + NEAR);
    paper_say(page, "a gap of %g mm is hardly known better than to %g µm", 1e3 * BRIDGE_GAP[0],
              1e6 * BRIDGE_GAP[0] * SIZE[SIZES - 1]);
    paper_say(page, "of %s to %s of itself in powers of ten", SIZE_TEXT[1], SIZE_TEXT[SIZES]);
    paper_say(page, "(%s: none of these;", SIZE_TEXT[0]);
    paper_say(page, "changes by 10⁻¹² or 10⁻¹¹ of itself");
    paper_say(page, "when neighbours part by %g %% of the gap", 100 * APART);
    paper_say(page, "The paper could not finish %d columns with %g m", BRIDGE_COLUMNS[1], BRIDGE_GAP[0]);
    paper_say(page, "with %d and %d columns impacts accumulate as well", BRIDGE_COLUMNS[0], BRIDGE_COLUMNS[2]);
}

static void study(paper *page, const thud_motion *motion) {
    FILE *table = paper_open(page, "bridge");
    fputs("| columns | gap [m] | e | largest displacement [mm] | largest velocity [m/s] | largest acceleration "
          "[m/s²] | "
          "impacts | stuck [s] | last impact [s] | impacts unchanged up to |\n| --- | --- | --- | --- | --- | --- "
          "| --- | --- | --- | --- |\n",
          table);
    for (int k = 0; k < BRIDGE_STRUCTURES; k++) {
        bridge_case cases[BRIDGE_GAPS][BRIDGE_RESTITUTIONS];
        const bridge_case(*fixed)[BRIDGE_RESTITUTIONS] = (const bridge_case(*)[BRIDGE_RESTITUTIONS])cases;
        for (int g = 0; g < BRIDGE_GAPS; g++)
            for (int i = 0; i < BRIDGE_RESTITUTIONS; i++)
                cases[g][i] = solve_case(motion, BRIDGE_COLUMNS[k], BRIDGE_GAP[g], BRIDGE_E[i]);
        for (int g = 0; g < BRIDGE_GAPS; g++)
            for (int i = 0; i < BRIDGE_RESTITUTIONS; i++)
                check_case(&cases[g][i], BRIDGE_COLUMNS[k], BRIDGE_GAP[g], i);
        tabulate(table, BRIDGE_COLUMNS[k], fixed);
        for (size_t q = 0; q < sizeof QUANTITY / sizeof *QUANTITY; q++)
            draw(page, &QUANTITY[q], BRIDGE_COLUMNS[k], fixed);
        for (int g = 0; g < BRIDGE_GAPS; g++)
            for (int i = 0; i < BRIDGE_RESTITUTIONS; i++) free_case(&cases[g][i]);
    }
    paper_close(page);
}

void paper_chanda_bridge(paper *page) {
    thud_motion *motion = bridge_earthquake(OURS);
    paper_set(page, "mass", "%.3g", bridge_mass());
    paper_set(page, "column", "%.6g", bridge_column());
    for (int i = 0; i < BRIDGE_STRUCTURES; i++)
        paper_set(page,
                  i == 0   ? "period_6"
                  : i == 1 ? "period_9"
                           : "period_12",
                  "%.4f", 2 * PAPER_PI * sqrt(bridge_mass() / (BRIDGE_COLUMNS[i] * bridge_column())));
    draw_motion(page, motion);
    say_deck(page);
    study(page, motion);
    say_cases(page);
    thud_motion_free(motion);
}
