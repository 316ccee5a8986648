#define _XOPEN_SOURCE 700 /* fork, fileno, waitpid */

/* Runs an external program with its input and output in files. */
#include "cli/engine/engine_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* the words of an argument list are not const, though nobody writes to them */
typedef union word {
    const char *given;
    char *taken;
} word;

_Noreturn static void become(const char *program, const char *argument, int input, int output) {
    word name = {program}, first = {argument};
    char *const words[] = {name.taken, first.taken, NULL};
    if (dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0) execv(program, words);
    _exit(127);
}

int driver_run(const char *program, const char *argument, FILE *input, FILE *output) {
    int nothing = -1, from = input ? fileno(input) : (nothing = open("/dev/null", O_RDONLY)), status = 0;
    if (from < 0 || fflush(NULL) != 0) return -1;
    if (input) rewind(input);
    pid_t child = fork();
    if (child == 0) become(program, argument, from, fileno(output));
    if (nothing >= 0) close(nothing);
    if (child < 0) return -1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    rewind(output);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
