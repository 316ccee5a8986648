/*
 * Impacts that accumulate together: a body between another one and a wall, and rows of them. Against the map from
 * impact to impact, iterated in long double on gaps and speeds, not coordinates, until nothing is left; momentum
 * and energy then say what all impacts have done.
 *
 * Two bodies without a load have a map by hand. With masses 1 and μ, velocities V and v towards the wall and
 * a = (1 + e₁)/(1 + μ), an impact between them and one at the wall make
 *
 *     V′ = (1 − aμ) V + aμ v,   v′ = −e₂ (a V + (1 − a) v),
 *
 * a matrix of trace τ = 1 − aμ − e₂(1 − a) and determinant e₁e₂. There is no end of impacts where its eigenvalues
 * are real and positive, τ ≥ 2√(e₁e₂), and then each round is slower than the one before by the larger of them.
 */
#include "numeric/random.h"
#include "simulate/scene.h"

enum { MOST = 3, CASES = 150 };

static const double THRESHOLD = 1e-3; /* m/s, below which impacts are not counted */

/* bodies in a row, the wall behind the last one; gaps and speeds of contact i are those behind body i */
typedef struct {
    int count;
    long double mass[MOST], e[MOST], gap[MOST], v[MOST], g;
    bool rests; /* the last body, on the wall */
    long double time, rest_time;
    size_t impacts[MOST];
    bool struck[MOST];
    bool at_rest; /* how it ended */
    bool unclear; /* a speed at the threshold, or some contacts that come to rest long before the others */
} row;

static long double closing(const row *r, int i) { return i + 1 < r->count ? r->v[i] - r->v[i + 1] : r->v[i]; }

static long double closing_acceleration(const row *r, int i) {
    if (i + 1 == r->count) return r->rests ? 0 : r->g;
    return r->rests && i + 2 == r->count ? r->g : 0;
}

/* when a gap closes: c t + ½ a t² = gap, with a ≥ 0 */
static long double wait(const row *r, int i) {
    long double c = closing(r, i), a = closing_acceleration(r, i), gap = r->gap[i];
    if (i + 1 == r->count && r->rests) return INFINITY;
    if (a == 0) return c > 0 ? gap / c : INFINITY;
    long double root = sqrtl(c * c + 2 * a * gap);
    return c > 0 ? 2 * gap / (c + root) : (root - c) / a;
}

static void fly(row *r, long double t) {
    for (int i = 0; i < r->count; i++) r->gap[i] -= (closing(r, i) + closing_acceleration(r, i) * t / 2) * t;
    for (int i = 0; i < r->count; i++)
        if (!(r->rests && i + 1 == r->count)) r->v[i] += r->g * t;
    r->time += t;
}

static void strike(row *r, int i) {
    long double c = closing(r, i);
    r->gap[i] = 0;
    r->struck[i] = true;
    if (c > THRESHOLD) r->impacts[i]++;
    if (fabsl(c - THRESHOLD) < 1e-6L * THRESHOLD) r->unclear = true;
    bool held = i + 1 == r->count || (r->rests && i + 2 == r->count);
    long double inverse = 1 / r->mass[i] + (held ? 0 : 1 / r->mass[i + 1]), impulse = (1 + r->e[i]) * c / inverse;
    r->v[i] -= impulse / r->mass[i];
    if (!held) r->v[i + 1] += impulse / r->mass[i + 1];
}

/* the last body alone comes to rest on the wall before the next one can reach the height that it still bounces to
 */
static void come_to_rest(row *r) {
    int last = r->count - 1;
    long double w = -r->v[last], height = w * w / (2 * r->g), left = 2 * w / (r->g * (1 - r->e[last]));
    if (r->g == 0 || !(r->e[last] < 1) || w > THRESHOLD) return;
    row ahead = *r;
    if (last > 0) {
        long double v = r->v[last - 1], room = r->gap[last - 1] - height, fall = v + r->g * left / 2;
        if (!(room > fmaxl(fall * left, 0))) return;
        for (int i = 0; i + 1 < last; i++)
            if (wait(r, i) < left) return;
    }
    r->rests = true;
    r->v[last] = 0;
    for (int i = 0; i < last; i++) r->v[i] += r->g * left;
    if (last > 0) r->gap[last - 1] -= (ahead.v[last - 1] + r->g * left / 2) * left;
    r->time += left;
    r->rest_time = r->time;
}

