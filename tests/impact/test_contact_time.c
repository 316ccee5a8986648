/*
 * Approach and contact times of the structures whose times are integrals, against integrals with 120 digits by
 * tanh–sinh quadrature (mpmath) of dt = dδ/δ′ in a variable that removes the singular ends. The inputs are exact in
 * binary, or n = 1.1, whose rounding moves a time by less than 1e-16 of it.
 */
#include <thud/impact.h>

#include "impact/frame.h"
#include "suite.h"

/* an integral of up to 49 rounded values, each a power of a rounded sum */
static const double ROUNDING = 4e-15;

/* at χ = 32 the turn is sharp, and each phase is integrated by itself */
START_TEST(hunt_crossley) {
    struct {
        double n, chi, e, approach, contact;
    } cases[] = {
        {1.5, 0.5, 0.74843493159743415812, 1.5051902624721971387, 3.3382527559374332991},
        {1.5, 1.5, 0.48774125601534852551, 1.3763414327328537916, 3.6240222331629658886},
        {1.5, 0.0625, 0.95999359932370670347, 1.593448586003549507, 3.2317250309724257661},
        {1.25, 4, 0.24127855793606907592, 1.1494108102103376927, 4.1529518655381953116},
        {2, 0.25, 0.85685101751526659882, 1.5597129491521597354, 3.3011397552589420548},
        {1, 0.75, 0.66296220000154598813, 1.3878202785284244644, 3.1916230933497501727},
        {1.5, 32, 0.031249999999995195524, 0.80095796024833935622, 11.976895784859926909},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        thud_frame frame = {.n = cases[i].n, .p = cases[i].n, .chi = cases[i].chi};
        thud_frame_impact hit = thud_hunt_crossley_impact(&frame);
        assert_relative(hit.restitution, cases[i].e, ROUNDING);
        assert_relative(hit.approach_time, cases[i].approach, ROUNDING);
        assert_relative(hit.contact_time, cases[i].contact, ROUNDING);
    }
}
END_TEST

/* ζ = χ/√(2(n+1)); the last row, next to critical damping, is integrated phase by phase */
START_TEST(half_power) {
    struct {
        double n, zeta, approach, zero_force, back;
    } cases[] = {
        {1.5, 0.25, 1.4683723323605926892, 2.8284083091797843478, 3.585839815827821764},
        {1.5, 0.0625, 1.5701088836549542447, 3.0715939469140737893, 3.2873927014571924819},
        {1.25, 0.5, 1.296328584045400434, 2.535858063632972396, 4.0241172321644418157},
        {2, 0.75, 1.3701685001039172238, 2.5225446293704636772, 8.2596801138215539317},
        {1.1, 0.96875, 1.0578329031390737804, 2.0956805141016750129, 16.244561961299319373},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double n = cases[i].n;
        thud_frame frame = {.n = n, .p = (n - 1) / 2, .chi = cases[i].zeta * sqrt(2 * (n + 1))};
        thud_frame_impact back = thud_half_power_impact(&frame);
        frame.zero_force = true;
        thud_frame_impact zero_force = thud_half_power_impact(&frame);
        /* χ is rounded; next to critical damping the return is 1/(1−ζ²) times as sensitive to it */
        double rounding = ROUNDING / (1 - cases[i].zeta * cases[i].zeta);
        assert_relative(back.approach_time, cases[i].approach, ROUNDING);
        assert_relative(zero_force.approach_time, cases[i].approach, ROUNDING);
        assert_relative(zero_force.contact_time, cases[i].zero_force, ROUNDING);
        assert_relative(back.contact_time, cases[i].back, rounding);
    }
}
END_TEST

/* ever nearer to critical damping the approach and the zero of the force go on as they are at ζ = 1, and change by
 * no more than twice what ζ does there */
START_TEST(half_power_next_to_critical) {
    for (double n = 1.1; n < 2; n += 0.2) {
        thud_frame frame = {.n = n, .p = (n - 1) / 2, .zero_force = true, .chi = sqrt(2 * (n + 1))};
        const thud_frame critical = frame;
        thud_frame_impact limit = thud_half_power_impact(&critical);
        for (double below = 1e-2; below > 1e-15; below /= 3) {
            frame.chi = critical.chi * (1 - below);
            thud_frame_impact hit = thud_half_power_impact(&frame);
            assert_relative(hit.approach_time, limit.approach_time, 2 * below + ROUNDING);
            assert_relative(hit.contact_time, limit.contact_time, 2 * below + ROUNDING);
        }
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("contact_time");
    tcase_add_test(tests, hunt_crossley);
    tcase_add_test(tests, half_power);
    tcase_add_test(tests, half_power_next_to_critical);
    return run_suite("contact_time", tests);
}
