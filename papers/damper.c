/* The impact damper of Li & Darby 2009: a ball between two stops in a frame on a shaking table. */
#include "damper.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* of the clearance, by which impacts are counted anew */
static const double NEARBY = 1e-3;

double damper_frequency(void) { return sqrt(DAMPER_STIFFNESS / DAMPER_FRAME) / (2 * PAPER_PI); }

double surface_stiffness(const surface *s) {
    double logarithm = log(s->e), mass = thud_effective_mass(DAMPER_FRAME, DAMPER_BALL);
    if (s->zero_force) {
        thud_impact_options o = paper_impact("li-darby", s->e, 1, 1, 1, 1);
        o.separation = THUD_SEPARATION_ZERO_FORCE;
        double c = -2 * mass * logarithm / s->contact_time, zeta = paper_exact(&o) / 2;
        return c * c / (4 * mass * zeta * zeta);
    }
    return mass * (PAPER_PI * PAPER_PI + logarithm * logarithm) / (s->contact_time * s->contact_time);
}

static thud_gap_contact stop_of(const surface *s, double change) {
    thud_gap_contact stop = thud_gap_contact_default(thud_law_find(s->contact_time > 0 ? "li-darby" : "newton"));
    stop.gap = DAMPER_CLEARANCE / 2 * (1 + change);
    stop.restitution = s->e;
    stop.damping = s->zero_force ? THUD_DAMPING_EXACT : THUD_DAMPING_PUBLISHED;
    if (s->zero_force) stop.separation = THUD_SEPARATION_ZERO_FORCE;
    if (s->contact_time > 0) stop.stiffness = surface_stiffness(s);
    return stop;
}

static thud_model *model_of(const surface *s, const shake *how, double change) {
    thud_model *model = thud_model_create();
    thud_body_id frame = thud_model_add_body(model, "frame", DAMPER_FRAME);
    thud_body_id ball = thud_model_add_body(model, "ball", DAMPER_BALL);
    thud_gap_contact stop = stop_of(s, change);
    thud_model_set_start(model, frame, how->displacement, 0);
    thud_model_set_start(model, ball, how->displacement, 0);
    thud_model_add_link(model, THUD_GROUND, frame,
                        &(thud_link){.stiffness = DAMPER_STIFFNESS, .damping = DAMPER_DAMPING});
    thud_model_add_contact(model, "right", ball, frame, &stop);
    thud_model_add_contact(model, "left", frame, ball, &stop);
    thud_model_set_ground(model, &how->ground);
    thud_model_set_duration(model, how->duration);
    return model;
}

static bool follow(void *context, const thud_sample *sample) {
    damper_run *run = context;
    course_add(&run->acceleration, sample->time, sample->acceleration[0]);
    course_add(&run->force, sample->time, sample->force[0]);
    if (fabs(sample->displacement[0]) >= run->last_large) run->settled = sample->time;
    if (sample->force[0] == 0 && sample->force[1] == 0) {
        run->rms_open += sample->acceleration[0] * sample->acceleration[0];
        run->open++;
    }
    return true;
}

static bool book(void *context, const thud_impact_entry *entry) {
    damper_run *run = context;
    bool counted = entry->approach_speed > 1e-3;
    run->beyond += counted && entry->max_force > DAMPER_CONVERTER * DAMPER_FRAME;
    run->early += counted && entry->time < DAMPER_LEFT_OUT;
    if (entry->contact == 0 && entry->time > run->half && entry->max_force > run->strongest.max_force)
        run->strongest = *entry;
    return true;
}

damper_run damper_solve(const surface *s, const shake *how) {
    damper_run run = {.last_large = how->displacement > 0 ? 0.1 * how->displacement : INFINITY,
                      .half = 0.5 * how->duration};
    thud_observer observer = {.context = &run, .sample = follow, .impact = book};
    thud_model *model = model_of(s, how, 0);
    thud_model_set_output(model, how->interval, false);
    paper_run done = paper_run_model(model, &observer);
    run.impacts = done.summary->impacts;
    run.max_force = fmax(done.summary->contacts[0].max_force, done.summary->contacts[1].max_force);
    for (size_t i = 0; i < run.acceleration.count; i++)
        run.rms += run.acceleration.y[i] * run.acceleration.y[i] / (double)run.acceleration.count;
    run.rms = sqrt(run.rms);
    run.rms_open = sqrt(run.rms_open / (double)run.open);
    run.peak = done.summary->bodies[0].max_acceleration;
    paper_run_end(&done);
    return run;
}

