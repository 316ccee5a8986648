"""A host that has set a locale with a decimal comma, as programs with windows do: the numbers are those of any other."""
import json
import os
import subprocess
import sys

import pytest

PROGRAM = """
import json, locale, os, sys
import thud

if "THUD_TEST_LOCALE" in os.environ:
    locale.setlocale(locale.LC_ALL, os.environ["THUD_TEST_LOCALE"])
    assert locale.localeconv()["decimal_point"] == ","
lines = [thud.engine(name).solve(0.7, m=0.1, radius="2 cm", duration="2 ms").lines for name in ("mujoco", "yade")]
ball = {"title": "ball", "bodies": {"ball": {"mass": 1.5}}, "gravity": 9.81, "duration": "0.5 s",
        "contacts": [{"name": "floor", "left": "ball", "right": "ground", "gap": "12.5 cm", "model": "flores",
                      "stiffness": "1.5e7 N/m^1.5", "restitution": 0.6}]}
study = thud.Study({"title": "balls", "scenario": ball,
                    "vary": {"height": {"path": "contacts.0.gap", "values": [0.05, 0.25]},
                             "mass": {"path": "bodies.ball.mass", "values": [9.5]}}})
table = study.sweep(sys.argv[1])
try:
    thud.Scenario({"bodies": {"ball": {"mass": -9.5}}, "duration": 1})
except thud.Error as error:
    refusal = str(error)
print(json.dumps([lines, table.status.tolist(), table["bodies.ball.max_velocity"].tolist(), refusal]))
"""


def answer(folder, *before):
    done = subprocess.run([*before, sys.executable, "-c", PROGRAM, str(folder)], capture_output=True, text=True)
    if done.returncode == 77:
        pytest.skip(done.stdout.strip())
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_comma(root, tmp_path):
    build = os.environ["THUD_BUILD_DIR"]
    comma = answer(tmp_path / "comma", f"{root}/tests/tools/in-comma-locale", f"{build}/locale")
    assert comma == answer(tmp_path / "point")
    assert comma[1] == ["ok", "ok"] and "-9.5" in comma[3]
