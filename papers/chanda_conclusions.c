/*
 * A. Chanda, A. Banerjee & R. Das 2016, section 5: each conclusion against the means of chanda_seeds.c, with two
 * abutments and with one. What the page says in words is checked here; another motion or law may make it untrue.
 */
#include "chanda_seeds.h"

#include <math.h>

typedef double value_of(const bridge_mean *m);
static double displacement_of(const bridge_mean *m) { return m->displacement; }
static double velocity_of(const bridge_mean *m) { return m->velocity; }
static double jump_of(const bridge_mean *m) { return m->jump; }
static double acceleration_of(const bridge_mean *m) { return m->acceleration; }
static double impacts_of(const bridge_mean *m) { return m->impacts; }

/* gaps of 0.01, 0.03 and 0.05 m, and none; the last restitution is 1 */
enum { NARROW, MIDDLE, WIDE, NONE, ELASTIC = BRIDGE_RESTITUTIONS - 1, FEW = 0, BETWEEN, MANY };

static void claim(bool true_here, const char *what) {
    if (!true_here) paper_fail("bridge: no longer so: %s", what);
}

/* ---- Relations between gaps, counted over columns and restitutions ---- */

typedef bool relation(double narrow, double middle, double wide);
static bool grows(double a, double b, double c) { return a < b && b < c; }
static bool falls(double a, double b, double c) { return a > b && b > c; }
static bool least_first(double a, double b, double c) { return a < fmin(b, c); }
static bool most_first(double a, double b, double c) { return a > fmax(b, c); }
static bool most_second(double a, double b, double c) { return b > fmax(a, c); }
static bool grows_late(double a, double b, double c) {
    (void)a;
    return b < c;
}
/* clearly the least, by more than a hundred runs scatter */
static const double CLEARLY = 0.08;
static bool least_second(double a, double b, double c) { return b < (1 - CLEARLY) * fmin(a, c); }

/* the cases with restitutions `from` to `to` that have the relation, of 3 × (to − from + 1) */
static int count(const bridge_ensemble *all, value_of *value, relation *has, int from, int to) {
    int cases = 0;
    for (int k = 0; k < BRIDGE_STRUCTURES; k++)
        for (int i = from; i <= to; i++)
            cases += has(value(&all->at[k][NARROW][i]), value(&all->at[k][MIDDLE][i]), value(&all->at[k][WIDE][i]));
    return cases;
}

static bool one_has(const bridge_ensemble *all, value_of *value, relation *has, int k, int i) {
    return has(value(&all->at[k][NARROW][i]), value(&all->at[k][MIDDLE][i]), value(&all->at[k][WIDE][i]));
}

enum { LOSSY = BRIDGE_STRUCTURES * ELASTIC, CASES = BRIDGE_STRUCTURES * BRIDGE_RESTITUTIONS };

/* of the 15 cases with an abutment, those in which 12 columns have less than 6 */
static int count_columns(const bridge_ensemble *all, value_of *value) {
    int cases = 0;
    for (int g = 0; g < NONE; g++)
        for (int i = 0; i <= ELASTIC; i++) cases += value(&all->at[MANY][g][i]) < value(&all->at[FEW][g][i]);
    return cases;
}

/* whether a value grows with e for all columns and gaps */
static bool grows_with_e(const bridge_ensemble *all, value_of *value) {
    for (int k = 0; k < BRIDGE_STRUCTURES; k++)
        for (int g = 0; g < NONE; g++)
            for (int i = 1; i <= ELASTIC; i++)
                if (value(&all->at[k][g][i]) <= value(&all->at[k][g][i - 1])) return false;
    return true;
}

/* whether the deck without abutments has more, for e < 1, in all cases */
static bool most_without(const bridge_ensemble *all, value_of *value, int from_gap) {
    for (int k = 0; k < BRIDGE_STRUCTURES; k++)
        for (int g = from_gap; g < NONE; g++)
            for (int i = 0; i < ELASTIC; i++)
                if (value(&all->at[k][g][i]) >= value(&all->at[k][NONE][0])) return false;
    return true;
}

