/*
 * One body between two stops without clearance, with 80-bit numbers and by other means than the library's: the
 * modified midpoint rule, extrapolated (Gragg, Bulirsch & Stoer), in steps short enough for two orders to agree,
 * and the ends of contacts by false position in the length of a step. Of the library it takes the damping that goes
 * with an approach speed.
 */
#ifndef THUD_TESTS_BETWEEN_H
#define THUD_TESTS_BETWEEN_H

#include <math.h>
#include <stdbool.h>

#include <thud/thud.h>

typedef long double real;

enum { BETWEEN_ROWS = 32, BETWEEN_ORDERS = 8 };

/* a stop, +1: above the body; rigid, or compliant up to δ = 0 */
typedef struct stop {
    int side;
    bool rigid, approach_only;
    real e, k, c, n, p;
    thud_contact element;
} stop;

/* a contact that has ended; rigid ones have no duration */
typedef struct contact_row {
    int stop;
    real time, speed, separation, duration;
} contact_row;

typedef struct between {
    real mass, place;                 /* kg, m: of both stops */
    real stiffness, damping, gravity; /* of the link to the ground */
    real amplitude, omega;            /* m/s², 1/s: a_g = amplitude sin(omega t) */
    stop stops[2];
    /* the state: the body is in one of the contacts, and its damper acts */
    real t, x, v;
    int in;
    bool damped;
    real fastest; /* m/s, so far */
    int count;
    contact_row rows[BETWEEN_ROWS];
} between;

static inline real between_acceleration(const between *b, real t, const real *y) {
    const stop *s = &b->stops[b->in];
    real depth = s->side * (y[0] - b->place), size = fabsl(depth), push = s->k * powl(size, s->n);
    if (depth < 0) push = -push; /* odd, for steps beyond the end */
    if (b->damped) push += s->c * powl(size, s->p) * s->side * y[1];
    real pull = b->stiffness * y[0] + b->damping * y[1] + s->side * push;
    return b->gravity - b->amplitude * sinl(b->omega * t) - pull / b->mass;
}

static inline void between_midpoint(const between *b, real h, int n, real *y) {
    real d = h / n, old[2] = {b->x, b->v};
    y[0] = old[0] + d * old[1];
    y[1] = old[1] + d * between_acceleration(b, b->t, old);
    for (int i = 1; i < n; i++) {
        real next[2] = {old[0] + 2 * d * y[1], old[1] + 2 * d * between_acceleration(b, b->t + i * d, y)};
        old[0] = y[0], old[1] = y[1];
        y[0] = next[0], y[1] = next[1];
    }
    real last[2] = {old[0] + d * y[1], old[1] + d * between_acceleration(b, b->t + h, y)};
    y[0] = (y[0] + last[0]) / 2;
    y[1] = (y[1] + last[1]) / 2;
}

/* one step from the state, and what its last two orders differ by, relative to the speed and to the way at it */
static inline real between_step(const between *b, real h, real *y) {
    real t[BETWEEN_ORDERS][BETWEEN_ORDERS][2];
    int last = BETWEEN_ORDERS - 1;
    for (int j = 0; j <= last; j++) {
        between_midpoint(b, h, 2 * (j + 1), t[j][0]);
        for (int i = 1; i <= j; i++) {
            real ratio = (real)(j + 1) / (j + 1 - i), share = 1 / (ratio * ratio - 1);
            for (int k = 0; k < 2; k++) t[j][i][k] = t[j][i - 1][k] + (t[j][i - 1][k] - t[j - 1][i - 1][k]) * share;
        }
    }
    y[0] = t[last][last][0], y[1] = t[last][last][1];
    real scale = fmaxl(fabsl(b->v), fabsl(y[1]));
    return fmaxl(fabsl(y[1] - t[last][last - 1][1]), fabsl(y[0] - t[last][last - 1][0]) / h) / scale;
}

/* whether a state is beyond the end of the contact, or beyond a change of sign of the rate where the law minds it
 */
static inline bool between_ends(const between *b, const real *y) {
    return b->stops[b->in].side * (y[0] - b->place) < 0;
}

static inline bool between_turns(const between *b, const real *y) {
    const stop *s = &b->stops[b->in];
    return s->approach_only && (b->damped ? s->side * y[1] < 0 : s->side * y[1] > 0);
}

/* what is zero at the end of the contact, or where the rate changes its sign */
static inline real between_away(const between *b, bool turns, const real *y) {
    return turns ? y[1] : y[0] - b->place;
}

/* the length of a step to there: false position, the end that stays halved (Illinois) */
static inline real between_locate(const between *b, real h, bool turns, real *y) {
    real low = 0, high = h, below = turns ? b->v : b->x - b->place, above = between_away(b, turns, y);
    for (int i = 0; i < 30 && high - low > 1e-17L * high; i++) {
        h = (low * above - high * below) / (above - below);
        between_step(b, h, y);
        real at = between_away(b, turns, y);
        if (at == 0) break;
        if ((at > 0) == (above > 0)) {
            high = h;
            above = at;
            below /= 2;
        } else {
            low = h;
            below = at;
            above /= 2;
        }
    }
    return h;
}

static inline void between_begin(between *b, int in) {
    stop *s = &b->stops[in];
    real speed = s->side * b->v;
    b->rows[b->count] = (contact_row){.stop = in, .time = b->t, .speed = speed};
    b->in = in;
    b->damped = true;
    thud_contact_begin(&s->element, (double)speed);
    s->c = s->element.damping;
}

static inline void between_end(between *b) {
    contact_row *r = &b->rows[b->count++];
    r->separation = -b->stops[r->stop].side * b->v;
    b->fastest = fmaxl(b->fastest, fmaxl(r->speed, r->separation));
    r->duration = b->t - r->time;
    b->x = b->place;
}

/* from a contact on to its end; false when it does not get there */
static inline bool between_follow(between *b) {
    stop *s = &b->stops[b->in];
    if (s->rigid) {
        b->v = -s->e * b->v;
        between_end(b);
        return true;
    }
    real start = b->t, h = 1e-4L * sqrtl(b->mass / s->k);
    for (int steps = 0; steps < 1000; steps++) {
        real y[2], error = between_step(b, h, y);
        if (!(error <= 1e-13L)) { /* some hundred of them: 1e-11 */
            h /= 2;
            continue;
        }
        bool turns = between_turns(b, y), ends = !turns && b->t > start && between_ends(b, y);
        if (turns || ends) h = between_locate(b, h, turns, y);
        b->t += h;
        b->x = y[0], b->v = y[1];
        if (ends) {
            between_end(b);
            return true;
        }
        if (turns) b->damped = !b->damped;
        if (error < 1e-16L) h *= 2;
    }
    return false;
}

#endif
