"""From what a laboratory measures to the parameters of a contact or a structure, with standard errors."""
from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._core import (ACCELERATION, LENGTH, MASS, NONE, SPEED, TIME, Error, Number, check, choice, count_of, doubles, ffi,
                    lib, new_error, path_of, scalar, text_of, vector, view)
from ._laws import SEPARATION_NAMES, Law, law as find_law, separation_of
from ._motion import Motion
from ._record import Estimate, Record, table


NAN = float("nan")


class ContactParameters(Record):
    """Stiffness k, N/mⁿ, and damping c, N·s/m^(p+1), with standard errors, their correlation and sensitivities.

    The errors are NaN where none were given. Sensitivities are relative changes of k and c per relative change of e and of
    the contact time: to_restitution, to_contact_time.
    """

    stiffness: float
    damping: float
    exponent_n: float
    exponent_p: float
    stiffness_error: float
    damping_error: float
    correlation: float
    stiffness_sensitivity: Any
    damping_sensitivity: Any


def identify_contact(law: Union[str, Law], e: Number, contact_time: Number, m: Number, v: Number = 0.0, *,
                     n: Optional[Number] = None, separation: Optional[str] = None, e_error: Number = 0.0,
                     contact_time_error: Number = 0.0) -> ContactParameters:
    """The only k and c with which an impact has this restitution and lasts this long, s.

    m is the effective mass, kg, v the approach speed, m/s, which most laws with n = 1 do without.
    """
    measured = ffi.new("thud_contact_measurement *", lib.thud_contact_measurement_default(find_law(law)._c))
    measured.restitution = scalar(e, NONE, "e")
    measured.contact_time = scalar(contact_time, TIME, "contact_time")
    measured.mass = scalar(m, MASS, "m")
    measured.speed = scalar(v, SPEED, "v")
    if n is not None:
        measured.exponent = scalar(n, NONE, "n")
    if separation is not None:
        measured.separation = separation_of(separation)
    measured.restitution_error = scalar(e_error, NONE, "e_error")
    measured.contact_time_error = scalar(contact_time_error, TIME, "contact_time_error")
    out, error = ffi.new("thud_contact_parameters *"), new_error()
    check(lib.thud_identify_contact(measured, out, error), error)
    return ContactParameters._of(out)


class Fit(Record):
    """A law fitted to a force history, or to several impacts at once; each an Estimate with value and error.

    stiffness k, N/mⁿ; damping c, N·s/m^(p+1) (k₂, N/m, of bilinear laws); exponent n; speed, m/s; restitution;
    contact_time, begin, s; offset, N. residual is the root mean square, N; covariance that of ln k, c and n.
    names are the laws whose histories are identical; weight the probability of the group among those ranked.
    filter_order and corner, Hz, are those of the filter that the readings have gone through, given or found (then with an
    error); noise_order is 0 for white noise, and effective_samples is the number of white-noise readings with the same information.
    misfit above 1: the residuals in contact have that many times the power of the noise, and errors are widened by its square root.
    """

    law: str
    separation: str
    mass: float
    stiffness: Estimate
    damping: Estimate
    exponent: Estimate
    speed: Estimate
    restitution: Estimate
    contact_time: Estimate
    begin: Estimate
    offset: Estimate
    correlation: float
    covariance: np.ndarray
    undamped: bool
    exponent_at_limit: bool
    samples: int
    parameters: int
    residual: float
    r_squared: float
    aic: float
    bic: float
    filter_order: int
    corner: Estimate
    noise_order: int
    effective_samples: float
    misfit: float
    misfit_probability: float
    names: List[str]
    difference: float
    weight: float
    _fit: Any
    _brief = ("law", "stiffness", "damping", "exponent", "speed", "restitution", "contact_time")

    def force(self, times: Any) -> np.ndarray:
        """The force, N, of the fit at instants, s; the offset of the gauge is in it."""
        at = vector(times, "times")
        out = np.empty_like(at)
        check(lib.thud_force_predict(self._fit, doubles(at), at.size, doubles(out)))
        return out

    def contact(self, name: str = "contact") -> Dict[str, Any]:
        """The entry of a scenario: the law with the fitted stiffness, exponent and restitution, without its ends."""
        entry = {"name": name, "model": self.law, "stiffness": self.stiffness.value,
                 "restitution": min(self.restitution.value, 1.0)}
        law = find_law(self.law)
        if law.exponent_min < law.exponent_max:
            entry["exponent"] = self.exponent.value
        if self.separation:
            entry["separation"] = self.separation
        return entry

    def scenario(self, speed: Optional[float] = None) -> Dict[str, Any]:
        """The impact that was measured as a scenario, for thud.Scenario: a body of the mass strikes a wall at the fitted
        speed, or another one, m/s."""
        v = self.speed.value if speed is None else float(speed)
        time = self.contact_time.value
        return {"bodies": {"body": {"mass": self.mass, "velocity": v}},
                "contacts": [{**self.contact("wall"), "left": "body", "right": "ground", "gap": v * time}],
                "duration": 4 * time, "output": {"interval": time / 200}}

    @classmethod
    def _from(cls, c: Any, **more: Any) -> "Fit":
        kept = ffi.new("thud_force_fit *", c)
        law = text_of(kept.law.name) or ""
        covariance = np.array([[kept.covariance[i][j] for j in range(3)] for i in range(3)])
        given = {"names": [law], "difference": 0.0, "weight": 1.0, **more}
        out = cls._of(kept, law=law, separation=SEPARATION_NAMES.get(kept.separation, ""), covariance=covariance, **given)
        out._fit = kept
        return out


