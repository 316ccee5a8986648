#define _XOPEN_SOURCE 700 /* fnmatch */

/* A folder is read for a name that fits when all letters are small. */
#include "model/scenario/other_case.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 256 };

/* false if it is too long for a file name */
static int lower(const char *name, char *small) {
    const size_t length = strlen(name);
    if (length >= LONGEST) return 0;
    for (size_t i = 0; i <= length; i++)
        small[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + ('a' - 'A') : name[i]);
    return 1;
}

void thud_other_case_hint(const char *path, char *text, size_t size) {
    const char *slash = strrchr(path, '/'), *last = slash ? slash + 1 : path;
    char folder[1024] = ".", wanted[LONGEST], found[LONGEST];
    *text = '\0';
    if ((size_t)(last - path) >= sizeof folder || !lower(last, wanted)) return;
    if (slash) snprintf(folder, sizeof folder, "%.*s", (int)(last - path), path);
    DIR *entries = opendir(folder);
    if (!entries) return;
    for (const struct dirent *entry = readdir(entries); entry && !*text; entry = readdir(entries))
        if (strcmp(entry->d_name, last) != 0 && lower(entry->d_name, found) &&
            fnmatch(wanted, found, FNM_PERIOD) == 0)
            snprintf(text, size, "; there is '%.200s', which differs in upper and lower case", entry->d_name);
    closedir(entries);
}
