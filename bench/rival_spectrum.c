/* Response spectra as one would compute them without thud. */
#include "rival_spectrum.h"

#include <math.h>
#include <stdlib.h>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

static const double PI = 3.14159265358979323846;

static double step_length(const thud_motion *motion, size_t index) {
    return thud_motion_time(motion, index + 1) - thud_motion_time(motion, index);
}

static double larger(double a, double b) { return a > b ? a : b; }

static void note(thud_response *response, double u, double v) {
    response->displacement = larger(fabs(u), response->displacement);
    response->velocity = larger(fabs(v), response->velocity);
}

/* N. M. Newmark, J. Eng. Mech. Div. ASCE 85 EM3 (1959) 67–94, with γ = 1/2 and β = 1/4; equal steps */
thud_response rival_newmark(const thud_motion *motion, double period, double damping, size_t parts) {
    double omega = 2 * PI / period, c = 2 * damping * omega, k = omega * omega;
    double h = motion->step / (double)parts, half = h / 2, quarter = h * h / 4;
    double inverse = 1 / (1 + half * c + quarter * k);
    double u = 0, v = 0, y = -motion->acceleration[0];
    thud_response out = {0};
    for (size_t i = 0; i + 1 < motion->count; i++) {
        double a = motion->acceleration[i], change = (motion->acceleration[i + 1] - a) / (double)parts;
        for (size_t j = 0; j < parts; j++) {
            a += change;
            u += h * v + quarter * y;
            v += half * y;
            y = -(a + c * v + k * u) * inverse;
            u += quarter * y;
            v += half * y;
            note(&out, u, v);
        }
    }
    out.pseudo_acceleration = k * out.displacement;
    return out;
}

struct rival_oscillator {
    double decay, square; /* 2ζω, ω² */
    double begin;         /* s, of the step under way */
    double a, slope;      /* in it */
    SUNContext context;
    N_Vector state, tolerances;
    SUNNonlinearSolver iteration;
    void *memory;
};

static double curvature(const rival_oscillator *solver, double t, double u, double v) {
    return -(solver->a + solver->slope * (t - solver->begin) + solver->decay * v + solver->square * u);
}

static int rhs(realtype t, N_Vector y, N_Vector ydot, void *data) {
    NV_Ith_S(ydot, 0) = NV_Ith_S(y, 1);
    NV_Ith_S(ydot, 1) = curvature(data, t, NV_Ith_S(y, 0), NV_Ith_S(y, 1));
    return 0;
}

static int peaks(realtype t, N_Vector y, realtype *g, void *data) {
    g[0] = NV_Ith_S(y, 1);
    g[1] = curvature(data, t, NV_Ith_S(y, 0), NV_Ith_S(y, 1));
    return 0;
}

/* that a root is close to the last one is no news: see pass */
static void keep_quiet(int code, const char *module, const char *function, char *message, void *data) {
    (void)code, (void)module, (void)function, (void)message, (void)data;
}

static bool create_solver(rival_oscillator *solver) {
    solver->state = N_VNew_Serial(2, solver->context);
    solver->tolerances = N_VNew_Serial(2, solver->context);
    solver->memory = CVodeCreate(CV_ADAMS, solver->context);
    if (!solver->state || !solver->tolerances || !solver->memory) return false;
    N_VConst(0, solver->state);
    N_VConst(1, solver->tolerances);
    solver->iteration = SUNNonlinSol_FixedPoint(solver->state, 0, solver->context);
    return solver->iteration && CVodeInit(solver->memory, rhs, 0, solver->state) == CV_SUCCESS &&
           CVodeSVtolerances(solver->memory, 1e-6, solver->tolerances) == CV_SUCCESS &&
           CVodeSetNonlinearSolver(solver->memory, solver->iteration) == CV_SUCCESS &&
           CVodeSetUserData(solver->memory, solver) == CV_SUCCESS &&
           CVodeSetErrHandlerFn(solver->memory, keep_quiet, NULL) == CV_SUCCESS &&
           CVodeSetMaxNumSteps(solver->memory, 100000) == CV_SUCCESS &&
           CVodeRootInit(solver->memory, 2, peaks) == CV_SUCCESS &&
           CVodeSetNoInactiveRootWarn(solver->memory) == CV_SUCCESS;
}

rival_oscillator *rival_oscillator_create(void) {
    rival_oscillator *solver = calloc(1, sizeof *solver);
    if (!solver) return NULL;
    if (SUNContext_Create(NULL, &solver->context) == 0 && create_solver(solver)) return solver;
    rival_oscillator_free(solver);
    return NULL;
}

void rival_oscillator_free(rival_oscillator *solver) {
    if (!solver) return;
    if (solver->memory) CVodeFree(&solver->memory);
    if (solver->iteration) SUNNonlinSolFree(solver->iteration);
    if (solver->tolerances) N_VDestroy(solver->tolerances);
    if (solver->state) N_VDestroy(solver->state);
    if (solver->context) SUNContext_Free(&solver->context);
    free(solver);
}

/*
 * From the beginning of the step to `end`; all peaks on the way are noted, and the end. Now and then CVODE finds
 * the root again that it has just returned, and calls that bad input; then it is begun anew from there.
 */
static bool pass(rival_oscillator *solver, double end, thud_response *out) {
    double t = solver->begin;
    for (int result = CV_ILL_INPUT; result == CV_ILL_INPUT || result == CV_ROOT_RETURN;) {
        bool ready = result == CV_ROOT_RETURN || (CVodeReInit(solver->memory, t, solver->state) == CV_SUCCESS &&
                                                  CVodeSetStopTime(solver->memory, end) == CV_SUCCESS);
        if (!ready) return false;
        result = CVode(solver->memory, end, solver->state, &t, CV_NORMAL);
        if (result < 0 && result != CV_ILL_INPUT) return false;
        note(out, NV_Ith_S(solver->state, 0), NV_Ith_S(solver->state, 1));
    }
    return true;
}

/* absolute tolerances follow what the oscillator would show under the largest acceleration at rest */
static bool set_tolerances(rival_oscillator *solver, const thud_motion *motion, double omega, double tolerance) {
    double peak = 0;
    for (size_t i = 0; i < motion->count; i++) peak = fmax(peak, fabs(motion->acceleration[i]));
    NV_Ith_S(solver->tolerances, 0) = 0.01 * tolerance * peak / (omega * omega);
    NV_Ith_S(solver->tolerances, 1) = 0.01 * tolerance * peak / omega;
    return CVodeSVtolerances(solver->memory, tolerance, solver->tolerances) == CV_SUCCESS;
}

bool rival_oscillator_solve(rival_oscillator *solver, const thud_motion *motion, double period, double damping,
                            double tolerance, thud_response *response) {
    double omega = 2 * PI / period;
    thud_response out = {0};
    solver->decay = 2 * damping * omega;
    solver->square = omega * omega;
    N_VConst(0, solver->state);
    if (!set_tolerances(solver, motion, omega, tolerance)) return false;
    for (size_t i = 0; i + 1 < motion->count; i++) {
        solver->begin = thud_motion_time(motion, i);
        solver->a = motion->acceleration[i];
        solver->slope = (motion->acceleration[i + 1] - solver->a) / step_length(motion, i);
        if (!pass(solver, thud_motion_time(motion, i + 1), &out)) return false;
    }
    solver->begin = thud_motion_time(motion, motion->count - 1);
    solver->a = solver->slope = 0;
    if (!pass(solver, solver->begin + period, &out)) return false;
    out.pseudo_acceleration = solver->square * out.displacement;
    *response = out;
    return true;
}
