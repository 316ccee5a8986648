#include "record.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void thud_py_record_init(thud_py_record *record, size_t bodies, size_t contacts, size_t watches, size_t links) {
    *record = (thud_py_record){.bodies = bodies,
                               .contacts = contacts,
                               .watches = watches,
                               .links = links,
                               .row = 2 + 3 * bodies + contacts + watches + 2 * links};
}

/* room for one more of `size` bytes; false without memory */
static bool grow(thud_py_record *r, void **block, size_t count, size_t *room, size_t size) {
    if (count < *room) return true;
    const size_t wanted = *room ? 2 * *room : 256;
    void *bigger = wanted <= SIZE_MAX / size ? realloc(*block, wanted * size) : NULL;
    if (!bigger) {
        r->out_of_memory = true;
        return false;
    }
    *block = bigger;
    *room = wanted;
    return true;
}

static double *copy(double *to, const double *from, size_t count) {
    if (count > 0) memcpy(to, from, count * sizeof *to);
    return to + count;
}

static bool take_sample(void *context, const thud_sample *sample) {
    thud_py_record *r = context;
    void *block = r->samples;
    const bool room = grow(r, &block, r->sample_count, &r->sample_room, r->row * sizeof *r->samples);
    r->samples = block;
    if (!room) return false;
    double *at = r->samples + r->sample_count++ * r->row;
    *at++ = sample->time;
    at = copy(at, sample->displacement, r->bodies);
    at = copy(at, sample->velocity, r->bodies);
    at = copy(at, sample->acceleration, r->bodies);
    at = copy(at, sample->force, r->contacts);
    at = copy(at, sample->watch, r->watches);
    at = copy(at, sample->deformation, r->links);
    at = copy(at, sample->link_force, r->links);
    *at = sample->event;
    return true;
}

static bool take_impact(void *context, const thud_impact_entry *entry) {
    thud_py_record *r = context;
    void *block = r->impacts;
    const bool room = grow(r, &block, r->impact_count, &r->impact_room, sizeof *r->impacts);
    r->impacts = block;
    if (room) r->impacts[r->impact_count++] = *entry;
    return room;
}

static bool take_loop(void *context, const thud_contact_sample *sample) {
    thud_py_record *r = context;
    void *block = r->loops;
    const bool room = grow(r, &block, r->loop_count, &r->loop_room, sizeof *r->loops);
    r->loops = block;
    if (room) r->loops[r->loop_count++] = *sample;
    return room;
}

static bool tell(void *context, double time) {
    const thud_py_record *r = context;
    return r->progress ? r->progress(r->context, time) : true;
}

void thud_py_record_observe(thud_py_record *record, thud_observer *observer) {
    *observer = (thud_observer){
        .context = record,
        .sample = take_sample,
        .impact = take_impact,
        .progress = tell,
        .contact = record->wants_loops ? take_loop : NULL,
    };
}

bool thud_py_asked_to_stop(void *sweep) { return ((const thud_py_sweep *)sweep)->stop != 0; }
