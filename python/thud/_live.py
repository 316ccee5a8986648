"""A run in steps: advanced to one instant after the other, with inputs, looked at, kept as bytes."""
from __future__ import annotations

from typing import Any, Dict

from ._core import ACCELERATION, FORCE, TIME, Number, check, error_of, ffi, lib, scalar
from ._run import Run, finish, new_record, run_of


def release(record: Any) -> None:
    for block in (record.samples, record.impacts, record.loops):
        lib.free(block)


class LiveRun:
    """A run of a scenario under way; `Scenario.start` begins one.

    time      s, that it has come to
    state     a dict with the columns of a history, "deck.velocity" and so on: what holds from now on, with the inputs of now
    summary   a dict as in summary.json, of the run so far, with impacts under way as if they were over
    """

    def __init__(self, scenario: Any, simulation: Any) -> None:
        self._scenario, self._simulation = scenario, simulation
        self._links = scenario.links[:lib.thud_simulation_summary(simulation).link_count]
        record, self._observer, self._calls = new_record(len(scenario.bodies), len(scenario.contacts), False, None,
                                                         len(scenario.watches), len(self._links))
        self._record = ffi.gc(record, release)
        status = lib.thud_simulation_start(simulation, self._observer)
        if status == lib.THUD_ERROR_ARGUMENT:  # nothing has begun
            raise error_of(status, lib.thud_simulation_summary(simulation).error)
        self._done(status)

    @property
    def time(self) -> float:
        return float(lib.thud_simulation_summary(self._simulation).duration)

    def _done(self, status: int) -> None:
        self._calls.reraise()
        if status != lib.THUD_OK:
            finish(status, self._record, lib.thud_simulation_summary(self._simulation), self.result())

    def advance(self, until: Number) -> "LiveRun":
        """On to an instant, s, exactly. One that fails is a thud.Error; what there was until then is in its `run`."""
        time = scalar(until, TIME, "until")
        if not time >= self.time:
            raise ValueError(f"the run is at {self.time:.9g} s already, and does not go back to {time:.9g} s")
        self._done(lib.thud_simulation_advance(self._simulation, time))
        return self

    def force(self, body: str, value: Number, ramp: bool = False) -> None:
        """A force on a body, N, beside those of the scenario: from now on, or along a straight line up to the end of the next
        advance; then it stays."""
        if body not in self._scenario.bodies:
            raise KeyError(f"there is no body {body!r}")
        there = ffi.new("thud_body_id *", [self._scenario.bodies.index(body)])[0]
        check(lib.thud_simulation_set_force(self._simulation, there, scalar(value, FORCE, "value"), self._kind(ramp)),
              subject=f"force on {body}")

    def ground(self, value: Number, ramp: bool = False) -> None:
        """An acceleration of the ground, m/s², likewise. Supports keep their own motion."""
        check(lib.thud_simulation_set_ground(self._simulation, scalar(value, ACCELERATION, "value"), self._kind(ramp)),
              subject="ground")

    @staticmethod
    def _kind(ramp: bool) -> int:
        return int(lib.THUD_INPUT_RAMPED if ramp else lib.THUD_INPUT_HELD)

    @property
    def state(self) -> Dict[str, float]:
        sample = ffi.new("thud_sample *")
        check(lib.thud_simulation_state(self._simulation, sample), lib.thud_simulation_summary(self._simulation).error)
        found = {"time": sample.time}
        for i, name in enumerate(self._scenario.bodies):
            for word in ("displacement", "velocity", "acceleration"):
                found[f"{name}.{word}"] = getattr(sample, word)[i]
        found.update((f"{name}.force", sample.force[i]) for i, name in enumerate(self._scenario.contacts))
        found.update((name, sample.watch[i]) for i, name in enumerate(self._scenario.watches))
        for i, name in enumerate(self._links):
            found[f"{name}.deformation"], found[f"{name}.link_force"] = sample.deformation[i], sample.link_force[i]
        return found

    @property
    def summary(self) -> Dict[str, Any]:
        return self.result().summary

    def result(self) -> Run:
        """What there is so far: the summary, the impacts that are over, and the history where there is an interval."""
        return run_of(self._scenario, self._simulation, self._record, keep=True)

    def save(self) -> bytes:
        """The state with its inputs and sums, for `restore` here or in another run of the same scenario."""
        size = lib.thud_simulation_save_size(self._simulation)
        data = ffi.new("char[]", size)
        check(lib.thud_simulation_save(self._simulation, data, size))
        return bytes(ffi.buffer(data))

    def restore(self, data: bytes) -> "LiveRun":
        """Goes on from there, with the same bits. History and impacts from after that instant are forgotten."""
        status = lib.thud_simulation_restore(self._simulation, ffi.from_buffer(data), len(data))
        if status in (lib.THUD_ERROR_SYNTAX, lib.THUD_ERROR_MISMATCH):
            raise error_of(status, subject="data")
        self._done(status)
        record, now = self._record, self.time
        while record.sample_count and record.samples[(record.sample_count - 1) * record.row] > now:
            record.sample_count -= 1
        while record.impact_count and record.impacts[record.impact_count - 1].time > now:
            record.impact_count -= 1
        return self

    def __repr__(self) -> str:
        return f"<thud run of {self._scenario.title!r} under way at {self.time:g} s>"
