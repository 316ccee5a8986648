/*
 * What is to be seen of a step: true peaks, the largest contact forces, and samples at the instants asked for.
 *
 * A peak inside the step is looked for where one of a few evenly spaced values is not below its neighbours, and
 * narrowed by golden section on the interpolation; accelerations are then computed there, not interpolated.
 */
#include <math.h>

#include "numeric/golden_section.h"
#include "system/run.h"

enum { PARTS = THUD_SYSTEM_LOOKS, SECTIONS = 40 };

/* a function of x over the step under way */
typedef struct course {
    thud_system_run_state *run;
    size_t index; /* component of y, or contact */
    int order;    /* of the derivative of the component */
} course;

static double component(double x, const void *of) {
    const course *c = of;
    return fabs(thud_runge_kutta_component(&c->run->method, c->index, x, c->order));
}

static double contact_force(double x, const void *of) {
    const course *c = of;
    thud_system_run_state *run = c->run;
    thud_system_contact *contact = &run->contacts[c->index];
    thud_runge_kutta_value(&run->method, x, run->look);
    thud_system_look_at(run, run->look);
    return thud_system_force(contact, contact->depth, contact->rate);
}

static double contact_depth(double x, const void *of) {
    const course *c = of;
    thud_runge_kutta_value(&c->run->method, x, c->run->look);
    thud_system_look_at(c->run, c->run->look);
    return c->run->contacts[c->index].depth;
}

static double reaction(double x, const void *of) {
    const course *c = of;
    thud_system_run_state *run = c->run;
    thud_runge_kutta_value(&run->method, x, run->look);
    bool good = thud_system_slope(run, run->t + x * run->h, run->look, run->slope);
    return good ? run->contacts[c->index].force : 0;
}

/* where f is largest between 0 and `end`, if it is above `known`; NAN if not */
static double place_of_peak(thud_function *f, const course *c, double end, double known) {
    double value[PARTS + 1], best = known, place = NAN;
    for (int j = 0; j <= PARTS; j++) {
        value[j] = f(end * j / PARTS, c);
        if (value[j] > best) best = value[j], place = end * j / PARTS;
    }
    for (int j = 0; j <= PARTS; j++) {
        int left = j > 0 ? j - 1 : 0, right = j < PARTS ? j + 1 : PARTS;
        if (value[j] < value[left] || value[j] < value[right]) continue;
        /* the parabola through this value and two beside it stays below */
        int middle = j == 0 ? 1 : j == PARTS ? PARTS - 1 : j;
        double bound = value[j] + fabs(value[middle - 1] - 2 * value[middle] + value[middle + 1]);
        if (!(bound > best)) continue;
        double x = thud_golden_section(f, c, end * left / PARTS, end * right / PARTS, SECTIONS), top = f(x, c);
        if (top > best) best = top, place = x;
    }
    return place;
}

static void raise_to(double *peak, double value) {
    if (value > *peak) *peak = value;
}

static void watch_body(thud_system_run_state *run, size_t i, double end) {
    thud_body_summary *body = &run->bodies[i];
    course position = {run, i, 0}, velocity = {run, run->dof + i, 0}, acceleration = {run, run->dof + i, 1};
    double x = place_of_peak(component, &position, end, body->max_displacement);
    if (x >= 0) raise_to(&body->max_displacement, component(x, &position));
    x = place_of_peak(component, &velocity, end, body->max_velocity);
    if (x >= 0) raise_to(&body->max_velocity, component(x, &velocity));
    x = place_of_peak(component, &acceleration, end, body->max_acceleration * run->h * (1 - 1e-6));
    if (!(x >= 0)) return;
    thud_runge_kutta_value(&run->method, x, run->look);
    if (thud_system_slope(run, run->t + x * run->h, run->look, run->slope))
        raise_to(&body->max_acceleration, fabs(run->slope[run->dof + i]));
}

