"""What comes of a run: samples, impacts, summary."""
from __future__ import annotations

import math
from typing import Any, Callable, Dict, List, Optional, Sequence

import numpy as np

from ._core import Error, check, error_of, ffi, lib, view
from ._html import plot
from ._record import table

BODY_KEYS = ("max_displacement", "max_velocity", "max_acceleration", "final_displacement", "final_velocity")
ROD_KEYS = ("max_angle", "max_angular_velocity", "max_angular_acceleration", "final_angle", "final_angular_velocity")
FORMATS = {"double": "f8", "size_t": "u8", "unsigned long": "u8", "_Bool": "?", "bool": "?"}


def dtype_of(name: str) -> np.dtype:
    """The layout of a C struct of plain members."""
    kind = ffi.typeof(name)
    fields = [(member, FORMATS[field.type.cname], field.offset) for member, field in kind.fields]
    return np.dtype({"names": [f[0] for f in fields], "formats": [f[1] for f in fields],
                     "offsets": [f[2] for f in fields], "itemsize": ffi.sizeof(kind)})


IMPACT_ENTRY = dtype_of("thud_impact_entry")
CONTACT_SAMPLE = dtype_of("thud_contact_sample")


class Calls:
    """The Python side of calls from C: keeps the first exception, and stops what goes on."""

    def __init__(self, progress: Optional[Callable[[float], Any]] = None) -> None:
        if progress is not None and not callable(progress):
            raise TypeError("progress must be a function of the time that was reached")
        self.progress = progress
        self.error: Optional[BaseException] = None
        self.handle = ffi.new_handle(self)

    def reraise(self) -> None:
        if self.error is not None:
            error, self.error = self.error, None
            raise error


# entering Python lets signals in: Ctrl-C stops a run as it stops anything else. It may strike before the first line of
# a function, where no try can catch it, so that cffi is asked to hand over what went wrong


def locals_of(traceback: Any) -> Dict[str, Any]:
    """The arguments of the function that C called."""
    return {} if traceback is None else traceback.tb_frame.f_locals


def keep(exception: Any, value: BaseException, traceback: Any) -> bool:
    """An exception in a call from C is kept for whoever waits for the C function."""
    context = locals_of(traceback).get("context")
    if context is not None:
        ffi.from_handle(context).error = value
    return False


@ffi.def_extern(onerror=keep)
def thud_py_progress(context: Any, time: float) -> bool:
    calls = ffi.from_handle(context)
    return calls.progress is None or calls.progress(time) is not False


@ffi.def_extern(onerror=keep)
def thud_py_go_on(context: Any) -> bool:
    return ffi.from_handle(context).error is None


class History(Dict[str, np.ndarray]):
    """Columns over time: "time" (s), "NAME.displacement" (m), "NAME.velocity" (m/s), "NAME.acceleration" (m/s², absolute),
    for rods "NAME.angle" and so on (rad), "NAME.force" (N) of contacts, signals that are watched by name, "NAME.deformation" (m) and "NAME.link_force" (N)
    of links where a run has results of links, "event": whether a row is that of an event."""

    def to_pandas(self) -> Any:
        """A pandas.DataFrame with the time as its index."""
        import pandas

        return pandas.DataFrame(dict(self)).set_index("time")


