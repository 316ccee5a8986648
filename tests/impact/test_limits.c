/*
 * Impacts at the limits of damping: so heavy that the spring hardly counts, so weak that the damper hardly does.
 * The numbers were computed elsewhere with 45 digits (mpmath): by a Taylor method in δ = z² where there is no
 * closed form, by searching the closed form for its extremes where there is one.
 */
#include <thud/impact.h>

#include "impact/walk.h"
#include "law/relation.h"
#include "law/table.h"
#include "suite.h"

static thud_impact_options damped(const char *name, double n, double damping, thud_separation separation) {
    thud_impact_options o = thud_impact_options_default(thud_law_find(name));
    o.exponent = n;
    o.separation = separation;
    o.damping = THUD_DAMPING_GIVEN;
    o.damping_value = damping;
    return o;
}

static thud_impact solved(const thud_impact_options *o) {
    thud_impact hit;
    ck_assert_int_eq(thud_impact_solve(o, &hit), THUD_OK);
    return hit;
}

/* each of some 50 steps rounds a few times: 50 bits are 1e-14 */
static const double ROUNDING = 2e-14;

/* e falls like χ^(−(n+1)/(p+1)); the zero of the force must be told from a difference of 1e-15 of its parts */
START_TEST(heavy_zero_force) {
    static const struct {
        const char *law;
        double n, chi, e, time, approach, depth, residual;
    } rows[] = {
        {"poursina-nikravesh", 2, 100, 9.99951125709428883e-7, 0.269379941242361454, 0.138155588200575437,
         0.00999987684569137266, 0.0099997556255612011},
        {"poursina-nikravesh", 2, 1e3, 9.99999923493234876e-10, 0.0407533846825997974, 0.0207232659128394743,
         0.000999999980776734419, 0.000999999961746616706},
        {"poursina-nikravesh", 2, 1e4, 9.9999999989586221e-13, 0.00545688950515554956, 0.00276310211160320723,
         0.0000999999999973868979, 0.0000999999999947931105},
        {"poursina-nikravesh", 2, 1e5, 9.99999999999868231e-16, 0.000683844056092617526, 0.000345387763949108164,
         9.99999999999966961e-6, 9.99999999999934116e-6},
        {"poursina-nikravesh", 1.5, 1e4, 9.99999993495120358e-11, 0.00456462367668508018, 0.00230258509364141004,
         0.000099999999782545214, 0.0000999999995663413567},
        {"poursina-nikravesh", 1.1, 1e5, 3.16227765508676934e-11, 0.000482589767764242881, 0.000241771434780424031,
         9.99999999269052426e-6, 9.99999998539140769e-6},
        {"kuwabara-kono", 1.5, 100, 0.0006049027250294990759, 0.6481089909825237293, 0.3306656720339587503,
         0.06065802689764295825, 0.06049027250294990759},
        {"kuwabara-kono", 1.5, 1e4, 2.823092780654840838e-7, 0.05892211608717461547, 0.02977680752275256774,
         0.002823100477330606083, 0.002823092780654840838},
    };
    thud_impact_options o = damped(rows[_i].law, rows[_i].n, rows[_i].chi, THUD_SEPARATION_ZERO_FORCE);
    thud_impact hit = solved(&o);
    assert_relative(hit.restitution, rows[_i].e, ROUNDING);
    assert_relative(hit.contact_time, rows[_i].time, ROUNDING);
    assert_relative(hit.approach_time, rows[_i].approach, ROUNDING);
    assert_relative(hit.max_penetration, rows[_i].depth, ROUNDING);
    assert_relative(hit.separation_penetration, rows[_i].residual, ROUNDING);
}
END_TEST

