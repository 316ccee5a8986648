/* ZIP archives of stored entries. */
#include "fmu/export/zip.h"

#include <string.h>

enum {
    NEEDS = 10,             /* version 1.0: stored entries */
    MADE_BY = 3 << 8 | 20,  /* Unix, version 2.0: attributes are modes of files */
    UTF_8 = 1 << 11,        /* names are */
    FIRST_DAY = 1 << 5 | 1, /* 1 January 1980 */
    LOCAL_SIZE = 30,
    CENTRAL_SIZE = 46,
    END_SIZE = 22,
};
static const uint32_t MODE = 0100644u << 16;

uint32_t fmu_zip_check(const void *bytes, size_t size) {
    uint32_t table[256], check = 0xFFFFFFFFu;
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
        table[i] = c;
    }
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i++) check = table[(check ^ b[i]) & 0xFF] ^ check >> 8;
    return ~check;
}

static void put2(FILE *f, unsigned value) {
    fputc((int)(value & 0xFF), f);
    fputc((int)(value >> 8 & 0xFF), f);
}

static void put4(FILE *f, uint32_t value) {
    put2(f, value & 0xFFFF);
    put2(f, value >> 16);
}

/* what both heads of an entry have */
static void put_common(FILE *f, const fmu_zip_entry *e) {
    put2(f, NEEDS);
    put2(f, UTF_8);
    put2(f, 0); /* stored */
    put2(f, 0); /* midnight */
    put2(f, FIRST_DAY);
    put4(f, fmu_zip_check(e->bytes, e->size));
    put4(f, (uint32_t)e->size);
    put4(f, (uint32_t)e->size);
    put2(f, (unsigned)strlen(e->name));
    put2(f, 0); /* nothing extra */
}

static void put_local(FILE *f, const fmu_zip_entry *e) {
    put4(f, 0x04034b50);
    put_common(f, e);
    fputs(e->name, f);
    fwrite(e->bytes, 1, e->size, f);
}

static void put_central(FILE *f, const fmu_zip_entry *e, uint32_t at) {
    put4(f, 0x02014b50);
    put2(f, MADE_BY);
    put_common(f, e);
    put2(f, 0); /* no comment */
    put2(f, 0); /* on the first disk */
    put2(f, 0);
    put4(f, MODE);
    put4(f, at);
    fputs(e->name, f);
}

bool fmu_zip_write(const fmu_zip_entry *entries, size_t count, FILE *f) {
    uint64_t total = END_SIZE, central = 0, at = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t name = strlen(entries[i].name);
        total += LOCAL_SIZE + CENTRAL_SIZE + 2 * name + (uint64_t)entries[i].size;
        central += CENTRAL_SIZE + name;
        if (name > UINT16_MAX) return false;
    }
    if (total > UINT32_MAX || count >= UINT16_MAX) return false;
    for (size_t i = 0; i < count; i++) put_local(f, &entries[i]);
    for (size_t i = 0; i < count; i++) {
        put_central(f, &entries[i], (uint32_t)at);
        at += LOCAL_SIZE + strlen(entries[i].name) + entries[i].size;
    }
    put4(f, 0x06054b50);
    put2(f, 0); /* one disk */
    put2(f, 0);
    put2(f, (unsigned)count);
    put2(f, (unsigned)count);
    put4(f, (uint32_t)central);
    put4(f, (uint32_t)at);
    put2(f, 0); /* no comment */
    return true;
}
