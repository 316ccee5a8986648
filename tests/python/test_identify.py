"""Identification: what was put in comes out, and what the command prints to the bit."""
import math
import pickle
import re

import numpy as np
import pytest

import thud


@pytest.fixture(scope="module")
def history():
    """A force history of a flores contact with rest before and after, and a little noise."""
    curve = thud.impact("flores", 0.6, k=1e7, m=0.5, v=1.0).curve(300)
    step = curve["time"][1]
    t = np.concatenate([np.arange(-100, 0) * step, curve["time"], curve["time"][-1] + np.arange(1, 101) * step])
    F = np.concatenate([np.zeros(100), curve["force"], np.zeros(100)])
    return t - t[0], F + np.random.default_rng(1).normal(0, 2.0, F.size)


def test_fit(history):
    found = thud.identify(*history, m=0.5, law="flores")
    best = found.best
    for estimate, true in ((best.restitution, 0.6), (best.speed, 1.0), (best.stiffness, 1e7)):
        assert abs(estimate.value - true) < 5 * estimate.error  # five standard errors: once in a million
    predicted = best.force(history[0])
    assert np.sqrt(np.mean((predicted - history[1]) ** 2)) < 3.0  # the noise is 2 N
    assert len(found.impacts) == 1 and found.fits[0].law == "flores"


def test_ranking(history):
    ranking = thud.identify(*history, m=0.5).ranking
    assert "flores" in ranking[0].names
    assert ranking[0].difference == 0 and sum(row.weight for row in ranking) == pytest.approx(1, rel=1e-9)


def test_is_the_commands(command, history, tmp_path):
    path = tmp_path / "force.csv"
    path.write_text("time [s],force [N]\n" + "".join(f"{a!r},{b!r}\n" for a, b in zip(history[0].tolist(), history[1].tolist())))
    row = command("identify", path, "--m", 0.5, "--model", "flores")
    measured = thud.read_measurement(path)
    assert measured.kind == "force" and np.array_equal(measured.value, history[1])
    best = thud.identify(measured.time, measured.value, m=0.5, law="flores").best
    assert best.stiffness.value == row["stiffness"] and best.damping.value == row["damping"]


def test_contact(command):
    row = command("identify", "--e", 0.61, "--tc", "25ms", "--m", 0.1017, "--de", 0.02, "--dtc", "1ms")
    found = thud.identify_contact("li-darby", 0.61, "25 ms", 0.1017, e_error=0.02, contact_time_error="1 ms")
    assert (found.stiffness, found.damping) == (row["stiffness"], row["damping"])
    assert found.stiffness_error == row["stiffness_error"]


def test_two_impacts(history):
    t, F = history
    both = thud.identify(np.concatenate([t, t + t[-1] + t[1]]), np.concatenate([F, F]), m=0.5, law="flores")
    assert len(both.fits) == 2 and both.pooled is not None
    # the same data twice: pooled like each, with an error smaller by √2
    assert both.pooled.stiffness.error == pytest.approx(both.fits[0].stiffness.error / math.sqrt(2), rel=0.05)


def test_filter():
    """A filter is read in the words of the command, and what cannot be one is refused in its words."""
    options = thud._identify.force_options("flores", 0.5, None, None, None, "butterworth 4 2kHz")
    assert (options.filter.order, options.filter.corner, options.filter.none) == (4, 2000.0, False)
    assert thud._identify.force_options("flores", 0.5, None, None, None, "none").filter.none
    with pytest.raises(thud.Error, match="butterworth 4 2kHz"):
        thud._identify.force_options("flores", 0.5, None, None, None, "bessel 4 2kHz")


def test_bounces(command):
    times = [0.32, 0.83, 1.22, 1.53]
    row = command("identify", "--bounces", ",".join(map(str, times)))
    found = thud.identify_bounces(times)
    assert found.restitution_pooled.value == row["e"]
    # e = √(h₁/h₀)
    assert thud.identify_heights([1.0, 0.49]).restitution[0] == pytest.approx(0.7, rel=1e-15)
    assert np.allclose(thud.identify_drops([1, 2], [0.25, 0.5]).restitution, 0.5, rtol=1e-15)


def test_structures():
    t = np.arange(4000) * 0.005
    w = 2 * np.pi * 3.0
    decay = np.exp(-0.02 * w * t) * np.cos(w * math.sqrt(1 - 0.02**2) * t)
    mode = thud.identify_vibration(thud.Motion(decay, step=0.005)).decrement
    # extremes are found between samples to (w·0.005)⁴ ~ 1e-4 of an amplitude
    assert mode.frequency.value == pytest.approx(3.0, rel=1e-3) and mode.damping_ratio.value == pytest.approx(0.02, rel=2e-2)
    load = np.array([0.0, 1e3, 2e3, 3e3])
    # exact data: rounding of sums of four
    assert thud.identify_static(load, load / 2e6).stiffness.value == pytest.approx(2e6, rel=1e-12)
    f = np.linspace(8, 12, 400)
    s = 2j * np.pi * f
    receptance = 1 / (5.0 * s**2 + 2 * 0.01 * 5.0 * (2 * np.pi * 10) * s + 5.0 * (2 * np.pi * 10) ** 2)
    found = thud.identify_transfer(f, receptance, "receptance")
    # the circle is exact for one mode
    assert found.mass.value == pytest.approx(5.0, rel=1e-6) and found.circle.damping_ratio.value == pytest.approx(0.01, rel=1e-6)


