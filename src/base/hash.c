/*
 * FNV-1a: G. Fowler, L. C. Noll & P. Vo, RFC 9923; h ← (h xor byte)·p. The last bytes reach only a few of the
 * upper bits, so the result is mixed by the finaliser of splitmix64 (G. L. Steele et al., OOPSLA 2014), which is a
 * bijection.
 */
#include "base/hash.h"

#include <string.h>

uint64_t thud_hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t thud_hash_text(uint64_t hash, const char *text) { return thud_hash_bytes(hash, text, strlen(text) + 1); }

uint64_t thud_hash_count(uint64_t hash, uint64_t count) {
    unsigned char bytes[8]; /* the same on every machine */
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(count >> 8 * i);
    return thud_hash_bytes(hash, bytes, sizeof bytes);
}

uint64_t thud_hash_number(uint64_t hash, double number) {
    uint64_t bits;
    if (number == 0) number = 0;
    memcpy(&bits, &number, sizeof bits);
    return thud_hash_count(hash, bits);
}

uint64_t thud_hash_finish(uint64_t hash) {
    hash = (hash ^ (hash >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    hash = (hash ^ (hash >> 27)) * UINT64_C(0x94d049bb133111eb);
    return hash ^ (hash >> 31);
}
