"""Laws, impacts, calibrations: the command's numbers to the bit, arrays like loops of single calls."""
import math
import pickle

import numpy as np
import pytest

import thud

SI = dict(k=2e9, m=3.5, v=0.4)


def test_catalogue(command):
    rows = command("laws")["laws"]
    assert [law.name for law in thud.laws()] == [row["model"] for row in rows]
    for law, row in zip(thud.laws(), rows):
        assert law.title == row["title"] and law.source == row["source"] and law.parameters
    assert thud.law("flores").kind == "viscous" and thud.law("newton").kind == "impulsive"
    assert pickle.loads(pickle.dumps(thud.law("flores"))) == thud.law("flores")


@pytest.mark.parametrize("law", [law.name for law in thud.laws() if law.kind != "impulsive"])
def test_impact_is_the_commands(command, law):
    e = 1 if thud.law(law).kind == "elastic" else 0.37
    row = command("impact", law, "--e", e, "--k", 2e9, "--m", 3.5, "--v", 0.4)
    found = thud.impact(law, e, **SI)
    assert found.restitution == row["e_out"]
    for name in ("contact_time", "approach_time", "max_penetration", "max_force", "min_force", "impulse", "energy_lost"):
        assert getattr(found, name) == row[name], name


def test_a_constant_damping_is_the_commands(command):
    row = command("impact", "flores", "--e", 0.5, "--k", 2e9, "--m", 3.5, "--v", 0.4, "--restitution-speed", 0.1)
    found = thud.impact("flores", 0.5, 2e9, 3.5, "0.4 m/s", restitution_speed="10 cm/s")
    assert found.restitution == row["e_out"] < 0.3 and found.damping == row["damping"]
    assert found.damping == pytest.approx(thud.calibrate("flores", 0.5, 2e9, 3.5, 0.1), rel=1e-15)  # a product of four
    many = thud.impact("flores", 0.5, 2e9, 3.5, np.array([0.1, 0.4]), restitution_speed=0.1)
    assert many.restitution[0] == pytest.approx(0.5, abs=1e-15) and many.restitution[1] == found.restitution


def test_calibration_is_the_commands(command):
    row = command("calibrate", "lankarani-nikravesh", "--e", 0.6)
    found = thud.calibration("lankarani-nikravesh", 0.6)
    assert found.damping == row["damping"] == thud.calibrate("lankarani-nikravesh", 0.6)
    assert found.damping_published == row["damping_published"]
    assert found.restitution_published == row["e_out_published"]


def test_comparison_is_the_commands(command):
    rows = command("compare", "--e", "0.25,0.8")["rows"]
    found = thud.compare([0.25, 0.8])
    assert len(found) == len(rows)
    for mine, row in zip(found, rows):
        assert (mine["law"], mine["e"], mine["damping_kind"], mine["separation"]) == (
            row["model"], row["e"], row["damping_kind"], row["separation"] or "")
        for name, key in (("damping", "damping"), ("restitution", "e_out"), ("max_force", "max_force"),
                          ("contact_time", "contact_time"), ("impulse", "impulse")):
            assert mine[name] == row[key] or (row[key] is None and not math.isfinite(mine[name])), (mine, row)


def test_arrays_are_loops():
    e = np.linspace(0.05, 1, 40).reshape(8, 5)
    v = np.geomspace(1e-3, 10, 5)
    for law in ("flores", "kuwabara-kono", "two-stiffness"):
        if law not in [one.name for one in thud.laws()]:
            continue
        many = thud.impact(law, e, 2e9, 3.5, v)
        c = thud.calibrate(law, e, 2e9, 3.5, v)
        assert many.max_force.shape == c.shape == (8, 5)
        for i, j in np.ndindex(8, 5):
            one = thud.impact(law, float(e[i, j]), 2e9, 3.5, float(v[j]))
            assert many.max_force[i, j] == one.max_force and many.contact_time[i, j] == one.contact_time
            assert c[i, j] == thud.calibrate(law, float(e[i, j]), 2e9, 3.5, float(v[j]))


def test_strides_and_orders():
    """Slices, reversed and transposed arrays, integers: numpy hands over whatever it likes."""
    e = np.linspace(0.1, 1, 60).reshape(6, 10)
    for part in (e[::2, ::3], e[::-1], e.T, np.asfortranarray(e), e.astype(np.float32)):
        wanted = [[thud.calibrate("flores", float(x)) for x in row] for row in part]
        assert np.array_equal(thud.calibrate("flores", part), wanted)
    assert np.array_equal(thud.calibrate("flores", 0.5, v=np.arange(1, 4)), [thud.calibrate("flores", 0.5, v=v) for v in (1, 2, 3)])


def test_curve():
    found = thud.impact("flores", 0.7, **SI)
    curve = found.curve(1001)
    # the last instant is scaled like the others: two roundings
    assert curve["time"][-1] == pytest.approx(found.contact_time, rel=5e-16) and curve["velocity"][0] == 0.4
    # the trapezoidal rule over 1000 steps of a force with a cusp of power 1.5: error of order h^2.5 ~ 3e-8, times 10
    assert np.trapz(curve["force"], curve["time"]) == pytest.approx(found.impulse, rel=3e-7)
    # sampled at 1000 steps the largest force is missed by at most h² max|F''|/8 ~ 2e-6 of it
    assert curve["force"].max() == pytest.approx(found.max_force, rel=3e-6)


