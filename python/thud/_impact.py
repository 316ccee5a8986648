"""One impact, or arrays of them: solved, sampled, calibrated and compared."""
from __future__ import annotations

from typing import Any, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._core import (MASS, NONE, SPEED, Error, Number, check, count_of, doubles, error_of, ffi, is_scalar, lib,
                    new_error, scalar, text_of)
from ._laws import SEPARATION_NAMES, Law, law as find_law, laws as all_laws, separation_of
from ._record import Record

IMPACT_NAMES = [name for name, _ in ffi.typeof("thud_impact").fields]
IMPACT = np.dtype([(name, np.float64) for name in IMPACT_NAMES])
STATE = np.dtype([(name, np.float64) for name, _ in ffi.typeof("thud_impact_state").fields])
CALIBRATION_NAMES = [name for name, _ in ffi.typeof("thud_calibration").fields]
CALIBRATION = np.dtype([(name, np.float64) for name in CALIBRATION_NAMES])
SOURCES = {"exact": lib.THUD_DAMPING_EXACT, "published": lib.THUD_DAMPING_PUBLISHED}
PLAIN = {float, int}


class Impact(Record):
    """What one impact does; arrays of the same shape where an input was one. SI units.

    restitution          e that came out
    damping              c, N·s/m^(p+1); unloading_stiffness is k₂, N/m, of bilinear laws
    contact_time         s, infinite when the bodies never part; approach_time until the penetration is largest
    max_penetration      m; separation_penetration when the contact ends
    max_force, min_force N; the latter negative where the law pulls
    impulse, energy_lost N·s and J
    """

    restitution: float
    damping: float
    unloading_stiffness: float
    exponent_n: float
    exponent_p: float
    contact_time: float
    approach_time: float
    max_penetration: float
    max_force: float
    min_force: float
    separation_penetration: float
    impulse: float
    energy_lost: float
    _setup: "Setup"

    def curve(self, count: int = 201) -> np.ndarray:
        """Its course: fields time (s), penetration (m), velocity (m/s) and force (N) at evenly spaced instants."""
        number = count_of(count, "count", 2)
        if self._setup.arrays is not None:
            raise ValueError("a curve is of one impact, and this is an array of them")
        states = np.empty(number, STATE)
        status = lib.thud_impact_sample(self._setup.options, number, ffi.cast("thud_impact_state *", states.ctypes.data))
        if status != lib.THUD_OK:
            raise self._setup.error(status, self._setup.options)
        return states


