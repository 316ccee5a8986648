/* Output of thud identify for force histories. */
#include <math.h>

#include "base/print.h"
#include "cli/identify/identify_parts.h"
#include "cli/message.h"
#include "report/text/format.h"
#include "report/text/print.h"

enum { WARNING = 300 };

static bool is_bilinear(const thud_force_fit *f) { return f->law->structure->kind == THUD_FORCE_BILINEAR; }

static void json_parameters(thud_json *json, const thud_force_fit *f) {
    const thud_estimate none = {NAN, NAN};
    identify_json_estimate(json, "stiffness", f->stiffness);
    identify_json_estimate(json, "damping", is_bilinear(f) ? none : f->damping);
    identify_json_estimate(json, "unloading_stiffness", is_bilinear(f) ? f->damping : none);
    identify_json_estimate(json, "exponent_n", f->exponent);
    thud_json_write(json, "exponent_p: %g, correlation: %g", thud_law_damper_exponent(f->law, f->exponent.value),
                    f->correlation);
}

static void json_fit(thud_json *json, const thud_force_fit *f) {
    json_parameters(json, f);
    identify_json_estimate(json, "speed", f->speed);
    identify_json_estimate(json, "e", f->restitution);
    identify_json_estimate(json, "contact_time", f->contact_time);
    identify_json_estimate(json, "begin", f->begin);
    identify_json_estimate(json, "offset", f->offset);
    thud_json_write(json,
                    "undamped: %d, exponent_at_limit: %d, samples: %g, parameters: %g, residual: %g, r_squared: "
                    "%g, aic: %g, bic: %g",
                    f->undamped, f->exponent_at_limit, (double)f->samples, (double)f->parameters, f->residual,
                    f->r_squared, f->aic, f->bic);
    const thud_estimate none = {NAN, NAN};
    thud_json_write(json, "filter_order: %g", (double)f->filter_order);
    identify_json_estimate(json, "filter_corner", f->filter_order > 0 ? f->corner : none);
    thud_json_write(json, "noise_order: %g, effective_samples: %g, misfit: %g, misfit_probability: %g",
                    (double)f->noise_order, f->effective_samples, f->misfit, f->misfit_probability);
}

/* warnings that must precede the numbers */
static void write_warning(const thud_force_fit *f, char *text, size_t size) {
    *text = '\0';
    if (f->misfit > 1)
        thud_print(text, size,
                   "the residuals in contact have %.2g times the power of the noise (by chance once in %.1g "
                   "times): law or filter do not fit, and errors are widened by %.2g",
                   f->misfit, 1 / f->misfit_probability, sqrt(f->misfit));
    else if (f->corner.error > 0)
        snprintf(text, size,
                 "the readings show a filter: a Butterworth filter of order %d with a corner of %s fits best; "
                 "errors include other orders; use --filter if the filter is known",
                 f->filter_order, thud_format_estimate(f->corner.value, f->corner.error, "Hz").text);
}

static void json_impacts(thud_json *json, const force_case *c) {
    thud_json_write(json, "impacts: [");
    for (size_t k = 0; k < c->count; k++)
        for (size_t i = 0; i < c->files[k].record->impact_count; i++) {
            const force_file *f = &c->files[k];
            thud_json_write(json, "{file: %s, peak: %g, clipped: %g", f->path, f->record->impacts[i].peak,
                            (double)f->record->impacts[i].clipped);
            json_fit(json, &f->fits[i]);
            thud_json_write(json, "}");
        }
    thud_json_write(json, "]");
}

static void json_ranking(thud_json *json, const thud_ranking *ranking) {
    thud_json_write(json, "ranking: [");
    for (size_t i = 0; ranking && i < ranking->count; i++) {
        const thud_rank_row *row = &ranking->rows[i];
        thud_json_write(json, "{model: %s, laws: %s, separation: %s, difference: %g, weight: %g",
                        row->fit.law->name, row->names, thud_separation_name(row->fit.separation), row->difference,
                        row->weight);
        json_fit(json, &row->fit);
        thud_json_write(json, "}");
    }
    thud_json_write(json, "]");
}

void identify_force_json(const force_case *c) {
    const thud_force_fit *f = &c->pooled, *largest = &c->at->fits[c->at->largest];
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{model: %s, separation: %s, mass: %g", f->law->name,
                    thud_separation_name(f->separation), f->mass);
    json_parameters(&json, f);
    identify_json_estimate(&json, "e", largest->restitution);
    identify_json_estimate(&json, "contact_time", largest->contact_time);
    identify_json_estimate(&json, "speed", largest->speed);
    thud_json_write(&json, "mismatch: %g", c->mismatch);
    thud_json_write(&json, "bounces: %g, bounce_mismatch: %g", c->bounces ? (double)c->bounces->count : 0,
                    c->bounces ? c->bounce_mismatch : NAN);
    identify_json_estimate(&json, "penetration_ratio", c->penetration_ratio);
    thud_json_write(&json, "noise: %g, clip: %g", c->at->record->noise, c->at->record->clip);
    char warning[WARNING];
    write_warning(largest, warning, sizeof warning);
    if (*warning) thud_json_write(&json, "warning: %s", warning);
    else thud_json_write(&json, "warning: %g", NAN); /* null */
    json_impacts(&json, c);
    json_ranking(&json, c->ranking);
    identify_json_assumed(&json, c->at->measurement);
    thud_json_write(&json, "}\n");
}

