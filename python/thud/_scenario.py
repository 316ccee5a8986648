"""Scenarios: models that are read from files or dicts, run, verified, and tried with varied inputs."""
from __future__ import annotations

import copy
import json
import math
import os
import tempfile
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from ._core import (NONE, SPEED, TIME, Closed, Message, Number, Reports, check, choice, count_of, error_of, ffi, lib,
                    new_error, path_of, scalar, text_of)
from ._derivative import Function, dict_of, impacts_of, list_of, open_derivatives
from ._fmu import write_fmu
from ._live import LiveRun
from ._record import Record
from ._run import Calls, Run, record_run


class StructureMode(Record):
    """A mode of a structure: bodies that springs hold together.

    structure            its number, from 1, in the order of their first bodies
    square, period       ω², rad²/s², and 2π/ω, s: infinite where nothing holds the structure, NaN where it grows by itself
    is_free              the structure moves as a whole, and nothing holds it
    participating_mass   kg; over its modes they sum to the mass of the structure
    shape                by body: the largest is 1
    """

    structure: int
    square: float
    period: float
    is_free: bool
    participating_mass: float
    shape: Dict[str, float]


SOLVERS = (("events", lib.THUD_SOLVER_EVENTS), ("moreau", lib.THUD_SOLVER_MOREAU))


def as_yaml(value: Any) -> str:
    """A dict as the text of a file: JSON, which is YAML, with its own words for infinities."""
    return json.dumps(value, default=simple, allow_nan=True, ensure_ascii=False, indent=1) \
        .replace(": Infinity", ": .inf").replace(": -Infinity", ": -.inf").replace(": NaN", ": .nan")


def path_at(text: str, line: int) -> str:
    """Where a line of as_yaml stands in the dict: contacts[0].gap."""
    open_: List[Tuple[str, int]] = []  # what each container is called, and how many items of a list there were; −1 in a dict
    for number, raw in enumerate(text.splitlines(), 1):
        content = raw.strip()
        name = ""
        if content[:1] in "}]":
            name = open_.pop()[0] if open_ else ""
        elif open_ and open_[-1][1] >= 0:
            name = f"[{open_[-1][1]}]"
            open_[-1] = (open_[-1][0], open_[-1][1] + 1)
        elif open_:
            key = json.JSONDecoder().raw_decode(content)[0]
            name = ("." if len(open_) > 1 else "") + str(key)
        if number == line:
            return "".join(outer for outer, _ in open_) + name
        if content[-1:] in "{[":
            open_.append((name, 0 if content.endswith("[") else -1))
    return ""


def placed(message: Message, text: str) -> Message:
    """A message about the text of a dict with its place in the dict; others, about files that it names, as they are."""
    if message.file != "(text)" or message.line is None:
        return message
    path = path_at(text, message.line)
    return Message(None, None, None, f"{path}: {message.text}" if path else message.text, message.warning)