class Identification(Record):
    """What a force history tells. ranking has the groups of laws, best first, of one impact; fits one fit for each impact
    where a law was asked for, pooled all of them as one, with mismatch, χ² per degree of freedom. bounce_mismatch is χ² per
    bounce where bounces were joined, otherwise NaN. best is what to take."""

    impacts: List[Any]
    ranking: List[Fit]
    fits: List[Fit]
    pooled: Optional[Fit]
    mismatch: float
    bounce_mismatch: float

    @property
    def best(self) -> Fit:
        return self.ranking[0] if self.ranking else self.pooled or self.fits[0]

    def __repr__(self) -> str:
        count = len(self.impacts) or len(self.fits)
        what = f"{len(self.ranking)} groups of laws" if self.ranking else f"{count} impact{'s' if count != 1 else ''}"
        return f"Identification({what}, best={self.best!r})"

    def _repr_html_(self) -> str:
        rows: List[Tuple[str, Any]] = [("impacts", len(self.impacts) or len(self.fits))]
        rows += [(f"ΔBIC {one.difference:.1f}", ", ".join(one.names)) for one in self.ranking[:8]]
        if not math.isnan(self.mismatch):
            rows.append(("mismatch, χ² per degree of freedom", self.mismatch))
        if not math.isnan(self.bounce_mismatch):
            rows.append(("mismatch of bounces, χ² per bounce", self.bounce_mismatch))
        return table(rows, "Identification") + self.best._repr_html_()


class ForceImpact(Record):
    """One impact in a record: samples first ≤ i < last, begin and end, s, peak, N, samples in contact, clipped ones."""

    first: int
    last: int
    begin: float
    end: float
    peak: float
    contact: int
    clipped: int


def identify(t: Any, F: Any, m: Number, law: Union[str, Law, None] = None, *, n: Optional[Number] = None,
             v: Optional[Number] = None, separation: Optional[str] = None, impact: Optional[int] = None,
             filter: Optional[str] = None) -> Identification:
    """Fits contact laws to a measured force history.

    t, F        instants, s, increasing, and forces, N; one impact or several
    m           effective mass, kg
    law         a law to fit to every impact; without one all laws are ranked, by one impact
    n, v        exponent and approach speed, m/s, where they are known; fitted otherwise
    impact      the number of the impact, from 0; without it all of them are fitted, or the first is ranked
    filter      of the amplifier, "butterworth 4 2kHz", or "none"; without it one is looked for where readings ask for one
    """
    times, forces = vector(t, "t", 2), vector(F, "F", 2)
    if times.size != forces.size:
        raise ValueError(f"{times.size} times for {forces.size} forces")
    if not (np.isfinite(times).all() and np.isfinite(forces).all()):
        raise Error("times and forces must be finite")
    if not (np.diff(times) > 0).all():
        raise Error("the times must increase")
    found = ffi.new("thud_force_record **")
    error = new_error()
    check(lib.thud_force_record_create(doubles(times), doubles(forces), times.size, found, error), error)
    record = ffi.gc(found[0], lib.thud_force_record_free)
    options = force_options(law, m, n, v, separation, filter)
    impacts = [ForceImpact._of(record.impacts[i]) for i in range(record.impact_count)]
    if impact is not None and count_of(impact, "impact") >= len(impacts):
        raise IndexError(f"there are {len(impacts)} impacts, numbered from 0")
    if law is None:
        return Identification(impacts=impacts, ranking=rank(record, impact or 0, options), fits=[], pooled=None,
                              mismatch=NAN, bounce_mismatch=NAN)
    chosen = range(len(impacts)) if impact is None else [impact]
    fits = [fit(record, one, options) for one in chosen]
    pooled, mismatch = pool_fits(fits) if len(fits) > 1 else (None, NAN)
    return Identification(impacts=impacts, ranking=[], fits=fits, pooled=pooled, mismatch=mismatch, bounce_mismatch=NAN)


