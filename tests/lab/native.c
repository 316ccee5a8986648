/*
 * The functions of the lab natively, for the tests in node: each line of standard input is a function and its
 * numbers, each line of standard output a status and what it gave.
 *
 *     impact 9 numbers   calibrate 9 numbers   motion step count numbers   run count numbers   fit mass count pairs
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"

enum { MOST = 100000 };

static void print(thud_status status, const double *numbers, size_t count) {
    printf("%d", (int)status);
    for (size_t i = 0; i < count && status == THUD_OK; i++) printf(" %.17g", numbers[i]);
    putchar('\n');
}

/* `count` numbers; false at the end of the input */
static int read_numbers(double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (scanf("%lf", &numbers[i]) != 1) return 0;
    return 1;
}

static int read_list(double *numbers, size_t *count) {
    return scanf("%zu", count) == 1 && *count <= MOST && read_numbers(numbers, *count);
}

static void run(lab_desk *desk, const double *parts, size_t count) {
    thud_status status = lab_run(desk, parts, count);
    const double *s = lab_summary(desk);
    print(status, s,
          s ? LAB_SUMMARY_HEAD + LAB_SUMMARY_BODY * (size_t)s[9] + LAB_SUMMARY_CONTACT * (size_t)s[10] : 0);
}

/* times and forces in turn, as the file that somebody would drop */
static void fit(lab_desk *desk, double mass, const double *pairs, size_t count) {
    enum { LINE = 64 };
    char *text = malloc(LINE * (count / 2 + 1));
    size_t size = 0;
    if (!text) exit(1);
    size += (size_t)sprintf(text, "time [s], force [N]\n");
    for (size_t i = 0; i + 1 < count; i += 2)
        size += (size_t)sprintf(text + size, "%.17g, %.17g\n", pairs[i], pairs[i + 1]);
    thud_status status = lab_measure(desk, text, size);
    if (status == THUD_OK) status = lab_fit_force(desk, mass);
    print(status, lab_fits(desk), LAB_FIT_COLUMNS * lab_fit_count(desk));
    free(text);
}

int main(void) {
    char what[16];
    size_t count;
    double *in = malloc(MOST * sizeof *in), out[LAB_IMPACT_RESULTS], step;
    lab_desk *desk = lab_open();
    if (!in || !desk) return 1;
    while (scanf("%15s", what) == 1) {
        if (strcmp(what, "impact") == 0 && read_numbers(in, LAB_IMPACT_INPUTS)) {
            thud_status status = lab_impact(desk, in, out);
            print(status, out, LAB_IMPACT_RESULTS);
        } else if (strcmp(what, "calibrate") == 0 && read_numbers(in, LAB_IMPACT_INPUTS)) {
            thud_status status = lab_calibrate(desk, in, out);
            print(status, out, LAB_CALIBRATION_RESULTS);
        } else if (strcmp(what, "motion") == 0 && read_numbers(&step, 1) && read_list(in, &count)) {
            print(lab_motion_take(desk, step, in, count), NULL, 0);
        } else if (strcmp(what, "run") == 0 && read_list(in, &count)) {
            run(desk, in, count);
        } else if (strcmp(what, "fit") == 0 && read_numbers(&step, 1) && read_list(in, &count)) {
            fit(desk, step, in, count);
        } else {
            fprintf(stderr, "native: what is '%s'?\n", what);
            return 1;
        }
    }
    lab_close(desk);
    free(in);
    return 0;
}
