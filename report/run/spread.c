/* The spread of a run's results over its copies with varied inputs: JSON, and rows of ±. */

#include "report/run/summary.h"

#include <math.h>
#include <string.h>

#include "contact/run_quantity.h"
#include "report/run/model.h"
#include "report/text/format.h"
#include "report/text/print.h"

static void write_range(thud_json *json, const char *name, const thud_range *range) {
    thud_json_write(json, "%s: {deviation: %g, lowest: %g, highest: %g}", name, range->deviation, range->lowest,
                    range->highest);
}

/* ranges are in the order of the table of results */
static void write_part(thud_json *json, const char *name, thud_run_quantities results, const thud_range *ranges) {
    thud_json_write(json, "%s: {", name);
    for (size_t i = 0; i < results.ranges; i++) write_range(json, results.list[i].name, &ranges[i]);
    thud_json_write(json, "}");
}

static void write_coordinates(thud_json *json, const thud_model *model, const thud_spread *spread, bool rods) {
    thud_json_write(json, "%s: {", rods ? "rods" : "bodies");
    for (size_t i = 0; i < spread->body_count; i++)
        if (thud_coordinate_is_rod(model, i) == rods)
            write_part(json, thud_coordinate_name(model, i),
                       rods ? thud_quantities_of_rod : thud_quantities_of_body,
                       &spread->bodies[i].max_displacement);
    thud_json_write(json, "}");
}

void thud_spread_write(thud_json *json, const thud_model *model, const thud_spread *spread) {
    thud_json_write(json, "spread: {copies: %g, failed: %g, precision: %g, agreed_until: %g",
                    (double)spread->copies, (double)spread->failed, spread->precision, spread->agreed_until);
    write_range(json, "impacts", &spread->impacts);
    write_coordinates(json, model, spread, false);
    if (thud_model_rod_count(model) > 0) write_coordinates(json, model, spread, true);
    thud_json_write(json, "contacts: {");
    for (size_t i = 0; i < spread->contact_count; i++)
        write_part(json, thud_model_contact_name(model, i), thud_quantities_of_contact,
                   &spread->contacts[i].impacts);
    thud_json_write(json, "}");
    if (spread->link_count > 0) thud_json_write(json, "links: {");
    for (size_t i = 0; i < spread->link_count; i++)
        write_part(json, thud_model_link_name(model, i), thud_quantities_of_link, &spread->links[i].max_force);
    if (spread->link_count > 0) thud_json_write(json, "}");
    if (spread->watch_count > 0) thud_json_write(json, "watch: {");
    for (size_t i = 0; i < spread->watch_count; i++)
        write_part(json, thud_model_watch_name(model, i), thud_quantities_of_watch(THUD_WATCH_GROUND),
                   &spread->watches[i].max);
    if (spread->watch_count > 0) thud_json_write(json, "}");
    thud_json_write(json, "}");
}

/* "51.000 µm" without redundant zeros */
static void trim_zeros(thud_text *number) {
    char *point = strchr(number->text, '.'), *end = strchr(number->text, ' ');
    if (!end) end = strchr(number->text, 'e');           /* without a unit: before its power of ten, */
    if (!end) end = number->text + strlen(number->text); /* or its end */
    if (!point || end < point) return;
    char *last = end;
    while (last[-1] == '0') last--;
    if (last[-1] == '.') last--;
    memmove(last, end, strlen(end) + 1);
}

void thud_spread_cell(thud_table *table, const thud_range *range, const char *unit, double scale) {
    double three = 3 * range->deviation;
    double digits = three > 0 ? pow(10, floor(log10(three)) - 1) : 1; /* two of them */
    thud_text text = thud_format_beside(round(three / digits) * digits, unit, scale);
    trim_zeros(&text);
    thud_table_cells(table, "%s", text.text);
}

void thud_spread_count_cell(thud_table *table, const thud_range *range) {
    if (range->lowest == range->highest) thud_table_cells(table, "%.0f", range->lowest);
    else thud_table_cells(table, "%.0f to %.0f", range->lowest, range->highest);
}

void thud_spread_print(const thud_spread *spread, double duration, FILE *stream) {
    fprintf(stream, "  spread   ±: three deviations of %zu runs with inputs varied by %s %%; ", spread->copies,
            thud_format_short(100 * spread->precision).text);
    if (spread->impacts.lowest == spread->impacts.highest)
        thud_print_to(stream, "%.0f impacts in all", spread->impacts.lowest);
    else thud_print_to(stream, "%.0f to %.0f impacts", spread->impacts.lowest, spread->impacts.highest);
    if (spread->agreed_until >= duration) fprintf(stream, "; histories agree to 1 %%\n");
    else fprintf(stream, "; histories agree to 1 %% until %s s\n", thud_format_short(spread->agreed_until).text);
    if (spread->failed > 0) fprintf(stream, "           %zu of these runs failed\n", spread->failed);
}
