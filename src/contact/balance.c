/*
 * Whether the energy balance of a run closes, and the message where it does not.
 */
#include "contact/balance.h"

#include <math.h>
#include <stdio.h>

#include "base/print.h"

double thud_balance_limit(double tolerance) { return fmax(1e-9, 10 * tolerance); }

static thud_status judge(thud_ledger *ledger, const thud_model *model, double tolerance, bool with_energy,
                         thud_status status, thud_summary *summary) {
    if (status != THUD_OK && !(status == THUD_ERROR_STOPPED && ledger->fault.what)) return status;
    if (ledger->fault.what || !thud_finite_summary(summary, with_energy, &ledger->fault)) {
        thud_fault_say(&ledger->fault, model, summary->error.text, sizeof summary->error.text);
        return THUD_ERROR_FINITE;
    }
    double residual = summary->energy.residual, limit = thud_balance_limit(tolerance);
    if (!with_energy || fabs(residual) <= limit) return THUD_OK;
    thud_print(summary->error.text, sizeof summary->error.text,
               "the energy balance does not close: %.3g of the energy is %s, more than the %.1g that rounding and "
               "tolerance explain",
               fabs(residual), residual > 0 ? "missing" : "too much", limit);
    return THUD_ERROR_BALANCE;
}

thud_status thud_balance_judge(thud_ledger *ledger, const thud_model *model, double tolerance, bool with_energy,
                               thud_status status, thud_summary *summary) {
    summary->error.status = judge(ledger, model, tolerance, with_energy, status, summary);
    summary->error.value = NAN;
    return summary->error.status;
}
