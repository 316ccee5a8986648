"""Ground motions: read, made, measured, filtered; separation of structures."""
from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from ._core import (ACCELERATION, ANGLE, ANGULAR_FREQUENCY, FREQUENCY, LENGTH, NONE, SPEED, TIME, Message, Number, check,
                    choice, count_of, doubles, ffi, lib, new_error, path_of, scalar, text_of, vector, view)
from ._ec8 import Target, ec8
from ._record import Record

RESPONSE = np.dtype([(name, np.float64) for name, _ in ffi.typeof("thud_response").fields])
BASELINES = (("mean", lib.THUD_BASELINE_MEAN), ("linear", lib.THUD_BASELINE_LINEAR),
             ("quadratic", lib.THUD_BASELINE_QUADRATIC), ("zero-end", lib.THUD_BASELINE_ZERO_END))


class Intensity(Record):
    """How strong a motion is; peaks between samples too.

    pga, pgv, pgd          m/s², m/s and m, with the instants pga_time, pgv_time and pgd_time, s
    final_velocity, final_displacement    m/s and m at the last sample
    arias, cav             m/s
    significant_start, significant_end    s, when 5 % and 95 % of the Arias intensity are reached
    """

    pga: float
    pga_time: float
    pgv: float
    pgv_time: float
    pgd: float
    pgd_time: float
    final_velocity: float
    final_displacement: float
    arias: float
    significant_start: float
    significant_end: float
    cav: float


class Density(NamedTuple):
    """A one-sided power spectral density: frequency, Hz, density, (m/s²)²/Hz, and the variance, (m/s²)²."""

    frequency: np.ndarray
    density: np.ndarray
    variance: float

    def quantile(self, share: float) -> float:
        """The frequency, Hz, below which a share of the variance lies."""
        c = ffi.new("thud_psd *", {"count": self.density.size, "resolution": float(self.frequency[1]),
                                   "density": doubles(self.density), "variance": self.variance})
        return lib.thud_psd_quantile(c, scalar(share, NONE, "share"))


class Info(Record):
    """What was understood of a file; header_peak in m/s², start in s, offset (mean that was removed) in m/s²."""

    format: str
    title: str
    station: str
    channel: str
    unit: str
    header_count: int
    header_peak: float
    start: float
    offset: float
    channels: List[str]
    warnings: List[Message]


class Compatibility(Record):
    """The spectrum of motions over a target; 1 is a perfect match. Periods in s."""

    zero_period: float
    lowest: float
    lowest_period: float
    highest: float
    highest_period: float
    lowest_near_t1: float


class Gap(Record):
    """Distances, m, at which two structures do not strike each other, by rule; and the correlation."""

    absolute: float
    srss: float
    ec8: float
    asce7: float
    double_difference: float
    correlation: float


class RecordGap(Record):
    """What a record needs: the largest relative displacements, m, with A or B on the left, and when, s."""

    a_towards_b: float
    a_time: float
    b_towards_a: float
    b_time: float


