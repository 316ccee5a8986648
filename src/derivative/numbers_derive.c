/*
 * The derivatives of a model's numbers by a parameter, from the models beside it.
 *
 * Most numbers are straight lines of a parameter, and the difference of two values is exact to rounding. The others
 * are smooth, as c = 2ζ√(km) is: central differences of order 8 with h a 64th of the value leave out some (1/64)⁸.
 * At the end of what a parameter may be, an e of 1, differences of order 8 to one side.
 */
#include <math.h>
#include <stdlib.h>

#include "base/print.h"
#include "derivative/numbers.h"

enum { SIDE = 4, NODES = 2 * SIDE + 1, ORDER = 8, REASON = 160 };

/* the numbers at changes of −4h … 4h, or 0 … 8h to one side */
typedef struct nodes {
    const thud_model *model;
    const thud_numbers_layout *layout;
    const thud_model_parameter *parameter;
    double *at[NODES];
    double h;
    int first; /* the node at index 0, in h */
    char *reason;
} nodes;

static bool take_node(nodes *n, int index, thud_status *status) {
    const int k = n->first + index;
    if (n->at[index]) return true;
    thud_model *model = NULL;
    if (n->parameter->build(n->parameter->context, k * n->h, &model) != THUD_OK) return false;
    const char *differs = thud_numbers_differ(n->model, model);
    bool good = !differs;
    if (differs) thud_print(n->reason, REASON, "it changes %s, by which there is no derivative", differs);
    if (good) n->at[index] = malloc(n->layout->count * sizeof(double));
    if (good && !n->at[index]) *status = THUD_ERROR_MEMORY;
    if (good && *status == THUD_OK) *status = thud_numbers_take(model, n->layout, n->at[index]);
    thud_model_free(model);
    return good && *status == THUD_OK;
}

static void forget(nodes *n) {
    for (int i = 0; i < NODES; i++) {
        free(n->at[i]);
        n->at[i] = NULL;
    }
}

/* d/dp of one number, from two differences: whether it is a straight line, to rounding */
static bool is_line(double narrow, double wide, double size) { return fabs(wide - 2 * narrow) <= 0x1p-46 * size; }

static double central(const nodes *n, size_t i) {
    static const double weight[SIDE + 1] = {0, 4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    double sum = 0;
    for (int k = 1; k <= SIDE; k++) sum += weight[k] * (n->at[SIDE + k][i] - n->at[SIDE - k][i]);
    return sum / n->h;
}

static double one_sided(const nodes *n, size_t i) {
    static const double weight[NODES] = {-761.0 / 280, 8,         -14,     56.0 / 3, -35.0 / 2,
                                         56.0 / 5,     -14.0 / 3, 8.0 / 7, -1.0 / 8};
    double sum = 0;
    for (int k = 0; k < NODES; k++) sum += weight[k] * n->at[k][i];
    return sum / n->h;
}

/* both pairs of nodes say the same of a straight line; otherwise all nodes are asked */
static bool derive(nodes *n, int low, int high, int far_low, int far_high, double *by, thud_status *status) {
    const double step = (high - low) * n->h;
    bool curved = false;
    if (!take_node(n, low, status) || !take_node(n, high, status) || !take_node(n, far_low, status) ||
        !take_node(n, far_high, status))
        return false;
    for (size_t i = 0; i < n->layout->count; i++) {
        const double a = n->at[low][i], b = n->at[high][i], c = n->at[far_low][i], d = n->at[far_high][i];
        by[i] = a == b && c == d ? 0 : (d - c) / (2 * step);
        if (isnan(a) && isnan(b)) by[i] = 0;
        curved = curved || (by[i] != 0 && !is_line(b - a, d - c, fmax(fabs(c), fabs(d))));
    }
    if (!curved) return true;
    for (int k = 0; k < NODES; k++)
        if (!take_node(n, k, status)) return false;
    for (size_t i = 0; i < n->layout->count; i++) {
        const double a = n->at[low][i], b = n->at[high][i], c = n->at[far_low][i], d = n->at[far_high][i];
        if (by[i] == 0 || is_line(b - a, d - c, fmax(fabs(c), fabs(d)))) continue;
        by[i] = n->first == 0 ? one_sided(n, i) : central(n, i);
    }
    return true;
}

thud_status thud_numbers_derive(const thud_model *model, const thud_numbers_layout *layout, const double *numbers,
                                const thud_model_parameter *parameter, double *by, char *reason) {
    const bool known = parameter->value != 0 && isfinite(parameter->value);
    const double scale = known ? fabs(parameter->value) : 0x1p-4;
    thud_status status = THUD_OK;
    bool found = false;
    nodes n = {.model = model, .layout = layout, .parameter = parameter, .reason = reason};
    (void)numbers;
    *reason = '\0';
    for (int shrink = 0; shrink < 3 && !found && status == THUD_OK && !*reason; shrink++) {
        n.h = scale * ldexp(1, -6 - 8 * shrink);
        n.first = -SIDE;
        found = derive(&n, SIDE - 1, SIDE + 1, SIDE - 2, SIDE + 2, by, &status);
        forget(&n);
        for (int side = 0; side < 2 && !found && status == THUD_OK && !*reason; side++) {
            n.h = -n.h; /* to below first: an e of 1 */
            n.first = 0;
            found = derive(&n, 0, 1, 0, 2, by, &status);
            forget(&n);
        }
    }
    if (!found && status == THUD_OK && !*reason) status = THUD_ERROR_ARGUMENT;
    return status;
}
