#define _XOPEN_SOURCE 700 /* gethostname, gmtime_r, kill */

/*
 * The writer of a store: a line of `meta` during writing, so that other processes can say who is using it.
 */
#include "study/store/store_writer.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "study/store/store_frame.h"

static void host_name(char name[64]) {
    if (gethostname(name, 64) != 0 || !*name) snprintf(name, 64, "?");
    name[63] = '\0';
}

thud_status thud_writer_sign(const thud_sql *sql) {
    char host[64], when[32] = "?", text[160];
    time_t now = time(NULL);
    struct tm parts;
    host_name(host);
    if (gmtime_r(&now, &parts)) strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &parts);
    snprintf(text, sizeof text, "%ld %s %s", (long)getpid(), host, when);
    return thud_frame_set(sql, "writer", text);
}

thud_status thud_writer_leave(const thud_sql *sql) {
    return thud_sql_run(sql, "DELETE FROM meta WHERE key = 'writer'");
}

/* a killed writer leaves its line; on the same machine that can be detected */
static bool is_gone(long process, const char *host) {
    char here[64];
    host_name(here);
    return strcmp(host, here) == 0 && kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

thud_status thud_writer_name(const thud_sql *sql) {
    char text[160], host[64], when[32];
    long process = 0;
    bool empty = false;
    bool known = thud_frame_check_head(sql, &empty) == THUD_OK && !empty &&
                 thud_frame_check_tables(sql) == THUD_OK &&
                 thud_frame_get(sql, "writer", text, sizeof text) == THUD_OK &&
                 sscanf(text, "%ld %63[A-Za-z0-9._-] %31[0-9TZ:-]", &process, host, when) == 3 && process > 0 &&
                 !is_gone(process, host);
    if (!known)
        return thud_error_set(sql->note, THUD_ERROR_IN_USE, "'%s' is in use: another process is writing to it",
                              sql->path);
    return thud_error_set(sql->note, THUD_ERROR_IN_USE,
                          "'%s' is in use: process %ld on %s has been writing to it since %s", sql->path, process,
                          host, when);
}
