#define _POSIX_C_SOURCE 200809L /* setenv */

/* The largest file that a command reads, an option of all commands that read files. */
#include "cli/files.h"

#include <stdlib.h>
#include <string.h>

#include "cli/message.h"
#include "ground/bytes.h"

static const char *given(const cli_options *options) {
    for (size_t i = 0; i < options->count; i++)
        if (strcmp(options->table[i].name, "max-file") == 0) return options->values[i];
    return NULL;
}

/* through the environment, which every reader sees; there is only one thread yet */
int file_limit_take(const cli_options *options) {
    const char *text = given(options);
    size_t size;
    if (!text) return EXIT_DONE;
    if (!thud_bytes_read_size(text, &size))
        return usage_error("--max-file '%s': expected bytes, optionally with k, M or G, as in 64M", text);
    if (setenv(THUD_BYTES_LIMIT_NAME, text, 1) != 0) return work_error("out of memory");
    return EXIT_DONE;
}
