/*
 * M. Poursina & P. E. Nikravesh 2020, section 6, figs 11 and 12: the tip of one swinging rod strikes the side of
 * another. Pivots 2 m apart at one height; the angles of the paper are from the downward vertical.
 */
#include <math.h>

#include "course.h"
#include "paper.h"

static const double SPAN = 2; /* m, between the pivots */

/* 9.81 m/s², 8 s, and what the rods are asked for */
static const double GRAVITY = 9.81, LASTING = 8, ASKED = 0.3;

enum { KINDS = 4, IMPACT_LIMIT = 8, PRINTED_IMPACTS = 3 };

typedef struct kind {
    const char *label, *law;
    thud_damping damping;
} kind;

static const kind KIND[KINDS] = {
    {"impulse–momentum", "newton", THUD_DAMPING_PUBLISHED},
    {"linear damper, eq 49", "poursina-nikravesh", THUD_DAMPING_PUBLISHED},
    {"Hunt–Crossley, eq 16", "flores", THUD_DAMPING_PUBLISHED},
    {"linear damper, exact damping", "poursina-nikravesh", THUD_DAMPING_EXACT},
};

static thud_model *rods(const kind *k, double duration, double interval) {
    thud_model *model = thud_model_create();
    thud_rod_id far = thud_model_add_rod(model, "long", &(thud_rod){0, 0, 6, 1, PAPER_PI / 12, 0});
    thud_rod_id near = thud_model_add_rod(model, "short", &(thud_rod){-SPAN, 0, 4, 0.2, -PAPER_PI / 2, 0});
    thud_gap_contact tip = thud_gap_contact_default(thud_law_find(k->law));
    tip.restitution = ASKED;
    tip.damping = k->damping;
    if (tip.law->structure->kind != THUD_FORCE_IMPULSIVE) {
        tip.stiffness = 1e8;
        tip.exponent = 1.5;
    }
    thud_model_add_rod_contact(model, "tip", near, far, &tip);
    thud_model_set_gravity(model, GRAVITY);
    thud_model_set_duration(model, duration);
    thud_model_set_output(model, interval, true);
    return model;
}

typedef struct record {
    course first, second; /* angular velocities; or force over penetration in `first` */
    double time[IMPACT_LIMIT], speed[IMPACT_LIMIT], restitution[IMPACT_LIMIT];
    double force, penetration; /* largest of the first impact: N, m */
    size_t impacts;
} record;

static bool book(void *context, const thud_impact_entry *entry) {
    record *r = context;
    if (r->impacts == IMPACT_LIMIT) return true;
    if (r->impacts == 0) {
        r->force = entry->max_force;
        r->penetration = entry->max_penetration;
    }
    r->time[r->impacts] = entry->time;
    r->speed[r->impacts] = entry->approach_speed;
    r->restitution[r->impacts++] = entry->restitution;
    return true;
}

static bool follow_rates(void *context, const thud_sample *sample) {
    record *r = context;
    course_add(&r->first, sample->time, sample->velocity[0]);
    course_add(&r->second, sample->time, sample->velocity[1]);
    return true;
}

static bool follow_loop(void *context, const thud_contact_sample *sample) {
    record *r = context;
    course_add(&r->first, 1e3 * sample->penetration, 1e-3 * sample->force);
    return true;
}

static record solved(const kind *k, double duration, double interval, bool loop) {
    record r = {0};
    thud_observer observer = {.context = &r, .impact = book};
    if (loop) observer.contact = follow_loop;
    else observer.sample = follow_rates;
    paper_run run = paper_run_model(rods(k, duration, interval), &observer);
    paper_run_end(&run);
    return r;
}

static void free_record(record *r) {
    course_free(&r->first);
    course_free(&r->second);
}

static void tabulate(FILE *table, const kind *k, const record *r) {
    fprintf(table, "| %s | %zu |", k->label, r->impacts);
    for (size_t i = 0; i < 3; i++) fprintf(table, " %.4f |", r->time[i]);
    for (size_t i = 0; i < 3; i++) fprintf(table, " %.4f |", r->speed[i]);
    for (size_t i = 0; i < 3; i++) fprintf(table, " %.4f |", r->restitution[i]);
    fputc('\n', table);
}