def pool(fits: Sequence[Fit], bounces: Optional["Bounces"] = None) -> Identification:
    """Several fits of one law, such as those of several drops, as one; with bounces of the same bodies where there are any.

    pooled has the k, c and n of all of them: the law with a constant c, which returns the restitution of each bounce.
    """
    given = list(fits)
    if not given:
        raise ValueError("there are no fits")
    pooled, mismatch = pool_fits(given)
    beyond = NAN
    if bounces is not None:
        list_ = ffi.new("thud_bounce[]", [tuple(row) for row in zip(bounces.speed, bounces.restitution, bounces.error)])
        c = ffi.new("thud_bounces *", {"count": len(list_), "bounces": list_})
        out, square, error = ffi.new("thud_force_fit *"), ffi.new("double *"), new_error()
        check(lib.thud_force_join(pooled._fit, c, out, square, error), error)
        pooled, beyond = Fit._from(out[0]), square[0]
    return Identification(impacts=[], ranking=[], fits=given, pooled=pooled, mismatch=mismatch, bounce_mismatch=beyond)


def force_options(law: Any, m: Any, n: Any, v: Any, separation: Any, filter: Any = None) -> Any:
    start = lib.thud_law_at(0) if law is None else find_law(law)._c
    options = ffi.new("thud_force_options *", lib.thud_force_options_default(start, scalar(m, MASS, "m")))
    if n is not None:
        options.exponent = scalar(n, NONE, "n")
    if v is not None:
        options.speed = scalar(v, SPEED, "v")
    options.separation = separation_of(separation)
    if filter is not None:
        error = new_error()
        check(lib.thud_gauge_filter_parse(filter.encode(), ffi.addressof(options, "filter"), error), error)
    return options


def rank(record: Any, impact: int, options: Any) -> List[Fit]:
    out, error = ffi.new("thud_ranking *"), new_error()
    check(lib.thud_identify_rank(record, impact, options, out, error), error)
    rows = (out.rows[i] for i in range(out.count))
    return [Fit._from(row.fit, names=[name.strip() for name in (text_of(row.names) or "").split(",")],
                      difference=row.difference, weight=row.weight) for row in rows]


def fit(record: Any, impact: int, options: Any) -> Fit:
    out, error = ffi.new("thud_force_fit *"), new_error()
    check(lib.thud_identify_force(record, impact, options, out, error), error, f"impact {impact}")
    return Fit._from(out[0])


def pool_fits(fits: List[Fit]) -> Tuple[Fit, float]:
    out, mismatch = ffi.new("thud_force_fit *"), ffi.new("double *")
    check(lib.thud_force_pool(ffi.new("thud_force_fit[]", [one._fit[0] for one in fits]), len(fits), out, mismatch))
    return Fit._from(out[0]), mismatch[0]


def penetration_ratio(t: Any, F: Any, penetration: Any, fitted: Fit, impact: int = 0) -> Estimate:
    """The slope of a measured penetration, m, over the one that a fit implies: 1 where the mass is right."""
    times, forces, measured = vector(t, "t", 2), vector(F, "F", 2), vector(penetration, "penetration", 2)
    if not times.size == forces.size == measured.size:
        raise ValueError("t, F and penetration must be of one length")
    found, error = ffi.new("thud_force_record **"), new_error()
    check(lib.thud_force_record_create(doubles(times), doubles(forces), times.size, found, error), error)
    record = ffi.gc(found[0], lib.thud_force_record_free)
    if count_of(impact, "impact") >= record.impact_count:
        raise IndexError(f"there are {record.impact_count} impacts, numbered from 0")
    out = ffi.new("thud_estimate *")
    check(lib.thud_force_penetration_ratio(record, impact, doubles(measured), fitted._fit, out))
    return Estimate(out.value, out.error)


