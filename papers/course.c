/* Thinning after D. Douglas and T. Peucker, Cartographica 10 (1973) 112–122, with the distance measured along y. */
#include "course.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "paper.h"

/* pixels that a left-out point may lie off the line through its neighbours */
static const double TOLERANCE = 0.5;

void course_add(course *curve, double x, double y) {
    if (curve->count == curve->room) {
        curve->room = curve->room ? 2 * curve->room : 1024;
        curve->x = realloc(curve->x, curve->room * sizeof *curve->x);
        curve->y = realloc(curve->y, curve->room * sizeof *curve->y);
        if (!curve->x || !curve->y) paper_fail("out of memory");
    }
    curve->x[curve->count] = x;
    curve->y[curve->count++] = y;
}

void course_free(course *curve) {
    free(curve->x);
    free(curve->y);
    *curve = (course){0};
}

double course_peak(const course *curve) {
    double peak = 0;
    for (size_t i = 0; i < curve->count; i++) peak = fmax(peak, fabs(curve->y[i]));
    return peak;
}

typedef struct thinning {
    const course *curve;
    double x_pixel, y_pixel;
    bool *kept;
} thinning;

/* pixels from the point to the straight piece between two others */
static double distance(const thinning *t, size_t first, size_t last, size_t i) {
    double px = t->x_pixel, py = t->y_pixel;
    double ax = t->curve->x[first] / px, ay = t->curve->y[first] / py;
    double dx = t->curve->x[last] / px - ax, dy = t->curve->y[last] / py - ay;
    double qx = t->curve->x[i] / px - ax, qy = t->curve->y[i] / py - ay;
    double length = dx * dx + dy * dy;
    double along = length > 0 ? fmin(1, fmax(0, (qx * dx + qy * dy) / length)) : 0;
    return hypot(qx - along * dx, qy - along * dy);
}

/* keeps the farthest point of a piece while it is too far, and so on in both halves; deep pieces are short */
static void keep_between(thinning *t, size_t first, size_t last) {
    while (last > first + 1) {
        size_t farthest = first;
        double most = TOLERANCE;
        for (size_t i = first + 1; i < last; i++) {
            double d = distance(t, first, last, i);
            if (d > most) {
                most = d;
                farthest = i;
            }
        }
        if (farthest == first) return;
        t->kept[farthest] = true;
        keep_between(t, first, farthest);
        first = farthest;
    }
}

void course_write(const course *curve, double x_pixel, double y_pixel, FILE *stream) {
    thinning t = {curve, x_pixel, y_pixel, paper_allocate(curve->count + 1, sizeof *t.kept)};
    if (curve->count > 0) {
        t.kept[0] = t.kept[curve->count - 1] = true;
        keep_between(&t, 0, curve->count - 1);
    }
    for (size_t i = 0; i < curve->count; i++)
        if (t.kept[i]) fprintf(stream, "%.6g %.5g\n", curve->x[i], curve->y[i]);
    fputs("\n\n", stream);
    free(t.kept);
}