damper_count damper_count_impacts(const surface *s, const shake *how) {
    enum { COUNT = 17 };
    size_t least = SIZE_MAX, most = 0, nominal = 0;
    damper_count count;
    for (int i = 0; i < COUNT; i++) {
        paper_run done = paper_run_model(model_of(s, how, NEARBY * (2.0 * i / (COUNT - 1) - 1)), NULL);
        size_t impacts = done.summary->impacts;
        if (i == COUNT / 2) nominal = impacts;
        least = impacts < least ? impacts : least;
        most = impacts > most ? impacts : most;
        paper_run_end(&done);
    }
    if (least == most) snprintf(count.text, sizeof count.text, "%zu", least);
    else snprintf(count.text, sizeof count.text, "%zu (%zu–%zu)", nominal, least, most);
    return count;
}

void damper_free(damper_run *run) {
    course_free(&run->acceleration);
    course_free(&run->force);
}

static thud_psd *psd_of(const damper_run *run, double interval, size_t segment) {
    thud_motion *motion = thud_motion_create(run->acceleration.count, interval);
    thud_psd *psd;
    if (!motion) paper_fail("out of memory");
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = run->acceleration.y[i];
    paper_need(thud_motion_psd(motion, segment, &psd, NULL), "density");
    thud_motion_free(motion);
    return psd;
}

void damper_write_psd(const damper_run *run, double interval, size_t segment, double most, FILE *stream) {
    thud_psd *psd = psd_of(run, interval, segment);
    for (size_t i = 1; i < psd->count && psd->resolution * (double)i <= most; i++)
        fprintf(stream, "%.4f %.5g\n", psd->resolution * (double)i, psd->density[i]);
    fputs("\n\n", stream);
    thud_psd_free(psd);
}

double damper_bin(double interval) { return 1 / (DAMPER_SEGMENT * interval); }

size_t damper_segments(double duration, double interval) {
    size_t samples = (size_t)(duration / interval + 1.5);
    return 1 + (samples - DAMPER_SEGMENT) / (DAMPER_SEGMENT / 2);
}

/* |Σ w y exp(−iωt)|² of the Hann segments at one frequency between the bins, up to a factor */
static double power_at(const damper_run *run, double interval, double mean, double frequency) {
    size_t count = run->acceleration.count;
    double power = 0, turn = 2 * PAPER_PI * frequency * interval;
    for (size_t first = 0; first + DAMPER_SEGMENT <= count; first += DAMPER_SEGMENT / 2) {
        double re = 0, im = 0, c = 1, s = 0, hann_c = 1, hann_s = 0;
        double step_c = cos(turn), step_s = sin(turn);
        double window_c = cos(2 * PAPER_PI / DAMPER_SEGMENT), window_s = sin(2 * PAPER_PI / DAMPER_SEGMENT);
        for (size_t i = 0; i < DAMPER_SEGMENT; i++) {
            double y = 0.5 * (1 - hann_c) * (run->acceleration.y[first + i] - mean), next = c * step_c - s * step_s;
            re += y * c;
            im += y * s;
            s = s * step_c + c * step_s;
            c = next;
            next = hann_c * window_c - hann_s * window_s;
            hann_s = hann_s * window_c + hann_c * window_s;
            hann_c = next;
        }
        power += re * re + im * im;
    }
    return power;
}

damper_summit damper_psd_summit(const damper_run *run, double interval) {
    thud_psd *psd = psd_of(run, interval, DAMPER_SEGMENT);
    damper_summit top = {0};
    double bin = psd->resolution, mean = 0, most = 0;
    for (size_t i = 1; i < psd->count; i++) {
        double frequency = bin * (double)i;
        if (frequency >= 2 && frequency <= 6 && psd->density[i] > top.density)
            top = (damper_summit){frequency, frequency, psd->density[i]};
    }
    thud_psd_free(psd);
    for (size_t i = 0; i < run->acceleration.count; i++)
        mean += run->acceleration.y[i] / (double)run->acceleration.count;
    for (int i = -30; i <= 30; i++) {
        double frequency = top.frequency + bin * i / 30, power = power_at(run, interval, mean, frequency);
        if (power > most) most = power, top.padded = frequency;
    }
    return top;
}

