/* Tables of exact damping, made by tools/make-tables.c, which says what they hold. */
#ifndef THUD_LAW_TABLE_H
#define THUD_LAW_TABLE_H

#include "numeric/series/chebyshev.h"

extern const thud_chebyshev thud_table_linear_damper_zero_force_near;
extern const thud_chebyshev thud_table_linear_damper_zero_force_far;
extern const thud_chebyshev thud_table_hertz_zero_force_near; /* n = 3/2 alone, in half the time */
extern const thud_chebyshev thud_table_hertz_zero_force_far;
extern const thud_chebyshev thud_table_linear_damper_return_near;
extern const thud_chebyshev thud_table_linear_damper_return_far;
extern const thud_chebyshev thud_table_kuwabara_kono_zero_force_near;
extern const thud_chebyshev thud_table_kuwabara_kono_zero_force_far;
extern const thud_chebyshev thud_table_kuwabara_kono_return;

/* χ e^(1/5) as e → 0, Kuwabara–Kono with separation at δ = 0 */
extern const double thud_kuwabara_kono_return_limit;

#endif