class Run:
    """A run.

    summary   a dict as in summary.json of `thud run`: duration, impacts, bodies, rods, supports, contacts, links, watch, modes,
              energy, solver, notes
    history   columns over time, a thud.History
    impacts   a structured array, a row for each impact: contact (number), time, approach_speed, … in SI units
    loops     a structured array of contact forces over penetrations, where they were asked for
    derivatives          by path and number, where they were asked for: as `derivatives` in summary.json
    impact_derivatives   a dict of columns: contact, time, "time by PATH" and "approach_speed by PATH" of the impacts
    """

    def __init__(self, title: str, names: List[str], contacts: List[str], summary: Dict[str, Any], history: History,
                 impacts: np.ndarray, loops: Optional[np.ndarray]) -> None:
        self.title = title
        self.names = names
        self.contacts = contacts
        self.summary = summary
        self.history = history
        self.impacts = impacts
        self.loops = loops
        self.derivatives: Dict[str, Dict[str, Any]] = {}
        self.impact_derivatives: Dict[str, np.ndarray] = {}

    def derivative(self, quantity: str, path: str) -> float:
        """One of `derivatives`; a ValueError with the reason where there is none."""
        by = self.derivatives[path]
        if quantity in by["reasons"]:
            raise ValueError(f"no derivative of {quantity} by {path}: {by['reasons'][quantity]}")
        return by[quantity]

    def to_pandas(self) -> Any:
        """The history as a pandas.DataFrame."""
        return self.history.to_pandas()

    def impacts_to_pandas(self) -> Any:
        """The impacts as a pandas.DataFrame, with contacts by name."""
        import pandas

        frame = pandas.DataFrame({name: self.impacts[name] for name in self.impacts.dtype.names or ()})
        frame["contact"] = [self.contacts[i] for i in self.impacts["contact"]]
        return frame

    def __repr__(self) -> str:
        return f"<thud run {self.title!r}: {self.summary['duration']:g} s, {self.summary['impacts']} impact{'s' if self.summary['impacts'] != 1 else ''}>"

    def _repr_html_(self) -> str:
        s = self.summary
        rows = [("duration [s]", s["duration"]), ("impacts", s["impacts"])]
        rows += [(f"{name}: largest displacement [m]", body["max_displacement"]) for name, body in list(s["bodies"].items())[:8]]
        rows += [(f"{name}: largest angle [rad]", rod["max_angle"]) for name, rod in list(s.get("rods", {}).items())[:8]]
        rows += [(f"{name}: impacts", contact["impacts"]) for name, contact in list(s["contacts"].items())[:8]]
        rows += [("energy lost in impacts [J]", s["energy"]["impact"]), ("energy residual", s["energy"]["residual"])]
        time = self.history.get("time", np.empty(0))
        kind = "angle" if any(f"{name}.angle" in self.history for name in self.names) else "displacement"
        lines = [(name, time, self.history[f"{name}.{kind}"]) for name in self.names if f"{name}.{kind}" in self.history]
        return table(rows, self.title) + plot(lines, "time [s]", "[rad]" if kind == "angle" else "[m]")


def record_run(scenario: Any, simulation: Any, loops: bool, progress: Any) -> Run:
    """Runs a simulation with everything that it tells kept."""
    bodies, rods, contacts = scenario.bodies, scenario.rods, scenario.contacts
    links = scenario.links[:lib.thud_simulation_summary(simulation).link_count]
    record, observer, calls = new_record(len(bodies) + len(rods), len(contacts), loops, progress, len(scenario.watches), len(links))
    status = lib.thud_simulation_run(simulation, observer)
    calls.reraise()
    run = run_of(scenario, simulation, record)
    finish(status, record, lib.thud_simulation_summary(simulation), run)
    return run


def run_of(scenario: Any, simulation: Any, record: Any, keep: bool = False) -> Run:
    """What a simulation has come to; `keep`: the record goes on growing."""
    bodies, rods, contacts = scenario.bodies, scenario.rods, scenario.contacts
    summary = lib.thud_simulation_summary(simulation)
    links = scenario.links[:summary.link_count]
    impulsive = [scenario.contact(i)["law"] in ("newton", "poisson", "stronge") for i in range(len(contacts))]
    found = {"title": scenario.title, **summary_of(summary, bodies, rods, contacts, impulsive)}
    if summary.support_count:
        found["supports"] = {name: {key: getattr(summary.supports[i], key) for key in BODY_KEYS} for i, name in enumerate(scenario.supports)}
    if scenario.watches:
        keys = [key for key, _ in ffi.typeof("thud_watch_summary").fields]
        found["watch"] = {name: {key: getattr(summary.watches[i], key) for key in keys} for i, name in enumerate(scenario.watches)}
    if summary.link_count:
        found["links"] = {name: link_of(summary.links[i], scenario, i) for i, name in enumerate(links)}
    found["modes"] = modes_of(scenario)
    if summary.notes.count:
        found["notes"] = notes_of(summary.notes)
    return Run(scenario.title, bodies + rods, contacts, found,
               history_of(record, bodies, rods, contacts, scenario.watches, links, keep), *ledger_of(record, keep))


MODES_MOST = 100  # bodies of a scenario whose modes are in every summary, as in summary.json


def notes_of(c: Any) -> List[str]:
    found = [ffi.string(text).decode("utf-8") for text in c.text[0:c.count]]
    return found + ([f"{c.left_out} more notes are left out"] if c.left_out else [])


def link_of(c: Any, scenario: Any, number: int) -> Dict[str, Any]:
    found: Dict[str, Any] = {key: getattr(c, key) for key, _ in ffi.typeof("thud_link_summary").fields}
    return {**found, "hysteresis": scenario.link(number).get("model", "none")}


def modes_of(scenario: Any) -> List[Dict[str, Any]]:
    """As in summary.json; the period of a free mode is infinite."""
    names = scenario.bodies
    if len(names) > MODES_MOST:
        return []
    out = ffi.new("thud_modes **")
    check(lib.thud_model_modes(scenario.model, out), subject="modes")
    try:
        c = out[0]
        return [{"structure": one.structure + 1, "period": one.period, "frequency": 0.0 if one.is_free else 1 / one.period,
                 "free": one.is_free, "participating_mass": one.participating_mass,
                 "participating_share": one.participating_mass / c.masses[one.structure],
                 "shape": {name: one.shape[i] for i, name in enumerate(names) if one.shape[i] != 0}}
                for one in c.list[0:c.count]]
    finally:
        lib.thud_modes_free(out[0])


