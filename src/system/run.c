/*
 * A system given by callbacks, from event to event: the driver. Steps are taken by the method of order 8 with a
 * thousandth of the tolerance, in which its errors of position and velocity are measured against the largest so
 * far, and those of penetrations in force against the length and speed of their own impact.
 */
#include <thud/system.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/environment.h"
#include "base/print.h"
#include "contact/balance.h"
#include "model/model.h"
#include "numeric/matrix/lcp.h"
#include "system/run.h"

thud_system_options thud_system_options_default(void) {
    return (thud_system_options){.tolerance = 1e-9, .impact_threshold = 1e-3, .step_limit = 10000000};
}

static thud_status stop_for(thud_system_run_state *run, thud_status status, const char *why) {
    if (run->summary->error.text[0] == '\0')
        thud_print(run->summary->error.text, sizeof run->summary->error.text, "%s at t = %.9g s", why, run->t);
    return status;
}

/* ---- the step ---- */

/* What each error of positions and velocities is measured by, times the accuracy; the rest of the state has none.
 * At rest under loads there is rounding only, and a coordinate that hardly moves need not be known better
 * than the others. */
static void set_scale(thud_system_run_state *run) {
    const size_t n = run->dof;
    const double *acceleration = run->method.stage[0] + n;
    double most[2] = {0};
    for (size_t i = 0; i < n; i++) {
        const double fastest = fmax(run->bodies[i].max_velocity, run->h * fabs(acceleration[i]));
        run->scale[n + i] = fmax(fastest, run->options->impact_threshold);
        run->scale[i] = fmax(run->bodies[i].max_displacement, run->h * run->scale[n + i]);
        for (size_t k = 0; k < 2; k++) most[k] = fmax(most[k], run->scale[k * n + i]);
    }
    for (size_t i = 0; i < 2 * n; i++)
        run->scale[i] = run->accuracy * fmax(run->scale[i], THUD_SYSTEM_SMALL * most[i / n]);
}

/* error of the penetrations in force, and the step as a whole */
static double error_of(thud_system_run_state *run) {
    size_t n = run->dof, count = 0;
    const thud_runge_kutta *method = &run->method;
    double fifth = 0, third = 0;
    for (size_t i = 0; i < run->contact_count; i++) {
        const thud_system_contact *contact = &run->contacts[i];
        if (!thud_system_in_force(contact)) continue;
        double sum[4] = {0}, rounding[2] = {0};
        for (size_t j = 0; j < n; j++) {
            double g = contact->gradient[j];
            for (size_t k = 0; k < 2; k++) {
                sum[k] += g * method->fifth[k * n + j];
                sum[2 + k] += g * method->third[k * n + j];
                rounding[k] += 16 * DBL_EPSILON * fabs(g * run->y[k * n + j]);
            }
        }
        /* rounding of the depth is a force, and that for a step a speed: nothing is known better than that */
        double depth = fmax(contact->top, fabs(contact->depth)), h = run->h;
        double shake = h * thud_system_steepness(contact, depth) * rounding[0] / contact->element.options.mass;
        double length = run->accuracy * fmax(contact->length, contact->top) + rounding[0] + h * shake;
        double speed = run->accuracy * contact->pressed.speed + rounding[1] + shake;
        fifth += pow(sum[0] / length, 2) + pow(sum[1] / speed, 2);
        third += pow(sum[2] / length, 2) + pow(sum[3] / speed, 2);
        count += 2;
    }
    return thud_runge_kutta_error(method, run->scale, fifth, third, count);
}

/* A step that is good in itself and in which the gaps can be followed; run->h is its length, *next that of the one
 * to try after it. */
