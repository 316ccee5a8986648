"""What the tests of the Python package share. Run by test-python, in a virtual environment with the wheel alone."""
import json
import os
import subprocess

import pytest

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
BUILD = os.environ["THUD_BUILD_DIR"]


@pytest.fixture(scope="session")
def root():
    return ROOT


@pytest.fixture(scope="session")
def command():
    """The command, whose JSON the package must agree with to the bit."""

    def run(*words, cwd=None):
        environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        done = subprocess.run([f"{BUILD}/cli/thud", *map(str, words), "--json"], capture_output=True, cwd=cwd,
                              env=environment)
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout)

    return run


@pytest.fixture
def ball():
    """A ball that falls on a floor."""
    return {"title": "ball", "bodies": {"ball": {"mass": 1}}, "gravity": 9.81, "duration": "1 s", "output": {"interval": 0.01},
            "contacts": [{"name": "floor", "left": "ball", "right": "ground", "gap": 0.5, "model": "flores",
                          "stiffness": 1e7, "restitution": 0.6}]}