def test_mass_from_penetration(history):
    t, F = history
    curve = thud.impact("flores", 0.6, k=1e7, m=0.5, v=1.0).curve(300)
    penetration = np.concatenate([np.zeros(100), curve["penetration"], np.zeros(100)])
    fit = thud.identify(t, F, m=0.5, law="flores").best
    assert thud.penetration_ratio(t, F, penetration, fit).value == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize("call, error", [
    (lambda: thud.identify([0, 1], [0], m=1), ValueError),
    (lambda: thud.identify([0, 1, 2], [0, math.nan, 0], m=1), thud.Error),
    (lambda: thud.identify([0, 2, 1], [0, 1, 0], m=1), thud.Error),
    (lambda: thud.identify(np.arange(50.0), np.zeros(50), m=1), thud.Error),
    (lambda: thud.identify(np.arange(50.0), "zeros", m=1), (TypeError, ValueError)),
    (lambda: thud.identify_contact("flores", 2, 0.1, 1, 1), thud.Error),
    (lambda: thud.identify_bounces([]), ValueError),
    (lambda: thud.identify_bounces([0.1]), thud.Error),
    (lambda: thud.identify_bounces([math.nan, 1, 2]), thud.Error),
    (lambda: thud.identify_static([1, 2], [1]), ValueError),
    (lambda: thud.identify_transfer([1, 2], [1, 2], "x"), ValueError),
    (lambda: thud.identify_transfer([1, 2], [1], "mobility"), ValueError),
    (lambda: thud.identify_vibration([1, 2, 3]), TypeError),
    (lambda: thud.read_measurement("/nowhere"), thud.Error),
    (lambda: thud.parse_measurement(b"\x00\xff"), thud.Error),
])
def test_refused(call, error):
    with pytest.raises(error):
        call()


def test_a_fit_as_a_scenario(history):
    """The impact that the fit describes: its force is that of the fit, and its restitution the fitted one."""
    best = thud.identify(*history, m=0.5, law="flores").best
    run = thud.Scenario(best.scenario()).run()
    wall = run.summary["contacts"]["wall"]
    assert wall["impacts"] == 1
    again = thud.impact("flores", best.restitution.value, k=best.stiffness.value, n=best.exponent.value, m=0.5,
                        v=best.speed.value)
    assert wall["max_force"] == pytest.approx(again.max_force, rel=1e-6)
    assert run.impacts["restitution"][0] == pytest.approx(best.restitution.value, rel=1e-9)
    slower = thud.Scenario(best.scenario(speed=0.5)).run().summary["contacts"]["wall"]
    assert slower["max_force"] < wall["max_force"]


def linear_drop(c, seed, m=0.5, k=1e5):
    """A half sine with damping, of kelvin-voigt with separation at zero penetration, with rest before it."""
    curve = thud.impact("kelvin-voigt", k=k, m=m, v=1.0, damping=c, separation="return").curve(200)
    step = curve["time"][1]
    t = np.concatenate([np.arange(-100, 0) * step, curve["time"]])
    return t, np.concatenate([np.zeros(100), curve["force"]]) + np.random.default_rng(seed).normal(0, 4.0, t.size)


def test_pool(history):
    c = thud.impact("kelvin-voigt", 0.6, k=1e5, m=0.5, v=1.0, separation="return").damping
    fits = [thud.identify(*linear_drop(c, seed), m=0.5, law="kelvin-voigt", separation="return").best for seed in (1, 2)]
    found = thud.pool(fits)
    assert found.pooled.damping.error == pytest.approx(fits[0].damping.error / math.sqrt(2), rel=0.2)
    assert math.isnan(found.bounce_mismatch) and found.mismatch > 0 and found.fits == fits
    # a ball whose flights shrink by 0.6 each: far more certain of the damping than the force is
    times = np.cumsum([0.0] + [0.6 ** i for i in range(6)])
    both = thud.pool(fits, thud.identify_bounces(times, error=1e-5))
    assert both.best.damping.error < 0.7 * found.best.damping.error
    ratio = both.best.damping.value / (2 * math.sqrt(both.best.stiffness.value * 0.5))
    e = math.exp(-math.pi * ratio / math.sqrt(1 - ratio ** 2))
    assert e == pytest.approx(0.6, abs=1e-4)  # errors of a bounce: 1e-5 s of a flight of 0.1 s and more
    assert abs(both.best.damping.value - c) < 4 * both.best.damping.error
    with pytest.raises(ValueError, match="there are no fits"):
        thud.pool([])
    other = thud.identify(*history, m=0.5, law="hertz").best
    with pytest.raises(thud.Error, match="no damper"):
        thud.pool([other], thud.identify_bounces(times, error=1e-5))


def test_fits_read_well(history):
    found = thud.identify(*history, m=0.5, law="flores")
    text = repr(found)
    assert re.fullmatch(r"Identification\(1 impact, best=Fit\(law='flores', stiffness=[0-9.e+]+ ± [0-9.e+]+, .*contact_time=.*\)\)", text), text
    assert len(text) < 300 and f"restitution={found.best.restitution}" in text
    page = found._repr_html_()
    assert f"<td>{found.best.stiffness}</td>" in page and "array(" not in page and "Fit(" not in page
    assert repr(thud.identify_heights([1, 0.25])).startswith("Bounces(speed=[4.42869], restitution=[0.5]")
    ranked = thud.identify(*history, m=0.5)
    assert "groups of laws" in repr(ranked) and "ΔBIC 0.0" in ranked._repr_html_()
    measured = thud.parse_measurement("time [s],force [N]\n" + "".join(f"{i},{i}\n" for i in range(50)))
    assert "<array of 50>" in repr(measured) and "&lt;array of 50&gt;" in measured._repr_html_()
    # equal as a whole, arrays and NaN among it
    assert pickle.loads(pickle.dumps(found)) == found and found != ranked
    assert pickle.loads(pickle.dumps(measured)) == measured
