#define _GNU_SOURCE /* RTLD_NEXT */

/*
 * A library to be preloaded: SIGTERM comes at the first thing that the command asks of the system, whether its
 * standard input is open. On a busy machine that is any signal which arrives while a command starts.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>

int fcntl(int file, int what, ...) {
    static int sent;
    int (*real)(int, int, ...) = NULL;
    va_list rest;
    va_start(rest, what);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    *(void **)&real = dlsym(RTLD_NEXT, "fcntl");
    if (file == 0 && what == F_GETFD && !sent) {
        sent = 1;
        unsetenv("LD_PRELOAD");
        raise(SIGTERM);
    }
    return real(file, what, argument);
}
