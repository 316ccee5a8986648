#include "report/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/file.h"
#include "report/format.h"

static bool solve(const thud_impact_options *options, thud_impact *impact, thud_failure *failure) {
    thud_status status = thud_impact_solve(options, impact);
    if (status == THUD_OK) return true;
    return thud_failure_set(failure, "%s at e = %g, %s damping: %s", options->law->name, options->restitution,
                            thud_damping_kind(options), thud_status_text(status));
}

static bool add_row(thud_comparison *comparison, const thud_impact_options *options, double asked,
                    thud_failure *failure) {
    thud_comparison_row *row = &comparison->rows[comparison->row_count++];
    *row = (thud_comparison_row){.law = options->law,
                                 .restitution = asked,
                                 .kind = thud_damping_kind(options),
                                 .separation = thud_law_separation(options->law, options->separation)};
    return solve(options, &row->impact, failure);
}

/* one law at one restitution: a row for its rule, where it has one, and a row for the exact damping */
static bool add_law(thud_comparison *comparison, const thud_law *law, double asked, thud_separation separation,
                    thud_failure *failure) {
    thud_impact_options options = thud_impact_options_default(law);
    bool elastic = law->structure->kind == THUD_FORCE_ELASTIC;
    options.restitution = elastic ? 1 : asked;
    options.separation = separation;
    options.damping = THUD_DAMPING_PUBLISHED;
    bool two = thud_law_has_rule(law) && strcmp(thud_damping_kind(&options), "published") == 0;
    if (two && !add_row(comparison, &options, asked, failure)) return false;
    options.damping = THUD_DAMPING_EXACT;
    return add_row(comparison, &options, asked, failure);
}

static bool fill(thud_comparison *comparison, thud_separation separation, thud_failure *failure) {
    for (size_t i = 0; i < comparison->restitution_count; i++) {
        double asked = comparison->restitutions[i];
        thud_impact_options newton = thud_impact_options_default(thud_law_find("newton"));
        newton.restitution = asked;
        if (!solve(&newton, &comparison->newton[i], failure)) return false;
        for (size_t j = 0; j < comparison->law_count; j++)
            if (!add_law(comparison, comparison->laws[j], asked, separation, failure)) return false;
    }
    return true;
}

bool thud_comparison_create(const thud_law *const *laws, size_t law_count, const double *restitutions,
                            size_t restitution_count, thud_separation separation, thud_comparison *comparison,
                            thud_failure *failure) {
    *comparison = (thud_comparison){
        .laws = laws, .law_count = law_count, .restitutions = restitutions, .restitution_count = restitution_count};
    comparison->rows = calloc(2 * law_count * restitution_count, sizeof *comparison->rows);
    comparison->newton = calloc(restitution_count, sizeof *comparison->newton);
    bool good = comparison->rows && comparison->newton ? fill(comparison, separation, failure)
                                                       : thud_failure_memory(failure);
    if (!good) thud_comparison_free(comparison);
    return good;
}

void thud_comparison_free(thud_comparison *comparison) {
    free(comparison->rows);
    free(comparison->newton);
    *comparison = (thud_comparison){0};
}

const thud_comparison_row *thud_comparison_published(const thud_comparison *comparison, const thud_law *law,
                                                     double restitution) {
    for (size_t i = 0; i < comparison->row_count; i++) {
        const thud_comparison_row *row = &comparison->rows[i];
        if (row->law == law && row->restitution == restitution) return row;
    }
    return NULL;
}

/* nothing where there is no number, so that a spreadsheet does not take it for text */
static void write_number(FILE *stream, double value) {
    if (isfinite(value)) fprintf(stream, ",%.17g", value);
    else fputc(',', stream);
}

bool thud_comparison_write(const thud_comparison *comparison, const char *path, thud_failure *failure) {
    thud_output output;
    if (!thud_output_open(&output, path, failure)) return false;
    FILE *stream = output.stream;
    fputs("model,e [-],damping_kind,e_out [-],impulse [-],energy_lost [-],max_force [-],max_penetration [-],"
          "contact_time [-],damping [-],separation\n",
          stream);
    for (size_t i = 0; i < comparison->row_count; i++) {
        const thud_comparison_row *row = &comparison->rows[i];
        bool smooth = row->law->structure->kind != THUD_FORCE_IMPULSIVE;
        fprintf(stream, "%s,%.17g,%s", row->law->name, row->restitution, row->kind);
        write_number(stream, row->impact.restitution);
        write_number(stream, row->impact.impulse);
        write_number(stream, row->impact.energy_lost);
        write_number(stream, smooth ? row->impact.max_force : NAN);
        write_number(stream, smooth ? row->impact.max_penetration : NAN);
        write_number(stream, smooth ? row->impact.contact_time : NAN);
        write_number(stream, smooth ? row->impact.damping : NAN);
        fprintf(stream, ",%s\n", smooth ? thud_separation_name(row->separation) : "");
    }
    return thud_output_commit(&output, failure);
}
