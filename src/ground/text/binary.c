/* Recognises files that are not text. */
#include "ground/text/line.h"

#include <string.h>

enum { LOOKED_AT = 4096 };

/* by their first bytes; these occur among records, and get a better name than binary */
static const struct {
    const char *bytes;
    size_t size;
    const char *kind;
} known[] = {
    {"\x1f\x8b", 2, "compressed by gzip; unpack it first"},
    {"PK\x03\x04", 4, "a zip archive; unpack it first"},
    {"\x89HDF\r\n\x1a\n", 8, "HDF5, which is not read"},
    {"%PDF-", 5, "a PDF document"},
};

/* control characters that texts do not have; old editors leave form feeds and the end mark of a file */
static bool is_foreign(unsigned char c) { return (c < ' ' && !strchr("\t\n\v\f\r\x1a", c)) || c == 0 || c == 0x7f; }

const char *thud_binary_kind(thud_span text) {
    const size_t size = (size_t)(text.end - text.at);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (size >= known[i].size && memcmp(text.at, known[i].bytes, known[i].size) == 0) return known[i].kind;
    for (size_t i = 0; i < size && i < LOOKED_AT; i++)
        if (is_foreign((unsigned char)text.at[i])) return "binary";
    return NULL;
}
