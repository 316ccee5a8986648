#define _GNU_SOURCE /* RTLD_NEXT */

/*
 * A library to be preloaded: makes the call number N of a kind fail, once or from there on, as a machine does that
 * runs out of memory, of disk or of luck.
 *
 *     LD_PRELOAD=failing.so FAILING=write:17:ENOSPC thud …     the 17th write, and all after it
 *     LD_PRELOAD=failing.so FAILING=malloc:3 thud …            the third allocation alone
 *     LD_PRELOAD=failing.so FAILING=place:3 thud …             the first allocation of the third place in the
 * program
 *
 * Kinds: malloc (calloc, realloc too), open, read (pread too), write (pwrite, ftruncate too), sync, rename, map.
 * Places are
 * told apart by who called whom in the program itself, so that a few hundred trials reach every one of them.
 * What the C library calls within itself, as stdio does, is not seen. Number 0 fails nothing; with
 * FAILING_REPORT=FILE the number of calls goes there at the end, so that whoever counts up knows how far.
 */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

typedef enum kind { MALLOC, PLACE, OPEN, READ, WRITE, SYNC, RENAME, MAP, KINDS } kind;
static const char *const NAMES[KINDS] = {"malloc", "place", "open", "read", "write", "sync", "rename", "map"};

static kind chosen = KINDS;
static long number;
static int error_number;
static int for_ever; /* a full disk stays full; memory may be there again */
static const char *report;
static atomic_long calls;
static int ready;

static int number_of(const char *name) {
    if (strcmp(name, "ENOSPC") == 0) return ENOSPC;
    if (strcmp(name, "EACCES") == 0) return EACCES;
    if (strcmp(name, "EMFILE") == 0) return EMFILE;
    return EIO;
}

static uintptr_t program_begin, program_end;

/* the program itself comes first */
static int find_program(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size, (void)context;
    program_begin = UINTPTR_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
        const uintptr_t at = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        if (at < program_begin) program_begin = at;
        if (at + info->dlpi_phdr[i].p_memsz > program_end) program_end = at + info->dlpi_phdr[i].p_memsz;
    }
    return 1;
}

__attribute__((constructor)) static void begin(void) {
    const char *wish = getenv("FAILING"), *colon = wish ? strchr(wish, ':') : NULL;
    report = getenv("FAILING_REPORT");
    unsetenv("LD_PRELOAD"); /* gnuplot is left alone */
    if (!colon) return;
    number = strtol(colon + 1, NULL, 10);
    const char *error = strchr(colon + 1, ':');
    error_number = error ? number_of(error + 1) : EIO;
    for (int i = 0; i < KINDS; i++)
        if (strncmp(wish, NAMES[i], (size_t)(colon - wish)) == 0 && strlen(NAMES[i]) == (size_t)(colon - wish))
            chosen = (kind)i;
    for_ever = error_number == ENOSPC || error_number == EACCES;
    if (chosen == PLACE) {
        void *first[1];
        dl_iterate_phdr(find_program, NULL);
        backtrace(first, 1); /* it asks for memory itself, once */
    }
    ready = 1;
}

__attribute__((destructor)) static void end(void) {
    const long count = calls;
    chosen = KINDS;
    FILE *file = report ? fopen(report, "w") : NULL;
    if (!file) return;
    fprintf(file, "%ld\n", count);
    fclose(file);
}

/* whether this call is to fail; errno is set then */
static int fails(kind which) {
    if (which != chosen) return 0;
    const long call = ++calls;
    if (number == 0 || call < number || (call > number && !for_ever)) return 0;
    errno = which == MALLOC || which == PLACE ? ENOMEM : error_number;
    return 1;
}

/* ---- places ---- */

enum { DEPTH = 12, CALLERS = 6, PLACES = 1 << 14, NEAR = 4 };

/* A number for who asks: the program's own functions, from the one that called the C library on. 0: a library's. */
static uint64_t place_of(void) {
    void *frames[DEPTH];
    const int count = backtrace(frames, DEPTH);
    uint64_t hash = 0;
    for (int i = 0, seen = 0; i < count && seen < CALLERS; i++) {
        const uintptr_t at = (uintptr_t)frames[i];
        if (at < program_begin || at >= program_end) {
            if (seen == 0 && i >= NEAR) return 0;
            continue;
        }
        hash = (hash ^ (at - program_begin)) * 0x9E3779B97F4A7C15u + 1;
        seen++;
    }
    return hash;
}

