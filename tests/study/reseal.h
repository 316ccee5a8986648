/* Checksums computed again over whatever is in a store, as somebody would who means harm. */
#ifndef THUD_TESTS_STUDY_RESEAL_H
#define THUD_TESTS_STUDY_RESEAL_H

#include <sqlite3.h>

#include "study/store/checksum.h"
#include "study/store/store_frame.h"
#include "study/store/store_row.h"

static inline int reseal_enough(void *context) {
    (void)context;
    return 1;
}

/* rows first; where the tables are none, or have other columns, what can be done is done; views may have no end */
static inline void reseal(sqlite3 *db) {
    sqlite3_progress_handler(db, 1000000, reseal_enough, NULL);
    thud_error note;
    thud_sql sql = {.db = db, .path = "", .note = &note};
    sqlite3_stmt *rows = NULL, *update = NULL;
    if (sqlite3_prepare_v2(db, "SELECT * FROM cases", -1, &rows, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, "UPDATE cases SET checksum = ? WHERE \"case\" = ?", -1, &update, NULL) == SQLITE_OK)
        while (sqlite3_step(rows) == SQLITE_ROW) {
            uint64_t sum = THUD_CHECKSUM_START;
            int64_t number = sqlite3_column_int64(rows, THUD_ROW_CASE);
            for (int i = THUD_ROW_HASH; i < sqlite3_column_count(rows); i++)
                if (i != THUD_ROW_CHECKSUM) sum = thud_checksum_cell(sum, rows, i);
            sqlite3_bind_int64(update, 1, thud_checksum_finish(sum, number));
            sqlite3_bind_int64(update, 2, number);
            sqlite3_step(update);
            sqlite3_reset(update);
        }
    sqlite3_finalize(rows);
    sqlite3_finalize(update);
    (void)thud_frame_seal(&sql);
    sqlite3_progress_handler(db, 0, NULL, NULL);
}

#endif
