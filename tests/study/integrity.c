/*
 * Looks into a store without thud: integrity RESULTS.DB prints how many cases it has. Fails unless SQLite finds it
 * whole, every case is there once, and its number is one of the study's.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

static sqlite3_stmt *ask(sqlite3 *db, const char *question) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, question, -1, &statement, NULL) != SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW) {
        fprintf(stderr, "integrity: %s\n", sqlite3_errmsg(db));
        exit(EXIT_FAILURE);
    }
    return statement;
}

static long long number(sqlite3 *db, const char *question) {
    sqlite3_stmt *answer = ask(db, question);
    long long value = sqlite3_column_int64(answer, 0);
    sqlite3_finalize(answer);
    return value;
}

int main(int count, char **words) {
    sqlite3 *db = NULL;
    if (count != 2 || sqlite3_open_v2(words[1], &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
        fprintf(stderr, "integrity: cannot open the store\n");
        return EXIT_FAILURE;
    }
    sqlite3_stmt *check = ask(db, "PRAGMA integrity_check");
    bool whole = strcmp((const char *)sqlite3_column_text(check, 0), "ok") == 0;
    sqlite3_finalize(check);
    long long rows = number(db, "SELECT count(*) FROM cases");
    long long cases = number(db, "SELECT count(DISTINCT hash) FROM cases WHERE \"case\" BETWEEN 0 AND "
                                 "(SELECT value FROM meta WHERE key = 'cases') - 1");
    /* whole chunks, none of which has a case that another one or a row has */
    long long chunked = number(db, "SELECT coalesce(sum(rows), 0) FROM chunks");
    long long twice =
        number(db, "SELECT count(*) FROM chunks AS a CROSS JOIN cases ON \"case\" BETWEEN a.first AND "
                   "a.first + a.rows - 1") +
        number(db, "SELECT count(*) FROM chunks AS a JOIN chunks AS b ON b.first > a.first AND b.first < "
                   "a.first + a.rows");
    sqlite3_close(db);
    if (twice > 0) fprintf(stderr, "integrity: %lld cases are there twice\n", twice);
    if (!whole) fprintf(stderr, "integrity: the store is not whole\n");
    if (rows != cases) fprintf(stderr, "integrity: %lld rows are of %lld cases\n", rows, cases);
    printf("%lld\n", cases + chunked);
    return whole && rows == cases && twice == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
