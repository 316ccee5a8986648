/*
 * A contact element inside a simulator of your own: a ball bounces on a floor under gravity, integrated with the
 * classical Runge–Kutta method at a fixed step. The element is calibrated anew for every impact, so that the
 * restitution asked for comes out at every speed; the published rule of the same law is shown beside it.
 *
 * A contact law knows of no other forces. The weight acts during the contact too and changes the restitution, by
 * less than g T/v for a contact of duration T. Ends with status 1 if a bounce with exact damping misses by more.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <thud/thud.h>

enum { BOUNCES = 4 };

static const double GRAVITY = 9.81, HEIGHT = 2;   /* m/s², m */
static const double MASS = 0.5, STIFFNESS = 1e10; /* kg, N/m^1.5 */
static const double ASKED = 0.5;
static const double STEP = 5e-7; /* s; a contact takes some 400 of them */

/* penetration into the floor, m, negative in flight, and its rate, m/s, positive downwards */
typedef struct {
    double depth, rate;
} ball;

typedef struct {
    double speed, restitution, duration;
} record;

static double acceleration(const thud_contact *contact, ball b) {
    return GRAVITY - thud_contact_force(contact, b.depth, b.rate) / MASS;
}

static ball moved(ball b, double time, ball slope) {
    return (ball){b.depth + time * slope.depth, b.rate + time * slope.rate};
}

/* one step: the element is asked four times and remembers none of it */
static ball runge_kutta(const thud_contact *contact, ball b) {
    ball k1 = {b.rate, acceleration(contact, b)}, b2 = moved(b, STEP / 2, k1);
    ball k2 = {b2.rate, acceleration(contact, b2)}, b3 = moved(b, STEP / 2, k2);
    ball k3 = {b3.rate, acceleration(contact, b3)}, b4 = moved(b, STEP, k3);
    ball k4 = {b4.rate, acceleration(contact, b4)};
    return (ball){b.depth + STEP / 6 * (k1.depth + 2 * k2.depth + 2 * k3.depth + k4.depth),
                  b.rate + STEP / 6 * (k1.rate + 2 * k2.rate + 2 * k3.rate + k4.rate)};
}

/* flies until the gap closes: the approach speed is needed at that instant, not one step later */
static ball fly(const thud_contact *contact, ball b) {
    for (;;) {
        double closing = (sqrt(b.rate * b.rate - 2 * GRAVITY * b.depth) - b.rate) / GRAVITY;
        if (closing <= STEP) return (ball){0, b.rate + GRAVITY * closing};
        b = runge_kutta(contact, b);
    }
}

/* from gap closure until the element says that the contact is over */
static ball bounce(thud_contact *contact, ball b, record *entry) {
    *entry = (record){.speed = b.rate, .restitution = NAN};
    if (thud_contact_begin(contact, b.rate) != THUD_OK) return b;
    do {
        b = runge_kutta(contact, b);
        entry->duration += STEP;
    } while (thud_contact_accept(contact, b.depth, b.rate));
    entry->restitution = -b.rate / entry->speed;
    return b;
}

static bool drop(thud_damping damping, record *bounces) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("lankarani-nikravesh"));
    o.restitution = ASKED;
    o.stiffness = STIFFNESS;
    o.mass = MASS; /* the floor does not move */
    o.damping = damping;
    thud_contact contact;
    if (thud_contact_init(&contact, &o) != THUD_OK) return false;
    ball b = {-HEIGHT, 0};
    for (int i = 0; i < BOUNCES; i++) b = bounce(&contact, fly(&contact, b), &bounces[i]);
    return true;
}

int main(void) {
    record rule[BOUNCES], exact[BOUNCES];
    if (!drop(THUD_DAMPING_PUBLISHED, rule) || !drop(THUD_DAMPING_EXACT, exact)) return EXIT_FAILURE;
    bool good = true;
    printf("lankarani-nikravesh, asked for e = %g\n", ASKED);
    printf("          published rule       exact damping\n");
    printf("bounce  speed m/s       e   speed m/s       e  weight g T/v\n");
    for (int i = 0; i < BOUNCES; i++) {
        double weight = GRAVITY * exact[i].duration / exact[i].speed;
        printf("%6d %10.4f %7.4f %11.4f %7.4f %13.4f\n", i + 1, rule[i].speed, rule[i].restitution, exact[i].speed,
               exact[i].restitution, weight);
        good = good && fabs(exact[i].restitution - ASKED) <= weight;
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
