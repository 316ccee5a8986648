"""Systems of one's own: equations of motion as Python functions, contacts event by event."""
from __future__ import annotations

from typing import Any, Callable, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from ._core import NONE, SPEED, TIME, Number, count_of, doubles, ffi, lib, scalar, vector
from ._laws import law as find_law, separation_of
from ._run import Calls, Run, finish, history_of, ledger_of, locals_of, new_record, summary_of

SOURCES = {"exact": lib.THUD_DAMPING_EXACT, "published": lib.THUD_DAMPING_PUBLISHED}


class Equations(Calls):
    """The functions of a system while it runs. After an exception nothing of the user's is called again, and every
    number is NaN, so that the run ends at once."""

    def __init__(self, system: "System", dof: int, progress: Any) -> None:
        super().__init__(progress)
        self.system: Any = system  # only what the user gave is ever called
        self.dof = dof
        self.kept: Any = None  # what C looks at while the run lasts

    def copy(self, pointer: Any) -> np.ndarray:
        """A state, which is the function's own: the memory of the library does not last."""
        return np.frombuffer(ffi.buffer(pointer, 8 * self.dof), dtype=np.float64).copy()

    def write(self, pointer: Any, value: Any, shape: Any, name: str) -> None:
        array = np.asarray(value, dtype=np.float64)
        if array.shape != shape:
            raise ValueError(f"{name} must have the shape {shape}, not {array.shape}")
        array = np.ascontiguousarray(array)
        ffi.memmove(pointer, doubles(array), array.nbytes)


def blank(pointer: Any, count: int) -> None:
    np.frombuffer(ffi.buffer(pointer, 8 * count), dtype=np.float64)[:] = np.nan


def define(function: Callable[..., Any], failed: Any, room: Optional[Callable[[Equations], int]] = None) -> None:
    """Makes a function the Python side of a call from C. What it raises is kept; its last argument, with room for so many
    numbers, is then blank."""

    def fail(context: Any, arguments: Any) -> Any:
        if room is not None:
            blank(arguments[-1], room(ffi.from_handle(context)))
        return failed

    def call(context: Any, *arguments: Any) -> Any:
        equations = ffi.from_handle(context)
        return function(equations, *arguments) if equations.error is None else fail(context, arguments)

    def keep(exception: Any, value: BaseException, traceback: Any) -> Any:
        given = locals_of(traceback)
        ffi.from_handle(given["context"]).error = value
        return fail(given["context"], given["arguments"])

    ffi.def_extern("thud_py_" + function.__name__, onerror=keep)(call)


def mass(s: Equations, q: Any, matrix: Any) -> None:
    given = s.system.mass
    s.write(matrix, given(s.copy(q)) if callable(given) else given, (s.dof, s.dof), "the mass matrix")


def forces(s: Equations, time: float, q: Any, rate: Any, out: Any) -> None:
    s.write(out, s.system.forces(time, s.copy(q), s.copy(rate)), (s.dof,), "the forces")


def penetration(s: Equations, contact: int, q: Any, gradient: Any) -> float:
    depth, slope = s.system.penetration(contact, s.copy(q))
    s.write(gradient, slope, (s.dof,), "the gradient of the penetration")
    return float(depth)


def touch(s: Equations, contact: int, q: Any) -> bool:
    return bool(s.system.touch(contact, s.copy(q)))


def next_break(s: Equations, time: float) -> float:
    return float(s.system.next_break(time))


def switches(s: Equations, time: float, q: Any, rate: Any, out: Any) -> None:
    s.write(out, s.system.switches(time, s.copy(q), s.copy(rate)), (s.system.switch_count,), "the switches")


def commit(s: Equations, index: int, time: float, q: Any, rate: Any) -> None:
    s.system.commit(index, time, s.copy(q), s.copy(rate))


def energy(s: Equations, time: float, q: Any, rate: Any) -> float:
    return float(s.system.energy(time, s.copy(q), s.copy(rate)))


