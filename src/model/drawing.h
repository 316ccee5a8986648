/* How reports draw structures, if a scenario says so; simulations ignore it. */
#ifndef THUD_MODEL_DRAWING_H
#define THUD_MODEL_DRAWING_H

#include <stdbool.h>
#include <stddef.h>

typedef struct thud_drawing {
    char *name;
    const char *kind; /* a word of the table of keys */
    int *bodies;      /* [count] by number, from the bottom up */
    size_t count;
    double width, height; /* m; NAN: not given */
} thud_drawing;

/* Starts as {0}. */
typedef struct thud_drawings {
    thud_drawing *items;
    size_t count;
} thud_drawings;

/* Adds a copy under a name; false when memory is short. */
bool thud_drawings_add(thud_drawings *drawings, const char *name, const thud_drawing *drawing);
void thud_drawings_free(thud_drawings *drawings);

#endif
