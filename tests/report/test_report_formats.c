#define _XOPEN_SOURCE 700 /* open_memstream */

/*
 * Formats of JSON documents and of rows of tables: what they show is what is written.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/text/json.h"
#include "report/text/table.h"
#include "suite.h"

static char *text;
static size_t size;

START_TEST(json_shows_what_its_format_shows) {
    FILE *stream = open_memstream(&text, &size);
    const char *volatile none = NULL; /* which a compiler that saw it would warn of */
    thud_json json = thud_json_start(stream);
    thud_json_write(&json, "{name: %s, %s: %g, none: %g, nothing: null, deep: {yes: %d, no: %d, three: 3}, list: [",
                    "a \"b\"\n", "giv:en", 0.1, NAN, 1 < 2, 2 < 1);
    thud_json_number(&json, 2);
    thud_json_write(&json, "{}, [%s, true]]}\n", none);
    fclose(stream);
    /* 17 digits: the same double is read back */
    ck_assert_str_eq(
        text, "{\n  \"name\": \"a \\\"b\\\"\\n\",\n  \"giv:en\": 0.10000000000000001,\n  \"none\": null,\n"
              "  \"nothing\": null,\n  \"deep\": {\n    \"yes\": true,\n    \"no\": false,\n    \"three\": 3\n"
              "  },\n  \"list\": [\n    2,\n    {},\n    [\n      null,\n      true\n    ]\n  ]\n}\n");
    ck_assert_uint_eq(thud_json_check(text, size), 0);
    free(text);
}
END_TEST

/* every kind of value that a cell can take, and a tab of somebody's own, which is no end of a cell */
START_TEST(cells_stand_between_tabs) {
    FILE *stream = open_memstream(&text, &size);
    thud_table table = thud_table_start("lrr");
    thud_table_cells(&table, "%s\t%zu\t%.1f %%\n%c%d\t%.*s\t", "a\tb", (size_t)12, 2.5, 'x', -3, 2, "long");
    thud_table_cells(&table, "%llu", 7ULL);
    thud_table_cells(&table, "\t%+.0e", 1e-9);
    ck_assert(thud_table_finish(&table, stream, 1));
    fclose(stream);
    ck_assert_str_eq(text, " a?b  12   2.5 %\n"
                           " x-3  lo\n"
                           " 7        +1e-09\n");
    free(text);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("report_formats");
    tcase_add_test(tests, json_shows_what_its_format_shows);
    tcase_add_test(tests, cells_stand_between_tabs);
    return run_suite("report_formats", tests);
}