def power(s: Equations, time: float, q: Any, rate: Any) -> float:
    return float(s.system.power(time, s.copy(q), s.copy(rate)))


def damping_power(s: Equations, time: float, q: Any, rate: Any) -> float:
    return float(s.system.damping_power(time, s.copy(q), s.copy(rate)))


NAN = float("nan")
define(mass, None, lambda s: s.dof * s.dof)
define(forces, None, lambda s: s.dof)
define(penetration, NAN, lambda s: s.dof)
define(touch, False)
define(next_break, float("inf"))
define(switches, None, lambda s: s.system.switch_count)
define(commit, None)
define(energy, NAN)
define(power, NAN)
define(damping_power, NAN)


class System:
    """Equations of motion M(q) q̈ = forces(t, q, q̇) with contacts, in generalised coordinates q.

    mass         an array [dof × dof], or a function of q that gives one
    forces       a function of t, q and rate: the forces without contacts, [dof]; None where there are no others than those
                 of stiffness and damping
    stiffness, damping    arrays [dof × dof]: the forces have − K q − C q̇ besides. With a mass that is an array the energy
                 balance is kept without functions for it
    contacts     a list of dicts: law, and e, k, n, damping, separation as in thud.impact; name. With `direction`, [dof], and
                 `gap` in all of them the penetration is direction · q − gap, and no function is needed
    penetration  a function of the contact's number and q: the penetration, m, above zero while touching, and its gradient
                 ∂δ/∂q, [dof]
    energy, power    functions of t, q and rate: the energy stored, J, and the power, W, of loads and damping; without
                 them no energy balance is kept; damping_power the part of it that damping takes, W
    switches     a function of t, q and rate: switch_count numbers, smooth between events. Where one becomes positive,
                 the instant is located and commit(index, t, q, rate) called, which alone changes what the forces
                 remember: what has yielded, or which way it slides
    touch        a function of the contact's number and q, asked when a gap closes: False where the parts pass by
    next_break   a function of t: the next instant at which the forces are not smooth in time; inf: none

    A function may be compiled: a pointer of cffi, or what numba's cfunc makes (it has an `address`), with the signature of
    <thud/system.h>. Its first argument is `context`, a pointer or an address; its memory must last.

    An exception in a function ends the run and comes out of it.
    """

    def __init__(self, mass: Any, forces: Optional[Callable[..., Any]] = None, contacts: Sequence[Mapping[str, Any]] = (),
                 penetration: Optional[Callable[..., Any]] = None, *, stiffness: Any = None, damping: Any = None,
                 context: Any = None, energy: Optional[Callable[..., Any]] = None,
                 power: Optional[Callable[..., Any]] = None, touch: Optional[Callable[..., Any]] = None,
                 next_break: Optional[Callable[..., Any]] = None, damping_power: Optional[Callable[..., Any]] = None,
                 switch_count: int = 0, switches: Optional[Callable[..., Any]] = None,
                 commit: Optional[Callable[..., Any]] = None) -> None:
        functions: List[Tuple[str, Any]] = [
            ("forces", forces), ("penetration", penetration), ("energy", energy), ("power", power), ("touch", touch),
            ("next_break", next_break), ("damping_power", damping_power), ("switches", switches), ("commit", commit)]
        for name, function in functions:
            if function is not None and not callable(function) and address_of(function) is None:
                raise TypeError(f"{name} must be a function")
        if forces is None and stiffness is None:
            raise TypeError("forces must be a function, or there is a stiffness")
        self._directions, self._gaps = directions_of(contacts)
        if contacts and penetration is None and self._directions is None:
            raise TypeError("contacts need a penetration, or a direction and a gap each")
        if penetration is not None and self._directions is not None:
            raise TypeError("a penetration and directions of contacts exclude each other")
        self.switch_count = count_of(switch_count, "switch_count", 0)
        if (self.switch_count > 0) != (switches is not None) or (switches is None) != (commit is None):
            raise TypeError("switch_count, switches and commit come together")
        self.mass = mass if callable(mass) or address_of(mass) is not None else matrix_of(mass, "mass")
        self.stiffness = None if stiffness is None else matrix_of(stiffness, "stiffness")
        self.damping = None if damping is None else matrix_of(damping, "damping")
        self._context = ffi.NULL if context is None else ffi.cast("void *", context)
        self.forces, self.penetration, self.energy, self.power = forces, penetration, energy, power
        self.touch, self.next_break, self.damping_power = touch, next_break, damping_power
        self.switches, self.commit = switches, commit
        self.contacts = [str(c.get("name", f"contact-{i + 1}")) for i, c in enumerate(contacts)]
        self._contacts = ffi.new("thud_gap_contact[]", max(len(contacts), 1))
        self._impulsive: List[bool] = []
        for i, given in enumerate(contacts):
            self._impulsive.append(gap_contact(given, self._contacts[i]))

    def run(self, q: Any, rate: Any, duration: Number, *, interval: Optional[Number] = None, events: bool = False,
            tolerance: Optional[Number] = None, impact_threshold: Optional[Number] = None,
            step_limit: Optional[int] = None, loops: bool = False,
            progress: Optional[Callable[[float], Any]] = None) -> Run:
        """From q and q̇ at time 0 over a duration, s. Coordinates are called q0, q1, … in the history.

        interval is that between samples, s; a thousandth of the duration where it is not given.
        """
        start, speed = vector(q, "q").copy(), vector(rate, "rate").copy()
        if start.size != speed.size:
            raise ValueError(f"{start.size} coordinates and {speed.size} rates")
        if not (np.isfinite(start).all() and np.isfinite(speed).all()):
            raise ValueError("q and rate must be finite")
        for name in ("mass", "stiffness", "damping"):
            given = getattr(self, name)
            if isinstance(given, np.ndarray) and given.shape != (start.size, start.size):
                raise ValueError(f"the {name} matrix has the shape {given.shape} for {start.size} coordinates")
        if self._directions is not None and self._directions.shape[1] != start.size:
            raise ValueError(f"a direction has {self._directions.shape[1]} components for {start.size} coordinates")
        options = self._options(duration, interval, events, tolerance, impact_threshold, step_limit)
        return self._run(start, speed, options, loops, progress)

    def _options(self, duration: Any, interval: Any, events: Any, tolerance: Any, threshold: Any, limit: Any) -> Any:
        options = ffi.new("thud_system_options *", lib.thud_system_options_default())
        options.duration = scalar(duration, TIME, "duration")
        options.output_interval = options.duration / 1000 if interval is None else scalar(interval, TIME, "interval")
        options.output_events = bool(events)
        if tolerance is not None:
            options.tolerance = scalar(tolerance, NONE, "tolerance")
        if threshold is not None:
            options.impact_threshold = scalar(threshold, SPEED, "impact_threshold")
        if limit is not None:
            options.step_limit = count_of(limit, "step_limit", 1)
        return options

    def _run(self, q: np.ndarray, rate: np.ndarray, options: Any, loops: bool, progress: Any) -> Run:
        record, observer, _ = new_record(q.size, len(self.contacts), loops, None)
        equations = Equations(self, q.size, progress)
        record.context = equations.handle
        system = self._system(equations)
        bodies = ffi.new("thud_body_summary[]", q.size)
        contacts = ffi.new("thud_contact_summary[]", max(len(self.contacts), 1))
        summary = ffi.new("thud_summary *")
        status = lib.thud_system_run(system, options, doubles(q), doubles(rate), bodies, contacts, observer, summary)
        names = [f"q{i}" for i in range(q.size)]
        history, impacts = history_of(record, names, [], self.contacts), ledger_of(record)
        equations.reraise()
        run = Run("", names, self.contacts,
                  {} if summary.bodies == ffi.NULL else summary_of(summary, names, [], self.contacts, self._impulsive),
                  history, *impacts)
        finish(status, record, summary, run)
        return run

    def _system(self, equations: Equations) -> Any:
        """Matrices, functions in Python and compiled ones, each with its own context; what C looks at stays with the
        equations."""
        system, linear = ffi.new("thud_system *"), ffi.new("thud_py_linear *")
        work = ffi.new("double[]", equations.dof)
        linear.dof, linear.work = equations.dof, work
        given = linear.given
        given.contact_count, given.contacts = len(self.contacts), self._contacts
        given.switch_count = self.switch_count
        for name in ("mass", "stiffness", "damping"):
            if isinstance(getattr(self, name), np.ndarray):
                setattr(linear, name, doubles(getattr(self, name)))
        if self._directions is not None:
            linear.direction, linear.gap = doubles(self._directions), doubles(self._gaps)
        for name in ("mass", "forces", "penetration", "touch", "next_break", "energy", "power", "damping_power", "switches",
                     "commit"):
            function = getattr(self, name)
            if function is None or isinstance(function, np.ndarray):
                continue
            address = address_of(function)
            setattr(linear, "of_" + name, equations.handle if address is None else self._context)
            python = getattr(lib, "thud_py_" + name)
            setattr(given, name, python if address is None else ffi.cast(ffi.typeof(python), address))
        lib.thud_py_linear_system(linear, system)
        equations.kept = (linear, work)
        return system


