/*
 * Structures without a closed relation: linear damper (p = 0) and Kuwabara–Kono (p = 1/2, n = 3/2).
 *
 * The tables hold χ e^decay/(1−e), smooth in e and n. The decay is the power with which e falls for heavy damping:
 * the spring is idle while the damper stops the body at δ = ((p+1)/χ)^(1/(p+1)), and where the force then vanishes
 * the speed is δ^(n−p)/χ. Beyond the tables that limit is reached to the last bit.
 */
#include <math.h>

#include "law/relation.h"
#include "law/table.h"

static double eighth_root(double x) { return sqrt(sqrt(sqrt(x))); }

/* separation at F = 0: the factor for loss = −ln e */
static double zero_force_factor(const thud_chebyshev *near, const thud_chebyshev *far, double loss, double n) {
    return loss < 0.3 ? thud_chebyshev_value(near, eighth_root(loss), n)
                      : thud_chebyshev_value(far, log(1 + loss), n);
}

static const double ZERO_FORCE_END = 42; /* −ln e at the end of the tables */

double thud_linear_damper_damping(double e, double n, thud_separation separation) {
    if (e == 1) return 0;
    double loss = -log(e);
    if (separation == THUD_SEPARATION_RETURN) {
        if (e < THUD_LINEAR_DAMPER_LEAST) return NAN;
        const thud_chebyshev *table =
            loss < 3 ? &thud_table_linear_damper_return_near : &thud_table_linear_damper_return_far;
        return thud_chebyshev_value(table, log1p(loss), sqrt(n - 1)) * (1 - e);
    }
    double limit = exp(loss / (n + 1));
    if (loss > ZERO_FORCE_END) return limit;
    bool hertz = n == 1.5; /* the usual exponent has one-dimensional tables */
    const thud_chebyshev *near =
        hertz ? &thud_table_hertz_zero_force_near : &thud_table_linear_damper_zero_force_near;
    const thud_chebyshev *far = hertz ? &thud_table_hertz_zero_force_far : &thud_table_linear_damper_zero_force_far;
    return limit * (1 - e) * zero_force_factor(near, far, loss, n);
}

double thud_kuwabara_kono_damping(double e, thud_separation separation) {
    static const double RETURN_END = 8;
    if (e == 1) return 0;
    double loss = -log(e);
    if (separation == THUD_SEPARATION_RETURN) {
        double limit = exp(loss / 5);
        if (loss > RETURN_END) return limit * thud_kuwabara_kono_return_limit;
        return limit * (1 - e) * thud_chebyshev_value(&thud_table_kuwabara_kono_return, log1p(loss), 1.5);
    }
    double limit = exp(loss * 0.6);
    if (loss > ZERO_FORCE_END) return limit * 1.1760790225246736; /* (3/2)^(2/5) */
    return limit * (1 - e) *
           zero_force_factor(&thud_table_kuwabara_kono_zero_force_near, &thud_table_kuwabara_kono_zero_force_far,
                             loss, 1.5);
}
