"""The catalogue of contact laws, and stiffnesses from geometry."""
from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Union

from ._core import AREA, LENGTH, NONE, PRESSURE, Error, check, choice, ffi, lib, scalar, text_of
from ._record import table


class Parameter(NamedTuple):
    """A parameter of a law: its name in scenario files, symbol, unit, range in words, default and meaning."""

    name: str
    symbol: str
    unit: str
    range: str
    default: float
    meaning: str


KINDS = {"elastic": "THUD_FORCE_ELASTIC", "viscous": "THUD_FORCE_VISCOUS", "bilinear": "THUD_FORCE_BILINEAR",
         "impulsive": "THUD_FORCE_IMPULSIVE", "general": "THUD_FORCE_GENERAL"}
SEPARATIONS = {"return": "THUD_SEPARATION_RETURN", "zero-force": "THUD_SEPARATION_ZERO_FORCE"}
KIND_NAMES = {getattr(lib, code): name for name, code in KINDS.items()}
SEPARATION_NAMES = {getattr(lib, code): name for name, code in SEPARATIONS.items()}


class Law:
    """A contact law of the catalogue: a force structure and a rule from restitution to damping.

    name, label, title, used_by, source, validity    as in `thud laws`
    structure, equation, kind        how the force is built; kind is elastic, viscous, bilinear, impulsive
                                     or general, a force of its own
    rule                             the published rule in words; None for laws that are calibrated exactly
    exponent, exponent_min, exponent_max    n in F = k δⁿ, its default and its range
    separation                       when a contact ends by default: "return" or "zero-force"
    """

    def __init__(self, c: Any) -> None:
        self._c = c
        self._options = lib.thud_impact_options_default(c)
        structure = c.structure
        self.name: str = text_of(c.name) or ""
        self.title: str = text_of(c.title) or ""
        self.label: str = text_of(c.label) or ""
        self.used_by: str = text_of(c.used_by) or ""
        self.structure: str = text_of(structure.name) or ""
        self.equation: str = text_of(structure.equation) or ""
        self.kind: str = KIND_NAMES[structure.kind]
        self.exact_return: Optional[str] = text_of(structure.exact_return)
        self.exact_zero_force: Optional[str] = text_of(structure.exact_zero_force)
        self.rule: Optional[str] = text_of(c.rule)
        self.exponent: float = c.exponent_default
        self.exponent_min: float = c.exponent_min
        self.exponent_max: float = c.exponent_max
        self.separation: str = SEPARATION_NAMES[lib.thud_law_separation(c, lib.THUD_SEPARATION_DEFAULT)]
        self.source: str = text_of(c.source) or ""
        self.validity: str = text_of(c.validity) or ""

    @property
    def has_rule(self) -> bool:
        """Whether published and exact damping are two things."""
        return bool(lib.thud_law_has_rule(self._c))

    @property
    def parameters(self) -> List[Parameter]:
        found: List[Parameter] = []
        c = ffi.new("thud_parameter *")
        while lib.thud_law_parameter(self._c, len(found), c):
            found.append(Parameter(text_of(c.name) or "", text_of(c.symbol) or "", text_of(c.unit) or "",
                                   text_of(c.range) or "", c.preset, text_of(c.meaning) or ""))
        return found

    def damper_exponent(self, n: Optional[float] = None) -> float:
        """p in c δᵖ δ̇ for an exponent n; NaN without a damper."""
        return lib.thud_law_damper_exponent(self._c, self.exponent if n is None else float(n))

    def scaled_damping(self, e: float, n: Optional[float] = None, separation: Optional[str] = None,
                       source: str = "exact") -> float:
        """χ in the dimensionless frame that the exact relation, or the published rule, gives for a restitution."""
        out = ffi.new("double *")
        which = choice(source, (("exact", lib.THUD_DAMPING_EXACT), ("published", lib.THUD_DAMPING_PUBLISHED)), "source")
        check(lib.thud_law_scaled_damping(self._c, scalar(e, NONE, "e"), self.exponent if n is None else float(n),
                                          separation_of(separation), which, out), subject=self.name)
        return out[0]

    def __repr__(self) -> str:
        return f"<thud law {self.name}: {self.equation}>"

    def __reduce__(self) -> Any:
        return law, (self.name,)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Law) and other._c == self._c

    def __hash__(self) -> int:
        return hash(self.name)

    def _repr_html_(self) -> str:
        return table([("force", self.equation), ("rule", self.rule or "exact"), ("n", self.exponent),
                      ("separation", self.separation), ("source", self.source), ("validity", self.validity)], self.name)


CATALOGUE = {found.name: found for found in (Law(lib.thud_law_at(i)) for i in range(lib.thud_law_count()))}


def laws() -> List[Law]:
    """All contact laws, in the order of the catalogue."""
    return list(CATALOGUE.values())


def law(name: Union[str, Law]) -> Law:
    """The law of that name, as in thud.law("flores")."""
    if isinstance(name, Law):
        return name
    if not isinstance(name, str):
        raise TypeError(f"a law is named by a text, not by {type(name).__name__}")
    found = CATALOGUE.get(name)
    other = lib.thud_law_find(name.encode("utf-8", "replace")) if found is None and "\0" not in name else ffi.NULL
    if other != ffi.NULL:
        found = CATALOGUE[text_of(other.name) or ""]
    if found is None:
        near = text_of(lib.thud_law_nearest(name.replace("\0", " ").encode("utf-8", "replace")))
        raise Error(f"unknown law '{name}'; " + (f"did you mean '{near}'?" if near else "thud.laws() lists them"))
    return found


def separation_of(word: Optional[str]) -> int:
    if word is None:
        return lib.THUD_SEPARATION_DEFAULT
    return choice(word, ((name, getattr(lib, code)) for name, code in SEPARATIONS.items()), "separation")


def stiffness_spheres(E1: Any, nu1: Any, R1: Any, E2: Any, nu2: Any, R2: Any) -> float:
    """Hertz stiffness, N/m^1.5, of two spheres: Young's moduli in Pa, radii in m; a plane has the radius inf."""
    out = ffi.new("double *")
    check(lib.thud_stiffness_spheres(scalar(E1, PRESSURE, "E1"), scalar(nu1, NONE, "nu1"), scalar(R1, LENGTH, "R1"),
                                     scalar(E2, PRESSURE, "E2"), scalar(nu2, NONE, "nu2"), scalar(R2, LENGTH, "R2"), out))
    return out[0]


def stiffness_face(E1: Any, nu1: Any, E2: Any, nu2: Any, area: Any, mean_radius: Any) -> float:
    """Stiffness, N/m, of two faces (Luo and Nahon): moduli in Pa, the area in m², its mean radius in m."""
    out = ffi.new("double *")
    check(lib.thud_stiffness_face(scalar(E1, PRESSURE, "E1"), scalar(nu1, NONE, "nu1"), scalar(E2, PRESSURE, "E2"),
                                  scalar(nu2, NONE, "nu2"), scalar(area, AREA, "area"),
                                  scalar(mean_radius, LENGTH, "mean_radius"), out))
    return out[0]