static thud_status good_step(thud_system_run_state *run, double *next) {
    thud_runge_kutta *method = &run->method;
    bool rejected = false;
    thud_system_look_at(run, run->y);
    run->h = fmin(run->h, thud_system_longest_step(run));
    for (;;) {
        double left = run->stop - run->t;
        if (run->h * 1.01 >= left) run->h = left;
        else if (run->h * 2 > left) run->h = left / 2;
        if (!(run->t + run->h > run->t)) {
            if (run->failed) return stop_for(run, THUD_ERROR_ARGUMENT, run->cause);
            return stop_for(run, THUD_ERROR_PROGRESS, "the step has shrunk to nothing");
        }
        run->failed = false;
        set_scale(run);
        run->steps++;
        bool made = thud_runge_kutta_try(method, run->t, run->h, run->y);
        double error = made ? error_of(run) : INFINITY, factor = thud_runge_kutta_factor(error);
        if (error <= 1 && thud_runge_kutta_close(method) && thud_runge_kutta_interpolate(method) &&
            thud_system_survey(run)) {
            *next = run->h * (rejected ? fmin(factor, 1) : factor);
            return THUD_OK;
        }
        rejected = true;
        run->h *= error <= 1 ? 0.5 : factor;
    }
}

/* ---- events ---- */

static thud_status close_contact(thud_system_run_state *run, size_t index) {
    const thud_system *system = run->system;
    thud_system_contact *contact = &run->contacts[index];
    if (system->touch && !system->touch(system->context, index, run->y)) return THUD_OK;
    if (contact->kind == THUD_FORCE_IMPULSIVE) {
        const thud_pressing pressing = thud_system_pressing(run);
        thud_press_before_impulse(&pressing);
        const thud_status status = thud_system_strike(run);
        thud_system_look_at(run, run->y);
        return status == THUD_OK ? thud_press_after_impulse(&pressing) : status;
    }
    return thud_system_begin_contact(run, index);
}

static thud_status handle(thud_system_run_state *run, const thud_event *event) {
    thud_status status = THUD_OK;
    for (size_t i = 0; i < run->contact_count; i++) run->contacts[i].released = false;
    thud_system_look_at(run, run->y);
    switch (event->kind) {
    case THUD_EVENT_CLOSE: status = close_contact(run, event->contact); break;
    case THUD_EVENT_TURN: thud_system_turn_contact(run, event->contact); break;
    case THUD_EVENT_RELOAD: run->contacts[event->contact].approaching = true; break;
    case THUD_EVENT_RELEASE:
        if (run->contacts[event->contact].phase == THUD_PHASE_STICKING)
            thud_system_end_sticking(run, event->contact);
        else thud_system_release_contact(run, event->contact);
        break;
    case THUD_EVENT_OPEN: thud_system_open_contact(run, event->contact); break;
    case THUD_EVENT_RESUME: status = thud_system_resume_contact(run, event->contact); break;
    case THUD_EVENT_SWITCH: /* the forces are others from now on */
        run->system->commit(run->system->context, event->contact, run->t, run->y, run->y + run->dof);
        break;
    case THUD_EVENT_PULL: /* not told apart here: a law that ends at return ends there */
    default: break;
    }
    run->events++;
    if (status == THUD_OK) status = thud_system_settle(run);
    return status == THUD_OK ? status : stop_for(run, status, run->cause ? run->cause : "a contact fails");
}

/* the derivative anew, after the state or the forces have jumped */
static thud_status restart(thud_system_run_state *run) {
    run->failed = false;
    if (!thud_runge_kutta_begin(&run->method, run->t, run->y))
        return stop_for(run, THUD_ERROR_ARGUMENT, run->cause);
    thud_system_watch_start(run);
    return THUD_OK;
}

static bool is_free(const thud_system_run_state *run) {
    for (size_t i = 0; i < run->contact_count; i++)
        if (thud_system_in_force(&run->contacts[i])) return false;
    return true;
}

/* the step to try first after an event: what was good without contacts, a small part of an impact that begins */
static void choose_step(thud_system_run_state *run, const thud_event *event) {
    if (run->free_step > 0 && is_free(run)) run->h = run->free_step;
    if (event->kind != THUD_EVENT_CLOSE) return;
    const thud_system_contact *contact = &run->contacts[event->contact];
    if (thud_system_in_force(contact))
        run->h = fmin(run->h, 10 * THUD_SYSTEM_SMALL * contact->length / contact->pressed.speed);
}

