#define _XOPEN_SOURCE 700 /* mkdir */

/* Unpacks an archive of stored entries. */
#include "fmu/unpack.h"

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

unsigned char *read_bytes(const char *path, size_t *size) {
    FILE *f = fopen(path, "rb");
    ck_assert_msg(f != NULL, "cannot open %s", path);
    fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    unsigned char *bytes = calloc(*size + 1, 1);
    ck_assert_uint_eq(fread(bytes, 1, *size, f), *size);
    fclose(f);
    return bytes;
}

void write_bytes(const char *path, const void *bytes, size_t size) {
    FILE *f = fopen(path, "wb");
    ck_assert_msg(f != NULL, "cannot write %s", path);
    ck_assert_uint_eq(fwrite(bytes, 1, size, f), size);
    ck_assert_int_eq(fclose(f), 0);
}

static uint32_t two(const unsigned char *b) { return (uint32_t)(b[0] | b[1] << 8); }
static uint32_t four(const unsigned char *b) { return two(b) | two(b + 2) << 16; }

enum { LARGE = 4 << 20 };

static uint32_t crc(const unsigned char *b, size_t size) {
    uint32_t c = 0xFFFFFFFF;
    for (size_t i = 0; i < size; i++) {
        c ^= b[i];
        for (int k = 0; k < 8; k++) c = (c >> 1) ^ (c & 1 ? 0xEDB88320 : 0);
    }
    return ~c;
}

static void make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

size_t unpack(const char *archive, const char *folder) {
    size_t size;
    unsigned char *bytes = read_bytes(archive, &size);
    ck_assert_uint_ge(size, 22);
    const unsigned char *end = bytes + size - 22;
    ck_assert_uint_eq(four(end), 0x06054b50);
    const size_t count = two(end + 10);
    ck_assert_uint_eq(two(end + 8), count);
    const unsigned char *entry = bytes + four(end + 16);
    ck_assert_ptr_eq(entry + four(end + 12), end);
    const unsigned char *next = bytes; /* entries stand one behind the other, and nothing is between them */
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_eq(four(entry), 0x02014b50);
        const unsigned char *local = bytes + four(entry + 42);
        ck_assert_ptr_eq(local, next);
        ck_assert_uint_eq(four(local), 0x04034b50);
        ck_assert_mem_eq(local + 4, entry + 6, 26); /* version, flags, method, time, CRC, sizes, name, extra */
        ck_assert_uint_eq(two(local + 8), 0);
        const uint32_t length = four(local + 22), name_size = two(local + 26);
        ck_assert_uint_eq(four(local + 18), length);
        ck_assert_uint_eq(two(local + 28), 0);
        ck_assert_mem_eq(local + 30, entry + 46, name_size);
        /* a library with sanitizers is so large that its CRC would take a second, bit by bit */
        if (length < LARGE) ck_assert_uint_eq(four(local + 14), crc(local + 30 + name_size, length));
        char path[2400];
        snprintf(path, sizeof path, "%s/%.*s", folder, (int)name_size, (const char *)local + 30);
        make_folders(path);
        write_bytes(path, local + 30 + name_size, length);
        next = local + 30 + name_size + length;
        entry += 46 + name_size;
    }
    ck_assert_ptr_eq(next, bytes + four(end + 16));
    free(bytes);
    return count;
}
