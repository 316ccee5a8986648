/*
 * An active-set method: the solution minimises ½ zᵀWz + qᵀz between the bounds. The inside set grows by one place
 * whose w has the wrong sign. z moves to the minimum over the set, and places that reach a bound leave the set.
 * Each minimum is lower than the last. Where a new place would make W singular over the set, z moves along the
 * null direction of W until a bound stops it.
 *
 * Decisions must be robust to rounding. A place leaves when it is beyond its bound by more than the slack that
 * rounding of q explains. An outside place whose w is zero within rounding enters, unless it depends on the
 * others. So the w of the remaining outside places have certain signs.
 */
#include "numeric/matrix/box_lcp.h"

#include <float.h>
#include <math.h>

/* thresholds: pivots below this part of their diagonal are examined; rounding for each place; a part of a
 * direction that counts as rounding; excess over a bound that is allowed besides rounding of q */
static const double SUSPECT = 1e-4, ROUNDING = 8 * DBL_EPSILON, TRACE = 1e-10, BEYOND = 5e-14;

size_t thud_box_lcp_numbers(size_t n) { return n * (2 * n + 7); }

void thud_box_lcp_lay_out(thud_box_lcp *b, size_t n, double *numbers, thud_box_side *side, size_t *place,
                          bool *satisfied) {
    double **arrays[] = {&b->q, &b->low, &b->high, &b->noise, &b->z, &b->target, &b->row};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) *arrays[i] = numbers + i * n;
    b->w = numbers + 7 * n;
    b->factor = b->w + n * n;
    b->side = side;
    b->place = place;
    b->satisfied = satisfied;
}

static double dot(const double *x, const double *y, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += x[i] * y[i];
    return sum;
}

/* L x = b */
static void forward(const thud_box_lcp *b, double *x) {
    for (size_t k = 0; k < b->count; k++) {
        const double *row = b->factor + k * b->n;
        x[k] = (x[k] - dot(row, x, k)) / row[k];
    }
}

/* Lᵀ x = b */
static void backward(const thud_box_lcp *b, double *x) {
    for (size_t k = b->count; k-- > 0;) {
        const double *row = b->factor + k * b->n;
        x[k] /= row[k];
        for (size_t j = 0; j < k; j++) x[j] -= row[j] * x[k];
    }
}

/* row k leaves the factor for a bound; the rows below it, now one number too long, become a triangle again */
static void leave(thud_box_lcp *b, size_t k, thud_box_side side) {
    size_t n = b->n, i = b->place[k];
    b->z[i] = side == THUD_BOX_HIGH ? b->high[i] : b->low[i];
    b->side[i] = side;
    b->count--;
    for (size_t r = k; r < b->count; r++) {
        b->place[r] = b->place[r + 1];
        for (size_t j = 0; j <= r + 1; j++) b->factor[r * n + j] = b->factor[(r + 1) * n + j];
    }
    for (size_t j = k; j < b->count; j++) {
        double *top = b->factor + j * n, radius = hypot(top[j], top[j + 1]);
        double cosine = top[j] / radius, sine = top[j + 1] / radius;
        top[j] = radius;
        for (size_t r = j + 1; r < b->count; r++) {
            double *row = b->factor + r * n, x = row[j], y = row[j + 1];
            row[j] = cosine * x + sine * y;
            row[j + 1] = cosine * y - sine * x;
        }
    }
}

static double size_at(const thud_box_lcp *b, size_t i) { return sqrt(b->w[i * (b->n + 1)]); }

/* Σ |v(k)| √W(k,k), with v(i) = 1 and −v over the set in `target` */
static double length_of(const thud_box_lcp *b, size_t i) {
    double sum = size_at(b, i);
    for (size_t k = 0; k < b->count; k++) sum += fabs(b->target[k]) * size_at(b, b->place[k]);
    return sum;
}

/* the pivot of a new place, with its row of the factor in `row`; 0 if it is only rounding, since each number of W
 * is uncertain by some eps of √(W(j,j) W(k,k)) */
static double pivot_of(thud_box_lcp *b, size_t i) {
    const double *w = b->w + i * b->n;
    for (size_t k = 0; k < b->count; k++) b->row[k] = w[b->place[k]];
    forward(b, b->row);
    double pivot = w[i] - dot(b->row, b->row, b->count);
    if (pivot > SUSPECT * w[i]) return pivot;
    for (size_t k = 0; k < b->count; k++) b->target[k] = b->row[k];
    backward(b, b->target);
    double length = length_of(b, i);
    return pivot > ROUNDING * (double)(b->count + 1) * length * length ? pivot : 0;
}

