"""Scenarios and runs: the command's JSON and CSV to the bit; errors with their places."""
import csv
import glob
import json
import math
import os
import threading

import numpy as np
import pytest

import thud

EXAMPLES = sorted(glob.glob(os.path.join(os.path.dirname(__file__), "..", "..", "examples", "*.yaml")))
SCENARIOS = [path for path in EXAMPLES if "\nscenario:" not in open(path).read()]


def assert_same(mine, theirs, where=""):
    """Every number of ours is in the JSON, the same to the bit; null is NaN."""
    for key, value in mine.items():
        if key == "wall_seconds":
            continue
        other = theirs[key]
        if isinstance(value, dict):
            assert_same(value, other, f"{where}.{key}")
        elif isinstance(value, list):
            assert len(value) == len(other), f"{where}.{key}"
            for i, item in enumerate(value):
                assert_same(item, other[i], f"{where}.{key}[{i}]")
        elif other is None or other != other:
            assert not math.isfinite(value), f"{where}.{key}"
        else:
            assert value == other, f"{where}.{key}"


@pytest.mark.parametrize("path", SCENARIOS, ids=os.path.basename)
def test_run_is_the_commands(command, path, tmp_path):
    theirs = command("run", path, "-o", tmp_path, "--no-spread")
    run = thud.Scenario(path).run()
    assert_same(run.summary, theirs)
    rows = list(csv.reader(open(tmp_path / "history.csv")))
    history = np.array([[float(cell or "nan") for cell in row] for row in rows[1:]])
    mine = np.column_stack([column for name, column in run.history.items() if name != "event"])
    assert np.array_equal(mine + 0.0, history, equal_nan=True)  # CSV has no sign of zero
    impacts = list(csv.DictReader(open(tmp_path / "impacts.csv")))
    assert len(impacts) == run.impacts.size
    for entry, row in zip(run.impacts, impacts):
        assert entry["time"] == float(row["t [s]"]) and run.contacts[entry["contact"]] == row["contact"]
        assert entry["impulse"] == float(row["impulse [N·s]"])


def test_spread_and_verify_are_the_commands(command, root, tmp_path):
    path = os.path.join(root, "examples", "bridge.yaml")
    theirs = command("run", path, "-o", tmp_path)
    scenario = thud.Scenario(path)
    assert scenario.spread() == theirs["spread"]
    found = scenario.verify()
    assert found["agrees"] and found["differences"].keys() == {"deck"}


def test_dict_is_the_file(ball, tmp_path):
    path = tmp_path / "ball.yaml"
    path.write_text(json.dumps(ball))
    a, b = thud.Scenario(ball).run(), thud.Scenario(str(path)).run()
    assert_same(a.summary, b.summary)
    assert np.array_equal(a.history["ball.displacement"], b.history["ball.displacement"])
    ball["contacts"][0]["gap"] = np.float64(0.5)
    ball["duration"] = np.int64(1)
    assert_same(thud.Scenario(ball).run().summary, a.summary)
    ball["contacts"][0]["gap"] = math.inf
    assert thud.Scenario(ball).run().summary["impacts"] == 0


def test_parts(ball):
    with thud.Scenario(ball) as scenario:
        assert (scenario.title, scenario.bodies, scenario.rods, scenario.contacts) == ("ball", ["ball"], [], ["floor"])
        assert scenario.contact("floor")["law"] == "flores" and scenario.contact(0)["gap"] == 0.5
        assert scenario.duration == 1 and scenario.precision == 1e-3 and "ball" in repr(scenario)
        with pytest.raises(KeyError):
            scenario.contact("roof")
    with pytest.raises(thud.Closed):
        scenario.run()
    with pytest.raises(thud.Closed):
        scenario.title
    scenario.close()
    assert "closed" in repr(scenario)


def test_pandas(ball):
    pytest.importorskip("pandas")
    run = thud.Scenario(ball).run(loops=True)
    frame = run.to_pandas()
    assert frame.index.name == "time" and len(frame) == len(run.history["time"])
    assert set(run.impacts_to_pandas()["contact"]) == {"floor"}
    assert run.loops.size > 10 and (run.loops["force"] >= 0).all()


