/*
 * Any bytes as a measurement, of every kind, and whatever is read through the searches behind the reader: memory
 * stays whole, and what is accepted makes sense.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <thud/identify.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(int condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "fuzz_identify: %s\n", what);
    abort();
}

static void demand_text(const thud_error *message) {
    demand(message->text[0] != '\0', "a message says nothing");
    demand(memchr(message->text, '\0', sizeof message->text) != NULL, "a message has no end");
}

#ifndef WITH_FITS
#define WITH_FITS 1 /* 0: readers and what is cheap behind them, a thousand times as many inputs */
#endif

/* a law is fitted to some records only: where it begins with a jump that takes a second under sanitizers */
static void look_for_impacts(const thud_measurement *m, uint8_t pick, bool fitted) {
    thud_force_record *record;
    thud_error error = {0};
    if (thud_force_record_create(m->time, m->value, m->count, &record, &error) != THUD_OK) {
        demand_text(&error);
        return;
    }
    demand(record->impact_count > 0, "a record without impacts");
    for (size_t i = 0; i < record->impact_count; i++)
        demand(record->impacts[i].first < record->impacts[i].last && record->impacts[i].last <= m->count,
               "samples of an impact lie outside the record");
    thud_force_options o = thud_force_options_default(thud_law_at(pick % thud_law_count()), 1);
    o.exponent = o.law->exponent_default; /* a search for n as well takes seconds under sanitizers */
    thud_force_fit fit;
    if (fitted && m->count < 100 && thud_identify_force(record, 0, &o, &fit, NULL) == THUD_OK)
        demand(fit.stiffness.value > 0 && isfinite(fit.stiffness.value) && isfinite(fit.damping.value),
               "a fit without numbers");
    thud_force_record_free(record);
}

static void look_for_bounces(const thud_measurement *m) {
    thud_bounce_options o = thud_bounce_options_default();
    thud_bounces *bounces;
    thud_error error = {0};
    thud_status status = m->time ? thud_identify_bounces(m->time, m->count, &o, &bounces, &error)
                                 : thud_identify_drops(m->value, m->second, m->count, &o, &bounces, &error);
    if (status == THUD_ERROR_ARGUMENT) demand_text(&error);
    if (status != THUD_OK) return;
    for (size_t i = 0; i < bounces->count; i++)
        demand(bounces->bounces[i].restitution >= 0 && bounces->bounces[i].restitution <= 1, "e is no restitution");
    thud_bounces_free(bounces);
}

static void look_for_vibration(const thud_measurement *m) {
    thud_motion motion = {.count = m->count, .time = m->time, .acceleration = m->value};
    thud_vibration v;
    if (thud_identify_vibration(&motion, &v, NULL) != THUD_OK) return;
    if (m->count > 1) {
        motion.time = NULL;
        motion.step = 0.01;
        (void)thud_identify_vibration(&motion, &v, NULL);
    }
}

static void check(const char *text, size_t size, thud_measurement_kind asked, uint8_t pick) {
    thud_measurement *m = NULL;
    thud_error error = {0};
    const thud_status status = thud_measurement_parse(text, size, asked, &m, &error);
    demand((status == THUD_OK) == (m != NULL), "a measurement if and only if all is well");
    if (status != THUD_OK) {
        demand_text(&error);
        return;
    }
    demand(m->count > 0 && m->count <= size, "more rows than bytes");
    if (m->kind == THUD_MEASUREMENT_FORCE) look_for_impacts(m, pick, WITH_FITS && size % 8 == 0);
    else if (m->kind == THUD_MEASUREMENT_ACCELERATION) look_for_vibration(m);
    else look_for_bounces(m);
    thud_measurement_free(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t pick = size > 0 ? data[size - 1] : 0;
    check((const char *)data, size, THUD_MEASUREMENT_ANY, pick);
    check((const char *)data, size, (thud_measurement_kind)(pick % 5), pick);
    return 0;
}