def address_of(function: Any) -> Optional[int]:
    """Where a compiled function is: a pointer of cffi, or what numba's cfunc makes; None for other objects."""
    if isinstance(function, ffi.CData):
        return int(ffi.cast("intptr_t", function))
    address = getattr(function, "address", None)
    return address if isinstance(address, int) else None


def matrix_of(values: Any, name: str) -> np.ndarray:
    matrix = np.ascontiguousarray(np.atleast_2d(np.asarray(values, dtype=np.float64)))
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"the {name} matrix must be square, not of the shape {matrix.shape}")
    return matrix


def directions_of(contacts: Sequence[Mapping[str, Any]]) -> Any:
    """Rows of directions and the gaps, m, where contacts have them: all or none."""
    having = [c for c in contacts if "direction" in c or "gap" in c]
    if not having:
        return None, None
    if len(having) < len(contacts) or not all("direction" in c for c in contacts):
        raise TypeError("contacts have a direction each, or none has one")
    directions = np.ascontiguousarray(np.atleast_2d(np.asarray([vector(c["direction"], "direction") for c in contacts])))
    return directions, np.asarray([scalar(c.get("gap", 0.0), (0, 1, 0, 0), "gap") for c in contacts])


def gap_contact(given: Mapping[str, Any], c: Any) -> bool:
    """Parameters of a contact from a dict; whether its impacts are impulses."""
    unknown = set(given) - {"law", "e", "k", "n", "damping", "separation", "name", "direction", "gap"}
    if unknown:
        raise KeyError(f"a contact has no {sorted(unknown)[0]!r}; it has law, e, k, n, damping, separation, name, direction and gap")
    law = find_law(given["law"])
    default = ffi.new("thud_gap_contact *", lib.thud_gap_contact_default(law._c))
    if "n" in given:
        default.exponent = scalar(given["n"], NONE, "n")
    default.restitution = scalar(given.get("e", 1.0), NONE, "e")
    if "k" in given:
        default.stiffness = scalar(given["k"], (1, 1 - default.exponent, -2, 0), "k")
    damping = given.get("damping", "exact")
    if isinstance(damping, str) and damping in SOURCES:
        default.damping = SOURCES[damping]
    else:
        p = law.damper_exponent(default.exponent)
        default.damping, default.damping_value = lib.THUD_DAMPING_GIVEN, scalar(damping, (1, -p if p == p else 0, -1, 0), "damping")
    default.separation = separation_of(given.get("separation"))
    ffi.memmove(ffi.addressof(c), default, ffi.sizeof("thud_gap_contact"))
    return law.kind == "impulsive"
