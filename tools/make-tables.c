/*
 * Makes the tables from which exact damping is read for the structures without a closed relation:
 *     linear damper,  p = 0,          1 ≤ n ≤ 2, separation at F = 0 and at δ = 0
 *     Kuwabara–Kono,  p = 1/2, n = 3/2,           separation at F = 0 and at δ = 0
 *
 *     make tables        (cc tools/make-tables.c -lm, output to src/law/table_data.c)
 *
 * The impact is integrated here in extended precision by Taylor series in time with steps graded towards δ = 0, on
 * its own and apart from the library's solver, so that each can be checked against the other. Needs a long double
 * of 64 bits or more. Reports on stderr the largest relative error in e at points between the nodes.
 */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#if LDBL_MANT_DIG < 64
#error "this program needs extended precision"
#endif

typedef long double real;

enum { ORDER = 30 };

typedef struct {
    real n, p;
    bool zero_force;
} structure;

/* ---- one impact in extended precision ---- */

typedef struct {
    real depth[ORDER + 1], speed[ORDER + 1], work[ORDER + 1];
} series;

static real convolve(const real *a, const real *b, int k) {
    real sum = 0;
    for (int j = 0; j <= k; j++) sum += a[j] * b[k - j];
    return sum;
}

/* the k-th coefficient of x^exponent from the lower ones: x u′ = exponent u x′ */
static real power_coefficient(const real *x, const real *u, real exponent, int k) {
    real sum = 0;
    for (int j = 1; j <= k; j++) sum += (exponent * j - (k - j)) * x[j] * u[k - j];
    return sum / (k * x[0]);
}

static void expand(const structure *s, real chi, real depth, real speed, series *out) {
    real spring[ORDER + 1], damper[ORDER + 1], drag[ORDER + 1];
    out->depth[0] = depth;
    out->speed[0] = speed;
    out->work[0] = 0;
    spring[0] = powl(depth, s->n);
    damper[0] = powl(depth, s->p);
    for (int k = 0; k < ORDER; k++) {
        drag[k] = chi * convolve(damper, out->speed, k);
        out->depth[k + 1] = out->speed[k] / (k + 1);
        out->speed[k + 1] = -(spring[k] + drag[k]) / (k + 1);
        out->work[k + 1] = convolve(drag, out->speed, k) / (k + 1);
        spring[k + 1] = power_coefficient(out->depth, spring, s->n, k + 1);
        damper[k + 1] = power_coefficient(out->depth, damper, s->p, k + 1);
    }
}

static real value(const real *c, real h) {
    real sum = 0;
    for (int k = ORDER; k >= 0; k--) sum = sum * h + c[k];
    return sum;
}

/* the step at which the last terms fall below the precision, and which does not reach δ = 0 */
static real step_size(const series *x) {
    /* at the turning point the speed is zero; the parabola through it tells how large it will be */
    real turn = x->speed[1] * x->speed[1] / (4 * fabsl(x->speed[2]));
    real scale = 1e-23L * fminl(1, fabsl(x->speed[0]) + turn), h = HUGE_VALL;
    for (int k = ORDER - 1; k <= ORDER; k++) {
        h = fminl(h, powl(scale / fabsl(x->speed[k]), 1.0L / k));
        h = fminl(h, powl(1e-23L * x->depth[0] / fabsl(x->depth[k]), 1.0L / k));
    }
    while (!(value(x->depth, h) > 0)) h /= 2;
    return h;
}

/* whether the force has vanished by then; from the state, since the slope of the series is less precise */
static bool has_let_go(const structure *s, real chi, const series *x, real h) {
    real depth = value(x->depth, h), speed = value(x->speed, h);
    return speed < 0 && powl(depth, s->n - s->p) + chi * speed <= 0;
}

static real zero_force_step(const structure *s, real chi, const series *x, real h) {
    real low = 0, high = h;
    for (int i = 0; i < 80; i++) {
        real middle = (low + high) / 2;
        if (has_let_go(s, chi, x, middle)) high = middle;
        else low = middle;
    }
    return high;
}