/* ---- Two abutments ---- */

/* gaps and columns as the page has them in its sentences */
#define NARROW_GAP BRIDGE_GAP[NARROW]
#define MIDDLE_GAP BRIDGE_GAP[MIDDLE]
#define WIDE_GAP BRIDGE_GAP[WIDE]
#define FEW_COLUMNS BRIDGE_COLUMNS[FEW]
#define MANY_COLUMNS BRIDGE_COLUMNS[MANY]

static void say_two(paper *page) {
    paper_say(page, "{{alone_displacement}} mm with %d, %d and %d columns |", FEW_COLUMNS, BRIDGE_COLUMNS[1],
              MANY_COLUMNS);
    paper_say(page, "| velocity grows with the gap | yes, from %g m on, with every number of columns and every e |",
              NARROW_GAP);
    paper_say(page, "| for e = 1, by {{columns_elastic}} %% from %d to %d columns; for e < 1 anything from",
              FEW_COLUMNS, MANY_COLUMNS);
    paper_say(page,
              "| by the number of jumps, largest at %g m and falling with the gap; by their size the opposite: "
              "smallest at %g m in every row, and growing. Between the jumps the acceleration is largest at %g m "
              "for e = %g and %g, in rests against the stop; for e = 1 it is smallest there |",
              NARROW_GAP, NARROW_GAP, NARROW_GAP, BRIDGE_E[0], BRIDGE_E[1]);
    paper_say(page, "| yes: jumps grow with e in every case, and velocities are largest with e = 1.");
    paper_say(page,
              "| velocities and jumps are smallest at %g m, impacts fewest at %g m. The acceleration without the "
              "jumps is clearly least at %g m (%g %% or more) for",
              NARROW_GAP, WIDE_GAP, MIDDLE_GAP, 100 * CLEARLY);
    paper_say(page, "velocities with abutments change little for e < 1 |");
    paper_say(
        page,
        "| yes, for e < 1; its largest velocity varies from {{alone_range}} m/s among the twenty motions with "
        "%d columns |",
        FEW_COLUMNS);
    paper_say(page, "of the effect of the columns only the lower velocity for e = 1 is obtained");
}

static void check_two(const bridge_ensemble *all) {
    claim(count(all, velocity_of, grows, 0, ELASTIC) == CASES, "velocities grow with the gap, two abutments");
    claim(count(all, jump_of, grows, 0, ELASTIC) == CASES, "jumps grow with the gap, two abutments");
    claim(count(all, impacts_of, falls, 0, ELASTIC) == CASES, "impacts get fewer with the gap, two abutments");
    claim(count(all, acceleration_of, most_first, 0, 1) == 2 * BRIDGE_STRUCTURES,
          "rests make the acceleration largest at 0.01 m for e = 0.2 and 0.4");
    claim(count(all, acceleration_of, least_first, ELASTIC, ELASTIC) == BRIDGE_STRUCTURES,
          "without loss the acceleration is smallest at 0.01 m");
    claim(grows_with_e(all, jump_of), "jumps grow with e, two abutments");
    claim(most_without(all, velocity_of, NARROW),
          "for e < 1 the velocity is largest without abutments, two abutments");
    for (int k = 0; k < BRIDGE_STRUCTURES; k++)
        for (int g = 0; g < NONE; g++)
            for (int i = 0; i <= ELASTIC; i++) {
                const bridge_mean *m = &all->at[k][g][i];
                claim(m->displacement > 0.9999e3 * BRIDGE_GAP[g] && m->displacement < 1.0001e3 * BRIDGE_GAP[g],
                      "two rigid stops keep the deck within the gap, which it uses up");
                claim(i == ELASTIC || m->velocity < all->at[k][g][ELASTIC].velocity,
                      "velocities are largest for e = 1");
            }
}