def test_units():
    assert thud.quantity("30 mm", "length") == 0.03
    assert thud.quantity("2e9 N/m^1.5", (1, -0.5, -2, 0)) == 2e9
    a = thud.impact("flores", "70 %", k="2 GN/m^1.5", m="3500 kg", v="40 cm/s")
    b = thud.impact("flores", 0.7, k=2e9, m=3500, v=0.4)
    assert a == b
    with pytest.raises(thud.Error, match="v '3 m'.*speed"):
        thud.impact("flores", 0.7, v="3 m")


def test_contact_element():
    """The element's own force loses what the calibrated impact loses: leapfrog over 2000 steps is of second order."""
    contact = thud.Contact("flores", 0.6, k=1e6, m=2.0)
    wanted = thud.impact("flores", 0.6, k=1e6, m=2.0, v=1.5)
    assert repr(contact) == "<thud contact flores: e = 0.6, k = 1e+06, m = 2, open>"
    contact.begin(1.5)
    assert repr(contact).endswith("in contact>")
    assert contact.active and contact.damping == wanted.damping
    x, v, h = 0.0, 1.5, wanted.contact_time / 2000
    while True:
        half = v - h / 2 * contact.force(x, v) / 2.0
        x += h * half
        v = half - h / 2 * contact.force(x, half) / 2.0
        if not contact.accept(x, v) or x <= 0:
            break
    # one first-order force of the velocity per half step: error h/Tc ~ 5e-4, times a few
    assert -v / 1.5 == pytest.approx(0.6, rel=3e-3)
    assert contact.force(-1e-3, 0.0) == 0
    stiffness, damping = contact.tangent(1e-3, 0.1)
    assert stiffness >= 0 and damping >= 0


def test_effective_mass_and_stiffness(command):
    assert thud.effective_mass(2, math.inf) == 2
    found = command("stiffness", "sphere-sphere", "--E1", "210 GPa", "--nu1", 0.3, "--R1", "20 mm", "--E2", "30 GPa",
                    "--nu2", 0.2, "--R2", "inf")
    assert thud.stiffness_spheres("210 GPa", 0.3, "20 mm", "30 GPa", 0.2, math.inf) == found["stiffness"]
    assert thud.stiffness_face(210e9, 0.3, 30e9, 0.2, 0.25, 0.3) > 0


@pytest.mark.parametrize("call, error, words", [
    (lambda: thud.impact("flores", 2), thud.Error, "restitution"),
    (lambda: thud.impact("flores", math.nan), thud.Error, "restitution"),
    (lambda: thud.impact("flores", [0.5, math.nan]), thud.Error, "at index 1"),
    (lambda: thud.impact("florse", 0.5), thud.Error, "did you mean 'flores'"),
    (lambda: thud.impact(3, 0.5), TypeError, "named by a text"),
    (lambda: thud.impact("flores", "x"), thud.Error, "expected a number"),
    (lambda: thud.impact("flores", None), TypeError, "e must be"),
    (lambda: thud.impact("flores", object()), TypeError, "e must be"),
    (lambda: thud.impact("flores", [0.5], m=[1, 2, 3], v=[1, 2]), ValueError, "broadcast"),
    (lambda: thud.impact("flores", ["a", "b"]), TypeError, "numbers"),
    (lambda: thud.impact("flores", 1 + 2j), TypeError, "e must be"),
    (lambda: thud.impact("flores", 0.5, separation="never"), ValueError, "separation"),
    (lambda: thud.impact("flores", 0.5, damping="some"), thud.Error, "damping"),
    (lambda: thud.impact("newton", 0.5).curve(), thud.Error, "newton"),
    (lambda: thud.impact("flores", 0.5).curve(1), ValueError, "count"),
    (lambda: thud.impact("flores", 0.5).curve(2.5), TypeError, ""),
    (lambda: thud.impact("flores", 0.5, m=-1), thud.Error, "mass"),
    (lambda: thud.calibrate("newton", 0.5), thud.Error, "newton"),
    (lambda: thud.Contact("flores", 0.5).begin(-1), thud.Error, "approach_speed"),
    (lambda: thud.impact("flores", 0.5, restitution_speed=0), thud.Error, "restitution_speed"),
    (lambda: thud.Contact("flores", 0.5, restitution_speed=-1), thud.Error, "restitution_speed"),
    (lambda: thud.Contact("flores", 0.5).accept(float("nan"), 1), thud.Error, "finite|number|infin"),
    (lambda: thud.quantity("3 m\0", "length"), thud.Error, "zero"),
    (lambda: thud.quantity("3 m", "lenght"), ValueError, "unknown dimension"),
])
def test_refused(call, error, words):
    with pytest.raises(error, match=words):
        call()