/* until all have parted for good, or nothing is left */
static void follow(row *r) {
    long double fastest = 0;
    for (int i = 0; i < r->count; i++) {
        fastest = fmaxl(fastest, fabsl(r->v[i]));
        fastest = fmaxl(fastest, sqrtl(2 * r->g * r->gap[i]));
    }
    for (size_t k = 0; k < 3000000; k++) {
        int next = 0;
        for (int i = 1; i < r->count; i++)
            if (wait(r, i) < wait(r, next)) next = i;
        long double t = wait(r, next), most = 0, least = INFINITY;
        if (t == INFINITY) return;
        fly(r, t);
        strike(r, next);
        if (next == r->count - 1) come_to_rest(r);
        for (int i = 0; i < r->count; i++) {
            if (r->rests && i + 1 == r->count) continue;
            most = fmaxl(most, fabsl(closing(r, i)));
            if (r->struck[i]) least = fminl(least, fabsl(closing(r, i)));
        }
        r->unclear = r->unclear || least < 1e-8L * most || (r->rests && r->e[0] == 1);
        if (r->unclear) return;
        /* and no time, which may go to zero more slowly than the speeds */
        r->at_rest = most < 1e-16L * fastest && t < 1e-17L * r->time;
        if (r->at_rest) return;
    }
    ck_abort_msg("the map goes on and on");
}

static double between(thud_random *random, double low, double high) {
    return low + (high - low) * thud_random_uniform(random);
}

static scene *scene_of(const row *r, double duration, const char *law) {
    scene *s = scene_open(duration);
    for (int i = 0; i < r->count; i++) scene_body(s, (double)r->mass[i], 0, (double)r->v[i]);
    for (int i = 0; i < r->count; i++)
        scene_touch(s, i, i + 1 < r->count ? i + 1 : THUD_BODY_GROUND,
                    scene_contact(law, (double)r->gap[i], (double)r->e[i], 0));
    thud_model_set_gravity(s->model, (double)r->g);
    return s;
}

/* s: by how much the time of the end changes when one of the numbers that the row is made of does by a thousand
 * roundings, 2⁻⁴³, as many impacts add them up; NAN when more than the time changes, and doubles cannot tell */
static double sensitivity(const row *start, const row *end) {
    double most = 0;
    for (int i = 0; i < 3 * start->count; i++) {
        row r = *start;
        long double *number = i % 3 == 0 ? r.gap : i % 3 == 1 ? r.mass : r.e;
        number[i / 3] *= 1 + 0x1p-43L;
        follow(&r);
        if (r.unclear || r.at_rest != end->at_rest || r.rests != end->rests) return NAN;
        for (int j = 0; j < r.count; j++)
            if (r.impacts[j] != end->impacts[j]) return NAN;
        most = fmax(most, fabs((double)(r.time - end->time)));
        most = fmax(most, fabs((double)(r.rest_time - end->rest_time)));
    }
    return most;
}

static const char *describe(const row *r) {
    static char text[400];
    size_t used = (size_t)snprintf(text, sizeof text, "g %.17Lg", r->g);
    for (int i = 0; i < r->count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "; m %.17Lg, e %.17Lg, gap %.17Lg, v %.17Lg",
                                 r->mass[i], r->e[i], r->gap[i], r->v[i]);
    return text;
}

typedef struct {
    size_t ended, finite, skipped;
} tally;

