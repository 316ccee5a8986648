/* Columns for pages: numbers packed as base64, texts as numbers of a list. */
#define _POSIX_C_SOURCE 200809L /* strdup */

#include "report/page/page.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static char *base64(const unsigned char *bytes, size_t size) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *text = malloc((size + 2) / 3 * 4 + 1), *at = text;
    if (!text) return NULL;
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        unsigned group =
            (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) | (left > 2 ? bytes[i + 2] : 0);
        *at++ = letters[group >> 18];
        *at++ = letters[group >> 12 & 63];
        *at++ = left > 1 ? letters[group >> 6 & 63] : '=';
        *at++ = left > 2 ? letters[group & 63] : '=';
    }
    *at = 0;
    return text;
}

static bool add_bytes(thud_json *json, const char *key, const unsigned char *bytes, size_t size) {
    char *text = base64(bytes, size);
    if (text) thud_json_write(json, "%s: %s", key, text);
    free(text);
    return text != NULL;
}

/* overflow gives the largest float, underflow zero */
static uint32_t float_bits(double value) {
    float narrow = (float)fmax(-3.4e38, fmin(3.4e38, value));
    uint32_t bits;
    if (isinf(value)) narrow = value > 0 ? INFINITY : -INFINITY;
    if (isnan(value)) narrow = NAN;
    memcpy(&bits, &narrow, sizeof bits);
    return bits;
}

static void put(unsigned char *to, uint32_t bits, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) to[i] = (unsigned char)(bits >> 8 * i);
}

bool thud_page_floats(thud_json *json, const char *key, const double *values, size_t count) {
    unsigned char *bytes = malloc(4 * count + 1);
    if (!bytes) return false;
    for (size_t i = 0; i < count; i++) put(bytes + 4 * i, float_bits(values[i]), 4);
    bool good = add_bytes(json, key, bytes, 4 * count);
    free(bytes);
    return good;
}

bool thud_page_codes(thud_json *json, const size_t *codes, size_t count, size_t distinct) {
    size_t width = distinct <= 256 ? 1 : distinct <= 65536 ? 2 : 4;
    unsigned char *bytes = malloc(width * count + 1);
    if (!bytes) return false;
    for (size_t i = 0; i < count; i++) put(bytes + width * i, (uint32_t)codes[i], width);
    thud_json_write(json, "bytes: %g", (double)width);
    bool good = add_bytes(json, "data", bytes, width * count);
    free(bytes);
    return good;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    if (isnan(x) || isnan(y)) return isnan(x) - isnan(y);
    return (x > y) - (x < y);
}

/* the distinct values in order, NAN last; NULL if there are too many for a list, or memory is short */
static double *list_values(const double *values, size_t count, bool exact, size_t *distinct) {
    double *list = malloc((count + 1) * sizeof *list);
    if (!list) return NULL;
    memcpy(list, values, count * sizeof *list);
    qsort(list, count, sizeof *list, by_value);
    *distinct = 0;
    for (size_t i = 0; i < count; i++)
        if (*distinct == 0 || by_value(&list[*distinct - 1], &list[i]) != 0) list[(*distinct)++] = list[i];
    if (*distinct <= THUD_PAGE_CODES && (exact || 4 * *distinct <= count + 16)) return list;
    free(list);
    return NULL;
}

static bool pack_short(thud_json *json, const double *values, size_t count) {
    if (count < THUD_PAGE_MANY) {
        thud_json_write(json, "bytes: 4");
        return thud_page_floats(json, "data", values, count);
    }
    unsigned char *bytes = malloc(3 * count + 1);
    if (!bytes) return false;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = float_bits(values[i]);
        /* rounds to nearest, except infinity and numbers that would become infinite */
        if ((bits & 0x7fffff80U) < 0x7f7fff80U) bits += 0x80;
        put(bytes + 3 * i, bits >> 8, 3);
    }
    thud_json_write(json, "bytes: 3");
    bool good = add_bytes(json, "data", bytes, 3 * count);
    free(bytes);
    return good;
}

