/*
 * Fingerprints: 64 bits of whatever is put in, one after the other. Not for secrets.
 */
#ifndef THUD_BASE_HASH_H
#define THUD_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* What a fingerprint starts as. */
#define THUD_HASH_START UINT64_C(0xcbf29ce484222325)

/* The fingerprint of all that was there before, and these bytes. */
uint64_t thud_hash_bytes(uint64_t hash, const void *bytes, size_t size);

/* A text, and where it ends: "ab", "c" is not "a", "bc". */
uint64_t thud_hash_text(uint64_t hash, const char *text);

/* A number by its bits, but zero is zero whatever its sign. */
uint64_t thud_hash_number(uint64_t hash, double number);

/* A number of things. */
uint64_t thud_hash_count(uint64_t hash, uint64_t count);

/* Spreads the last bytes over all bits; at the end, once. */
uint64_t thud_hash_finish(uint64_t hash);

#endif
