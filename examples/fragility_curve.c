/*
 * A fragility curve from a study: how likely a threshold is exceeded, over the strength of the earthquake.
 *
 *     fragility_curve STUDY AXIS RESULT
 *
 * RESULT is a name of `collect:` in the study, 0 or 1 in each case; AXIS is what the curve runs over. All cases are
 * run here, one after another; `thud sweep` does it on all cores and keeps the results.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <thud/thud.h>

static void say(void *context, const thud_error *m) {
    (void)context;
    fprintf(stderr, "%s:%zu:%zu: %s\n", m->file, m->line, m->column, m->text);
}

static size_t find(const thud_study *study, size_t count, const char *(*name)(const thud_study *, size_t),
                   const char *wanted) {
    size_t i = 0;
    while (i < count && strcmp(name(study, i), wanted) != 0) i++;
    return i;
}

/* an axis beside the level whose values somebody chooses: the share of designs that fail is no probability */
static const char *other_design(const thud_study *study, size_t level) {
    for (size_t i = 0; i < thud_study_axis_count(study); i++)
        if (i != level && thud_study_axis_is_design(study, i) && thud_study_axis_length(study, i) > 1)
            return thud_study_axis_name(study, i);
    return NULL;
}

/* runs every case, and counts */
static thud_status count_cases(const thud_study *study, size_t axis, size_t result, thud_exceedance *counts) {
    thud_worker *worker;
    thud_status status = thud_worker_create(study, &worker);
    for (size_t i = 0; status == THUD_OK && i < thud_study_case_count(study); i++) {
        thud_case_result one;
        size_t number = thud_study_case_at(study, i);
        status = thud_worker_run(worker, number, NULL, &one);
        if (status != THUD_OK) break;
        thud_exceedance_add(counts, thud_study_axis_position(study, number, axis), one.values[result]);
    }
    thud_worker_free(worker);
    return status;
}

static void print_curve(const thud_exceedance *counts, const thud_fragility *curve) {
    printf("level   exceeded   curve\n");
    for (size_t i = 0; i < counts->count; i++) {
        double share = 0.5 * erfc(-log(counts->levels[i] / curve->median) / curve->dispersion / sqrt(2));
        printf("%5.2f  %2zu of %2zu   %5.3f\n", counts->levels[i], counts->exceed[i], counts->total[i], share);
    }
    printf("median %.3f ± %.3f, dispersion %.3f ± %.3f\n", curve->median, curve->median_error, curve->dispersion,
           curve->dispersion_error);
}

int main(int count, char **words) {
    thud_study *study;
    thud_exceedance *counts = NULL;
    thud_fragility curve;
    if (count != 4) {
        fprintf(stderr, "usage: fragility_curve STUDY AXIS RESULT\n");
        return 2;
    }
    if (thud_study_read(words[1], say, NULL, &study) != THUD_OK) return 2;
    size_t axis = find(study, thud_study_axis_count(study), thud_study_axis_name, words[2]);
    size_t result = find(study, thud_study_result_count(study), thud_study_result_name, words[3]);
    bool known = axis < thud_study_axis_count(study) && result < thud_study_result_count(study);
    const char *design = known ? other_design(study, axis) : NULL;
    if (design) {
        fprintf(stderr,
                "fragility_curve: '%s' is of the design and has a curve for each value: thud export --fragility\n",
                design);
        thud_study_free(study);
        return 2;
    }
    thud_status status = known ? thud_exceedance_create(study, axis, &counts) : THUD_ERROR_ARGUMENT;
    if (status == THUD_OK) status = count_cases(study, axis, result, counts);
    if (status == THUD_OK) status = thud_exceedance_fit(counts, &curve);
    if (status == THUD_OK) print_curve(counts, &curve);
    else fprintf(stderr, "fragility_curve: %s\n", known ? thud_status_text(status) : "no such axis or result");
    thud_exceedance_free(counts);
    thud_study_free(study);
    return status == THUD_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
