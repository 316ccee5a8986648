"""thud: impacts and contact laws, from Python.

Everything is in SI units; where a number is expected, a text with its unit does as well: "30 mm", "0.35 g".
What the library refuses is a thud.Error, in the library's words.
"""
from ._core import Closed, Error, Message, lib as _lib, quantity, text_of as _text_of
from ._derivative import Function
from ._engine import Device, Engine, EngineAnswer, EngineModel, EngineValue, devices, engine, engines
from ._identify import (Bounces, ContactParameters, Fit, ForceImpact, Identification, Measurement, Mode, Resonance,
                        StaticLoad, Vibration, identify, identify_bounces, identify_contact, identify_drops,
                        identify_heights, identify_static, identify_transfer, identify_vibration, parse_measurement,
                        penetration_ratio, pool, read_measurement)
from ._impact import Calibration, Contact, Impact, calibrate, calibration, compare, effective_mass, impact
from ._laws import Law, Parameter, law, laws, stiffness_face, stiffness_spheres
from ._ec8 import Target, ec8
from ._live import LiveRun
from ._motion import Compatibility, Density, Gap, Info, Intensity, Motion, RecordGap, compatibility, gap
from ._record import Estimate, Record
from ._run import History, Run
from ._scenario import Scenario, StructureMode, expand
from ._study import Fragility, Progress, Study, Table, fragility
from ._system import System

__version__: str = _text_of(_lib.thud_version()) or ""

__all__ = [name for name in dir() if not name.startswith("_")]