def new_record(count: int, contacts: int, loops: bool, progress: Any, watches: int = 0, links: int = 0) -> Any:
    record, observer, calls = ffi.new("thud_py_record *"), ffi.new("thud_observer *"), Calls(progress)
    lib.thud_py_record_init(record, count, contacts, watches, links)
    record.wants_loops = bool(loops)
    record.context, record.progress = calls.handle, lib.thud_py_progress
    lib.thud_py_record_observe(record, observer)
    return record, observer, calls


def finish(status: int, record: Any, summary: Any, run: Any) -> None:
    if record.out_of_memory:
        raise MemoryError("there is not enough memory for the samples of the run")
    if status == lib.THUD_OK:
        return
    error = error_of(status, summary.error)
    if isinstance(error, Error):
        error.run = run  # type: ignore[attr-defined]
    raise error


def taken(pointer: Any, count: int, dtype: Any, keep: bool = False) -> np.ndarray:
    """Memory that the record grew, which is the array's from now on, or a copy where the record is to keep it."""
    if pointer == ffi.NULL:
        return np.empty(0, dtype)
    if keep:
        return view(pointer, count, None, dtype).copy()
    return view(pointer, count, ffi.gc(pointer, lib.free), dtype)


ROD_WORDS = {"displacement": "angle", "velocity": "angular_velocity", "acceleration": "angular_acceleration"}


def history_of(record: Any, bodies: List[str], rods: List[str], contacts: List[str], watches: Sequence[str] = (),
               links: Sequence[str] = (), keep: bool = False) -> History:
    """The columns of history.csv, in its order."""
    rows = taken(record.samples, record.sample_count * record.row, np.float64, keep).reshape(-1, record.row)
    names = bodies + rods
    history = History(time=rows[:, 0])
    for i, name in enumerate(names):
        for part, word in enumerate(ROD_WORDS):
            history[f"{name}.{word if i < len(bodies) else ROD_WORDS[word]}"] = rows[:, 1 + part * len(names) + i]
    for i, name in enumerate(contacts):
        history[f"{name}.force"] = rows[:, 1 + 3 * len(names) + i]
    for i, name in enumerate(watches):
        history[name] = rows[:, 1 + 3 * len(names) + len(contacts) + i]
    behind = 1 + 3 * len(names) + len(contacts) + len(watches)
    for i, name in enumerate(links):
        history[f"{name}.deformation"] = rows[:, behind + i]
        history[f"{name}.link_force"] = rows[:, behind + len(links) + i]
    history["event"] = rows[:, -1] != 0
    return history


def ledger_of(record: Any, keep: bool = False) -> Any:
    impacts = taken(record.impacts, record.impact_count, IMPACT_ENTRY, keep)
    return impacts, taken(record.loops, record.loop_count, CONTACT_SAMPLE, keep) if record.wants_loops else None


def summary_of(c: Any, bodies: List[str], rods: List[str], contacts: List[str], impulsive: List[bool]) -> Dict[str, Any]:
    def coordinate(body: Any, keys: Any) -> Dict[str, float]:
        return {key: getattr(body, name) for key, name in zip(keys, BODY_KEYS)}

    found: Dict[str, Any] = {"duration": c.duration, "impacts": c.impacts}
    found["bodies"] = {name: coordinate(c.bodies[i], BODY_KEYS) for i, name in enumerate(bodies)}
    if rods:
        found["rods"] = {name: coordinate(c.bodies[len(bodies) + i], ROD_KEYS) for i, name in enumerate(rods)}
    found["contacts"] = {}
    for i, name in enumerate(contacts):
        contact = c.contacts[i]
        # an impulse has no finite force, and a compliant contact no rest
        found["contacts"][name] = {
            "impacts": contact.impacts,
            "max_force": math.nan if impulsive[i] else contact.max_force,
            "resting_force": contact.max_force if impulsive[i] else math.nan,
            "max_penetration": contact.max_penetration,
            "impulse": contact.impulse,
            "energy_lost": contact.energy_lost,
            "stick_time": contact.stick_time,
            "indentation": contact.indentation,
            "closest_approach": contact.closest_approach,
        }
    found["energy"] = {name: getattr(c.energy, name) for name, _ in ffi.typeof(c.energy).fields}
    found["solver"] = {name: getattr(c.solver, name) for name, _ in ffi.typeof(c.solver).fields}
    return found