/* ---- the run ---- */

/* events at one instant: impacts with e = 0.99 get a billion times slower in two thousand */
enum { MOST_IDLE = 20000 };

static thud_status set_stop(thud_system_run_state *run) {
    const thud_system *system = run->system;
    double next = system->next_break ? system->next_break(system->context, run->t) : INFINITY;
    if (isnan(next)) return stop_for(run, THUD_ERROR_ARGUMENT, "the next break is not a number");
    run->stop = next > run->t && next < run->options->duration ? next : run->options->duration;
    return THUD_OK;
}

static thud_status advance(thud_system_run_state *run) {
    double next;
    thud_status status = good_step(run, &next);
    if (status != THUD_OK) return status;
    if (is_free(run)) run->free_step = next;

    thud_event event = thud_system_first_event(run);
    double before = run->t;
    bool happens = event.kind != THUD_EVENT_NONE;
    thud_system_watch(run, happens ? event.at : 1);
    if (!happens) {
        run->t = run->h >= run->stop - run->t ? run->stop : run->t + run->h;
        thud_runge_kutta_advance(&run->method, run->y);
        run->h = next;
    } else if (!thud_system_step_to(run, &event)) {
        return stop_for(run, THUD_ERROR_ARGUMENT, run->cause);
    }
    run->idle = run->t > before ? 0 : run->idle + 1;
    if (run->idle > MOST_IDLE)
        return stop_for(run, THUD_ERROR_PROGRESS, "events follow one another without time going on");

    bool stopped = run->t >= run->stop;
    if (happens) {
        if (run->options->output_events) thud_system_sample(run, run->t, run->y, true); /* as it is just before */
        status = handle(run, &event);
        choose_step(run, &event);
    }
    if (status == THUD_OK && stopped) {
        status = set_stop(run);
        if (status == THUD_OK && run->sticking > 0) status = thud_system_settle(run);
    }
    if (status == THUD_OK && run->sticking > 0 && !thud_system_project(run))
        status = stop_for(run, THUD_ERROR_ARGUMENT, run->cause);
    if (status == THUD_OK && (happens || stopped || run->sticking > 0)) status = restart(run);
    if (run->system->energy) {
        double energy = run->system->energy(run->system->context, run->t, run->y, run->y + run->dof);
        run->energy_peak = fmax(run->energy_peak, fabs(energy));
    }
    return status;
}

/* the first step: a small part of the time in which the state changes by its own size */
static double first_step(const thud_system_run_state *run) {
    const double *slope = run->method.stage[0];
    double h = run->options->duration;
    for (size_t i = 0; i < run->dof; i++) {
        double a = fabs(slope[run->dof + i]), v = fabs(slope[i]), q = fabs(run->y[i]);
        if (a > 0) h = fmin(h, v > 0 ? v / a : q > 0 ? sqrt(q / a) : h);
        if (v > 0 && q > 0) h = fmin(h, q / v);
    }
    return THUD_SYSTEM_SMALL * h;
}

