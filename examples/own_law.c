/*
 * A contact law of your own: a force that no row of the catalogue has, calibrated and simulated like the others.
 *
 * Rubber whose damper grows no further beyond a speed w of the material: F = k δⁿ (1 + c tanh(δ̇/w)).
 */
#include <math.h>
#include <stdio.h>

#include <thud/thud.h>

static double rubber_force(const thud_force_state *f, double penetration, double rate) {
    return f->stiffness * pow(penetration, f->exponent) * (1 + f->damping * tanh(rate / f->extra[0]));
}

static const thud_extra rubber_parameters[] = {
    {.row = {"grip_speed", "w", "m/s", "> 0", 0.2, "beyond which the damper hardly grows"},
     .least = 1e-6,
     .most = 1e6,
     .reason = "must be positive",
     .dimension = {0, 1, -1, 0}},
};

static const thud_structure rubber_structure = {
    .name = "gripping spring",
    .family = "of our own",
    .equation = "F = k δⁿ (1 + c tanh(δ̇/w))",
    .kind = THUD_FORCE_GENERAL,
    .exact_return = "by impacts",
    .exact_zero_force = "by impacts",
    .force = rubber_force,
    .extras = rubber_parameters,
    .extra_count = 1,
};

static const thud_law rubber = {
    .name = "rubber",
    .label = "Rubber",
    .title = "rubber of our own",
    .structure = &rubber_structure,
    .exponent_default = 1.5,
    .exponent_min = 1,
    .exponent_max = 2,
    .separation = THUD_SEPARATION_ZERO_FORCE,
    .source = "here",
    .validity = "an example",
};

int main(void) {
    thud_impact_options o = thud_impact_options_default(&rubber);
    o.stiffness = 1e6; /* N/m^1.5 */
    o.mass = 0.5;      /* kg */
    o.speed = 2;       /* m/s */
    o.restitution = 0.6;
    thud_impact hit;
    if (thud_impact_solve(&o, &hit) != THUD_OK) return 1;
    printf("one impact: c = %.4f returns e = %.4f, peak force %.1f N\n", hit.damping, hit.restitution, hit.max_force);

    /* a mass between two stops, for which every impact is calibrated anew */
    thud_gap_contact stop = thud_gap_contact_default(&rubber);
    stop.gap = 0.01;
    stop.stiffness = o.stiffness;
    stop.restitution = 0.6;
    thud_model *model = thud_model_create();
    thud_body_id mass = thud_model_add_body(model, "mass", 0.5);
    thud_model_set_start(model, mass, 0, 2);
    thud_model_add_contact(model, "right", mass, THUD_GROUND, &stop);
    thud_model_add_contact(model, "left", THUD_GROUND, mass, &stop);
    thud_model_set_duration(model, 0.1);
    thud_error error;
    thud_simulation *run = NULL;
    thud_status status = thud_model_build(model, &error);
    if (status == THUD_OK) status = thud_simulation_create(model, &run);
    if (status == THUD_OK) status = thud_simulation_run(run, NULL);
    if (status != THUD_OK) {
        fprintf(stderr, "%s\n", thud_status_text(status));
        return 1;
    }
    const thud_summary *s = thud_simulation_summary(run);
    double speed = fabs(s->bodies[0].final_velocity), expected = 2 * pow(0.6, (double)s->impacts);
    printf("%zu impacts leave %.6f m/s of 2 m/s: 2 × 0.6^%zu = %.6f m/s\n", s->impacts, speed, s->impacts, expected);
    bool good = fabs(hit.restitution - 0.6) < 1e-11 && fabs(speed / expected - 1) < 1e-8;
    thud_simulation_free(run);
    thud_model_free(model);
    return good ? 0 : 1;
}
