/* The drops of an audit: the input of a simulator, thud's predictions, and the simulator's results. */
#include "cli/engine/engine_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "report/text/print.h"

static const double RESTITUTIONS[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};
static const double SPEEDS[] = {0.5, 4}, MASSES[] = {1, 10, INFINITY};

/* starting gaps, so that the contact begins at each quarter of a step, after two full steps */
enum { RESTITUTION_COUNT = 10, SPEED_COUNT = 2, MASS_COUNT = 3, GAPS = 4 };

static const double DURATION = 0.01, RADIUS = 0.1, JUMP_STEP = 0.001;

/* two masses, or also a wall if the simulator treats it differently from an immovable body */
static size_t mass_count(const thud_engine *engine) {
    return strcmp(engine->name, "yade") == 0 || strcmp(engine->name, "bullet") == 0 ? MASS_COUNT : MASS_COUNT - 1;
}

/* drops outside the model's range are left out */
static void add(engine_drops *drops, const thud_engine_options *o) {
    engine_drop *drop = &drops->list[drops->count];
    *drop = (engine_drop){.options = *o, .returned = NAN};
    if (thud_engine_solve(o, &drop->answer) != THUD_OK) return;
    engine_drop first = *drop;
    for (int i = 0; i < GAPS; i++, drops->count++) {
        engine_drop *next = &drops->list[drops->count];
        *next = first;
        next->gap = (2 + (i + 0.5) / GAPS) * first.answer.step * o->speed;
        if (thud_engine_emulate(o, &first.answer, next->gap, &next->predicted) != THUD_OK) next->predicted = NAN;
    }
}

static void plan_model(engine_drops *drops, const thud_engine_model *model, bool usual) {
    bool jump = isnan(thud_engine_exponent(model));
    if (usual && !model->usual) return;
    for (size_t i = 0; i < RESTITUTION_COUNT * SPEED_COUNT * mass_count(drops->engine); i++) {
        thud_engine_options o = thud_engine_options_default(drops->engine);
        o.model = model;
        o.restitution = RESTITUTIONS[i % RESTITUTION_COUNT];
        o.speed = SPEEDS[i / RESTITUTION_COUNT % SPEED_COUNT];
        o.mass2 = MASSES[i / (RESTITUTION_COUNT * SPEED_COUNT)];
        o.radius = RADIUS;
        if (jump) o.step = JUMP_STEP;
        else o.duration = DURATION;
        o.usual = usual;
        o.for_step = !usual && !jump;
        add(drops, &o);
    }
}

bool engine_drops_plan(const thud_engine *engine, engine_drops *drops) {
    size_t most = engine->model_count * 2 * RESTITUTION_COUNT * SPEED_COUNT * MASS_COUNT * GAPS;
    *drops = (engine_drops){.engine = engine, .list = calloc(most + GAPS, sizeof *drops->list)};
    if (!drops->list) return false;
    for (size_t i = 0; i < engine->model_count; i++) {
        if (!engine->models[i].run) continue;
        plan_model(drops, &engine->models[i], true);
        plan_model(drops, &engine->models[i], false);
    }
    return true;
}

/* steps until the bodies have separated: the contact, then the remaining penetration at the speed of separation */
static int steps_of(const engine_drop *drop) {
    const thud_engine_answer *a = &drop->answer;
    double e = fmax(drop->predicted, 1e-3);
    double time = drop->gap / drop->options.speed;
    if (!isnan(a->contact_time)) time += 2 * a->contact_time + 2 * a->max_penetration / (e * drop->options.speed);
    else time += (2 + 2 / e) * a->step;
    return (int)ceil(time / a->step) + 2;
}

void engine_drops_write(const engine_drops *drops, FILE *stream) {
    for (size_t i = 0; i < drops->count; i++) {
        const engine_drop *d = &drops->list[i];
        const thud_engine_options *o = &d->options;
        thud_print_to(stream, "%zu %s %d %.17g %.17g %.17g %.17g %.17g %.17g %d %d", i, o->model->name, o->limited,
                      o->mass1, o->mass2, o->radius, o->speed, d->gap, d->answer.step, steps_of(d), o->usual);
        for (size_t j = 0; j < d->answer.value_count; j++)
            thud_print_to(stream, " %.17g", d->answer.values[j].value);
        fprintf(stream, "\n");
    }
}

bool engine_drops_read(engine_drops *drops, FILE *stream) {
    size_t index, seen = 0;
    char number[64];
    while (fscanf(stream, "%zu %63s", &index, number) == 2) {
        const char *end;
        const double returned = thud_number_value(number, &end);
        if (end == number || *end) break;
        if (index < drops->count) {
            seen += isnan(drops->list[index].returned) ? 1 : 0;
            drops->list[index].returned = returned;
        }
    }
    return seen == drops->count;
}

static double mean_returned(const engine_drop *d) {
    double sum = 0;
    for (int j = 0; j < GAPS; j++) sum += d[j].returned / GAPS;
    return sum;
}

void engine_drops_table(const engine_drops *drops, FILE *stream) {
    for (size_t i = 0; i < drops->count; i += GAPS) {
        const engine_drop *d = &drops->list[i];
        const thud_engine_options *o = &d->options;
        if ((o->speed == SPEEDS[0]) != (o->mass2 == MASSES[0])) continue;
        thud_print_to(stream, "%s %s %d %g %g %g %.17g %.17g", drops->engine->name, o->model->name, o->usual,
                      o->restitution, o->speed, o->mass2, d->answer.step, d->answer.damping);
        for (int j = 0; j < GAPS; j++) thud_print_to(stream, " %.8f", d[j].returned);
        fprintf(stream, "\n");
    }
}

void engine_drops_means(const engine_drops *drops, const thud_engine_model *model, bool usual, FILE *stream) {
    for (size_t i = 0; i < drops->count; i += GAPS) {
        const engine_drop *d = &drops->list[i];
        if (d->options.model != model || d->options.usual != usual) continue;
        thud_print_to(stream, "%d %g %.8f\n", usual, d->options.restitution, mean_returned(d));
    }
}

void engine_drops_free(engine_drops *drops) {
    free(drops->list);
    drops->list = NULL;
}

engine_summary engine_drops_summary(const engine_drops *drops, const thud_engine_model *model, bool usual) {
    engine_summary s = {0};
    for (size_t i = 0; i < drops->count; i += GAPS) {
        const engine_drop *d = &drops->list[i];
        if (d->options.model != model || d->options.usual != usual) continue;
        double asked = d->options.restitution;
        for (int j = 0; j < GAPS; j++) {
            s.worst = fmax(s.worst, fabs(d[j].returned - asked));
            s.prediction = fmax(s.prediction, fabs(d[j].returned - d[j].predicted));
        }
        s.drops += GAPS;
        s.mean = fmax(s.mean, fabs(mean_returned(d) - asked));
    }
    return s;
}