static void compare(const row *start, const char *law, tally *all) {
    row end = *start;
    follow(&end);
    double slack = end.unclear ? NAN : sensitivity(start, &end), duration = (double)end.time + 1;
    /* and roundings of the time itself, and some tenths of what is left when the
     * energy has come to 1e-8 of where gaps are 1e-14 of lengths: 1e-4 √(8e-14 L/g) < 1e-11 s for 0.1 m and 0.3
     * m/s² */
    slack += 1e-12 * duration + (start->g > 0 ? 1e-11 : 0);
    if (!(slack < 1e-8)) {
        all->skipped++;
        return;
    }
    scene *s = scene_of(start, duration, law);
    scene_run(s);
    double energy = 0;
    for (int i = 0; i < start->count; i++) {
        energy += (double)(start->mass[i] * start->v[i] * start->v[i]) / 2;
        ck_assert_msg(s->summary->contacts[i].impacts == end.impacts[i],
                      "%s, contact %d: %zu impacts, by the map %zu", describe(start), i,
                      s->summary->contacts[i].impacts, end.impacts[i]);
    }
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
    if (!end.at_rest) {
        all->finite++;
        for (int i = 0; i < start->count; i++)
            ck_assert_double_le(fabs(s->summary->bodies[i].final_velocity - (double)(end.v[i] + end.g)),
                                1e-9 * (1 + fabs((double)end.v[i])));
        scene_close(s);
        return;
    }
    all->ended++;
    double momentum = 0, place = 0;
    for (int i = start->count - 1; i >= 0; i--) place += (double)start->gap[i];
    for (int i = 0; i < start->count; i++) {
        const thud_contact_summary *c = &s->summary->contacts[i];
        bool first = end.rests && i + 1 == start->count;
        double sticks = duration - (double)(first ? end.rest_time : end.time);
        ck_assert_msg(fabs(c->stick_time - sticks) <= slack,
                      "%s, contact %d sticks %.17g s, by the map %.17g s, +- %g", describe(start), i, c->stick_time,
                      sticks, slack);
        /* what comes to rest has given all its momentum, and what gravity has added, to those behind it */
        momentum += (double)(start->mass[i] * start->v[i]) + (double)(start->mass[i] * start->g) * duration;
        ck_assert_double_le(fabs(c->impulse - momentum), 1e-11 * fmax(momentum, 1e-3));
        ck_assert_double_le(fabs(s->summary->bodies[i].final_velocity), 1e-13);
        ck_assert_double_le(fabs(s->summary->bodies[i].final_displacement - place), 1e-12 * place);
        energy += (double)(start->mass[i] * start->g) * place;
        place -= (double)start->gap[i];
        if (start->e[i] == 1) ck_assert_double_le(fabs(c->energy_lost), 1e-11 * energy);
    }
    ck_assert_double_le(fabs(s->summary->energy.impact - energy), 1e-11 * energy);
    scene_close(s);
}

/* a light body between a heavy one and a wall, and rows of two light ones; nothing presses */
START_TEST(without_a_load) {
    thud_random random = thud_random_seed(13);
    tally all = {0};
    for (int k = 0; k < CASES; k++) {
        row r = {.count = 2 + k % 2};
        for (int i = 0; i < r.count; i++) {
            r.mass[i] = i == 0 ? 1 : exp(between(&random, r.count == 2 ? -7 : -1.5, -0.5));
            r.e[i] = between(&random, 0.02, k % 3 == 0 ? 0.95 : 0.6);
            if (k % 5 == 0 && i == k / 5 % r.count) r.e[i] = 1;
            r.gap[i] = between(&random, 0.001, 0.1);
        }
        r.v[0] = between(&random, 0.1, 2);
        compare(&r, k % 4 < 2 ? "newton" : "poisson", &all);
    }
    ck_assert_uint_ge(all.ended, 60);
    ck_assert_uint_ge(all.finite, 10);
}
END_TEST

