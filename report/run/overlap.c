/* Floors without a contact that pass through the neighbouring building. */
#include "report/run/overlap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/print.h"
#include "model/model.h"
#include "report/text/format.h"

enum { NAME_SIZE = 160, LINE_SIZE = 640, SHOWN_MOST = 3 };
static const double LEVEL = 0.05; /* m: floors within this difference are level */

/* a floor compared with the neighbour's columns; a and b are bodies, or −1 for the ground */
typedef struct overlap {
    int floor, a, b;
    double s, height;
    bool on_left;   /* the floor belongs to the building on the left */
    size_t contact; /* the contact of the two buildings with the smallest gap */
    double gap;
    double most, time;
} overlap;

struct thud_overlaps {
    const thud_model *model;
    double *heights; /* [body] above the ground; 0: unknown */
    int *below;      /* [body] the floor below, −1: the ground */
    overlap *list;
    size_t count, capacity;
};

/* ---- vertical order of floors ---- */

/* a link from the ground, or from a floor of known height, gives the height of the next */
static bool raise_floor(thud_overlaps *o, const thud_model_link *link) {
    const int low = link->left, high = link->right;
    if (!(link->given.height > 0) || high < 0 || o->heights[high] > 0) return false;
    if (low != THUD_BODY_GROUND && (low < 0 || !(o->heights[low] > 0))) return false;
    o->heights[high] = link->given.height + (low < 0 ? 0 : o->heights[low]);
    o->below[high] = low < 0 ? -1 : low;
    return true;
}

static void find_heights(thud_overlaps *o) {
    for (bool grows = true; grows;) {
        grows = false;
        for (size_t i = 0; i < o->model->link_count; i++) grows = raise_floor(o, &o->model->links[i]) || grows;
    }
}

static int foot_of(const thud_overlaps *o, int body) {
    while (o->below[body] >= 0) body = o->below[body];
    return body;
}

/* a body of known height at an end of a contact: the end itself, or the first of a point between floors; −1 */
static int body_of(const thud_overlaps *o, int end) {
    if (thud_is_point(end)) {
        const thud_model_point *point = &o->model->points[thud_point_index(end)];
        end = -1;
        for (size_t i = 0; i < point->count && end < 0; i++) end = point->terms[i].body;
    }
    return end >= 0 && o->heights[end] > 0 ? end : -1;
}

static double height_of(const thud_overlaps *o, int end) {
    if (!thud_is_point(end)) return end >= 0 ? o->heights[end] : 0;
    const thud_model_point *point = &o->model->points[thud_point_index(end)];
    double height = 0;
    for (size_t i = 0; i < point->count; i++)
        if (point->terms[i].body >= 0) height += point->terms[i].factor * o->heights[point->terms[i].body];
    return height;
}

/* ---- possible overlaps ---- */

static bool is_between(const thud_overlaps *o, size_t contact, int left, int right) {
    const thud_model_contact *c = &o->model->contacts[contact];
    if (!thud_contact_is_of_bodies(c) || !isfinite(c->given.gap)) return false;
    const int a = body_of(o, c->left), b = body_of(o, c->right);
    return a >= 0 && b >= 0 && foot_of(o, a) == left && foot_of(o, b) == right;
}

static bool is_covered(const thud_overlaps *o, int left, int right, bool on_left, double height) {
    for (size_t i = 0; i < o->model->contact_count; i++)
        if (is_between(o, i, left, right) &&
            fabs(height_of(o, on_left ? o->model->contacts[i].left : o->model->contacts[i].right) - height) < LEVEL)
            return true;
    return false;
}

/* the floors of a building around a height: a below, b above; false if it is not that high */
static bool find_around(const thud_overlaps *o, int foot, double height, overlap *found) {
    found->a = found->b = -1;
    for (size_t i = 0; i < o->model->body_count; i++) {
        if (!(o->heights[i] > 0) || foot_of(o, (int)i) != foot) continue;
        if (o->heights[i] < height - 1e-9 && (found->a < 0 || o->heights[i] > o->heights[found->a]))
            found->a = (int)i;
        if (o->heights[i] >= height - 1e-9 && (found->b < 0 || o->heights[i] < o->heights[found->b]))
            found->b = (int)i;
    }
    if (found->b < 0) return false;
    const double low = found->a < 0 ? 0 : o->heights[found->a];
    found->s = fmin((height - low) / (o->heights[found->b] - low), 1);
    return true;
}

