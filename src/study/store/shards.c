#define _XOPEN_SOURCE 700 /* mkstemp, fdopen */

/* A study in several stores: the list of them. */
#include "study/store/shards.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/hash.h"
#include "ground/bytes.h"
#include "study/store/place.h"

static const char NAME[] = "shards";

thud_status thud_shards_plan(const thud_study *study, const thud_study_options *options, thud_shards *shards) {
    const size_t cases = thud_study_case_count(study), count = options->shards;
    *shards = (thud_shards){.study = thud_study_hash(study),
                            .cases = cases,
                            .layout = options->layout,
                            .chunk = options->chunk,
                            .count = count};
    shards->list = calloc(count, sizeof *shards->list);
    if (!shards->list) return THUD_ERROR_MEMORY;
    size_t first = 0;
    for (size_t i = 0; i < count; i++) {
        /* the same rounding on every machine */
        const size_t end = cases / count * (i + 1) + cases % count * (i + 1) / count;
        shards->list[i] = (thud_shard){first, end - first};
        first = end;
    }
    return THUD_OK;
}

void thud_shards_clear(thud_shards *shards) {
    free(shards->list);
    *shards = (thud_shards){0};
}

static char *join(const char *directory, const char *name) {
    const size_t size = strlen(directory) + strlen(name) + 2;
    char *path = malloc(size);
    if (path) snprintf(path, size, "%s/%s", directory, name);
    return path;
}

char *thud_shards_path(const char *directory, size_t which) {
    char name[32];
    snprintf(name, sizeof name, "shard-%zu", which + 1);
    return join(directory, name);
}

/* ---- as text ---- */

static const char *const LAYOUTS[] = {
    [THUD_STUDY_LAYOUT_AUTO] = "auto", [THUD_STUDY_LAYOUT_ROWS] = "rows", [THUD_STUDY_LAYOUT_COLUMNS] = "columns"};
enum { LAYOUT_COUNT = sizeof LAYOUTS / sizeof LAYOUTS[0] };

/* to be freed; NULL when memory is short */
static char *write_text(const thud_shards *shards) {
    const size_t size = 200 + 80 * shards->count;
    char *text = calloc(size, 1);
    if (!text) return NULL;
    size_t used = (size_t)snprintf(text, size, "thud shards 1\nstudy %016" PRIx64 "\ncases %zu\n", shards->study,
                                   shards->cases);
    if (shards->layout != THUD_STUDY_LAYOUT_AUTO)
        used +=
            (size_t)snprintf(text + used, size - used, "layout %s %zu\n", LAYOUTS[shards->layout], shards->chunk);
    for (size_t i = 0; i < shards->count; i++)
        used += (size_t)snprintf(text + used, size - used, "shard %zu %zu %zu\n", i + 1, shards->list[i].first,
                                 shards->list[i].count);
    const uint64_t sum = thud_hash_finish(thud_hash_bytes(THUD_HASH_START, text, used));
    snprintf(text + used, size - used, "checksum %016" PRIx64 "\n", sum);
    return text;
}

/* the length of the layout's line; 0 without one */
static int read_layout(const char *text, thud_shards *shards) {
    char name[16];
    int length = 0;
    if (sscanf(text, "layout %15s %9zu %n", name, &shards->chunk, &length) != 2) return 0;
    for (size_t i = 0; i < LAYOUT_COUNT; i++)
        if (strcmp(name, LAYOUTS[i]) == 0) shards->layout = (thud_study_layout)i;
    return length;
}

/* the shards must cover all cases consecutively */
static bool read_lines(const char *text, thud_shards *shards) {
    int at = 0;
    size_t next = 0;
    if (sscanf(text, "thud shards 1 study %16" SCNx64 " cases %18zu %n", &shards->study, &shards->cases, &at) !=
            2 ||
        at == 0)
        return false;
    at += read_layout(text + at, shards);
    while (shards->count < THUD_SHARDS_MOST) {
        size_t number, first, count;
        int length = 0;
        if (sscanf(text + at, "shard %9zu %18zu %18zu %n", &number, &first, &count, &length) != 3) break;
        if (number != shards->count + 1 || first != next || count > shards->cases - first) return false;
        shards->list[shards->count++] = (thud_shard){first, count};
        next = first + count;
        at += length;
    }
    return shards->count > 0 && next == shards->cases;
}

