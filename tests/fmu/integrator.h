/*
 * An importer for model exchange: it steps FMUs of both versions by the classical Runge–Kutta method from event to
 * event.
 */
#ifndef TESTS_FMU_INTEGRATOR_H
#define TESTS_FMU_INTEGRATOR_H

#include <string.h>

#include "fmu/calls.h"
#include "fmu/unpack.h"

enum { MOST = 12 };

/* laws with a linear spring in each way of ending an impact, loads with kinks and a jump, links, two bodies */
#define SMOOTH                                                                                                     \
    "bodies: {a: {mass: 2, velocity: 1.5}, b: {mass: 3}}\n"                                                        \
    "links:\n"                                                                                                     \
    "  - {left: ground, right: a, stiffness: 800, damping: 4}\n"                                                   \
    "  - {left: ground, right: b, stiffness: 600, damping_ratio: 0.02}\n"                                          \
    "contacts:\n"                                                                                                  \
    "  - {name: joint, left: a, right: b, gap: 20 mm, model: kelvin-voigt, stiffness: 4e4,\n"                      \
    "     restitution: 0.6, separation: zero-force}\n"                                                             \
    "  - {name: wall, left: b, right: ground, gap: 30 mm, model: pant-wijeyewickrema,\n"                           \
    "     stiffness: 3e4, restitution: {at: [[0.1, 0.8], [1, 0.5]]}}\n"                                            \
    "  - {name: back, left: ground, right: a, gap: 25 mm, model: mahmoud-jankowski,\n"                             \
    "     stiffness: 2e4, restitution: 0.7}\n"                                                                     \
    "ground: {record: shake.csv}\n"                                                                                \
    "forces: [{on: b, step: {amplitude: 20, start: 0.4}}]\n"                                                       \
    "gravity: 0.5\n"                                                                                               \
    "tolerance: 1e-14\n"                                                                                           \
    "duration: 1.5\n"

static inline void write_shake(void) {
    static const char record[] = "time [s],acceleration [m/s^2]\n0,0\n0.21,4\n0.5,-6\n0.83,3\n1.2,0\n";
    write_bytes("shake.csv", record, strlen(record));
}

/* ---- an importer with an integrator ---- */

typedef struct importer {
    fmu *f;
    bool old; /* FMI 2.0 */
    void *instance;
    size_t n, z; /* states, indicators */
    double time, next, y[MOST], indicators[MOST];
    int events;
} importer;

#define DO(two, three) ck_assert_msg((m->old ? (int)m->f->fmi2##two : (int)m->f->fmi3##three) == 0, "%s", fmu_said)

static inline void put(importer *m, double time, const double *y) {
    DO(SetTime(m->instance, time), SetTime(m->instance, time));
    DO(SetContinuousStates(m->instance, y, m->n), SetContinuousStates(m->instance, y, m->n));
}

static inline void derive(importer *m, double time, const double *y, double *rate) {
    put(m, time, y);
    DO(GetDerivatives(m->instance, rate, m->n), GetContinuousStateDerivatives(m->instance, rate, m->n));
}

static inline void indicate(importer *m, double *z) {
    DO(GetEventIndicators(m->instance, z, m->z), GetEventIndicators(m->instance, z, m->z));
}

/* event mode, until nothing changes, and back */
static inline void handle_events(importer *m) {
    bool flags[4], defined;
    if (m->old) {
        fmi2EventInfo info;
        ck_assert_int_eq(m->f->fmi2NewDiscreteStates(m->instance, &info), fmi2OK);
        ck_assert(!info.newDiscreteStatesNeeded && !info.terminateSimulation &&
                  !info.valuesOfContinuousStatesChanged);
        m->next = info.nextEventTimeDefined ? info.nextEventTime : (double)INFINITY;
    } else {
        ck_assert_int_eq(
            m->f->fmi3UpdateDiscreteStates(m->instance, flags, flags + 1, flags + 2, flags + 3, &defined, &m->next),
            fmi3OK);
        ck_assert(!flags[0] && !flags[1] && !flags[2] && !flags[3]);
        if (!defined) m->next = INFINITY;
    }
    ck_assert_double_gt(m->next, m->time);
    DO(EnterContinuousTimeMode(m->instance), EnterContinuousTimeMode(m->instance));
    DO(GetContinuousStates(m->instance, m->y, m->n), GetContinuousStates(m->instance, m->y, m->n));
    indicate(m, m->indicators);
    m->events++;
}

