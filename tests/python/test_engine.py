"""Other simulators and devices: the command's numbers to the bit, and its words for what is wrong."""
import math
import pickle

import pytest

import thud

DROP = dict(m=0.1, v=1, duration=2e-3)
# the answer's name here, and in the command's JSON
NAMES = {"mass": "mass", "stiffness": "stiffness", "damping": "damping", "exponent_n": "exponent_n",
         "exponent_p": "exponent_p", "contact_time": "contact_time", "max_penetration": "max_penetration",
         "restitution": "e_out", "restitution_usual": "e_out_usual", "step": "step", "restitution_step": "e_out_step",
         "step_lowest": "e_out_step_lowest", "step_highest": "e_out_step_highest", "largest_step": "largest_step"}


def every_model():
    return [(engine.name, model.name) for engine in thud.engines() for model in engine.models]


def test_list_is_the_commands(command):
    rows = command("engine")["engines"]
    assert [engine.name for engine in thud.engines()] == [row["engine"] for row in rows] != []
    for engine, row in zip(thud.engines(), rows):
        assert (engine.title, engine.version, engine.integrator) == (row["title"], row["version"], row["integrator"])
        for model, said in zip(engine.models, row["models"], strict=True):
            assert model.name == said["model"]
            for name in ("force", "usual", "validity", "source", "run"):
                assert getattr(model, name) == said.get(name), (engine.name, model.name, name)


@pytest.mark.parametrize("engine, model", every_model())
def test_answer_is_the_commands(command, engine, model):
    words = ["engine", engine, "--model", model, "--e", 0.7, "--m", 0.1, "--v", 1, "--radius", "2cm"]
    jumps = math.isnan(thud.engine(engine).model(model).exponent)
    more = {} if jumps else {"duration": "2 ms"}
    row = command(*words, *([] if jumps else ["--duration", "2ms"]))
    found = thud.engine(engine).solve(0.7, model, m=0.1, radius="2 cm", **more)
    for name, key in NAMES.items():
        ours, theirs = getattr(found, name), row.get(key)
        # what is not finite, JSON does not have
        assert ours == theirs or (theirs is None and not math.isfinite(ours)), (name, ours, theirs)
    assert {value.name: value.value for value in found.values} == row["input"] and found.lines == row["lines"]


def test_steps():
    found = thud.engine("yade").solve(0.5, **DROP)
    # a contact that begins a whole step later begins at the same place in a step; the start takes its share of rounding
    begin = 0.3 * found.step
    assert found.emulate(begin) == pytest.approx(found.emulate(begin + found.step), rel=1e-9)
    assert found.step_lowest <= found.emulate(begin) <= found.step_highest
    # `for_step` gives numbers whose mean over a step is what was asked; it is found to 1e-6 or better
    coarse = thud.engine("yade").solve(0.5, step=1e-4, for_step=True, **DROP)
    assert coarse.restitution_step == pytest.approx(0.5, abs=1e-6) != coarse.restitution
    limited = dict(radius=0.02, **DROP)
    assert thud.engine("liggghts").solve(0.5, limited=True, **limited).lines != thud.engine("liggghts").solve(0.5, **limited).lines
    assert thud.engine("yade").solve(0.5, usual=True, **DROP).restitution == pytest.approx(found.restitution_usual, abs=1e-9)


@pytest.mark.parametrize("call, error, words", [
    (lambda: thud.engine("yad"), thud.Error, "did you mean 'yade'"),
    (lambda: thud.engine("\0"), thud.Error, "unknown simulator"),
    (lambda: thud.engine(3), TypeError, "named by a text"),
    (lambda: thud.engine("yade").model("viscal"), thud.Error, "did you mean 'viscel'"),
    (lambda: thud.engine("yade").solve(0.5, 3), TypeError, "named by a text"),
    (lambda: thud.engine("yade").solve(0.5), thud.Error, "stiffness"),
    (lambda: thud.engine("yade").solve(1.5, **DROP), thud.Error, "restitution"),
    (lambda: thud.engine("yade").solve(math.nan, **DROP), thud.Error, "restitution"),
    (lambda: thud.engine("yade").solve([0.5], **DROP), TypeError, "e must be a number"),
    (lambda: thud.engine("yade").solve(0.5, **{**DROP, "duration": "2 mm"}), thud.Error, "duration '2 mm': expected"),
    (lambda: thud.engine("yade").solve(0.5, m1=1, duration=1), TypeError, "m1 and m2"),
    (lambda: thud.engine("yade").solve(0.5, m=1, m1=1, m2=1, duration=1), TypeError, "m1 and m2"),
    (lambda: thud.engine("yade").solve(0.5, **DROP).emulate(math.nan), thud.Error, "gap"),
    (lambda: thud.engine("yade").solve(0.5, **DROP).emulate(-1), thud.Error, "gap"),
])
def test_what_is_wrong(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_shown():
    yade = thud.engine("yade")
    assert pickle.loads(pickle.dumps(yade)).name == "yade" and thud.engine(yade) is yade
    assert "viscel" in repr(yade) and "<table>" in yade._repr_html_() and "kn" in yade.solve(0.5, **DROP)._repr_html_()


def test_devices_are_the_commands(command):
    rows = command("devices")["devices"]
    found = [{"name": one.name, "driver": one.driver, "kind": "gpu" if one.is_gpu else "cpu",
              "double_precision": one.has_doubles, "units": one.units} for one in thud.devices()]
    # free memory may differ from one moment to the next
    assert found == [{name: value for name, value in row.items() if name != "memory_bytes"} for row in rows]
