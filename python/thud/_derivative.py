"""Derivatives of runs by values of their scenario, and functions for optimizers."""
from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._core import Reports, check, ffi, lib, text_of


def list_of(paths: Union[str, Sequence[str]]) -> List[str]:
    return [paths] if isinstance(paths, str) else list(paths)


def open_derivatives(text: bytes, folder: bytes, paths: Sequence[str], values: Optional[Sequence[float]] = None,
                     path: Optional[str] = None) -> Tuple[Any, Any]:
    """The derivatives by some paths of a text, and its model with these values."""
    reports, model, out = Reports(), ffi.new("thud_model **"), ffi.new("thud_derivatives **")
    names = [ffi.new("char[]", one.encode("utf-8")) for one in paths]
    numbers = ffi.NULL if values is None else ffi.new("double[]", [float(value) for value in values])
    status = lib.thud_derivatives_of_text(text, len(text), folder, names or ffi.NULL, numbers, len(names), lib.thud_py_report,
                                          reports.handle, model, out)
    reports.check(status, path)
    return ffi.gc(out[0], lib.thud_derivatives_free), ffi.gc(model[0], lib.thud_model_free)


def find(derivatives: Any, quantity: str) -> int:
    number = lib.thud_derivatives_find(derivatives, quantity.encode("utf-8"))
    if number == lib.thud_derivatives_quantity_count(derivatives):
        raise KeyError(f"the run has no number {quantity!r}")
    return number


def value_of(derivatives: Any, quantity: int, parameter: int) -> float:
    """One derivative; a ValueError with the reason where there is none."""
    reason = lib.thud_derivatives_reason(derivatives, quantity, parameter)
    if reason != ffi.NULL:
        raise ValueError(f"no derivative of {text_of(lib.thud_derivatives_quantity_name(derivatives, quantity))} by "
                         f"{text_of(lib.thud_derivatives_parameter_name(derivatives, parameter))}: {text_of(reason)}")
    return lib.thud_derivatives_value(derivatives, quantity, parameter)


def dict_of(derivatives: Any) -> Dict[str, Any]:
    """As `derivatives` in summary.json: by path, then by number."""
    d, found = derivatives, {}
    for j in range(lib.thud_derivatives_parameter_count(d)):
        limit = ffi.new("const char **")
        valid = lib.thud_derivatives_valid_for(d, j, limit)
        one: Dict[str, Any] = {"value": lib.thud_derivatives_parameter_value(d, j)}
        reasons: Dict[str, str] = {}
        for i in range(lib.thud_derivatives_quantity_count(d)):
            name = text_of(lib.thud_derivatives_quantity_name(d, i)) or ""
            one[name] = lib.thud_derivatives_value(d, i, j)
            reason = text_of(lib.thud_derivatives_reason(d, i, j))
            if reason:
                reasons[name] = reason
        one.update(valid_for=valid, limit=text_of(limit[0]) or None, reasons=reasons)
        found[text_of(lib.thud_derivatives_parameter_name(d, j)) or ""] = one
    return found


def impacts_of(derivatives: Any) -> Dict[str, np.ndarray]:
    """Derivatives of the impacts that were counted: contact, time; by path, the derivatives of time and approach speed."""
    count = lib.thud_derivatives_parameter_count(derivatives)
    names = [text_of(lib.thud_derivatives_parameter_name(derivatives, j)) or "" for j in range(count)]
    impact = ffi.new("thud_impact_derivatives *")
    rows: List[List[float]] = []
    while lib.thud_derivatives_impact(derivatives, len(rows), impact):
        rows.append([float(impact.contact), impact.time, *impact.time_by[0:count], *impact.approach_speed_by[0:count]])
    table = np.array(rows).reshape(len(rows), 2 + 2 * count)
    found = {"contact": table[:, 0].astype(int), "time": table[:, 1]}
    for j, name in enumerate(names):
        found[f"time by {name}"] = table[:, 2 + j]
        found[f"approach_speed by {name}"] = table[:, 2 + count + j]
    return found


class Function:
    """A number of a run as a function of values of its scenario, with its gradient: scenario.function(paths, quantity).

    f = scenario.function(["contacts.*.gap", "links.0.stiffness"], "bodies.deck.max_displacement")
    f([0.03, 1.2e7])                      the number, for these values in SI units
    f.value_and_gradient([0.03, 1.2e7])   and its derivatives by them, as scipy.optimize.minimize(…, jac=True) takes them
    """

    def __init__(self, text: bytes, folder: bytes, paths: Sequence[str], quantity: str, tolerance: Optional[float] = None) -> None:
        self._text, self._folder = text, folder
        self.paths, self.quantity, self.tolerance = list(paths), quantity, tolerance

    def _run(self, x: Any) -> Tuple[Any, int]:
        values = np.atleast_1d(np.asarray(x, dtype=float))
        if values.shape != (len(self.paths),):
            raise ValueError(f"{len(self.paths)} values are expected, one for each path, not {values.shape}")
        derivatives, model = open_derivatives(self._text, self._folder, self.paths, values.tolist())
        out = ffi.new("thud_simulation **")
        check(lib.thud_simulation_create(model, out))
        simulation = ffi.gc(out[0], lib.thud_simulation_free)
        if self.tolerance is not None:
            options = ffi.new("thud_run_options *", lib.thud_model_run_options(model))
            options.tolerance = self.tolerance
            check(lib.thud_simulation_set_options(simulation, options, ffi.NULL))
        check(lib.thud_derivatives_follow(derivatives, simulation))
        status = lib.thud_simulation_run(simulation, ffi.NULL)
        check(status, subject="run")
        return derivatives, find(derivatives, self.quantity)

    def __call__(self, x: Any) -> float:
        derivatives, number = self._run(x)
        return lib.thud_derivatives_quantity(derivatives, number)

    def value_and_gradient(self, x: Any) -> Tuple[float, np.ndarray]:
        """The number and its derivatives by the values; a ValueError where one has no derivative, with the reason."""
        derivatives, number = self._run(x)
        gradient = np.array([value_of(derivatives, number, j) for j in range(len(self.paths))])
        return lib.thud_derivatives_quantity(derivatives, number), gradient

    def __repr__(self) -> str:
        return f"<thud function: {self.quantity} of {', '.join(self.paths)}>"
