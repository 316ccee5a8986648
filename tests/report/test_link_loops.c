/* Force over deformation of links, as link_loops.csv keeps it: corners alone of straight ways, few points of long
 * ones. */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "report/run/files.h"

#include "suite.h"

static char folder[64], path[128];

static thud_model *model_of(void) {
    thud_model *model = thud_model_create();
    thud_body_id body = thud_model_add_body(model, "a", 1);
    thud_model_add_link(model, THUD_GROUND, body, &(thud_link){.stiffness = 1, .name = "p, q"});
    thud_model_set_duration(model, 1);
    return model;
}

typedef struct row {
    double time, deformation, force;
} row;

/* writes the file, reads it back and takes it away; how many rows it has */
static size_t read_back(const thud_link_loops *loops, row *rows, size_t room) {
    thud_error failure;
    snprintf(folder, sizeof folder, "/tmp/thud-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/link_loops.csv", folder);
    ck_assert_msg(thud_link_loops_write(loops, path, &failure), "%s", failure.text);
    FILE *stream = fopen(path, "r");
    char line[256];
    size_t count = 0;
    ck_assert_ptr_nonnull(fgets(line, sizeof line, stream));
    ck_assert_str_eq(line, "link,t [s],deformation [m],force [N]\n");
    while (fgets(line, sizeof line, stream)) {
        ck_assert_uint_lt(count, room);
        row *r = &rows[count++];
        ck_assert_int_eq(sscanf(line, "\"p, q\",%lf,%lf,%lf", &r->time, &r->deformation, &r->force), 3);
    }
    fclose(stream);
    unlink(path);
    rmdir(folder);
    return count;
}

/* elastic and yielding, to and fro, each leg in steps of eight points: the corners, and no more */
START_TEST(corners_alone) {
    static const row corners[] = {{0, 0, 0},      {1, 1, 10},  {2, 5, 12},  {3, 3, -8},
                                  {4, -2, -10.5}, {5, 0, 9.5}, {6, 4, 11.5}};
    enum { CORNERS = sizeof corners / sizeof corners[0], STEPS = 5, POINTS = 8 };
    thud_model *model = model_of();
    thud_link_loops *loops = thud_link_loops_create(model);
    for (int i = 0; i + 1 < CORNERS; i++)
        for (int s = 0; s < STEPS; s++)
            for (int k = 0; k <= POINTS; k++) { /* a step begins where the one before ended */
                const double share = (s + (double)k / POINTS) / STEPS;
                const row *a = &corners[i], *b = &corners[i + 1];
                ck_assert(thud_link_loops_add(
                    loops, &(thud_link_sample){0, a->time + share * (b->time - a->time),
                                               a->deformation + share * (b->deformation - a->deformation),
                                               a->force + share * (b->force - a->force)}));
            }
    row rows[64];
    ck_assert_uint_eq(read_back(loops, rows, 64), CORNERS);
    for (int i = 0; i < CORNERS; i++) {
        /* interpolated at 1 where it is not to the bit: two roundings of 12 */
        ck_assert_double_eq_tol(rows[i].deformation, corners[i].deformation, 1e-14);
        ck_assert_double_eq_tol(rows[i].force, corners[i].force, 1e-14);
    }
    thud_link_loops_free(loops);
    thud_model_free(model);
}
END_TEST

/* 500 turns of a spiral, 200 points each: at most so many are kept, and the widest and strongest are near them */
START_TEST(long_ways) {
    enum { TURNS = 500, EACH = 200 };
    thud_model *model = model_of();
    thud_link_loops *loops = thud_link_loops_create(model);
    double widest = 0;
    for (int i = 0; i <= TURNS * EACH; i++) {
        const double angle = 2 * 3.14159265358979324 * i / EACH, size = 1 + 0.5 * sin(0.01 * angle);
        widest = fmax(widest, fabs(size * cos(angle)));
        ck_assert(thud_link_loops_add(
            loops, &(thud_link_sample){0, i * 1e-3, size * cos(angle), 1e6 * size * sin(angle)}));
    }
    row *rows = calloc(2 * THUD_LINK_LOOP_POINTS, sizeof *rows);
    const size_t count = read_back(loops, rows, 2 * THUD_LINK_LOOP_POINTS);
    ck_assert_uint_le(count, THUD_LINK_LOOP_POINTS + 1);
    ck_assert_uint_gt(count, THUD_LINK_LOOP_POINTS / 4); /* no fewer than it takes */
    double kept = 0;
    for (size_t i = 0; i < count; i++) {
        kept = fmax(kept, fabs(rows[i].deformation));
        if (i > 0) ck_assert_double_gt(rows[i].time, rows[i - 1].time);
    }
    /* 8 points of a turn are left: within 1 − cos(π/8) = 0.08 */
    ck_assert_double_ge(kept, 0.92 * widest);
    ck_assert_double_le(kept, widest);
    free(rows);
    thud_link_loops_free(loops);
    thud_model_free(model);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("link loops");
    tcase_add_test(tests, corners_alone);
    tcase_add_test(tests, long_ways);
    return run_suite("link loops", tests);
}
