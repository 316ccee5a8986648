/*
 * Random values of an axis: their distribution, and the points that they are taken at.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/number.h"
#include "base/unit.h"
#include "ground/bytes.h"
#include "study/lines.h"
#include "study/study.h"

/* What a distribution is described by. `centre` and `spread` are the keys of those two numbers. */
typedef struct about {
    const char *name;
    const char *centre, *spread;
    bool positive_centre;
    bool plain_spread; /* has no unit */
    enum { NO_LIMITS, CUT, ENDS } limits;
} about;

/* in the order of thud_distribution */
static const about DISTRIBUTIONS[THUD_DISTRIBUTION_COUNT] = {
    {"uniform", NULL, NULL, false, false, ENDS},
    {"normal", "mean", "deviation", false, false, CUT},
    {"lognormal", "median", "dispersion", true, true, CUT},
    {"discrete", NULL, NULL, false, false, NO_LIMITS},
    {"gamma", "mean", "deviation", true, false, CUT},
    {"weibull", "scale", "shape", true, true, CUT},
    {"gumbel", "mean", "deviation", false, false, CUT},
    {"beta", "mean", "deviation", false, false, ENDS},
    {"triangular", "mode", NULL, false, false, ENDS},
    {"empirical", NULL, NULL, false, false, NO_LIMITS},
};

static bool is_listed(thud_distribution d) {
    return d == THUD_DISTRIBUTION_DISCRETE || d == THUD_DISTRIBUTION_EMPIRICAL;
}

static bool takes(const about *a, thud_distribution d, const char *key) {
    if ((a->centre && strcmp(key, a->centre) == 0) || (a->spread && strcmp(key, a->spread) == 0)) return true;
    if (strcmp(key, "low") == 0 || strcmp(key, "high") == 0) return a->limits != NO_LIMITS;
    if (strcmp(key, "values") == 0) return is_listed(d);
    if (strcmp(key, "weights") == 0) return d == THUD_DISTRIBUTION_DISCRETE;
    return strcmp(key, "file") == 0 && d == THUD_DISTRIBUTION_EMPIRICAL;
}

static bool refuse_others(thud_fields *f, const about *a, thud_distribution d) {
    static const char *const keys[] = {"mean", "deviation", "median", "dispersion", "scale",   "shape",
                                       "mode", "low",       "high",   "values",     "weights", "file"};
    bool good = true;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (takes(a, d, keys[i]) || !thud_fields_given(f, keys[i])) continue;
        thud_fields_error(f, keys[i], "a %s distribution has no %s", a->name, keys[i]);
        good = false;
    }
    return good;
}

/* ---- numbers ---- */

static bool read_limits(thud_axis *axis, thud_fields *f, bool needed) {
    thud_variate *v = &axis->sampler.variate;
    v->low = -INFINITY;
    v->high = INFINITY;
    if (thud_study_mixes_units(axis, f, "low", "high")) return false;
    const bool low = (!needed && !thud_fields_given(f, "low")) || thud_study_read_quantity(axis, f, "low", &v->low);
    const bool high =
        (!needed && !thud_fields_given(f, "high")) || thud_study_read_quantity(axis, f, "high", &v->high);
    if (low && high && !(v->low < v->high)) {
        thud_fields_error(f, "high", "high must be above low");
        return false;
    }
    return low && high;
}

static bool positive(thud_fields *f, const char *key, double value) {
    if (value > 0) return true;
    thud_fields_error(f, key, "%s (%.6g given) must be positive", key, value);
    return false;
}

static bool read_shape(thud_axis *axis, thud_fields *f, const about *a) {
    thud_variate *v = &axis->sampler.variate;
    bool good = !a->centre || (thud_study_read_quantity(axis, f, a->centre, &v->centre) &&
                               (!a->positive_centre || positive(f, a->centre, v->centre)));
    const thud_dimension own = axis->dimension;
    if (a->plain_spread) axis->dimension = THUD_DIMENSION_NONE;
    if (a->spread &&
        !(thud_study_read_quantity(axis, f, a->spread, &v->spread) && positive(f, a->spread, v->spread)))
        good = false;
    axis->dimension = own;
    return good;
}