class Setup:
    """The options of impacts: one set, and the arrays that vary."""

    def __init__(self, law: Union[str, Law], e: Number, k: Number, m: Number, v: Number, n: Optional[Number],
                 damping: Any, separation: Optional[str], tolerance: Optional[float],
                 restitution_speed: Optional[Number] = None) -> None:
        self.law = found = law if isinstance(law, Law) else find_law(law)
        self.options = o = ffi.new("thud_impact_options *", found._options)
        self.arrays: Optional[List[np.ndarray]] = None
        if separation is not None:
            o.separation = separation_of(separation)
        if tolerance is not None:
            o.tolerance = scalar(tolerance, NONE, "tolerance")
        if restitution_speed is not None:  # 0 stands for none in C, and is an error here
            o.restitution_speed = scalar(restitution_speed, SPEED, "restitution_speed") or float("nan")
        given: Any = 0.0
        if damping.__class__ is str and damping in SOURCES:
            o.damping = SOURCES[damping]
            if n is None and {e.__class__, k.__class__, m.__class__, v.__class__} <= PLAIN:  # most calls, and fast
                o.restitution, o.stiffness, o.mass, o.speed = e, k, m, v
                return
        else:
            o.damping, given = lib.THUD_DAMPING_GIVEN, damping
        if n is None:
            n = o.exponent
        if is_scalar(e) and is_scalar(k) and is_scalar(m) and is_scalar(v) and is_scalar(n) and is_scalar(given):
            o.exponent = exponent = scalar(n, NONE, "n")
            o.restitution = scalar(e, NONE, "e")
            o.mass = scalar(m, MASS, "m")
            o.speed = scalar(v, SPEED, "v")
            o.stiffness = scalar(k, (1, 1 - exponent, -2, 0), "k")
            o.damping_value = scalar(given, self.damping_dimension(exponent), "damping")
        else:
            self.broadcast(e, n, k, m, v, given)

    def damping_dimension(self, exponent: float) -> Tuple[float, ...]:
        p = self.law.damper_exponent(exponent)
        return (1, -p, -1, 0) if p == p else (1, 0, -1, 0)

    def broadcast(self, e: Any, n: Any, k: Any, m: Any, v: Any, given: Any) -> None:
        exponent = scalar(n, NONE, "n") if is_scalar(n) else None
        if exponent is None and (isinstance(k, str) or isinstance(given, str)):
            raise TypeError("k and damping must be plain SI numbers where n is an array: their units depend on it")
        stiffness = (1, 1 - (exponent or 1), -2, 0)
        values = [as_numbers(e, NONE, "e"), as_numbers(n, NONE, "n"), as_numbers(k, stiffness, "k"),
                  as_numbers(m, MASS, "m"), as_numbers(v, SPEED, "v"),
                  as_numbers(given, self.damping_dimension(exponent or 1), "damping")]
        self.shape = np.broadcast_shapes(*(value.shape for value in values))
        self.arrays = [value if value.ndim == 0 else np.ascontiguousarray(np.broadcast_to(value, self.shape))
                       for value in values]
        self.inputs = ffi.new("thud_py_inputs *")
        for name, array in zip(("restitution", "exponent", "stiffness", "mass", "speed", "damping_value"), self.arrays):
            place = getattr(self.inputs, name)
            place.values = doubles(array)
            place.stride = 0 if array.ndim == 0 else 1

    def loop(self, function: Any, dtype: Any, *more: Any) -> np.ndarray:
        out = np.empty(self.shape, dtype)
        index = ffi.new("size_t *")
        kind = ffi.typeof(function).args[-2]
        status = function(self.options, self.inputs, out.size, *more, ffi.cast(kind, out.ctypes.data), index)
        if status != lib.THUD_OK:
            here = ffi.new("thud_impact_options *", lib.thud_py_options_at(self.options, self.inputs, index[0]))
            place = np.unravel_index(index[0], self.shape)
            raise self.error(status, here, f"at index {', '.join(str(int(part)) for part in place)}: ")
        return out

    def error(self, status: int, options: Any, before: str = "") -> Exception:
        said = new_error()
        if lib.thud_impact_check(options, said) == status:
            error = error_of(status, said)
        else:
            error = error_of(status)
        if isinstance(error, Error):
            return Error(f"{before}{self.law.name}: {error.text}", error.status)
        return error


def as_numbers(value: Any, dimension: Sequence[float], name: str) -> np.ndarray:
    if isinstance(value, str):
        return np.asarray(scalar(value, dimension, name))
    array = np.asarray(value)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"{name} must be numbers or a text with its unit, not {array.dtype}")
    return array.astype(np.float64, copy=False)


def impact(law: Union[str, Law], e: Number = 1.0, k: Number = 1.0, m: Number = 1.0, v: Number = 1.0, *,
           n: Optional[Number] = None, damping: Any = "exact", separation: Optional[str] = None,
           tolerance: Optional[float] = None, integrate: bool = False,
           restitution_speed: Optional[Number] = None) -> Impact:
    """Solves a central impact of effective mass m, kg, at the approach speed v, m/s.

    law         a name or a thud.Law
    e           restitution, in (0, 1]
    k           stiffness, N/mⁿ
    n           exponent; the law's own where it is not given
    damping     "exact" returns e, "published" follows the law's own rule; or c itself, N·s/m^(p+1)
    separation  "return" or "zero-force"; the law's own where it is not given
    integrate   by integration, never from a closed form
    restitution_speed  m/s: c is a constant, that of an impact which returns e at this speed, whatever v is

    Numbers are in SI units, or texts with units, as in v="0.5 m/s". Arrays are broadcast, and solved at the speed of C.
    Without k, m and v the impact is the dimensionless one.
    """
    setup = Setup(law, e, k, m, v, n, damping, separation, tolerance, restitution_speed)
    if setup.arrays is not None:
        out = setup.loop(lib.thud_py_impact, IMPACT, bool(integrate))
        return Impact(_setup=setup, **{name: out[name] for name in IMPACT_NAMES})
    found = ffi.new("thud_impact *")
    solve = lib.thud_impact_integrate if integrate else lib.thud_impact_solve
    status = solve(setup.options, found)
    if status != lib.THUD_OK:
        raise setup.error(status, setup.options)
    numbers = ffi.unpack(ffi.cast("double *", found), len(IMPACT_NAMES))
    result = Impact.__new__(Impact)
    result.__dict__.update(zip(IMPACT_NAMES, numbers))
    result._setup = setup
    return result


