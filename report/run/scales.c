/* The largest number of each unit, over all parts of a run and its energy balance. */
#include "report/run/scales.h"

#include <math.h>
#include <string.h>

#include "contact/run_quantity.h"
#include "model/model.h"
#include "report/run/model.h"

static size_t place_of(const thud_scales *scales, const char *unit) {
    size_t i = 0;
    while (i < scales->count && strcmp(scales->units[i], unit) != 0) i++;
    return i;
}

static void widen(thud_scales *scales, const char *unit, double size) {
    const size_t i = place_of(scales, unit);
    if (!isfinite(size) || i == THUD_SCALES_MOST) return;
    if (i == scales->count) {
        scales->units[scales->count++] = unit;
        scales->largest[i] = 0;
    }
    scales->largest[i] = fmax(scales->largest[i], size);
}

static void take(thud_scales *scales, thud_run_quantities quantities, const void *part) {
    for (size_t i = 0; i < quantities.count; i++)
        if (!quantities.list[i].is_count)
            widen(scales, quantities.list[i].unit, fabs(thud_run_quantity_value(&quantities.list[i], part)));
}

thud_scales thud_scales_of(const thud_model *model, const thud_summary *summary) {
    thud_scales scales = {0};
    take(&scales, thud_quantities_of_run, summary);
    for (size_t i = 0; i < summary->body_count; i++)
        take(&scales, thud_coordinate_is_rod(model, i) ? thud_quantities_of_rod : thud_quantities_of_body,
             &summary->bodies[i]);
    for (size_t i = 0; i < summary->contact_count; i++)
        take(&scales, thud_quantities_of_contact, &summary->contacts[i]);
    for (size_t i = 0; i < summary->link_count; i++) take(&scales, thud_quantities_of_link, &summary->links[i]);
    for (size_t i = 0; i < summary->watch_count; i++)
        take(&scales, thud_quantities_of_watch(model->watches[i].given.kind), &summary->watches[i]);
    take(&scales, thud_quantities_of_energy, &summary->energy);
    return scales;
}

double thud_scales_largest(const thud_scales *scales, const char *unit) {
    const size_t i = place_of(scales, unit);
    return i < scales->count ? scales->largest[i] : 0;
}

thud_text thud_scales_format(const thud_scales *scales, double value, const char *unit) {
    return thud_format_beside(value, unit, thud_scales_largest(scales, unit));
}