/* below critical damping the bodies part; above it the rebound is caught under the line δ̇ = −κ δ^(p+1) */
static bool is_caught(const structure *s, real chi, real depth, real speed) {
    real room = chi * chi / (4 * (s->p + 1));
    return s->p < (s->n - 1) / 2 && powl(depth, s->n - 2 * s->p - 1) <= room &&
           speed >= -chi * powl(depth, s->p + 1) / (2 * (s->p + 1));
}

/* −ln e for a scaled damping, from the energy lost; HUGE_VALL when the bodies never part */
static real log_loss(const structure *s, real chi) {
    real n = s->n, p = s->p;
    real depth = fminl(1e-6L, powl(1e-6L * (p + 1) / chi, 1 / (p + 1)));
    real spring = powl(depth, n + 1) / (n + 1), damper = chi * powl(depth, p + 1) / (p + 1);
    real mixed = chi * powl(depth, n + p + 2) / (n + p + 2);
    real speed = 1 - damper - spring - mixed / (p + 1);
    real work = damper - damper * damper / 2 - mixed / (n + 1);
    for (;;) {
        series x;
        expand(s, chi, depth, speed, &x);
        real h = step_size(&x);
        bool rebound = value(x.speed, h) < 0;
        if (s->zero_force && has_let_go(s, chi, &x, h)) {
            h = zero_force_step(s, chi, &x, h);
            /* what the spring still holds at separation is lost too */
            work += value(x.work, h) + powl(value(x.depth, h), n + 1) / (n + 1);
            return work < 0.25L ? -log1pl(-2 * work) / 2 : -logl(-value(x.speed, h));
        }
        depth = value(x.depth, h);
        speed = value(x.speed, h);
        work += value(x.work, h);
        if (s->zero_force || !rebound) continue;

        if (is_caught(s, chi, depth, speed)) return HUGE_VALL;
        spring = powl(depth, n + 1) / ((n + 1) * speed);
        damper = chi * powl(depth, p + 1) / (p + 1);
        if (fabsl(spring) < 1e-10L * fabsl(speed) && fabsl(spring * damper) < 1e-20L * speed * speed) {
            work += damper * -speed - damper * damper / 2;
            return work < 0.25L ? -log1pl(-2 * work) / 2 : -logl(-(speed + spring + damper));
        }
    }
}

static real excess(const structure *s, real log_chi, real target) {
    real loss = log_loss(s, expl(log_chi));
    return loss < HUGE_VALL ? logl(loss / target) : 1e3L;
}

/* χ that gives −ln e = target, by Chandrupatla's method in logarithms, in which the relation is almost straight */
static real damping_for(const structure *s, real target) {
    real x2 = logl(target / (1 + target)) - 1, x1 = x2 + 1, f2 = excess(s, x2, target), f1 = excess(s, x1, target);
    while (f2 > 0) f2 = excess(s, x2 -= 1, target);
    while (f1 < 0) f1 = excess(s, x1 += 1, target);
    real fraction = 0.5L;
    for (int i = 0; i < 200; i++) {
        real x = x1 + fraction * (x2 - x1), f = excess(s, x, target), x3 = x2, f3 = f2;
        if ((f > 0) == (f1 > 0)) {
            x3 = x1;
            f3 = f1;
        } else {
            x2 = x1;
            f2 = f1;
        }
        x1 = x;
        f1 = f;
        real limit = LDBL_EPSILON * fmaxl(1, fabsl(x1)) / fabsl(x2 - x1);
        if (limit > 0.5L || f1 == 0) return expl(fabsl(f1) < fabsl(f2) ? x1 : x2);
        real xi = (x1 - x2) / (x3 - x2), phi = (f1 - f2) / (f3 - f2);
        bool curved = phi * phi >= xi || (1 - phi) * (1 - phi) >= 1 - xi;
        fraction =
            curved ? 0.5L
                   : f1 / (f1 - f2) * f3 / (f3 - f2) - f1 / (f3 - f1) * f2 / (f2 - f3) * ((x3 - x1) / (x2 - x1));
        fraction = fminl(fmaxl(fraction, limit), 1 - limit);
    }
    return expl(x1);
}

/* ---- the tables ---- */