static void watch_contact(thud_system_run_state *run, size_t i, double end) {
    thud_system_contact *contact = &run->contacts[i];
    course c = {run, i, 0};
    if (thud_system_in_force(contact)) {
        double x = place_of_peak(contact_force, &c, end, contact->entry.max_force);
        if (x >= 0) raise_to(&contact->entry.max_force, contact_force(x, &c));
        x = place_of_peak(contact_depth, &c, end, contact->entry.max_penetration);
        if (x >= 0) raise_to(&contact->entry.max_penetration, contact_depth(x, &c));
    } else if (contact->phase == THUD_PHASE_STICKING) {
        double *most = &run->ledger.contacts[i].max_force, x = place_of_peak(reaction, &c, end, *most);
        if (x >= 0) raise_to(most, reaction(x, &c));
    }
}

void thud_system_sample(thud_system_run_state *run, double time, const double *y, bool event) {
    const thud_observer *observer = run->ledger.observer;
    if (!observer || !observer->sample || run->ledger.stopped) return;
    if (!thud_system_slope(run, time, y, run->slope)) return;
    for (size_t i = 0; i < run->contact_count; i++) run->force[i] = run->contacts[i].force;
    thud_sample sample = {
        .time = time,
        .displacement = y,
        .velocity = y + run->dof,
        .acceleration = run->slope + run->dof,
        .force = run->force,
        .event = event,
    };
    if (run->view) {
        void *context = run->system->context;
        run->view->evaluate(context, thud_system_near_side(run, time), y, y + run->dof, run->slope + run->dof,
                            run->signal);
        run->view->complete(context, run->signal, &sample);
    }
    thud_ledger_show(&run->ledger, &sample, run->dof, run->contact_count);
}

/* the way of every contact in force through the step, as far as it goes */
static void sample_contacts(thud_system_run_state *run, double end) {
    const thud_observer *observer = run->ledger.observer;
    if (!observer || !observer->contact) return;
    for (int j = 0; j <= THUD_SYSTEM_LOOKS; j++) {
        double x = end * j / THUD_SYSTEM_LOOKS, time = run->t + x * run->h;
        thud_runge_kutta_value(&run->method, x, run->look);
        if (!thud_system_slope(run, time, run->look, run->slope)) return;
        for (size_t i = 0; i < run->contact_count && !run->ledger.stopped; i++) {
            const thud_system_contact *c = &run->contacts[i];
            if (!thud_system_in_force(c)) continue;
            thud_contact_sample sample = {i, c->entry.time, time, c->depth, c->rate, c->force};
            thud_ledger_show_contact(&run->ledger, &sample);
        }
    }
}

static bool any_in_force(const thud_system_run_state *run) {
    for (size_t i = 0; i < run->contact_count; i++)
        if (thud_system_in_force(&run->contacts[i])) return true;
    return false;
}

void thud_system_watch(thud_system_run_state *run, double end) {
    if (end > 0 && any_in_force(run)) sample_contacts(run, end);
    for (size_t i = 0; i < run->dof; i++) watch_body(run, i, end);
    for (size_t i = 0; i < run->contact_count; i++) watch_contact(run, i, end);
    if (run->view) thud_system_watch_signals(run, end);
    double until = run->t + end * run->h;
    if (end >= 1 && run->stop - until < 0.5 * run->h * 1e-9) until = run->stop;
    while (run->samples.at <= until) {
        double x = fmin((run->samples.at - run->t) / run->h, 1);
        thud_runge_kutta_value(&run->method, x, run->look);
        thud_system_sample(run, run->samples.at, run->look, false);
        thud_samples_next(&run->samples);
    }
}

void thud_system_watch_start(thud_system_run_state *run) {
    const double *slope = run->method.stage[0];
    for (size_t i = 0; i < run->dof; i++) {
        raise_to(&run->bodies[i].max_displacement, fabs(run->y[i]));
        raise_to(&run->bodies[i].max_velocity, fabs(run->y[run->dof + i]));
        raise_to(&run->bodies[i].max_acceleration, fabs(slope[run->dof + i]));
    }
    if (run->view) thud_system_signals_start(run);
}