START_TEST(by_eigenvalues) {
    thud_random random = thud_random_seed(15);
    size_t endless = 0, parted = 0, compared = 0;
    for (int k = 0; k < CASES; k++) {
        row r = {.count = 2, .mass = {1, exp(between(&random, -5, 0))}, .gap = {0.01, 0.01}, .v = {1}};
        for (int i = 0; i < 2; i++) r.e[i] = between(&random, 0.02, 0.7);
        double e1 = (double)r.e[0], e2 = (double)r.e[1], mu = (double)r.mass[1], a = (1 + e1) / (1 + mu);
        double trace = 1 - a * mu - e2 * (1 - a), root = 2 * sqrt(e1 * e2);
        if (fabs(trace - root) < 0.01) continue; /* the last impacts of many may be below rounding */
        scene *s = scene_of(&r, 1, "newton");
        scene_run(s);
        bool rests = s->summary->contacts[0].stick_time > 0 && s->summary->contacts[1].stick_time > 0;
        ck_assert_msg(rests == (trace > root), "mass %g, e %g and %g", mu, e1, e2);
        endless += rests;
        parted += !rests;
        double larger = (trace + sqrt(fmax(trace * trace - root * root, 0))) / 2, smaller = e1 * e2 / larger;
        size_t rounds = 0, at[2] = {0};
        for (size_t i = 0; i < s->count && rests; i++) {
            if (s->entries[i].contact != 0) continue;
            at[rounds++ % 2] = i;
        }
        /* what the other eigenvector still has; 2e-16 from coordinates of 0.02 m in speeds of 1e-3 m/s is less */
        double rest = pow(smaller / larger, (double)rounds - 2);
        bool told = rests && rounds >= 3 && rest < 1e-4;
        double ratio = s->entries[at[(rounds + 1) % 2]].approach_speed / s->entries[at[rounds % 2]].approach_speed;
        if (told) ck_assert_double_le(fabs(ratio / larger - 1), 10 * rest + 1e-12);
        compared += told;
        scene_close(s);
    }
    ck_assert(endless >= 40 && parted >= 20 && compared >= 20);
}
END_TEST

/* e = 1 everywhere: nothing ends it, and that is said after some ten thousand steps */
START_TEST(without_end) {
    scene *s = scene_open(1);
    thud_body body = scene_body(s, 1, 0, 1);
    scene_touch(s, THUD_BODY_GROUND, body, scene_contact("newton", 0, 1, 0));
    scene_touch(s, body, THUD_BODY_GROUND, scene_contact("newton", 0, 1, 0));
    scene_try(s);
    ck_assert_int_eq(s->status, THUD_ERROR_PROGRESS);
    ck_assert_ptr_nonnull(strstr(s->summary->error.text, "contact"));
    ck_assert_uint_le(s->summary->solver.steps, 100000);
    scene_close(s);
}
END_TEST

/* with every impact counted, down to 1e-9 of the largest speed and as far as E is followed beyond */
START_TEST(threshold_of_zero) {
    row r = {.count = 2, .mass = {13, 0.28}, .e = {0.42L, 0.8L}, .gap = {0.025L, 0.008L}, .g = 9.81L}, end = r;
    follow(&end);
    double duration = (double)end.time + 0.5;
    scene *s = scene_of(&r, duration, "newton");
    thud_model_set_impact_threshold(s->model, 0);
    scene_run(s);
    ck_assert_double_le(fabs(s->summary->contacts[0].stick_time - 0.5), 1e-11);
    ck_assert_double_le(fabs(s->summary->contacts[1].stick_time - 0.5), 1e-11);
    ck_assert_uint_ge(s->summary->impacts, 2 * end.impacts[0]);
    ck_assert_uint_le(s->summary->solver.steps, 5000);
    scene_close(s);
}
END_TEST

/* a heavy body falls on a light one on the floor, or the other way round; one of the contacts may lose nothing */
START_TEST(under_gravity) {
    thud_random random = thud_random_seed(14);
    tally all = {0};
    for (int k = 0; k < CASES; k++) {
        row r = {.count = 2, .g = between(&random, 0.3, 10)};
        for (int i = 0; i < r.count; i++) {
            r.mass[i] = i == 0 ? 1 : exp(between(&random, -5, 1));
            r.e[i] = between(&random, 0, 0.95);
            r.gap[i] = between(&random, 0.001, 0.05);
        }
        if (k % 3 == 0) r.e[k / 3 % 2] = 1;
        r.v[0] = between(&random, 0, 1);
        compare(&r, "newton", &all);
    }
    ck_assert_uint_ge(all.ended, 100);
}
END_TEST

/* ---- on a body that rests ---- */

