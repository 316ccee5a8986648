/*
 * Filters of the gauge: given by the user, or looked for if the readings call for one. The effect of a filter on a
 * record resembles that of a damper, so ignoring it makes the damping wrong. The order of a filter is nearly
 * invisible in a contact: for each order some corner delays low frequencies equally.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <thud/quantity.h>

#include "base/error.h"
#include "identify/force/fit.h"
#include "numeric/constant.h"

/* readings in a contact: fewer cannot tell a filter from a damper, and errors would be nonlinear */
enum { ENOUGH = 40 };

/* first-order gain in 2 ln L, and probability of a misfit, from which on a filter is looked for */
static const double SCORE = 6, SUSPICIOUS = 0.01;

static const double UNKNOWN = 0.5; /* standard error of ln ω */

/* margin in 2 ln L: without a filter a cusp or a jump lies at the sample that suits it best, and is not located
   exactly */
static const double SHARP = 8;

/* the orders that are tried; the first from several corners on, in units of 1/Tc, the others at corners with equal
 * delay */
static const double CORNERS[] = {THUD_FIT_FILTER_CORNER, 25, 3};
enum { CORNER_COUNT = sizeof CORNERS / sizeof *CORNERS };
static const int ORDERS[] = {THUD_FIT_FILTER_ORDER, 2, 1, 8};
enum { ORDER_COUNT = sizeof ORDERS / sizeof *ORDERS };

thud_status thud_gauge_filter_parse(const char *text, thud_gauge_filter *filter, thud_error *error) {
    static const char EXAMPLE[] = "expected 'butterworth ORDER CORNER', as in 'butterworth 4 2kHz', or 'none'";
    static const char NAME[] = "butterworth";
    if (!text || !filter) return thud_error_status(error, THUD_ERROR_ARGUMENT);
    char *end;
    thud_gauge_filter read = {0};
    if (strcmp(text, "none") == 0) {
        *filter = (thud_gauge_filter){.none = true};
        return THUD_OK;
    }
    if (strncmp(text, NAME, sizeof NAME - 1) != 0 || text[sizeof NAME - 1] != ' ')
        return thud_error_set(error, THUD_ERROR_ARGUMENT, "filter '%s': %s", text, EXAMPLE);
    long order = strtol(text + sizeof NAME, &end, 10);
    if (end == text + sizeof NAME || *end != ' ')
        return thud_error_set(error, THUD_ERROR_ARGUMENT, "filter '%s': %s", text, EXAMPLE);
    if (order < 1 || order > THUD_FILTER_MOST_ORDER)
        return thud_error_set(error, THUD_ERROR_ARGUMENT, "filter '%s': expected an order from 1 to %d", text,
                              THUD_FILTER_MOST_ORDER);
    while (*end == ' ') end++;
    thud_error inner = {0};
    if (thud_quantity_parse(end, THUD_DIMENSION_FREQUENCY, &read.corner, &inner) != THUD_OK)
        return thud_error_set(error, THUD_ERROR_ARGUMENT, "filter '%s': the corner: expected %s", text, inner.text);
    if (!(read.corner > 0 && read.corner < INFINITY))
        return thud_error_set(error, THUD_ERROR_ARGUMENT, "filter '%s': expected a corner above zero", text);
    read.order = (int)order;
    *filter = read;
    return THUD_OK;
}

thud_status thud_fit_check_filter(const thud_force_record *record, const thud_force_options *options,
                                  thud_error *error) {
    const thud_gauge_filter *f = &options->filter;
    double half = (double)(record->count - 1) / (record->time[record->count - 1] - record->time[0]) / 2;
    if (f->order < 0 || f->order > THUD_FILTER_MOST_ORDER)
        return thud_error_argument(error, "order of the filter", f->order, "must lie between 1 and 8, or be 0");
    if (f->order > 0 && f->none)
        return thud_error_argument(error, "filter", NAN, "cannot be given together with none");
    if (f->order > 0 && !(f->corner > 0 && f->corner < half))
        return thud_error_argument(error, "corner of the filter", f->corner,
                                   "must lie between 0 Hz and half the sampling rate");
    return THUD_OK;
}

bool thud_fit_asks_for_filter(const thud_fit_task *task, const thud_fit_noise *noise) {
    const thud_gauge_filter *given = &task->options->filter;
    if (task->rough || task->order > 0 || given->order > 0 || given->none) return false;
    if (task->impact->contact < ENOUGH) return false;
    return noise->filter_score > SCORE || noise->misfit_probability < SUSPICIOUS;
}

