#define _XOPEN_SOURCE 700 /* strdup */

/* Reads the results of a study, from one store or from all its shards in turn. */
#include "study/store/store_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/environment.h"
#include "base/error.h"
#include "study/store/place.h"
#include "study/store/shards.h"
#include "study/store/store_part.h"

struct thud_results {
    const char *directory; /* a copy */
    thud_error *note;
    thud_shards shards; /* empty: one store */
    thud_store_info info;
    thud_store_part *first; /* the store, or the first existing shard: always open, for its columns */
    size_t first_shard;
    thud_store_part *part; /* that rows come from; NULL: not open */
    size_t shard;
    bool *wanted; /* [columns]; NULL: all */
};

static void close_part(thud_results *r) {
    if (r->part != r->first) thud_part_close(r->part);
    r->part = NULL;
}

void thud_results_close(thud_results *results) {
    if (!results) return;
    close_part(results);
    thud_part_close(results->first);
    thud_shards_clear(&results->shards);
    free(results->wanted);
    free((char *)(uintptr_t)results->directory);
    free(results);
}

static thud_status no_memory(const thud_results *r) {
    return thud_error_set(r->note, THUD_ERROR_MEMORY, "%s", thud_status_text(THUD_ERROR_MEMORY));
}

/* ---- shards ---- */

/* NULL for a shard that has not been begun */
static thud_status open_shard(thud_results *r, size_t which, thud_store_part **part) {
    char *directory = thud_shards_path(r->directory, which), *path = directory ? thud_place_path(directory) : NULL;
    thud_status status = path ? THUD_OK : no_memory(r);
    *part = NULL;
    if (status == THUD_OK && access(path, F_OK) == 0) status = thud_part_open(directory, r->note, part);
    const thud_store_info *info = *part ? thud_part_info(*part) : NULL;
    if (info && (info->hash != r->shards.study || info->total != r->shards.cases ||
                 (r->first && !thud_columns_equal(thud_part_columns(*part), thud_part_columns(r->first))))) {
        status =
            thud_error_set(r->note, THUD_ERROR_SYNTAX, "'%s' belongs to another study than the other shards", path);
        thud_part_close(*part);
        *part = NULL;
    }
    free(directory);
    free(path);
    return status;
}

static thud_status add_shard(thud_results *r, size_t which) {
    thud_store_part *part = NULL;
    thud_status status = open_shard(r, which, &part);
    if (status != THUD_OK || !part) return status;
    const thud_store_info *info = thud_part_info(part);
    if (!r->first) {
        r->first = part;
        r->first_shard = which;
        r->info = *info;
        return THUD_OK;
    }
    r->info.done += info->done;
    r->info.failed += info->failed;
    r->info.wall_seconds += info->wall_seconds;
    thud_part_close(part);
    return THUD_OK;
}

/* ---- opening ---- */

static thud_status open_all(thud_results *r) {
    bool sharded = false;
    thud_status status = thud_shards_read(r->directory, r->note, &r->shards, &sharded);
    if (status == THUD_OK && !sharded) {
        status = thud_part_open(r->directory, r->note, &r->first);
        if (status == THUD_OK) r->info = *thud_part_info(r->first);
    }
    for (size_t i = 0; status == THUD_OK && i < r->shards.count; i++) status = add_shard(r, i);
    if (status == THUD_OK && !r->first)
        status = thud_error_set(r->note, THUD_ERROR_ARGUMENT,
                                "no shard of '%s' has been begun: 'thud sweep STUDY -o DIR "
                                "--shard 1/%zu' begins the first",
                                r->directory, r->shards.count);
    r->part = r->first;
    r->shard = r->first_shard;
    return status;
}

thud_status thud_results_open(const char *directory, thud_error *note, thud_results **out) {
    THUD_PLAIN_ENVIRONMENT;
    if (!directory || !out) return thud_error_status(note, THUD_ERROR_ARGUMENT);
    thud_results *r = calloc(1, sizeof *r);
    if (r) r->directory = strdup(directory);
    if (!r || !r->directory) {
        free(r);
        return thud_error_set(note, THUD_ERROR_MEMORY, "%s", thud_status_text(THUD_ERROR_MEMORY));
    }
    r->note = note;
    const thud_status status = open_all(r);
    if (status == THUD_OK) *out = r;
    else thud_results_close(r);
    return status;
}

const thud_store_info *thud_results_info(const thud_results *results) { return &results->info; }
size_t thud_results_shard_count(const thud_results *results) { return results->shards.count; }
const thud_columns *thud_results_columns(const thud_results *results) { return thud_part_columns(results->first); }

size_t thud_results_column_count(const thud_results *results) { return thud_results_columns(results)->count; }

static const thud_column *column_of(const thud_results *results, size_t index) {
    const thud_columns *columns = thud_results_columns(results);
    return index < columns->count ? &columns->list[index] : NULL;
}

const char *thud_results_column_name(const thud_results *results, size_t column) {
    const thud_column *c = column_of(results, column);
    return c ? c->name : NULL;
}

const char *thud_results_column_unit(const thud_results *results, size_t column) {
    const thud_column *c = column_of(results, column);
    return c ? c->unit : NULL;
}

thud_column_kind thud_results_column_kind(const thud_results *results, size_t column) {
    const thud_column *c = column_of(results, column);
    return c ? c->kind : THUD_COLUMN_RESULT;
}

