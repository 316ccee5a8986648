/* gnuplot as a child process: its strings, and its error messages. */
#define _XOPEN_SOURCE 700 /* fork, pipe, open_memstream */

#include "report/figure/figure.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/text/file.h"

/* exit status of the child if gnuplot cannot be started, as in shells; gnuplot itself ends with 0 or 1 */
enum { NOT_FOUND = 127, NOT_STARTED = 126 };

/* output of gnuplot, as much as a sentence can use */
typedef struct transcript {
    char text[4096];
    size_t length;
} transcript;

/* in single quotes only the quote is special, but gnuplot 5 mishandles two in a row: a text with one is written in
 * double quotes, with special characters by number */
static void write_quoted(FILE *stream, const char *prefix, const char *text) {
    bool numbers = strchr(text, '\'') != NULL;
    char quote = numbers ? '"' : '\'';
    fprintf(stream, "%c%s", quote, prefix);
    for (; *text; text++) {
        if (numbers && strchr("'\"\\`@$", *text)) fprintf(stream, "\\%03o", (unsigned)*text);
        else fputc((unsigned char)*text < 0x20 ? ' ' : *text, stream);
    }
    fputc(quote, stream);
}

void thud_gnuplot_name(FILE *stream, const char *name) { write_quoted(stream, "./", name); }

void thud_gnuplot_text(FILE *stream, const char *text) { write_quoted(stream, "", text); }

/* the command picture='./loop.svg' */
static char *picture_assignment(const char *picture) {
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (!stream) return NULL;
    fputs("picture=", stream);
    thud_gnuplot_name(stream, picture);
    if (fclose(stream) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

_Noreturn static void become_gnuplot(const char *directory, char *script, char *assignment, int log) {
    char program[] = "gnuplot", defaults[] = "-d", execute[] = "-e";
    char *arguments[] = {program, defaults, execute, assignment, script, NULL};
    int nothing = open("/dev/null", O_RDONLY);
    bool ready = nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(log, STDOUT_FILENO) >= 0 &&
                 dup2(log, STDERR_FILENO) >= 0 && chdir(directory) == 0;
    if (ready) execvp(program, arguments);
    _exit(ready && errno == ENOENT ? NOT_FOUND : NOT_STARTED);
}

static void listen_to(int descriptor, transcript *heard) {
    char buffer[512];
    ssize_t got;
    while ((got = read(descriptor, buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR)) {
        size_t space = sizeof heard->text - 1 - heard->length;
        size_t take = got > 0 ? (size_t)got : 0;
        take = take < space ? take : space;
        memcpy(heard->text + heard->length, buffer, take);
        heard->length += take;
    }
    heard->text[heard->length] = '\0';
}

static int wait_for(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return NOT_STARTED;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* gnuplot shows the wrong line, a caret, and then the reason: the last line with letters */
static const char *reason_in(transcript *heard) {
    const char *reason = NULL;
    for (char *line = strtok(heard->text, "\n"); line; line = strtok(NULL, "\n"))
        if (line[strspn(line, " ^\t")]) reason = line + strspn(line, " \t");
    return reason ? reason : "it gave no reason";
}

static bool explain(int status, transcript *heard, const char *directory, const char *script, thud_error *failure) {
    if (status == NOT_FOUND)
        return thud_fail(failure,
                         "gnuplot was not found: install it (on Debian, apt install gnuplot-nox); script and "
                         "data are kept, so that 'gnuplot %s' in '%s' draws the figure then",
                         script, directory);
    if (status == NOT_STARTED)
        return thud_fail(failure, "gnuplot could not be started; script and data are kept in '%s'", directory);
    return thud_fail(failure, "gnuplot could not draw '%s' in '%s': %s", script, directory, reason_in(heard));
}

static int run(const char *directory, char *script, char *assignment, transcript *heard) {
    int ends[2];
    if (pipe(ends) != 0) return NOT_STARTED;
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        become_gnuplot(directory, script, assignment, ends[1]);
    }
    close(ends[1]);
    if (child > 0) listen_to(ends[0], heard);
    close(ends[0]);
    return child > 0 ? wait_for(child) : NOT_STARTED;
}

bool thud_gnuplot_run(const char *directory, const char *script, const char *picture, thud_error *failure) {
    /* "./" so that the name may begin with a dash */
    char *local_script = thud_path_join(".", script);
    char *assignment = picture_assignment(picture);
    bool good = local_script && assignment;
    if (good) {
        transcript heard = {0};
        int status = run(directory, local_script, assignment, &heard);
        good = status == 0 || explain(status, &heard, directory, script, failure);
    } else {
        thud_fail_memory(failure);
    }
    free(assignment);
    free(local_script);
    return good;
}
