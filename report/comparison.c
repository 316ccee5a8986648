#include "report/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/file.h"
#include "report/format.h"

static const thud_impact NO_IMPACT = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};

/* what is wrong with the options, or else with the solution */
static const char *reason_for(const thud_impact_options *options, thud_status status) {
    thud_error error;
    bool options_wrong = thud_impact_check(options, &error) != THUD_OK;
    return options_wrong && error.reason ? error.reason : thud_status_text(status);
}

static void add_row(thud_comparison *comparison, const thud_impact_options *options, double asked) {
    thud_comparison_row *row = &comparison->rows[comparison->row_count++];
    *row = (thud_comparison_row){.law = options->law,
                                 .restitution = asked,
                                 .kind = thud_damping_kind(options),
                                 .separation = thud_law_separation(options->law, options->separation)};
    row->status = thud_impact_solve(options, &row->impact);
    if (row->status == THUD_OK) return;
    row->impact = NO_IMPACT;
    row->reason = reason_for(options, row->status);
}

/* one law at one restitution: a row for its rule, where it has one, and a row for the exact damping */
static void add_law(thud_comparison *comparison, const thud_law *law, double asked, thud_separation separation) {
    thud_impact_options options = thud_impact_options_default(law);
    bool elastic = law->structure->kind == THUD_FORCE_ELASTIC;
    options.restitution = elastic ? 1 : asked;
    options.separation = separation;
    options.damping = THUD_DAMPING_PUBLISHED;
    bool two = thud_law_has_rule(law) && strcmp(thud_damping_kind(&options), "published") == 0;
    if (two) add_row(comparison, &options, asked);
    options.damping = THUD_DAMPING_EXACT;
    add_row(comparison, &options, asked);
}

/* Newton's law returns every restitution in (0, 1] */
static thud_impact newton_impact(double restitution) {
    thud_impact_options options = thud_impact_options_default(thud_law_find("newton"));
    options.restitution = restitution;
    thud_impact impact;
    return thud_impact_solve(&options, &impact) == THUD_OK ? impact : NO_IMPACT;
}

static void fill(thud_comparison *comparison, thud_separation separation) {
    for (size_t i = 0; i < comparison->restitution_count; i++) {
        double asked = comparison->restitutions[i];
        comparison->newton[i] = newton_impact(asked);
        for (size_t j = 0; j < comparison->law_count; j++)
            add_law(comparison, comparison->laws[j], asked, separation);
    }
}

bool thud_comparison_create(const thud_law *const *laws, size_t law_count, const double *restitutions,
                            size_t restitution_count, thud_separation separation, thud_comparison *comparison,
                            thud_failure *failure) {
    *comparison = (thud_comparison){
        .laws = laws, .law_count = law_count, .restitutions = restitutions, .restitution_count = restitution_count};
    comparison->rows = calloc(2 * law_count * restitution_count, sizeof *comparison->rows);
    comparison->newton = calloc(restitution_count, sizeof *comparison->newton);
    if (comparison->rows && comparison->newton) {
        fill(comparison, separation);
        return true;
    }
    thud_comparison_free(comparison);
    return thud_failure_memory(failure);
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
          "contact_time [-],damping [-],separation,reason\n",
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
        write_number(stream, thud_damping_number(row->law, &row->impact));
        fprintf(stream, ",%s", smooth ? thud_separation_name(row->separation) : "");
        /* why the row has no numbers; the texts hold commas but no quotes */
        fprintf(stream, row->reason ? ",\"%s\"\n" : ",\n", row->reason);
    }
    return thud_output_commit(&output, failure);
}