def test_html_is_not_markup(ball):
    ball["title"] = "<script>alert(1)</script>"
    ball["bodies"] = {"<b>&": {"mass": 1}}
    ball["contacts"][0]["left"] = "<b>&"
    page = thud.Scenario(ball).run()._repr_html_()
    assert "<script>" not in page and "<b>" not in page and "<svg" in page and "&lt;script&gt;" in page


def test_errors_have_places(tmp_path):
    path = tmp_path / "wrong.yaml"
    path.write_text("bodies: {a: {mass: -1}}\nduration: 1\ngravty: 3\n")
    with pytest.raises(thud.Error) as caught:
        thud.Scenario(path)
    error = caught.value
    assert (error.file, error.line, error.column, error.status) == (str(path), 1, 20, "argument")
    assert [m.line for m in error.messages] == [1, 3] and "did you mean 'gravity'" in str(error)


def test_warnings(ball):
    ball["contacts"][0]["damping"] = 3.0
    assert thud.Scenario(ball).warnings[0].warning


@pytest.mark.parametrize("source, error", [
    (3, TypeError), (None, TypeError), ([], TypeError), ({}, thud.Error), ({"bodies": object()}, TypeError),
    ("/nowhere.yaml", thud.Error), ("a\0b", ValueError), ({"duration": math.nan}, thud.Error), ({1: 2}, thud.Error),
    ({"title": "\ud800"}, thud.Error),
])
def test_refused(source, error):
    with pytest.raises(error):
        thud.Scenario(source)


def test_progress_stops_and_raises():
    scenario = thud.Scenario({"bodies": {"ball": {"mass": 1}}, "gravity": 9.81, "duration": 1e6, "output": {"interval": 1e3},
                              "contacts": [{"left": "ball", "right": "ground", "gap": 0.5, "model": "hertz", "stiffness": 1e7}]})
    with pytest.raises(ZeroDivisionError):
        scenario.run(progress=lambda time: 1 / 0)
    with pytest.raises(KeyboardInterrupt):
        scenario.run(progress=interrupt)
    with pytest.raises(thud.Error) as caught:
        scenario.run(progress=lambda time: False)
    assert caught.value.status == "stopped" and caught.value.run.summary["duration"] < scenario.duration
    with pytest.raises(TypeError):
        scenario.run(progress=3)


def interrupt(time):
    raise KeyboardInterrupt


def test_threads_share_a_scenario(root):
    scenario = thud.Scenario(os.path.join(root, "examples", "bridge.yaml"))
    wanted = scenario.run().summary["energy"]
    found = []

    def work():
        try:
            found.append(scenario.run().summary["energy"])
        except thud.Closed:  # it had not begun yet
            pass

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    scenario.close()  # under way elsewhere: those that have begun end as they would have
    for thread in threads:
        thread.join()
    assert all(energy == wanted for energy in found)


def test_the_lock_is_free(root):
    """While C works another thread goes on: it would count next to nothing if the lock of Python were held."""
    scenario = thud.Scenario(os.path.join(root, "examples", "two_buildings.yaml"))
    done, counted = threading.Event(), [0]

    def count():
        while not done.is_set():
            counted[0] += 1
            done.wait(1e-4)

    thread = threading.Thread(target=count)
    thread.start()
    scenario.spread(copies=8)
    during = counted[0]
    done.set()
    thread.join()
    assert during >= 5


