"""Ground motions: the command's numbers to the bit, arrays without copies, closed forms."""
import math
import pickle

import numpy as np
import pytest

import thud


@pytest.fixture(scope="module")
def motion():
    return thud.Motion.generate_ec8(1, "B", "0.3 g", seed=7)


def test_generated_is_the_commands(command, motion, tmp_path):
    path = tmp_path / "ec8.csv"
    command("motion", "generate", "ec8-1", path, "--soil", "B", "--ag", "0.3 g", "--seed", 7)
    read = thud.Motion.read(path)
    assert np.array_equal(read.acceleration, motion.acceleration) and read.step == motion.step
    assert read.info.format


def test_measures_are_the_commands(command, motion, tmp_path):
    path = tmp_path / "motion.csv"
    path.write_text("t [s],a [m/s^2]\n" + "".join(f"{t!r},{a!r}\n" for t, a in zip(motion.time.tolist(), motion.acceleration.tolist())))
    row, found = command("motion", "info", path), thud.Motion.read(path).intensity()
    shown = {key: value for key, value in row.items() if hasattr(found, key)}
    assert len(shown) >= 5
    for name, value in shown.items():
        assert getattr(found, name) == value, name


def test_spectrum_of_a_sine():
    """The largest response of an undamped oscillator to ω₀ sin Ωt, closed: u = a/(ω² − Ω²)·(…): compared at T = 0 and far."""
    motion = thud.Motion.generate_sine(2.0, 1.0, duration=20, step=0.001)
    out = motion.spectrum([0.0, 100.0], damping=[0.05, 0.2])
    assert out.shape == (2, 2)
    assert np.allclose(out["pseudo_acceleration"][:, 0], 2.0, rtol=1e-5)  # samples miss the peak by (π/1000)²/2
    assert motion.spectrum([0.5]).shape == (1,)


def test_arrays_are_views(motion):
    a = motion.acceleration
    assert not a.flags.writeable and not a.flags.owndata
    with pytest.raises(ValueError):
        a[0] = 1
    del motion
    assert np.isfinite(a).all()


def test_outlives_its_motion():
    a = thud.Motion.generate_noise(seed=3).acceleration
    before = a.copy()
    junk = [thud.Motion.generate_noise(seed=i).acceleration for i in range(20)]  # would write over freed memory
    assert np.array_equal(a, before) and len(junk) == 20


def test_filter_and_correct():
    t = np.arange(4000) * 0.005
    low, high = np.sin(2 * np.pi * t), np.sin(2 * np.pi * 40 * t)
    motion = thud.Motion(low + high, step=0.005)
    filtered = motion.filter(high=10)
    # two passes of a Butterworth filter of order 4: gain at 1 Hz 1/(1 + 0.1^8), at 40 Hz 1/(1 + (tan ratio ~ 5)^8) ~ 1e-6;
    # ends, where it begins to act, left out
    assert np.allclose(filtered.acceleration[400:-400], low[400:-400], atol=1e-4)
    assert np.array_equal(motion.acceleration, low + high)  # itself unchanged
    assert motion.filter(low=0.5, pad=True).duration > motion.duration
    ended = motion.correct("zero-end").intensity()
    # rest at the end, to the rounding of 4000 sums
    assert abs(ended.final_velocity) < 1e-10 and abs(ended.final_displacement) < 1e-9


def test_own_times():
    motion = thud.Motion([0.0, 1.0, 0.0], time=[0.0, 0.3, 1.0])
    # a triangle: its area
    assert motion.intensity().pgv == pytest.approx(0.5, rel=1e-14)
    assert motion.step is None and motion.duration == 1.0
    assert np.array_equal(pickle.loads(pickle.dumps(motion)).time, motion.time)


def test_scaled(motion):
    assert motion.scaled(pga="0.5 g").intensity().pga == pytest.approx(0.5 * 9.80665, rel=1e-15)
    assert motion.scaled(sa=3.0, period=0.5).spectrum([0.5])["pseudo_acceleration"][0] == pytest.approx(3.0, rel=1e-13)


def test_density():
    motion = thud.Motion.generate_noise(rms=2.0, low=1, high=10, duration=200)
    psd = motion.psd()
    # Parseval with a Hann window over many segments: a few per cent
    assert np.trapz(psd.density, psd.frequency) == pytest.approx(4.0, rel=0.1)
    assert psd.quantile(0.99) < 10.5