/* what no distribution of the kind has */
static bool is_possible(thud_axis *axis, thud_fields *f, const about *a) {
    const thud_variate *v = &axis->sampler.variate;
    const char *key = a->centre, *text = NULL;
    if (a->limits == ENDS && key && !(v->centre >= v->low && v->centre <= v->high))
        text = "must lie between low and high";
    else if (v->distribution == THUD_DISTRIBUTION_BETA &&
             !(v->spread * v->spread < (v->centre - v->low) * (v->high - v->centre)))
        key = a->spread, text = "is too large: values between low and high with this mean cannot vary so much";
    else if (v->distribution == THUD_DISTRIBUTION_GAMMA &&
             !(v->centre < 1e3 * v->spread && v->spread < 1e3 * v->centre))
        key = a->spread, text = "must be between a thousandth of the mean and a thousand times the mean";
    else if (a->limits == CUT &&
             !(thud_variate_quantile(v, 0.5) > v->low && thud_variate_quantile(v, 0.5) < v->high))
        key = thud_fields_given(f, "high") ? "high" : "low", text = "leaves nothing of the distribution";
    if (text) thud_fields_error(f, key, "%s %s", key, text);
    return !text;
}

/* ---- lists ---- */

/* numbers of a list; of weights, which are plain */
static double *read_numbers(thud_study_reading *r, thud_axis *axis, thud_fields *f, const char *key,
                            size_t *count) {
    const bool weights = strcmp(key, "weights") == 0;
    const thud_yaml_node *list = thud_study_read_list(f, key);
    thud_axis plain = {.dimension = THUD_DIMENSION_NONE};
    double *numbers = list ? thud_study_take(r, list->count, sizeof *numbers) : NULL;
    bool good = numbers != NULL;
    for (uint32_t i = 0; good && i < list->count; i++) {
        thud_axis_item item;
        good = thud_study_read_item(r, weights ? &plain : axis, &list->children[i], &item);
        numbers[i] = item.number;
        if (!good || (isfinite(item.number) && (!weights || item.number > 0))) continue;
        thud_messages_error(&r->file.messages, list->children[i].offset, "'%.60s' must be %s", item.text,
                            weights ? "positive and finite" : "finite");
        good = false;
    }
    *count = good ? list->count : 0;
    return good ? numbers : NULL;
}

/* the weights as shares of one: of each value and those before it */
static bool read_discrete(thud_study_reading *r, thud_axis *axis, thud_fields *f) {
    thud_variate *v = &axis->sampler.variate;
    size_t count = 0;
    const bool weighted = thud_fields_given(f, "weights");
    if (!thud_fields_given(f, "values")) {
        if (!thud_fields_is_faulty(f, "values")) thud_fields_error(f, "values", "values is missing");
        return false;
    }
    v->values = read_numbers(r, axis, f, "values", &v->value_count);
    if (!v->values) return false;
    double *shares =
        weighted ? read_numbers(r, axis, f, "weights", &count) : thud_study_take(r, v->value_count, sizeof *shares);
    if (!shares) return false;
    if (weighted && count != v->value_count) {
        thud_fields_error(f, "weights", "%zu weights for %zu values", count, v->value_count);
        return false;
    }
    double sum = 0;
    for (size_t i = 0; i < v->value_count; i++) shares[i] = sum += weighted ? shares[i] : 1;
    for (size_t i = 0; i < v->value_count; i++) shares[i] /= sum;
    v->shares = shares;
    return true;
}

/* one number a line, the first of each; a heading and lines that begin with # are left out */
static double *read_lines(thud_study_reading *r, thud_axis *axis, thud_fields *f, const thud_bytes *bytes,
                          size_t *count) {
    const char *at = (const char *)bytes->data, *const end = at + bytes->size;
    size_t lines = 1, line = 0;
    for (size_t i = 0; i < bytes->size; i++) lines += at[i] == '\n';
    double *out = thud_study_take(r, lines, sizeof *out);
    *count = 0;
    while (out && at < end) {
        char text[1][THUD_LINE_FIELD];
        thud_error error;
        at = thud_line_take(at, end, 1, text);
        line++;
        if (!text[0][0]) continue;
        if (thud_quantity_parse(text[0], axis->dimension, &out[*count], &error) == THUD_OK && isfinite(out[*count]))
            (*count)++;
        else if (*count > 0 || line > 1) {
            thud_fields_error(f, "file", "line %zu: '%.40s': expected a number", line, text[0]);
            return NULL;
        }
    }
    return out;
}

