"""The elastic spectrum of Eurocode 8."""
from __future__ import annotations

from typing import Any

import numpy as np

from ._core import ACCELERATION, NONE, TIME, Number, check, count_of, ffi, lib, new_error, scalar, vector
from ._record import Record


class Target(Record):
    """The elastic spectrum of Eurocode 8 (EN 1998-1:2004): ag and damping, soil factor S, TB to TD, and TE, TF, s."""

    ag: float
    damping: float
    soil_factor: float
    tb: float
    tc: float
    td: float
    te: float
    tf: float

    def acceleration(self, period: Any) -> Any:
        """Pseudo-acceleration, m/s², at periods, s; NaN beyond the longest."""
        c = self._c()
        if np.ndim(period) == 0:
            return lib.thud_ec8_acceleration(c, scalar(period, TIME, "period"))
        periods = vector(np.ravel(period), "period", 0)
        return np.array([lib.thud_ec8_acceleration(c, one) for one in periods]).reshape(np.shape(period))

    @property
    def longest(self) -> float:
        """The longest period that it has values for, s."""
        return lib.thud_ec8_longest(self._c())

    def _c(self) -> Any:
        c, error = ffi.new("thud_ec8 *", self.as_dict()), new_error()
        check(lib.thud_ec8_check(c, error), error)
        return c


def ec8(type: int = 1, soil: str = "A", ag: Number = 1.0, damping: Number = 0.05) -> Target:
    """The elastic spectrum of Eurocode 8, type 1 or 2, on ground A to E, for a design acceleration ag, m/s²."""
    c = ffi.new("thud_ec8 *")
    if not isinstance(soil, str) or len(soil) != 1 or not soil.isascii():
        raise ValueError("soil must be a letter from A to E")
    check(lib.thud_ec8_init(c, count_of(type, "type"), soil.encode(), scalar(ag, ACCELERATION, "ag")),
          subject=f"type {type}, soil {soil}")
    c.damping = scalar(damping, NONE, "damping")
    target = Target._of(c)
    target._c()
    return target