/* where the acceleration without jumps is least at 0.03 m: "e = 0.6 with 6, 9 and 12 columns" */
static void set_optimum(paper *page, const bridge_ensemble *all) {
    claim(count(all, velocity_of, least_first, 0, ELASTIC) == CASES &&
              count(all, jump_of, least_first, 0, ELASTIC) == CASES,
          "velocities and jumps are least at 0.01 m");
    FILE *list = paper_open(page, "optimum_two");
    const char *between = "";
    for (int i = 0; i <= ELASTIC; i++) {
        const char *comma = "";
        for (int k = 0; k < BRIDGE_STRUCTURES; k++) {
            if (!one_has(all, acceleration_of, least_second, k, i)) continue;
            if (!*comma) fprintf(list, "%se = %g with ", between, BRIDGE_E[i]);
            fprintf(list, "%s%d", comma, BRIDGE_COLUMNS[k]);
            comma = ", ", between = " columns and for ";
        }
    }
    paper_close(page);
    claim(*between, "the acceleration without jumps has its least value at 0.03 m somewhere");
}

static void set_columns_two(paper *page, const bridge_ensemble *all) {
    double most = -100, least = 100, elastic_most = -100, elastic_least = 100;
    for (int g = 0; g < NONE; g++)
        for (int i = 0; i <= ELASTIC; i++) {
            double lost = 100 * (1 - all->at[MANY][g][i].velocity / all->at[FEW][g][i].velocity);
            if (i == ELASTIC) elastic_most = fmax(elastic_most, lost), elastic_least = fmin(elastic_least, lost);
            else most = fmax(most, lost), least = fmin(least, lost);
        }
    claim(elastic_least > 2 && least < -2, "what more columns do to the velocity, two abutments");
    claim(least > -10 && most < 10, "for e < 1 more columns change the velocity little, two abutments");
    paper_set(page, "columns_elastic", "≈%.0f to ≈%.0f", elastic_least, elastic_most);
    paper_set(page, "columns_gain", "≈%.0f", -least);
    paper_set(page, "columns_loss", "≈%.0f", most);
}

/* ---- One abutment ---- */

