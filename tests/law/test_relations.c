/* Exact relations: forwards and backwards, to the last bits, over the whole range of e. */
#include "law/relation.h"

#include "suite.h"

/* e from 1e-6 to 1 − 1e-12, dense at both ends */
static double next(double e) {
    double up = e * 1.05;
    return up < 0.9 ? up : 1 - (1 - e) * 0.8;
}

START_TEST(hunt_crossley) {
    for (double e = 1e-6; e < 1 - 1e-12; e = next(e)) {
        double loss, chi = thud_hunt_crossley_damping(e);
        assert_relative(thud_hunt_crossley_restitution(chi, &loss), e, 5e-16);
        /* two roundings in χ and the loss are worth as much as e itself allows */
        assert_relative(loss, (1 - e) * (1 + e) / 2, 3e-15);
    }
    /* as printed: (1+e)χ = ln[(1+χ)/(1−χe)], where it does not cancel */
    for (double e = 0.1; e < 0.8; e += 0.05) {
        double chi = thud_hunt_crossley_damping(e);
        assert_relative((1 + e) * chi, log((1 + chi) / (1 - chi * e)), 1e-13);
    }
    /* near e = 1, χ = 3(1−e)/2 to first order */
    assert_relative(thud_hunt_crossley_damping(1 - 1e-10) / 1e-10, 1.5, 2e-7); /* 1 − e itself is known to 1e-6 */
    ck_assert_double_eq(thud_hunt_crossley_damping(1), 0);
}
END_TEST

START_TEST(half_power) {
    for (int which = THUD_HALF_POWER_RETURN; which <= THUD_HALF_POWER_APPROACH; which++)
        for (double e = 1e-6; e < 1 - 1e-12; e = next(e)) {
            double zeta = thud_half_power_ratio((thud_half_power_case)which, e);
            double log_e = thud_half_power_log_restitution((thud_half_power_case)which, zeta);
            /* next to critical damping the last bit of ζ is worth 1/(1−ζ²) bits of ln e */
            double worth = which == THUD_HALF_POWER_RETURN ? 1 / ((1 - zeta) * (1 + zeta)) : 1;
            assert_relative(log_e, log(e), 5e-16 * worth);
        }
}
END_TEST

/* through ζ = 1 the branches acos and acosh meet: Q(1) = exp(−1), slope of ζ h(ζ) there 2/3 */
START_TEST(critical_damping) {
    assert_relative(thud_half_power_turning_angle(1), 1, 0);
    for (double x = 1e-3; x > 1e-14; x /= 10) {
        double below = (1 - x) * thud_half_power_turning_angle(1 - x);
        double above = (1 + x) * thud_half_power_turning_angle(1 + x);
        ck_assert_double_eq_tol(below, 1 - 2 * x / 3, x * x + 1e-15);
        ck_assert_double_eq_tol(above, 1 + 2 * x / 3, x * x + 1e-15);
    }
    assert_relative(thud_half_power_ratio(THUD_HALF_POWER_APPROACH, exp(-1)), 1, 1e-15);
    assert_relative(thud_half_power_ratio(THUD_HALF_POWER_ZERO_FORCE, exp(-2)), 1, 1e-15);
}
END_TEST

/* dense about ζ = 1, where h is 0/0 and its derivatives are taken from a series: to the last bits all the same */
START_TEST(next_to_critical) {
    for (double x = -0.05; x < 0.05; x += 1.37e-5) {
        double e = exp(-2 * (1 + x));
        double zeta = thud_half_power_ratio(THUD_HALF_POWER_ZERO_FORCE, e);
        assert_relative(thud_half_power_log_restitution(THUD_HALF_POWER_ZERO_FORCE, zeta), log(e), 1e-15);
        zeta = thud_half_power_ratio(THUD_HALF_POWER_APPROACH, sqrt(e));
        assert_relative(thud_half_power_log_restitution(THUD_HALF_POWER_APPROACH, zeta), log(sqrt(e)), 1e-15);
    }
}
END_TEST

/* at n = 1 the table of the linear damper must agree with the closed relation it was not made from */
START_TEST(linear_damper_at_n_1) {
    for (double e = 5.1e-5; e < 1 - 1e-12; e = next(e)) {
        double closed = 2 * thud_half_power_ratio(THUD_HALF_POWER_ZERO_FORCE, e);
        assert_relative(thud_linear_damper_damping(e, 1, THUD_SEPARATION_ZERO_FORCE), closed, 5e-13);
        closed = 2 * thud_half_power_ratio(THUD_HALF_POWER_RETURN, e);
        assert_relative(thud_linear_damper_damping(e, 1, THUD_SEPARATION_RETURN), closed, 1e-13);
    }
}
END_TEST

/* the pieces of a table must join: no step in χ where one ends and the next begins */
static void assert_smooth(double (*damping)(double e), double least) {
    double h = 1e-4;
    for (double e = 0.9; e > least; e *= 1 - h) {
        double below = e * (1 - h), above = e * (1 + h);
        double low = log(damping(below) / (1 - below)), here = log(damping(e) / (1 - e));
        double high = log(damping(above) / (1 - above));
        /* in these variables the curve bends by less than 1; a jump of 2e-8 from piece to piece would show */
        ck_assert_double_le(fabs(low - 2 * here + high), 2 * h * h);
    }
}

static double zero_force_1_3(double e) { return thud_linear_damper_damping(e, 1.3, THUD_SEPARATION_ZERO_FORCE); }
static double return_1_3(double e) { return thud_linear_damper_damping(e, 1.3, THUD_SEPARATION_RETURN); }
static double kono_zero_force(double e) { return thud_kuwabara_kono_damping(e, THUD_SEPARATION_ZERO_FORCE); }
static double kono_return(double e) { return thud_kuwabara_kono_damping(e, THUD_SEPARATION_RETURN); }

START_TEST(tables_join) {
    assert_smooth(zero_force_1_3, 1e-22);
    assert_smooth(return_1_3, 6e-5);
    assert_smooth(kono_zero_force, 1e-22);
    assert_smooth(kono_return, 1e-12);
}
END_TEST

/* heavy damping: e χ^((n+1)/(p+1)) tends to (p+1)^((n−p)/(p+1)), from the motion without a spring */
START_TEST(limits_of_heavy_damping) {
    assert_relative(thud_linear_damper_damping(1e-30, 1.7, THUD_SEPARATION_ZERO_FORCE), pow(1e-30, -1 / 2.7),
                    1e-14);
    assert_relative(thud_kuwabara_kono_damping(1e-30, THUD_SEPARATION_ZERO_FORCE), pow(1.5, 0.4) * pow(1e-30, -0.6),
                    1e-14);
    ck_assert_double_lt(thud_kuwabara_kono_damping(1e-300, THUD_SEPARATION_ZERO_FORCE), INFINITY);
    ck_assert(isnan(thud_linear_damper_damping(4.9e-5, 1.5, THUD_SEPARATION_RETURN)));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("relations");
    tcase_add_test(tests, hunt_crossley);
    tcase_add_test(tests, half_power);
    tcase_add_test(tests, critical_damping);
    tcase_add_test(tests, next_to_critical);
    tcase_add_test(tests, linear_damper_at_n_1);
    tcase_add_test(tests, tables_join);
    tcase_add_test(tests, limits_of_heavy_damping);
    return run_suite("relations", tests);
}
