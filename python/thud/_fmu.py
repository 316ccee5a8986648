"""Scenarios as FMUs, written by the command thud."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import Any, Dict, Iterable, List, Mapping, Optional, Union

from ._core import Error


def words_of(value: Union[str, Iterable[str]], name: str) -> List[str]:
    words = [value] if isinstance(value, str) else list(value)
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"{name} holds names, not {type(word).__name__}")
    return words


def write_fmu(source: str, path: Any, version: int, exchange: bool, lists: Mapping[str, Union[str, Iterable[str]]],
              command: Any) -> Dict[str, Any]:
    """Runs `thud fmu` for a scenario file, and returns its answer."""
    if version not in (2, 3):
        raise ValueError(f"version must be 2 or 3, not {version!r}")
    found = shutil.which("thud" if command is None else os.fspath(command))
    if found is None:
        raise FileNotFoundError(f"the command {command or 'thud'} is not there: an FMU is written by it, and holds a "
                                "library that comes with it; install thud, or say command=")
    words = [found, "fmu", source, "-o", os.fspath(path), "--fmi", str(version), "--json", *(["--exchange"] * exchange)]
    for name, value in lists.items():
        names = words_of(value, name)
        words += [f"--{name}", ",".join(names)] if names else []
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        lines = [line.split("error: ", 1)[-1] for line in done.stderr.splitlines() if line]
        raise Error("\n".join(lines) or f"{found} ended with status {done.returncode}",
                    "argument" if done.returncode == 2 else "file")
    return json.loads(done.stdout)