class Motion:
    """An accelerogram: acceleration, m/s², linear in time between its samples. It does not change.

    Motion(acceleration, step=0.01) or Motion(acceleration, time=t); Motion.read(path); Motion.generate_ec8(…) and others.
    """

    def __init__(self, acceleration: Any, step: Optional[Number] = None, time: Any = None) -> None:
        if (step is None) == (time is None):
            raise TypeError("a motion has a step or times, one of the two")
        samples = np.array(vector(acceleration, "acceleration", 2))
        times = None if time is None else np.array(vector(time, "time", 2))
        if times is not None and times.size != samples.size:
            raise ValueError(f"{times.size} times for {samples.size} accelerations")
        c = ffi.new("thud_motion *")
        c.count = samples.size
        c.step = 0.0 if step is None else scalar(step, TIME, "step")
        c.acceleration = doubles(samples)
        if times is not None:
            c.time = doubles(times)
        self._take(c, (samples, times))
        self.info: Optional[Info] = None

    def _take(self, c: Any, keep: Any) -> None:
        check(lib.thud_motion_check(c), subject="the times must increase and all numbers be finite")
        self._c, self._keep = c, keep

    @classmethod
    def _own(cls, pointer: Any, info: Optional[Info] = None) -> "Motion":
        """A motion that the library made."""
        motion = cls.__new__(cls)
        motion._c, motion._keep, motion.info = ffi.gc(pointer, lib.thud_motion_free), None, info
        return motion

    # ---- files ----

    @classmethod
    def read(cls, path: Any, *, format: Optional[str] = None, unit: Optional[str] = None,
             step: Optional[Number] = None, channel: Union[str, int, None] = None) -> "Motion":
        """Reads a file of any format that thud knows, found by its content; `info` has what was understood of it."""
        return cls._read(lambda *rest: lib.thud_motion_read(path_of(path), *rest), str(path), format, unit, step, channel)

    @classmethod
    def parse(cls, text: Union[str, bytes], *, format: Optional[str] = None, unit: Optional[str] = None,
              step: Optional[Number] = None, channel: Union[str, int, None] = None) -> "Motion":
        """The same for the content of a file."""
        raw = text.encode() if isinstance(text, str) else bytes(text)
        return cls._read(lambda *rest: lib.thud_motion_parse(raw, len(raw), *rest), None, format, unit, step, channel)

    @classmethod
    def _read(cls, read: Any, file: Optional[str], format: Any, unit: Any, step: Any, channel: Any) -> "Motion":
        options = ffi.new("thud_motion_options *", lib.thud_motion_options_default())
        keep = []
        for name, value in (("format", format), ("unit", unit), ("channel", channel)):
            if value is not None:
                keep.append(ffi.new("char[]", str(value).encode()))
                setattr(options, name, keep[-1])
        if step is not None:
            options.step = scalar(step, TIME, "step")
        out, info = ffi.new("thud_motion **"), ffi.new("thud_motion_info *")
        status = read(options, out, info)
        check(status, info.error, file=file)
        return cls._own(out[0], cls._info(info, file))

    @staticmethod
    def _info(c: Any, file: Optional[str]) -> Info:
        kept = min(c.warning_count, lib.THUD_MOTION_WARNING_LIMIT)
        warnings = [Message(file, w.line or None, w.column or None, text_of(w.text) or "", True)
                    for w in (c.warnings[i] for i in range(kept))]
        channels = [text_of(c.channels[i]) or "" for i in range(min(c.channel_count, lib.THUD_MOTION_CHANNEL_LIMIT))]
        return Info._of(c, format=text_of(c.format), channels=channels, warnings=warnings)

    @staticmethod
    def formats() -> List[Tuple[str, str]]:
        """The formats that are known: names and descriptions."""
        found: List[Tuple[str, str]] = []
        while lib.thud_motion_format_name(len(found)) != ffi.NULL:
            found.append((text_of(lib.thud_motion_format_name(len(found))) or "",
                          text_of(lib.thud_motion_format_description(len(found))) or ""))
        return found

    # ---- what it is ----

    @property
    def acceleration(self) -> np.ndarray:
        """m/s², [count]; the motion's own memory, read-only."""
        return view(self._c.acceleration, self._c.count, self)

    @property
    def time(self) -> np.ndarray:
        """s, [count]."""
        if self._c.time != ffi.NULL:
            return view(self._c.time, self._c.count, self)
        return self._c.step * np.arange(self._c.count)

    @property
    def step(self) -> Optional[float]:
        """s between samples; None where times are given one by one."""
        return self._c.step if self._c.time == ffi.NULL else None

    @property
    def duration(self) -> float:
        """s, from the first sample to the last."""
        return lib.thud_motion_time(self._c, self._c.count - 1) - lib.thud_motion_time(self._c, 0)

    def __len__(self) -> int:
        return self._c.count

    def __mul__(self, factor: float) -> "Motion":
        return self._with(self.acceleration * scalar(factor, NONE, "factor"))

    __rmul__ = __mul__

    def __repr__(self) -> str:
        return f"<thud motion: {len(self)} samples, {self.duration:.6g} s>"

    def __reduce__(self) -> Any:
        times = None if self.step is not None else np.array(self.time)
        return _restore, (np.array(self.acceleration), self.step, times)

    def _with(self, acceleration: np.ndarray) -> "Motion":
        return Motion(acceleration, self.step, None if self.step is not None else self.time)

    # ---- measures ----

    def intensity(self) -> Intensity:
        """Peaks, Arias intensity, significant duration, cumulative absolute velocity."""
        out = ffi.new("thud_intensity *")
        check(lib.thud_motion_intensity(self._c, out))
        return Intensity._of(out)

    def spectrum(self, periods: Any, damping: Any = 0.05) -> np.ndarray:
        """Response spectrum: fields displacement (m), velocity (m/s) and pseudo_acceleration (m/s²) at each period, s.

        With several dampings the array has a row for each of them.
        """
        at = vector(np.atleast_1d(periods), "periods")
        ratios = vector(np.atleast_1d(scalar(damping, NONE, "damping") if isinstance(damping, str) else damping), "damping")
        out = np.empty((ratios.size, at.size), RESPONSE)
        check(lib.thud_motion_spectrum(self._c, doubles(at), at.size, doubles(ratios), ratios.size,
                                       ffi.cast("thud_response *", out.ctypes.data)),
              subject="periods are zero or more, dampings in [0, 1)")
        return out[0] if np.ndim(damping) == 0 else out

    def psd(self, segment: int = 0) -> Density:
        """Welch's power spectral density; segments of so many samples, 0: chosen."""
        out, error = ffi.new("thud_psd **"), new_error()
        check(lib.thud_motion_psd(self._c, count_of(segment, "segment"), out, error), error)
        c = ffi.gc(out[0], lib.thud_psd_free)
        return Density(np.arange(c.count) * c.resolution, view(c.density, c.count, c), c.variance)

    # ---- other motions from it ----

    def filter(self, low: Optional[Number] = None, high: Optional[Number] = None, order: int = 4,
               pad: Union[bool, Number] = False) -> "Motion":
        """Zero-phase Butterworth filter between the corners low and high, Hz.

        pad: seconds of rest before and after, which become part of the motion; True: as many as it needs.
        """
        options = ffi.new("thud_filter_options *", lib.thud_filter_options_default())
        if low is not None:
            options.low = scalar(low, FREQUENCY, "low")
        if high is not None:
            options.high = scalar(high, FREQUENCY, "high")
        options.order = count_of(order, "order")
        if pad is not False:
            options.pad = lib.thud_filter_pad(options) if pad is True else scalar(pad, TIME, "pad")
        copy, error = self._copy(), new_error()
        check(lib.thud_motion_filter(copy._c, options, error), error)
        return copy

    def correct(self, baseline: str = "linear") -> "Motion":
        """Without its baseline: "mean", "linear", "quadratic", or "zero-end", after which it ends at rest."""
        which = choice(baseline, BASELINES, "baseline")
        copy = self._copy()
        check(lib.thud_motion_correct(copy._c, which))
        return copy

    def scaled(self, *, pga: Optional[Number] = None, pgv: Optional[Number] = None, sa: Optional[Number] = None,
               period: Optional[Number] = None, damping: Number = 0.05) -> "Motion":
        """Brought to a strength: pga, m/s², pgv, m/s, or sa, m/s², at a period, s."""
        return self * self.scale_factor(pga=pga, pgv=pgv, sa=sa, period=period, damping=damping)

    def scale_factor(self, *, pga: Optional[Number] = None, pgv: Optional[Number] = None, sa: Optional[Number] = None,
                     period: Optional[Number] = None, damping: Number = 0.05) -> float:
        """The factor that gives it this strength."""
        given = [(code, value, dimension, name) for code, value, dimension, name in (
            (lib.THUD_MEASURE_PGA, pga, ACCELERATION, "pga"), (lib.THUD_MEASURE_PGV, pgv, SPEED, "pgv"),
            (lib.THUD_MEASURE_SA, sa, ACCELERATION, "sa")) if value is not None]
        if len(given) != 1:
            raise TypeError("a strength is one of pga, pgv and sa")
        code, value, dimension, name = given[0]
        if name == "sa" and period is None:
            raise TypeError("sa needs a period")
        strength = ffi.new("thud_motion_strength *", [code, scalar(value, dimension, name),
                                                      0.0 if period is None else scalar(period, TIME, "period"),
                                                      scalar(damping, NONE, "damping")])
        out, error = ffi.new("double *"), new_error()
        check(lib.thud_motion_scale_factor(self._c, strength, out, error), error)
        return out[0]

    def _copy(self) -> "Motion":
        """One that may be changed in place, and is nobody else's yet."""
        if self.step is None:
            return Motion(self.acceleration, time=self.time)
        pointer = lib.thud_motion_create(len(self), self._c.step)
        if pointer == ffi.NULL:
            raise MemoryError("there is not enough memory for the motion")
        ffi.memmove(pointer.acceleration, self._c.acceleration, 8 * len(self))
        return Motion._own(pointer, self.info)

    def gap(self, a: Tuple[Number, Number], b: Tuple[Number, Number]) -> RecordGap:
        """The gap that two structures need in this motion; each a pair of period, s, and damping ratio."""
        options, out, error = gap_options(a, b), ffi.new("thud_gap_record *"), new_error()
        check(lib.thud_gap_by_record(options, self._c, out, error), error)
        return RecordGap._of(out)

    # ---- motions that are made ----

    @classmethod
    def generate_ec8(cls, type: int = 1, soil: str = "A", ag: Number = 1.0, damping: Number = 0.05, *,
                     duration: Number = 20.0, step: Number = 0.01, seed: int = 1, period_min: Optional[Number] = None,
                     period_max: Optional[Number] = None, target: Optional[Target] = None) -> "Motion":
        """A motion compatible with the elastic spectrum of Eurocode 8, or with a target of thud.ec8; the same seed, the
        same motion. ag in m/s², times and periods in s."""
        wanted = ffi.new("thud_target *")
        wanted.ec8 = (target or ec8(type, soil, ag, damping))._c()[0]
        return cls._compatible(wanted, duration, step, seed, period_min, period_max)

    @classmethod
    def generate_compatible(cls, periods: Any, accelerations: Any, damping: Number = 0.05, *, duration: Number = 20.0,
                            step: Number = 0.01, seed: int = 1, period_min: Optional[Number] = None,
                            period_max: Optional[Number] = None) -> "Motion":
        """A motion compatible with a spectrum given by points: periods, s, and pseudo-accelerations, m/s²."""
        wanted, _keep = points_target(periods, accelerations, damping)
        return cls._compatible(wanted, duration, step, seed, period_min, period_max)

    @classmethod
    def _compatible(cls, wanted: Any, duration: Any, step: Any, seed: int, period_min: Any, period_max: Any) -> "Motion":
        options = ffi.new("thud_compatible_options *", lib.thud_compatible_options_default(wanted))
        sample(options, duration, step)
        options.seed = count_of(seed, "seed")
        if period_min is not None:
            options.period_min = scalar(period_min, TIME, "period_min")
        if period_max is not None:
            options.period_max = scalar(period_max, TIME, "period_max")
        return cls._make(lib.thud_generate_compatible, options)

    @classmethod
    def generate_filtered(cls, *, pga: Optional[Number] = None, rms: Optional[Number] = None,
                          density: Optional[float] = None, ground_omega: Optional[Number] = None,
                          ground_damping: Optional[Number] = None, high_pass_omega: Number = 0.0,
                          high_pass_damping: Number = 0.6, duration: Number = 20.0, step: Number = 0.01,
                          seed: int = 1) -> "Motion":
        """White noise through the ground of Kanai and Tajimi (ωg in rad/s), and, with high_pass_omega, of Clough and
        Penzien; its size by pga or rms, m/s², or the density S₀ of the noise, m²/s³."""
        options = ffi.new("thud_filtered_options *", lib.thud_filtered_options_default())
        sizes = [(code, value) for code, value in ((lib.THUD_STRENGTH_PGA, pga), (lib.THUD_STRENGTH_RMS, rms),
                                                    (lib.THUD_STRENGTH_DENSITY, density)) if value is not None]
        if len(sizes) > 1:
            raise TypeError("its size is given by one of pga, rms and density")
        if sizes:
            options.strength, value = sizes[0]
            options.strength_value = scalar(value, (0, 2, -3, 0) if density is not None else ACCELERATION, "size")
        if ground_omega is not None:
            options.ground_omega = scalar(ground_omega, ANGULAR_FREQUENCY, "ground_omega")
        if ground_damping is not None:
            options.ground_damping = scalar(ground_damping, NONE, "ground_damping")
        options.high_pass_omega = scalar(high_pass_omega, ANGULAR_FREQUENCY, "high_pass_omega")
        if options.high_pass_omega != 0:
            options.high_pass_damping = scalar(high_pass_damping, NONE, "high_pass_damping")
        options.seed = count_of(seed, "seed")
        return cls._make(lib.thud_generate_filtered, sample(options, duration, step))

    @classmethod
    def generate_noise(cls, rms: Number = 1.0, low: Number = 0.0, high: Number = 15.0, *, duration: Number = 20.0,
                       step: Number = 0.01, seed: int = 1) -> "Motion":
        """Gaussian noise of constant density between two frequencies, Hz; rms in m/s²."""
        options = ffi.new("thud_noise_options *", lib.thud_noise_options_default())
        options.rms = scalar(rms, ACCELERATION, "rms")
        options.low, options.high = scalar(low, FREQUENCY, "low"), scalar(high, FREQUENCY, "high")
        options.seed = count_of(seed, "seed")
        return cls._make(lib.thud_generate_noise, sample(options, duration, step))

    @classmethod
    def generate_sine(cls, amplitude: Number, frequency: Number, phase: Number = 0.0, *, duration: Number = 20.0,
                      step: Number = 0.01) -> "Motion":
        """amplitude · sin(2π frequency t + phase): m/s², Hz, rad."""
        options = ffi.new("thud_sine_options *")
        options.amplitude, options.frequency = scalar(amplitude, ACCELERATION, "amplitude"), scalar(frequency, FREQUENCY, "frequency")
        options.phase = scalar(phase, ANGLE, "phase")
        return cls._make(lib.thud_generate_sine, sample(options, duration, step))

    @classmethod
    def generate_sweep(cls, amplitude: Number, first: Number, last: Number, *, logarithmic: bool = False,
                       duration: Number = 20.0, step: Number = 0.01) -> "Motion":
        """A sine whose frequency goes from first to last, Hz; amplitude in m/s²."""
        options = ffi.new("thud_sweep_options *")
        options.amplitude = scalar(amplitude, ACCELERATION, "amplitude")
        options.first, options.last = scalar(first, FREQUENCY, "first"), scalar(last, FREQUENCY, "last")
        options.logarithmic = bool(logarithmic)
        return cls._make(lib.thud_generate_sweep, sample(options, duration, step))

    @classmethod
    def generate_ricker(cls, amplitude: Number, frequency: Number, centre: Number, *, duration: Number = 20.0,
                        step: Number = 0.01) -> "Motion":
        """Ricker's pulse: amplitude in m/s², frequency in Hz, the instant of its peak in s."""
        options = ffi.new("thud_ricker_options *")
        options.amplitude = scalar(amplitude, ACCELERATION, "amplitude")
        options.frequency, options.centre = scalar(frequency, FREQUENCY, "frequency"), scalar(centre, TIME, "centre")
        return cls._make(lib.thud_generate_ricker, sample(options, duration, step))

    @classmethod
    def _make(cls, function: Any, options: Any) -> "Motion":
        out, error = ffi.new("thud_motion **"), new_error()
        check(function(options, out, error), error)
        return cls._own(out[0])