/*
 * A table holds factor = χ e^decay/(1−e), a smooth function of ℓ = −ln e and n, in Chebyshev polynomials of
 *     x = ℓ^(1/8)    near e = 1 for separation at F = 0, where the factor has powers of ℓ^(1/n) beside those of ℓ
 *     x = ln(1 + ℓ)  elsewhere
 *     y = n          or √(n−1) where the approach to critical damping makes χ bend sharply next to n = 1
 * on patches of equal size in x and y.
 */
typedef struct {
    const char *name, *title;
    real p;
    bool zero_force, eighth_root, root_exponent;
    real x_low, x_high, y_low, y_high;
    int x_patches, y_patches, x_terms, y_terms;
} table;

/* the corner and size of one patch */
typedef struct {
    real x, y, width, height;
} patch;

static real exponent_at(const table *t, real y) { return t->root_exponent ? 1 + y * y : y; }

static real loss_at(const table *t, real x) { return t->eighth_root ? powl(x, 8) : expm1l(x); }

static real decay(const table *t, real n) {
    if (t->zero_force) return (t->p + 1) / (n + 1); /* e ~ χ^(−(n+1)/(p+1)) */
    return t->p > 0 ? 1 / 5.0L : 0; /* Kuwabara–Kono: e ~ χ^(−5); linear damper: χ is bounded */
}

static real factor(const table *t, real x, real y) {
    real n = exponent_at(t, y), loss = loss_at(t, x);
    structure s = {n, t->p, t->zero_force};
    return damping_for(&s, loss) * expl(-decay(t, n) * loss) / -expm1l(-loss);
}

static real node(int k, int count) {
    static const real PI = 3.14159265358979323846264338327950288L;
    return cosl(PI * (k + 0.5L) / count);
}

static real chebyshev(int degree, real x) { return cosl(degree * acosl(x)); }

/* coefficients of one patch by discrete orthogonality at the nodes */
static void fit(const table *t, patch at, double *out) {
    real values[32][32];
    for (int i = 0; i < t->x_terms; i++)
        for (int j = 0; j < t->y_terms; j++)
            values[i][j] = factor(t, at.x + at.width * (1 + node(i, t->x_terms)) / 2,
                                  at.y + at.height * (1 + node(j, t->y_terms)) / 2);
    for (int a = 0; a < t->x_terms; a++)
        for (int b = 0; b < t->y_terms; b++) {
            real sum = 0;
            for (int i = 0; i < t->x_terms; i++)
                for (int j = 0; j < t->y_terms; j++)
                    sum += values[i][j] * chebyshev(a, node(i, t->x_terms)) * chebyshev(b, node(j, t->y_terms));
            out[a * t->y_terms + b] = (double)(sum * (a ? 2 : 1) * (b ? 2 : 1) / (t->x_terms * t->y_terms));
        }
}

static real evaluate(const table *t, const double *c, real x, real y) {
    real sum = 0;
    for (int a = 0; a < t->x_terms; a++)
        for (int b = 0; b < t->y_terms; b++) sum += c[a * t->y_terms + b] * chebyshev(a, x) * chebyshev(b, y);
    return sum;
}

/* the largest relative error in e at points between the nodes */
static real check(const table *t, patch at, const double *c) {
    real worst = 0;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < (t->y_terms > 1 ? 5 : 1); j++) {
            real u = -0.98L + 0.49L * i, w = t->y_terms > 1 ? -0.99L + 0.495L * j : 0;
            real n = exponent_at(t, at.y + at.height * (1 + w) / 2),
                 loss = loss_at(t, at.x + at.width * (1 + u) / 2);
            real chi = evaluate(t, c, u, w) * expl(decay(t, n) * loss) * -expm1l(-loss);
            structure s = {n, t->p, t->zero_force};
            real error = fabsl(log_loss(&s, chi) - loss);
            if (!(error <= worst)) worst = error;
        }
    return worst;
}

static void write_coefficients(const double *c, int count) {
    for (int i = 0; i < count; i++) printf("%s%.17g,", i % 4 ? " " : "\n    ", c[i]);
}

