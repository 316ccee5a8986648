/*
 * 64-bit hashes of a sequence of values. Not for secrets.
 */
#ifndef THUD_BASE_HASH_H
#define THUD_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Initial value of a hash. */
#define THUD_HASH_START UINT64_C(0xcbf29ce484222325)

/* Adds bytes to a hash. */
uint64_t thud_hash_bytes(uint64_t hash, const void *bytes, size_t size);

/* Adds a text including its end, so that "ab", "c" differs from "a", "bc". */
uint64_t thud_hash_text(uint64_t hash, const char *text);

/* Adds a number by its bits; −0 counts as 0. */
uint64_t thud_hash_number(uint64_t hash, double number);

/* Adds a count. */
uint64_t thud_hash_count(uint64_t hash, uint64_t count);

/* Spreads the last bytes over all bits; call once, at the end. */
uint64_t thud_hash_finish(uint64_t hash);

#endif
