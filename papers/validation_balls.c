/*
 * docs/validation.md: balls that bounce. One number of each ball is taken from its lowest drop; every other
 * interval and height is predicted.
 */
#include <math.h>
#include <stdlib.h>

#include "paper.h"
#include "validation.h"
#include "validation_data.h"

/* drag of a sphere: ½ ρ C A v², with the C of the report and dry air at 20 °C */
static const double AIR_DENSITY = 1.2, DRAG = 0.4;
/* of the heights of release: six readings of each, in the data of the ping-pong ball, scatter by about that */
static const double HEIGHT_ERROR = 1e-3;

/* what decides over the restitution at other speeds than that of the lowest drop */
typedef struct family {
    const char *name, *law;
    thud_separation separation;
    bool air;
} family;

static const family FAMILIES[] = {
    {"constant e, no air", "newton", THUD_SEPARATION_DEFAULT, false},
    {"constant e", "newton", THUD_SEPARATION_DEFAULT, true},
    {"Kuwabara–Kono, constant c", "kuwabara-kono", THUD_SEPARATION_RETURN, true},
    {"Hunt–Crossley, constant c", "gonthier", THUD_SEPARATION_RETURN, true},
    {"Hertz with linear damper, constant c", "poursina-nikravesh", THUD_SEPARATION_ZERO_FORCE, true},
};
enum { FAMILY_COUNT = sizeof FAMILIES / sizeof *FAMILIES, CONSTANT = 1 };

typedef struct bounces {
    double time[BALL_BOUNCES + 1];
    double apex; /* m, after the first bounce */
    int count, wanted;
} bounces;

static bool book(void *context, const thud_impact_entry *entry) {
    bounces *b = context;
    b->time[b->count++] = entry->time;
    return b->count < b->wanted;
}

/* the highest point between the first two bounces; the interval of samples leaves g Δt²/8, a micrometre */
static bool follow(void *context, const thud_sample *sample) {
    bounces *b = context;
    if (b->count == 1) b->apex = fmax(b->apex, -sample->displacement[0]);
    return true;
}

/*
 * A drop from `height`, until so many bounces have been. `e` is what the law returns at the impact speed of the
 * lowest drop. The stiffness of the compliant ones gives contacts of about a millisecond; e does not depend on it.
 */
static bounces drop(const ball_data *ball, const family *f, double e, double height, int wanted) {
    bounces b = {.wanted = wanted};
    thud_model *model = thud_model_create();
    thud_body_id body = thud_model_add_body(model, "ball", ball->mass);
    thud_gap_contact floor = thud_gap_contact_default(thud_law_find(f->law));
    double area = PAPER_PI / 4 * ball->diameter * ball->diameter;
    thud_model_set_gravity(model, 9.81);
    thud_model_set_start(model, body, -height, 0);
    if (f->air)
        thud_model_add_link(model, THUD_GROUND, body,
                            &(thud_link){.damping = 0.5 * AIR_DENSITY * DRAG * area, .damping_exponent = 2});
    floor.restitution = e;
    if (floor.law->structure->kind != THUD_FORCE_IMPULSIVE) {
        double speed = sqrt(2 * 9.81 * ball->height[0]);
        floor.stiffness = 1.2e9 * ball->mass;
        thud_impact_options o = paper_impact(f->law, e, 1.5, floor.stiffness, ball->mass, speed);
        o.separation = f->separation;
        floor.separation = f->separation;
        floor.damping = THUD_DAMPING_GIVEN;
        floor.damping_value = paper_exact(&o);
    }
    thud_model_add_contact(model, "floor", body, THUD_GROUND, &floor);
    thud_model_set_duration(model, 20);
    thud_model_set_output(model, 1e-3, false);
    thud_observer observer = {.context = &b, .impact = book, .sample = follow};
    thud_simulation *simulation;
    paper_need(thud_model_build(model, NULL), "ball");
    paper_need(thud_simulation_create(model, &simulation), "ball");
    if (thud_simulation_run(simulation, &observer) != THUD_ERROR_STOPPED)
        paper_fail("%s: too few bounces", ball->name);
    thud_simulation_free(simulation);
    thud_model_free(model);
    return b;
}

/* the mean of some readings and its standard error, not less than what the last digit leaves */
static measured mean_of(const double *reading, int from, int count, double digit) {
    double sum = 0, squares = 0;
    int n = count - from;
    for (int i = from; i < count; i++) sum += reading[i] / n;
    for (int i = from; i < count; i++) squares += (reading[i] - sum) * (reading[i] - sum);
    return (measured){sum, sqrt(squares / (n - 1) / n + digit * digit / 12 / n)};
}

