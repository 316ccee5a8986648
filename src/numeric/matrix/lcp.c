/*
 * An active-set method: the solution minimises ½ zᵀWz + qᵀz over z ≥ 0. The passive set, in which z may differ
 * from zero, grows by the place with the most negative w. Places at which the minimum over the set would be
 * negative leave it. Each minimum is lower than the last, so that no set occurs twice. C. L. Lawson & R. J.
 * Hanson, Solving Least Squares Problems, 1974, ch. 23, for the matrix AᵀA.
 *
 * If a place would make the matrix of the set singular, there is a null direction v with W v = 0. The function
 * falls linearly along v until a place of the set reaches zero and leaves. If none does, v ≥ 0 and qᵀv < 0, so
 * that vᵀ(Wz + q) < 0 for every z: there is no solution. If qᵀv is only the rounding of its terms, the function is
 * constant along v and the place counts as satisfied.
 */
#include "numeric/matrix/lcp.h"

#include <float.h>
#include <math.h>

/* thresholds: pivots below this part of their diagonal are examined; rounding for each place; a part of a
 * direction that counts as rounding, which W may have multiplied by thousands */
static const double SUSPECT = 1e-4, ROUNDING = 8 * DBL_EPSILON, TRACE = 1e-10;

typedef struct passive_set {
    size_t n, count;
    const double *w, *q;
    double *z;
    double *factor; /* factor of W over the set, lower triangle, rows of n */
    double *place;  /* index of each member in z, in the order of the factor's rows */
    double *member; /* 1 for places in the set, 2 for those that count as satisfied, −1 for those kept out by
                       rounding, else 0 */
    double *target; /* the minimum over the set; a direction */
    double *row;    /* the next row of the factor */
} passive_set;

size_t thud_lcp_work(size_t n) { return n * (n + 4); }

static size_t place(const passive_set *set, size_t k) { return (size_t)set->place[k]; }

static double dot(const double *x, const double *y, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += x[i] * y[i];
    return sum;
}

/* L x = b */
static void forward(const passive_set *set, double *x) {
    for (size_t k = 0; k < set->count; k++) {
        const double *row = set->factor + k * set->n;
        x[k] = (x[k] - dot(row, x, k)) / row[k];
    }
}

/* Lᵀ x = b */
static void backward(const passive_set *set, double *x) {
    for (size_t k = set->count; k-- > 0;) {
        const double *row = set->factor + k * set->n;
        x[k] /= row[k];
        for (size_t j = 0; j < k; j++) x[j] -= row[j] * x[k];
    }
}

/* removes row k of the factor; the rows below it, now one number too long, become a triangle again */
static void drop(passive_set *set, size_t k) {
    size_t n = set->n;
    set->z[place(set, k)] = 0;
    set->member[place(set, k)] = 0;
    set->count--;
    for (size_t i = k; i < set->count; i++) {
        set->place[i] = set->place[i + 1];
        for (size_t j = 0; j <= i + 1; j++) set->factor[i * n + j] = set->factor[(i + 1) * n + j];
    }
    for (size_t j = k; j < set->count; j++) {
        double *top = set->factor + j * n, radius = hypot(top[j], top[j + 1]);
        double cosine = top[j] / radius, sine = top[j + 1] / radius;
        top[j] = radius;
        for (size_t i = j + 1; i < set->count; i++) {
            double *row = set->factor + i * n, x = row[j], y = row[j + 1];
            row[j] = cosine * x + sine * y;
            row[j + 1] = cosine * y - sine * x;
        }
    }
}

static void drop_zeros(passive_set *set) {
    for (size_t k = set->count; k-- > 0;)
        if (!(set->z[place(set, k)] > 0)) drop(set, k);
}

static double size_at(const passive_set *set, size_t i) { return sqrt(set->w[i * (set->n + 1)]); }

/* Σ |v(k)| √W(k,k), with v(i) = 1 and −v over the set in `target` */
static double length_of(const passive_set *set, size_t i) {
    double sum = size_at(set, i);
    for (size_t k = 0; k < set->count; k++) sum += fabs(set->target[k]) * size_at(set, place(set, k));
    return sum;
}

/*
 * Whether a pivot is only rounding. It is vᵀWv with v(i) = 1 and v = −W⁻¹W(i) over the set; −v is left in
 * `target`. Each number of W is uncertain by a few eps of √(W(j,j) W(k,k)), so the pivot is uncertain by that
 * times (Σ |v(k)| √W(k,k))².
 */
static bool vanishes(passive_set *set, size_t i, double pivot) {
    for (size_t k = 0; k < set->count; k++) set->target[k] = set->row[k];
    backward(set, set->target);
    double length = length_of(set, i);
    return !(pivot > ROUNDING * (double)(set->count + 1) * length * length);
}

