/*
 * A column of a chunk as bytes: 64-bit cells (numbers by their bits), or texts.
 *
 *     'c'  one cell, which all rows have
 *     'b'  up to 256 cells, then one byte a row that says which
 *     's'  up to 65,536 cells, then two bytes a row
 *     'r'  all cells, one after another
 *     't'  texts: how many there are, bytes a row, what all rows have where that is none, the texts, each with a
 * zero behind it, then which of them each row has, from 1; 0 is no text
 *
 * Numbers have their least significant byte first. What a column takes is the least of these; axes, counts and
 * states take a byte or two a row, measured numbers eight. Deflating what is left was measured (bench_store) and is
 * not worth its time: the digits of results are noise.
 */
#ifndef THUD_STUDY_CODEC_H
#define THUD_STUDY_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <thud/status.h>

/* Bytes that a column may take at most, without texts. */
#define THUD_CODE_ROOM(rows) (16 + 8 * (rows))

/* Writes cells; returns how many bytes they take. */
size_t thud_code_cells(const uint64_t *cells, size_t rows, unsigned char *to);

/* False if the bytes are not such a column with this many rows. */
bool thud_decode_cells(const unsigned char *from, size_t size, size_t rows, uint64_t *cells);

/* Texts, and the number of the text of each row, from 1; 0: none. */
typedef struct thud_text_column {
    char **texts; /* [count] */
    size_t count, capacity;
    uint32_t *which; /* [rows] */
} thud_text_column;

/* The number of a text in the column, from 1, adding new ones; 0 for NULL, UINT32_MAX when memory is short. */
uint32_t thud_text_column_find(thud_text_column *column, const char *text);

/* Frees the texts and forgets them; `which` is the caller's. */
void thud_text_column_clear(thud_text_column *column);

/* Memory of the caller's; NULL without any. */
unsigned char *thud_code_texts(const thud_text_column *column, size_t rows, size_t *size);

/* THUD_ERROR_SYNTAX if the bytes are not such a column, or THUD_ERROR_MEMORY. */
thud_status thud_decode_texts(const unsigned char *from, size_t size, size_t rows, thud_text_column *column);

#endif