static void check_one(const bridge_ensemble *all) {
    claim(count_columns(all, displacement_of) == CASES && count_columns(all, velocity_of) == CASES,
          "displacement and velocity fall from 6 to 12 columns in 15 of 15 cases");
    claim(count_columns(all, acceleration_of) == 0, "the acceleration without jumps grows from 6 to 12 columns");
    claim(one_has(all, displacement_of, falls, FEW, ELASTIC) && one_has(all, velocity_of, falls, FEW, ELASTIC),
          "with 6 columns and e = 1 displacement and velocity fall with the gap");
    claim(one_has(all, displacement_of, most_first, MANY, ELASTIC) &&
              one_has(all, velocity_of, most_first, MANY, ELASTIC),
          "with 12 columns and e = 1 displacement and velocity are largest at 0.01 m");
    for (int k = 0; k < BRIDGE_STRUCTURES; k++)
        for (int g = 0; g < BRIDGE_GAPS; g++)
            for (int i = 0; i < (g == NONE ? 1 : BRIDGE_RESTITUTIONS); i++)
                claim(all->at[k][g][i].displacement <= all->at[FEW][NARROW][ELASTIC].displacement,
                      "the largest displacement of all is with 0.01 m, 6 columns and e = 1");
    claim(count(all, displacement_of, grows_late, 0, ELASTIC - 1) == LOSSY,
          "for e < 1 the displacement grows from 0.03 m to 0.05 m");
    claim(count(all, velocity_of, grows, 0, ELASTIC - 1) == LOSSY, "for e < 1 the velocity grows with the gap");
    claim(count(all, displacement_of, grows_late, ELASTIC, ELASTIC) == 1 &&
              one_has(all, displacement_of, grows_late, MANY, ELASTIC),
          "for e = 1 the displacement grows from 0.03 m to 0.05 m with 12 columns alone");
    claim(count(all, impacts_of, falls, 0, ELASTIC) == CASES, "impacts get fewer with the gap, one abutment");
    claim(one_has(all, jump_of, most_first, FEW, ELASTIC) && one_has(all, jump_of, most_first, MANY, ELASTIC),
          "for e = 1 jumps are largest at 0.01 m with 6 and 12 columns");
    claim(grows_with_e(all, displacement_of) && grows_with_e(all, velocity_of) && grows_with_e(all, jump_of),
          "displacement, velocity and jumps grow with e, one abutment");
    claim(most_without(all, displacement_of, MIDDLE) && most_without(all, velocity_of, MIDDLE),
          "for e < 1 the response is largest without abutments, one abutment");
    for (int k = 0; k < BRIDGE_STRUCTURES; k++)
        for (int g = NARROW; g <= WIDE; g++)
            claim(all->at[k][g][ELASTIC].displacement > all->at[k][NONE][0].displacement,
                  "for e = 1 the abutment makes the displacement larger");
    claim(!one_has(all, displacement_of, most_first, BETWEEN, ELASTIC) &&
              !one_has(all, velocity_of, most_first, BETWEEN, ELASTIC) &&
              !one_has(all, jump_of, most_first, BETWEEN, ELASTIC),
          "with 9 columns and e = 1 nothing is largest at 0.01 m");
    claim(one_has(all, displacement_of, most_second, BETWEEN, ELASTIC),
          "with 9 columns and e = 1 the displacement is largest at 0.03 m");
    const bridge_mean *stiff[] = {&all->at[MANY][NARROW][ELASTIC], &all->at[MANY][MIDDLE][ELASTIC],
                                  &all->at[MANY][WIDE][ELASTIC]};
    claim(stiff[1]->displacement < fmin(stiff[0]->displacement, stiff[2]->displacement) &&
              stiff[1]->velocity < fmin(stiff[0]->velocity, stiff[2]->velocity) &&
              stiff[1]->acceleration < fmin(stiff[0]->acceleration, stiff[2]->acceleration),
          "with 12 columns and e = 1 all three are least at 0.03 m");
}

