/*
 * What an expert would write for the force of one impact at given instants: m δ̈ + k δⁿ + c δᵖ δ̇ = 0 with CVODE,
 * which interpolates between its steps, in SI units and until the bodies part.
 */
#include "rival_force.h"

#include <math.h>
#include <stdlib.h>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

struct rival_force {
    rival_force_law law;
    SUNContext context;
    N_Vector state, tolerances;
    SUNNonlinearSolver iteration;
    void *memory;
};

static double force_at(const rival_force_law *law, double depth, double rate) {
    double size = fabs(depth), spring = law->n == 1.5 ? size * sqrt(size) : pow(size, law->n);
    double damper = law->p == law->n ? spring : pow(size, law->p);
    return copysign(law->k * spring, depth) + law->c * damper * rate;
}

static int rhs(realtype t, N_Vector y, N_Vector ydot, void *data) {
    (void)t;
    const rival_force *solver = data;
    NV_Ith_S(ydot, 0) = NV_Ith_S(y, 1);
    NV_Ith_S(ydot, 1) = -force_at(&solver->law, NV_Ith_S(y, 0), NV_Ith_S(y, 1)) / solver->law.mass;
    return 0;
}

rival_force *rival_force_create(void) {
    rival_force *s = calloc(1, sizeof *s);
    if (!s || SUNContext_Create(NULL, &s->context) != 0) {
        free(s);
        return NULL;
    }
    s->state = N_VNew_Serial(2, s->context);
    s->tolerances = N_VNew_Serial(2, s->context);
    s->memory = CVodeCreate(CV_ADAMS, s->context);
    bool made = s->state && s->tolerances && s->memory;
    if (made) {
        N_VConst(1.0, s->state);
        N_VConst(1e-6, s->tolerances);
        s->iteration = SUNNonlinSol_FixedPoint(s->state, 0, s->context);
        made = s->iteration && CVodeInit(s->memory, rhs, 0.0, s->state) == CV_SUCCESS &&
               CVodeSVtolerances(s->memory, 1e-6, s->tolerances) == CV_SUCCESS &&
               CVodeSetNonlinearSolver(s->memory, s->iteration) == CV_SUCCESS &&
               CVodeSetUserData(s->memory, s) == CV_SUCCESS && CVodeSetMaxNumSteps(s->memory, 100000) == CV_SUCCESS;
    }
    if (made) return s;
    rival_force_free(s);
    return NULL;
}

void rival_force_free(rival_force *s) {
    if (!s) return;
    if (s->memory) CVodeFree(&s->memory);
    if (s->iteration) SUNNonlinSolFree(s->iteration);
    if (s->state) N_VDestroy(s->state);
    if (s->tolerances) N_VDestroy(s->tolerances);
    if (s->context) SUNContext_Free(&s->context);
    free(s);
}

bool rival_force_sample(rival_force *s, const rival_force_law *law, double begin, const double *times, size_t count,
                        double tolerance, double *forces) {
    s->law = *law;
    /* absolute tolerances of the size that the motion will have */
    NV_Ith_S(s->tolerances, 0) = tolerance * pow(law->mass * law->speed * law->speed / law->k, 1 / (law->n + 1));
    NV_Ith_S(s->tolerances, 1) = tolerance * law->speed;
    NV_Ith_S(s->state, 0) = 0;
    NV_Ith_S(s->state, 1) = law->speed;
    if (CVodeReInit(s->memory, begin, s->state) != CV_SUCCESS ||
        CVodeSVtolerances(s->memory, tolerance, s->tolerances) != CV_SUCCESS)
        return false;
    bool over = false;
    for (size_t i = 0; i < count; i++) {
        double t = begin;
        forces[i] = 0;
        if (times[i] <= begin || over) continue;
        if (CVode(s->memory, times[i], s->state, &t, CV_NORMAL) < 0) return false;
        over = NV_Ith_S(s->state, 0) <= 0;
        if (!over) forces[i] = force_at(law, NV_Ith_S(s->state, 0), NV_Ith_S(s->state, 1));
    }
    return true;
}
