/*
 * Model exchange: the equations of motion of bodies on linear links with compliant contacts, for the integrator of
 * somebody else.
 *
 *     ẋ = v,  v̇ = M⁻¹ (f + M (g − a_g) − K x − C v − Σ F ∂δ/∂x),  δ = x_left − x_right − gap
 *
 * Contacts are elements of <thud/contact.h>: their forces are functions of the state alone, and what begins or ends
 * with an impact changes at events. Each has three indicators: its gap, where it begins and ends; its pull, where
 * its force is clamped at zero; and its rate, where the approach ends. An instant at which a load breaks is an
 * event, too.
 */
#ifndef THUD_FMU_EXCHANGE_H
#define THUD_FMU_EXCHANGE_H

#include <thud/contact.h>

#include "fmu/variables.h"

typedef struct fmu_exchange {
    const thud_model *model;
    size_t n;          /* bodies */
    double *state;     /* [2n] x, v */
    double *rate;      /* [2n] at the present state, where `known` */
    double *mass;      /* [n] kg */
    double *stiffness; /* [n × n] */
    double *damping;   /* [n × n] */
    double *push;      /* [n] N, inputs */
    double ground;     /* m/s², input */
    double time, next; /* s; the next instant at which a load breaks, INFINITY: none */
    thud_contact *contacts;
    bool known;
} fmu_exchange;

/* Why a model has no equations of this kind, in words; NULL where it has. */
const char *fmu_exchange_refusal(const thud_model *model);

/* NULL when memory is short. The model must outlive it. */
fmu_exchange *fmu_exchange_create(const thud_model *model);
void fmu_exchange_free(fmu_exchange *e);

/* At time 0, without inputs; contacts that touch have begun. */
thud_status fmu_exchange_start(fmu_exchange *e);

/* The present state was changed: time, state or inputs. */
void fmu_exchange_changed(fmu_exchange *e);

/* [2n] */
const double *fmu_exchange_rate(fmu_exchange *e);
/* m/s², of the ground: its own and the input; N, of a contact. */
double fmu_exchange_ground(const fmu_exchange *e);
double fmu_exchange_force(const fmu_exchange *e, size_t contact);
/* By number: those of the first contact, then those of the next. */
double fmu_exchange_indicator(const fmu_exchange *e, size_t indicator);

/* The derivative of a contact's pull along a change of its penetration and of the rate of that. */
double fmu_exchange_pull_slope(const fmu_exchange *e, size_t contact, double depth, double speed);

/* What happens at an event, at the present state: contacts begin and end, the next piece of a load begins. */
thud_status fmu_exchange_event(fmu_exchange *e);

/* Whether an event was passed over, or is due. */
bool fmu_exchange_passed(const fmu_exchange *e);

/* All that it goes on from, as numbers. */
size_t fmu_exchange_size(const fmu_exchange *e);
void fmu_exchange_write(const fmu_exchange *e, double *values);
thud_status fmu_exchange_read(fmu_exchange *e, const double *values);

#endif
