/*
 * The checksum of a row of a store, recomputed by every reader: 64 bits over all other cells, each with its type.
 */
#include "study/store/checksum.h"

#include <math.h>
#include <string.h>

/* every step is a bijection of the previous state: two rows that differ in one cell have different sums */
enum { NOTHING, NUMBER, INTEGER, TEXT, OTHER };

static uint64_t tagged(uint64_t sum, unsigned char tag) { return thud_hash_bytes(sum, &tag, 1); }

static uint64_t bytes(uint64_t sum, unsigned char tag, const void *data, size_t size) {
    return thud_hash_bytes(thud_hash_count(tagged(sum, tag), size), data, size);
}

uint64_t thud_checksum_nothing(uint64_t sum) { return tagged(sum, NOTHING); }

uint64_t thud_checksum_number(uint64_t sum, double number) {
    uint64_t bits;
    if (isnan(number)) return thud_checksum_nothing(sum);
    memcpy(&bits, &number, sizeof bits);
    return thud_hash_count(tagged(sum, NUMBER), bits);
}

uint64_t thud_checksum_integer(uint64_t sum, int64_t number) {
    return thud_hash_count(tagged(sum, INTEGER), (uint64_t)number);
}

uint64_t thud_checksum_text(uint64_t sum, const char *text) {
    return text ? bytes(sum, TEXT, text, strlen(text)) : thud_checksum_nothing(sum);
}

/* every word is a bijection of the previous state; the least significant byte comes first on every machine */
uint64_t thud_checksum_bytes(uint64_t sum, const void *data, size_t size) {
    const unsigned char *at = data;
    sum = thud_hash_count(tagged(sum, OTHER), size);
    for (; size >= 8; size -= 8, at += 8) {
        uint64_t word = 0;
        for (int i = 0; i < 8; i++) word |= (uint64_t)at[i] << 8 * i;
        sum = (sum ^ word) * UINT64_C(0x100000001b3);
        sum ^= sum >> 32;
    }
    return thud_hash_bytes(sum, at, size);
}

uint64_t thud_checksum_cell(uint64_t sum, sqlite3_stmt *row, int at) {
    switch (sqlite3_column_type(row, at)) {
    case SQLITE_NULL: return thud_checksum_nothing(sum);
    case SQLITE_FLOAT: return thud_checksum_number(sum, sqlite3_column_double(row, at));
    case SQLITE_INTEGER: return thud_checksum_integer(sum, sqlite3_column_int64(row, at));
    }
    bool is_text = sqlite3_column_type(row, at) == SQLITE_TEXT;
    const void *data = is_text ? (const void *)sqlite3_column_text(row, at) : sqlite3_column_blob(row, at);
    return bytes(sum, is_text ? TEXT : OTHER, data, data ? (size_t)sqlite3_column_bytes(row, at) : 0);
}

/* distinct for distinct numbers, and spread over all bits */
static uint64_t spread(int64_t number) { return thud_hash_finish((uint64_t)number + THUD_HASH_START); }

int64_t thud_checksum_finish(uint64_t sum, int64_t number) {
    return (int64_t)(thud_hash_finish(sum) ^ spread(number));
}

int64_t thud_checksum_renumber(int64_t checksum, int64_t from, int64_t to) {
    return (int64_t)((uint64_t)checksum ^ spread(from) ^ spread(to));
}