static measured interval_of(const ball_data *ball, int drop_number, int bounce) {
    return mean_of(ball->interval[drop_number][bounce], ball->first_throw[drop_number], BALL_THROWS, 1e-3);
}

static measured rebound_of(const ball_data *ball, int drop_number) {
    measured cm = mean_of(ball->rebound[drop_number], 0, BALL_READINGS, 0.1);
    return (measured){cm.value / 100, cm.error / 100};
}

static double decay(const bounces *b, int last) {
    return (b->time[last] - b->time[last - 1]) / (b->time[1] - b->time[0]);
}

/* e with which the last interval of the lowest drop is the measured part of its first; by secants */
static double calibrate(const ball_data *ball, const family *f, double wanted) {
    double a = 0.7, b = 0.9, at_a = 0, at_b = 0;
    bounces run = drop(ball, f, a, ball->height[0], ball->bounces + 1);
    at_a = decay(&run, ball->bounces) - wanted;
    for (int i = 0; i < 40; i++) {
        run = drop(ball, f, b, ball->height[0], ball->bounces + 1);
        at_b = decay(&run, ball->bounces) - wanted;
        if (fabs(at_b) < 1e-9) return b;
        double next = fmin(0.5 * (1 + b), fmax(0.3, b - at_b * (b - a) / (at_b - at_a)));
        a = b, at_a = at_b, b = next;
    }
    paper_fail("%s: no restitution gives the lowest drop", ball->name);
}

/* ---- Predictions with their errors, by differences ---- */

typedef struct prediction {
    measured interval[BALL_DROPS][BALL_BOUNCES], rebound[BALL_DROPS];
    measured e;
} prediction;

static double hypot3(double a, double b, double c) { return sqrt(a * a + b * b + c * c); }

static prediction predict(const ball_data *ball, const family *f) {
    prediction p = {0};
    measured first = interval_of(ball, 0, 0), last = interval_of(ball, 0, ball->bounces - 1);
    double ratio = last.value / first.value, part = hypot3(first.error / first.value, last.error / last.value, 0);
    p.e.value = calibrate(ball, f, ratio);
    p.e.error = calibrate(ball, f, ratio * (1 + part)) - p.e.value;
    for (int d = 0; d < ball->drops; d++) {
        bounces mid = drop(ball, f, p.e.value, ball->height[d], ball->bounces + 1);
        bounces high_e = drop(ball, f, p.e.value + p.e.error, ball->height[d], ball->bounces + 1);
        bounces high = drop(ball, f, p.e.value, ball->height[d] + HEIGHT_ERROR, ball->bounces + 1);
        for (int i = 0; i < ball->bounces; i++) {
            double t = mid.time[i + 1] - mid.time[i];
            p.interval[d][i] = (measured){
                t, hypot3(high_e.time[i + 1] - high_e.time[i] - t, high.time[i + 1] - high.time[i] - t, 0)};
        }
    }
    for (int d = 0; d < ball->video; d++) {
        double h = drop(ball, f, p.e.value, ball->video_height[d], 2).apex;
        p.rebound[d] =
            (measured){h, hypot3(drop(ball, f, p.e.value + p.e.error, ball->video_height[d], 2).apex - h,
                                 drop(ball, f, p.e.value, ball->video_height[d] + HEIGHT_ERROR, 2).apex - h, 0)};
    }
    return p;
}

/* ---- Tables ---- */

/* how far predictions are off: relative, and in units of both errors */
typedef struct deviation {
    double relative, units, mean;
    int count;
} deviation;

static void deviate(deviation *d, measured seen, measured said) {
    double r = said.value / seen.value - 1, u = validation_units(seen, said);
    d->relative += r * r;
    d->units += u * u;
    d->mean += r;
    d->count++;
}

static deviation rms(deviation d) {
    return (deviation){sqrt(d.relative / d.count), sqrt(d.units / d.count), d.mean / d.count, d.count};
}

/* the intervals of all drops but the lowest, whose decay was used */
static deviation intervals_of(const ball_data *ball, const prediction *p) {
    deviation d = {0};
    for (int i = 1; i < ball->drops; i++)
        for (int j = 0; j < ball->bounces; j++) deviate(&d, interval_of(ball, i, j), p->interval[i][j]);
    return rms(d);
}