static bool append(thud_overlaps *o, const overlap *found) {
    if (o->count == o->capacity) {
        const size_t capacity = o->capacity > 0 ? 2 * o->capacity : 16;
        overlap *list = realloc(o->list, capacity * sizeof *list);
        if (!list) return false;
        o->list = list;
        o->capacity = capacity;
    }
    o->list[o->count++] = *found;
    return true;
}

static bool add_floors(thud_overlaps *o, size_t contact, int left, int right, double gap) {
    for (size_t i = 0; i < o->model->body_count; i++) {
        if (!(o->heights[i] > 0)) continue;
        const int foot = foot_of(o, (int)i);
        if (foot != left && foot != right) continue;
        overlap found = {
            .floor = (int)i, .height = o->heights[i], .on_left = foot == left, .contact = contact, .gap = gap};
        if (is_covered(o, left, right, true, found.height) || is_covered(o, left, right, false, found.height))
            continue;
        /* two floors at one level count once, as that on the left */
        if (!find_around(o, found.on_left ? right : left, found.height, &found)) continue;
        if (!found.on_left && found.s > 0 && found.b >= 0 && fabs(o->heights[found.b] - found.height) < LEVEL)
            continue;
        if (!append(o, &found)) return false;
    }
    return true;
}

/* once for each two buildings with a contact between them */
static bool find_floors(thud_overlaps *o) {
    for (size_t i = 0; i < o->model->contact_count; i++) {
        const thud_model_contact *c = &o->model->contacts[i];
        if (!thud_contact_is_of_bodies(c)) continue;
        const int a = body_of(o, c->left), b = body_of(o, c->right);
        if (a < 0 || b < 0 || !isfinite(c->given.gap) || foot_of(o, a) == foot_of(o, b)) continue;
        const int left = foot_of(o, a), right = foot_of(o, b);
        bool first = true;
        double gap = c->given.gap;
        for (size_t k = 0; k < o->model->contact_count; k++) {
            if (!is_between(o, k, left, right)) continue;
            first = first && k >= i;
            gap = fmin(gap, o->model->contacts[k].given.gap);
        }
        if (first && !add_floors(o, i, left, right, gap)) return false;
    }
    return true;
}

thud_overlaps *thud_overlaps_create(const thud_model *model) {
    thud_overlaps *o = calloc(1, sizeof *o);
    if (!o) return NULL;
    o->model = model;
    o->heights = calloc(model->body_count + 1, sizeof *o->heights);
    o->below = calloc(model->body_count + 1, sizeof *o->below);
    bool good = o->heights && o->below;
    if (good) find_heights(o);
    if (good && find_floors(o) && o->count > 0) return o;
    thud_overlaps_free(o);
    return NULL;
}

void thud_overlaps_free(thud_overlaps *o) {
    if (!o) return;
    free(o->heights);
    free(o->below);
    free(o->list);
    free(o);
}

void thud_overlaps_add(thud_overlaps *o, const thud_sample *sample) {
    if (!o) return;
    const double *x = sample->displacement;
    for (size_t i = 0; i < o->count; i++) {
        overlap *one = &o->list[i];
        const double other = (one->a < 0 ? 0 : (1 - one->s) * x[one->a]) + one->s * x[one->b];
        const double own = x[one->floor], deep = (one->on_left ? own - other : other - own) - one->gap;
        if (deep <= one->most) continue;
        one->most = deep;
        one->time = sample->time;
    }
}

/* ---- report ---- */

/* m that contacts of the two buildings are pressed together */
static double pressed(const thud_overlaps *o, const overlap *one, const thud_summary *summary) {
    const thud_model_contact *c = &o->model->contacts[one->contact];
    const int left = foot_of(o, body_of(o, c->left)), right = foot_of(o, body_of(o, c->right));
    double most = 0;
    for (size_t i = 0; i < summary->contact_count; i++)
        if (is_between(o, i, left, right)) most = fmax(most, summary->contacts[i].max_penetration);
    return most;
}

static bool is_real(const thud_overlaps *o, size_t i, const thud_summary *summary) {
    const overlap *one = &o->list[i];
    return one->most > pressed(o, one, summary) + 1e-6 + 1e-3 * one->gap;
}

