/*
 * Forces of springs and dashpots between neighbours, as loops over columns.
 */
#include "simulate/chain.h"

#include <stdbool.h>
#include <string.h>

#include "numeric/quad.h"
#include "numeric/wide.h"

enum { FEW = 6 };

void thud_chain_sort(thud_chain *s, const thud_spring *links, size_t count) {
    s->other_count = 0;
    for (size_t i = 0; i < count; i++) {
        const thud_spring *link = &links[i];
        thud_body low = link->left < link->right ? link->left : link->right;
        thud_body high = link->left < link->right ? link->right : link->left;
        if (low < 0) {
            s->hold[high] += link->stiffness;
            s->drag[high] += link->damping;
        } else if (high == low + 1) {
            s->stiffness[low] += link->stiffness;
            s->damping[low] += link->damping;
        } else {
            s->others[s->other_count++] = *link;
        }
    }
}

void thud_chain_stiffen(thud_chain *s, const thud_spring *links, size_t count) {
    memset(s->stiffness, 0, s->n * sizeof *s->stiffness);
    memset(s->hold, 0, s->n * sizeof *s->hold);
    size_t others = 0;
    for (size_t i = 0; i < count; i++) {
        const thud_spring *link = &links[i];
        thud_body low = link->left < link->right ? link->left : link->right;
        thud_body high = link->left < link->right ? link->right : link->left;
        if (low < 0) s->hold[high] += link->stiffness;
        else if (high == low + 1) s->stiffness[low] += link->stiffness;
        else s->others[others++].stiffness = link->stiffness;
    }
}

/* The loops have parameters that do not overlap: only then does a compiler take several bodies at once. */

THUD_WIDE static void stretch(size_t links, const double *restrict k, const double *restrict c,
                              const double *restrict x, const double *restrict v, double *restrict tension) {
    for (size_t i = 0; i < links; i++) tension[i] = k[i] * (x[i + 1] - x[i]) + c[i] * (v[i + 1] - v[i]);
}

THUD_WIDE static void pull(size_t n, double add, const double *restrict inverse_mass, const double *restrict k,
                           const double *restrict c, const double *restrict x, const double *restrict v,
                           const double *restrict tension, double *restrict a) {
    for (size_t i = 0; i < n; i++)
        a[i] = add + inverse_mass[i] * ((tension[i + 1] - tension[i]) - (k[i] * x[i] + c[i] * v[i]));
}

/* the same for a few bodies, for which columns are not worth while */
static void accelerate_few(const thud_chain *s, double add, const double *restrict x, const double *restrict v,
                           double *restrict a) {
    double below = 0;
    for (size_t i = 0; i < s->n; i++) {
        bool last = i + 1 == s->n;
        double above = last ? 0 : s->stiffness[i] * (x[i + 1] - x[i]) + s->damping[i] * (v[i + 1] - v[i]);
        a[i] = add + s->inverse_mass[i] * ((above - below) - (s->hold[i] * x[i] + s->drag[i] * v[i]));
        below = above;
    }
}

void thud_chain_accelerate(const thud_chain *s, double add, const double *restrict x, const double *restrict v,
                           double *restrict a) {
    if (s->n < FEW) {
        accelerate_few(s, add, x, v, a);
    } else {
        stretch(s->n - 1, s->stiffness, s->damping, x, v, s->tension + 1);
        pull(s->n, add, s->inverse_mass, s->hold, s->drag, x, v, s->tension, a);
    }
    for (size_t i = 0; i < s->other_count; i++) {
        const thud_spring *link = &s->others[i];
        thud_body l = link->left, r = link->right;
        double tension = link->stiffness * (x[r] - x[l]) + link->damping * (v[r] - v[l]);
        a[l] += tension * s->inverse_mass[l];
        a[r] -= tension * s->inverse_mass[r];
    }
}

/* in four sums, since additions wait for each other */
THUD_WIDE double thud_chain_power(const thud_chain *s, const double *v) {
    thud_quad sum = {0}, here, speed, damping, drag;
    size_t i = 0, n = s->n;
    for (; i + THUD_QUAD < n; i += THUD_QUAD) {
        thud_quad_take(&here, v + i);
        thud_quad_take(&speed, v + i + 1);
        thud_quad_take(&damping, s->damping + i);
        thud_quad_take(&drag, s->drag + i);
        speed -= here;
        sum += damping * (speed * speed) + drag * (here * here);
    }
    double first = sum[0];
    for (; i < n; i++) {
        double at = v[i], apart = i + 1 < n ? v[i + 1] - at : 0;
        first += s->damping[i] * (apart * apart) + s->drag[i] * (at * at);
    }
    double power = (first + sum[1]) + (sum[2] + sum[3]);
    for (i = 0; i < s->other_count; i++) {
        const thud_spring *link = &s->others[i];
        double apart = v[link->right] - v[link->left];
        power += link->damping * (apart * apart);
    }
    return power;
}

THUD_WIDE double thud_chain_product(const thud_chain *s, const double *v, const double *w) {
    thud_quad sum = {0}, v0, v1, w0, w1, damping, drag;
    size_t i = 0, n = s->n;
    for (; i + THUD_QUAD < n; i += THUD_QUAD) {
        thud_quad_take(&v0, v + i);
        thud_quad_take(&v1, v + i + 1);
        thud_quad_take(&w0, w + i);
        thud_quad_take(&w1, w + i + 1);
        thud_quad_take(&damping, s->damping + i);
        thud_quad_take(&drag, s->drag + i);
        sum += damping * ((v1 - v0) * (w1 - w0)) + drag * (v0 * w0);
    }
    double rest = 0;
    for (; i < n; i++)
        rest +=
            (i + 1 < n ? s->damping[i] * ((v[i + 1] - v[i]) * (w[i + 1] - w[i])) : 0) + s->drag[i] * (v[i] * w[i]);
    for (i = 0; i < s->other_count; i++) {
        const thud_spring *link = &s->others[i];
        rest += link->damping * ((v[link->right] - v[link->left]) * (w[link->right] - w[link->left]));
    }
    return thud_quad_sum(&sum) + rest;
}
