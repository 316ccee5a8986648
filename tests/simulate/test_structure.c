/* The matrices of a structure against those written by hand. */
#include "simulate/structure.h"

#include <math.h>

#include "model/model.h"
#include "suite.h"

/* four bodies: two on the ground, stiff; a free pair far softer. The model is filled by hand, as build would. */
static thud_model_body bodies[] = {{.mass = 2}, {.mass = 3}, {.mass = 5e-3}, {.mass = 7e-3}};
static thud_model_link links[] = {
    {.left = THUD_BODY_GROUND, .right = 0, .given = {.stiffness = 4e9, .damping_exponent = 1}, .damping = 11},
    {.left = 1, .right = 0, .given = {.stiffness = 9e9, .damping_exponent = 1}, .damping = 13},
    {.left = 2, .right = 3, .given = {.stiffness = 1e-3, .damping_exponent = 1}, .damping = 17},
};
static const thud_model model = {.bodies = bodies, .body_count = 4, .links = links, .link_count = 3};

START_TEST(links_are_summed) {
    double mass[4], k[16], c[16];
    ck_assert_int_eq(thud_structure_matrices(&model, mass, k, c), THUD_OK);
    const double stiffness[16] = {13e9, -9e9, 0, 0, -9e9, 9e9, 0, 0, 0, 0, 1e-3, -1e-3, 0, 0, -1e-3, 1e-3};
    const double damping[16] = {24, -13, 0, 0, -13, 13, 0, 0, 0, 0, 17, -17, 0, 0, -17, 17};
    for (int i = 0; i < 4; i++) ck_assert_double_eq(mass[i], bodies[i].mass);
    for (int i = 0; i < 16; i++) {
        ck_assert_double_eq(k[i], stiffness[i]);
        ck_assert_double_eq(c[i], damping[i]);
    }
}
END_TEST

START_TEST(rayleigh_replaces_the_links) {
    thud_model rayleigh = model;
    rayleigh.damping = THUD_STRUCTURE_DAMPING_RAYLEIGH;
    rayleigh.rayleigh_mass = 0.5;
    rayleigh.rayleigh_stiffness = 2;
    double mass[4], k[16], c[16];
    ck_assert_int_eq(thud_structure_matrices(&rayleigh, mass, k, c), THUD_OK);
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++)
            ck_assert_double_eq(c[4 * i + j], 2 * k[4 * i + j] + (i == j ? 0.5 * mass[i] : 0));
    }
}
END_TEST

START_TEST(modal_damping) {
    thud_model modal = model;
    modal.damping = THUD_STRUCTURE_DAMPING_MODAL;
    modal.modal_ratio = 0.05;
    double mass[4], k[16], c[16];
    ck_assert_int_eq(thud_structure_matrices(&modal, mass, k, c), THUD_OK);

    /* the defining property: with S = M⁻¹C and A = M⁻¹K of the tied pair, S² = 4ζ²A; the entries are products of a
     * few sums, so a few units of the last digit of the largest */
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            double square = 0;
            for (int l = 0; l < 2; l++) square += c[4 * i + l] / mass[i] * c[4 * l + j] / mass[l];
            ck_assert_double_eq_tol(square, 0.01 * k[4 * i + j] / mass[i], 1e-14 * 0.01 * k[0] / mass[0]);
        }
    }

    /* the free pair: c = 2ζ√(k m) between its bodies, m the effective mass, and no damping of its free mode:
     * pushing both alike meets no force, to the rounding of its own entries, not of the stiff pair's */
    double pair = 2 * 0.05 * sqrt(1e-3 * 5e-3 * 7e-3 / 12e-3);
    assert_relative(c[2 * 4 + 2], pair, 1e-14);
    assert_relative(c[2 * 4 + 3], -pair, 1e-14);
    ck_assert_double_eq_tol(c[2 * 4 + 2] + c[2 * 4 + 3], 0, 1e-15 * pair);
    ck_assert_double_eq(c[0 * 4 + 2], 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("structure");
    tcase_add_test(tests, links_are_summed);
    tcase_add_test(tests, rayleigh_replaces_the_links);
    tcase_add_test(tests, modal_damping);
    return run_suite("structure", tests);
}
