"""Studies: the tables of `thud export` to the bit, in memory and from a store, on one thread and on several."""
import csv
import io
import os
import re
import subprocess
import sys

import numpy as np
import pytest

import thud

STUDY = {"title": "Balls", "vary": {"height": {"path": "contacts.0.gap", "values": [0.5, 1]},
                                    "e": {"path": "contacts.0.restitution", "from": 0.25, "to": 0.75, "count": 3}},
         "collect": {"fast": {"quantity": "bodies.ball.max_velocity", "above": "4 m/s"}}}


@pytest.fixture
def study(ball):
    return thud.Study({**STUDY, "scenario": ball})


def same(a, b):
    return all(np.array_equal(a[name], b[name], equal_nan=a[name].dtype.kind == "f") for name in {*a, *b})


def test_parts(study):
    assert (len(study), study.title, study.axes) == (6, "Balls", ["height", "e"])
    assert study.units["height"] == "m" and study.units["bodies.ball.max_velocity"] == "m/s"
    assert study.values("e").tolist() == [0.25, 0.5, 0.75] * 2 and study.is_design("e")
    assert study.crossed_samples() is None and study.labels("e")[0] is None
    study.close()
    with pytest.raises(thud.Closed):
        study.sweep()


def test_threads_and_store_agree(study, tmp_path):
    one, many = study.sweep(jobs=1), study.sweep(jobs=4)
    kept = study.sweep(tmp_path / "store", jobs=2)
    again = study.sweep(tmp_path / "store")
    assert same(one, many) and same(one, kept) and same(kept, again)
    assert (one.status == "ok").all() and one.cases == 6
    assert one["fast"].tolist() == [0, 0, 0, 1, 1, 1]  # √(2·9.81·0.5) = 3.1 m/s, √(2·9.81) = 4.4 m/s
    assert study.run_case(3)["impacts"] == one["impacts"][3]


def test_is_the_commands(root, tmp_path):
    path = os.path.join(root, "examples", "fragility_sine.yaml")
    command = [os.path.join(os.environ["THUD_BUILD_DIR"], "cli", "thud")]
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    subprocess.run([*command, "sweep", path, "-o", tmp_path / "store", "--jobs", "2"], check=True, capture_output=True, env=environment)
    subprocess.run([*command, "export", tmp_path / "store", tmp_path / "table.csv"], check=True, capture_output=True, env=environment)
    rows = list(csv.reader(open(tmp_path / "table.csv")))
    heads = [head.split(" [")[0] for head in rows[0]]
    table = thud.Study(path).sweep()
    for name in table:
        column = heads.index(name)
        assert np.array_equal(table[name] + 0.0, [float(row[column] or "nan") for row in rows[1:]], equal_nan=True), name


def test_fragility(root):
    table = thud.Study(os.path.join(root, "examples", "fragility_sine.yaml")).sweep()
    curve = table.fragility("touch", over="amplitude")
    again = thud.fragility(curve.levels, curve.exceed, curve.total)
    assert (again.median, again.dispersion) == (curve.median, curve.dispersion)
    assert curve.probability(curve.median) == 0.5 and curve.probability(0) == 0
    # the likelihood falls to all sides: it is the largest there is
    from math import log

    def likelihood(median, dispersion):
        other = thud.Fragility(**{**curve.as_dict(), "median": median, "dispersion": dispersion})
        p = np.clip(other.probability(curve.levels), 1e-300, 1 - 1e-16)
        return sum(k * log(x) + (n - k) * np.log1p(-x) for k, n, x in zip(curve.exceed, curve.total, p))

    best = likelihood(curve.median, curve.dispersion)
    for a, b in ((1.01, 1), (0.99, 1), (1, 1.01), (1, 0.99)):
        assert likelihood(a * curve.median, b * curve.dispersion) < best
    with pytest.raises(thud.Error):
        thud.fragility([1, 2], [0, 0], [5, 5])
    with pytest.raises(KeyError):
        table.fragility("touch", over="nothing")


