#define _XOPEN_SOURCE 700 /* mkdtemp */

/* A study in shards: as many cases for each, and what the first one wrote holds for all that come later. */
#include <stdint.h>

#include "store_folder.h"
#include "study/store/shards.h"
#include "suite.h"

static thud_shards plan(const thud_study *study, size_t count) {
    thud_study_options options = thud_study_options_default(folder);
    thud_shards shards;
    options.shards = count;
    ck_assert_int_eq(thud_shards_plan(study, &options, &shards), THUD_OK);
    ck_assert_uint_eq(shards.count, count);
    return shards;
}

static const struct {
    size_t cases, shards;
} sizes[] = {{5000, 8}, {10, 3}, {3, 8}, {1, 1}, {16384, 5}, {1000000000000, 3400}, {SIZE_MAX / 16, 9999}};

/* by counting: the shares of n cases among N are n/N rounded down or up */
START_TEST(shares_differ_by_one) {
    thud_study study = double_study();
    study.gaps = sizes[_i].cases;
    study.es = 1;
    thud_shards shards = plan(&study, sizes[_i].shards);
    const size_t least = sizes[_i].cases / sizes[_i].shards;
    size_t next = 0;
    for (size_t i = 0; i < shards.count; i++) {
        ck_assert_uint_eq(shards.list[i].first, next);
        ck_assert(shards.list[i].count == least || shards.list[i].count == least + 1);
        next += shards.list[i].count;
    }
    ck_assert_uint_eq(next, sizes[_i].cases);
    thud_shards_clear(&shards);
}
END_TEST

/* a list that is there keeps its parts and its layout, whatever those who come later would have chosen */
START_TEST(the_first_list_holds) {
    thud_study study = double_study();
    thud_shards first = plan(&study, 3), later = plan(&study, 3), fewer = plan(&study, 2);
    first.list[0] = (thud_shard){0, 16}; /* as versions before 0.2 had it: by chunks */
    first.list[1] = (thud_shard){16, 16};
    first.list[2] = (thud_shard){32, 10};
    first.layout = THUD_STUDY_LAYOUT_COLUMNS;
    first.chunk = 16;
    ck_assert_int_eq(thud_shards_settle(folder, &first, &note), THUD_OK);
    ck_assert_msg(thud_shards_settle(folder, &later, &note) == THUD_OK, "%s", note.text);
    ck_assert_uint_eq(later.list[1].first, 16);
    ck_assert_uint_eq(later.list[2].count, 10);
    ck_assert(later.layout == THUD_STUDY_LAYOUT_COLUMNS && later.chunk == 16);
    ck_assert_int_eq(thud_shards_settle(folder, &fewer, &note), THUD_ERROR_MISMATCH);
    ck_assert_uint_eq(fewer.count, 2);
    thud_shards_clear(&first);
    thud_shards_clear(&later);
    thud_shards_clear(&fewer);
    char list[128];
    snprintf(list, sizeof list, "%s/shards", folder);
    unlink(list);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("shards");
    tcase_add_checked_fixture(tests, set_up, tidy);
    tcase_add_loop_test(tests, shares_differ_by_one, 0, sizeof sizes / sizeof sizes[0]);
    tcase_add_test(tests, the_first_list_holds);
    return run_suite("shards", tests);
}
