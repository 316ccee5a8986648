"""The C library, its errors as exceptions, and quantities with units."""
from __future__ import annotations

import math
from typing import Any, Iterable, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from ._thud import ffi, lib

Number = Union[float, int, str, np.ndarray, Sequence[float]]

# exponents of kg, m, s and rad
NONE = (0.0, 0.0, 0.0, 0.0)
MASS = (1.0, 0.0, 0.0, 0.0)
LENGTH = (0.0, 1.0, 0.0, 0.0)
TIME = (0.0, 0.0, 1.0, 0.0)
ANGLE = (0.0, 0.0, 0.0, 1.0)
SPEED = (0.0, 1.0, -1.0, 0.0)
ACCELERATION = (0.0, 1.0, -2.0, 0.0)
FORCE = (1.0, 1.0, -2.0, 0.0)
PRESSURE = (1.0, -1.0, -2.0, 0.0)
AREA = (0.0, 2.0, 0.0, 0.0)
FREQUENCY = (0.0, 0.0, -1.0, 0.0)
ANGULAR_FREQUENCY = (0.0, 0.0, -1.0, 1.0)

DIMENSIONS = {
    "number": NONE,
    "mass": MASS,
    "length": LENGTH,
    "time": TIME,
    "angle": ANGLE,
    "speed": SPEED,
    "acceleration": ACCELERATION,
    "force": FORCE,
    "pressure": PRESSURE,
    "area": AREA,
    "frequency": FREQUENCY,
    "angular speed": ANGULAR_FREQUENCY,
}


class Message(NamedTuple):
    """One error or warning about a place in a file."""

    file: Optional[str]
    line: Optional[int]
    column: Optional[int]
    text: str
    warning: bool = False

    def __str__(self) -> str:
        place = [str(part) for part in (self.file, self.line, self.column) if part]
        return ": ".join(filter(None, [":".join(place), "warning" if self.warning else "", self.text]))


class Error(Exception):
    """What the library refuses or cannot do, in its own words.

    status    the kind, as in "argument", "syntax", "file", "accuracy", "stopped"
    file, line, column    the place in a file, None where there is none; columns count bytes from 1
    messages  everything that was said about a file, warnings among it
    """

    def __init__(self, text: str, status: str = "argument", file: Optional[str] = None, line: Optional[int] = None,
                 column: Optional[int] = None, messages: Sequence[Message] = ()) -> None:
        super().__init__(text)
        self.text = text
        self.status = status
        self.file = file
        self.line = line
        self.column = column
        self.messages = list(messages)

    def __str__(self) -> str:
        errors = [m for m in self.messages if not m.warning]
        return "\n".join(map(str, errors or [Message(self.file, self.line, self.column, self.text)]))

    def __reduce__(self) -> Tuple[Any, ...]:
        return Error, (self.text, self.status, self.file, self.line, self.column, self.messages)


class Closed(Error):
    """An object is used that was closed before."""

    def __reduce__(self) -> Tuple[Any, ...]:
        return Closed, (self.text,)


def text_of(c: Any) -> Optional[str]:
    """A C string, whatever its bytes are; None for NULL."""
    return ffi.string(c).decode("utf-8", "replace") if c != ffi.NULL else None


def status_name(status: int) -> str:
    word = ffi.string(ffi.cast("thud_status", status))
    return word.replace("THUD_ERROR_", "").replace("THUD_", "").lower()


def status_text(status: int) -> str:
    return text_of(lib.thud_status_text(status)) or ""


def error_of(status: int, c: Any = None, subject: str = "", file: Optional[str] = None) -> Exception:
    """The exception for a status, with what a thud_error says."""
    if status == lib.THUD_ERROR_MEMORY:
        return MemoryError(status_text(status))
    said = text_of(c.text) if c is not None and c.status != lib.THUD_OK else ""
    text = said or status_text(status)
    if subject and not text.startswith(subject):
        text = f"{subject}: {text}"
    if c is None:
        return Error(text, status_name(status), file)
    where = file if c.file == ffi.NULL else text_of(c.file)
    return Error(text, status_name(status), where, c.line or None, c.column or None)


def new_error() -> Any:
    return ffi.new("thud_error *")


def check(status: int, c: Any = None, subject: str = "", file: Optional[str] = None) -> None:
    if status != lib.THUD_OK:
        raise error_of(status, c, subject, file)


def message_of(c: Any) -> Message:
    return Message(text_of(c.file), c.line or None, c.column or None, text_of(c.text) or "", c.status == lib.THUD_OK)


