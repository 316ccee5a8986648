#define _XOPEN_SOURCE 700 /* strdup */

/* A column of a chunk as bytes. */
#include "study/store/codec.h"

#include <stdlib.h>
#include <string.h>

/* ---- numbers of some bytes, the same on every machine ---- */

static void put(unsigned char *to, uint64_t number, size_t width) {
    for (size_t i = 0; i < width; i++) to[i] = (unsigned char)(number >> 8 * i);
}

static uint64_t take(const unsigned char *from, size_t width) {
    uint64_t number = 0;
    for (size_t i = 0; i < width; i++) number |= (uint64_t)from[i] << 8 * i;
    return number;
}

/* ---- cells ---- */

/* distinct cells of a column in order of appearance, with a hash table of their places */
enum { SLOTS = 1 << 15, DIFFERENT_MOST = 1 << 13, SURE = 256 };

typedef struct dictionary {
    uint16_t slots[SLOTS]; /* place + 1; 0: empty */
    uint64_t cells[DIFFERENT_MOST];
    size_t count;
} dictionary;

/* the place of a cell; SIZE_MAX if there are too many */
static size_t find_cell(dictionary *d, uint64_t cell) {
    size_t slot = (size_t)((cell * UINT64_C(0x9e3779b97f4a7c15)) >> 49);
    for (; d->slots[slot] != 0; slot = (slot + 1) % SLOTS)
        if (d->cells[d->slots[slot] - 1] == cell) return (size_t)d->slots[slot] - 1;
    if (d->count == DIFFERENT_MOST) return SIZE_MAX;
    d->cells[d->count++] = cell;
    d->slots[slot] = (uint16_t)d->count;
    return d->count - 1;
}

/* columns of nearly all distinct numbers are recognised after the first few hundred */
static bool gather(dictionary *d, const uint64_t *cells, size_t rows, uint16_t *places) {
    for (size_t i = 0; i < rows; i++) {
        if (d->count > SURE && 2 * d->count > i) return false;
        /* neighbours are often the same */
        size_t place = i > 0 && cells[i] == cells[i - 1] ? places[i - 1] : find_cell(d, cells[i]);
        if (place == SIZE_MAX) return false;
        places[i] = (uint16_t)place;
    }
    return true;
}

static size_t code_raw(const uint64_t *cells, size_t rows, unsigned char *to) {
    to[0] = 'r';
    for (size_t i = 0; i < rows; i++) put(to + 1 + 8 * i, cells[i], 8);
    return 1 + 8 * rows;
}

static size_t code_places(const dictionary *d, const uint16_t *places, size_t rows, unsigned char *to) {
    const size_t width = d->count <= 256 ? 1 : 2, head = 3 + 8 * d->count;
    to[0] = width == 1 ? 'b' : 's';
    put(to + 1, d->count - 1, 2);
    for (size_t i = 0; i < d->count; i++) put(to + 3 + 8 * i, d->cells[i], 8);
    if (width == 1)
        for (size_t i = 0; i < rows; i++) to[head + i] = (unsigned char)places[i];
    else
        for (size_t i = 0; i < rows; i++) put(to + head + 2 * i, places[i], 2);
    return head + width * rows;
}

static bool is_constant(const uint64_t *cells, size_t rows) {
    for (size_t i = 1; i < rows; i++)
        if (cells[i] != cells[0]) return false;
    return true;
}

size_t thud_code_cells(const uint64_t *cells, size_t rows, unsigned char *to) {
    if (rows == 0) return code_raw(cells, rows, to);
    if (is_constant(cells, rows)) {
        to[0] = 'c';
        put(to + 1, cells[0], 8);
        return 9;
    }
    /* without memory the column is stored uncompressed */
    dictionary *d = calloc(1, sizeof *d);
    uint16_t *places = malloc(rows * sizeof *places);
    const bool few = d && places && gather(d, cells, rows, places);
    const size_t width = few && d->count > 256 ? 2 : 1;
    size_t size = few && 3 + 8 * d->count + width * rows < 8 * rows ? code_places(d, places, rows, to)
                                                                    : code_raw(cells, rows, to);
    free(d);
    free(places);
    return size;
}

static bool decode_places(const unsigned char *from, size_t size, size_t rows, size_t width, uint64_t *cells) {
    if (size < 3) return false;
    const size_t count = (size_t)take(from + 1, 2) + 1, head = 3 + 8 * count;
    if (size != head + width * rows) return false;
    for (size_t i = 0; i < rows; i++) {
        const size_t place = (size_t)take(from + head + width * i, width);
        if (place >= count) return false;
        cells[i] = take(from + 3 + 8 * place, 8);
    }
    return true;
}