def test_ec8_closed_form():
    target = thud.ec8(1, "B", 2.0)
    # EN 1998-1, table 3.2: S = 1.2, TB = 0.15 s, TC = 0.5 s; the plateau is 2.5 ag S at 5 %
    assert target.acceleration(0.3) == pytest.approx(2.5 * 2.0 * 1.2, rel=1e-15)
    assert np.allclose(target.acceleration(np.array([0.0, 1.0])), [2.4, 2.5 * 2.4 * 0.5], rtol=1e-14)
    match = thud.compatibility([thud.Motion.generate_ec8(target=target)], target)
    assert 0.9 <= match.lowest <= match.highest <= 1.1


def test_gap():
    """Equal structures need none by the double difference, and √2 u by SRSS."""
    rules = thud.gap((0.7, 0.05), (0.7, 0.05), 0.1, 0.1)
    assert rules.srss == pytest.approx(math.sqrt(0.02), rel=1e-15) and rules.absolute == 0.2
    assert rules.double_difference == pytest.approx(0, abs=1e-8)  # √ of rounding
    record = thud.Motion.generate_sine(1.0, 1.0).gap((0.7, 0.05), (0.7, 0.05))
    assert abs(record.a_towards_b) < 1e-12


def test_other_generators():
    assert thud.Motion.generate_filtered(pga=2.0).intensity().pga == pytest.approx(2.0, rel=1e-15)
    assert len(thud.Motion.generate_sweep(1.0, 1, 5)) == 2001
    assert thud.Motion.generate_ricker(1.0, 2.0, 3.0).intensity().pga_time == pytest.approx(3.0, abs=1e-9)
    periods, values = [0.1, 0.5, 2.0], [3.0, 3.0, 1.0]
    assert thud.Motion.generate_compatible(periods, values, seed=2).intensity().pga > 0


def test_formats():
    names = [name for name, _ in thud.Motion.formats()]
    assert "at2" in [name.lower() for name in names] or names


@pytest.mark.parametrize("call, error", [
    (lambda: thud.Motion([1, 2]), TypeError),
    (lambda: thud.Motion([1, 2], step=0.1, time=[0, 1]), TypeError),
    (lambda: thud.Motion([1], step=0.1), ValueError),
    (lambda: thud.Motion([[1, 2], [3, 4]], step=0.1), ValueError),
    (lambda: thud.Motion([1, math.nan], step=0.1), thud.Error),
    (lambda: thud.Motion([1, 2], step=-1), thud.Error),
    (lambda: thud.Motion([1, 2], step=math.nan), thud.Error),
    (lambda: thud.Motion([1, 2, 3], time=[0, 2, 1]), thud.Error),
    (lambda: thud.Motion([1, 2, 3], time=[0, 1]), ValueError),
    (lambda: thud.Motion(["a", "b"], step=1), TypeError),
    (lambda: thud.Motion([None, None], step=1), TypeError),
    (lambda: thud.Motion.read("/nowhere"), thud.Error),
    (lambda: thud.Motion.read("a\0b"), ValueError),
    (lambda: thud.Motion.read(3.5), TypeError),
    (lambda: thud.Motion.parse(b"\xff\x00" * 100), thud.Error),
    (lambda: thud.Motion.generate_ec8(7, "B"), thud.Error),
    (lambda: thud.Motion.generate_ec8(1, "BB"), ValueError),
    (lambda: thud.Motion.generate_ec8(1, "B", seed=-1), ValueError),
    (lambda: thud.Motion.generate_noise(duration=math.nan), thud.Error),
    (lambda: thud.Motion.generate_sine(1, 1).spectrum([-1]), thud.Error),
    (lambda: thud.Motion.generate_sine(1, 1).spectrum([]), ValueError),
    (lambda: thud.Motion.generate_sine(1, 1).filter(high=1e9), thud.Error),
    (lambda: thud.Motion.generate_sine(1, 1).correct("cubic"), ValueError),
    (lambda: thud.Motion.generate_sine(1, 1).psd(3), thud.Error),
    (lambda: thud.Motion.generate_sine(1, 1).scaled(), TypeError),
    (lambda: thud.compatibility([], thud.ec8()), TypeError),
])
def test_refused(call, error):
    with pytest.raises(error):
        call()


def test_error_has_its_place(tmp_path):
    path = tmp_path / "broken.csv"
    path.write_text("t [s],a [g]\n0,0\n0.01,x\n0.02,1\n")
    with pytest.raises(thud.Error) as caught:
        thud.Motion.read(path)
    assert (caught.value.file, caught.value.line) == (str(path), 3) and caught.value.column
    assert str(caught.value).startswith(f"{path}:3:")