/* the worst after those counted; count if there is none */
static size_t next_worst(const thud_overlaps *o, const thud_summary *summary, size_t than) {
    size_t best = o->count;
    for (size_t i = 0; i < o->count; i++) {
        if (!is_real(o, i, summary)) continue;
        const bool after = than == o->count || o->list[i].most < o->list[than].most ||
                           (o->list[i].most == o->list[than].most && i > than);
        if (after && i != than && (best == o->count || o->list[i].most > o->list[best].most)) best = i;
    }
    return best;
}

/* quoted if YAML would read something else */
static const char *quoted(const char *name, char *text) {
    const bool plain =
        !strpbrk(name, ",:{}[]#\"'&*!|>%@`\\") && *name != '-' && *name != '?' && *name != ' ' && *name;
    snprintf(text, NAME_SIZE, plain ? "%s" : "'%s'", name);
    return text;
}

/* one side of the suggested contact: a floor, or a point between two */
static void describe_side(const thud_overlaps *o, const overlap *one, bool floor, char *text) {
    char a[NAME_SIZE], b[NAME_SIZE];
    const thud_model_body *bodies = o->model->bodies;
    if (floor) snprintf(text, 2 * NAME_SIZE, "%s", quoted(bodies[one->floor].name, a));
    else if (one->s > 1 - 1e-9) snprintf(text, 2 * NAME_SIZE, "%s", quoted(bodies[one->b].name, b));
    else
        thud_print(text, 2 * NAME_SIZE, "{%s: %.6g, %s: %.6g}",
                   one->a < 0 ? "ground" : quoted(bodies[one->a].name, a), 1 - one->s,
                   quoted(bodies[one->b].name, b), one->s);
}

/* with the parameters of the existing contact between the two */
static void describe_contact(const thud_overlaps *o, const overlap *one, char *line) {
    char left[2 * NAME_SIZE], right[2 * NAME_SIZE], law[160] = "";
    const thud_gap_contact *given = &o->model->contacts[one->contact].given;
    describe_side(o, one, one->on_left, left);
    describe_side(o, one, !one->on_left, right);
    if (given->law->structure->kind != THUD_FORCE_IMPULSIVE)
        thud_print(law, sizeof law, ", stiffness: %.6g, exponent: %.6g", given->stiffness, given->exponent);
    thud_print(line, LINE_SIZE, "{left: %s, right: %s, gap: %.6g, model: %s%s, restitution: %.6g}", left, right,
               one->gap, given->law->name, law, given->restitution);
}

/* the upper of the two floors next to the floor */
static const char *beside(const thud_overlaps *o, const overlap *one) { return o->model->bodies[one->b].name; }

void thud_overlaps_write(const thud_overlaps *o, const thud_summary *summary, thud_json *json) {
    size_t i = o ? next_worst(o, summary, o->count) : 0;
    if (!o || i == o->count) return;
    thud_json_write(json, "overlaps: [");
    for (; i < o->count; i = next_worst(o, summary, i)) {
        const overlap *one = &o->list[i];
        char line[LINE_SIZE];
        describe_contact(o, one, line);
        thud_json_write(json, "{floor: %s, beside: %s, height: %g, overlap: %g, time: %g, add: %s}",
                        o->model->bodies[one->floor].name, beside(o, one), one->height, one->most, one->time, line);
    }
    thud_json_write(json, "]");
}

void thud_overlaps_print(const thud_overlaps *o, const thud_summary *summary, FILE *stream) {
    size_t i = o ? next_worst(o, summary, o->count) : 0, shown = 0;
    if (!o || i == o->count) return;
    const overlap *worst = &o->list[i];
    fprintf(
        stream,
        "  warning  %s, %s up, passes through the building beside it by %s at %s: there is no contact. To add:\n",
        o->model->bodies[worst->floor].name, thud_format_quantity(worst->height, "m").text,
        thud_format_quantity(worst->most, "m").text, thud_format_quantity(worst->time, "s").text);
    for (; i < o->count; i = next_worst(o, summary, i), shown++) {
        char line[LINE_SIZE];
        describe_contact(o, &o->list[i], line);
        if (shown < SHOWN_MOST) fprintf(stream, "             - %s\n", line);
    }
    if (shown > SHOWN_MOST)
        fprintf(stream, "           and %zu more, in 'overlaps' of summary.json\n", shown - SHOWN_MOST);
}