static double *read_file(thud_study_reading *r, thud_axis *axis, thud_fields *f, size_t *count) {
    const char *name = thud_fields_text(f, "file");
    char *path = name ? thud_scenario_resolve(r->study->folder, name) : NULL;
    thud_error error;
    thud_bytes bytes = {0};
    double *out = NULL;
    if (name && !path) r->file.out_of_memory = true;
    if (!path) return NULL;
    const thud_status status = thud_bytes_load(path, &bytes, &error);
    if (status == THUD_OK) out = read_lines(r, axis, f, &bytes, count);
    else if (status == THUD_ERROR_MEMORY) r->file.out_of_memory = true;
    else thud_fields_error(f, "file", "cannot read '%.200s': %s", path, error.text);
    free(bytes.data);
    free(path);
    return out;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool read_empirical(thud_study_reading *r, thud_axis *axis, thud_fields *f) {
    thud_variate *v = &axis->sampler.variate;
    const bool values = thud_fields_given(f, "values"), file = thud_fields_given(f, "file");
    if (values == file) {
        if (!thud_fields_is_faulty(f, "values") && !thud_fields_is_faulty(f, "file"))
            thud_fields_error(f, file ? "file" : "distribution", "give either values or file");
        return false;
    }
    double *list =
        values ? read_numbers(r, axis, f, "values", &v->value_count) : read_file(r, axis, f, &v->value_count);
    if (!list) return false;
    if (v->value_count < 2) {
        thud_fields_error(f, values ? "values" : "file", "an empirical distribution takes two values or more");
        return false;
    }
    qsort(list, v->value_count, sizeof *list, compare);
    v->values = list;
    return true;
}

/* ---- an axis ---- */

static bool read_distribution(thud_study_reading *r, thud_axis *axis, thud_fields *f) {
    thud_variate *v = &axis->sampler.variate;
    const size_t which = thud_fields_choice(f, "distribution");
    if (which >= THUD_DISTRIBUTION_COUNT) return false;
    const about *a = &DISTRIBUTIONS[which];
    v->distribution = (thud_distribution)which;
    const bool only = refuse_others(f, a, v->distribution);
    if (v->distribution == THUD_DISTRIBUTION_DISCRETE) return read_discrete(r, axis, f) && only;
    if (axis->is_integer) {
        thud_fields_error(f, "distribution",
                          "%s takes whole numbers: a discrete distribution or a range gives them", axis->path);
        return false;
    }
    if (v->distribution == THUD_DISTRIBUTION_EMPIRICAL) return read_empirical(r, axis, f) && only;
    const bool limits = read_limits(axis, f, a->limits == ENDS), shape = read_shape(axis, f, a);
    return only && limits && shape && is_possible(axis, f, a);
}

bool thud_study_read_samples(thud_study_reading *r, thud_axis *axis, thud_fields *f) {
    thud_fields inner;
    thud_sampler *s = &axis->sampler;
    axis->kind = THUD_AXIS_SAMPLES;
    const bool shape = thud_fields_inner(f, "samples", &inner) && read_distribution(r, axis, &inner);
    const size_t sampling = thud_fields_choice(f, "sampling");
    const uint64_t seed = thud_fields_integer(f, "seed");
    const bool counted = thud_study_read_count(f, axis, 1);
    const uint64_t key = thud_hash_finish(thud_hash_text(thud_hash_count(THUD_HASH_START, seed), axis->name));
    s->points = (thud_points){.kind = (thud_points_kind)sampling, .count = axis->count, .key = key};
    s->seed = seed;
    if (counted && sampling == THUD_POINTS_SOBOL && axis->count > UINT32_MAX) {
        thud_fields_error(f, "count", "a Sobol' sequence has at most %u points", UINT32_MAX);
        return false;
    }
    return shape && counted && sampling <= THUD_POINTS_HALTON && !thud_fields_is_faulty(f, "seed");
}