static bool pack_codes(thud_json *json, const double *values, size_t count, const double *list, size_t distinct) {
    size_t *codes = malloc((count + 1) * sizeof *codes);
    if (!codes) return false;
    for (size_t i = 0; i < count; i++) {
        const double *at = bsearch(&values[i], list, distinct, sizeof *list, by_value);
        codes[i] = (size_t)(at - list);
    }
    thud_json_write(json, "values: [");
    /* JSON has no infinity */
    for (size_t i = 0; i < distinct; i++)
        if (isinf(list[i])) thud_json_string(json, list[i] > 0 ? "∞" : "−∞");
        else thud_json_number(json, list[i]);
    thud_json_write(json, "]");
    bool good = thud_page_codes(json, codes, count, distinct);
    free(codes);
    return good;
}

static bool pack_exact(thud_json *json, const double *values, size_t count) {
    const size_t width = count < THUD_PAGE_MANY ? 8 : 4;
    thud_json_write(json, "bytes: %g", (double)width);
    if (width == 4) return thud_page_floats(json, "data", values, count);
    unsigned char *bytes = malloc(8 * count + 1);
    if (!bytes) return false;
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        for (size_t j = 0; j < 8; j++) bytes[8 * i + j] = (unsigned char)(bits >> 8 * j);
    }
    const bool good = add_bytes(json, "data", bytes, 8 * count);
    free(bytes);
    return good;
}

bool thud_page_pack(thud_json *json, const double *values, size_t count, bool exact) {
    size_t distinct;
    double *list = list_values(values, count, exact, &distinct);
    bool good = list    ? pack_codes(json, values, count, list, distinct)
                : exact ? pack_exact(json, values, count)
                        : pack_short(json, values, count);
    free(list);
    return good;
}

size_t thud_page_packed_size(const double *values, size_t count, bool exact) {
    size_t distinct;
    double *list = list_values(values, count, exact, &distinct);
    free(list);
    if (list) return count * (distinct <= 256 ? 1 : 2) * 4 / 3 + 24 * distinct;
    if (count < THUD_PAGE_MANY) return exact ? 11 * count : 6 * count;
    return exact ? 6 * count : 4 * count;
}

static bool make_space(thud_page_words *words) {
    if (words->rows < words->capacity) return true;
    size_t capacity = words->capacity ? 2 * words->capacity : 256;
    size_t *codes = realloc(words->codes, capacity * sizeof *codes);
    if (!codes) return false;
    words->codes = codes;
    words->capacity = capacity;
    return true;
}

static bool add_word(thud_page_words *words, const char *text) {
    char **list = realloc(words->list, (words->count + 1) * sizeof *list);
    if (!list) return false;
    words->list = list;
    list[words->count] = strdup(words->count < THUD_PAGE_WORDS ? text : "(others)");
    return list[words->count] && ++words->count;
}

/* often the same as in the previous row, or the next one in the list */
static size_t find(const thud_page_words *words, const char *text) {
    size_t start = words->rows ? words->codes[words->rows - 1] : 0;
    for (size_t i = 0; i < words->count; i++) {
        size_t at = (start + i) % words->count;
        if (strcmp(words->list[at], text) == 0) return at;
    }
    return words->count;
}

bool thud_page_words_add(thud_page_words *words, const char *text) {
    if (!make_space(words)) return false;
    size_t at = find(words, text ? text : "");
    if (at > THUD_PAGE_WORDS) at = THUD_PAGE_WORDS;
    if (at == words->count && !add_word(words, text ? text : "")) return false;
    words->codes[words->rows++] = at;
    return true;
}

bool thud_page_words_write(const thud_page_words *words, thud_json *json) {
    thud_json_write(json, "words: [");
    for (size_t i = 0; i < words->count; i++) thud_json_string(json, words->list[i]);
    thud_json_write(json, "]");
    return thud_page_codes(json, words->codes, words->rows, words->count);
}

void thud_page_words_free(thud_page_words *words) {
    for (size_t i = 0; i < words->count; i++) free(words->list[i]);
    free(words->list);
    free(words->codes);
    *words = (thud_page_words){0};
}
