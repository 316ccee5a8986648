/*
 * States of an instance as bytes: a head, the values of its variables, and its run. They are those of one FMU and
 * one version of thud on one kind of machine.
 */
#include <stdlib.h>
#include <string.h>

#include "base/environment.h"
#include "base/hash.h"
#include "fmu/instance.h"

typedef struct head {
    char word[8];
    uint64_t owner; /* a fingerprint of the token */
    uint64_t count; /* number of variables: value and slope of each follow */
    uint64_t run;   /* bytes of the run behind them; 0: there is none */
    uint64_t phase;
    double time, stop;
    uint64_t check; /* a fingerprint of all that follows, and of what stands above */
} head;

static const char WORD[8] = "thudfmu";

static uint64_t owner_of(const fmu_instance *i) {
    return thud_hash_finish(thud_hash_text(thud_hash_text(THUD_HASH_START, i->request.token), thud_version()));
}

/* bytes: of values and slopes, which lie together */
static size_t size_of_values(const fmu_instance *i) { return 2 * i->variables.count * sizeof *i->values; }

static uint64_t check_of(const head *h, const unsigned char *behind, size_t size) {
    head plain = *h;
    plain.check = 0;
    return thud_hash_finish(thud_hash_bytes(thud_hash_bytes(THUD_HASH_START, &plain, sizeof plain), behind, size));
}

/* ---- the run ---- */

static size_t size_of_run(const fmu_instance *i) {
    if (i->stale) return 0;
    return i->exchange ? fmu_exchange_size(i->exchange) * sizeof(double) : thud_simulation_save_size(i->simulation);
}

static thud_status write_run(fmu_instance *i, unsigned char *to, size_t size) {
    if (!i->exchange) return thud_simulation_save(i->simulation, to, size);
    double *numbers = malloc(size);
    if (!numbers) return THUD_ERROR_MEMORY;
    fmu_exchange_write(i->exchange, numbers);
    memcpy(to, numbers, size);
    free(numbers);
    return THUD_OK;
}

static thud_status read_run(fmu_instance *i, const unsigned char *from, size_t size) {
    if (!i->exchange) return thud_simulation_restore(i->simulation, from, size);
    if (size != size_of_run(i)) return THUD_ERROR_MISMATCH;
    double *numbers = malloc(size);
    if (!numbers) return THUD_ERROR_MEMORY;
    memcpy(numbers, from, size);
    const thud_status status = fmu_exchange_read(i->exchange, numbers);
    free(numbers);
    return status;
}

/* ---- all of it ---- */

fmu_status fmu_state_get(fmu_instance *i, fmu_state **state) {
    THUD_PLAIN_ENVIRONMENT;
    if (!state) return fmu_say(i, FMU_ERROR, "the output pointer is NULL");
    const size_t values = size_of_values(i);
    const size_t run = size_of_run(i);
    fmu_state *s = malloc(sizeof *s + sizeof(head) + values + run);
    if (!s) return fmu_say(i, FMU_ERROR, "there is not enough memory");
    unsigned char *behind = s->bytes + sizeof(head);
    s->size = sizeof(head) + values + run;
    memcpy(behind, i->values, values);
    if (run > 0) {
        const thud_status status = write_run(i, behind + values, run);
        if (status != THUD_OK) {
            free(s);
            return fmu_say(i, FMU_ERROR, "there is no state to keep: %s", thud_status_text(status));
        }
    }
    head h;
    memset(&h, 0, sizeof h);
    memcpy(h.word, WORD, sizeof WORD);
    h.owner = owner_of(i);
    h.count = i->variables.count;
    h.run = run;
    h.phase = (uint64_t)i->phase;
    h.time = i->time;
    h.stop = i->stop;
    h.check = check_of(&h, behind, values + run);
    memcpy(s->bytes, &h, sizeof h);
    free(*state);
    *state = s;
    return FMU_OK;
}

/* bytes of this FMU, whole and undamaged */
static bool is_sound(fmu_instance *i, const unsigned char *bytes, size_t size) {
    head h;
    if (size >= sizeof h) memcpy(&h, bytes, sizeof h);
    if (size < sizeof h || memcmp(h.word, WORD, sizeof WORD) != 0 ||
        h.check != check_of(&h, bytes + sizeof h, size - sizeof h)) {
        fmu_say(i, FMU_ERROR, "these bytes are not a state of an FMU of thud, or are damaged");
        return false;
    }
    const size_t values = size_of_values(i);
    if (h.owner == owner_of(i) && h.count == i->variables.count && size - sizeof h == values + h.run) return true;
    fmu_say(i, FMU_ERROR, "the state belongs to another FMU, or to another version of thud");
    return false;
}

static bool has_other_parameters(const fmu_instance *i, const double *values) {
    for (size_t k = 0; k < i->variables.count; k++)
        if (i->variables.list[k].kind == FMU_PARAMETER && i->values[k] != values[k]) return true;
    return false;
}

fmu_status fmu_state_set(fmu_instance *i, const fmu_state *state) {
    THUD_PLAIN_ENVIRONMENT;
    if (!state) return fmu_say(i, FMU_ERROR, "the state is NULL");
    if (!is_sound(i, state->bytes, state->size)) return FMU_ERROR;
    head h;
    memcpy(&h, state->bytes, sizeof h);
    const size_t size = size_of_values(i);
    double *values = malloc(size + 1);
    if (!values) return fmu_say(i, FMU_ERROR, "there is not enough memory");
    memcpy(values, state->bytes + sizeof h, size);
    if (has_other_parameters(i, values)) i->other_model = i->stale = true;
    memcpy(i->values, values, size);
    free(values);
    i->looked = false;
    i->stop = h.stop;
    if (h.run > 0) {
        /* a run to restore into, whatever became of the one that was */
        i->stale = true;
        const fmu_status begun = fmu_catch_up(i);
        if (begun != FMU_OK) return begun;
        const thud_status status = read_run(i, state->bytes + sizeof h + size, h.run);
        if (status != THUD_OK && status != THUD_ERROR_BALANCE)
            return fmu_say(i, FMU_ERROR, "the run cannot be restored: %s", thud_status_text(status));
    } else i->stale = i->other_model = true;
    i->phase = (fmu_phase)h.phase;
    i->time = h.time;
    return FMU_OK;
}

fmu_status fmu_state_write(fmu_instance *i, const fmu_state *state, void *bytes, size_t size) {
    if (!state || !bytes) return fmu_say(i, FMU_ERROR, "the state or the bytes are NULL");
    if (size != state->size)
        return fmu_say(i, FMU_ERROR, "the state has %zu bytes, and the buffer has %zu", state->size, size);
    memcpy(bytes, state->bytes, size);
    return FMU_OK;
}

fmu_status fmu_state_read(fmu_instance *i, const void *bytes, size_t size, fmu_state **state) {
    if (!bytes || !state) return fmu_say(i, FMU_ERROR, "the state or the bytes are NULL");
    if (!is_sound(i, bytes, size)) return FMU_ERROR;
    fmu_state *s = malloc(sizeof *s + size);
    if (!s) return fmu_say(i, FMU_ERROR, "there is not enough memory");
    s->size = size;
    memcpy(s->bytes, bytes, size);
    free(*state);
    *state = s;
    return FMU_OK;
}