/* label columns have the name of their axis */
size_t thud_results_find(const thud_results *results, const char *name) {
    const thud_columns *columns = thud_results_columns(results);
    size_t i = 0;
    while (i < columns->count &&
           (columns->list[i].kind == THUD_COLUMN_LABEL || strcmp(columns->list[i].name, name) != 0))
        i++;
    return i;
}

const thud_role *thud_results_roles(const thud_results *results) { return thud_part_roles(results->first); }

/* ---- one by one ---- */

/* the next existing shard; at the end part is NULL */
static thud_status next_shard(thud_results *r) {
    thud_status status = THUD_OK;
    close_part(r);
    while (status == THUD_OK && !r->part && ++r->shard < r->shards.count)
        status = open_shard(r, r->shard, &r->part);
    if (status == THUD_OK && r->part && r->wanted) status = thud_part_want(r->part, r->wanted);
    return status;
}

/* a case of another shard would appear twice */
static thud_status check_place(const thud_results *r, const thud_results_row *row) {
    if (r->shards.count == 0) return THUD_OK;
    const thud_shard *shard = &r->shards.list[r->shard];
    if (row->case_index >= shard->first && row->case_index - shard->first < shard->count) return THUD_OK;
    return thud_error_set(r->note, THUD_ERROR_SYNTAX,
                          "'%s/shard-%zu/results.db' is damaged: case %zu belongs to another shard", r->directory,
                          r->shard + 1, row->case_index);
}

thud_status thud_results_next(thud_results *results, thud_results_row *row, bool *found) {
    THUD_PLAIN_ENVIRONMENT;
    if (!results || !row || !found) return THUD_ERROR_ARGUMENT;
    thud_status status = THUD_OK;
    *found = false;
    while (status == THUD_OK && !*found && results->part) {
        status = thud_part_next(results->part, row, found);
        if (status == THUD_OK && !*found) status = next_shard(results);
    }
    if (status == THUD_OK && *found) status = check_place(results, row);
    if (status != THUD_OK) *found = false;
    return status;
}

thud_status thud_results_want(thud_results *results, const bool *columns) {
    if (!results || !columns) return THUD_ERROR_ARGUMENT;
    const size_t count = thud_results_columns(results)->count;
    if (!results->wanted) results->wanted = calloc(count + 1, sizeof *results->wanted);
    if (!results->wanted) return no_memory(results);
    memcpy(results->wanted, columns, count * sizeof *columns);
    return results->part ? thud_part_want(results->part, columns) : THUD_OK;
}

double thud_results_number(const thud_results *results, size_t column) {
    return results->part && column_of(results, column) ? thud_part_number(results->part, column) : NAN;
}

const char *thud_results_text(const thud_results *results, size_t column) {
    return results->part && column_of(results, column) ? thud_part_text(results->part, column) : NULL;
}

void thud_results_numbers(const thud_results *results, size_t count, const size_t *columns, double *numbers) {
    for (size_t i = 0; i < count; i++) numbers[i] = thud_results_number(results, columns[i]);
}

/* ---- failures ---- */

/* limit per shard, so that rare reasons may be omitted */
enum { OF_SHARD = 64 };

typedef struct tally {
    thud_store_failures *list;
    size_t count, capacity;
} tally;

static bool add_failures(tally *t, const thud_store_failures *more, size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        while (at < t->count &&
               (strcmp(t->list[at].status, more[i].status) != 0 || strcmp(t->list[at].reason, more[i].reason) != 0))
            at++;
        if (at == t->capacity) {
            thud_store_failures *larger = realloc(t->list, (2 * t->capacity + OF_SHARD) * sizeof *larger);
            if (!larger) return false;
            t->list = larger;
            t->capacity = 2 * t->capacity + OF_SHARD;
        }
        if (at == t->count) {
            t->list[t->count++] = more[i];
            continue;
        }
        t->list[at].cases += more[i].cases;
        if (more[i].first < t->list[at].first) t->list[at].first = more[i].first;
    }
    return true;
}

static int by_frequency(const void *a, const void *b) {
    const thud_store_failures *x = a, *y = b;
    if (x->cases != y->cases) return x->cases > y->cases ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

static thud_status count_shard(thud_results *r, size_t which, tally *t) {
    thud_store_failures list[OF_SHARD];
    thud_store_part *part = NULL;
    size_t count = 0;
    thud_status status = open_shard(r, which, &part);
    if (status == THUD_OK && part) status = thud_part_failures(part, OF_SHARD, list, &count);
    thud_part_close(part);
    if (status == THUD_OK && !add_failures(t, list, count)) status = no_memory(r);
    return status;
}

thud_status thud_results_failures(thud_results *results, size_t capacity, thud_store_failures *failures,
                                  size_t *count) {
    tally t = {0};
    if (results->shards.count == 0) return thud_part_failures(results->first, capacity, failures, count);
    thud_status status = THUD_OK;
    for (size_t i = 0; status == THUD_OK && i < results->shards.count; i++) status = count_shard(results, i, &t);
    if (status == THUD_OK && t.count > 0) qsort(t.list, t.count, sizeof *t.list, by_frequency);
    *count = status != THUD_OK ? 0 : t.count < capacity ? t.count : capacity;
    if (*count > 0) memcpy(failures, t.list, *count * sizeof *failures);
    free(t.list);
    return status;
}