bool thud_decode_cells(const unsigned char *from, size_t size, size_t rows, uint64_t *cells) {
    if (size == 0) return false;
    switch (from[0]) {
    case 'c':
        if (size != 9) return false;
        for (size_t i = 0; i < rows; i++) cells[i] = take(from + 1, 8);
        return true;
    case 'b': return decode_places(from, size, rows, 1, cells);
    case 's': return decode_places(from, size, rows, 2, cells);
    case 'r':
        if (size != 1 + 8 * rows) return false;
        for (size_t i = 0; i < rows; i++) cells[i] = take(from + 1 + 8 * i, 8);
        return true;
    }
    return false;
}

/* ---- texts ---- */

uint32_t thud_text_column_find(thud_text_column *c, const char *text) {
    if (!text) return 0;
    /* the latest texts first, because neighbours share them; all distinct reasons are not searched */
    enum { BACK = 64 };
    const size_t least = c->count > BACK ? c->count - BACK : 0;
    for (size_t i = c->count; i-- > least;)
        if (strcmp(c->texts[i], text) == 0) return (uint32_t)i + 1;
    if (c->count == c->capacity) {
        const size_t capacity = c->capacity > 0 ? 2 * c->capacity : 4;
        char **larger = realloc(c->texts, capacity * sizeof *larger);
        if (!larger) return UINT32_MAX;
        c->texts = larger;
        c->capacity = capacity;
    }
    char *copy = strdup(text);
    if (!copy) return UINT32_MAX;
    c->texts[c->count++] = copy;
    return (uint32_t)c->count;
}

void thud_text_column_clear(thud_text_column *c) {
    for (size_t i = 0; i < c->count; i++) free(c->texts[i]);
    free(c->texts);
    c->texts = NULL;
    c->count = c->capacity = 0;
}

/* bytes per row: zero if all rows are equal */
static size_t width_for(const thud_text_column *c, size_t rows) {
    bool alike = true;
    for (size_t i = 1; i < rows && alike; i++) alike = c->which[i] == c->which[0];
    if (alike && rows > 0) return 0;
    return c->count < 256 ? 1 : c->count < 65536 ? 2 : 4;
}

enum { HEAD = 10 }; /* the letter, the number of texts, the width, and the common text for width 0 */

unsigned char *thud_code_texts(const thud_text_column *c, size_t rows, size_t *size) {
    const size_t width = width_for(c, rows);
    size_t length = 0;
    for (size_t i = 0; i < c->count; i++) length += strlen(c->texts[i]) + 1;
    *size = HEAD + length + width * rows;
    unsigned char *out = malloc(*size);
    if (!out) return NULL;
    unsigned char *to = out + HEAD;
    out[0] = 't';
    put(out + 1, c->count, 4);
    out[5] = (unsigned char)width;
    put(out + 6, width == 0 ? c->which[0] : 0, 4);
    for (size_t i = 0; i < c->count; i++) {
        length = strlen(c->texts[i]) + 1;
        memcpy(to, c->texts[i], length);
        to += length;
    }
    for (size_t i = 0; width > 0 && i < rows; i++) put(to + width * i, c->which[i], width);
    return out;
}

/* the texts of a list, in newly allocated memory */
static thud_status take_texts(const unsigned char **from, const unsigned char *end, size_t count,
                              thud_text_column *c) {
    /* each has at least one byte */
    if (count > (size_t)(end - *from)) return THUD_ERROR_SYNTAX;
    c->texts = calloc(count + 1, sizeof *c->texts);
    if (!c->texts) return THUD_ERROR_MEMORY;
    c->capacity = count + 1;
    for (; c->count < count; c->count++) {
        const unsigned char *zero = memchr(*from, 0, (size_t)(end - *from));
        if (!zero) return THUD_ERROR_SYNTAX;
        c->texts[c->count] = strdup((const char *)*from);
        if (!c->texts[c->count]) return THUD_ERROR_MEMORY;
        *from = zero + 1;
    }
    return THUD_OK;
}

thud_status thud_decode_texts(const unsigned char *from, size_t size, size_t rows, thud_text_column *c) {
    const unsigned char *end = from + size;
    if (size < HEAD || from[0] != 't') return THUD_ERROR_SYNTAX;
    const size_t count = (size_t)take(from + 1, 4), width = from[5];
    const uint32_t all = (uint32_t)take(from + 6, 4);
    from += HEAD;
    thud_text_column_clear(c);
    thud_status status = width <= 4 ? take_texts(&from, end, count, c) : THUD_ERROR_SYNTAX;
    if (status == THUD_OK && (size_t)(end - from) != width * rows) status = THUD_ERROR_SYNTAX;
    for (size_t i = 0; status == THUD_OK && i < rows; i++) {
        c->which[i] = width == 0 ? all : (uint32_t)take(from + width * i, width);
        if (c->which[i] > count) status = THUD_ERROR_SYNTAX;
    }
    if (status != THUD_OK) thud_text_column_clear(c);
    return status;
}
