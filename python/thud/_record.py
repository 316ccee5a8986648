"""Results: numbers by name, in SI units."""
from __future__ import annotations

import html
import math
from typing import Any, Dict, Iterator, NamedTuple, Optional, Tuple

import numpy as np

from ._core import ffi


class Estimate(NamedTuple):
    """A value and its standard error, which is 0 for what was given and NaN where nothing tells."""

    value: float
    error: float

    def __str__(self) -> str:
        return f"{self.value:.6g} ± {self.error:.2g}"


class Record:
    """What the library computed, by name. Subclasses list the names; units stand in their descriptions."""

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    @classmethod
    def _names(cls) -> Iterator[str]:
        for base in reversed(cls.__mro__):
            yield from (name for name in vars(base).get("__annotations__", ()) if not name.startswith("_"))

    @classmethod
    def _of(cls, c: Any, **more: Any) -> Any:
        out = cls.__new__(cls)
        given = out.__dict__
        for name in cls._names():
            if name not in more:
                given[name] = plain(getattr(c, name))
        given.update(more)
        return out

    def as_dict(self) -> Dict[str, Any]:
        """All of it, with records and estimates inside as dicts."""
        return {name: as_plain(getattr(self, name)) for name in self._names()}

    def __eq__(self, other: Any) -> bool:
        return type(self) is type(other) and same(self.as_dict(), other.as_dict())

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> Dict[str, Any]:
        """What is computed; not the memory of the library behind it, which stays in its process."""
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") and not name.startswith("__") and name in type(self).__annotations__:
            raise RuntimeError("a result that comes out of a pickle has its numbers, and computes nothing further")
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    #: the names that repr shows; None: all of them
    _brief: Optional[Tuple[str, ...]] = None

    def __repr__(self) -> str:
        shown = self._brief or tuple(self._names())
        return f"{type(self).__name__}({', '.join(f'{name}={brief(getattr(self, name))}' for name in shown)})"

    def _repr_html_(self) -> str:
        return table([(name.replace("_", " "), getattr(self, name)) for name in self._names()], type(self).__name__)


def same(a: Any, b: Any) -> bool:
    """Equal, arrays element by element; NaN is equal to NaN, so that a copy is equal to what it was made of."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return type(a) is type(b) and a.shape == b.shape and a.dtype == b.dtype and bool(np.array_equal(a, b, a.dtype.kind == "f"))
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, float) and isinstance(b, float) and math.isnan(a):
        return math.isnan(b)
    return bool(a == b)


def brief(value: Any) -> str:
    """A value in a line: six digits, an estimate with its error, long lists and arrays by their size."""
    if isinstance(value, Estimate):
        return str(value)
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, np.ndarray):
        if value.ndim == 1 and value.size <= 6 and value.dtype.kind == "f":
            return f"[{', '.join(map(brief, value.tolist()))}]"
        return f"<array of {' × '.join(map(str, value.shape))}>"
    if isinstance(value, (list, tuple)):
        inner = ", ".join(map(brief, value))
        if len(value) > 1 and len(inner) > 80:
            return f"<{len(value)} × {type(value[0]).__name__}>"
        return f"[{inner}]" if isinstance(value, list) else f"({inner})"
    return repr(value)


def plain(value: Any) -> Any:
    """A member of a C struct as Python has it."""
    if not isinstance(value, ffi.CData):
        return value
    kind = ffi.typeof(value)
    if kind.cname == "struct thud_estimate":
        return Estimate(value.value, value.error)
    if kind.kind == "array" and kind.item.cname == "char":
        return ffi.string(value).decode("utf-8", "replace")
    if kind.kind == "struct":
        names = {name: plain(getattr(value, name)) for name, _ in kind.fields}
        return type(kind.cname.replace("struct thud_", ""), (Record,), {"__annotations__": dict.fromkeys(names)})(**names)
    raise TypeError(kind.cname)


def as_plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.as_dict()
    if isinstance(value, Estimate):
        return value._asdict()
    if isinstance(value, (list, tuple)):
        return [as_plain(item) for item in value]
    return value


def cell(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return html.escape(str(value))
    if isinstance(value, float):
        return f"{value:.6g}" if not math.isnan(value) else "–"
    text = value if isinstance(value, str) else brief(value)
    return html.escape(text if len(text) < 200 else text[:200] + "…")


def table(rows: Any, title: str = "") -> str:
    """Names and values as an HTML table; nothing in it is markup but the table."""
    head = f"<caption>{html.escape(title)}</caption>" if title else ""
    body = "".join(f"<tr><th>{html.escape(str(name))}</th><td>{cell(value)}</td></tr>" for name, value in rows)
    return f"<table>{head}{body}</table>"
