/* Products of matrices, with twelve registers of sums. */
#include "numeric/matrix/panel.h"

#include "numeric/quad.h"
#include "numeric/wide.h"

THUD_WIDE void thud_panel_product(const double *const *rows, const double *restrict panel, size_t count,
                                  double *restrict out) {
    thud_quad a0 = {0}, a1 = {0}, a2 = {0}, b0 = {0}, b1 = {0}, b2 = {0}, c0 = {0}, c1 = {0}, c2 = {0}, d0 = {0},
              d1 = {0}, d2 = {0}, x, y, z;
    const double *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3];
    for (size_t j = 0; j < count; j++, panel += THUD_PANEL_WIDE) {
        thud_quad_take(&x, panel);
        thud_quad_take(&y, panel + THUD_QUAD);
        thud_quad_take(&z, panel + 2 * THUD_QUAD);
        a0 += a[j] * x;
        a1 += a[j] * y;
        a2 += a[j] * z;
        b0 += b[j] * x;
        b1 += b[j] * y;
        b2 += b[j] * z;
        c0 += c[j] * x;
        c1 += c[j] * y;
        c2 += c[j] * z;
        d0 += d[j] * x;
        d1 += d[j] * y;
        d2 += d[j] * z;
    }
    const thud_quad *const sums[] = {&a0, &a1, &a2, &b0, &b1, &b2, &c0, &c1, &c2, &d0, &d1, &d2};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) thud_quad_give(sums[i], out + i * THUD_QUAD);
}
