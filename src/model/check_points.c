/* Points that move with several bodies: their bodies and factors. */
#include <math.h>

#include "model/check.h"

static bool check_terms(thud_check *check, thud_check_part part, const char *key, const thud_model_point *point) {
    bool moves = false;
    for (size_t i = 0; i < point->count; i++) {
        const thud_row_term *term = &point->terms[i];
        if (!thud_check_is_body(check->model, term->body, true)) {
            thud_check_error(check, part, key, "it moves with something that is not a body");
            return false;
        }
        if (!(fabs(term->factor) <= 1e6 && (term->factor == 0 || fabs(term->factor) >= 1e-6))) {
            thud_check_error(check, part, key,
                             "factor %.6g of '%.60s': must be 0, or from 1e-6 to 1e6 in magnitude", term->factor,
                             thud_check_end_name(check->model, term->body));
            return false;
        }
        moves = moves || (term->body >= 0 && term->factor != 0);
    }
    if (!moves) thud_check_error(check, part, key, "it moves with no body");
    return moves;
}

bool thud_check_end(thud_check *check, thud_check_part part, const char *key, thud_body end,
                    const char *otherwise) {
    if (thud_is_point(end)) return check_terms(check, part, key, &check->model->points[thud_point_index(end)]);
    if (thud_check_is_body(check->model, end, true)) return true;
    thud_check_error(check, part, key, "%s", otherwise);
    return false;
}
