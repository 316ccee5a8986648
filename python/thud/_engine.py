"""What to enter in other people's simulators, and the devices that run studies."""
from __future__ import annotations

import math
from typing import Any, List, NamedTuple, Optional, Union

from ._core import (LENGTH, MASS, NONE, SPEED, TIME, Error, check, error_of, ffi, lib, new_error, scalar, status_name,
                    text_of)
from ._record import Record, table


def named(name: Any, what: str) -> bytes:
    """A name as the library takes it."""
    if not isinstance(name, str):
        raise TypeError(f"{what} is named by a text, not by {type(name).__name__}")
    return name.replace("\0", " ").encode("utf-8", "replace")


class EngineModel:
    """A contact model of a simulator.

    name, force        as the simulator calls it, and what it computes
    usual              the formula that people, or the simulator itself, use; None where there is none
    validity, source   what the numbers hold for; the file that this was read from
    run                tried in the simulator itself; otherwise emulated step by step from its source
    exponent           n of its spring, NaN for models that jump
    """

    def __init__(self, c: Any) -> None:
        self._c = c
        self.name: str = text_of(c.name) or ""
        self.force: str = text_of(c.force) or ""
        self.source: str = text_of(c.source) or ""
        self.usual: Optional[str] = text_of(c.usual)
        self.validity: str = text_of(c.validity) or ""
        self.run: bool = bool(c.run)
        self.exponent: float = lib.thud_engine_exponent(ffi.addressof(c))

    def __repr__(self) -> str:
        return f"<thud engine model {self.name}: {self.force}>"


class EngineValue(NamedTuple):
    """One number of a simulator's input: its name there, its unit and its value."""

    name: str
    unit: str
    value: float


class EngineAnswer(Record):
    """The numbers to enter, and what they return. SI units; NaN where a model that jumps has nothing.

    lines                what to paste into the simulator's input
    values               the same numbers, a list of EngineValue
    mass                 effective mass, kg
    stiffness, damping   k, N/mⁿ, and c, N·s/m^(p+1), of F = k δⁿ + c δᵖ δ̇; yield_length is m, of forces that yield
    contact_time, max_penetration    s and m
    restitution          what these numbers return with steps that vanish
    restitution_usual    what the usual formula returns
    restitution_step     what they return at `step`, s: the mean over where in a step the contact begins
    step_lowest, step_highest    the least and the most of them
    largest_step         s, that keeps the error in e; NaN when no step does, infinite when every one does
    """

    lines: str
    values: List[EngineValue]
    mass: float
    stiffness: float
    damping: float
    yield_length: float
    exponent_n: float
    exponent_p: float
    contact_time: float
    max_penetration: float
    restitution: float
    restitution_usual: float
    restitution_step: float
    step: float
    step_lowest: float
    step_highest: float
    largest_step: float
    _c: Any
    _options: Any

    def emulate(self, gap: Union[float, str] = 0.0) -> float:
        """The restitution that the simulator returns at `step` when the bodies start `gap`, m, apart: its own integrator."""
        out = ffi.new("double *")
        check(lib.thud_engine_emulate(self._options, self._c, scalar(gap, LENGTH, "gap"), out), subject="gap")
        return float(out[0])