/* delay of low frequencies, in units of 1/ω */
static double delay_of(int order) { return 1 / sin(THUD_PI / (2 * order)); }

static thud_status search_order(const thud_fit_task *task, int order, double corner, thud_fit_found *found) {
    thud_fit_task looking = *task;
    looking.order = order;
    looking.corner = corner;
    thud_status status = thud_fit_search(&looking, found);
    if (status != THUD_OK) return status;
    status = thud_fit_correlate(found);
    if (status != THUD_OK) thud_fit_model_free(&found->model);
    return status;
}

/* the best of several searches; THUD_ERROR_ACCURACY if none converges */
static thud_status search_corners(const thud_fit_task *task, int order, const double *corners, size_t count,
                                  thud_fit_found *best) {
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        thud_fit_found one;
        thud_status status = search_order(task, order, corners[i], &one);
        if (status == THUD_ERROR_MEMORY && found) thud_fit_model_free(&best->model);
        if (status == THUD_ERROR_MEMORY) return status;
        if (status != THUD_OK) continue;
        if (found) thud_fit_model_free(one.sum < best->sum ? &best->model : &one.model);
        if (!found || one.sum < best->sum) *best = one;
        found = true;
    }
    return found ? THUD_OK : THUD_ERROR_ACCURACY;
}

/* a corner near the sampling rate, or an undetermined one, means no filter */
static bool is_found(const thud_fit_found *f) {
    const thud_force_samples *s = &f->model.samples;
    double rate = (double)(s->count - 1) / (s->times[s->count - 1] - s->times[0]);
    size_t place = thud_fit_model_place_corner(&f->model);
    return exp(f->values.log_corner) < 2 * THUD_PI * rate / 3 &&
           f->solution.covariance[place][place] < UNKNOWN * UNKNOWN;
}

/* probabilities by Schwarz's criterion; the best remains, with the others as its alternatives */
static void choose(thud_fit_found *all, size_t count, thud_fit_found *best_of_all) {
    double least = INFINITY, criteria[ORDER_COUNT + 1], total = 0, samples = 0;
    size_t best = 0;
    for (size_t i = 0; i < count; i++)
        samples = fmax(samples, (double)all[i].model.samples.count / all[i].noise.correlation);
    for (size_t i = 0; i < count; i++) {
        double parameters = (double)thud_fit_model_parameters(&all[i].model);
        bool sharp = thud_fit_model_onset(&all[i].model) != THUD_ONSET_SMOOTH;
        criteria[i] = samples * log(all[i].sum) + parameters * log(samples) - (sharp ? SHARP : 0);
        if (criteria[i] < least) best = i;
        least = fmin(least, criteria[i]);
    }
    for (size_t i = 0; i < count; i++) total += exp((least - criteria[i]) / 2);
    thud_fit_found *f = &all[best];
    for (size_t i = 0; i < count; i++)
        if (i != best)
            f->alternatives[f->alternative_count++] =
                (thud_fit_alternative){all[i].values, exp((least - criteria[i]) / 2) / total};
    for (size_t i = 0; i < count; i++)
        if (i != best) thud_fit_model_free(&all[i].model);
    *best_of_all = *f;
}

thud_status thud_fit_look_for_filter(const thud_fit_task *task, thud_fit_found *found) {
    thud_fit_found all[ORDER_COUNT + 1];
    size_t count = 1;
    double corner = 0;
    all[0] = *found;
    for (size_t i = 0; i < ORDER_COUNT; i++) {
        double near = corner * delay_of(ORDERS[i]) / delay_of(ORDERS[0]);
        thud_status status = corner > 0 ? search_corners(task, ORDERS[i], &near, 1, &all[count])
                                        : search_corners(task, ORDERS[i], CORNERS, CORNER_COUNT, &all[count]);
        if (status == THUD_ERROR_MEMORY) {
            while (--count > 0) thud_fit_model_free(&all[count].model);
            return status;
        }
        if (status != THUD_OK) continue;
        if (i == 0) corner = exp(all[count].values.log_corner) / (2 * THUD_PI);
        if (is_found(&all[count])) count++;
        else thud_fit_model_free(&all[count].model);
    }
    choose(all, count, found);
    return THUD_OK;
}
