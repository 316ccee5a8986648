/* Derivatives of a run: a member of summary.json, and a table of what matters most. */
#include <math.h>
#include <stdlib.h>

#include "report/run/summary.h"
#include "report/text/format.h"
#include "report/text/print.h"

enum { SHOWN = 16 };

/* ---- JSON ---- */

static void write_parameter(thud_json *json, const thud_derivatives *d, size_t j) {
    const char *limit;
    const double valid = thud_derivatives_valid_for(d, j, &limit);
    thud_json_write(json, "%s: {value: %g", thud_derivatives_parameter_name(d, j),
                    thud_derivatives_parameter_value(d, j));
    for (size_t i = 0; i < thud_derivatives_quantity_count(d); i++)
        thud_json_write(json, "%s: %g", thud_derivatives_quantity_name(d, i), thud_derivatives_value(d, i, j));
    thud_json_write(json, "valid_for: %g, limit: %s, reasons: {", valid, *limit ? limit : NULL);
    for (size_t i = 0; i < thud_derivatives_quantity_count(d); i++) {
        const char *reason = thud_derivatives_reason(d, i, j);
        if (reason) thud_json_write(json, "%s: %s", thud_derivatives_quantity_name(d, i), reason);
    }
    thud_json_write(json, "}}");
}

void thud_derivatives_write(thud_json *json, const thud_derivatives *d) {
    thud_json_write(json, "derivatives: {");
    for (size_t j = 0; j < thud_derivatives_parameter_count(d); j++) write_parameter(json, d, j);
    thud_json_write(json, "}");
}

/* ---- a table ---- */

typedef struct row {
    size_t quantity, parameter;
    double by, elasticity;
} row;

/* the largest elasticity first; those without one behind */
static int compare(const void *a, const void *b) {
    const row *p = a, *q = b;
    const double x = isnan(p->elasticity) ? -1 : fabs(p->elasticity),
                 y = isnan(q->elasticity) ? -1 : fabs(q->elasticity);
    if (x != y) return x < y ? 1 : -1;
    if (p->quantity != q->quantity) return p->quantity < q->quantity ? -1 : 1;
    return p->parameter < q->parameter ? -1 : 1;
}

/* percent of a quantity for a percent of the parameter; NAN where one of them is zero */
static double elasticity_of(const thud_derivatives *d, size_t quantity, size_t parameter) {
    const double value = thud_derivatives_quantity(d, quantity), p = thud_derivatives_parameter_value(d, parameter);
    return value != 0 && p != 0 ? thud_derivatives_value(d, quantity, parameter) * p / fabs(value) : NAN;
}

static size_t collect(const thud_derivatives *d, row *rows) {
    size_t count = 0;
    for (size_t i = 0; i < thud_derivatives_quantity_count(d); i++)
        for (size_t j = 0; j < thud_derivatives_parameter_count(d); j++) {
            const double by = thud_derivatives_value(d, i, j);
            if (isfinite(by) && by != 0) rows[count++] = (row){i, j, by, elasticity_of(d, i, j)};
        }
    qsort(rows, count, sizeof *rows, compare);
    return count;
}

static bool print_rows(const thud_derivatives *d, const row *rows, size_t count, FILE *stream) {
    thud_table table = thud_table_start("llrrr");
    thud_table_cells(&table, "derivative of\tby\tvalue\tderivative, SI\t%% per %%");
    for (size_t i = 0; i < count; i++) {
        const row *r = &rows[i];
        thud_table_cells(&table, "%s\t%s\t%s\t%s\t%s", thud_derivatives_quantity_name(d, r->quantity),
                         thud_derivatives_parameter_name(d, r->parameter),
                         thud_format_quantity(thud_derivatives_quantity(d, r->quantity),
                                              thud_derivatives_quantity_unit(d, r->quantity))
                             .text,
                         thud_format_short(r->by).text,
                         isnan(r->elasticity) ? "–" : thud_format_short(r->elasticity).text);
    }
    return thud_table_finish(&table, stream, 2);
}

/* why there are none, each reason once */
static void print_reasons(const thud_derivatives *d, FILE *stream) {
    for (size_t j = 0; j < thud_derivatives_parameter_count(d); j++) {
        const char *limit, *name = thud_derivatives_parameter_name(d, j);
        const double valid = thud_derivatives_valid_for(d, j, &limit);
        if (isnan(valid)) {
            size_t i = 0;
            while (i < thud_derivatives_quantity_count(d) && isfinite(thud_derivatives_value(d, i, j))) i++;
            const char *reason = NULL;
            /* the one of the end of the run: before it, peaks may have been reached */
            for (; i < thud_derivatives_quantity_count(d); i++)
                if (!reason || thud_derivatives_quantity_count(d) == i + 1)
                    reason = thud_derivatives_reason(d, i, j);
            thud_text_print(stream, "  no derivative by ");
            thud_text_print(stream, name);
            thud_text_print(stream, ": ");
            thud_text_print(stream, reason ? reason : "");
            fputc('\n', stream);
        } else if (isfinite(valid)) {
            thud_text_print(stream, "  by ");
            thud_text_print(stream, name);
            thud_print_to(stream, " up to a change of %s: ", thud_format_short(valid).text);
            thud_text_print(stream, limit);
            fputc('\n', stream);
        }
    }
}

bool thud_derivatives_print(const thud_derivatives *d, bool all, FILE *stream) {
    const size_t most = thud_derivatives_quantity_count(d) * thud_derivatives_parameter_count(d);
    row *rows = calloc(most + 1, sizeof *rows);
    if (!rows) return false;
    const size_t count = collect(d, rows), shown = all || count <= SHOWN ? count : SHOWN;
    const bool good = shown == 0 || print_rows(d, rows, shown, stream);
    if (shown < count) fprintf(stream, "  and %zu more, which --all prints\n", count - shown);
    free(rows);
    print_reasons(d, stream);
    return good;
}
