/*
 * Alters a store behind thud's back: alter RESULTS.DB SQL [seal] runs the statements, and computes all checksums
 * again where that is asked for; alter RESULTS.DB flip SEED turns one bit over.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/random.h"
#include "reseal.h"

static int fail(const char *what) {
    fprintf(stderr, "alter: %s\n", what);
    return EXIT_FAILURE;
}

static int flip(const char *path, unsigned long long seed) {
    FILE *file = fopen(path, "r+b");
    if (!file || fseek(file, 0, SEEK_END) != 0) return fail("cannot open the store");
    thud_random random = thud_random_seed(seed);
    const long size = ftell(file), at = (long)(thud_random_uniform(&random) * (double)size);
    const int bit = (int)(thud_random_uniform(&random) * 8);
    fseek(file, at, SEEK_SET);
    const int byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ (1 << bit), file);
    return fclose(file) == 0 ? EXIT_SUCCESS : fail("cannot write the store");
}

int main(int count, char **words) {
    sqlite3 *db = NULL;
    char *said = NULL;
    if (count < 3) return fail("usage: alter RESULTS.DB SQL [seal] | flip SEED");
    if (strcmp(words[2], "flip") == 0) return flip(words[1], strtoull(words[3], NULL, 10));
    if (sqlite3_open_v2(words[1], &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        return fail("cannot open the store");
    if (sqlite3_exec(db, words[2], NULL, NULL, &said) != SQLITE_OK) return fail(said);
    if (count > 3) reseal(db);
    return sqlite3_close(db) == SQLITE_OK ? EXIT_SUCCESS : fail("cannot close the store");
}
