/*
 * From a measured drop to the input of a simulator: a ball falls from one height, bounces to another, and touches
 * the floor for a measured time. What is entered in MuJoCo, and does it return that restitution at the time step in
 * use?
 *
 * Ends with status 1 if numbers made for the step miss the restitution by more than 0.001.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <thud/thud.h>

static const double GRAVITY = 9.81, DROPPED = 0.5, BOUNCED = 0.18; /* m/s², m */
static const double CONTACT = 0.01, STEP = 1e-4;                   /* s */

int main(void) {
    thud_engine_options options = thud_engine_options_default(thud_engine_find("mujoco"));
    options.restitution = sqrt(BOUNCED / DROPPED);
    options.speed = sqrt(2 * GRAVITY * DROPPED);
    options.duration = CONTACT;
    options.step = STEP;
    options.for_step = true;
    thud_engine_answer answer;
    thud_status status = thud_engine_solve(&options, &answer);
    if (status != THUD_OK) {
        fprintf(stderr, "%s\n", thud_status_text(status));
        return EXIT_FAILURE;
    }
    printf("asked for e = %.4f at %.2f m/s, a contact of %.0f ms, steps of %.1f ms\n", options.restitution,
           options.speed, 1e3 * CONTACT, 1e3 * STEP);
    printf("%s", answer.lines);
    printf("returns %.4f (%.4f to %.4f); the usual formula %.4f\n", answer.restitution_step, answer.step_lowest,
           answer.step_highest, answer.restitution_usual);
    return fabs(answer.restitution_step - options.restitution) <= 1e-3 ? EXIT_SUCCESS : EXIT_FAILURE;
}