static deviation rebounds_of(const ball_data *ball, const prediction *p) {
    deviation d = {0};
    for (int i = 0; i < ball->video; i++) deviate(&d, rebound_of(ball, i), p->rebound[i]);
    return rms(d);
}

static void tabulate_families(FILE *table, const ball_data *ball, const prediction *p) {
    for (int f = 0; f < FAMILY_COUNT; f++) {
        deviation t = intervals_of(ball, &p[f]), h = rebounds_of(ball, &p[f]);
        fprintf(table, "| %s | %s | %.4f ± %.4f | %d | %.2f %% | %+.2f %% | %.1f | %d | %.1f %% | %.1f |\n",
                ball->name, FAMILIES[f].name, p[f].e.value, p[f].e.error, t.count, 100 * t.relative, 100 * t.mean,
                t.units, h.count, 100 * h.relative, h.units);
    }
}

static void tabulate_intervals(paper *page, const char *name, const ball_data *ball, const prediction *p) {
    FILE *table = paper_open(page, name);
    fputs("| dropped from [m] |", table);
    for (int j = 0; j < ball->bounces; j++) fprintf(table, " %d |", j + 1);
    fputs("\n| --- |", table);
    for (int j = 0; j < ball->bounces; j++) fputs(" --- |", table);
    for (int d = 0; d < ball->drops; d++) {
        fprintf(table, "\n| %g, measured [ms] |", ball->height[d]);
        for (int j = 0; j < ball->bounces; j++) {
            measured m = interval_of(ball, d, j);
            fprintf(table, " %.1f ± %.1f |", 1e3 * m.value, 1e3 * m.error);
        }
        fprintf(table, "\n| %s |", d ? "predicted [ms]" : "the same, e from its last and first [ms]");
        for (int j = 0; j < ball->bounces; j++)
            fprintf(table, " %.1f ± %.1f |", 1e3 * p->interval[d][j].value, 1e3 * p->interval[d][j].error);
    }
    fputc('\n', table);
    paper_close(page);
}

static void tabulate_rebounds(FILE *table, const ball_data *ball, const prediction *p) {
    for (int d = 0; d < ball->video; d++) {
        measured m = rebound_of(ball, d), s = p->rebound[d];
        fprintf(table, "| %s | %g | %.2f ± %.2f | %.2f ± %.2f | %+.1f %% | %+.1f |\n", ball->name,
                ball->video_height[d], 100 * m.value, 100 * m.error, 100 * s.value, 100 * s.error,
                100 * (s.value / m.value - 1), validation_units(m, s));
    }
}

/* ratio of successive intervals over the speed of the impact between them */
static void draw(paper *page, const prediction all[BALLS][FAMILY_COUNT]) {
    thud_figure figure = paper_figure(page, "validation-balls", 840, 460);
    static const int SHOWN[] = {1, 2, 3};
    for (int b = 0; b < BALLS; b++) {
        const ball_data *ball = &BALL_DATA[b];
        for (int d = 0; d < ball->drops; d++)
            for (int j = 1; j < ball->bounces; j++) {
                measured a = interval_of(ball, d, j - 1), c = interval_of(ball, d, j);
                double ratio = c.value / a.value;
                fprintf(figure.data.stream, "%.4f %.5f %.5f\n", 9.81 * a.value / 2, ratio,
                        ratio * hypot3(a.error / a.value, c.error / c.value, 0));
            }
        fputs("\n\n", figure.data.stream);
        for (int k = 0; k < 3; k++) {
            const prediction *p = &all[b][SHOWN[k]];
            for (int d = ball->drops - 1; d >= 0; d -= ball->drops - 1)
                for (int j = 1; j < ball->bounces; j++)
                    fprintf(figure.data.stream, "%.4f %.5f\n", 9.81 * p->interval[d][j - 1].value / 2,
                            p->interval[d][j].value / p->interval[d][j - 1].value);
            fputs("\n\n", figure.data.stream);
        }
    }
    fputs(
        "set multiplot layout 1,3 margins 0.08,0.98,0.17,0.90 spacing 0.075,0.1\nset xlabel 'impact speed  [m/s]'\n"
        "set xtics 0.5\nset key bottom left reverse Left samplen 2\n",
        figure.script.stream);
    static const char *const TITLE[BALLS] = {"(a) ping-pong ball", "(b) tennis ball", "(c) golf ball"};
    for (int b = 0; b < BALLS; b++)
        fprintf(figure.script.stream,
                "set title '%s'\n%s"
                "plot data index %d using 1:2:3 with yerrorbars linestyle 7 linewidth 1 pointtype 7 pointsize 0.4 "
                "title "
                "'measured', \\\n     data index %d using 1:2 with lines linestyle 1 title 'constant e, air', \\\n"
                "     data index %d using 1:2 with lines linestyle 2 title 'Kuwabara–Kono, air', \\\n"
                "     data index %d using 1:2 with lines linestyle 3 title 'Hunt–Crossley, air'\nset key off\n",
                TITLE[b],
                b == 0 ? "set ylabel 'interval over the one before  [–]'\nset yrange [0.86:0.97]\n"
                       : "unset ylabel\nset yrange [*:*]\n",
                4 * b, 4 * b + 1, 4 * b + 2, 4 * b + 3);
    fputs("unset multiplot\n", figure.script.stream);
    paper_draw(&figure);
}