static void draw_rates(paper *page) {
    thud_figure figure = paper_figure(page, "poursina-nikravesh-11", 840, 620);
    FILE *table = paper_open(page, "rods");
    double crossley = NAN, impulses[PRINTED_IMPACTS], off[KINDS];
    fputs("| contact | impacts in 8 s | t₁ [s] | t₂ | t₃ | v₁ [m/s] | v₂ | v₃ | e₁ | e₂ | e₃ |\n"
          "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
          table);
    for (size_t i = 0; i < KINDS; i++) {
        record r = solved(&KIND[i], LASTING, 0.002, false);
        if (r.impacts != PRINTED_IMPACTS) paper_fail("poursina-nikravesh: not the three impacts of the text");
        /* how far the second and third impact are from those of impulse and momentum */
        for (int j = 0; j < PRINTED_IMPACTS; j++) impulses[j] = i == 0 ? r.time[j] : impulses[j];
        off[i] = fmax(fabs(r.time[1] - impulses[1]), fabs(r.time[2] - impulses[2]));
        tabulate(table, &KIND[i], &r);
        if (i == 2) crossley = r.restitution[0];
        course_write(&r.first, 8.0 / 740, 0.7 / 220, figure.data.stream);
        course_write(&r.second, 8.0 / 740, 4.5 / 220, figure.data.stream);
        free_record(&r);
    }
    paper_close(page);
    if (!(off[3] < off[1] && off[1] < off[2]))
        paper_fail("poursina-nikravesh: another order of the laws beside impulse and momentum");
    paper_set(page, "crossley", "%.3f", crossley);
    paper_say(page, "eq 16 returns {{crossley}} where %g was asked for", ASKED);
    paper_say(page, "Angular velocities of both rods over %g s", LASTING);
    paper_say(page, "three impacts in %g s; the linear damper with eq 49 agrees", LASTING);
    paper_say(page, "the distance a = %g m and the angles", SPAN);
    paper_say(page, "the long rod's %g m to the right of the short one's", SPAN);
    paper_say(page, "g = %g m/s². This gives the three impacts", GRAVITY);
    fputs(
        "set multiplot layout 2,1 margins 0.09,0.98,0.13,0.87 spacing 0.1,0.23\nset xlabel 'time  [s]'\nset xrange "
        "[0:8]\nset key at screen 0.98, screen 0.97 right top horizontal\n",
        figure.script.stream);
    for (int rod = 0; rod < 2; rod++)
        fprintf(figure.script.stream,
                "set label 1 'angular velocity of rod %d  [rad/s]' at graph 0, graph 1.1 left\n"
                "plot data index %d using 1:2 with lines linestyle 1 dashtype 1 title '%s', \\\n"
                "     data index %d using 1:2 with lines linestyle 2 title '%s', \\\n"
                "     data index %d using 1:2 with lines linestyle 7 dashtype 3 linewidth 1.5 title '%s'\n"
                "set key off\n", /* one above both */
                rod + 1, rod, KIND[0].label, 2 + rod, KIND[1].label, 4 + rod, KIND[2].label);
    fputs("unset multiplot\n", figure.script.stream);
    paper_draw(&figure);
}

static void draw_first_impact(paper *page) {
    thud_figure figure = paper_figure(page, "poursina-nikravesh-12", 620, 420);
    double peak[2], depth[2];
    for (int i = 0; i < 2; i++) {
        record r = solved(&KIND[1 + i], 1.1445, 0, true);
        /* the linear damper's largest force is c v, of its first instant */
        if (i == 0 && fabs(1e3 * r.first.y[0] / r.force - 1) > 1e-6)
            paper_fail("poursina-nikravesh: the linear damper does not start with its largest force");
        peak[i] = 1e-3 * r.force;
        depth[i] = 1e3 * r.penetration;
        course_write(&r.first, 0.5 / 540, 3.0 / 340, figure.data.stream);
        free_record(&r);
    }
    fprintf(figure.script.stream,
            "set xlabel 'penetration  [mm]'\nset ylabel 'contact force  [kN]'\nset key top left\n"
            "set xrange [0:1.2]\nset yrange [0:8]\n"
            "plot data index 0 using 1:2 with lines linestyle 1 title '%s', \\\n"
            "     data index 1 using 1:2 with lines linestyle 2 title '%s'\n",
            KIND[1].label, KIND[2].label);
    paper_draw(&figure);
    paper_set(page, "peak_linear", "%.3f", peak[0]);
    paper_set(page, "peak_crossley", "%.3f", peak[1]);
    paper_set(page, "depth_linear", "%.3f", depth[0]);
    paper_set(page, "depth_crossley", "%.3f", depth[1]);
}

void paper_poursina_nikravesh_rods(paper *page) {
    draw_rates(page);
    draw_first_impact(page);
}
