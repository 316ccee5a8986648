/* thud --version --licences: the parts of a build, their owners and licences. */
#include "cli/manual.h"

#include <stdio.h>

#include "cli/command.h"
#include "cli/message.h"
#include "report/page/lab.h"
#include "report/page/page.h"
#include "report/text/table.h"

/* THIRD_PARTY.md lists the same for every build */
static const struct {
    const char *name, *licence, *how;
} PARTS[] = {
    {"libyaml", "MIT", "linked"},
    {"SQLite", "public domain", "linked"},
#ifdef THUD_HAVE_SUNDIALS
    {"SUNDIALS", "BSD-3-Clause", "linked"},
#endif
    {"HDF5", "BSD-3-Clause", "opened where HDF5 is written"},
#ifdef THUD_HAVE_MPI
    {"Open MPI or another MPI", "BSD-3-Clause", "linked by thud-mpi, which runs under mpirun"},
#endif
#ifdef THUD_HAVE_MSEED
    {"libmseed 2", "LGPL-3.0-or-later", "opened where MiniSEED is read"},
#endif
};

int licences_print(void) {
    thud_table table = thud_table_start("lll");
    printf("thud is under the MIT licence. This build contains parts of others:\n");
    for (size_t i = 0; i < sizeof PARTS / sizeof PARTS[0]; i++) {
        thud_table_cells(&table, "%s\t%s\t%s", PARTS[i].name, PARTS[i].licence, PARTS[i].how);
    }
    if (*thud_page_notice_html) {
        thud_table_cells(&table, "uPlot\tMIT\tin every page, with its notice");
    }
    if (thud_page_lab_size > 0) {
        thud_table_cells(&table,
                         "wasi-libc, with musl\tMIT and others like it\tin the page of thud lab, with its notice");
    }
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    if (*thud_page_notice_html) printf("\nuPlot:\n\n%s\n", thud_page_notice_html);
    return EXIT_DONE;
}