def calibrate(law: Union[str, Law], e: Number, k: Number = 1.0, m: Number = 1.0, v: Number = 1.0, *,
              n: Optional[Number] = None, separation: Optional[str] = None) -> Any:
    """The damping c, N·s/m^(p+1), that returns the restitution e: exactly, whatever the published rule would give.

    For bilinear laws it is the unloading stiffness k₂, N/m. Arrays are broadcast: one million calibrations take as long
    as they do in C.
    """
    setup = Setup(law, e, k, m, v, n, "exact", separation, None)
    if setup.arrays is not None:
        return setup.loop(lib.thud_py_calibrate, np.float64)
    out = ffi.new("double *")
    status = lib.thud_calibrate(setup.options, out)
    if status != lib.THUD_OK:
        raise setup.error(status, setup.options)
    return out[0]


class Calibration(Record):
    """Exact and published damping side by side; NaN for laws without a rule of their own.

    damping, damping_published       c, N·s/m^(p+1)
    restitution_published            e that the published one returns; error_published is its difference from e
    """

    damping: float
    damping_published: float
    restitution_published: float
    error_published: float


def calibration(law: Union[str, Law], e: Number, k: Number = 1.0, m: Number = 1.0, v: Number = 1.0, *,
                n: Optional[Number] = None, separation: Optional[str] = None) -> Calibration:
    """The exact damping beside the published one, and the restitution that the latter really returns."""
    setup = Setup(law, e, k, m, v, n, "exact", separation, None)
    if setup.arrays is not None:
        out = setup.loop(lib.thud_py_calibrate_compare, CALIBRATION)
        return Calibration(**{name: out[name] for name in CALIBRATION_NAMES})
    found = ffi.new("thud_calibration *")
    status = lib.thud_calibrate_compare(setup.options, found)
    if status != lib.THUD_OK:
        raise setup.error(status, setup.options)
    return Calibration._of(found)


COMPARED = ("damping", "restitution", "impulse", "energy_lost", "max_force", "max_penetration", "contact_time")
COMPARISON = np.dtype([("law", "U32"), ("e", "f8"), ("damping_kind", "U9"), ("separation", "U10")]
                      + [(name, "f8") for name in COMPARED] + [("reason", "U120")])


def compare(e: Number, laws: Optional[Sequence[Union[str, Law]]] = None, k: Number = 1.0, m: Number = 1.0,
            v: Number = 1.0, *, separation: Optional[str] = None) -> np.ndarray:
    """Laws side by side, with published and with exact damping: a structured array, as `thud compare` prints.

    A row for each e, law and kind of damping ("published", "exact" or "none"): damping (k₂ of bilinear laws), restitution
    that comes out,
    impulse, energy lost, largest force and penetration, contact time. Where a law cannot return an e the numbers are NaN
    and `reason` says why. pandas.DataFrame(thud.compare(0.5)) is a table.
    """
    chosen = all_laws() if laws is None else [find_law(one) for one in ([laws] if isinstance(laws, (str, Law)) else laws)]
    rows: List[Tuple[Any, ...]] = []
    for restitution in np.atleast_1d(np.asarray(e, dtype=np.float64)):
        for one in chosen:
            kinds = ["published", "exact"] if one.has_rule else ["exact" if one.kind in ("viscous", "bilinear", "general") else "none"]
            for kind in kinds:
                rows.append(compare_one(one, float(restitution), kind, k, m, v, separation))
    return np.array(rows, COMPARISON)


