/*
 * Impacts in one place have no say in another. A ball falls on a shaken floor; elsewhere, joined to it by nothing,
 * bodies are jammed between stops without room, struck by a hammer on a spring, or at rest on one another. The ball
 * moves with them as it does without, and comes back with the restitution that its floor has.
 */
#include "numeric/random.h"
#include "simulate/scene.h"

enum { VARIANTS = 200 };

static double between(thud_random *random, double low, double high) {
    return low + (high - low) * thud_random_uniform(random);
}

static thud_gap_contact rigid(thud_random *random, double gap) {
    const char *law = thud_random_uniform(random) < 0.5 ? "newton" : "poisson";
    return scene_contact(law, gap, between(random, 0, 0.95), 0);
}

/* ground, one to three bodies and ground again without room between them, and a hammer that strikes one of them */
static void add_jam(scene *s, thud_random *random) {
    int count = 1 + (int)(3 * thud_random_uniform(random)), struck = (int)(count * thud_random_uniform(random));
    thud_body first = THUD_BODY_GROUND, target = THUD_BODY_GROUND;
    for (int i = 0; i < count; i++) {
        thud_body body = scene_body(s, between(random, 0.1, 30), 0, 0);
        scene_touch(s, first, body, rigid(random, 0));
        if (i == struck) target = body;
        first = body;
    }
    scene_touch(s, first, THUD_BODY_GROUND, rigid(random, 0));
    thud_body hammer = scene_body(s, between(random, 0.1, 5), 0, -between(random, 0.2, 2));
    scene_spring(s, THUD_BODY_GROUND, hammer, between(random, 50, 500), 0);
    scene_touch(s, target, hammer, rigid(random, between(random, 0.005, 0.05)));
}

/* two bodies that rest on one another and on the ground, and part from it when it shakes */
static void add_pile(scene *s, thud_random *random) {
    thud_body low = scene_body(s, between(random, 0.1, 30), 0, 0),
              high = scene_body(s, between(random, 0.1, 30), 0, 0);
    scene_touch(s, high, low, rigid(random, 0));
    scene_touch(s, low, THUD_BODY_GROUND, rigid(random, 0));
}

static scene *ball(unsigned seed, bool with_others, double *e) {
    thud_random random = thud_random_seed(seed);
    scene *s = scene_open(2);
    thud_gap_contact floor = rigid(&random, between(&random, 0.05, 0.6));
    *e = floor.restitution;
    scene_touch(s, scene_body(s, between(&random, 0.1, 10), 0, between(&random, -1, 1)), THUD_BODY_GROUND, floor);
    thud_model_set_gravity(s->model, 9.81);
    thud_signal shaking = {
        .kind = THUD_SIGNAL_SINE, .amplitude = between(&random, 1, 9), .frequency = between(&random, 0.5, 5)};
    thud_model_set_ground(s->model, &shaking);
    if (!with_others) return s;
    if (seed % 3 < 2) add_jam(s, &random);
    if (seed % 3 > 0) add_pile(s, &random);
    return s;
}

static const thud_impact_entry *next_of_ball(const scene *s, size_t *at) {
    while (*at < s->count && s->entries[*at].contact != 0) ++*at;
    return *at < s->count ? &s->entries[(*at)++] : NULL;
}

START_TEST(moves_as_without_others) {
    for (unsigned seed = 1; seed <= VARIANTS; seed++) {
        double e;
        scene *alone = ball(seed, false, &e), *among = ball(seed, true, &e);
        scene_run(alone);
        scene_run(among);
        ck_assert_uint_le(among->count, SCENE_ENTRIES);
        size_t at_alone = 0, at_among = 0, count = 0;
        for (const thud_impact_entry *a; (a = next_of_ball(alone, &at_alone)); count++) {
            const thud_impact_entry *b = next_of_ball(among, &at_among);
            ck_assert_ptr_nonnull(b);
            /* the same series, cut at other places: each impact adds some roundings of 1e-16, and a slower one has
             * them of the height of the first, 1e-16 (v₁/v)² < 1e-9 where v is the threshold, for which the first
             * are asked */
            if (a->approach_speed < 0.05) break;
            ck_assert_double_le(fabs(a->time - b->time), 1e-12);
            ck_assert_double_le(fabs(a->approach_speed - b->approach_speed), 1e-12);
            ck_assert_double_le(fabs(a->impulse - b->impulse), 1e-12 * fmax(a->impulse, 1));
        }
        ck_assert_uint_ge(count, 1);
        /* one product and one sum of numbers like the speed */
        for (size_t i = 0; i < among->count; i++)
            if (among->entries[i].contact == 0) ck_assert_double_le(fabs(among->entries[i].restitution - e), 1e-12);
        ck_assert_double_le(
            fabs(alone->summary->bodies[0].final_displacement - among->summary->bodies[0].final_displacement),
            1e-12);
        ck_assert_double_le(fabs(alone->summary->contacts[0].impulse - among->summary->contacts[0].impulse),
                            1e-12 * alone->summary->contacts[0].impulse);
        ck_assert_double_le(fabs(alone->summary->contacts[0].energy_lost - among->summary->contacts[0].energy_lost),
                            1e-12 * alone->summary->contacts[0].energy_lost);
        ck_assert_double_le(fabs(among->summary->energy.residual), 1e-12);
        scene_close(alone);
        scene_close(among);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("unrelated");
    tcase_add_test(tests, moves_as_without_others);
    return run_suite("unrelated", tests);
}