/* the row of the factor for a new place; false if it would make W over the set singular */
static bool extend(passive_set *set, size_t i) {
    const double *w = set->w + i * set->n;
    for (size_t k = 0; k < set->count; k++) set->row[k] = w[place(set, k)];
    forward(set, set->row);
    double pivot = w[i] - dot(set->row, set->row, set->count);
    if (!(pivot > SUSPECT * w[i]) && vanishes(set, i, pivot)) return false;

    double *row = set->factor + set->count * set->n;
    for (size_t k = 0; k < set->count; k++) row[k] = set->row[k];
    row[set->count] = sqrt(pivot);
    set->place[set->count++] = (double)i;
    set->member[i] = 1;
    return true;
}

/* rounding error of a sum, relative to its terms */
static double rounding_of(const passive_set *set) { return (double)(set->n + 16) * DBL_EPSILON; }

/*
 * Whether qᵀv is zero to rounding, v(i) = 1 and −v over the set in `target`: the rounding of its sum, and that of
 * v itself. With uncertain numbers of W as above, and q = −W z over the set, v is wrong by W⁻¹ δW v and qᵀv by zᵀ
 * δW v.
 */
static bool is_level(const passive_set *set, size_t i) {
    double sum = set->q[i], size = fabs(sum), push = 0;
    for (size_t k = 0; k < set->count; k++) {
        double term = -set->target[k] * set->q[place(set, k)];
        sum += term;
        size += fabs(term);
        push += set->z[place(set, k)] * size_at(set, place(set, k));
    }
    double uncertain = ROUNDING * (double)(set->count + 1) * push * length_of(set, i);
    return fabs(sum) <= rounding_of(set) * size + uncertain;
}

/* moves along the null direction of W, v(i) = 1, until a member is zero; false if none becomes zero */
static bool slide(passive_set *set, size_t i) {
    const double *fall = set->target; /* −v */
    double length = INFINITY, trace = TRACE * length_of(set, i);
    size_t first = 0;
    for (size_t k = 0; k < set->count; k++) {
        double limit = set->z[place(set, k)] / fall[k];
        if (!(fall[k] * size_at(set, place(set, k)) > trace) || !(limit < length)) continue;
        length = limit;
        first = k;
    }
    if (length == INFINITY) return false;

    for (size_t k = 0; k < set->count; k++) set->z[place(set, k)] -= length * fall[k];
    set->z[place(set, first)] = 0;
    set->z[i] += length;
    drop_zeros(set);
    return true;
}

static bool enter(passive_set *set, size_t i) {
    while (!extend(set, i))
        if (!slide(set, i)) {
            set->member[i] = 2;
            return is_level(set, i);
        }
    return true;
}

/* moves z towards the minimum over the set; members that reach zero leave it */
static void settle(passive_set *set) {
    for (;;) {
        double fraction = 1;
        size_t first = set->count;
        for (size_t k = 0; k < set->count; k++) set->target[k] = -set->q[place(set, k)];
        forward(set, set->target);
        backward(set, set->target);
        for (size_t k = 0; k < set->count; k++) {
            double now = set->z[place(set, k)], part = now / (now - set->target[k]);
            if (set->target[k] > 0 || (first < set->count && !(part < fraction))) continue;
            fraction = part;
            first = k;
        }
        bool whole = first == set->count;
        for (size_t k = 0; k < set->count; k++) {
            double *z = set->z + place(set, k);
            *z = whole ? set->target[k] : *z + fraction * (set->target[k] - *z);
        }
        if (whole) return;
        set->z[place(set, first)] = 0;
        drop_zeros(set);
    }
}

/* the place outside the set with the most negative w, beyond rounding; n if there is none */
static size_t worst(const passive_set *set) {
    size_t out = set->n;
    double least = 0;
    for (size_t i = 0; i < set->n; i++) {
        if (set->member[i] != 0) continue;
        double value = set->q[i], size = fabs(set->q[i]);
        for (size_t k = 0; k < set->count; k++) {
            double term = set->w[i * set->n + place(set, k)] * set->z[place(set, k)];
            value += term;
            size += fabs(term);
        }
        if (value >= -rounding_of(set) * size) continue;
        if (!(value >= least)) least = value, out = i;
        if (isnan(value)) return i;
    }
    return out;
}

bool thud_lcp_solve(size_t n, const double *w, const double *q, double *z, double *work) {
    double *rest = work + n * n;
    passive_set set = {n, 0, w, q, z, work, rest, rest + n, rest + 2 * n, rest + 3 * n};
    for (size_t i = 0; i < n; i++) z[i] = set.member[i] = 0;

    /* the number of possible sets is exponential but few occur in practice; the limit guards against rounding */
    for (size_t round = 0; round < 20 * n + 20; round++) {
        size_t i = worst(&set);
        if (i == n) {
            for (size_t k = 0; k < n; k++)
                if (set.member[k] < 0) return false;
            return true;
        }
        if (!enter(&set, i)) return false;
        if (set.member[i] == 2) continue;
        settle(&set);

        /* a place that leaves at once would be chosen again; let another one go first */
        if (set.member[i] == 0) set.member[i] = -1;
        else
            for (size_t k = 0; k < n; k++)
                if (set.member[k] != 1) set.member[k] = 0;
    }
    return false;
}