static bool extend(thud_box_lcp *b, size_t i) {
    double pivot = pivot_of(b, i);
    if (pivot == 0) return false;
    double *row = b->factor + b->count * b->n;
    for (size_t k = 0; k < b->count; k++) row[k] = b->row[k];
    row[b->count] = sqrt(pivot);
    b->place[b->count++] = i;
    b->side[i] = THUD_BOX_INSIDE;
    return true;
}

bool thud_box_lcp_depends(thud_box_lcp *b, size_t i) { return pivot_of(b, i) == 0; }

double thud_box_lcp_value(const thud_box_lcp *b, size_t i, double *rounding) {
    double value = b->q[i], size = fabs(value);
    for (size_t k = 0; k < b->n; k++) {
        double term = b->w[i * b->n + k] * b->z[k];
        value += term;
        size += fabs(term);
    }
    *rounding = b->noise[i] + (double)(b->n + 16) * DBL_EPSILON * size;
    return value;
}

/* four times the effect on z of a member of the rounding of w of all members: a column of W⁻¹ */
static double slack_of(thud_box_lcp *b, size_t k) {
    double sum = 0, rounding;
    for (size_t r = 0; r < b->count; r++) b->row[r] = r == k;
    forward(b, b->row);
    backward(b, b->row);
    for (size_t r = 0; r < b->count; r++) {
        thud_box_lcp_value(b, b->place[r], &rounding);
        sum += fabs(b->row[r]) * rounding;
    }
    return 4 * sum;
}

double thud_box_lcp_slack(thud_box_lcp *b, size_t i) {
    for (size_t k = 0; k < b->count; k++)
        if (b->place[k] == i) return slack_of(b, k);
    return 0;
}

/* the fraction of the move to its target at which a member reaches a bound; 1: none */
static double share_to_bound(thud_box_lcp *b, size_t k, thud_box_side *side) {
    size_t i = b->place[k];
    double now = b->z[i], to = b->target[k], bound = to > b->high[i] ? b->high[i] : b->low[i];
    if (to <= b->high[i] && to >= b->low[i]) return 1;
    if (fabs(to - bound) <= BEYOND * fabs(bound) + 0.5 * slack_of(b, k)) return 1;
    *side = to > b->high[i] ? THUD_BOX_HIGH : THUD_BOX_LOW;
    double share = (bound - now) / (to - now);
    return share > 0 ? fmin(share, 1 - DBL_EPSILON) : 0;
}

/* the target: w is zero over the set, the others stay */
static void aim(thud_box_lcp *b) {
    for (size_t k = 0; k < b->count; k++) {
        size_t i = b->place[k];
        b->target[k] = -b->q[i];
        for (size_t j = 0; j < b->n; j++)
            if (b->side[j] != THUD_BOX_INSIDE) b->target[k] -= b->w[i * b->n + j] * b->z[j];
    }
    forward(b, b->target);
    backward(b, b->target);
}

/* moves z to the minimum over the set; true if no member left it */
static bool settle(thud_box_lcp *b) {
    for (bool whole = true;; whole = false) {
        double share = 1;
        size_t first = 0;
        thud_box_side side = THUD_BOX_IDLE;
        aim(b);
        for (size_t k = 0; k < b->count; k++) {
            thud_box_side own = THUD_BOX_IDLE;
            double part = share_to_bound(b, k, &own);
            if (part < share) share = part, first = k, side = own;
        }
        for (size_t k = 0; k < b->count; k++) {
            double *z = &b->z[b->place[k]];
            *z = share == 1 ? b->target[k] : *z + share * (b->target[k] - *z);
        }
        if (share == 1) return whole;
        leave(b, first, side);
    }
}

/* moves along the null direction of W, −v in `target`; returns what is then at a bound: a member, or b->count for
 * place i itself; a larger number where no bound is reached */
static size_t slide_along(thud_box_lcp *b, size_t i, int sense, thud_box_side *side) {
    double trace = TRACE * length_of(b, i), length = sense > 0 ? b->high[i] - b->z[i] : b->z[i] - b->low[i];
    size_t first = b->count;
    *side = sense > 0 ? THUD_BOX_HIGH : THUD_BOX_LOW;
    for (size_t k = 0; k < b->count; k++) {
        size_t j = b->place[k];
        double rate = -sense * b->target[k];
        if (!(fabs(rate) * size_at(b, j) > trace)) continue;
        double limit = fmax(((rate > 0 ? b->high[j] : b->low[j]) - b->z[j]) / rate, 0);
        if (!(limit < length)) continue;
        length = limit, first = k;
        *side = rate > 0 ? THUD_BOX_HIGH : THUD_BOX_LOW;
    }
    if (length == INFINITY) return b->count + 1;
    for (size_t k = 0; k < b->count; k++) b->z[b->place[k]] -= sense * length * b->target[k];
    b->z[i] += sense * length;
    return first;
}

