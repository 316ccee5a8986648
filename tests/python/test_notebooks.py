"""The notebooks of the examples run from beginning to end, with the wheel alone, and draw their plots."""
import glob
import os
import sys
import sysconfig

import pytest

nbformat = pytest.importorskip("nbformat")
from nbconvert.preprocessors import ExecutePreprocessor  # noqa: E402

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
NOTEBOOKS = sorted(glob.glob(os.path.join(ROOT, "examples", "notebooks", "*.ipynb")))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=os.path.basename)
def test_notebook(path, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", sysconfig.get_path("purelib"))  # the kernel is Debian's: it sees the wheel through this
    monkeypatch.setenv("MPLCONFIGDIR", str(tmp_path))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    notebook = nbformat.read(path, as_version=4)
    ExecutePreprocessor(timeout=None, startup_timeout=600, kernel_name="python3").preprocess(notebook, {"metadata": {"path": str(tmp_path)}})
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = sum("image/png" in output.get("data", {}) for output in outputs)
    assert pictures >= 3 and not any(output["output_type"] == "error" for output in outputs)


def test_there_are_two():
    assert [os.path.basename(path) for path in NOTEBOOKS] == ["drop_test.ipynb", "pounding.ipynb"], sys.path
    for path in NOTEBOOKS:  # kept without what they print, which differs from machine to machine
        assert not any(cell.get("outputs") for cell in nbformat.read(path, as_version=4).cells)
