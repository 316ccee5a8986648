/*
 * A verification that cannot be done: every function of CVODE that it calls, and its requests for memory, fail in
 * turn. Each time it says that it failed, and never that anything agrees; what it can do without makes no
 * difference.
 */
#include <errno.h>
#include <string.h>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <thud/simulate.h>
#include <thud/verify.h>

#include "suite.h"

/* ---- what fails ---- */

enum {
    MEMORY,
    CONTEXT,
    VECTOR,
    CREATE,
    INIT,
    HANDLER,
    TOLERANCES,
    FIXED_POINT,
    NONLINEAR,
    MATRIX,
    LINEAR,
    LINEAR_SOLVER,
    USER_DATA,
    MOST_STEPS,
    WARNINGS,
    ROOTS,
    ROOT_WARNINGS,
    ANEW,
    LONGEST,
    STEP,
    BETWEEN,
    STEPS,
    FUNCTIONS
};
static size_t calls[FUNCTIONS], fails_at;
static int failing = FUNCTIONS;
static bool for_good; /* from then on, not once */

static bool fails(int which) {
    const size_t call = ++calls[which];
    return which == failing && (call == fails_at || (for_good && call > fails_at));
}

/* the linker brings these in place of the real ones */
#define REPLACE(which, type, name, parameters, arguments, failure)                                                 \
    type __real_##name parameters;                                                                                 \
    type __wrap_##name parameters;                                                                                 \
    type __wrap_##name parameters { return fails(which) ? (failure) : __real_##name arguments; }

REPLACE(MEMORY, void *, malloc, (size_t a), (a), NULL)
REPLACE(MEMORY, void *, calloc, (size_t a, size_t b), (a, b), NULL)
REPLACE(CONTEXT, int, SUNContext_Create, (void *a, SUNContext *b), (a, b), -1)
REPLACE(VECTOR, N_Vector, N_VNew_Serial, (sunindextype a, SUNContext b), (a, b), NULL)
REPLACE(CREATE, void *, CVodeCreate, (int a, SUNContext b), (a, b), NULL)
REPLACE(INIT, int, CVodeInit, (void *a, CVRhsFn b, realtype c, N_Vector d), (a, b, c, d), CV_MEM_FAIL)
REPLACE(HANDLER, int, CVodeSetErrHandlerFn, (void *a, CVErrHandlerFn b, void *c), (a, b, c), CV_MEM_NULL)
REPLACE(TOLERANCES, int, CVodeSVtolerances, (void *a, realtype b, N_Vector c), (a, b, c), CV_ILL_INPUT)
REPLACE(FIXED_POINT, SUNNonlinearSolver, SUNNonlinSol_FixedPoint, (N_Vector a, int b, SUNContext c), (a, b, c),
        NULL)
REPLACE(NONLINEAR, int, CVodeSetNonlinearSolver, (void *a, SUNNonlinearSolver b), (a, b), CV_ILL_INPUT)
REPLACE(MATRIX, SUNMatrix, SUNDenseMatrix, (sunindextype a, sunindextype b, SUNContext c), (a, b, c), NULL)
REPLACE(LINEAR, SUNLinearSolver, SUNLinSol_Dense, (N_Vector a, SUNMatrix b, SUNContext c), (a, b, c), NULL)
REPLACE(LINEAR_SOLVER, int, CVodeSetLinearSolver, (void *a, SUNLinearSolver b, SUNMatrix c), (a, b, c),
        CV_ILL_INPUT)
