/* Force over penetration of the strongest impacts: each loop is kept, thinned, until a stronger one comes. */

#include "report/run/files.h"

#include <stdlib.h>

#include "report/text/csv.h"
#include "report/text/file.h"

/* the loop of one impact */
typedef struct loop {
    size_t impact;    /* number in the ledger; 0: empty */
    double start;     /* s */
    double max_force; /* N */
    size_t count, capacity;
    size_t stride, skipped; /* every so manieth point is kept */
    thud_contact_sample *points;
} loop;

typedef struct contact_loops {
    loop now; /* the current impact */
    loop kept[THUD_LOOPS_KEPT];
} contact_loops;

struct thud_loops {
    const thud_model *model;
    size_t impacts; /* number in the ledger so far */
    size_t contact_count;
    contact_loops contacts[];
};

thud_loops *thud_loops_create(const thud_model *model) {
    size_t count = thud_model_contact_count(model);
    thud_loops *loops = calloc(1, sizeof *loops + count * sizeof loops->contacts[0]);
    if (!loops) return NULL;
    loops->model = model;
    loops->contact_count = count;
    return loops;
}

void thud_loops_free(thud_loops *loops) {
    if (!loops) return;
    for (size_t i = 0; i < loops->contact_count; i++) {
        free(loops->contacts[i].now.points);
        for (size_t j = 0; j < THUD_LOOPS_KEPT; j++) free(loops->contacts[i].kept[j].points);
    }
    free(loops);
}

static void begin(loop *now, double start) {
    now->start = start;
    now->count = now->skipped = 0;
    now->stride = 1;
}

static void keep_every_second(loop *now) {
    for (size_t i = 0; 2 * i < now->count; i++) now->points[i] = now->points[2 * i];
    now->count = (now->count + 1) / 2;
    now->stride *= 2;
}

static bool make_space(loop *now) {
    if (now->count < now->capacity) return true;
    size_t capacity = now->capacity ? 2 * now->capacity : 64;
    thud_contact_sample *points = realloc(now->points, capacity * sizeof *points);
    if (!points) return false;
    now->points = points;
    now->capacity = capacity;
    return true;
}

bool thud_loops_add_sample(thud_loops *loops, const thud_contact_sample *sample) {
    loop *now = &loops->contacts[sample->contact].now;
    if (now->count == 0 || now->start != sample->start) begin(now, sample->start);
    /* a step begins where the previous one ended */
    if (now->count > 0 && now->points[now->count - 1].time == sample->time) return true;
    if (now->count > 0 && ++now->skipped < now->stride) return true;
    now->skipped = 0;
    if (!make_space(now)) return false;
    now->points[now->count++] = *sample;
    if (now->count == THUD_LOOP_POINTS) keep_every_second(now);
    return true;
}

/* the slot of the weakest, or an empty one */
static loop *weakest(contact_loops *contact) {
    loop *least = &contact->kept[0];
    for (size_t i = 0; i < THUD_LOOPS_KEPT; i++) {
        loop *other = &contact->kept[i];
        if (other->impact == 0) return other;
        if (other->max_force < least->max_force) least = other;
    }
    return least;
}

bool thud_loops_add_impact(thud_loops *loops, const thud_impact_entry *entry) {
    contact_loops *contact = &loops->contacts[entry->contact];
    loop *now = &contact->now, *place = weakest(contact);
    loops->impacts++;
    if (now->count < 2 || now->start != entry->time) return true;
    now->impact = loops->impacts;
    now->max_force = entry->max_force;
    if (place->impact == 0 || place->max_force < now->max_force) {
        loop spare = *place;
        *place = *now;
        *now = spare;
    }
    now->count = 0;
    return true;
}

static int by_number(const void *a, const void *b) {
    const loop *const *left = a, *const *right = b;
    return ((*left)->impact > (*right)->impact) - ((*left)->impact < (*right)->impact);
}

static void write_loop(FILE *stream, const char *contact, const loop *l) {
    for (size_t i = 0; i < l->count; i++) {
        thud_csv_text(stream, contact, "");
        fprintf(stream, ",%zu", l->impact);
        thud_csv_number(stream, l->points[i].time);
        thud_csv_number(stream, l->points[i].penetration);
        thud_csv_number(stream, l->points[i].velocity);
        thud_csv_number(stream, l->points[i].force);
        fputc('\n', stream);
    }
}

bool thud_loops_write(const thud_loops *loops, const char *path, thud_error *failure) {
    thud_output output;
    if (!thud_output_open_inside(&output, path, failure)) return false;
    fputs("contact,impact,t [s],penetration [m],velocity [m/s],force [N]\n", output.stream);
    for (size_t i = 0; i < loops->contact_count; i++) {
        const loop *order[THUD_LOOPS_KEPT];
        for (size_t j = 0; j < THUD_LOOPS_KEPT; j++) order[j] = &loops->contacts[i].kept[j];
        qsort(order, THUD_LOOPS_KEPT, sizeof order[0], by_number);
        for (size_t j = 0; j < THUD_LOOPS_KEPT; j++)
            write_loop(output.stream, thud_model_contact_name(loops->model, i), order[j]);
    }
    return thud_output_commit(&output, failure);
}