# ---- bounces ----


class Bounces(Record):
    """Restitution of a dropped ball: speed, m/s, restitution and error of each bounce as arrays, restitution_pooled of all;
    law is (a, b) of e = 1 − a vᵇ as Estimates where three speeds or more allow it, or None. Where the bounces refute a
    constant e (constant_refuted, at 1 %), the error of restitution_pooled is NaN, and the law is what to take."""

    speed: np.ndarray
    restitution: np.ndarray
    error: np.ndarray
    restitution_pooled: Estimate
    law: Optional[Tuple[Estimate, Estimate]]
    constant_refuted: bool
    constant_probability: float


def bounce_options(gravity: Any, contact_time: Any, drop: Any, error: Any) -> Any:
    options = ffi.new("thud_bounce_options *", lib.thud_bounce_options_default())
    if gravity is not None:
        options.gravity = scalar(gravity, ACCELERATION, "gravity")
    options.contact_time = scalar(contact_time, TIME, "contact_time")
    options.drop = scalar(drop, LENGTH, "drop")
    options.error = scalar(error, NONE, "error")
    return options


def bounces_of(function: Any, *arguments: Any) -> Bounces:
    out, error = ffi.new("thud_bounces **"), new_error()
    check(function(*arguments, out, error), error)
    c = ffi.gc(out[0], lib.thud_bounces_free)
    rows = np.array([(c.bounces[i].speed, c.bounces[i].restitution, c.bounces[i].error) for i in range(c.count)])
    law = (Estimate(c.law.a.value, c.law.a.error), Estimate(c.law.b.value, c.law.b.error)) if c.has_law else None
    return Bounces(speed=rows[:, 0], restitution=rows[:, 1], error=rows[:, 2],
                   restitution_pooled=Estimate(c.restitution.value, c.restitution.error), law=law,
                   constant_refuted=bool(c.constant_refuted), constant_probability=c.constant_probability)


def identify_bounces(times: Any, *, contact_time: Number = 0.0, drop: Number = 0.0, gravity: Optional[Number] = None,
                     error: float = 0.0) -> Bounces:
    """From the instants, s, at which a ball strikes the floor; drop is the height, m, of its first drop if known."""
    at = vector(times, "times")
    return bounces_of(lib.thud_identify_bounces, doubles(at), at.size, bounce_options(gravity, contact_time, drop, error))


def identify_heights(heights: Any, *, gravity: Optional[Number] = None, error: float = 0.0) -> Bounces:
    """From the height, m, of a drop and of each rebound after it."""
    at = vector(heights, "heights")
    return bounces_of(lib.thud_identify_heights, doubles(at), at.size, bounce_options(gravity, 0.0, 0.0, error))


def identify_drops(drops: Any, rebounds: Any, *, gravity: Optional[Number] = None, error: float = 0.0) -> Bounces:
    """From drops that have nothing to do with each other, each with its rebound, m."""
    first, second = vector(drops, "drops"), vector(rebounds, "rebounds")
    if first.size != second.size:
        raise ValueError(f"{first.size} drops for {second.size} rebounds")
    return bounces_of(lib.thud_identify_drops, doubles(first), doubles(second), first.size,
                      bounce_options(gravity, 0.0, 0.0, error))


# ---- structures ----


class Mode(Record):
    """Natural frequency, Hz, and damping ratio as Estimates; points that they were found from, 0: they could not be."""

    frequency: Estimate
    damping_ratio: Estimate
    points: int


class Vibration(Record):
    """A free vibration: by logarithmic decrement and by its spectrum; release, s, amplitude and offset, m/s²."""

    decrement: Mode
    spectrum: Mode
    release: float
    amplitude: float
    offset: float


def identify_vibration(motion: Motion) -> Vibration:
    """Natural frequency and damping of a structure that was released."""
    if not isinstance(motion, Motion):
        raise TypeError("a vibration is a thud.Motion of measured accelerations")
    out, error = ffi.new("thud_vibration *"), new_error()
    check(lib.thud_identify_vibration(motion._c, out, error), error)
    return Vibration._of(out, decrement=Mode._of(out.decrement), spectrum=Mode._of(out.spectrum))


class StaticLoad(Record):
    """A load test: stiffness, N/m, and offset, m, as Estimates; residual of the deflections, m."""

    stiffness: Estimate
    offset: Estimate
    residual: float
    r_squared: float


