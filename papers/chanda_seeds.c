/*
 * A. Chanda, A. Banerjee & R. Das 2016, sections 4 and 5: what the paper concludes from one earthquake, over
 * twenty.
 *
 * Means are over seeds 1 to 20 and, for each, five gaps within a thousandth of the nominal one: single motions with
 * little loss are chaotic, and their means are not. The page has them with two digits and a sign ≈, since a few of
 * the hundred runs of a mean depend on the last bit of a mathematical library.
 */
#include <math.h>
#include <stdlib.h>

#include "bridge.h"

enum { SEEDS = 20, NEAR = 5, MEANS = 5 };

/* means of one case */
typedef struct mean {
    double displacement, velocity, jump, acceleration, impacts, last; /* mm, m/s, m/s, m/s², –, s */
    double slowest, fastest; /* of the largest velocities, one to a seed: least and greatest */
} mean;

typedef struct ensemble {
    mean at[BRIDGE_STRUCTURES][BRIDGE_GAPS][BRIDGE_RESTITUTIONS];
} ensemble;

static void add_seed(mean *m, const thud_motion *motion, int columns, double gap, double e) {
    double velocity = 0;
    for (int i = 0; i < NEAR; i++) {
        double near = gap * (1 + 1e-3 * (i - NEAR / 2) / (NEAR / 2)), share = 1.0 / (SEEDS * NEAR);
        bridge_response r = bridge_solve(motion, columns, near, e, false);
        m->displacement += share * r.max_displacement;
        m->velocity += share * r.max_velocity;
        m->jump += share * r.largest_jump;
        m->acceleration += share * r.max_acceleration;
        m->impacts += share * (double)r.impacts;
        m->last += share * r.last_impact;
        velocity += r.max_velocity / NEAR;
    }
    m->slowest = m->slowest > 0 ? fmin(m->slowest, velocity) : velocity;
    m->fastest = fmax(m->fastest, velocity);
}

static void solve(ensemble *all) {
    for (int seed = 1; seed <= SEEDS; seed++) {
        thud_motion *motion = bridge_earthquake((uint64_t)seed);
        for (int k = 0; k < BRIDGE_STRUCTURES; k++)
            for (int g = 0; g < BRIDGE_GAPS; g++)
                for (int i = 0; i < (isinf(BRIDGE_GAP[g]) ? 1 : BRIDGE_RESTITUTIONS); i++)
                    add_seed(&all->at[k][g][i], motion, BRIDGE_COLUMNS[k], BRIDGE_GAP[g], BRIDGE_E[i]);
        thud_motion_free(motion);
    }
}

typedef double value_of(const mean *m);
static double velocity_of(const mean *m) { return m->velocity; }
static double jump_of(const mean *m) { return m->jump; }
static double acceleration_of(const mean *m) { return m->acceleration; }
static double impacts_of(const mean *m) { return m->impacts; }
static double last_of(const mean *m) { return m->last; }

static const struct {
    value_of *value;
    int digits;
} CELLS[MEANS] = {{velocity_of, 2}, {jump_of, 2}, {acceleration_of, 1}, {impacts_of, 0}, {last_of, 0}};

/* one line: the means with 6, 9 and 12 columns side by side; without abutments nothing is chaotic, or an impact */
static void write_row(FILE *table, const ensemble *all, int g, int i) {
    bool alone = isinf(BRIDGE_GAP[g]);
    for (int q = 0; q < MEANS; q++) {
        bool shown = !alone || CELLS[q].value == velocity_of || CELLS[q].value == acceleration_of;
        for (int k = 0; k < BRIDGE_STRUCTURES && shown; k++)
            fprintf(table, "%s%s%.*f", k ? " / " : " ", alone ? "" : "≈", CELLS[q].digits,
                    CELLS[q].value(&all->at[k][g][i]));
        fputs(shown ? " |" : " – |", table);
    }
    fputc('\n', table);
}

static void tabulate(paper *page, const ensemble *all) {
    FILE *table = paper_open(page, "seeds");
    fputs(
        "| gap [m] | e | largest velocity [m/s], 6 / 9 / 12 columns | largest jump of the velocity [m/s] | largest "
        "acceleration without the jumps [m/s²] | impacts | last impact [s] |\n| --- | --- | --- | --- | --- | --- "
        "| "
        "--- |\n",
        table);
    for (int g = 0; g < BRIDGE_GAPS; g++)
        for (int i = 0; i < (isinf(BRIDGE_GAP[g]) ? 1 : BRIDGE_RESTITUTIONS); i++) {
            if (isinf(BRIDGE_GAP[g])) fputs("| none | |", table);
            else fprintf(table, "| %g | %g |", BRIDGE_GAP[g], BRIDGE_E[i]);
            write_row(table, all, g, i);
        }
    paper_close(page);
}

/* ---- What the page says about the table ---- */

static double share_lost(const mean *many, const mean *few) { return 100 * (1 - many->velocity / few->velocity); }

