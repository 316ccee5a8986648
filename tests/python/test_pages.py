"""The Python of the pages runs, and prints what is shown, from the wheel alone."""
import os
import re
import subprocess
import sys

import pytest

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
PAGES = ["README.md", "docs/python.md"]


def blocks():
    for page in PAGES:
        text = open(os.path.join(ROOT, page)).read()
        for found in re.finditer(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", text, re.S | re.M):
            yield pytest.param(found.group(1), found.group(2), id=f"{page}:{text[:found.start()].count(chr(10)) + 1}")


@pytest.mark.parametrize("program, wanted", blocks())
def test_block(program, wanted, tmp_path):
    if "from numba import" in program:
        pytest.importorskip("numba", reason="numba is not installed: python3-numba")
    os.symlink(os.path.join(ROOT, "examples"), tmp_path / "examples")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == wanted


def test_there_are_blocks():
    """A page that lost its blocks, or their outputs, would pass above."""
    for page in PAGES:
        text = open(os.path.join(ROOT, page)).read()
        assert text.count("```python\n") == len(re.findall(r"^```python\n.*?^```\n\n```text\n", text, re.S | re.M)) >= 1, page