def identify_static(load: Any, deflection: Any) -> StaticLoad:
    """The stiffness of a structure from loads, N, and deflections, m."""
    first, second = vector(load, "load"), vector(deflection, "deflection")
    if first.size != second.size:
        raise ValueError(f"{first.size} loads for {second.size} deflections")
    out, error = ffi.new("thud_static_load *"), new_error()
    check(lib.thud_identify_static(doubles(first), doubles(second), first.size, out, error), error)
    return StaticLoad._of(out)


class Resonance(Record):
    """The largest resonance: by half-power points and by the circle of the mobility; mass, kg, stiffness, N/m, and
    damping, N·s/m, as Estimates; residual, relative to the circle's diameter, m/(N s)."""

    half_power: Mode
    circle: Mode
    mass: Estimate
    stiffness: Estimate
    damping: Estimate
    residual: float
    diameter: float
    shift_real: float
    shift_imaginary: float


TRANSFERS = (("receptance", lib.THUD_TRANSFER_RECEPTANCE), ("mobility", lib.THUD_TRANSFER_MOBILITY),
             ("accelerance", lib.THUD_TRANSFER_ACCELERANCE), ("transmissibility", lib.THUD_TRANSFER_TRANSMISSIBILITY))


def identify_transfer(frequency: Any, response: Any, kind: str = "receptance") -> Resonance:
    """Natural frequency and damping from a complex transfer function over frequencies, Hz.

    kind is "receptance" (m/N), "mobility", "accelerance" or "transmissibility".
    """
    at = vector(frequency, "frequency", 2)
    values = np.asarray(response)
    if values.dtype.kind not in "cfiu" or values.shape != at.shape:
        raise ValueError("response must be complex numbers, one for each frequency")
    real, imaginary = (np.ascontiguousarray(part, dtype=np.float64) for part in (values.real, values.imag))
    c = ffi.new("thud_transfer *", {"response": choice(kind, TRANSFERS, "kind"), "frequency": doubles(at),
                                    "real": doubles(real), "imaginary": doubles(imaginary), "count": at.size})
    out, error = ffi.new("thud_resonance *"), new_error()
    check(lib.thud_identify_transfer(c, out, error), error)
    return Resonance._of(out, half_power=Mode._of(out.half_power), circle=Mode._of(out.circle))


# ---- files ----

KINDS = (("any", lib.THUD_MEASUREMENT_ANY), ("force", lib.THUD_MEASUREMENT_FORCE),
         ("acceleration", lib.THUD_MEASUREMENT_ACCELERATION), ("bounces", lib.THUD_MEASUREMENT_BOUNCES),
         ("heights", lib.THUD_MEASUREMENT_HEIGHTS), ("static", lib.THUD_MEASUREMENT_STATIC),
         ("transfer", lib.THUD_MEASUREMENT_TRANSFER))


class Measurement(Record):
    """Columns of a file, in SI units.

    kind     force, acceleration, bounces, heights, static or transfer
    time     s, or Hz of a transfer function; value and second: force and penetration, drop and rebound, load and
             deflection, real and imaginary part; None where there is none
    assumed  the units that were taken where the file has none
    """

    kind: str
    time: Optional[np.ndarray]
    value: Optional[np.ndarray]
    second: Optional[np.ndarray]
    line: int
    assumed: str


def read_measurement(path: Any, kind: str = "any") -> Measurement:
    """Reads a table of measurements, as `thud identify FILE` does."""
    out = ffi.new("thud_measurement **")
    error = new_error()
    check(lib.thud_measurement_read(path_of(path), choice(kind, KINDS, "kind"), out, error), error, file=str(path))
    return measurement_of(out[0])


def parse_measurement(text: Union[str, bytes], kind: str = "any") -> Measurement:
    """The same for the content of a file."""
    raw = text.encode() if isinstance(text, str) else bytes(text)
    out = ffi.new("thud_measurement **")
    error = new_error()
    check(lib.thud_measurement_parse(raw, len(raw), choice(kind, KINDS, "kind"), out, error), error)
    return measurement_of(out[0])


def measurement_of(pointer: Any) -> Measurement:
    c = ffi.gc(pointer, lib.thud_measurement_free)
    columns = {name: None if getattr(c, name) == ffi.NULL else view(getattr(c, name), c.count, c)
               for name in ("time", "value", "second")}
    word = next(name for name, code in KINDS if code == c.kind)
    return Measurement(kind=word, line=c.line, assumed=text_of(c.assumed) or "", **columns)
