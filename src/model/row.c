/* Points that move with several bodies, and rows of the contacts and watches between them. */
#include "model/row.h"

#include <stdlib.h>
#include <string.h>

#include "model/model.h"

static size_t count_terms(const thud_model *model, int end) {
    return thud_is_point(end) ? model->points[thud_point_index(end)].count : 1;
}

static void add_terms(const thud_model *model, int end, double sign, thud_row *row) {
    const thud_row_term self = {end, 1};
    const bool is_point = thud_is_point(end);
    const thud_row_term *terms = is_point ? model->points[thud_point_index(end)].terms : &self;
    for (size_t i = 0; i < count_terms(model, end); i++)
        if (terms[i].body >= 0 || thud_body_is_support(terms[i].body))
            row->terms[row->count++] = (thud_row_term){terms[i].body, sign * terms[i].factor};
}

static int compare(const void *a, const void *b) {
    const thud_row_term *x = a, *y = b;
    return x->body < y->body ? -1 : x->body > y->body;
}

/* combines duplicates, and removes zero factors */
static void merge(thud_row *row) {
    size_t kept = 0;
    for (size_t from = 0, to; from < row->count; from = to) {
        thud_row_term sum = row->terms[from];
        for (to = from + 1; to < row->count && row->terms[to].body == sum.body; to++)
            sum.factor += row->terms[to].factor;
        if (sum.factor != 0) row->terms[kept++] = sum;
    }
    row->count = kept;
}

static bool is_plain(const thud_model *model, int end) {
    return !thud_is_point(end) && !thud_model_full_mass_of(model, end);
}

bool thud_row_make(const thud_model *model, int left, int right, thud_row *row) {
    *row = (thud_row){0};
    if (is_plain(model, left) && is_plain(model, right)) return true;
    row->terms = malloc((count_terms(model, left) + count_terms(model, right)) * sizeof *row->terms);
    if (!row->terms) return false;
    add_terms(model, left, 1, row);
    add_terms(model, right, -1, row);
    qsort(row->terms, row->count, sizeof *row->terms, compare);
    merge(row);
    return true;
}

bool thud_row_has_body(const thud_row *row) {
    for (size_t i = 0; i < row->count; i++)
        if (row->terms[i].body >= 0) return true;
    return false;
}

bool thud_model_row_strikes(const thud_model *model, const thud_row *row, int body) {
    const thud_model_matrices *full = thud_model_full_mass_of(model, body);
    for (size_t i = 0; i < row->count; i++) {
        if (row->terms[i].body == body) return true;
        if (full && full == thud_model_full_mass_of(model, row->terms[i].body)) return true;
    }
    return false;
}