def test_failing_cases(ball):
    """A case that only a combination makes impossible fails alone."""
    ball["bodies"]["ball"]["displacement"] = 0.4
    table = thud.Study({"scenario": ball, "vary": {
        "x": {"path": "bodies.ball.displacement", "values": [0.05, 0.4]},
        "gap": {"path": "contacts.0.gap", "values": [0.1, 0.5]}}}).sweep()
    assert table.status.tolist() == ["ok", "ok", "argument", "ok"]
    assert "overlap" in table.reason[2] and np.isnan(table["impacts"][2])


def test_progress(study, tmp_path):
    seen = []
    study.sweep(progress=seen.append)
    assert seen[-1].done == seen[-1].total == 6
    for directory in (None, tmp_path / "a"):
        with pytest.raises(ZeroDivisionError):
            study.sweep(directory, progress=lambda p: 1 / 0)
    with pytest.raises(TypeError):
        study.sweep(progress=3)


def test_store_of_another_study(study, ball, tmp_path):
    study.sweep(tmp_path / "store")
    other = thud.Study({**STUDY, "scenario": {**ball, "gravity": 3}})
    with pytest.raises(thud.Error) as caught:
        other.sweep(tmp_path / "store")
    assert "study" in str(caught.value)
    assert (other.sweep(tmp_path / "store", restart=True).status == "ok").all()


def test_table(study):
    table = study.sweep()
    assert "<table>" in table._repr_html_() and "6 cases" in repr(table)
    pytest.importorskip("pandas")
    frame = table.to_pandas()
    assert frame.shape[0] == 6 and frame.index.name == "case"


@pytest.mark.parametrize("call, error", [
    (lambda ball: thud.Study(3), TypeError),
    (lambda ball: thud.Study("/nowhere"), thud.Error),
    (lambda ball: thud.Study({"scenario": ball}), thud.Error),
    (lambda ball: thud.Study({**STUDY, "scenario": {}}), thud.Error),
    (lambda ball: thud.Study({**STUDY, "scenario": ball}).sweep(jobs=0), ValueError),
    (lambda ball: thud.Study({**STUDY, "scenario": ball}).sweep(jobs="x"), TypeError),
    (lambda ball: thud.Study({**STUDY, "scenario": ball}).sweep("/proc/nowhere/x"), thud.Error),
    (lambda ball: thud.Study({**STUDY, "scenario": ball}).run_case(6), IndexError),
    (lambda ball: thud.Study({**STUDY, "scenario": ball}).sweep(extend=True), TypeError),
])
def test_refused(ball, call, error):
    with pytest.raises(error):
        call(ball)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(stream, monkeypatch, seconds):
    """What progress=True shows of a sweep of so many seconds that tells ten times a second how far it is."""
    monkeypatch.setattr(sys, "stderr", stream)
    tell = thud._progress.teller(True)
    total = int(10 * seconds)
    for i in range(total + 1):
        assert tell(thud.Progress(total, 0, i, 0, 0.1 * i)) is True
    assert tell(thud.Progress(total, 0, total, 0, 0.1 * total)) is True  # said once
    return stream.getvalue()


def test_progress_is_that_of_the_command(monkeypatch):
    # into a pipe: a line each second, after ten seconds every ten, and one at the end; nothing is written over
    lines = shown(io.StringIO(), monkeypatch, 35).splitlines()
    assert all(re.fullmatch(r"thud: \d+ of 350 cases \(\d+ %\), 10/s, \d+ s left", line) for line in lines[:-1]), lines
    assert lines[-1] == "thud: 350 of 350 cases, 35 s"
    assert 10 <= len(lines) <= 14  # ten in the first ten seconds, two or three later, and the end
    written = shown(Terminal(), monkeypatch, 3)
    assert written.count("\r") == written.count("\r\033[K") >= 10 and written.count("\n") == 1 and written.endswith("\n")