def _restore(acceleration: np.ndarray, step: Optional[float], time: Optional[np.ndarray]) -> Motion:
    return Motion(acceleration, step, time)


def sample(options: Any, duration: Any, step: Any) -> Any:
    options.sampling.duration, options.sampling.step = scalar(duration, TIME, "duration"), scalar(step, TIME, "step")
    return options


def points_target(periods: Any, accelerations: Any, damping: Any) -> Tuple[Any, Any]:
    at, values = vector(periods, "periods", 2), vector(accelerations, "accelerations", 2)
    if at.size != values.size:
        raise ValueError(f"{at.size} periods for {values.size} accelerations")
    points = np.column_stack([at, values])
    wanted = ffi.new("thud_target *")
    wanted.points = ffi.cast("thud_spectrum_point *", points.ctypes.data)
    wanted.point_count = at.size
    wanted.point_damping = scalar(damping, NONE, "damping")
    return wanted, points


def compatibility(motions: Union[Motion, Sequence[Motion]], target: Target, period_min: Number = 0.04, period_max: Number = 4.0,
                  t1: Number = 0.0) -> Compatibility:
    """The mean spectrum of motions over that of a target, between two periods, s."""
    many = [motions] if isinstance(motions, Motion) else list(motions)
    if not many or not all(isinstance(one, Motion) for one in many):
        raise TypeError("motions must be one or more of thud.Motion")
    wanted, out = ffi.new("thud_target *"), ffi.new("thud_compatibility *")
    wanted.ec8 = target._c()[0]
    check(lib.thud_compatibility_measure(ffi.new("thud_motion *[]", [one._c for one in many]), len(many), wanted,
                                         scalar(period_min, TIME, "period_min"), scalar(period_max, TIME, "period_max"),
                                         scalar(t1, TIME, "t1"), out), subject="periods")
    return Compatibility._of(out)


