/*
 * D. Zhao & Y. Liu 2016, section 4: tables 1 and 2 with the fixed steps that the paper names, 1e-7 s for the ball
 * and 1e-4 s for the pendulum, by four methods of fixed step. The paper names none; does one of them explain what
 * its tables differ by from the exact solution of the same rules?
 */
#include <math.h>

#include "paper.h"
#include "zhao_liu_tables.h"

typedef struct motion {
    double x, v; /* penetration, m, and its rate */
} motion;

/* a body of one mass against F = k δ^1.5 (1 + χ δ̇/v₀), under a load w − s x: weight, or the string of a pendulum */
typedef struct stepped {
    double mass, stiffness, speed, weight, spring;
    double step;
    double chi; /* of the rule; 3(1−e²)/4 and so on */
} stepped;

typedef motion method(const stepped *s, motion y);

static double acceleration(const stepped *s, motion y) {
    double force = y.x > 0 ? s->stiffness * pow(y.x, 1.5) * (1 + s->chi * y.v / s->speed) : 0;
    return (s->weight - s->spring * y.x - force) / s->mass;
}

static motion moved(motion y, double h, double v, double a) { return (motion){y.x + h * v, y.v + h * a}; }

static motion explicit_euler(const stepped *s, motion y) { return moved(y, s->step, y.v, acceleration(s, y)); }

static motion semi_implicit_euler(const stepped *s, motion y) {
    double v = y.v + s->step * acceleration(s, y);
    return (motion){y.x + s->step * v, v};
}

static motion heun(const stepped *s, motion y) {
    double h = s->step, a = acceleration(s, y);
    motion end = moved(y, h, y.v, a);
    return moved(y, h / 2, y.v + end.v, a + acceleration(s, end));
}

static motion runge_kutta(const stepped *s, motion y) {
    double h = s->step, a = acceleration(s, y);
    motion second = moved(y, h / 2, y.v, a);
    double b = acceleration(s, second);
    motion third = moved(y, h / 2, second.v, b);
    double c = acceleration(s, third);
    motion fourth = moved(y, h, third.v, c);
    double d = acceleration(s, fourth);
    return moved(y, h / 6, y.v + 2 * second.v + 2 * third.v + fourth.v, a + 2 * b + 2 * c + d);
}

static const struct {
    const char *name;
    method *step;
} METHODS[] = {{"explicit Euler", explicit_euler},
               {"semi-implicit Euler", semi_implicit_euler},
               {"Heun", heun},
               {"Runge–Kutta of order 4", runge_kutta}};
enum { METHODS_COUNT = 4 };

/* the two set-ups; the ball begins at the last instant of its grid before contact, the pendulum at contact */
static stepped set_up(int table, motion *start) {
    if (table == 1) {
        *start = (motion){0, 0.5};
        return (stepped){.mass = 570, .stiffness = 2e9, .speed = 0.5, .spring = 570 * 9.81 / 0.7, .step = 1e-4};
    }
    stepped ball = {.mass = 0.5, .stiffness = 1e10, .weight = 0.5 * 9.81, .step = 1e-7};
    double fall = sqrt(2 * 0.5 / 9.81), t = ball.step * floor(fall / ball.step);
    ball.speed = 9.81 * fall;
    *start = (motion){0.5 * 9.81 * t * t - 0.5, 9.81 * t};
    return ball;
}

static double rule(int column, double e) { return thud_law_find(ZHAO_LIU_LAWS[column])->scaled_damping(e, 1.5); }

/* the restitution at the first step that is out of contact again */
static double returned(const stepped *s, motion y, method *step) {
    for (bool touched = false; !touched || y.x > 0;) {
        y = step(s, y);
        touched = touched || y.x > 0;
    }
    return -y.v / s->speed;
}

/* the same by steps ten times shorter: order 2.5 in a Hertz contact, so that its error is 1/300 of that of order 4
 */
static double limit(stepped s, motion y) {
    s.step /= 10;
    return returned(&s, y, runge_kutta);
}

/*
 * The tables are what the paper has, by the errors that it prints beside them: to half a unit of their last digit,
 * but for 5.375 %, printed 5.3.
 */
static void check_tables(void) {
    for (int table = 0; table < 2; table++)
        for (int i = 0; i < ZHAO_LIU_ROWS; i++)
            for (int j = 0; j < ZHAO_LIU_COLUMNS; j++) {
                double e = (i + 1) / 10.0, error = 100 * fabs(ZHAO_LIU_TABLES[table][i][j] - e) / e;
                if (fabs(error - ZHAO_LIU_ERRORS[table][i][j]) > 0.076)
                    paper_fail("zhao-liu: table %d, e = %.1f, column %d is not what was printed", table + 1, e,
                               j + 1);
            }
}

void paper_zhao_liu_steps(paper *page) {
    check_tables();
    double worst[2][METHODS_COUNT] = {{0}}, elastic[2][METHODS_COUNT], left[METHODS_COUNT] = {0};
    for (int table = 0; table < 2; table++)
        for (int i = 0; i < ZHAO_LIU_ROWS; i++)
            for (int j = 0; j < ZHAO_LIU_COLUMNS; j++) {
                motion start;
                stepped s = set_up(table, &start);
                double e = (i + 1) / 10.0;
                s.chi = rule(j, e);
                double exact = limit(s, start);
                for (int k = 0; k < METHODS_COUNT; k++) {
                    double out = returned(&s, start, METHODS[k].step);
                    worst[table][k] = fmax(worst[table][k], fabs(out - exact));
                    left[k] = fmax(left[k], fabs(out - ZHAO_LIU_TABLES[table][i][j]));
                    elastic[table][k] = out; /* the last row is e₀ = 1 */
                }
            }
    /* what the page says about them */
    if (worst[0][0] < 1e-3 || elastic[0][0] < 1.00005 || elastic[1][0] < 1.00005)
        paper_fail("zhao-liu: explicit Euler explains the tables");
    for (int k = 1; k < METHODS_COUNT; k++)
        if (worst[0][k] > 2e-4 || worst[1][k] > 2e-4 || fabs(elastic[0][k] - 1) > 5e-5 || left[k] < 4e-3)
            paper_fail("zhao-liu: %s explains the tables", METHODS[k].name);
    paper_say(page, "the fixed time step, 10⁻⁷ s for the ball and 10⁻⁴ s for the pendulum");
    paper_say(page, "explicit Euler does not return the %.4f that the tables have for e₀ = 1.",
              ZHAO_LIU_TABLES[0][ZHAO_LIU_ROWS - 1][0]);
    FILE *out = paper_open(page, "steps");
    fputs("| method | ball, steps of 10⁻⁷ s: largest error of e | its e for e₀ = 1 | pendulum, 10⁻⁴ s: largest "
          "error | "
          "its e for e₀ = 1 | left to the printed values |\n| --- | --- | --- | --- | --- | --- |\n",
          out);
    for (int k = 0; k < METHODS_COUNT; k++)
        fprintf(out, "| %s | %.5f | %.4f | %.5f | %.4f | %.4f |\n", METHODS[k].name, worst[0][k], elastic[0][k],
                worst[1][k], elastic[1][k], left[k]);
    paper_close(page);
}