static void say_one(paper *page) {
    paper_say(page, "| yes: from %d to %d columns in %d of %d cases |", FEW_COLUMNS, MANY_COLUMNS, CASES, CASES);
    paper_say(
        page,
        "| yes for e = 1: with %d columns {{one_displacement}} mm with %g, %g and %g m, and {{alone_first}} mm "
        "without impact; the first is the largest of all cases. With %d columns it is largest at %g m, too, with "
        "%d "
        "at %g m. "
        "For e < 1 no: it grows with the gap in {{one_growing}} of %d cases |",
        FEW_COLUMNS, NARROW_GAP, MIDDLE_GAP, WIDE_GAP, MANY_COLUMNS, NARROW_GAP, BRIDGE_COLUMNS[BETWEEN],
        MIDDLE_GAP, LOSSY);
    paper_say(
        page,
        "| displacement grows with the gap from %g m on | yes: every gap is used up | yes for e < 1, in %d of "
        "%d cases; for e = 1 with %d columns only |",
        MIDDLE_GAP, LOSSY, LOSSY, MANY_COLUMNS);
    paper_say(page,
              "| largest velocity at gap %g m | no: smallest there, with every number of columns and every e | yes "
              "for e = 1 with %d and %d columns, with %d {{one_velocity}} m/s with %g, %g and %g m. For e < 1 no: "
              "smallest there |",
              NARROW_GAP, FEW_COLUMNS, MANY_COLUMNS, FEW_COLUMNS, NARROW_GAP, MIDDLE_GAP, WIDE_GAP);
    paper_say(page, "| yes for e < 1, in %d of %d cases. With %d columns and e = 1 it falls |", LOSSY, LOSSY,
              FEW_COLUMNS);
    paper_say(page,
              "| yes: from %d to %d columns in %d of %d cases, by {{one_columns}} %%. From %d to %d it rises in "
              "{{one_rising}} of %d |",
              FEW_COLUMNS, MANY_COLUMNS, CASES, CASES, BRIDGE_COLUMNS[BETWEEN], MANY_COLUMNS, CASES);
    paper_say(page, "| fluctuation of the acceleration largest at %g m, otherwise growing with the gap |",
              NARROW_GAP);
    paper_say(
        page,
        "| by the number of jumps, largest at %g m and falling with the gap in every row. By their size largest "
        "at %g m for e = 1 with %d and %d columns; for e < 1 smallest there in {{one_jumps}} of %d cases |",
        NARROW_GAP, NARROW_GAP, FEW_COLUMNS, MANY_COLUMNS, LOSSY);
    paper_say(page, "| gap of about %g m |", MIDDLE_GAP);
    paper_say(
        page,
        "| with %d columns and e = 1: {{one_optimum}} mm and {{one_optimum_velocity}} m/s with %g, %g and %g m, "
        "and the acceleration without the jumps, too, is least at %g m. For e < 1 the velocity is least at %g m "
        "in %d of %d cases, the displacement in",
        MANY_COLUMNS, NARROW_GAP, MIDDLE_GAP, WIDE_GAP, MIDDLE_GAP, NARROW_GAP, LOSSY, LOSSY);
    paper_say(
        page,
        "| from %d to %d columns displacement and velocity fall in %d of %d cases, and the acceleration without "
        "the jumps grows in %d of %d |",
        FEW_COLUMNS, MANY_COLUMNS, CASES, CASES, CASES, CASES);
    paper_say(page, "| without impact a smooth response, larger than with %g m and %g m |", MIDDLE_GAP, WIDE_GAP);
    paper_say(
        page,
        "| yes, for e < 1, displacement and velocity; for e = 1 the abutment makes the displacement larger, with "
        "%d, %d and %d columns and every gap |",
        FEW_COLUMNS, BRIDGE_COLUMNS[BETWEEN], MANY_COLUMNS);
    paper_say(page, "displacement and velocity at the smallest gap with one abutment, e = 1 and %d or %d columns.",
              FEW_COLUMNS, MANY_COLUMNS);
}

/* "≈276, ≈262, ≈251" with gaps of 0.01, 0.03 and 0.05 m */
static void set_gaps(paper *page, const char *name, const bridge_ensemble *all, value_of *value, int k,
                     int digits) {
    FILE *list = paper_open(page, name);
    for (int g = NARROW; g <= WIDE; g++)
        fprintf(list, "%s≈%.*f", g ? ", " : "", digits, value(&all->at[k][g][ELASTIC]));
    paper_close(page);
}

static void set_one(paper *page, const bridge_ensemble *all) {
    double least = 100, most = 0;
    int rising = 0;
    set_gaps(page, "one_displacement", all, displacement_of, FEW, 0);
    set_gaps(page, "one_velocity", all, velocity_of, FEW, 2);
    set_gaps(page, "one_optimum", all, displacement_of, MANY, 0);
    set_gaps(page, "one_optimum_velocity", all, velocity_of, MANY, 2);
    paper_set(page, "one_growing", "≈%d", count(all, displacement_of, grows, 0, ELASTIC - 1));
    paper_set(page, "one_least", "≈%d", count(all, displacement_of, least_first, 0, ELASTIC - 1));
    paper_set(page, "one_jumps", "≈%d", count(all, jump_of, least_first, 0, ELASTIC - 1));
    for (int g = 0; g < NONE; g++)
        for (int i = 0; i <= ELASTIC; i++) {
            double lost = 100 * (1 - all->at[MANY][g][i].velocity / all->at[FEW][g][i].velocity);
            least = fmin(least, lost), most = fmax(most, lost);
            rising += all->at[MANY][g][i].velocity > all->at[BETWEEN][g][i].velocity;
        }
    paper_set(page, "one_columns", "≈%.0f to ≈%.0f", least, most);
    paper_set(page, "one_rising", "≈%d", rising);
}