def gap_options(a: Any, b: Any, level_floors: bool = False, amplification: Any = 1.0, importance: Any = 1.0) -> Any:
    options = ffi.new("thud_gap_options *", lib.thud_gap_options_default())
    for side, given in ((options.a, a), (options.b, b)):
        period, damping = given
        side.period, side.damping = scalar(period, TIME, "period"), scalar(damping, NONE, "damping")
    options.level_floors = bool(level_floors)
    options.amplification, options.importance = scalar(amplification, NONE, "amplification"), scalar(importance, NONE, "importance")
    return options


def gap(a: Tuple[Number, Number], b: Tuple[Number, Number], displacement_a: Number, displacement_b: Number, *,
        level_floors: bool = False, amplification: Number = 1.0, importance: Number = 1.0) -> Gap:
    """How far two structures must stand apart, m, by the rules of codes and of the literature.

    a, b            each a pair of period, s, and damping ratio
    displacement_a, displacement_b    their largest displacements, m, as from a spectrum
    level_floors    floors face floors (Eurocode 8); amplification, importance: Cd and Ie of ASCE 7
    """
    options = gap_options(a, b, level_floors, amplification, importance)
    out, error = ffi.new("thud_gap_rules *"), new_error()
    check(lib.thud_gap_by_rules(options, scalar(displacement_a, LENGTH, "displacement_a"),
                                scalar(displacement_b, LENGTH, "displacement_b"), out, error), error)
    return Gap._of(out)