class Reports:
    """Receives what a reader says about a file; must live as long as the call."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.handle = ffi.new_handle(self)

    def check(self, status: int, file: Optional[str] = None) -> None:
        if status == lib.THUD_OK:
            return
        if status == lib.THUD_ERROR_MEMORY:
            raise MemoryError(status_text(status))
        first = next((m for m in self.messages if not m.warning), None)
        if first is None:
            raise Error(status_text(status), status_name(status), file, messages=self.messages)
        raise Error(first.text, status_name(status), first.file, first.line, first.column, self.messages)


@ffi.def_extern()
def thud_py_report(context: Any, error: Any) -> None:
    ffi.from_handle(context).messages.append(message_of(error))


# ---- numbers ----


def quantity(text: str, dimension: Union[str, Tuple[float, float, float, float]] = "number") -> float:
    """Reads a number with its unit into SI units: quantity("30 mm", "length") is 0.03.

    dimension is a word ("mass", "length", "time", "speed", "acceleration", "force", "pressure", "area", "frequency",
    "angle", "angular speed", "number") or the exponents of kg, m, s and rad, as in (1, -0.5, -2, 0) for N/m^1.5.
    """
    if isinstance(dimension, str):
        if dimension not in DIMENSIONS:
            raise ValueError(f"unknown dimension '{dimension}'; there are {', '.join(DIMENSIONS)}")
        dimension = DIMENSIONS[dimension]
    return parse(text, dimension)


def parse(text: str, dimension: Sequence[float], name: str = "") -> float:
    if "\0" in text:
        raise Error(f"{name + ': ' if name else ''}a text with a zero in it is no quantity", "syntax")
    value, error = ffi.new("double *"), new_error()
    want = ffi.new("thud_dimension *", [float(part) for part in dimension])
    status = lib.thud_quantity_parse(text.encode("utf-8", "replace"), want[0], value, error)
    if status != lib.THUD_OK:
        raise Error(f"{name + ' ' if name else ''}'{text}': expected {text_of(error.text)}", status_name(status))
    return value[0]


def scalar(value: Any, dimension: Sequence[float], name: str) -> float:
    """A number in SI units, from a number or from a text with its unit."""
    if isinstance(value, str):
        return parse(value, dimension, name)
    if isinstance(value, (float, int)) and not isinstance(value, bool):
        return float(value)
    array = np.asarray(value)
    if array.ndim == 0 and array.dtype.kind in "fiu":
        return float(array)
    raise TypeError(f"{name} must be a number or a text with its unit, not {type(value).__name__}")


def is_scalar(value: Any) -> bool:
    return isinstance(value, (float, int, str)) or value is None or np.ndim(value) == 0


def vector(value: Any, name: str, least: int = 1, dimensions: int = 1) -> np.ndarray:
    """Doubles in a row, without a copy where they are already."""
    array = np.asarray(value)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"{name} must be an array of numbers, not of {array.dtype}")
    array = np.ascontiguousarray(array, dtype=np.float64)
    if array.ndim != dimensions:
        raise ValueError(f"{name} must have {dimensions} dimension{'s' * (dimensions > 1)}, not {array.ndim}")
    if array.size < least:
        raise ValueError(f"{name} must have {least} value{'s' * (least > 1)} or more, not {array.size}")
    return array


def doubles(array: np.ndarray) -> Any:
    """A pointer to the numbers of a contiguous array; the array must be kept."""
    return ffi.cast("double *", array.ctypes.data)


class Owned:
    """Memory of the library for numpy, read-only; it keeps its owner alive."""

    def __init__(self, pointer: Any, size: int, owner: Any) -> None:
        self.owner = owner
        self.__array_interface__ = {"data": (int(ffi.cast("uintptr_t", pointer)), True), "shape": (size,),
                                    "typestr": "|u1", "version": 3}


def view(pointer: Any, count: int, owner: Any, dtype: Any = np.float64) -> np.ndarray:
    """An array that looks at the library's own memory; `owner` lives as long as it does."""
    kind = np.dtype(dtype)
    if count == 0:
        return np.empty(0, kind)
    return np.asarray(Owned(pointer, count * kind.itemsize, owner)).view(kind)


def path_of(path: Any) -> bytes:
    """A path as the library takes it."""
    import os

    raw = os.fsencode(path)
    if b"\0" in raw:
        raise ValueError("a path has no zero in it")
    return raw


def finite(value: float) -> float:
    return value if math.isfinite(value) else math.nan


def count_of(value: Any, name: str, least: int = 0) -> int:
    """A whole number."""
    import operator

    if isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number, not bool")
    number = operator.index(value)
    if not least <= number < 2**63:
        raise ValueError(f"{name} must be {least} or more")
    return number


def choice(value: Any, choices: Iterable[Tuple[str, Any]], name: str) -> Any:
    """What a word stands for."""
    table = dict(choices)
    if isinstance(value, str) and value in table:
        return table[value]
    raise ValueError(f"{name} must be {', '.join(map(repr, list(table)[:-1]))} or {list(table)[-1]!r}, not {value!r}")
