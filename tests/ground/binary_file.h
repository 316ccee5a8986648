/* Binary records made in memory: bytes of either order, headers of SAC, records of MiniSEED. */
#ifndef THUD_TESTS_MOTION_BINARY_FILE_H
#define THUD_TESTS_MOTION_BINARY_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct binary_file {
    unsigned char bytes[20000];
    size_t size;
    bool big; /* the largest byte of a number comes first */
} binary_file;

static inline void put(binary_file *f, size_t offset, uint64_t value, size_t size) {
    for (size_t i = 0; i < size; i++)
        f->bytes[offset + (f->big ? size - 1 - i : i)] = (unsigned char)(value >> 8 * i);
    if (f->size < offset + size) f->size = offset + size;
}

static inline void put_single(binary_file *f, size_t offset, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(f, offset, bits, 4);
}

static inline void put_double(binary_file *f, size_t offset, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(f, offset, bits, 8);
}

static inline void put_text(binary_file *f, size_t offset, const char *text, size_t size) {
    memset(f->bytes + offset, ' ', size);
    memcpy(f->bytes + offset, text, strlen(text) < size ? strlen(text) : size);
    if (f->size < offset + size) f->size = offset + size;
}

enum { SAC_HEADER = 632, SAC_VERSION = 76, SAC_COUNT = 79, SAC_TYPE = 85, SAC_QUANTITY = 86, SAC_EVEN = 105 };

/* all undefined but what a time series needs */
static inline binary_file make_sac(bool big, const double *values, size_t count, float step) {
    binary_file f = {.big = big};
    for (size_t i = 0; i < 70; i++) put_single(&f, 4 * i, -12345);
    for (size_t i = 70; i < 110; i++) put(&f, 4 * i, (uint32_t)-12345, 4);
    for (size_t i = 0; i < 24; i++) put_text(&f, 440 + 8 * i, "-12345", 8);
    put_single(&f, 0, step);
    put_single(&f, 20, 0);
    put(&f, 4 * SAC_VERSION, 6, 4);
    put(&f, 4 * SAC_COUNT, count, 4);
    put(&f, 4 * SAC_TYPE, 1, 4);
    put(&f, 4 * SAC_QUANTITY, 8, 4);
    put(&f, 4 * SAC_EVEN, 1, 4);
    put_text(&f, 440, "NOW1", 8);
    put_text(&f, 600, "HNE", 8);
    put_text(&f, 608, "XX", 8);
    for (size_t i = 0; i < count; i++) put_single(&f, SAC_HEADER + 4 * i, (float)values[i]);
    return f;
}

enum { MSEED_RECORD = 512, MSEED_DATA = 64, MSEED_ENCODING = 52, MSEED_LENGTH = 54, MSEED_COUNT = 30 };

/* a record without its samples: `tick` is its start, in ten thousandths of a second past midnight; the rate is 100
 * Hz */
static inline void add_mseed(binary_file *f, const char *channel, unsigned tick, unsigned count,
                             unsigned encoding) {
    const size_t at = f->size;
    put_text(f, at, "000001D ", 8);
    put_text(f, at + 8, "NOW1 ", 5);
    put_text(f, at + 13, "  ", 2);
    put_text(f, at + 15, channel, 3);
    put_text(f, at + 18, "XX", 2);
    put(f, at + 20, 2003, 2);
    put(f, at + 22, 2, 2);
    put(f, at + 24, tick / 36000000, 1);
    put(f, at + 25, tick / 600000 % 60, 1);
    put(f, at + 26, tick / 10000 % 60, 1);
    put(f, at + 28, tick % 10000, 2);
    put(f, at + MSEED_COUNT, count, 2);
    put(f, at + 32, 100, 2); /* Hz */
    put(f, at + 34, 1, 2);
    put(f, at + 39, 1, 1); /* a blockette */
    put(f, at + 44, MSEED_DATA, 2);
    put(f, at + 46, 48, 2);
    put(f, at + 48, 1000, 2);
    put(f, at + MSEED_ENCODING, encoding, 1);
    put(f, at + 53, f->big, 1);
    put(f, at + MSEED_LENGTH, 9, 1); /* two to the ninth */
    f->size = at + MSEED_RECORD;
}

#endif
