/*
 * Energy in = dissipated + lost in impacts + stored: whether the balance of a run closes.
 */
#ifndef THUD_CONTACT_BALANCE_H
#define THUD_CONTACT_BALANCE_H

#include "contact/ledger.h"

/* The relative residual up to which a balance closes: rounding, or what the tolerance of contact phases explains.
 */
double thud_balance_limit(double tolerance);

/*
 * The last word on a run: THUD_ERROR_FINITE where something is not a number, THUD_ERROR_BALANCE where energy is
 * missing, with the reason in the summary; else `status`, which keeps its own reason. `model` gives names; it may
 * be NULL. `with_energy`: see finite.h.
 */
thud_status thud_balance_judge(thud_ledger *ledger, const thud_model *model, double tolerance, bool with_energy,
                               thud_status status, thud_summary *summary);

#endif
