"""Derivatives from Python: those of the command, and gradients that optimizers take."""
import json

import numpy as np
import pytest

import thud

BALL = {"bodies": {"ball": {"mass": 2, "velocity": 0.3}}, "gravity": 9.81, "duration": 2,
        "contacts": [{"name": "floor", "left": "ball", "right": "ground", "gap": 1, "model": "newton", "restitution": 0.7}]}
PATHS = ["contacts.floor.gap", "contacts.floor.restitution"]


def test_derivatives_are_the_commands(command, tmp_path):
    path = tmp_path / "ball.yaml"
    path.write_text(json.dumps(BALL))
    theirs = command("run", path, "--no-spread", "--derivatives", ",".join(PATHS))["derivatives"]
    for scenario in (thud.Scenario(path), thud.Scenario(BALL)):
        run = scenario.run(derivatives=PATHS)
        for name in PATHS:
            for key, value in theirs[name].items():
                mine = run.derivatives[name][key]
                if value is None:
                    assert mine is None or not np.isfinite(mine), key
                else:
                    assert mine == value, key
            assert run.derivative("bodies.ball.final_velocity", name) == theirs[name]["bodies.ball.final_velocity"]
        assert len(run.impact_derivatives["time"]) == run.summary["impacts"]
        # it lands with u = √(2gh + v²): dt/dh = 1/u
        assert run.impact_derivatives["time by contacts.floor.gap"][0] == pytest.approx((2 * 9.81 + 0.09) ** -0.5, rel=1e-12)


def test_reasons():
    run = thud.Scenario(BALL).run(derivatives="contacts.floor.gap")
    with pytest.raises(ValueError, match="it is a count"):
        run.derivative("contacts.floor.impacts", "contacts.floor.gap")
    with pytest.raises(thud.Error, match="flor"):
        thud.Scenario(BALL).run(derivatives="contacts.flor.gap")
    assert not thud.Scenario(BALL).run().derivatives


def test_initial_states():
    run = thud.Scenario(BALL).run(derivatives="initial")
    assert list(run.derivatives) == ["bodies.ball.displacement", "bodies.ball.velocity"]


def test_function():
    f = thud.Scenario(BALL).function(PATHS, "energy.impact")
    value, gradient = f.value_and_gradient([1.0, 0.7])
    assert f([1.0, 0.7]) == value
    # four impacts lose ½ m (2gh + v²) (1 − e⁸)
    square = 2 * 9.81 + 0.09
    assert value == pytest.approx(square * (1 - 0.7 ** 8), rel=1e-12)
    assert gradient == pytest.approx([2 * 9.81 * (1 - 0.7 ** 8), -8 * square * 0.7 ** 7], rel=1e-12)
    with pytest.raises(ValueError, match="2 values"):
        f([1.0])
    with pytest.raises(KeyError):
        thud.Scenario(BALL).function(PATHS, "energy.none")([1.0, 0.7])
    assert "energy.impact" in repr(f)


def test_descent():
    """The gap at which a stop is struck as hard as at 0.09 m, by Newton's method from 0.085 m on: it is found to the bit."""
    scenario = {"bodies": {"deck": {"mass": 2, "velocity": 1.5}}, "links": [{"left": "ground", "right": "deck", "stiffness": 300}],
                "duration": 0.5, "contacts": [{"name": "stop", "left": "deck", "right": "ground", "gap": 0.08,
                                               "model": "flores", "stiffness": 1e6, "restitution": 0.6}]}
    f = thud.Scenario(scenario).function("contacts.stop.gap", "contacts.stop.max_force", tolerance=1e-13)
    x, wanted = 0.085, f([0.09])
    for _ in range(8):
        value, gradient = f.value_and_gradient([x])
        x -= (value - wanted) / gradient[0]
    assert x == pytest.approx(0.09, rel=1e-9)