void damper_write_summit(FILE *stream, damper_summit top) {
    fprintf(stream, "%.2f, bin at %.2f Hz, zero-padded %.2f Hz", top.density, top.frequency, top.padded);
}

double damper_psd_mean(const damper_run *run, double interval, double from, double to) {
    thud_psd *psd = psd_of(run, interval, DAMPER_SEGMENT);
    double sum = 0;
    int count = 0;
    for (size_t i = 1; i < psd->count; i++) {
        double frequency = psd->resolution * (double)i;
        if (frequency >= from && frequency <= to) sum += psd->density[i], count++;
    }
    thud_psd_free(psd);
    return sum / count;
}

double damper_psd_factor(const damper_run *a, const damper_run *b, double interval, double from, double to) {
    thud_psd *pa = psd_of(a, interval, DAMPER_SEGMENT), *pb = psd_of(b, interval, DAMPER_SEGMENT);
    double most = 1;
    for (size_t i = 1; i < pa->count; i++) {
        double frequency = pa->resolution * (double)i, ratio = pa->density[i] / pb->density[i];
        if (frequency >= from && frequency <= to) most = fmax(most, fmax(ratio, 1 / ratio));
    }
    thud_psd_free(pa);
    thud_psd_free(pb);
    return most;
}

damper_band damper_psd_above(const damper_run *a, const damper_run *b, double interval, double from, double to) {
    thud_psd *pa = psd_of(a, interval, DAMPER_SEGMENT), *pb = psd_of(b, interval, DAMPER_SEGMENT);
    damper_band widest = {0}, band = {0};
    for (size_t i = 1; i < pa->count; i++) {
        double frequency = pa->resolution * (double)i;
        if (frequency < from || frequency > to || pa->density[i] <= pb->density[i]) {
            band.bins = 0;
            continue;
        }
        band = (damper_band){band.bins ? band.from : frequency, frequency, band.bins + 1};
        if (band.bins > widest.bins) widest = band;
    }
    thud_psd_free(pa);
    thud_psd_free(pb);
    return widest;
}

void damper_draw_courses(paper *page, const char *name, const damper_run *impulse, const damper_run *spring,
                         double from, double to, double range) {
    thud_figure figure = paper_figure(page, name, 840, 620);
    course_write(&impulse->acceleration, (to - from) / 740, 2 * range / 220, figure.data.stream);
    course_write(&spring->acceleration, (to - from) / 740, 2 * range / 220, figure.data.stream);
    fprintf(figure.script.stream,
            "set multiplot layout 2,1 margins 0.09,0.98,0.13,0.90 spacing 0.1,0.25\nset xlabel 'time  [s]'\n"
            "set label 1 'acceleration of the frame  [m/s^2]' at graph 0, graph 1.1 left\n"
            "set xrange [%g:%g]\nset yrange [%g:%g]\n"
            "set label 2 '(a) impulse–momentum' at graph 1, graph 1.1 right\n"
            "plot data index 0 using 1:2 with lines linestyle 2 dashtype 1 linewidth 1.2 notitle\n"
            "set label 2 '(b) spring–damper' at graph 1, graph 1.1 right\n"
            "plot data index 1 using 1:2 with lines linestyle 1 linewidth 1.2 notitle\nunset multiplot\n",
            from, to, -range, range);
    paper_draw(&figure);
}

void damper_draw_psd(paper *page, const char *name, const damper_run *impulse, const damper_run *spring,
                     double interval) {
    thud_figure figure = paper_figure(page, name, 620, 420);
    damper_write_psd(impulse, interval, DAMPER_SEGMENT, 15, figure.data.stream);
    damper_write_psd(spring, interval, DAMPER_SEGMENT, 15, figure.data.stream);
    fputs("set xlabel 'frequency  [Hz]'\nset ylabel 'density of the acceleration  [(m/s^2)^2/Hz]'\n"
          "set logscale y\nset format y '10^{%T}'\nset xrange [0:15]\n"
          "plot data index 0 using 1:2 with lines linestyle 2 title 'impulse–momentum', \\\n"
          "     data index 1 using 1:2 with lines linestyle 1 title 'spring–damper'\n",
          figure.script.stream);
    paper_draw(&figure);
}