/* contacts that are closed at the start */
static thud_status begin(thud_system_run_state *run) {
    thud_status status = set_stop(run);
    run->h = THUD_SYSTEM_SMALL * run->options->duration;
    if (status == THUD_OK) status = restart(run);
    if (status != THUD_OK) return status;
    run->h = fmax(first_step(run), THUD_SYSTEM_FINE * run->options->duration);
    thud_system_look_at(run, run->y);
    bool strikes = false;
    for (size_t i = 0; i < run->contact_count && status == THUD_OK; i++) {
        thud_system_contact *contact = &run->contacts[i];
        if (!isfinite(contact->depth) && contact->depth != -INFINITY)
            return stop_for(run, THUD_ERROR_ARGUMENT, "a penetration is not a number");
        const double rounding = 64 * DBL_EPSILON * thud_system_size(run, contact);
        if (contact->kind == THUD_FORCE_IMPULSIVE) {
            if (contact->depth > rounding + THUD_SYSTEM_FINE)
                return stop_for(run, THUD_ERROR_ARGUMENT, "a newton or poisson contact overlaps");
            strikes = strikes || contact->depth >= -rounding;
        } else if (contact->depth > 0) {
            status = thud_system_begin_contact(run, i);
        }
    }
    if (status == THUD_OK && strikes) status = thud_system_strike(run);
    if (status == THUD_OK) status = thud_system_settle(run);
    if (status != THUD_OK) return stop_for(run, status, run->cause ? run->cause : "a contact fails");
    if (run->options->output_interval > 0) {
        thud_system_sample(run, 0, run->y, false);
        thud_samples_next(&run->samples);
    }
    return restart(run);
}

static thud_status follow(thud_system_run_state *run) {
    const thud_observer *observer = run->ledger.observer;
    thud_status status = begin(run);
    while (status == THUD_OK && run->t < run->options->duration) {
        if (run->ledger.stopped) return stop_for(run, THUD_ERROR_STOPPED, "stopped by the caller");
        if (run->steps > run->options->step_limit)
            return stop_for(run, THUD_ERROR_PROGRESS, "the limit of steps is reached");
        status = advance(run);
        if (run->steps % 1024 == 0 && observer && observer->progress &&
            !observer->progress(observer->context, run->t))
            run->ledger.stopped = true;
    }
    if (status == THUD_OK && run->ledger.stopped) return stop_for(run, THUD_ERROR_STOPPED, "stopped by the caller");
    return status;
}

/* ---- before and after ---- */

static thud_status prepare_contact(thud_system_run_state *run, size_t index) {
    const thud_gap_contact *given = &run->system->contacts[index];
    thud_system_contact *contact = &run->contacts[index];
    if (!given->law) return THUD_ERROR_ARGUMENT;
    /* laws that pull beyond δ = 0, or have a state of their own, are not for systems */
    if (given->law->structure->reach || given->law->structure->relaxes) return THUD_ERROR_ARGUMENT;
    contact->given = given;
    contact->kind = given->law->structure->kind;
    contact->approach_only = given->law->structure->approach_only;
    /* a bilinear law gives no force below its residual penetration, however its contact is said to end */
    contact->zero_force = contact->kind == THUD_FORCE_BILINEAR ||
                          (contact->kind == THUD_FORCE_VISCOUS && !contact->approach_only &&
                           thud_law_separation(given->law, given->separation) == THUD_SEPARATION_ZERO_FORCE);
    contact->permanent = given->indentation == THUD_INDENTATION_PERMANENT;
    if (contact->permanent && contact->kind != THUD_FORCE_BILINEAR) return THUD_ERROR_ARGUMENT;
    bool constant = given->restitution_curve.kind == THUD_RESTITUTION_CONSTANT;
    if (thud_restitution_check(&given->restitution_curve, NULL) != THUD_OK) return THUD_ERROR_ARGUMENT;
    if (!constant && (contact->kind == THUD_FORCE_ELASTIC || contact->permanent)) return THUD_ERROR_ARGUMENT;
    if (contact->kind == THUD_FORCE_IMPULSIVE)
        return !constant || (given->restitution >= 0 && given->restitution <= 1) ? THUD_OK : THUD_ERROR_ARGUMENT;
    thud_impact_options options = thud_gap_contact_impact(given);
    options.tolerance = THUD_SYSTEM_FINE;
    return thud_contact_init(&contact->element, &options);
}

