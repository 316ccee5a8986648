/*
 * An active-set method: the solution minimises ½ zᵀWz + qᵀz over z ≥ 0. The places where z may differ from zero,
 * the passive set, grow by the one whose w is most negative; places at which the minimum over the set would be
 * negative leave it on the way there. Each minimum lies below the last, so that no set comes twice. C. L. Lawson &
 * R. J. Hanson, Solving Least Squares Problems, 1974, ch. 23, for the matrix AᵀA.
 *
 * Where a place would make the matrix of the set singular, with v the direction in which W v = 0, the function is a
 * straight line that falls along v, until a place of the set is pushed to zero and makes room. Where none is, v ≥ 0
 * and qᵀv < 0, so that vᵀ(Wz + q) < 0 for every z: there is no solution. Where qᵀv is nothing but the rounding of
 * its terms, the line is level, and the place is as good as satisfied.
 */
#include "numeric/matrix/lcp.h"

#include <float.h>
#include <math.h>

/* pivots below this part of their diagonal are looked at closely; how much rounding there is for each place; a part
 * of a direction that is a trace left by rounding, which W may have multiplied by thousands */
static const double SUSPECT = 1e-4, ROUNDING = 8 * DBL_EPSILON, TRACE = 1e-10;

typedef struct passive_set {
    size_t n, count;
    const double *w, *q;
    double *z;
    double *factor; /* of W over the set, lower triangle, rows of n */
    double *place;  /* of each member in z, in the order of the factor's rows */
    double *member; /* 1 for places in the set, 2 for those as good as satisfied, −1 for those that rounding keeps
                       out, else 0 */
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

/* takes out row k of the factor; the rows below it, now one number too long, are turned back into a triangle */
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

/* Σ |v(k)| √W(k,k), v(i) = 1 and −v over the set in `target` */
static double length_of(const passive_set *set, size_t i) {
    double sum = size_at(set, i);
    for (size_t k = 0; k < set->count; k++) sum += fabs(set->target[k]) * size_at(set, place(set, k));
    return sum;
}

/*
 * Whether a pivot is nothing but rounding. It is vᵀWv with v(i) = 1 and v = −W⁻¹W(i) over the set, −v being left in
 * `target`; each number of W is uncertain by a few eps of √(W(j,j) W(k,k)), so this is by that of (Σ |v(k)|
 * √W(k,k))².
 */
static bool vanishes(passive_set *set, size_t i, double pivot) {
    for (size_t k = 0; k < set->count; k++) set->target[k] = set->row[k];
    backward(set, set->target);
    double length = length_of(set, i);
    return !(pivot > ROUNDING * (double)(set->count + 1) * length * length);
}

/* the row of the factor for a new place; false where W over the set and it would be singular */
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

/* how much rounding there may be in a sum, of the size of its terms */
static double rounding_of(const passive_set *set) { return (double)(set->n + 16) * DBL_EPSILON; }

/*
 * Whether qᵀv is zero to rounding, v(i) = 1 and −v over the set in `target`: that of its sum, and that of v itself.
 * With numbers of W that are uncertain as above, and q = −W z over the set, v is wrong by W⁻¹ δW v and qᵀv by zᵀ δW
 * v.
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

/* along the direction in which W does nothing, v(i) = 1, until a member is zero; false where none ever is */
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

/* z goes towards the minimum over the set; members that get to zero on the way leave it */
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

/* the place outside the set where w is most negative, by more than rounding; n where there is none */
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

    /* sets that never come twice are many; in practice there are few, and rounding must not make them endless */
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

        /* a place that leaves at once would be chosen again; another one may go first */
        if (set.member[i] == 0) set.member[i] = -1;
        else
            for (size_t k = 0; k < n; k++)
                if (set.member[k] != 1) set.member[k] = 0;
    }
    return false;
}
