/*
 * Force over deformation of links, as polygons.
 *
 * Points on a straight line are redundant. A point is kept when those since the last kept one are no longer on a
 * line to it, within a share of the largest deformation and force so far; ends of branches are corners and stay.
 * If a link has too many points, the share is doubled and its polygon thinned again.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "report/run/files.h"
#include "report/text/csv.h"

enum { WINDOW = 64 }; /* points since the last that was kept */
static const double FINEST = 1e-3;

typedef struct point {
    double time, deformation, force;
} point;

typedef struct path {
    point *points;
    size_t count, capacity;
    point open[WINDOW]; /* since the last kept point */
    size_t open_count;
    double widest, strongest; /* m, N */
    double share;
} path;

struct thud_link_loops {
    const thud_model *model;
    size_t count;
    size_t most; /* points of a link */
    path links[];
};

thud_link_loops *thud_link_loops_create(const thud_model *model) {
    const size_t count = thud_model_watched_links(model);
    thud_link_loops *loops = calloc(1, sizeof *loops + count * sizeof loops->links[0]);
    if (!loops) return NULL;
    loops->model = model;
    loops->count = count;
    loops->most = count > 0 ? THUD_LINK_LOOPS_POINTS / count : 0;
    if (loops->most > THUD_LINK_LOOP_POINTS) loops->most = THUD_LINK_LOOP_POINTS;
    if (loops->most < THUD_LINK_LOOP_LEAST) loops->most = THUD_LINK_LOOP_LEAST;
    for (size_t i = 0; i < count; i++) loops->links[i].share = FINEST;
    return loops;
}

void thud_link_loops_free(thud_link_loops *loops) {
    if (!loops) return;
    for (size_t i = 0; i < loops->count; i++) free(loops->links[i].points);
    free(loops);
}

/* distance of a point from the segment between two others, in relative measures */
static double distance(const path *p, const point *from, const point *to, const point *at) {
    const double x = p->widest > 0 ? 1 / p->widest : 0, y = p->strongest > 0 ? 1 / p->strongest : 0;
    const double dx = x * (to->deformation - from->deformation), dy = y * (to->force - from->force),
                 ax = x * (at->deformation - from->deformation), ay = y * (at->force - from->force);
    const double length = dx * dx + dy * dy;
    double along = length > 0 ? (ax * dx + ay * dy) / length : 0;
    along = fmin(fmax(along, 0), 1);
    return hypot(ax - along * dx, ay - along * dy);
}

static bool push(path *p, point at) {
    if (p->count == p->capacity) {
        const size_t capacity = p->capacity ? 2 * p->capacity : 64;
        point *larger = realloc(p->points, capacity * sizeof *larger);
        if (!larger) return false;
        p->points = larger;
        p->capacity = capacity;
    }
    p->points[p->count++] = at;
    return true;
}

static bool add(path *p, point at);

/* thins the polygon again, with twice the share */
static bool thin(path *p) {
    path coarser = {.widest = p->widest, .strongest = p->strongest, .share = 2 * p->share};
    bool good = true;
    for (size_t i = 0; i < p->count && good; i++) good = add(&coarser, p->points[i]);
    if (coarser.open_count > 0) good = good && push(&coarser, coarser.open[coarser.open_count - 1]);
    free(p->points);
    p->points = coarser.points;
    p->count = coarser.count;
    p->capacity = coarser.capacity;
    p->share = coarser.share;
    return good;
}

static bool add(path *p, point at) {
    if (p->count == 0) return push(p, at);
    const point *last = &p->points[p->count - 1];
    bool straight = p->open_count < WINDOW;
    for (size_t i = 0; i < p->open_count && straight; i++)
        straight = distance(p, last, &at, &p->open[i]) <= p->share;
    if (!straight) {
        if (!push(p, p->open[p->open_count - 1])) return false;
        p->open_count = 0;
    }
    p->open[p->open_count++] = at;
    return true;
}

bool thud_link_loops_add(thud_link_loops *loops, const thud_link_sample *sample) {
    path *p = &loops->links[sample->link];
    const point at = {sample->time, sample->deformation, sample->force};
    p->widest = fmax(p->widest, fabs(at.deformation));
    p->strongest = fmax(p->strongest, fabs(at.force));
    if (!add(p, at)) return false;
    return p->count < loops->most || thin(p);
}

static void write_point(FILE *stream, const char *link, const point *at) {
    thud_csv_text(stream, link, "");
    thud_csv_number(stream, at->time);
    thud_csv_number(stream, at->deformation);
    thud_csv_number(stream, at->force);
    fputc('\n', stream);
}

bool thud_link_loops_write(const thud_link_loops *loops, const char *path_name, thud_error *failure) {
    thud_output output;
    if (!thud_output_open_inside(&output, path_name, failure)) return false;
    fputs("link,t [s],deformation [m],force [N]\n", output.stream);
    for (size_t i = 0; i < loops->count; i++) {
        const path *p = &loops->links[i];
        const char *name = thud_model_link_name(loops->model, i);
        for (size_t k = 0; k < p->count; k++) write_point(output.stream, name, &p->points[k]);
        if (p->open_count > 0) write_point(output.stream, name, &p->open[p->open_count - 1]);
    }
    return thud_output_commit(&output, failure);
}