static bool is_sound(const thud_system *system, const thud_system_options *options) {
    return system->dof > 0 && system->mass && system->forces &&
           (system->contact_count == 0 || (system->contacts && system->penetration)) &&
           (system->switch_count == 0 || (system->switches && system->commit)) && options->duration >= 0 &&
           options->duration < INFINITY && options->tolerance > 0 && options->tolerance <= 10 * THUD_SYSTEM_SMALL &&
           options->impact_threshold >= 0 && options->impact_threshold < INFINITY && options->output_interval >= 0;
}

/* one block for all numbers; counted first with `block` NULL, then handed out */
static size_t lay_out(thud_system_run_state *run, double *block) {
    const size_t n = run->dof, m = run->contact_count, count = 2 * n + 2 + 2 * m, stride = THUD_SYSTEM_LOOKS + 1;
    const size_t switches = run->system->switch_count, signals = run->view ? run->view->count : 0;
    size_t used = 0;
    run->y = thud_system_carve(block, &used, count);
    run->scale = thud_system_carve(block, &used, count);
    run->look = thud_system_carve(block, &used, count);
    run->slope = thud_system_carve(block, &used, count);
    run->mass = thud_system_carve(block, &used, n * n);
    run->nudged = thud_system_carve(block, &used, 2 * n);
    run->response = thud_system_carve(block, &used, m * n);
    run->delassus = thud_system_carve(block, &used, m * m);
    run->drive = thud_system_carve(block, &used, m);
    run->impulse = thud_system_carve(block, &used, m);
    run->compressed = thud_system_carve(block, &used, m);
    run->force = thud_system_carve(block, &used, m);
    run->switches = thud_system_carve(block, &used, switches * stride);
    run->switch_now = thud_system_carve(block, &used, switches);
    run->lcp_work = thud_system_carve(block, &used, thud_lcp_work(m));
    run->seen = thud_system_carve(block, &used, (2 * m + signals) * stride);
    run->signal = thud_system_carve(block, &used, signals);
    for (size_t i = 0; i < m; i++) run->contacts[i].gradient = thud_system_carve(block, &used, n);
    double *work = thud_system_carve(block, &used, thud_runge_kutta_work(count));
    if (block) thud_runge_kutta_init(&run->method, count, thud_system_slope, run, work);
    return used;
}

/* J: of motion, when each coordinate was fastest, and at least at the threshold, against which the velocities of a
 * system at rest are known (see set_scale). Energy itself may be zero wherever its owner likes. */
static double energy_of_motion(thud_system_run_state *run) {
    double energy = 0;
    run->system->mass(run->system->context, run->y, run->mass);
    for (size_t i = 0; i < run->dof; i++) {
        double speed = fmax(run->bodies[i].max_velocity, run->options->impact_threshold);
        energy += 0.5 * run->mass[i * run->dof + i] * speed * speed;
    }
    return energy;
}

static void conclude(thud_system_run_state *run, const thud_model *model, double started) {
    thud_summary *summary = run->summary;
    const thud_system *system = run->system;
    size_t work = thud_system_work_at(run);
    double stored = 0;
    thud_system_look_at(run, run->y);
    for (size_t i = 0; i < run->contact_count; i++) {
        const thud_system_contact *contact = &run->contacts[i];
        stored += thud_system_stored(contact, contact->depth);
    }
    thud_system_watch_end(run);
    thud_system_enter_rest(run);
    const thud_pressing pressing = thud_system_pressing(run);
    thud_press_say(&pressing, model, &summary->notes);
    for (size_t i = 0; i < run->dof; i++) {
        run->bodies[i].final_displacement = run->y[i];
        run->bodies[i].final_velocity = run->y[run->dof + i];
    }
    summary->duration = run->t;
    summary->impacts = run->ledger.impacts;
    summary->energy = (thud_energy_summary){
        .input = NAN, .dissipated = NAN, .impact = run->impact_energy, .stored = NAN, .residual = NAN};
    if (system->energy) {
        thud_energy_summary *energy = &summary->energy;
        energy->input = run->energy_start + run->input_extra + run->y[work + 1];
        energy->dissipated = run->y[work + 1] - run->y[work];
        energy->stored = system->energy(system->context, run->t, run->y, run->y + run->dof) + stored;
        double rest = energy->input - energy->dissipated - energy->impact - energy->stored;
        double scale = fmax(fmax(fabs(energy->input), run->energy_peak), energy_of_motion(run));
        scale = fmax(scale, fmax(fabs(energy->dissipated), fabs(energy->impact)));
        energy->residual = scale > 0 ? rest / scale : 0;
    }
    summary->solver = (thud_solver_summary){
        .steps = run->steps,
        .events = run->events,
        .rhs_evaluations = run->method.evaluations,
        .wall_seconds = thud_clock() - started,
    };
}