def test_options_are_those_of_a_file(ball):
    """A run with options is that of a scenario which says the same; the scenario itself does not change."""
    scenario = thud.Scenario(ball)
    other = {**ball, "duration": 0.7, "tolerance": 1e-11, "output": {"interval": 0.05, "events": True}, "impact_threshold": 0.5}
    mine = scenario.run(duration="0.7 s", tolerance=1e-11, interval=0.05, events=True, impact_threshold="0.5 m/s")
    theirs = thud.Scenario(other).run()
    assert_same(mine.summary, theirs.summary)
    assert mine.history["event"].any()
    assert all(np.array_equal(mine.history[name], theirs.history[name]) for name in theirs.history)
    assert scenario.duration == 1 and scenario.run().history["time"][-1] == 1
    ball["contacts"][0].update(gap="20 cm", restitution=0.8)
    varied = scenario.run(contacts={"floor": {"gap": "20 cm", "restitution": 0.8}})
    assert_same(varied.summary, thud.Scenario(ball).run().summary)
    for wrong in (dict(duration=-1), dict(tolerance=1), dict(duration=math.nan), dict(solver="moreau")):
        with pytest.raises(thud.Error):
            scenario.run(**wrong)
    with pytest.raises(ValueError):
        scenario.run(solver="euler")
    with pytest.raises(KeyError):
        scenario.run(contacts={"floor": {"mass": 1}})
    with pytest.raises(thud.Error):
        scenario.run(contacts={"floor": {"restitution": 3}})


def test_parts_and_modes(command, root, tmp_path):
    """Names, parameters and modes are those of the file and of the command."""
    path = f"{root}/examples/two_buildings.yaml"
    scenario = thud.Scenario(path)
    rows = command("run", path, "-o", tmp_path / "run")["modes"]
    modes = scenario.modes()
    assert len(modes) == len(rows) == len(scenario.bodies)
    for mode, row in zip(modes, rows):
        assert (mode.structure, mode.period, mode.participating_mass, mode.is_free) == (
            row["structure"], row["period"], row["participating_mass"], row["free"])
        assert {name: value for name, value in mode.shape.items() if value} == {k: v for k, v in row["shape"].items() if v}
    assert scenario.links and scenario.link(scenario.links[0]) == scenario.link(0)
    with pytest.raises(KeyError):
        scenario.link("nowhere")
    with pytest.raises(thud.Error):
        scenario.link(len(scenario.links))
    scenario.close()
    for call in (scenario.modes, lambda: scenario.links, lambda: scenario.link(0)):
        with pytest.raises(thud.Closed):
            call()


def test_parameters_of_a_link():
    """All keys of a link, those of its storey too: the lowest of two carries both floors."""
    building = {"count": 2, "mass": 1e5, "stiffness": 1e8, "height": 3, "weight": "1 MN", "yield": "2 MN", "hardening": 0.1}
    link = thud.Scenario({"storeys": {"a": building}, "duration": 1}).link("a-1")
    assert (link["model"], link["stiffness"], link["yield"], link["hardening"]) == ("bilinear", 1e8, 2e6, 0.1)
    assert (link["height"], link["weight"]) == (3, 2e6)


def test_restitution_of_speed(ball):
    """e = 1 − 0.1 √v at 4 m/s is 0.8, and a contact element takes such an e as its own."""
    ball["contacts"][0]["restitution"] = {"a": 0.1, "b": 0.5, "least": 0.1}
    at = thud.Scenario(ball).contact("floor", speed=4)["restitution"]
    assert at == pytest.approx(0.8, rel=1e-15)  # two roundings
    contact, constant = thud.Contact("flores", 0.5, k=1e7), thud.Contact("flores", 0.8, k=1e7)
    contact.begin(4, e=at)
    constant.begin(4)
    assert contact.damping == pytest.approx(constant.damping, rel=1e-12)  # the same calibration, from e that differs by rounding
    with pytest.raises(thud.Error, match="e"):
        contact.begin(4, e=1.5)


SHORT = """
bodies: {ball#: {mass: 1, repeat: 3}}
links: [{left: ground, right: ball1, stiffness: 100}, {left: ball#, right: ball#+1, stiffness: 100, repeat: 2}]
contacts: [{left: ball#, right: ball#+1, gap: 0.01, model: newton, restitution: 0.6, repeat: 2}]
ground: {sine: {amplitude: 2, frequency: 1}}
duration: 2
output: {interval: 0.1}
"""


def test_expand(tmp_path):
    """Storeys written out are a scenario with the same results to the bit; what is wrong has its place."""
    short = tmp_path / "short.yaml"
    short.write_text(SHORT)
    long = tmp_path / "long.yaml"
    long.write_text(thud.expand(short))
    assert "repeat" in SHORT and "repeat" not in long.read_text()
    assert_same(thud.Scenario(long).run().summary, thud.Scenario(short).run().summary)
    with pytest.raises(thud.Error, match="nowhere.yaml"):
        thud.expand(tmp_path / "nowhere.yaml")
    with pytest.raises(TypeError):
        thud.expand(3)


