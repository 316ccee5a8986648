/*
 * Unpacks an archive of stored entries by its central directory, and looks at both heads and the CRC of each; the
 * CRC is computed bit by bit, as the polynomial has it. What is wrong fails the test.
 */
#ifndef THUD_TESTS_FMU_UNPACK_H
#define THUD_TESTS_FMU_UNPACK_H

#include <stddef.h>

/* Bytes of a file, and a zero behind them; to be freed. */
unsigned char *read_bytes(const char *path, size_t *size);
void write_bytes(const char *path, const void *bytes, size_t size);

/* Folders are made as they are needed. Returns the number of entries. */
size_t unpack(const char *archive, const char *folder);

#endif