def compare_one(one: Law, e: float, kind: str, k: Number, m: Number, v: Number, separation: Optional[str]) -> Tuple[Any, ...]:
    asked = separation_of(separation)
    rule = "" if one.kind == "impulsive" else SEPARATION_NAMES[lib.thud_law_separation(one._c, asked)]
    try:
        found = impact(one, 1.0 if one.kind == "elastic" else e, k, m, v, separation=separation,
                       damping="exact" if kind == "none" else kind)
    except Error as error:
        return (one.name, e, kind, rule, *[np.nan] * len(COMPARED), str(error))
    numbers = [getattr(found, name) for name in COMPARED]
    if one.kind == "impulsive":
        numbers[COMPARED.index("contact_time")] = np.nan
    if one.kind == "bilinear":
        numbers[0] = found.unloading_stiffness
    return (one.name, e, kind, rule, *numbers, "")


def effective_mass(m1: Number, m2: Number) -> float:
    """m₁ m₂/(m₁ + m₂), kg; one of the two may be inf, a fixed stop."""
    return lib.thud_effective_mass(scalar(m1, MASS, "m1"), scalar(m2, MASS, "m2"))


class Contact:
    """A contact element for one's own simulator.

    contact = thud.Contact("flores", e=0.7, k=1e9, m=2.0)
    contact.begin(0.5)                  when the gap closes: the approach speed, m/s
    contact.force(delta, rate)          N, at every evaluation; it only reads
    contact.accept(delta, rate)         after every accepted step; False when the contact is over

    With a restitution_speed, m/s, the damping is a constant: that of an impact which returns e at this speed. A step that is
    not finite raises an Error.
    """

    def __init__(self, law: Union[str, Law], e: Number = 1.0, k: Number = 1.0, m: Number = 1.0, *,
                 n: Optional[Number] = None, damping: Any = "exact", separation: Optional[str] = None,
                 restitution_speed: Optional[Number] = None) -> None:
        setup = Setup(law, e, k, m, 1.0, n, damping, separation, None, restitution_speed)
        if setup.arrays is not None:
            raise TypeError("a contact takes numbers, not arrays")
        self._c = ffi.new("thud_contact *")
        status = lib.thud_contact_init(self._c, setup.options)
        if status != lib.THUD_OK:
            raise setup.error(status, setup.options)

    def __repr__(self) -> str:
        o = self._c.options
        return (f"<thud contact {text_of(o.law.name)}: e = {o.restitution:g}, k = {o.stiffness:g}, m = {o.mass:g}, "
                f"{'in contact' if self._c.active else 'open'}>")

    def begin(self, approach_speed: Number, e: Optional[Number] = None) -> None:
        """Starts an impact; the damping is scaled to the speed at which the gap closes, m/s, and to a restitution of its own."""
        speed = scalar(approach_speed, SPEED, "approach_speed")
        if e is None:
            check(lib.thud_contact_begin(self._c, speed), subject="approach_speed")
        else:
            check(lib.thud_contact_begin_with(self._c, speed, scalar(e, NONE, "e")), subject="approach_speed, e")

    def force(self, penetration: float, rate: float) -> float:
        """N, at a penetration, m, and its rate, m/s; zero while no impact is under way."""
        return lib.thud_contact_force(self._c, penetration, rate)

    def tangent(self, penetration: float, rate: float) -> Tuple[float, float]:
        """∂F/∂δ, N/m, and ∂F/∂δ̇, N·s/m."""
        stiffness, damping = ffi.new("double *"), ffi.new("double *")
        lib.thud_contact_tangent(self._c, penetration, rate, stiffness, damping)
        return stiffness[0], damping[0]

    def accept(self, penetration: float, rate: float) -> bool:
        """Records an accepted step; whether the bodies are still in contact."""
        closed = bool(lib.thud_contact_accept(self._c, penetration, rate))
        check(lib.thud_contact_state(self._c), subject="penetration, rate")
        return closed

    @property
    def damping(self) -> float:
        """c of the impact under way, N·s/m^(p+1)."""
        return self._c.damping

    @property
    def active(self) -> bool:
        return bool(self._c.active)