/* beyond, the limit (p+1)^((n−p)/(p+1)) χ^(−(n+1)/(p+1)) is reached to the last bits, however heavy the damper */
START_TEST(heavier_zero_force) {
    for (double chi = 1e10; chi < 2e20; chi *= 100) {
        for (double n = 1.07; n <= 2; n += 0.155) {
            thud_impact_options o = damped("poursina-nikravesh", n, chi, THUD_SEPARATION_ZERO_FORCE);
            assert_relative(solved(&o).restitution, pow(chi, -n - 1), ROUNDING);
        }
        thud_impact_options o = damped("kuwabara-kono", 1.5, chi, THUD_SEPARATION_ZERO_FORCE);
        assert_relative(solved(&o).restitution, pow(1.5, 2.0 / 3) * pow(chi, -5.0 / 3), ROUNDING);
    }
}
END_TEST

/* with separation at δ = 0 Kuwabara–Kono creeps back; the limit of e χ⁵ is that of the tables, made elsewhere */
START_TEST(heavy_return) {
    thud_impact_options o = damped("kuwabara-kono", 1.5, 100, THUD_SEPARATION_RETURN);
    thud_impact hit = solved(&o);
    assert_relative(hit.restitution, 5.158381704267685216e-10, ROUNDING);
    assert_relative(hit.contact_time, 1376.126408089215456, ROUNDING);
    assert_relative(hit.approach_time, 0.3306656720339587503, ROUNDING);
    assert_relative(hit.min_force, -6.031053292898193706e-6, ROUNDING);
    double limit = pow(thud_kuwabara_kono_return_limit, 5);
    for (double chi = 15; chi <= 1e20; chi *= 7.3) {
        o.damping_value = chi;
        assert_relative(solved(&o).restitution, limit * pow(chi, -5), ROUNDING);
        /* energy accounted for on the way, most of it the slow one: to what is promised, 1e-12 of 1/2 */
        thud_impact followed;
        ck_assert_int_eq(thud_impact_integrate(&o, &followed), THUD_OK);
        double e = followed.restitution;
        assert_relative(followed.energy_lost, 0.5 * (1 - e) * (1 + e), 2e-12);
    }
}
END_TEST

/* a linear damper never lets go; its pull is strongest soon after the force has changed sign */
START_TEST(caught) {
    static const double rows[][2] = {{30, -1.835857933899641143e-6}, {1000, -1.499995476763577677e-12}};
    for (int i = 0; i < 2; i++) {
        thud_impact_options o = damped("poursina-nikravesh", 1.5, rows[i][0], THUD_SEPARATION_RETURN);
        thud_impact hit = solved(&o);
        ck_assert_double_eq(hit.restitution, 0);
        ck_assert(isinf(hit.contact_time));
        assert_relative(hit.min_force, rows[i][1], ROUNDING);
    }
    /* without inertia F = −n χ^(−2n−1) where it begins, at δ = 1/χ; inertia is worth χ^(−n−1) ln χ of it */
    for (double chi = 1e9; chi < 2e20; chi *= 100)
        for (double n = 1.07; n <= 2; n += 0.155) {
            thud_impact_options o = damped("poursina-nikravesh", n, chi, THUD_SEPARATION_RETURN);
            assert_relative(solved(&o).min_force, -n * pow(chi, -2 * n - 1), 2e-13);
        }
}
END_TEST

/* an answer or an error at once: some ten steps, a few hundred at most, never the ten thousand allowed */
START_TEST(steps) {
    static const double damper[][2] = {{1, 0},        {1.5, 0},   {1.37, 0}, {1.5, 0.25},
                                       {1.37, 0.185}, {1.5, 0.5}, {1.5, 1.5}};
    for (int i = 0; i < 7; i++)
        for (int zero_force = 0; zero_force <= 1; zero_force++)
            for (double chi = 1e-40; chi <= 1e20; chi *= 10) {
                thud_frame frame = {.n = damper[i][0], .p = damper[i][1], .chi = chi, .tolerance = 3e-17};
                frame.zero_force = zero_force;
                thud_walk walk = thud_walk_begin(&frame);
                thud_taylor series;
                while (walk.phase < THUD_WALK_PARTED) {
                    thud_stride stride = thud_walk_look(&walk, &series);
                    ck_assert_double_gt(stride.tau, 0);
                    thud_walk_go(&walk, stride);
                    ck_assert_int_le(walk.steps, 1000);
                }
            }
}
END_TEST