REPLACE(USER_DATA, int, CVodeSetUserData, (void *a, void *b), (a, b), CV_MEM_NULL)
REPLACE(MOST_STEPS, int, CVodeSetMaxNumSteps, (void *a, long b), (a, b), CV_ILL_INPUT)
REPLACE(WARNINGS, int, CVodeSetMaxHnilWarns, (void *a, int b), (a, b), CV_ILL_INPUT)
REPLACE(ROOTS, int, CVodeRootInit, (void *a, int b, CVRootFn c), (a, b, c), CV_MEM_FAIL)
REPLACE(ROOT_WARNINGS, int, CVodeSetNoInactiveRootWarn, (void *a), (a), CV_MEM_NULL)
REPLACE(ANEW, int, CVodeReInit, (void *a, realtype b, N_Vector c), (a, b, c), CV_NO_MALLOC)
REPLACE(LONGEST, int, CVodeSetMaxStep, (void *a, realtype b), (a, b), CV_ILL_INPUT)
REPLACE(STEP, int, CVode, (void *a, realtype b, N_Vector c, realtype *d, int e), (a, b, c, d, e), CV_ERR_FAILURE)
REPLACE(BETWEEN, int, CVodeGetDky, (void *a, realtype b, int c, N_Vector d), (a, b, c, d), CV_BAD_T)
REPLACE(STEPS, int, CVodeGetNumSteps, (void *a, long *b), (a, b), CV_MEM_NULL)

/* ---- what is verified ---- */

/* a ball on a floor and a body on a dashpot, whose exponent below 1 has CVODE solve linear systems */
static thud_model *model_of(bool steep) {
    thud_model *model = thud_model_create();
    const thud_body_id ball = thud_model_add_body(model, "ball", 1);
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find("flores"));
    thud_error error;
    contact.gap = 0.05;
    contact.restitution = 0.6;
    contact.stiffness = 1e6;
    thud_model_add_contact(model, "floor", ball, THUD_GROUND, &contact);
    thud_model_add_link(model, THUD_GROUND, ball,
                        &(thud_link){.stiffness = 50, .damping = 0.5, .damping_exponent = steep ? 0.5 : 1});
    thud_model_set_gravity(model, 9.81);
    thud_model_set_duration(model, 0.3);
    ck_assert_msg(thud_model_build(model, &error) == THUD_OK, "%s", error.text);
    return model;
}

static thud_status verify(const thud_model *model, int which, size_t number, thud_verification *out) {
    memset(calls, 0, sizeof calls);
    failing = which;
    fails_at = number;
    const thud_status status = thud_verify(model, NULL, NULL, NULL, out);
    failing = FUNCTIONS;
    return status;
}

/* what a failure comes to: a reason, or a result that differs from one without it in nothing but how it was found
 */
static bool judge(int which, size_t number, thud_status status, const thud_verification *plain,
                  const thud_verification *out) {
    if (status != THUD_OK) {
        ck_assert_msg(!out->agrees, "function %d, call %zu", which, number);
        ck_assert_msg(status == THUD_ERROR_MEMORY || strncmp(out->error.text, "CVODE: ", 7) == 0,
                      "function %d, call %zu: status %d, '%s'", which, number, status, out->error.text);
        return false;
    }
    /* a state between two steps that is not there is that at the end of the step, and found to differ */
    ck_assert_msg(out->agrees || (which == BETWEEN && out->difference_count > 0), "function %d, call %zu", which,
                  number);
    /* a run that fails is tried again with another tolerance; how many steps there were is not needed */
    ck_assert_msg(which == STEPS || which == BETWEEN || (!for_good && out->tolerance != plain->tolerance),
                  "function %d, call %zu: nobody notices", which, number);
    return true;
}

START_TEST(every_function_may_fail) {
    thud_model *model = model_of(_i % 2);
    thud_verification plain, out;
    for_good = _i / 2;
    ck_assert_int_eq(verify(model, FUNCTIONS, 0, &plain), THUD_OK);
    ck_assert_msg(plain.agrees, "%s", plain.error.text);
    size_t counts[FUNCTIONS], tried = 0, failed = 0;
    memcpy(counts, calls, sizeof counts);
    for (int which = 0; which < FUNCTIONS; which++)
        /* all requests for memory; of the others the first ones, and some later */
        for (size_t n = 1; n <= counts[which]; n = which == MEMORY || n < 4 ? n + 1 : 5 * n, tried++)
            failed += !judge(which, n, verify(model, which, n, &out), &plain, &out);
    /* memory, and the 16 functions that each run of CVODE begins with */
    ck_assert_uint_gt(failed, 20);
    ck_assert_uint_gt(tried, failed);
    thud_model_free(model);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("verification that fails");
    tcase_add_loop_test(tests, every_function_may_fail, 0, 4);
    return run_suite("verification that fails", tests);
}
