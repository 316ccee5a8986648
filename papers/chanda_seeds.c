/*
 * A. Chanda, A. Banerjee & R. Das 2016, sections 4 and 5: the paper has one earthquake; here are twenty.
 *
 * Means are over seeds 1 to 20 and, for each, five gaps within a thousandth of the nominal one: single motions with
 * little loss are chaotic, and their means are not. The page has them with two or three digits and a sign ≈, since
 * a few of the hundred runs of a mean depend on the last bit of a mathematical library.
 */
#include "chanda_seeds.h"

#include <math.h>
#include <stdlib.h>

enum { SEEDS = 20, NEAR = 5, MEANS = 6 };

static void add_seed(bridge_mean *m, const thud_motion *motion, bridge_reading reading, int columns, double gap,
                     double e) {
    double velocity = 0;
    for (int i = 0; i < NEAR; i++) {
        double near = gap * (1 + 1e-3 * (i - NEAR / 2) / (NEAR / 2)), share = 1.0 / (SEEDS * NEAR);
        bridge_response r = bridge_solve(motion, reading, columns, near, e, false);
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

static void solve(bridge_ensemble *all) {
    for (int seed = 1; seed <= SEEDS; seed++) {
        thud_motion *motion = bridge_earthquake((uint64_t)seed);
        for (int r = 0; r < BRIDGE_READINGS; r++)
            for (int k = 0; k < BRIDGE_STRUCTURES; k++)
                for (int g = 0; g < BRIDGE_GAPS; g++)
                    for (int i = 0; i < (isinf(BRIDGE_GAP[g]) ? 1 : BRIDGE_RESTITUTIONS); i++)
                        add_seed(&all[r].at[k][g][i], motion, (bridge_reading)r, BRIDGE_COLUMNS[k], BRIDGE_GAP[g],
                                 BRIDGE_E[i]);
        thud_motion_free(motion);
    }
}

typedef double value_of(const bridge_mean *m);
static double displacement_of(const bridge_mean *m) { return m->displacement; }
static double velocity_of(const bridge_mean *m) { return m->velocity; }
static double jump_of(const bridge_mean *m) { return m->jump; }
static double acceleration_of(const bridge_mean *m) { return m->acceleration; }
static double impacts_of(const bridge_mean *m) { return m->impacts; }
static double last_of(const bridge_mean *m) { return m->last; }

static const struct {
    value_of *value;
    int digits;
} CELLS[MEANS] = {{displacement_of, 0}, {velocity_of, 2}, {jump_of, 2},
                  {acceleration_of, 2}, {impacts_of, 0},  {last_of, 0}};

/* one line: the means with 6, 9 and 12 columns side by side; without abutments nothing is chaotic, or an impact */
static void write_row(FILE *table, const bridge_ensemble *all, int g, int i) {
    bool alone = isinf(BRIDGE_GAP[g]);
    for (int q = 0; q < MEANS; q++) {
        bool shown =
            !alone || (CELLS[q].value != jump_of && CELLS[q].value != impacts_of && CELLS[q].value != last_of);
        for (int k = 0; k < BRIDGE_STRUCTURES && shown; k++)
            fprintf(table, "%s%s%.*f", k ? " / " : " ", alone ? "" : "≈", CELLS[q].digits,
                    CELLS[q].value(&all->at[k][g][i]));
        fputs(shown ? " |" : " – |", table);
    }
    fputc('\n', table);
}

static void tabulate(paper *page, const char *name, const bridge_ensemble *all) {
    FILE *table = paper_open(page, name);
    fputs(
        "| gap [m] | e | largest displacement [mm], 6 / 9 / 12 columns | largest velocity [m/s] | largest jump of "
        "the velocity [m/s] | largest acceleration without the jumps [m/s²] | impacts | last impact [s] |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- |\n",
        table);
    for (int g = 0; g < BRIDGE_GAPS; g++)
        for (int i = 0; i < (isinf(BRIDGE_GAP[g]) ? 1 : BRIDGE_RESTITUTIONS); i++) {
            if (isinf(BRIDGE_GAP[g])) fputs("| none | |", table);
            else fprintf(table, "| %g | %g |", BRIDGE_GAP[g], BRIDGE_E[i]);
            write_row(table, all, g, i);
        }
    paper_close(page);
}

void paper_chanda_seeds(paper *page) {
    bridge_ensemble *all = paper_allocate(BRIDGE_READINGS, sizeof *all);
    solve(all);
    tabulate(page, "seeds_two", &all[BRIDGE_TWO_ABUTMENTS]);
    tabulate(page, "seeds_one", &all[BRIDGE_ONE_ABUTMENT]);
    _Static_assert(SEEDS == 20 && NEAR == 5, "the page writes of twenty motions, five gaps and a hundred runs");
    paper_say(page, "the means over twenty, seeds 1 to %d, and over five gaps within 10⁻³ of the nominal one",
              SEEDS);
    chanda_conclude(page, all);
    free(all);
}