bool thud_box_lcp_slide(thud_box_lcp *b, size_t i, int sense) {
    while (thud_box_lcp_depends(b, i)) {
        thud_box_side side;
        size_t first = slide_along(b, i, sense, &side);
        if (first > b->count) return false;
        if (first < b->count) {
            leave(b, first, side);
            continue;
        }
        b->side[i] = side;
        b->z[i] = side == THUD_BOX_HIGH ? b->high[i] : b->low[i];
        return true;
    }
    return extend(b, i);
}

/* q has no part along v, for any z. v is as uncertain as the numbers of W, and so is q as far as it equals W z */
bool thud_box_lcp_is_level(const thud_box_lcp *b, size_t i) {
    double sum = b->q[i], size = fabs(sum), noise = b->noise[i], push = 0;
    for (size_t k = 0; k < b->count; k++) {
        double term = b->target[k] * b->q[b->place[k]];
        sum -= term;
        size += fabs(term);
        noise += fabs(b->target[k]) * b->noise[b->place[k]];
    }
    for (size_t j = 0; j < b->n; j++) push += fabs(b->z[j]) * size_at(b, j);
    return fabs(sum) <= 2 * noise + (double)(b->n + 16) * ROUNDING * (size + push * length_of(b, i));
}

/* how far w is on the wrong side, 0 if that may be rounding */
static double wrong_by(const thud_box_lcp *b, size_t i, double *value) {
    double rounding;
    if (b->side[i] == THUD_BOX_INSIDE || b->satisfied[i]) return 0;
    *value = thud_box_lcp_value(b, i, &rounding);
    if ((int)b->side[i] * *value < 0) return 0;
    return fabs(*value) > rounding ? fabs(*value) : 0;
}

/* the place with the worst w or, if that does not converge, the first wrong one */
static size_t worst(const thud_box_lcp *b, bool by_most, double *value) {
    size_t out = b->n;
    double most = 0;
    for (size_t i = 0; i < b->n; i++) {
        double own = 0, wrong = wrong_by(b, i, &own);
        if (i == b->preferred && out < b->n) return out;
        if (!(wrong > most)) continue;
        most = wrong, out = i;
        *value = own;
        if (!by_most) return out;
    }
    return out;
}

/* adds places whose w is zero to rounding, unless the set already ensures it; returns whether there were any */
static bool take_in_level(thud_box_lcp *b) {
    bool any = false;
    for (size_t i = 0; i < b->n; i++) {
        double rounding;
        if (b->side[i] == THUD_BOX_INSIDE || !(fabs(thud_box_lcp_value(b, i, &rounding)) <= rounding)) continue;
        if (thud_box_lcp_depends(b, i)) continue;
        extend(b, i);
        any = true;
    }
    return any;
}

static void forget(thud_box_lcp *b) {
    for (size_t i = 0; i < b->n; i++) b->satisfied[i] = false;
}

/* false if there is no solution; `barred` if it returns to where it was, so that another place goes first */
static bool enter(thud_box_lcp *b, size_t i, double value, bool *barred) {
    thud_box_side before = b->side[i];
    if (thud_box_lcp_depends(b, i)) {
        b->satisfied[i] = thud_box_lcp_is_level(b, i);
        if (b->satisfied[i]) return true;
        forget(b);
        if (!thud_box_lcp_slide(b, i, value < 0 ? 1 : -1)) return false;
    } else {
        extend(b, i);
    }
    settle(b);
    if (b->side[i] != before) forget(b);
    else b->satisfied[i] = *barred = true;
    return true;
}

bool thud_box_lcp_solve(thud_box_lcp *b) {
    size_t rounds = 20 * b->n + 20, calm = 10 * b->n + 10;
    bool barred = false;
    b->count = 0;
    forget(b);
    for (size_t i = 0; i < b->n; i++) {
        b->z[i] = 0;
        b->side[i] = b->low[i] == 0 ? THUD_BOX_LOW : THUD_BOX_IDLE;
    }
    for (size_t round = 0; round < rounds; round++) {
        double value = 0;
        size_t i = worst(b, round < calm, &value);
        if (i < b->n) {
            if (!enter(b, i, value, &barred)) return false;
        } else if (barred) {
            barred = false;
            forget(b);
        } else {
            /* places just added may make others level */
            const bool any = take_in_level(b);
            if (!any || (settle(b) && round >= calm)) return true;
        }
    }
    return false;
}