/* what leaves the range of a double is said to, and in no time */
START_TEST(absurd) {
    thud_impact_options o = damped("kelvin-voigt", 1, 1e160, THUD_SEPARATION_RETURN);
    thud_impact hit = solved(&o);
    ck_assert_double_eq(hit.restitution, 0);
    ck_assert_double_eq(hit.max_force, 1e160);
    assert_relative(hit.approach_time, 320 * log(10) / 1e160, 1e-14); /* h = ln(2ζ)/ζ, ζ = χ/2 */
    static const char *const laws[] = {"poursina-nikravesh", "kuwabara-kono", "tsuji", "flores", "jankowski-2006"};
    for (int i = 0; i < 5; i++)
        for (double c = 1e25; c < 1e300; c *= 1e25)
            for (int rule = THUD_SEPARATION_RETURN; rule <= THUD_SEPARATION_ZERO_FORCE; rule++) {
                o = damped(laws[i], 1.5, c, (thud_separation)rule);
                thud_status status = thud_impact_integrate(&o, &hit);
                ck_assert_int_eq(status, THUD_ERROR_ACCURACY);
                status = thud_impact_solve(&o, &hit);
                if (status == THUD_OK) ck_assert(hit.restitution == 0 || isfinite(hit.contact_time));
                else ck_assert(status == THUD_ERROR_ACCURACY || status == THUD_ERROR_OVERFLOW);
            }
}
END_TEST

/* only an impact that returns nothing is endless; a time too large for a double is an error */
START_TEST(endless_or_overflow) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("flores"));
    thud_impact hit;
    o.restitution = 1e-300;
    ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_ERROR_OVERFLOW);
    o = thud_impact_options_default(thud_law_find("tsuji"));
    o.damping = THUD_DAMPING_EXACT;
    o.restitution = 1e-300;
    hit = solved(&o);
    /* ζ is so near to 1 that its last bit is worth 1e6 of those of ln e, which is 691 */
    assert_relative(log(hit.restitution), log(1e-300), 1e-9);
    /* on the way to the return s = e·x, and s^(−1/5) leaves T = C e^(−1/5): the same C at another small e */
    double late = hit.contact_time * pow(hit.restitution, 0.2);
    o.restitution = 1e-250;
    hit = solved(&o);
    assert_relative(hit.contact_time * pow(hit.restitution, 0.2), late, 2e-4); /* C still moves with 1/ln² e */
}
END_TEST

