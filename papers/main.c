/*
 * The tables and figures of the four papers, computed: papers TEMPLATES OUT.
 *
 * `make papers` runs it and puts what it writes into docs/papers.
 */
#include <stdlib.h>

#include "paper.h"

typedef struct chapter {
    const char *name;
    void (*parts[3])(paper *page);
} chapter;

static const chapter chapters[] = {
    {"poursina-nikravesh",
     {paper_poursina_nikravesh, paper_poursina_nikravesh_fits, paper_poursina_nikravesh_rods}},
    {"li-darby", {paper_li_darby, paper_li_darby_forced}},
    {"chanda-banerjee-das", {paper_chanda, paper_chanda_bridge, paper_chanda_seeds}},
    {"zhao-liu", {paper_zhao_liu, paper_zhao_liu_steps}},
};

int main(int count, char **words) {
    if (count != 3) paper_fail("usage: papers TEMPLATES OUT");
    for (size_t i = 0; i < sizeof chapters / sizeof *chapters; i++) {
        paper *page = paper_create(chapters[i].name, words[1], words[2]);
        for (size_t j = 0; j < 3 && chapters[i].parts[j]; j++) chapters[i].parts[j](page);
        paper_finish(page);
    }
    return EXIT_SUCCESS;
}
