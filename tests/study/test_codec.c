/*
 * Columns of a chunk as bytes: whatever is written is read back, each way of writing is taken where it is the
 * least, and bytes that are no column of so many rows are refused.
 */
#include <stdlib.h>
#include <string.h>

#include "numeric/random.h"
#include "study/store/codec.h"
#include "suite.h"

enum { MOST = 16384 };

static uint64_t cells[MOST], again[MOST];
static unsigned char bytes[THUD_CODE_ROOM(MOST) + 1];

/* so many different ones, at random places but the first of each in order */
static void fill(size_t rows, size_t different, unsigned long long seed) {
    thud_random random = thud_random_seed(seed);
    for (size_t i = 0; i < rows; i++) {
        const size_t which = i < different ? i : (size_t)(thud_random_uniform(&random) * (double)different);
        cells[i] = (which + 1) * UINT64_C(0x9e3779b97f4a7c15);
    }
}

/* each row of the table is the way that takes the fewest bytes; 3 + 8 cells + rows (or 2 rows) against 1 + 8 rows
 */
static const struct {
    size_t rows, different;
    char letter;
} CELLS[] = {{0, 1, 'r'},        {1, 1, 'c'},     {300, 1, 'c'},     {2, 2, 'r'},        {300, 2, 'b'},
             {280, 256, 'r'},    {300, 256, 'b'}, {3000, 256, 'b'},  {3000, 257, 's'},   {16384, 5000, 's'},
             {16384, 9000, 'r'}, {300, 300, 'r'}, {3000, 3000, 'r'}, {16384, 16384, 'r'}};

START_TEST(cells_read_back) {
    const size_t rows = CELLS[_i].rows;
    /* the first of all are met within the first rows: what is nearly all different at the beginning is taken for
     * such */
    fill(rows, CELLS[_i].different, 7);
    if (CELLS[_i].letter == 's' || (CELLS[_i].letter == 'b' && CELLS[_i].different > 100))
        for (size_t i = rows; i-- > 0;) cells[i] = cells[(i / (rows / CELLS[_i].different)) % CELLS[_i].different];
    const size_t size = thud_code_cells(cells, rows, bytes);
    ck_assert_uint_le(size, THUD_CODE_ROOM(rows));
    ck_assert_msg(bytes[0] == CELLS[_i].letter, "%zu rows of %zu: '%c'", rows, CELLS[_i].different, bytes[0]);
    ck_assert(thud_decode_cells(bytes, size, rows, again));
    ck_assert_int_eq(memcmp(cells, again, rows * sizeof *cells), 0);
    /* a byte less, one more, other rows, another letter */
    ck_assert(!thud_decode_cells(bytes, size - 1, rows, again));
    ck_assert(!thud_decode_cells(bytes, size + 1, rows, again));
    ck_assert(!thud_decode_cells(bytes, 0, rows, again));
    if (bytes[0] != 'c') ck_assert(!thud_decode_cells(bytes, size, rows + 1, again));
    bytes[0] = 'x';
    ck_assert(!thud_decode_cells(bytes, size, rows, again));
}
END_TEST

/* a place beyond the last cell of the list, of one byte and of two */
START_TEST(places_that_are_not_there) {
    static const unsigned char one[] = {'b', 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 0, 2};
    static const unsigned char two[] = {'s', 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 1, 0};
    ck_assert(!thud_decode_cells(one, sizeof one, 2, again));
    ck_assert(!thud_decode_cells(two, sizeof two, 2, again));
    ck_assert(!thud_decode_cells(one, 2, 2, again)); /* not even how many there are */
    /* more cells than bytes */
    static const unsigned char many[] = {'b', 0xff, 0xff, 0};
    ck_assert(!thud_decode_cells(many, sizeof many, 1, again));
}
END_TEST

/* ---- texts ---- */