def simple(value: Any) -> Any:
    """What JSON does not know: numbers and arrays of numpy, paths."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"a scenario holds texts, numbers, lists and dicts, not {type(value).__name__}")


class Scenario:
    """A model that is ready to run, from a scenario file or from a dict of the same keys (docs/scenario.md).

    thud.Scenario("bridge.yaml").run().summary["impacts"]
    thud.Scenario({"bodies": {"ball": {"mass": 1}}, "gravity": 9.81, "duration": "2 s", "contacts": […]})

    Records are looked for in the file's folder, those of a dict in `folder`, the current one by default. What is wrong is
    a thud.Error with all messages; warnings are in `warnings`. It does not change, and threads may share it.
    """

    def __init__(self, source: Union[str, os.PathLike, Mapping[str, Any]], folder: Any = None) -> None:
        self._model: Any = None
        self._text: Optional[bytes] = None  # of a dict; that of a file is the file's
        self._folder = ""
        reports, out = Reports(), ffi.new("thud_model **")
        if isinstance(source, Mapping):
            text = self._text = as_yaml(source).encode("utf-8", "surrogatepass")
            self._folder = os.getcwd() if folder is None else os.fspath(folder)
            where = path_of(self._folder)
            status = lib.thud_scenario_parse(text, len(text), where, lib.thud_py_report, reports.handle, out)
            reports.messages[:] = [placed(message, text.decode("utf-8", "replace")) for message in reports.messages]
            self.path: Optional[str] = None
        elif isinstance(source, (str, os.PathLike)):
            if folder is not None:
                raise TypeError("a folder is for the records of a dict; a file has its own")
            self.path = os.fspath(source)
            status = lib.thud_scenario_read(path_of(source), lib.thud_py_report, reports.handle, out)
        else:
            raise TypeError(f"a scenario is a path or a dict, not {type(source).__name__}")
        reports.check(status, self.path)
        self.warnings: List[Message] = reports.messages
        self._model = ffi.gc(out[0], lib.thud_model_free)

    def close(self) -> None:
        """Gives its memory back; runs that are under way elsewhere end as they would have."""
        self._model = None

    def __enter__(self) -> "Scenario":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    @property
    def model(self) -> Any:
        if self._model is None:
            raise Closed("the scenario is closed")
        return self._model

    # ---- what it consists of ----

    @property
    def title(self) -> str:
        return text_of(lib.thud_model_title(self.model)) or ""

    @property
    def duration(self) -> float:
        """s"""
        return lib.thud_model_duration(self.model)

    @property
    def precision(self) -> float:
        """How well its inputs are known, relative."""
        return lib.thud_model_precision(self.model)

    @property
    def bodies(self) -> List[str]:
        model = self.model
        return [text_of(lib.thud_model_body_name(model, i)) or "" for i in range(lib.thud_model_body_count(model))]

    @property
    def rods(self) -> List[str]:
        model = self.model
        return [text_of(lib.thud_model_rod_name(model, i)) or "" for i in range(lib.thud_model_rod_count(model))]

    @property
    def supports(self) -> List[str]:
        model = self.model
        return [text_of(lib.thud_model_support_name(model, i)) or "" for i in range(lib.thud_model_support_count(model))]

    @property
    def contacts(self) -> List[str]:
        model = self.model
        return [text_of(lib.thud_model_contact_name(model, i)) or "" for i in range(lib.thud_model_contact_count(model))]

    @property
    def links(self) -> List[str]:
        model = self.model
        return [text_of(lib.thud_model_link_name(model, i)) or "" for i in range(lib.thud_model_link_count(model))]

    @property
    def watches(self) -> List[str]:
        model = self.model
        return [text_of(lib.thud_model_watch_name(model, i)) or "" for i in range(lib.thud_model_watch_count(model))]

    def contact(self, name: Union[str, int], speed: Optional[Number] = None) -> Dict[str, Any]:
        """The parameters of a contact, by name or number: law, gap, restitution, stiffness, exponent, restitution_speed (0: none) in SI units.

        Where the restitution depends on the approach speed, m/s, it is that at `speed`.
        """
        c = ffi.new("thud_gap_contact *")
        check(lib.thud_model_contact_parameters(self.model, self._number(name), c), subject=f"contact {name}")
        e = c.restitution if speed is None else lib.thud_gap_contact_restitution(c, scalar(speed, SPEED, "speed"))
        return {"law": text_of(c.law.name), "gap": c.gap, "restitution": e, "stiffness": c.stiffness,
                "exponent": c.exponent, "restitution_speed": c.restitution_speed}

    def link(self, name: Union[str, int]) -> Dict[str, Any]:
        """The parameters of a link, by name or number: stiffness, damping, and its model where it yields, in SI units."""
        c = ffi.new("thud_link *")
        check(lib.thud_model_link_parameters(self.model, self._number(name, "link"), c), subject=f"link {name}")
        found = {"stiffness": c.stiffness, "damping": c.damping, "damping_ratio": c.damping_ratio,
                 "damping_exponent": c.damping_exponent or 1.0, "height": c.height, "weight": c.weight}
        model = text_of(lib.thud_hysteresis_name(c.hysteresis.model))
        if model:
            found.update({key: getattr(c.hysteresis, key) for key, _ in ffi.typeof("thud_hysteresis").fields}, model=model)
        return found

    def modes(self) -> List[StructureMode]:
        """The modes of its structures, undamped and free of contact: by structure, the longest period first."""
        out = ffi.new("thud_modes **")
        check(lib.thud_model_modes(self.model, out), subject="modes")
        try:
            c = out[0]
            return [StructureMode._of(one, structure=one.structure + 1, shape=dict(zip(self.bodies, one.shape[0:c.body_count])))
                    for one in c.list[0:c.count]]
        finally:
            lib.thud_modes_free(out[0])

    def _number(self, name: Union[str, int], what: str = "contact") -> int:
        if isinstance(name, str):
            names = self.contacts if what == "contact" else self.links
            if name not in names:
                raise KeyError(f"no {what} is called {name!r}; there are {', '.join(names) or 'none'}")
            return names.index(name)
        return count_of(name, what)

    def __repr__(self) -> str:
        if self._model is None:
            return "<thud scenario, closed>"
        return f"<thud scenario {self.title!r}: {len(self.bodies) + len(self.rods)} bodies, {len(self.contacts)} contacts, {self.duration:g} s>"

    # ---- running ----

    def _options(self, given: Dict[str, Any]) -> Any:
        """Those of the scenario, with what is given instead."""
        options = ffi.new("thud_run_options *", lib.thud_model_run_options(self.model))
        for name, key, dimension in (("duration", "duration", TIME), ("interval", "output_interval", TIME),
                                     ("tolerance", "tolerance", NONE), ("impact_threshold", "impact_threshold", SPEED),
                                     ("step", "solver_step", TIME)):
            if given.get(name) is not None:
                setattr(options, key, scalar(given[name], dimension, name))
        if given.get("events") is not None:
            options.output_events = bool(given["events"])
        if given.get("solver") is not None:
            options.solver = choice(given["solver"], SOLVERS, "solver")
        error = new_error()
        check(lib.thud_run_options_check(options, self.model, error), error)
        return options

    def run(self, *, duration: Optional[Number] = None, interval: Optional[Number] = None, events: Optional[bool] = None,
            tolerance: Optional[Number] = None, impact_threshold: Optional[Number] = None, solver: Optional[str] = None,
            step: Optional[Number] = None, contacts: Optional[Mapping[Union[str, int], Mapping[str, Any]]] = None,
            loops: bool = False, progress: Optional[Callable[[float], Any]] = None,
            derivatives: Union[str, Sequence[str]] = ()) -> Run:
        """Runs it from the start to the end, and gives everything that came of it.

        duration, interval, events, tolerance, impact_threshold, solver, step    instead of those of the scenario; an
                  interval of 0 is a thousandth of the duration, as for `thud run`
        contacts  other parameters for some contacts, as in {"east": {"gap": 0.02}}
        loops     keep the force of each contact over its penetration
        progress  called now and then with the time that was reached, s; False stops the run
        derivatives  paths as in studies, "contacts.*.gap" or "links.0.stiffness": run.derivatives has the derivatives of every
                  number by the values there; "initial" stands for the displacement and velocity of each body

        A run that fails is a thud.Error; what it had until then is in the exception's `run`.
        """
        held = copy.copy(self)  # whoever closes the scenario meanwhile does not close this
        return held._run(contacts, loops, progress, list_of(derivatives), dict(duration=duration, interval=interval, events=events, tolerance=tolerance,
                                                         impact_threshold=impact_threshold, solver=solver, step=step))

    def function(self, paths: Union[str, Sequence[str]], quantity: str, *, tolerance: Optional[float] = None) -> Function:
        """A number of its run, "bodies.deck.max_displacement", as a function of the values at some paths, a thud.Function:
        f(x), and f.value_and_gradient(x) for optimizers."""
        return Function(self._source(), self._folder_of(), list_of(paths), quantity, tolerance)

    def _source(self) -> bytes:
        """Its text; that of a file as it is now."""
        if self._text is not None:
            return self._text
        with open(self.path or "", "rb") as file:
            return file.read()

    def _folder_of(self) -> bytes:
        return path_of(self._folder if self._text is not None else os.path.dirname(self.path or ""))

    def start(self, *, interval: Optional[Number] = None, events: Optional[bool] = None, tolerance: Optional[Number] = None,
              impact_threshold: Optional[Number] = None,
              contacts: Optional[Mapping[Union[str, int], Mapping[str, Any]]] = None) -> LiveRun:
        """Begins a run in steps, a thud.LiveRun, which goes as far as its `advance` is told. Options and contacts as for `run`;
        without an interval it keeps no history."""
        held = copy.copy(self)
        options = held._options(dict(interval=interval, events=events, tolerance=tolerance, impact_threshold=impact_threshold))
        if interval is None:
            options.output_interval = 0
        return LiveRun(held, held._simulation(options, contacts))

    def fmu(self, path: Union[str, os.PathLike], *, version: int = 3, exchange: bool = False,
            inputs: Union[str, Iterable[str]] = (), outputs: Union[str, Iterable[str]] = (),
            parameters: Union[str, Iterable[str]] = (), command: Optional[str] = None) -> Dict[str, Any]:
        """Writes the scenario as an FMU, for other simulators (docs/fmu.md): what `thud fmu` says of it, with its `variables`.

        version     of the standard, 3 or 2
        exchange    for model exchange; without it for co-simulation
        inputs      "ground", "forces.deck"; outputs and parameters are names and paths, with * for any letters
        command     the command thud that writes it, where it is not the one on the PATH
        """
        lists = {"inputs": inputs, "outputs": outputs, "parameters": parameters}
        self.model  # an error where it is closed
        if self.path is not None:
            return write_fmu(self.path, path, version, exchange, lists, command)
        # beside the records that the dict names
        with tempfile.NamedTemporaryFile(suffix=".yaml", dir=self._folder) as file:
            file.write(self._text or b"")
            file.flush()
            return write_fmu(file.name, path, version, exchange, lists, command)

    def _run(self, contacts: Any, loops: bool, progress: Any, paths: List[str], given: Dict[str, Any]) -> Run:
        options = self._options(given)
        if options.output_interval == 0:
            options.output_interval = options.duration / 1000
        simulation = self._simulation(options, contacts)
        if not paths:
            return record_run(self, simulation, loops, progress)
        # the model, whose numbers are those of this one, lasts as long as the derivatives need it
        derivatives, model = open_derivatives(self._source(), self._folder_of(), paths, path=self.path)
        check(lib.thud_derivatives_follow(derivatives, simulation), subject="derivatives")
        run = record_run(self, simulation, loops, progress)
        run.derivatives, run.impact_derivatives = dict_of(derivatives), impacts_of(derivatives)
        del model
        return run

    def _simulation(self, options: Any, contacts: Any) -> Any:
        out, error = ffi.new("thud_simulation **"), new_error()
        check(lib.thud_simulation_create(self.model, out))
        simulation = ffi.gc(out[0], lib.thud_simulation_free)
        check(lib.thud_simulation_set_options(simulation, options, error), error)
        for name, parameters in (contacts or {}).items():
            self._set_contact(simulation, self._number(name), parameters)
        return simulation

    def _set_contact(self, simulation: Any, number: int, parameters: Mapping[str, Any]) -> None:
        c = ffi.new("thud_gap_contact *")
        check(lib.thud_model_contact_parameters(self.model, number, c), subject=f"contact {number}")
        for key, value in parameters.items():
            if key not in ("gap", "restitution", "stiffness", "exponent"):
                raise KeyError(f"{key!r} cannot vary in a run; gap, restitution, stiffness and exponent can")
            dimension = {"gap": (0, 1, 0, 0), "stiffness": (1, 1 - c.exponent, -2, 0)}.get(key, NONE)
            setattr(c, key, scalar(value, dimension, key))
        check(lib.thud_simulation_set_contact(simulation, number, c), subject=f"contact {number}")

    def verify(self) -> Dict[str, Any]:
        """Runs it beside SUNDIALS CVODE and compares: agrees, max_difference, agreed_until (s), and what differs."""
        model = self.model
        count = lib.thud_model_body_count(model) + lib.thud_model_rod_count(model)
        differences, out = np.full(count, math.nan), ffi.new("thud_verification *")
        status = lib.thud_verify(model, ffi.NULL, ffi.NULL, ffi.cast("double *", differences.ctypes.data), out)
        check(status, out.error)
        names = ("agrees", "max_difference", "agreed_until", "compared_until", "peak_difference", "undetermined", "crowded_at", "samples",
                 "impacts", "run_impacts", "tolerance", "steps")
        found: Dict[str, Any] = {name: getattr(out, name) for name in names}
        found["differences"] = dict(zip(self.bodies + self.rods, differences.tolist()))
        parts = {lib.THUD_VERIFY_BODY: self.bodies + self.rods, lib.THUD_VERIFY_SUPPORT: self.supports,
                 lib.THUD_VERIFY_CONTACT: self.contacts, lib.THUD_VERIFY_LINK: self.links,
                 lib.THUD_VERIFY_ENERGY: ["energy"]}
        found["different"] = [
            {"of": parts[d.part][d.index], "key": text_of(d.key), "run": d.run, "cvode": d.cvode, "allowed": d.allowed}
            for d in (out.different[i] for i in range(min(out.difference_count, lib.THUD_VERIFY_DIFFERENCES)))]
        return found

    def spread(self, copies: int = 32, *, precision: Optional[Number] = None, agreement: Number = 0.01,
               seed: int = 1) -> Dict[str, Any]:
        """How far the numbers of a run can be trusted: copies with inputs varied within their precision.

        A dict as `spread` in summary.json: every number with deviation, lowest and highest, and agreed_until, s.
        """
        model = self.model
        options = ffi.new("thud_spread_options *", lib.thud_spread_options_default())
        options.copies = count_of(copies, "copies", 1)
        options.precision = self.precision if precision is None else scalar(precision, NONE, "precision")
        options.agreement = scalar(agreement, NONE, "agreement")
        options.seed = count_of(seed, "seed")
        out, calls = ffi.new("thud_spread **"), Calls()
        status = lib.thud_spread_estimate(model, options, lib.thud_py_go_on, calls.handle, out)
        calls.reraise()
        if status != lib.THUD_OK:
            raise error_of(status)
        return spread_of(self, ffi.gc(out[0], lib.thud_spread_free))


def expand(path: Union[str, os.PathLike]) -> str:
    """A scenario file without shorthand: every `repeat` and all `storeys` written out, as `thud scenario FILE --expand` prints it."""
    reports, out = Reports(), ffi.new("char **")
    status = lib.thud_scenario_expand(path_of(path), lib.thud_py_report, reports.handle, out)
    reports.check(status, os.fspath(path))
    try:
        return text_of(out[0]) or ""
    finally:
        lib.free(out[0])


def spread_of(scenario: Scenario, c: Any) -> Dict[str, Any]:
    def ranges(struct: Any, names: Optional[List[str]] = None) -> Dict[str, Any]:
        fields = [name for name, _ in ffi.typeof(struct).fields]
        return {shown: {part: getattr(getattr(struct, name), part) for part in ("deviation", "lowest", "highest")}
                for name, shown in zip(fields, names or fields)}

    angles = ["max_angle", "max_angular_velocity", "max_angular_acceleration", "final_angle", "final_angular_velocity"]
    bodies, rods = scenario.bodies, scenario.rods
    found: Dict[str, Any] = {name: getattr(c, name) for name in ("copies", "failed", "precision", "agreed_until")}
    found["impacts"] = {part: getattr(c.impacts, part) for part in ("deviation", "lowest", "highest")}
    found["bodies"] = {name: ranges(c.bodies[i]) for i, name in enumerate(bodies)}
    if rods:
        found["rods"] = {name: ranges(c.bodies[len(bodies) + i], angles) for i, name in enumerate(rods)}
    found["contacts"] = {name: ranges(c.contacts[i]) for i, name in enumerate(scenario.contacts)}
    if c.link_count:
        found["links"] = {name: ranges(c.links[i]) for i, name in enumerate(scenario.links)}
    if c.watch_count:
        found["watch"] = {name: ranges(c.watches[i]) for i, name in enumerate(scenario.watches)}
    return found