static void say_balls(paper *page) {
    _Static_assert(BALL_READINGS == 10 && BALL_THROWS == 5, "the page writes of ten readings and five throws");
    const ball_data *pingpong = &BALL_DATA[0], *tennis = &BALL_DATA[1], *golf = &BALL_DATA[2];
    if (golf->first_throw[0] != 1 || golf->first_throw[1] != 1 || golf->first_throw[2] || golf->first_throw[3])
        paper_fail("validation: other throws are left out");
    paper_say(page, "Throw %d of the golf ball from %g m and from %g m seems to lack", golf->first_throw[0],
              golf->height[0], golf->height[1]);
    paper_say(page, "it has restitutions of %g and %g, and the intervals", BALL_REPORTED_E[0], BALL_REPORTED_E[1]);
    paper_say(page, "%g m and %g m; {{diameter_pingpong}} mm of the rules", BALL_REPORTED_DIAMETER[0],
              BALL_REPORTED_DIAMETER[1]);
    paper_say(page, "for which %g m is the circumference", BALL_REPORTED_DIAMETER[1]);
    if (fabs(PAPER_PI * tennis->diameter / BALL_REPORTED_DIAMETER[1] - 1) > 1e-3)
        paper_fail("validation: the tennis ball has another circumference");
    paper_say(page, "from %g m the first flight of the ping-pong ball", pingpong->height[0]);
    paper_say(page, "the height of release was not %g m", pingpong->height[0]);
}