/* true the first time that a place asks, when it is the one chosen */
static int place_fails(void) {
    static uint64_t known[PLACES];
    static _Thread_local int within; /* to tell places apart takes memory, too */
    static atomic_flag busy = ATOMIC_FLAG_INIT;
    if (chosen != PLACE || !ready || within) return 0;
    within = 1;
    const uint64_t place = place_of();
    int failed = 0;
    while (place && atomic_flag_test_and_set(&busy)) {
    }
    for (size_t i = place % PLACES; place; i = (i + 1) % PLACES) {
        if (known[i] == place) break;
        if (known[i] != 0) continue;
        known[i] = place;
        failed = fails(PLACE);
        break;
    }
    if (place) atomic_flag_clear(&busy);
    within = 0;
    return failed;
}

static int memory_fails(void) { return chosen == PLACE ? place_fails() : fails(MALLOC); }

#define REAL(name) *(void **)&real = real ? *(void **)&real : dlsym(RTLD_NEXT, name)

/* the linker itself asks for memory before there is anything to find it with */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

void *malloc(size_t size) { return memory_fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return memory_fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return memory_fails() ? NULL : __libc_realloc(old, size); }

static int open_file(const char *function, const char *path, int flags, mode_t mode) {
    int (*real)(const char *, int, ...) = NULL;
    REAL(function);
    return fails(OPEN) ? -1 : real(path, flags, mode);
}

#define OPENING(name)                                                                                              \
    int name(const char *path, int flags, ...) {                                                                   \
        va_list rest;                                                                                              \
        va_start(rest, flags);                                                                                     \
        mode_t mode = flags & O_CREAT ? (mode_t)va_arg(rest, int) : 0;                                             \
        va_end(rest);                                                                                              \
        return open_file(#name, path, flags, mode);                                                                \
    }
OPENING(open)
OPENING(open64)

FILE *fopen(const char *path, const char *mode) {
    static FILE *(*real)(const char *, const char *);
    REAL("fopen");
    return fails(OPEN) ? NULL : real(path, mode);
}

#define TRANSFER(name, type, which)                                                                                \
    ssize_t name(int file, type bytes, size_t size) {                                                              \
        static ssize_t (*real)(int, type, size_t);                                                                 \
        REAL(#name);                                                                                               \
        return fails(which) ? -1 : real(file, bytes, size);                                                        \
    }
#define PLACED(name, type, offset, which)                                                                          \
    ssize_t name(int file, type bytes, size_t size, offset at) {                                                   \
        static ssize_t (*real)(int, type, size_t, offset);                                                         \
        REAL(#name);                                                                                               \
        return fails(which) ? -1 : real(file, bytes, size, at);                                                    \
    }
TRANSFER(read, void *, READ)
PLACED(pread, void *, off_t, READ)
PLACED(pread64, void *, off64_t, READ)
PLACED(pwrite, const void *, off_t, WRITE)
PLACED(pwrite64, const void *, off64_t, WRITE)

/* what is said to people is not a file */
ssize_t write(int file, const void *bytes, size_t size) {
    static ssize_t (*real)(int, const void *, size_t);
    REAL("write");
    return file > 2 && fails(WRITE) ? -1 : real(file, bytes, size);
}

#define SIZING(name, offset)                                                                                       \
    int name(int file, offset size) {                                                                              \
        static int (*real)(int, offset);                                                                           \
        REAL(#name);                                                                                               \
        return fails(WRITE) ? -1 : real(file, size);                                                               \
    }
SIZING(ftruncate, off_t)
SIZING(ftruncate64, off64_t)

#define SYNCING(name)                                                                                              \
    int name(int file) {                                                                                           \
        static int (*real)(int);                                                                                   \
        REAL(#name);                                                                                               \
        return fails(SYNC) ? -1 : real(file);                                                                      \
    }
SYNCING(fsync)
SYNCING(fdatasync)

int rename(const char *from, const char *to) {
    static int (*real)(const char *, const char *);
    REAL("rename");
    return fails(RENAME) ? -1 : real(from, to);
}

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset) {
    static void *(*real)(void *, size_t, int, int, int, off_t);
    REAL("mmap");
    return file >= 0 && fails(MAP) ? MAP_FAILED : real(at, size, protection, flags, file, offset);
}