static void write_axis(real low, real width, int patches, int terms) {
    printf("    {%.17Lg, %.17g, %d, %d},\n", low, width > 0 ? 1 / (double)width : 0, patches, terms);
}

static void write_table(const table *t) {
    double c[32 * 32];
    real worst = 0;
    int size = t->x_terms * t->y_terms;
    patch at = {0, 0, (t->x_high - t->x_low) / t->x_patches, (t->y_high - t->y_low) / t->y_patches};
    printf("\n/* %s */\nstatic const double %s_coefficients[] = {", t->title, t->name);
    for (int i = 0; i < t->x_patches; i++)
        for (int j = 0; j < t->y_patches; j++) {
            at.x = t->x_low + at.width * i;
            at.y = t->y_low + at.height * j;
            fit(t, at, c);
            write_coefficients(c, size);
            real error = check(t, at, c);
            fprintf(stderr, "%s patch %d %d: last terms %.1e %.1e, error in e %.1Le\n", t->name, i, j,
                    fabs(c[size - t->y_terms] / c[0]), fabs(c[t->y_terms - 1] / c[0]), error);
            if (!(error <= worst)) worst = error;
        }
    printf("\n};\nconst thud_chebyshev thud_table_%s = {\n", t->name);
    write_axis(t->x_low, at.width, t->x_patches, t->x_terms);
    write_axis(t->y_low, at.height, t->y_patches, t->y_terms);
    printf("    %s_coefficients,\n};\n", t->name);
    fprintf(stderr, "%s: %d numbers, relative error in e at most %.1Le\n", t->name,
            size * t->x_patches * t->y_patches, worst);
}

static const table TABLES[] = {
    {"linear_damper_zero_force_near", "linear damper, separation at F = 0, e > 0.74", 0, true, true, false, 0,
     0.875L, 1, 2, 4, 2, 14, 12},
    {"linear_damper_zero_force_far", "linear damper, separation at F = 0, e < 0.75", 0, true, false, false, 0.26L,
     3.77L, 1, 2, 10, 2, 14, 12},
    {"hertz_zero_force_near", "linear damper, n = 3/2, separation at F = 0, e > 0.74", 0, true, true, false, 0,
     0.875L, 1.5L, 1.5L, 4, 1, 16, 1},
    {"hertz_zero_force_far", "linear damper, n = 3/2, separation at F = 0, e < 0.75", 0, true, false, false, 0.26L,
     3.77L, 1.5L, 1.5L, 10, 1, 16, 1},
    {"linear_damper_return_near", "linear damper, separation at δ = 0, e > 0.05", 0, false, false, true, 0, 1.4L, 0,
     1, 3, 2, 15, 15},
    {"linear_damper_return_far", "linear damper, separation at δ = 0, e < 0.05", 0, false, false, true, 1.38L, 2.4L,
     0, 1, 4, 7, 14, 14},
    {"kuwabara_kono_zero_force_near", "Kuwabara–Kono, separation at F = 0, e > 0.74", 0.5L, true, true, false, 0,
     0.875L, 1.5L, 1.5L, 4, 1, 16, 1},
    {"kuwabara_kono_zero_force_far", "Kuwabara–Kono, separation at F = 0, e < 0.75", 0.5L, true, false, false,
     0.26L, 3.77L, 1.5L, 1.5L, 10, 1, 16, 1},
    {"kuwabara_kono_return", "Kuwabara–Kono, separation at δ = 0", 0.5L, false, false, false, 0, 2.2L, 1.5L, 1.5L,
     7, 1, 18, 1},
};

int main(int argc, char **argv) {
    printf("/* generated by tools/make-tables.c; do not edit */\n#include \"law/table.h\"\n");
    for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++)
        if (argc < 2 || (int)i == atoi(argv[1])) write_table(&TABLES[i]);

    /* beyond its table the rebound of Kuwabara–Kono follows the slow flow and forgets how it began: e = C χ^(−5) */
    structure kono = {1.5L, 0.5L, false};
    real loss = 9;
    printf("\nconst double thud_kuwabara_kono_return_limit = %.17Lg;\n",
           damping_for(&kono, loss) * expl(-loss / 5));
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