/* ---- Both ---- */

static const double LATER = 2; /* s */

/*
 * When the last impacts are, and how much later they are without loss than with the most. The mean of the nine
 * cases is known to a tenth of a second; the largest of them is not, and so has a bound instead.
 */
static void set_last(paper *page, const char *range_name, const char *later_name, const bridge_ensemble *all) {
    double first = INFINITY, last = 0, later = 0, mean = 0;
    for (int k = 0; k < BRIDGE_STRUCTURES; k++)
        for (int g = 0; g < NONE; g++) {
            const bridge_mean *at = all->at[k][g];
            for (int i = 0; i <= ELASTIC; i++) {
                first = fmin(first, at[i].last);
                last = fmax(last, at[i].last);
            }
            later = fmax(later, at[ELASTIC].last - at[0].last);
            mean += (at[ELASTIC].last - at[0].last) / (BRIDGE_STRUCTURES * NONE);
        }
    claim(last < BRIDGE_DURATION - 0.1, "impacts do not go on to the end of the motion");
    claim(later < LATER, "impacts do not go on for much longer with e = 1");
    paper_set(page, range_name, "≈%.0f and ≈%.0f", first, last);
    paper_set(page, later_name, "≈%.1f", mean);
}

static void say_last(paper *page) {
    paper_say(
        page,
        "| by {{later_two}} s in the mean from e = %g to e = 1, and by less than %g s in each of the nine cases: "
        "the last impact (faster than 1 mm/s) comes between {{last_two}} s on average",
        BRIDGE_E[0], LATER);
    paper_say(page, "| by {{later_one}} s in the mean, and by less than %g s: the last impact comes between",
              LATER);
}

/* the response without abutments, which is not chaotic */
static void set_alone(paper *page, const bridge_ensemble *all) {
    FILE *displacement = paper_open(page, "alone_displacement");
    for (int k = 0; k < BRIDGE_STRUCTURES; k++)
        fprintf(displacement, "%s%.0f", k ? ", " : "", all->at[k][NONE][0].displacement);
    paper_close(page);
    FILE *acceleration = paper_open(page, "alone_acceleration");
    for (int k = 0; k < BRIDGE_STRUCTURES; k++)
        fprintf(acceleration, "%s%.1f", k ? ", " : "", all->at[k][NONE][0].acceleration);
    paper_close(page);
    for (int k = 1; k < BRIDGE_STRUCTURES; k++)
        claim(all->at[k][NONE][0].displacement < all->at[k - 1][NONE][0].displacement &&
                  all->at[k][NONE][0].acceleration > all->at[k - 1][NONE][0].acceleration,
              "without abutments more columns have smaller displacements and larger accelerations");
    const bridge_mean *one = &all->at[0][NONE][0];
    paper_set(page, "alone_first", "%.0f", one->displacement);
    paper_set(page, "alone_range", "%.2f to %.2f", one->slowest, one->fastest);
}

void chanda_conclude(paper *page, const bridge_ensemble all[BRIDGE_READINGS]) {
    const bridge_ensemble *two = &all[BRIDGE_TWO_ABUTMENTS], *one = &all[BRIDGE_ONE_ABUTMENT];
    check_two(two);
    set_optimum(page, two);
    set_columns_two(page, two);
    check_one(one);
    set_one(page, one);
    set_last(page, "last_two", "later_two", two);
    set_last(page, "last_one", "later_one", one);
    set_alone(page, two);
    say_two(page);
    say_one(page);
    say_last(page);
}