/* extremes of the half-power force against 60 to 120 digits; e^x with x up to 60 rounds to 60 bits, 7e-15 */
START_TEST(half_power_extremes) {
    static const double rows[][4] = {
        {1, 1e5, 1e5, -9.99999993392244741e-16},
        {1, 1e8, 1e8, -9.99999999999989248e-25},
        {1, 2.5, 2.5, -0.03125},
        {1, 0.3, 0.843846501996183071, -0.186261381876811789},
        {1.0000001, 1e-9, 1.00000002421460275, -9.99998071705720925e-10},
        {1.0001, 1e-12, 1.00002500093665988, -9.98075221912527966e-13},
        {1.5, 1e-16, 1.14326262981831577, -3.67441752592383469e-20},
        {1.5, 0.001, 1.14229994575459902, -0.000146034802050096153},
        {1.5, 0.7, 0.823205510422946042, -0.11926995957552218},
        {1.5, 2.2360679774997898, 1.2180506399061697, -0.0392275364988282281},
        {1.5, 5, 2.22716071684345564, -0.00617831263602848208},
        {1.5, 1e5, 6089.34396522929007, -1.6338117848571715e-16},
        {1.1, 1e8, 34350127.8349739148, -4.59658432191398479e-25},
        {2, 1e-10, 1.31037069699240726, -2.19301330328462981e-14},
        {2, 3, 1.18161681433366803, -0.0236684250391062119},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        thud_impact_options o = damped("tsuji", rows[i][0], rows[i][1], THUD_SEPARATION_RETURN);
        thud_impact hit = solved(&o);
        assert_relative(hit.max_force, rows[i][2], ROUNDING);
        assert_relative(hit.min_force, rows[i][3], ROUNDING);
    }
    /* asked by restitution, next to 1 */
    thud_impact_options o = damped("tsuji", 1.0000001, 0, THUD_SEPARATION_RETURN);
    o.damping = THUD_DAMPING_EXACT;
    o.restitution = 0.999999999;
    assert_relative(solved(&o).min_force, -2e-9 / acos(-1), 1e-5); /* −χ, χ = 2(1−e)/π, and n − 1 times ln χ */
}
END_TEST

/* through critical damping and through ζ = 1/2, where peak and pull of a linear spring leave their ends */
START_TEST(half_power_extremes_are_smooth) {
    static const double exponent[] = {1, 1.0000001, 1.1, 1.5, 2};
    for (int i = 0; i < 5; i++)
        for (int k = 1; k <= 2; k++) {
            double n = exponent[i], middle = k / 2.0 * sqrt(2 * (n + 1));
            thud_impact_options o = damped("tsuji", n, middle, THUD_SEPARATION_RETURN);
            thud_impact at = solved(&o);
            for (double x = 1e-3; x > 1e-16; x /= 7) {
                o.damping_value = middle * (1 + x);
                thud_impact above = solved(&o);
                o.damping_value = middle * (1 - x);
                thud_impact below = solved(&o);
                /* the slope against ln χ is below 4, the curvature below 10 */
                ck_assert_double_le(fabs(above.min_force / at.min_force - 1), 4 * x + ROUNDING);
                ck_assert_double_le(fabs(below.max_force / at.max_force - 1), 4 * x + ROUNDING);
                double bend = (above.min_force + below.min_force) / at.min_force - 2;
                ck_assert_double_le(fabs(bend), 10 * x * x + ROUNDING);
            }
        }
}
END_TEST

/* the linear damper pushes with c v as soon as the bodies touch: the peak is never below that */
START_TEST(force_at_contact) {
    for (double n = 1; n <= 2; n += 0.037)
        for (double damping = 1e-3; damping < 1e9; damping *= 9.7)
            for (int rule = THUD_SEPARATION_RETURN; rule <= THUD_SEPARATION_ZERO_FORCE; rule++) {
                thud_impact_options o = damped("poursina-nikravesh", n, damping, (thud_separation)rule);
                ck_assert_double_ge(solved(&o).max_force, damping);
                /* from χ = 2 on it only falls from there: F′ = n δ^(n−1) v − χ F < 0 */
                if (damping > 2) ck_assert_double_eq(solved(&o).max_force, damping);
            }
    /* a half-power damper with p next to 0 peaks before the integrator begins: closed form against integration */
    thud_impact_options o = damped("tsuji", 1 + 1e-6, 6, THUD_SEPARATION_RETURN);
    thud_impact hit;
    ck_assert_int_eq(thud_impact_integrate(&o, &hit), THUD_OK);
    assert_relative(hit.max_force, solved(&o).max_force, 1e-10); /* two terms of the expansion at δ ~ 1e-7 */
}
END_TEST