/* rows with so many texts, every seventh with none */
static unsigned char *write_texts(size_t rows, size_t different, thud_text_column *column, size_t *size) {
    char text[32];
    for (size_t i = 0; i < rows; i++) {
        snprintf(text, sizeof text, "text %zu", i % (different ? different : 1));
        column->which[i] =
            different == 0 || (different > 1 && i % 7 == 6) ? 0 : thud_text_column_find(column, text);
        ck_assert_uint_ne(column->which[i], UINT32_MAX);
    }
    return thud_code_texts(column, rows, size);
}

static const struct {
    size_t rows, different;
    int width;
} TEXTS[] = {{5, 0, 0},      {5, 1, 0},     {1, 0, 0},       {1, 1, 0}, {100, 3, 1},
             {2000, 255, 2}, {2000, 20, 1}, {3000, 1000, 2}, {0, 0, 1}};

START_TEST(texts_read_back) {
    static uint32_t which[MOST], other[MOST];
    const size_t rows = TEXTS[_i].rows;
    thud_text_column column = {.which = which}, back = {.which = other};
    size_t size = 0;
    unsigned char *data = write_texts(rows, TEXTS[_i].different, &column, &size);
    ck_assert_ptr_nonnull(data);
    ck_assert_int_eq(data[0], 't');
    ck_assert_msg(data[5] == TEXTS[_i].width, "%zu texts: %d bytes a row", column.count, data[5]);
    ck_assert_int_eq(thud_decode_texts(data, size, rows, &back), THUD_OK);
    ck_assert_uint_eq(back.count, column.count);
    for (size_t i = 0; i < rows; i++) {
        ck_assert_uint_eq(other[i] > 0, which[i] > 0);
        if (which[i] > 0) ck_assert_str_eq(back.texts[other[i] - 1], column.texts[which[i] - 1]);
    }
    /* of every length but its own */
    for (size_t less = 1; less <= size && less < 40; less++)
        ck_assert_int_eq(thud_decode_texts(data, size - less, rows, &back), THUD_ERROR_SYNTAX);
    ck_assert_uint_eq(back.count, 0);
    /* wider than there is, another letter, a text that no row can have */
    const unsigned char width = data[5];
    data[5] = 5;
    ck_assert_int_eq(thud_decode_texts(data, size, rows, &back), THUD_ERROR_SYNTAX);
    data[5] = width;
    data[0] = 'r';
    ck_assert_int_eq(thud_decode_texts(data, size, rows, &back), THUD_ERROR_SYNTAX);
    data[0] = 't';
    if (rows > 0) {
        memset(width == 0 ? data + 6 : data + size - width, 0xff, width == 0 ? 4 : width);
        ck_assert_int_eq(thud_decode_texts(data, size, rows, &back), THUD_ERROR_SYNTAX);
    }
    free(data);
    thud_text_column_clear(&column);
    thud_text_column_clear(&back);
}
END_TEST

/* more texts than bytes; a text without its end */
START_TEST(texts_that_are_none) {
    static const unsigned char many[] = {'t', 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 'a', 0};
    static const unsigned char open[] = {'t', 1, 0, 0, 0, 0, 1, 0, 0, 0, 'a', 'b'};
    uint32_t which[4];
    thud_text_column column = {.which = which};
    ck_assert_int_eq(thud_decode_texts(many, sizeof many, 4, &column), THUD_ERROR_SYNTAX);
    ck_assert_int_eq(thud_decode_texts(open, sizeof open, 4, &column), THUD_ERROR_SYNTAX);
    ck_assert_uint_eq(column.count, 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("codec");
    tcase_add_loop_test(tests, cells_read_back, 0, sizeof CELLS / sizeof CELLS[0]);
    tcase_add_test(tests, places_that_are_not_there);
    tcase_add_loop_test(tests, texts_read_back, 0, sizeof TEXTS / sizeof TEXTS[0]);
    tcase_add_test(tests, texts_that_are_none);
    return run_suite("codec", tests);
}