/* the text must equal what this version writes, character by character: THUD_ERROR_SYNTAX */
static thud_status read_text(const char *text, thud_shards *shards) {
    shards->list = calloc(THUD_SHARDS_MOST, sizeof *shards->list);
    if (!shards->list) return THUD_ERROR_MEMORY;
    if (!read_lines(text, shards)) return THUD_ERROR_SYNTAX;
    char *again = write_text(shards);
    if (!again) return THUD_ERROR_MEMORY;
    const bool same = strcmp(again, text) == 0;
    free(again);
    return same ? THUD_OK : THUD_ERROR_SYNTAX;
}

/* ---- as a file ---- */

/* rejects texts that are too long or contain a zero byte */
static bool is_text(const thud_bytes *bytes) {
    enum { MOST = 200 + 80 * THUD_SHARDS_MOST };
    return bytes->size <= MOST && strlen(bytes->data) == bytes->size;
}

static thud_status read_file(const char *path, thud_error *note, thud_shards *shards) {
    thud_bytes bytes = {0};
    thud_error why;
    thud_status status = thud_bytes_load(path, &bytes, &why);
    if (status == THUD_ERROR_FILE) thud_error_set(note, status, "cannot read '%s': %s", path, why.text);
    if (status == THUD_OK) {
        bytes.data[bytes.size] = '\0';
        status = is_text(&bytes) ? read_text(bytes.data, shards) : THUD_ERROR_SYNTAX;
    }
    if (status == THUD_ERROR_SYNTAX) thud_error_set(note, status, "'%s' is damaged, or not a list of shards", path);
    free(bytes.data);
    return status;
}

thud_status thud_shards_read(const char *directory, thud_error *note, thud_shards *shards, bool *there) {
    char *path = join(directory, NAME);
    *shards = (thud_shards){0};
    *there = path && access(path, F_OK) == 0;
    thud_status status = path ? THUD_OK : THUD_ERROR_MEMORY;
    if (*there) status = read_file(path, note, shards);
    free(path);
    if (status == THUD_ERROR_MEMORY) thud_error_set(note, status, "%s", thud_status_text(status));
    if (status != THUD_OK) thud_shards_clear(shards);
    return status;
}

/* written under a temporary name, so that readers never see a part; concurrent writers write the same text */
static thud_status write_file(const char *directory, const char *path, const char *text, thud_error *note) {
    char *other = join(directory, "shards-XXXXXX");
    const int file = other ? mkstemp(other) : -1;
    FILE *stream = file >= 0 ? fdopen(file, "w") : NULL;
    bool good = stream && fchmod(file, 0644) == 0 && fputs(text, stream) >= 0;
    if (stream) good = fclose(stream) == 0 && good;
    good = good && rename(other, path) == 0;
    const int error = errno;
    if (!good && file >= 0) unlink(other);
    free(other);
    return good ? THUD_OK : thud_error_set(note, THUD_ERROR_FILE, "cannot write '%s': %s", path, strerror(error));
}

thud_status thud_shards_settle(const char *directory, thud_shards *shards, thud_error *note) {
    thud_shards before;
    bool there = false;
    thud_status status = thud_place_make(directory, note);
    if (status == THUD_OK) status = thud_shards_read(directory, note, &before, &there);
    if (status != THUD_OK) return status;
    const bool same =
        there && before.study == shards->study && before.cases == shards->cases && before.count == shards->count;
    char *path = join(directory, NAME), *text = write_text(shards);
    if (!path || !text) status = thud_error_set(note, THUD_ERROR_MEMORY, "%s", thud_status_text(THUD_ERROR_MEMORY));
    else if (!there) status = write_file(directory, path, text, note);
    else if (!same)
        status = thud_error_set(
            note, THUD_ERROR_MISMATCH,
            "'%s' belongs to another study, or to another number of shards; use another directory", path);
    free(path);
    free(text);
    if (status == THUD_OK && there) {
        thud_shards_clear(shards);
        *shards = before;
    } else {
        thud_shards_clear(&before);
    }
    return status;
}