/* work of a weak damper on the elastic motion: 2 χ ∫ δᵖ v dδ = 2 χ δm^(p+1)/(n+1) B((p+1)/(n+1), 3/2) */
static double weak_loss(double n, double p, double chi) {
    double deepest = pow((n + 1) / 2, 1 / (n + 1)), a = (p + 1) / (n + 1);
    double beta = tgamma(a) * tgamma(1.5) / tgamma(a + 1.5);
    return 2 * chi * pow(deepest, p + 1) / (n + 1) * beta;
}

START_TEST(weak) {
    static const struct {
        const char *law;
        double n, p;
    } laws[] = {{"poursina-nikravesh", 1.1, 0}, {"poursina-nikravesh", 1.37, 0},
                {"poursina-nikravesh", 1.5, 0}, {"poursina-nikravesh", 1.75, 0},
                {"poursina-nikravesh", 2, 0},   {"kuwabara-kono", 1.5, 0.5},
                {"tsuji", 1.3, 0.15},           {"tsuji", 1.5, 0.25}};
    for (int i = 0; i < 8; i++)
        for (double chi = 1e-14; chi > 1e-300; chi /= 1e9)
            for (int rule = THUD_SEPARATION_RETURN; rule <= THUD_SEPARATION_ZERO_FORCE; rule++)
                for (int way = 0; way < 2; way++) {
                    double n = laws[i].n, p = laws[i].p;
                    thud_impact_options o = damped(laws[i].law, n, 0, (thud_separation)rule);
                    thud_impact elastic = solved(&o), hit;
                    o.damping_value = chi;
                    ck_assert_int_eq(way ? thud_impact_integrate(&o, &hit) : thud_impact_solve(&o, &hit), THUD_OK);
                    /* the second order is χ of the first, or χ ln χ; tgamma is good to some bits */
                    assert_relative(hit.contact_time + hit.separation_penetration, elastic.contact_time, 1e-12);
                    assert_relative(hit.max_force, elastic.max_force, 1e-12);
                    /* what the damper does not do any more, and what the spring still holds */
                    double left = hit.separation_penetration;
                    double unspent = chi * pow(left, p + 1) / (p + 1) - pow(left, n + 1) / (n + 1);
                    assert_relative(hit.energy_lost, weak_loss(n, p, chi) - unspent, 3e-12);
                    if (rule == THUD_SEPARATION_ZERO_FORCE) {
                        assert_relative(hit.separation_penetration, pow(chi, 1 / (n - p)), 1e-12);
                        ck_assert_double_eq(hit.min_force, 0);
                        continue;
                    }
                    double least = pow(p * chi / n, 1 / (n - p)); /* where δⁿ − χ δᵖ is */
                    double pull = p == 0 ? -chi : pow(least, n) - chi * pow(least, p);
                    if (pull < -1e-300) assert_relative(hit.min_force, pull, 1e-12);
                }
}
END_TEST

/* a linear damper next to elastic, asked by restitution */
START_TEST(almost_elastic) {
    for (double n = 1.1; n <= 2; n += 0.1) {
        thud_impact_options o = damped("poursina-nikravesh", n, 0, THUD_SEPARATION_ZERO_FORCE);
        o.damping = THUD_DAMPING_EXACT;
        o.restitution = 1 - 4 * 2.220446049250313e-16; /* four bits below 1 */
        assert_relative(solved(&o).energy_lost, 4 * 2.220446049250313e-16, 1e-11);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("limits");
    tcase_add_loop_test(tests, heavy_zero_force, 0, 8);
    tcase_add_test(tests, heavier_zero_force);
    tcase_add_test(tests, heavy_return);
    tcase_add_test(tests, caught);
    tcase_add_test(tests, steps);
    tcase_add_test(tests, absurd);
    tcase_add_test(tests, endless_or_overflow);
    tcase_add_test(tests, half_power_extremes);
    tcase_add_test(tests, half_power_extremes_are_smooth);
    tcase_add_test(tests, force_at_contact);
    tcase_add_test(tests, weak);
    tcase_add_test(tests, almost_elastic);
    return run_suite("limits of damping", tests);
}
