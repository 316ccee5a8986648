/* Structures as reports draw them, kept with the model that they are of. */
#include "model/drawing.h"

#include <stdlib.h>
#include <string.h>

bool thud_drawings_add(thud_drawings *drawings, const char *name, const thud_drawing *drawing) {
    thud_drawing *larger = realloc(drawings->items, (drawings->count + 1) * sizeof *larger);
    if (!larger) return false;
    drawings->items = larger;
    const size_t length = strlen(name) + 1;
    thud_drawing copy = *drawing;
    copy.name = malloc(length);
    copy.bodies = malloc((drawing->count + 1) * sizeof *copy.bodies);
    larger[drawings->count++] = copy; /* partial copies are freed with the others */
    if (!copy.name || !copy.bodies) return false;
    memcpy(copy.name, name, length);
    if (drawing->count > 0) memcpy(copy.bodies, drawing->bodies, drawing->count * sizeof *copy.bodies);
    return true;
}

void thud_drawings_free(thud_drawings *drawings) {
    for (size_t i = 0; i < drawings->count; i++) {
        free(drawings->items[i].name);
        free(drawings->items[i].bodies);
    }
    free(drawings->items);
}