static inline importer begin(fmu *f, bool old, const char *input, double force) {
    importer made = {.f = f, .old = old}, *m = &made;
    double nominals[MOST];
    if (old) {
        m->instance = f->fmi2Instantiate("one", fmi2ModelExchange, f->token, f->uri, &fmu_callbacks, false, false);
        m->n = 2;
        while (strstr(f->text, "name=\"bodies.b.displacement\"") && m->n < 4) m->n += 2;
        m->z = (size_t)atoi(xml_attribute(f->description, "numberOfEventIndicators"));
    } else {
        m->instance = f->fmi3InstantiateModelExchange("one", f->token, f->resources, false, false, NULL, fmu_log_3);
        ck_assert_int_eq(f->fmi3GetNumberOfContinuousStates(m->instance, &m->n), fmi3OK);
        ck_assert_int_eq(f->fmi3GetNumberOfEventIndicators(m->instance, &m->z), fmi3OK);
    }
    ck_assert_msg(m->instance != NULL, "%s", fmu_said);
    ck_assert(m->n <= MOST && m->z <= MOST);
    if (input) old ? fmu_set_2(f, m->instance, input, force) : fmu_set_3(f, m->instance, input, force);
    DO(EnterInitializationMode(m->instance), EnterInitializationMode(m->instance, false, 0, 0, false, 0));
    DO(ExitInitializationMode(m->instance), ExitInitializationMode(m->instance));
    handle_events(m);
    DO(GetNominalsOfContinuousStates(m->instance, nominals, m->n),
       GetNominalsOfContinuousStates(m->instance, nominals, m->n));
    for (size_t k = 0; k < m->n; k++) ck_assert(nominals[k] > 0);
    return made;
}

static inline void enter_events(importer *m) { DO(EnterEventMode(m->instance), EnterEventMode(m->instance)); }

/* y at the end of a step of h, by the classical method */
static inline void runge_kutta(importer *m, double h, double *to) {
    static const double share[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
    double rate[MOST] = {0}, sum[MOST] = {0}, y[MOST];
    for (int stage = 0; stage < 4; stage++) {
        for (size_t k = 0; k < m->n; k++) y[k] = m->y[k] + share[stage] * h * rate[k];
        derive(m, m->time + share[stage] * h, y, rate);
        for (size_t k = 0; k < m->n; k++) sum[k] += weight[stage] * rate[k];
    }
    for (size_t k = 0; k < m->n; k++) to[k] = m->y[k] + h / 6 * sum[k];
}

/* whether an indicator has changed its sign after a step of h */
static inline bool crosses(importer *m, double h, double *to) {
    double z[MOST];
    runge_kutta(m, h, to);
    put(m, m->time + h, to);
    indicate(m, z);
    for (size_t k = 0; k < m->z; k++)
        if ((z[k] > 0) != (m->indicators[k] > 0)) return true;
    return false;
}

/* one step, at most h, which ends where an event is */
static inline void step(importer *m, double h) {
    double to[MOST], low = 0, high = fmin(h, m->next - m->time);
    const bool timed = m->next - m->time <= h;
    bool event = crosses(m, high, to), enter = false;
    while (event && high - low > 1e-14) {
        const double middle = low + (high - low) / 2;
        if (crosses(m, middle, to)) high = middle;
        else low = middle;
    }
    const bool at_break = timed && high == m->next - m->time;
    crosses(m, high, to);
    m->time = at_break ? m->next : m->time + high;
    memcpy(m->y, to, sizeof to);
    put(m, m->time, m->y);
    if (m->old) {
        fmi2Boolean entered, terminate;
        ck_assert_int_eq(m->f->fmi2CompletedIntegratorStep(m->instance, fmi2True, &entered, &terminate), fmi2OK);
        enter = entered;
    } else {
        bool terminate;
        ck_assert_int_eq(m->f->fmi3CompletedIntegratorStep(m->instance, true, &enter, &terminate), fmi3OK);
    }
    if (event || at_break || enter) {
        enter_events(m);
        handle_events(m);
    } else indicate(m, m->indicators);
}

static inline void go(importer *m, double until, double h) {
    while (m->time < until - 1e-12) step(m, fmin(h, until - m->time));
}

static inline void end(importer *m) {
    m->old ? m->f->fmi2FreeInstance(m->instance) : m->f->fmi3FreeInstance(m->instance);
}

static inline fmu *load_kind(const char *name, const char *text, int version, bool exchange) {
    write_shake();
    return fmu_load(&(fmu_recipe){name, text, version, "forces.*", NULL, NULL, exchange});
}

#endif