/* a ball on one or two plates that rest on a base with springs, or on a base of all their masses */
static scene *stack(thud_random random, int plates, bool merged) {
    double fall = between(&random, 0.01, 0.2), e = between(&random, 0.1, 0.9), sum = between(&random, 0.5, 5);
    double stiffness = between(&random, 50, 500), damping = between(&random, 1, 10), mass[2];
    for (int i = 0; i < 2; i++) mass[i] = i < plates ? between(&random, 0.5, 20) : 0;
    const char *law = thud_random_uniform(&random) < 0.5 ? "newton" : "poisson";
    scene *s = scene_open(3);
    thud_body ball = scene_body(s, between(&random, 0.5, 10), -fall, 0);
    if (merged) sum += mass[0] + mass[1];
    thud_body base = scene_body(s, sum, 0, 0), top = base;
    scene_spring(s, THUD_BODY_GROUND, base, stiffness, damping);
    thud_body plate[2] = {base, base};
    for (int i = 0; i < plates && !merged; i++) plate[i] = top = scene_body(s, mass[i], 0, 0);
    scene_touch(s, ball, top, scene_contact(law, 0, e, 0));
    for (int i = 0; i < plates && !merged; i++)
        scene_touch(s, plate[i], i == 0 ? base : plate[i - 1], scene_contact("newton", 0, 0, 0));
    thud_model_set_gravity(s->model, 9.81);
    return s;
}

START_TEST(on_a_body_that_rests) {
    thud_random random = thud_random_seed(16);
    int compared = 0, sticking = 0;
    for (int k = 0; k < CASES; k++) {
        thud_random_bits(&random);
        scene *apart = stack(random, 1 + k % 2, false), *merged = stack(random, 1 + k % 2, true);
        scene_run(apart);
        scene_run(merged);
        bool together = true;
        for (size_t i = 1; i < apart->summary->contact_count; i++)
            together = together && apart->summary->contacts[i].stick_time == 3;
        const thud_contact_summary *a = &apart->summary->contacts[0], *b = &merged->summary->contacts[0];
        compared += together;
        sticking += together && b->stick_time > 0;
        if (together) {
            /* the same equations with one more unknown; some hundred impacts of some roundings each */
            ck_assert_uint_eq(a->impacts, b->impacts);
            ck_assert_double_le(fabs(a->stick_time - b->stick_time), 1e-11);
            ck_assert_double_le(fabs(a->max_force - b->max_force), 1e-11 * (1 + b->max_force));
            ck_assert_double_le(fabs(a->impulse - b->impulse), 1e-11 * (1 + b->impulse));
            ck_assert_double_le(fabs(a->energy_lost - b->energy_lost), 1e-11 * (1 + b->energy_lost));
            for (size_t i = 0; i < merged->count && i < SCENE_ENTRIES; i++) {
                ck_assert_double_le(fabs(apart->entries[i].time - merged->entries[i].time), 1e-11);
                ck_assert_double_le(fabs(apart->entries[i].approach_speed - merged->entries[i].approach_speed),
                                    1e-11);
            }
            for (size_t i = 0; i < 2; i++)
                ck_assert_double_le(fabs(apart->summary->bodies[i].final_displacement -
                                         merged->summary->bodies[i].final_displacement),
                                    1e-11);
        }
        scene_close(apart);
        scene_close(merged);
    }
    ck_assert_msg(compared >= 100 && sticking >= 50, "%d and %d", compared, sticking);
}
END_TEST

/* ---- all at once ---- */

/* rows of bodies with springs and gravity between two walls, some without gaps: limits of some contacts while
 * others part or are on their way. Each run comes to its end in some ten thousand steps, and nothing is lost on the
 * way */