static bool print_ranking(const force_case *c) {
    const thud_ranking *ranking = c->ranking;
    printf("laws by BIC, damped ones only where their damping is significant; laws with identical force histories "
           "share a line\n");
    if (c->count > 1) printf("  ΔBIC is the sum over the files; R² and n are those of %s\n", c->at->path);
    thud_table table = thud_table_start("rrrl");
    thud_table_cells(&table, "ΔBIC\tR²\tn\tlaws");
    for (size_t i = 0; i < ranking->count; i++) {
        const thud_rank_row *row = &ranking->rows[i];
        thud_table_cells(&table, "%.1f\t%.5f\t%.3g\t%s (%s)", row->difference, row->fit.r_squared,
                         row->fit.exponent.value, row->names, thud_separation_name(row->fit.separation));
    }
    return thud_table_finish(&table, stdout, 2);
}

static void add_parameters(thud_table *table, const thud_force_fit *f) {
    double n = thud_round_exponent(f->exponent.value, f->exponent.error);
    double p = thud_round_exponent(thud_law_damper_exponent(f->law, f->exponent.value), f->exponent.error);
    thud_text k_unit = thud_format_stiffness_unit(n);
    thud_text c_unit = is_bilinear(f) ? k_unit : thud_format_damping_unit(p);
    identify_row(table, "k", f->stiffness, k_unit.text);
    if (f->law->structure->kind != THUD_FORCE_ELASTIC)
        identify_row(table, is_bilinear(f) ? "k₂" : "c", f->damping, c_unit.text);
    identify_row(table, "n", f->exponent, "");
}

static bool print_impact(const force_case *c, const force_file *file, size_t i) {
    const thud_force_fit *f = &file->fits[i];
    const thud_force_impact *impact = &file->record->impacts[i];
    thud_print_to(stdout, "impact %zu at %s: %zu samples, residual %s, R² %.5f\n", i + 1,
                  thud_format_quantity(f->begin.value, "s").text, f->samples,
                  thud_format_quantity(f->residual, "N").text, f->r_squared);
    if (impact->clipped > 0)
        printf("  %zu saturated samples at %s were left out\n", impact->clipped,
               thud_format_quantity(file->record->clip, "N").text);
    if (f->undamped) printf("  no damping fits best: it was set to zero\n");
    if (f->exponent_at_limit) printf("  n would leave the law's range: it was set to its limit\n");
    if (f->noise_order > 0)
        thud_print_to(stdout, "  the noise is correlated: %zu readings are worth %.0f with white noise\n",
                      f->samples, f->effective_samples);
    if (f->filter_order > 0 && !(f->corner.error > 0))
        printf("  the force is filtered by a Butterworth filter of order %d at %s\n", f->filter_order,
               thud_format_quantity(f->corner.value, "Hz").text);
    char warning[WARNING];
    write_warning(f, warning, sizeof warning);
    if (*warning) printf("  warning: %s\n", warning);
    thud_table table = thud_table_start("ll");
    if (c->fit_count == 1 && !c->bounces) add_parameters(&table, f);
    identify_row(&table, file->speed > 0 ? "v, given" : "v", f->speed, "m/s");
    identify_row(&table, "e", f->restitution, "");
    identify_row(&table, "Tc", f->contact_time, "s");
    if (file->record->has_rest) identify_row(&table, "offset", f->offset, "N");
    return thud_table_finish(&table, stdout, 2);
}

static bool print_pooled(const force_case *c) {
    if (c->fit_count > 1)
        thud_print_to(stdout, "all %zu impacts; χ² per degree of freedom %.2f%s\n", c->fit_count, c->mismatch,
                      c->mismatch > 3 ? ": they do not agree within their errors" : "");
    if (c->bounces)
        thud_print_to(stdout, "together with %zu bounce%s, for a constant c; χ² per bounce %.2f%s\n",
                      c->bounces->count, c->bounces->count == 1 ? "" : "s", c->bounce_mismatch,
                      c->bounce_mismatch > 3 ? ": they do not agree with the force within their errors" : "");
    thud_table table = thud_table_start("ll");
    add_parameters(&table, &c->pooled);
    return thud_table_finish(&table, stdout, 2);
}

static bool print_file(const force_case *c, const force_file *file) {
    bool good = true;
    if (c->count > 1) printf("%s\n", file->path);
    if (!file->record->has_rest) printf("  no readings without contact: the offset is taken as zero\n");
    if (file->from_acceleration) printf("  force is acceleration times mass\n");
    for (size_t i = 0; good && i < file->record->impact_count; i++) good = print_impact(c, file, i);
    return good;
}

int identify_force_human(const force_case *c) {
    const thud_force_fit *f = &c->pooled;
    bool good = true;
    if (c->ranking) good = print_ranking(c);
    printf("%s (%s structure, %s)\n", f->law->name, f->law->structure->name, thud_format_separation(f->separation));
    for (size_t i = 0; good && i < c->count; i++) good = print_file(c, &c->files[i]);
    if (good && (c->fit_count > 1 || c->bounces)) good = print_pooled(c);
    if (good && !isnan(f->correlation))
        thud_print_to(stdout, "  correlation of k and %s %.3f\n", is_bilinear(f) ? "k₂" : "c", f->correlation);
    if (!isnan(c->penetration_ratio.value))
        printf("  measured penetration over that of the fit: %s; it would be 1 for a mass of %s kg\n",
               thud_format_estimate(c->penetration_ratio.value, c->penetration_ratio.error, "").text,
               thud_format_number(f->mass / c->penetration_ratio.value).text);
    return good ? EXIT_DONE : work_error("out of memory");
}