thud_status thud_system_run_model(const thud_model *model, const thud_system *system,
                                  const thud_system_options *options, const thud_system_view *view, double *q,
                                  double *rate, thud_body_summary *bodies, thud_contact_summary *contacts,
                                  const thud_observer *observer, thud_summary *summary) {
    if (!system || !options || !q || !rate || !bodies || !summary || (system->contact_count > 0 && !contacts))
        return THUD_ERROR_ARGUMENT;
    if (!is_sound(system, options)) return THUD_ERROR_ARGUMENT;
    double started = thud_clock();
    thud_system_run_state run = {
        .system = system,
        .options = options,
        .view = view,
        .bodies = bodies,
        .summary = summary,
        .dof = system->dof,
        .contact_count = system->contact_count,
        .ledger = {.observer = observer, .threshold = options->impact_threshold, .contacts = contacts},
        .accuracy =
            fmax(THUD_SYSTEM_SMALL * options->tolerance, THUD_SYSTEM_FINE / 10) /* below there is rounding */,
        .samples = thud_samples_start(options->output_interval, options->duration, true),
    };
    size_t m = system->contact_count;
    memset(bodies, 0, system->dof * sizeof *bodies);
    for (size_t i = 0; i < m; i++) contacts[i] = (thud_contact_summary){.closest_approach = NAN};
    *summary =
        (thud_summary){.body_count = system->dof, .bodies = bodies, .contact_count = m, .contacts = contacts};
    run.contacts = calloc(m + 1, sizeof *run.contacts);
    run.chosen = calloc(m + 1, sizeof *run.chosen);
    double *block = run.contacts ? calloc(lay_out(&run, NULL), sizeof *block) : NULL;
    thud_status status = run.contacts && run.chosen && block ? THUD_OK : THUD_ERROR_MEMORY;
    if (status == THUD_OK) {
        lay_out(&run, block);
        memcpy(run.y, q, run.dof * sizeof *q);
        memcpy(run.y + run.dof, rate, run.dof * sizeof *rate);
        for (size_t i = 0; i < m && status == THUD_OK; i++) status = prepare_contact(&run, i);
        if (status != THUD_OK) stop_for(&run, status, "the parameters of a contact are wrong");
    }
    if (status == THUD_OK) {
        if (system->energy) run.energy_start = system->energy(system->context, 0, q, rate);
        run.energy_peak = fabs(run.energy_start);
        for (size_t i = 0; view && i < view->count; i++) view->highest[i] = -(view->lowest[i] = INFINITY);
        status = follow(&run);
        conclude(&run, model, started);
        memcpy(q, run.y, run.dof * sizeof *q);
        memcpy(rate, run.y + run.dof, run.dof * sizeof *rate);
        status =
            thud_balance_judge(&run.ledger, model, options->tolerance, system->energy != NULL, status, summary);
    }
    free(run.contacts);
    free(run.chosen);
    free(block);
    return status;
}

thud_status thud_system_run(const thud_system *system, const thud_system_options *options, double *q, double *rate,
                            thud_body_summary *bodies, thud_contact_summary *contacts,
                            const thud_observer *observer, thud_summary *summary) {
    THUD_PLAIN_ENVIRONMENT;
    return thud_system_run_model(NULL, system, options, NULL, q, rate, bodies, contacts, observer, summary);
}
