/*
 * The tables and figures of the four papers and the validation, computed: papers TEMPLATES BIBLIOGRAPHY OUT.
 *
 * `make papers` runs it and puts what it writes into docs: papers/, validation.md, bibliography.md.
 */
#include <stdlib.h>

#include "paper.h"
#include "validation.h"

typedef struct chapter {
    const char *folder, *name; /* of the page, in docs/ */
    void (*parts[3])(paper *page);
} chapter;

static const chapter chapters[] = {
    {"papers",
     "poursina-nikravesh",
     {paper_poursina_nikravesh, paper_poursina_nikravesh_fits, paper_poursina_nikravesh_rods}},
    {"papers", "li-darby", {paper_li_darby, paper_li_darby_forced}},
    {"papers", "chanda-banerjee-das", {paper_chanda, paper_chanda_bridge, paper_chanda_seeds}},
    {"papers", "zhao-liu", {paper_zhao_liu, paper_zhao_liu_steps}},
    {".", "validation", {validation_balls, validation_collisions, validation_papers}},
};

int main(int count, char **words) {
    if (count != 4) paper_fail("usage: papers TEMPLATES BIBLIOGRAPHY OUT");
    bibliography sources = bibliography_read(words[2]);
    paper_directory(words[3]);
    for (size_t i = 0; i < sizeof chapters / sizeof *chapters; i++) {
        char folder[4096];
        snprintf(folder, sizeof folder, "%s/%s", words[3], chapters[i].folder);
        paper *page = paper_create(chapters[i].name, words[1], folder, &sources);
        for (size_t j = 0; j < 3 && chapters[i].parts[j]; j++) chapters[i].parts[j](page);
        paper_finish(page);
    }
    bibliography_page(&sources, words[3]);
    bibliography_free(&sources);
    return EXIT_SUCCESS;
}