YIELDING = {
    "bodies": {"a": {"mass": 1, "velocity": 0.5}, "b": {"mass": 2}},
    "links": [{"name": "pier", "left": "ground", "right": "a", "stiffness": 100, "hysteresis": {"model": "bilinear", "yield": 2}},
              {"left": "a", "right": "b", "stiffness": 400}],
    "contacts": [{"name": "open", "left": "a", "right": "b", "gap": math.inf, "model": "newton", "restitution": 1}],
    "watch": {"base": {"of": "base-shear", "right": "b"}, "way": {"right": "a"}},
    "duration": 3,
}


def test_links_and_modes():
    """Results of links and modes are in the summary, deformations and forces in the history, ranges in the spread."""
    scenario = thud.Scenario(YIELDING)
    run = scenario.run(interval=0.01)
    pier, other = run.summary["links"]["pier"], run.summary["links"]["link-2"]
    assert pier["hysteresis"] == "bilinear" and other["hysteresis"] == "none"
    assert pier["max_force"] == pytest.approx(2, rel=1e-12)  # without hardening or a dashpot: the yield force
    assert pier["plastic_deformation"] > 0 == other["plastic_deformation"]
    assert run.summary["watch"]["base"]["max"] == pier["max_force"]
    # one link to the ground: the same series, and a history of it
    assert np.array_equal(run.history["base"], run.history["pier.link_force"])
    # coordinates below 0.1 m: a few roundings of that
    np.testing.assert_allclose(run.history["pier.deformation"], run.history["way"], rtol=0, atol=1e-16)
    np.testing.assert_allclose(run.history["link-2.link_force"], 400 * run.history["link-2.deformation"], rtol=1e-13, atol=1e-14)
    difference = run.history["a.displacement"] - run.history["b.displacement"]
    closest = run.summary["contacts"]["open"]["closest_approach"]
    assert closest >= difference.max() and closest == pytest.approx(difference.max(), rel=1e-2)  # rows 0.01 s apart
    assert len(run.summary["modes"]) == 2
    for mode, same in zip(run.summary["modes"], scenario.modes()):
        assert mode["period"] == same.period and mode["shape"] == same.shape
    assert sum(mode["participating_share"] for mode in run.summary["modes"]) == pytest.approx(1, rel=1e-14)
    ranges = scenario.spread(4)
    for part in (ranges["links"]["pier"]["max_deformation"], ranges["watch"]["way"]["highest"]):
        assert part["lowest"] < part["highest"] and part["deviation"] > 0


def test_no_links():
    """Where no link has results there are none, and the history has no columns of them."""
    plain = {**YIELDING, "links": [{"left": "ground", "right": "a", "stiffness": 100}, {"left": "a", "right": "b", "stiffness": 400}]}
    run = thud.Scenario(plain).run()
    assert "links" not in run.summary and not any("deformation" in name for name in run.history)
    assert "links" not in thud.Scenario(plain).spread(2)


@pytest.mark.parametrize("change, wanted", [
    ({"contacts": [{"left": "a", "right": "ground", "gap": "1 kg", "model": "newton", "restitution": 0.5}]},
     "contacts[0].gap: gap '1 kg': expected a length"),
    ({"links": [{"left": "ground", "right": "a", "stiffness": 1}, {"left": "ground", "right": "b", "stiffness": 1}]},
     "links[1].right: no body is called 'b'"),
    ({"bodies": {"a": {"mass": 1}, "{[": {"mass": 0}}}, "bodies.{[.mass: body '{[': mass (0 given) must be positive"),
    ({"duraton": 1}, "duraton: unknown key 'duraton'"),
])
def test_errors_of_a_dict_have_its_path(change, wanted):
    with pytest.raises(thud.Error) as caught:
        thud.Scenario({"bodies": {"a": {"mass": 1}}, "links": [], "duration": 1, **change})
    assert wanted in str(caught.value) and "(text)" not in str(caught.value)
