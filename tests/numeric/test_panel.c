/* Products of four rows with a panel have the bits of a plain loop, rows of any length, the same row twice. */
#include "numeric/matrix/panel.h"
#include "numeric/random.h"
#include "suite.h"

enum { LONGEST = 37 };

START_TEST(the_bits_of_a_loop) {
    thud_random dice = thud_random_seed(5);
    static double rows[3][LONGEST], panel[LONGEST * THUD_PANEL_WIDE], out[THUD_PANEL_ROWS * THUD_PANEL_WIDE];
    const double *const of[THUD_PANEL_ROWS] = {rows[0], rows[1], rows[2], rows[1]};
    for (size_t i = 0; i < LONGEST; i++) {
        for (int r = 0; r < 3; r++) rows[r][i] = thud_random_uniform(&dice) - 0.5;
        for (size_t c = 0; c < THUD_PANEL_WIDE; c++)
            panel[i * THUD_PANEL_WIDE + c] = thud_random_uniform(&dice) - 0.5;
    }
    for (size_t count = 0; count <= LONGEST; count++) {
        thud_panel_product(of, panel, count, out);
        for (size_t r = 0; r < THUD_PANEL_ROWS; r++)
            for (size_t c = 0; c < THUD_PANEL_WIDE; c++) {
                double sum = 0;
                for (size_t i = 0; i < count; i++) sum += of[r][i] * panel[i * THUD_PANEL_WIDE + c];
                ck_assert_double_eq(out[r * THUD_PANEL_WIDE + c], sum);
            }
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("panel");
    tcase_add_test(tests, the_bits_of_a_loop);
    return run_suite("panel", tests);
}
