"""Runs in steps: against whole ones, from bytes, with inputs by hand, wrong calls."""
import numpy as np
import pytest

import thud

CART = {"bodies": {"cart": {"mass": 2}},
        "contacts": [{"name": "stop", "left": "cart", "right": "ground", "gap": 1, "model": "newton", "restitution": 0.5}],
        "duration": 1}
TWO = {"bodies": {"a": {"mass": 2}, "b": {"mass": 1, "velocity": 0.2}},
       "links": [{"name": "spring", "left": "ground", "right": "a", "stiffness": 300, "damping": 1},
                 {"left": "a", "right": "b", "stiffness": 200}],
       "contacts": [{"name": "stop", "left": "a", "right": "ground", "gap": "5 mm", "model": "gonthier", "stiffness": 1e6,
                     "restitution": 0.6}],
       "watch": {"apart": {"left": "a", "right": "b"}},
       "ground": {"sine": {"amplitude": 3, "frequency": 1}}, "duration": 2, "output": {"interval": 0.01}}


def same(one, two):
    return all(repr(one[key]) == repr(two[key]) for key in  # NaN is itself
               ("bodies", "contacts", "impacts", "energy"))


def test_one_step_is_the_whole_run():
    whole = thud.Scenario(TWO).run(interval=0.01)
    live = thud.Scenario(TWO).start(interval=0.01)
    assert live.time == 0
    run = live.advance(2).result()
    assert same(run.summary, whole.summary) and live.time == 2
    for name, column in whole.history.items():
        assert np.array_equal(column, run.history[name]), name
    assert list(run.impacts["time"]) == list(whole.impacts["time"][: run.impacts.size])
    state = live.state
    assert state["a.displacement"] == run.history["a.displacement"][-1]
    assert set(state) == set(whole.history) - {"event"}


def test_inputs_by_hand():
    run = thud.Scenario(CART).start()
    run.force("cart", "4 N")
    assert run.state["cart.acceleration"] == 2
    assert run.advance("0.5 s").state["cart.displacement"] == pytest.approx(0.25, rel=1e-14)
    run.force("cart", 0, ramp=True)
    # (4 − 8 t) N for half a second: x = 1/4 + 1/2 + 2 t² / 2 − 4 t³ / 6
    assert run.advance(1).state["cart.displacement"] == pytest.approx(0.25 + 0.5 + 0.25 - 0.5 / 6, rel=1e-14)
    run.ground(1)
    assert run.state["cart.acceleration"] == 0  # absolute
    assert "under way at 1 s" in repr(run)


def test_bytes():
    live = thud.Scenario(TWO).start(interval=0.01)
    kept = live.advance(1).save()
    later = live.advance(2).result()
    assert isinstance(kept, bytes)
    again = live.restore(kept)
    assert again.time == 1 and again.result().history["time"][-1] == 1
    assert same(again.advance(2).summary, later.summary)
    assert np.array_equal(again.result().history["b.velocity"], later.history["b.velocity"])
    other = thud.Scenario(TWO).start().restore(kept)
    assert same(other.advance(2).summary, later.summary)
    with pytest.raises(thud.Error, match="data: what is there belongs to something else"):
        thud.Scenario(CART).start().restore(kept)
    with pytest.raises(thud.Error, match="data: the text cannot be understood"):
        other.restore(kept[:-1])
    assert other.time == 2


def test_wrong_calls():
    run = thud.Scenario(CART).start()
    run.advance(0.5)
    with pytest.raises(ValueError, match="at 0.5 s already, and does not go back to 0.4 s"):
        run.advance(0.4)
    for wrong in (float("nan"), float("inf"), "1 m", None):
        with pytest.raises((ValueError, TypeError, thud.Error)):
            run.advance(wrong)
    with pytest.raises(KeyError, match="there is no body 'deck'"):
        run.force("deck", 1)
    for wrong in (float("nan"), "1 m"):
        with pytest.raises((ValueError, thud.Error)):
            run.force("cart", wrong)
        with pytest.raises((ValueError, thud.Error)):
            run.ground(wrong)
    assert run.time == 0.5