/* the paper's conclusions against the means; another motion or law may make them untrue */
static void check_gaps(const ensemble *all) {
    for (int k = 0; k < BRIDGE_STRUCTURES; k++)
        for (int i = 0; i < BRIDGE_RESTITUTIONS; i++)
            for (int g = 1; g < BRIDGE_GAPS - 1; g++) {
                const mean *narrow = &all->at[k][g - 1][i], *wide = &all->at[k][g][i];
                if (narrow->velocity >= wide->velocity)
                    paper_fail("bridge: the velocity does not grow with the gap");
                if (narrow->jump >= wide->jump) paper_fail("bridge: the jumps do not grow with the gap");
                if (narrow->impacts <= wide->impacts)
                    paper_fail("bridge: the impacts do not get fewer with the gap");
            }
    for (int k = 0; k < BRIDGE_STRUCTURES; k++) {
        const mean(*at)[BRIDGE_RESTITUTIONS] = all->at[k];
        int hard = BRIDGE_RESTITUTIONS - 1;
        if (at[0][0].acceleration <= fmax(at[1][0].acceleration, at[2][0].acceleration))
            paper_fail("bridge: the acceleration of rests is not largest at the smallest gap");
        if (at[0][hard].acceleration >= fmin(at[1][hard].acceleration, at[2][hard].acceleration))
            paper_fail("bridge: the acceleration without loss is not smallest at the smallest gap");
    }
}

static void check_restitutions(const ensemble *all) {
    for (int k = 0; k < BRIDGE_STRUCTURES; k++)
        for (int g = 0; g < BRIDGE_GAPS - 1; g++) {
            const mean *at = all->at[k][g];
            for (int i = 1; i < BRIDGE_RESTITUTIONS; i++)
                if (at[i].jump <= at[i - 1].jump) paper_fail("bridge: the jumps do not grow with e");
            for (int i = 0; i < BRIDGE_RESTITUTIONS - 1; i++)
                if (at[i].velocity >= at[BRIDGE_RESTITUTIONS - 1].velocity ||
                    at[i].velocity >= all->at[k][BRIDGE_GAPS - 1][0].velocity)
                    paper_fail("bridge: the velocity is not largest without loss, or without abutments");
            for (int i = 0; i < BRIDGE_RESTITUTIONS; i++)
                if (at[i].displacement < 0.9999e3 * BRIDGE_GAP[g]) paper_fail("bridge: a gap is not used up");
        }
}

/* when the last impacts are, and how much later they are without loss */
static void set_last(paper *page, const ensemble *all) {
    double first = INFINITY, last = 0, later = 0;
    for (int k = 0; k < BRIDGE_STRUCTURES; k++)
        for (int g = 0; g < BRIDGE_GAPS - 1; g++) {
            const mean *at = all->at[k][g];
            for (int i = 0; i < BRIDGE_RESTITUTIONS; i++) {
                first = fmin(first, at[i].last);
                last = fmax(last, at[i].last);
            }
            later = fmax(later, at[BRIDGE_RESTITUTIONS - 1].last - at[0].last);
        }
    if (last > 19.9) paper_fail("bridge: impacts go on to the end of the motion");
    paper_set(page, "last_range", "≈%.0f and ≈%.0f", first, last);
    paper_set(page, "later", "≈%.0f", later);
}

static void set_columns(paper *page, const ensemble *all) {
    double most = -100, least = 100, elastic_most = -100, elastic_least = 100;
    for (int g = 0; g < BRIDGE_GAPS - 1; g++)
        for (int i = 0; i < BRIDGE_RESTITUTIONS; i++) {
            double lost = share_lost(&all->at[BRIDGE_STRUCTURES - 1][g][i], &all->at[0][g][i]);
            bool elastic = i == BRIDGE_RESTITUTIONS - 1;
            if (elastic) elastic_most = fmax(elastic_most, lost), elastic_least = fmin(elastic_least, lost);
            else most = fmax(most, lost), least = fmin(least, lost);
        }
    if (elastic_least < 2 || least > -2) paper_fail("bridge: what more columns do to the velocity has changed");
    paper_set(page, "columns_elastic", "≈%.0f to ≈%.0f", elastic_least, elastic_most);
    paper_set(page, "columns_gain", "≈%.0f", -least);
    paper_set(page, "columns_loss", "≈%.0f", most);
}

/* the response without abutments, which is not chaotic */
static void set_alone(paper *page, const ensemble *all) {
    FILE *displacement = paper_open(page, "alone_displacement");
    for (int k = 0; k < BRIDGE_STRUCTURES; k++)
        fprintf(displacement, "%s%.0f", k ? ", " : "", all->at[k][BRIDGE_GAPS - 1][0].displacement);
    paper_close(page);
    FILE *acceleration = paper_open(page, "alone_acceleration");
    for (int k = 0; k < BRIDGE_STRUCTURES; k++)
        fprintf(acceleration, "%s%.1f", k ? ", " : "", all->at[k][BRIDGE_GAPS - 1][0].acceleration);
    paper_close(page);
    const mean *one = &all->at[0][BRIDGE_GAPS - 1][0];
    paper_set(page, "alone_range", "%.2f to %.2f", one->slowest, one->fastest);
}

void paper_chanda_seeds(paper *page) {
    ensemble *all = paper_allocate(1, sizeof *all);
    solve(all);
    tabulate(page, all);
    check_gaps(all);
    check_restitutions(all);
    set_last(page, all);
    set_columns(page, all);
    set_alone(page, all);
    free(all);
}
