#include "simulate/closed.h"

bool thud_closed_add(thud_simulation *sim, thud_touch *t) {
    if (t->series) return true;
    for (size_t i = 0; i < sim->closed_limit; i++) {
        if (sim->pool_used[i]) continue;
        sim->pool_used[i] = true;
        t->series = &sim->pool[i];
        sim->closed[sim->closed_count++] = t->number;
        return true;
    }
    return false;
}

void thud_closed_remove(thud_simulation *sim, thud_touch *t) {
    size_t i = 0;
    while (i < sim->closed_count && sim->closed[i] != t->number) i++;
    if (i < sim->closed_count) {
        /* the others keep their order, so that sums do not depend on what has been */
        for (size_t j = i + 1; j < sim->closed_count; j++) sim->closed[j - 1] = sim->closed[j];
        sim->closed_count--;
    }
    if (t->series) sim->pool_used[t->series - sim->pool] = false;
    t->series = NULL;
    t->phase = THUD_TOUCH_OPEN;
    t->enter_at = t->stick_start = 0;
    t->leaving = t->carried = t->tracked = false;
    t->calm_energy = 0;
}