/* what the page says of the table, with its numbers */
static void set_claims(paper *page, const prediction all[BALLS][FAMILY_COUNT]) {
    static const char *const BEST[BALLS] = {"best_pingpong", "best_tennis", "best_golf"},
                             *const UNITS[BALLS] = {"units_pingpong", "units_tennis", "units_golf"},
                             *const FAIL[BALLS] = {"fail_pingpong", "fail_tennis", "fail_golf"},
                             *const RISE[BALLS] = {"rise_pingpong", "rise_tennis", "rise_golf"},
                             *const POINTS[BALLS] = {"points_pingpong", "points_tennis", "points_golf"};
    for (int b = 0; b < BALLS; b++) {
        const ball_data *ball = &BALL_DATA[b];
        deviation constant = intervals_of(ball, &all[b][CONSTANT]), kuwabara = intervals_of(ball, &all[b][2]);
        deviation crossley = intervals_of(ball, &all[b][3]), linear = intervals_of(ball, &all[b][4]);
        paper_set(page, BEST[b], "%.1f", 100 * constant.relative);
        paper_set(page, UNITS[b], "%.1f", constant.units);
        paper_set(page, FAIL[b], "%.0f", 100 * crossley.relative);
        paper_set(page, RISE[b], "%.1f", 100 * linear.relative);
        paper_set(page, POINTS[b], "%d intervals, %d heights", ball->drops * ball->bounces, ball->video);
        if (crossley.mean > -0.05 || crossley.relative < 3 * constant.relative)
            paper_fail("validation: Hunt–Crossley with a constant c no longer fails for the %s", ball->name);
        if (linear.mean < 0.005 || linear.relative < constant.relative)
            paper_fail("validation: the linear damper no longer fails for the %s", ball->name);
        bool as_good = kuwabara.relative < 1.05 * constant.relative;
        if (as_good != (b == 2)) paper_fail("validation: Kuwabara–Kono against constant e, %s", ball->name);
        bool nearer = rebounds_of(ball, &all[b][2]).units < rebounds_of(ball, &all[b][CONSTANT]).units;
        if (nearer != (b != 2)) paper_fail("validation: heights of Kuwabara–Kono, %s", ball->name);
    }
    for (int b = 0; b < 2; b++) {
        const ball_data *ball = &BALL_DATA[b];
        double all_of_it = interval_of(ball, 0, ball->bounces - 1).value / interval_of(ball, 0, 0).value;
        paper_set(page, b ? "shrink_tennis" : "shrink_pingpong", "%.3f", pow(all_of_it, 1.0 / (ball->bounces - 1)));
        paper_set(page, b ? "diameter_tennis" : "diameter_pingpong", "%.0f", 1e3 * ball->diameter);
    }
    paper_set(page, "height_error", "%g", 1e3 * HEIGHT_ERROR);
    paper_set(page, "air", "%g", AIR_DENSITY);
    paper_set(page, "drag", "%g", DRAG);
    deviation airless = intervals_of(&BALL_DATA[0], &all[0][0]);
    paper_set(page, "airless", "%.1f", 100 * airless.relative);
    measured first = interval_of(&BALL_DATA[0], 0, 0);
    double elastic = 2 * sqrt(2 * BALL_DATA[0].height[0] / 9.81),
           later = interval_of(&BALL_DATA[0], 0, 1).value / first.value;
    paper_set(page, "flight_seen", "%.1f ± %.1f", 1e3 * first.value, 1e3 * first.error);
    paper_set(page, "flight_elastic", "%.1f", 1e3 * elastic);
    paper_set(page, "flight_e", "%.3f", first.value / elastic);
    paper_set(page, "flight_later", "%.3f", later);
    say_balls(page);
    for (int d = 0; d < BALL_DATA[1].video; d++) {
        double fall = 9.81 * interval_of(&BALL_DATA[1], d, 0).value * interval_of(&BALL_DATA[1], d, 0).value / 8;
        if (rebound_of(&BALL_DATA[1], d).value > fall)
            paper_fail("validation: the tennis ball's heights fit its intervals");
    }
}

/* a reading with a wrong digit makes another sum */
static void check_readings(const ball_data *ball) {
    long intervals = 0, rebounds = 0;
    for (int d = 0; d < ball->drops; d++)
        for (int j = 0; j < ball->bounces; j++)
            for (int i = 0; i < BALL_THROWS; i++) intervals += lround(1e3 * ball->interval[d][j][i]);
    for (int d = 0; d < ball->video; d++)
        for (int i = 0; i < BALL_READINGS; i++) rebounds += lround(10 * ball->rebound[d][i]);
    if (intervals != ball->interval_sum || rebounds != ball->rebound_sum)
        paper_fail("validation: the readings of the %s add up to %ld ms and %ld mm", ball->name, intervals,
                   rebounds);
}

void validation_balls(paper *page) {
    for (int b = 0; b < BALLS; b++) check_readings(&BALL_DATA[b]);
    static const char *const TABLE[BALLS] = {"pingpong", "tennis", "golf"};
    prediction(*all)[FAMILY_COUNT] = paper_allocate(BALLS, sizeof *all);
    for (int b = 0; b < BALLS; b++)
        for (int f = 0; f < FAMILY_COUNT; f++) all[b][f] = predict(&BALL_DATA[b], &FAMILIES[f]);
    FILE *table = paper_open(page, "families");
    fputs("| ball | law | e at the lowest drop | intervals predicted | rms difference | mean difference | rms in "
          "units of "
          "both errors | heights predicted | rms difference | in units |\n"
          "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
          table);
    for (int b = 0; b < BALLS; b++) tabulate_families(table, &BALL_DATA[b], all[b]);
    paper_close(page);
    for (int b = 0; b < BALLS; b++) tabulate_intervals(page, TABLE[b], &BALL_DATA[b], &all[b][CONSTANT]);
    table = paper_open(page, "rebounds");
    fputs("| ball | dropped from [m] | rises to, measured [cm] | predicted [cm] | difference | in units of both "
          "errors |\n"
          "| --- | --- | --- | --- | --- | --- |\n",
          table);
    for (int b = 0; b < BALLS; b++) tabulate_rebounds(table, &BALL_DATA[b], &all[b][CONSTANT]);
    paper_close(page);
    draw(page, (const prediction(*)[FAMILY_COUNT])all);
    set_claims(page, (const prediction(*)[FAMILY_COUNT])all);
    free(all);
}