START_TEST(among_others) {
    for (unsigned seed = 1; seed <= CASES; seed++) {
        thud_random random = thud_random_seed(seed);
        scene *s = scene_open(between(&random, 0.5, 2));
        int count = 2 + (int)(3 * thud_random_uniform(&random));
        thud_body before = THUD_BODY_GROUND;
        for (int i = 0; i <= count; i++) {
            thud_body body = THUD_BODY_GROUND;
            double gap = thud_random_uniform(&random) < 0.3 ? 0 : between(&random, 0, 0.03);
            if (i < count) body = scene_body(s, exp(between(&random, -4, 3)), 0, between(&random, -1, 1));
            if (i < count && i % 2 == 0)
                scene_spring(s, THUD_BODY_GROUND, body, exp(between(&random, 1, 7)), between(&random, 0, 5));
            const char *law = thud_random_uniform(&random) < 0.5 ? "newton" : "poisson";
            scene_touch(s, before, body, scene_contact(law, gap, between(&random, 0, 0.95), 0));
            before = body;
        }
        thud_model_set_gravity(s->model, between(&random, -10, 10));
        scene_try(s);
        ck_assert_msg(s->status == THUD_OK, "seed %u: %s", seed, s->summary->error.text);
        ck_assert_msg(s->summary->solver.steps <= 100000, "seed %u: %zu steps", seed, s->summary->solver.steps);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-10); /* a thousand impacts, 1e-13 each at most */
        scene_close(s);
    }
}
END_TEST

/* one falls on the other without a bounce, which bounces on a table: by seed, and where impacts are counted from */
static scene *fall_without_a_bounce(unsigned seed, double threshold) {
    thud_random r = thud_random_seed(seed + 4001);
    scene *s = scene_open(between(&r, 0.3, 1));
    thud_body a = scene_body(s, between(&r, 0.5, 3), 0, between(&r, -0.5, 0.5)),
              b = scene_body(s, between(&r, 0.5, 3), 0, between(&r, -0.5, 0.5));
    if (seed % 3) scene_spring(s, THUD_BODY_GROUND, a, between(&r, 20, 300), between(&r, 0, 2));
    scene_spring(s, a, b, between(&r, 20, 300), 0);
    double e = between(&r, 0.05, 0.6), low = between(&r, 0, 0.03), high = between(&r, 0, 0.02);
    scene_touch(s, a, THUD_BODY_GROUND, scene_contact("newton", low, e, 0));
    scene_touch(s, b, a, scene_contact("newton", high, 0, 0));
    thud_model_set_gravity(s->model, between(&r, 2, 12));
    thud_model_set_ground(
        s->model,
        &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = between(&r, 2, 12), .frequency = between(&r, 1, 3)});
    thud_model_set_impact_threshold(s->model, threshold);
    scene_run(s);
    return s;
}

/*
 * The gap that the load opens after each impact goes with the square of the time, which goes with the gap before:
 * 1e-6, 1e-11, 1e-21, …, and after some ten impacts is less than the least number. Whether impacts are counted, and
 * so followed, one by one, or taken to their limit has no say in the motion: 1e-14 of places and times at each, of
 * which later impacts make some thousand times that.
 */
START_TEST(counting_does_not_change_the_motion) {
    for (unsigned seed = 0; seed < CASES; seed++) {
        scene *one = fall_without_a_bounce(seed, THRESHOLD), *other = fall_without_a_bounce(seed, 2);
        for (size_t i = 0; i < 2; i++) {
            const thud_body_summary *x = &one->summary->bodies[i], *y = &other->summary->bodies[i];
            double apart = fabs(x->final_displacement - y->final_displacement);
            ck_assert_msg(apart <= 1e-10 * x->max_displacement, "seed %u, body %zu: %.12g and %.12g m", seed, i,
                          x->final_displacement, y->final_displacement);
            ck_assert_double_le(fabs(x->max_displacement - y->max_displacement), 1e-10 * x->max_displacement);
        }
        scene_close(one);
        scene_close(other);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("accumulation");
    tcase_add_test(tests, without_a_load);
    tcase_add_test(tests, under_gravity);
    tcase_add_test(tests, by_eigenvalues);
    tcase_add_test(tests, without_end);
    tcase_add_test(tests, threshold_of_zero);
    tcase_add_test(tests, on_a_body_that_rests);
    tcase_add_test(tests, among_others);
    tcase_add_test(tests, counting_does_not_change_the_motion);
    return run_suite("accumulation", tests);
}