class Engine:
    """A simulator: name, title, version of the source that was read, integrator in words, and its contact models."""

    def __init__(self, c: Any) -> None:
        self._c = c
        self.name: str = text_of(c.name) or ""
        self.title: str = text_of(c.title) or ""
        self.version: str = text_of(c.version) or ""
        self.integrator: str = text_of(c.integrator) or ""
        self.models: List[EngineModel] = [EngineModel(c.models[i]) for i in range(c.model_count)]

    def model(self, name: str) -> EngineModel:
        """The contact model of that name, as in thud.engine("lammps").model("hertz/viscoelastic")."""
        raw = named(name, "a contact model")
        if lib.thud_engine_model_find(self._c, raw) != ffi.NULL:
            return next(found for found in self.models if found.name == name)
        near = text_of(lib.thud_engine_model_nearest(self._c, raw))
        raise Error(f"unknown model '{name}' of {self.title}; "
                    + (f"did you mean '{near}'?" if near else f"there are {', '.join(one.name for one in self.models)}"))

    def solve(self, e: Any, model: Optional[str] = None, *, m: Any = None, m1: Any = None, m2: Any = None, v: Any = 1.0,
              k: Any = None, duration: Any = None, overlap: Any = None, radius: Any = None, step: Any = None,
              error: Any = 1e-3, limited: bool = False, for_step: bool = False, usual: bool = False) -> EngineAnswer:
        """What to enter so that the simulator returns e, and what its time step makes of it.

        model      contact model; the first where none is named
        m          kg, of a body that strikes a fixed wall (1 by default), or m1 and m2 of two bodies
        v          approach speed, m/s
        k, duration, overlap    one of them, not for models whose velocities jump: stiffness, N/mⁿ, contact time, s, or penetration, m
        radius     effective radius of curvature, m, for models that need one
        step       time step, s; a hundredth of the contact by default. error, in e, is that of the largest step
        limited    the simulator's switch that keeps the force from pulling is on
        for_step   find numbers that return e at this step, not in the limit of small steps
        usual      use the numbers of the usual formula, to see what they return
        """
        chosen = self.models[0] if model is None else self.model(model)
        o = ffi.new("thud_engine_options *", lib.thud_engine_options_default(self._c))
        o.model = ffi.addressof(chosen._c)
        o.restitution, o.speed, o.error = scalar(e, NONE, "e"), scalar(v, SPEED, "v"), scalar(error, NONE, "error")
        if (m1 is None) != (m2 is None) or (m is not None and m1 is not None):
            raise TypeError("masses are m of one body against a wall, or m1 and m2")
        if m1 is not None:
            o.mass1, o.mass2 = scalar(m1, MASS, "m1"), scalar(m2, MASS, "m2")
        elif m is not None:
            o.mass1, o.mass2 = scalar(m, MASS, "m"), math.inf
        stiffness = NONE if math.isnan(chosen.exponent) else (1.0, 1.0 - chosen.exponent, -2.0, 0.0)
        for name, value, dimension in (("stiffness", k, stiffness), ("duration", duration, TIME), ("overlap", overlap, LENGTH),
                                       ("radius", radius, LENGTH), ("step", step, TIME)):
            if value is not None:
                setattr(o, name, scalar(value, dimension, "k" if name == "stiffness" else name))
        o.limited, o.for_step, o.usual = bool(limited), bool(for_step), bool(usual)
        return self._answer(chosen, o)

    def _answer(self, model: EngineModel, o: Any) -> EngineAnswer:
        said, answer = new_error(), ffi.new("thud_engine_answer *")
        status = lib.thud_engine_check(o, said)
        if status != lib.THUD_OK:
            raise error_of(status, said, model.name)
        status = lib.thud_engine_solve(o, answer)
        if status == lib.THUD_ERROR_UNREACHABLE:
            raise Error(f"{model.name}: no input of this model returns e = {o.restitution:g}"
                        f"{' at this step' if o.for_step else ''}; it holds for: {model.validity}", status_name(status))
        check(status, subject=model.name)
        values = [EngineValue(text_of(one.name) or "", text_of(one.unit) or "", one.value)
                  for one in answer.values[0:answer.value_count]]
        found: EngineAnswer = EngineAnswer._of(answer, values=values, yield_length=getattr(answer, "yield"), _c=answer,
                                               _options=o)
        return found

    def __repr__(self) -> str:
        return f"<thud engine {self.name}: {', '.join(model.name for model in self.models)}>"

    def __reduce__(self) -> Any:
        return engine, (self.name,)

    def _repr_html_(self) -> str:
        return table([(model.name, model.force) for model in self.models], f"{self.title}, {self.version}")


def engines() -> List[Engine]:
    """The simulators that the library knows numbers for."""
    return [Engine(lib.thud_engine_at(i)) for i in range(lib.thud_engine_count())]


def engine(name: Union[str, Engine]) -> Engine:
    """The simulator of that name, as in thud.engine("yade").solve(0.5, m=0.1, duration="2 ms")."""
    if isinstance(name, Engine):
        return name
    raw = named(name, "a simulator")
    found = lib.thud_engine_find(raw)
    if found == ffi.NULL:
        near = text_of(lib.thud_engine_nearest(raw))
        raise Error(f"unknown simulator '{name}'; " + (f"did you mean '{near}'?" if near else "thud.engines() lists them"))
    return Engine(found)


class Device(Record):
    """A device that can run cases of studies: `thud sweep --executor opencl` on it.

    name, driver           as its driver says
    is_gpu, has_doubles    a GPU; double precision, without which it cannot be used
    memory, units          bytes; compute units: cores, or multiprocessors
    """

    name: str
    driver: str
    is_gpu: bool
    has_doubles: bool
    memory: int
    units: int


def devices() -> List[Device]:
    """GPUs, and CPUs through an OpenCL driver; none where OpenCL is not there."""
    found: List[Device] = []
    for index in range(lib.thud_device_count()):
        c: Any = ffi.new("thud_device_info *")
        check(lib.thud_device_at(index, c), subject=f"device {index}")
        found.append(Device._of(c))
    return found
