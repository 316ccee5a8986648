/*
 * How exact is exact? Asks every structure for restitutions from 1e-4 to 0.9999, takes the damping that thud gives,
 * integrates the equation of motion with it and looks which restitution comes out. Relation or table on one side,
 * integrator on the other: they share nothing but the equation. Where a closed form exists, the whole impact is
 * compared with the integrated one.
 *
 * Prints the largest relative errors. Ends with status 1 if one is above what the library promises. With a number
 * as argument the net is so many times finer: `how_exact 10` takes some minutes.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <thud/thud.h>

/* relative; the loosest that the library promises for any law */
static const double PROMISED = 1e-11;

/* intervals of the net */
typedef struct {
    int restitutions, exponents;
} net;

/* one law for each structure */
static const char *const LAWS[] = {
    "kelvin-voigt", "tsuji", "jankowski-2006", "gonthier", "poursina-nikravesh", "kuwabara-kono",
};
enum { LAW_COUNT = sizeof LAWS / sizeof *LAWS };

/* dense at both ends: 1e-4, 0.5 in the middle, 0.9999 */
static double restitution_at(int i, int intervals) {
    double end = log(9999), place = end * (2.0 * i / intervals - 1);
    return 1 / (1 + exp(-place));
}

typedef struct {
    double error, e, n;
} worst;

static void note(worst *w, double error, const thud_impact_options *o) {
    if (!(fabs(error) <= w->error)) *w = (worst){fabs(error), o->restitution, o->exponent};
}

typedef struct {
    long impacts, failures;
    worst restitution;                /* that the exact damping returns */
    worst time, depth, force, energy; /* closed form against integration */
} account;

/* the linear damper and Kuwabara–Kono have none, and thud_impact_solve integrates them too */
static bool has_closed_form(const thud_law *law) {
    double n = law->exponent_default, p = thud_law_damper_exponent(law, n);
    return p == n || p == (n - 1) / 2;
}

static void compare(account *a, thud_impact_options o) {
    thud_impact open, closed;
    a->impacts++;
    if (thud_calibrate(&o, &o.damping_value) != THUD_OK) {
        a->failures++;
        return;
    }
    o.damping = THUD_DAMPING_GIVEN;
    if (thud_impact_integrate(&o, &open) != THUD_OK || thud_impact_solve(&o, &closed) != THUD_OK) {
        a->failures++;
        return;
    }
    note(&a->restitution, open.restitution / o.restitution - 1, &o);
    note(&a->time, open.contact_time / closed.contact_time - 1, &o);
    note(&a->depth, open.max_penetration / closed.max_penetration - 1, &o);
    note(&a->force, open.max_force / closed.max_force - 1, &o);
    note(&a->energy, open.energy_lost / closed.energy_lost - 1, &o);
}

static account examine(const thud_law *law, thud_separation separation, net fine) {
    account a = {0};
    for (int i = 0; i <= fine.exponents; i++) {
        double n = 1 + (double)i / fine.exponents;
        if (n < law->exponent_min || n > law->exponent_max) continue;
        for (int k = 0; k <= fine.restitutions; k++) {
            thud_impact_options o = thud_impact_options_default(law);
            o.exponent = n;
            o.restitution = restitution_at(k, fine.restitutions);
            o.separation = separation;
            compare(&a, o);
        }
    }
    return a;
}

static void print_account(const char *law, const char *separation, const account *a, bool closed_form) {
    const worst *w = &a->restitution;
    printf("%-18s  %-10s %8ld %8.1e %8.4g %4.3g", law, separation, a->impacts, w->error, w->e, w->n);
    if (closed_form)
        printf(" %8.1e %8.1e %8.1e %8.1e", a->time.error, a->depth.error, a->force.error, a->energy.error);
    printf("\n");
}

int main(int argc, char **argv) {
    int finer = argc > 1 ? atoi(argv[1]) : 1;
    if (finer < 1 || finer > 100) {
        fputs("how_exact: the net can be 1 to 100 times finer\n", stderr);
        return EXIT_FAILURE;
    }
    net fine = {100 * finer, 10 * finer};
    bool good = true;
    puts("largest relative errors, 1e-4 <= e <= 0.9999, 1 <= n <= 2");
    puts("                                    e of the exact damping        closed form against integration");
    puts("law                 separation  impacts   error  at     e    n     time    depth    force   energy");
    for (int i = 0; i < LAW_COUNT; i++)
        for (int rule = THUD_SEPARATION_RETURN; rule <= THUD_SEPARATION_ZERO_FORCE; rule++) {
            const thud_law *law = thud_law_find(LAWS[i]);
            account a = examine(law, (thud_separation)rule, fine);
            print_account(law->name, rule == THUD_SEPARATION_RETURN ? "return" : "zero-force", &a,
                          has_closed_form(law));
            double most = fmax(fmax(a.time.error, a.depth.error), fmax(a.force.error, a.energy.error));
            good = good && a.failures == 0 && a.restitution.error <= PROMISED && most <= PROMISED;
        }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
