"""Studies: one scenario for every combination of values, on all cores."""
from __future__ import annotations

import copy
import os
import tempfile
import threading
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple, Union

import numpy as np

from ._core import (Closed, Error, Message, Reports, check, count_of, doubles, ffi, lib, new_error, path_of, status_name,
                    text_of, vector)
from ._html import plot
from ._progress import Progress, teller
from ._record import Record, cell
from ._run import locals_of
from ._scenario import as_yaml


class Fragility(Record):
    """A lognormal fragility curve P = Φ(ln(x/median)/dispersion), by maximum likelihood, with standard errors.

    levels, exceed and total are the counts that it was fitted to.
    """

    median: float
    dispersion: float
    median_error: float
    dispersion_error: float
    log_likelihood: float
    levels: np.ndarray
    exceed: np.ndarray
    total: np.ndarray

    def probability(self, x: Any) -> Any:
        """P at levels x."""
        from math import erf

        at = np.asarray(x, dtype=np.float64)
        with np.errstate(divide="ignore"):
            z = np.log(at / self.median) / self.dispersion
        return (0.5 * (1 + np.vectorize(erf, otypes=[float])(z / np.sqrt(2))))[()]

    def _repr_html_(self) -> str:
        at = np.linspace(self.levels[0], self.levels[-1], 100)
        return super()._repr_html_() + plot([("curve", at, self.probability(at)),
                                             ("shares", self.levels, self.exceed / np.maximum(self.total, 1))], "level", "P")


def fitted(status: int, what: str) -> None:
    if status == lib.THUD_ERROR_ACCURACY:
        raise Error(f"{what}: no curve is fixed where all cases exceed, none does, or one level separates the two", "accuracy")
    check(status, subject=what)


def fragility(levels: Any, exceed: Any, total: Any) -> Fragility:
    """Fits a curve to counts: exceed[i] of total[i] cases exceeded a threshold at levels[i]."""
    at = vector(levels, "levels")
    counts = [np.ascontiguousarray(np.asarray(part, dtype=np.uintp)) for part in (exceed, total)]
    if any(part.shape != at.shape for part in counts):
        raise ValueError("levels, exceed and total must be of one length")
    out = ffi.new("thud_fragility *")
    pointers = (ffi.cast("size_t *", part.ctypes.data) for part in counts)
    fitted(lib.thud_fragility_fit(at.size, doubles(at), *pointers, out), "the counts")
    return Fragility._of(out, levels=at, exceed=counts[0].astype(int), total=counts[1].astype(int))


class Table(Mapping[str, np.ndarray]):
    """The results of a study: a column for each axis and each result, a row for each case, in the order of the cases.

    table["gap"], table["contacts.east.impacts"]; units has the SI unit of each; axes and results name them. status is "ok"
    or the kind of failure of each case, reason says why, or has the notes of one that is ok, a line each; what a case does
    not have is NaN.
    """

    study: Optional["Study"]

    def __init__(self, study: "Study", columns: Dict[str, np.ndarray], axes: List[str], units: Dict[str, str],
                 status: np.ndarray, reason: np.ndarray) -> None:
        self.study = study
        self.columns = columns
        self.axes = axes
        self.results = [name for name in columns if name not in axes]
        self.units = units
        self.status = status
        self.reason = reason

    def __getitem__(self, name: str) -> np.ndarray:
        return self.columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    @property
    def cases(self) -> int:
        return self.status.size

    def to_pandas(self) -> Any:
        """A pandas.DataFrame with the cases as its index."""
        import pandas

        return pandas.DataFrame({**self.columns, "status": self.status, "reason": self.reason}).rename_axis("case")

    def fragility(self, threshold: str, over: str, where: Any = None) -> Fragility:
        """The curve of a threshold of `collect:` over an axis; `where` picks cases, as in table["gap"] == 0.03."""
        if self.study is None:
            raise RuntimeError("a table that comes out of a pickle has its numbers, and computes nothing further")
        exceeded = self[threshold]
        picked = np.ones(self.cases, bool) if where is None else np.asarray(where, bool)
        if picked.shape != exceeded.shape:
            raise ValueError(f"where must have {self.cases} values")
        out = ffi.new("thud_exceedance **")
        axis = self.study._axis(over)
        check(lib.thud_exceedance_create(self.study.study, axis, out), subject=over)
        c = ffi.gc(out[0], lib.thud_exceedance_free)
        for i in np.flatnonzero(picked):
            lib.thud_exceedance_add(c, lib.thud_study_axis_position(self.study.study, int(i), axis), exceeded[i])
        found = ffi.new("thud_fragility *")
        fitted(lib.thud_exceedance_fit(c, found), threshold)
        counts = {name: np.array(ffi.unpack(getattr(c, name), c.count)) for name in ("levels", "exceed", "total")}
        return Fragility._of(found, **counts)

    def __getstate__(self) -> Dict[str, Any]:
        """The numbers; the study behind them stays in its process."""
        return {**self.__dict__, "study": None}

    def __repr__(self) -> str:
        return f"<thud table: {self.cases} cases, {len(self.axes)} axes, {len(self.results)} results>"

    def _repr_html_(self) -> str:
        shown = (self.axes + [name for name in self.results])[:8]
        head = "".join(f"<th>{cell(name)}</th>" for name in ["case", *shown])
        rows = "".join("<tr>" + f"<th>{i}</th>" + "".join(f"<td>{cell(self[name][i].item())}</td>" for name in shown) + "</tr>"
                       for i in range(min(self.cases, 10)))
        return f"<table><tr>{head}</tr>{rows}</table><p>{self.cases} cases, {len(self.columns)} columns</p>"


class Study:
    """A study, from a study file or from a dict of the same keys (docs/study.md).

    thud.Study("fragility.yaml").sweep(jobs=4).to_pandas()
    thud.Study({"scenario": {…}, "vary": {"gap": {"path": "contacts.*.gap", "values": ["10 mm", "20 mm"]}}})

    In a dict the scenario may be a path or a dict itself; files that either names are looked for in `folder`, the current
    one by default, where paths of `vary` are to be whole. A study does not change, and threads may share it.
    """

    def __init__(self, source: Union[str, os.PathLike, Mapping[str, Any]], folder: Any = None, *,
                 spread: bool = False) -> None:
        self._folder: Any = None
        self._study: Any = None
        reports, out = Reports(), ffi.new("thud_study **")
        if isinstance(source, Mapping):
            path = self._write(dict(source), os.fspath(folder) if folder is not None else os.getcwd())
        elif isinstance(source, (str, os.PathLike)):
            path = os.fspath(source)
        else:
            raise TypeError(f"a study is a path or a dict, not {type(source).__name__}")
        reports.check(lib.thud_study_read(path_of(path), lib.thud_py_report, reports.handle, out), path)
        self.warnings: List[Message] = reports.messages
        self._study = ffi.gc(out[0], lib.thud_study_free)
        if spread:
            check(lib.thud_study_add_spread(self._study))

    def _write(self, study: Dict[str, Any], folder: str) -> str:
        """As files, in a folder that lasts as long as the study."""
        self._folder = tempfile.TemporaryDirectory(prefix="thud-study-")
        scenario = study.get("scenario")
        if isinstance(scenario, Mapping):
            study["scenario"] = "scenario.yaml"
            self._file("scenario.yaml", with_whole_paths(scenario, folder))
        elif isinstance(scenario, (str, os.PathLike)):
            study["scenario"] = os.path.abspath(os.path.join(folder, os.fspath(scenario)))
        if isinstance(study.get("vary"), Mapping):
            study["vary"] = {name: with_whole_files(axis, folder) for name, axis in study["vary"].items()}
        return self._file("study.yaml", study)

    def _file(self, name: str, content: Any) -> str:
        path = os.path.join(self._folder.name, name)
        with open(path, "w", encoding="utf-8", errors="surrogatepass") as file:
            file.write(as_yaml(content))
        return path

    def close(self) -> None:
        """Gives its memory back; sweeps that are under way elsewhere end as they would have."""
        self._study = None

    def __enter__(self) -> "Study":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    @property
    def study(self) -> Any:
        if self._study is None:
            raise Closed("the study is closed")
        return self._study

    # ---- what it consists of ----

    @property
    def title(self) -> str:
        return text_of(lib.thud_study_title(self.study)) or ""

    def __len__(self) -> int:
        return lib.thud_study_case_count(self.study)

    @property
    def axes(self) -> List[str]:
        study = self.study
        return [text_of(lib.thud_study_axis_name(study, i)) or "" for i in range(lib.thud_study_axis_count(study))]

    @property
    def results(self) -> List[str]:
        study = self.study
        return [text_of(lib.thud_study_result_name(study, i)) or "" for i in range(lib.thud_study_result_count(study))]

    @property
    def units(self) -> Dict[str, str]:
        """The SI unit of each axis and each result; "" where there is none."""
        study = self.study
        found = {name: text_of(lib.thud_study_axis_unit(study, i)) or "" for i, name in enumerate(self.axes)}
        found.update((name, text_of(lib.thud_study_result_unit(study, i)) or "") for i, name in enumerate(self.results))
        return found

    @property
    def hash(self) -> int:
        """A fingerprint of everything that the results depend on."""
        return lib.thud_study_hash(self.study)

    def values(self, axis: str) -> np.ndarray:
        """The values of an axis, case by case: numbers in SI units, or texts."""
        study, number, count = self.study, self._axis(axis), len(self)
        if not lib.thud_study_axis_is_text(study, number):
            return np.array([lib.thud_study_number(study, i, number) for i in range(count)])
        value = ffi.new("thud_axis_value *")
        texts = []
        for i in range(count):
            check(lib.thud_study_value(study, i, number, value))
            texts.append(text_of(value.text) or "")
        return np.array(texts)

    def labels(self, axis: str) -> List[Optional[str]]:
        """The labels of an axis, case by case; None where there is none."""
        number = self._axis(axis)
        return [text_of(lib.thud_study_label(self.study, i, number)) for i in range(len(self))]

    def is_design(self, axis: str) -> bool:
        """Whether somebody chooses its values; shares of cases over it are no probabilities."""
        return bool(lib.thud_study_axis_is_design(self.study, self._axis(axis)))

    def crossed_samples(self) -> Optional[Tuple[str, str]]:
        """Two axes of samples that are crossed, which is seldom meant; None: there are none."""
        first, second = ffi.new("const char **"), ffi.new("const char **")
        if not lib.thud_study_crossed_samples(self.study, first, second):
            return None
        return text_of(first[0]) or "", text_of(second[0]) or ""

    def _axis(self, name: str) -> int:
        if name not in self.axes:
            raise KeyError(f"no axis is called {name!r}; there are {', '.join(self.axes)}")
        return self.axes.index(name)

    def __repr__(self) -> str:
        if self._study is None:
            return "<thud study, closed>"
        return f"<thud study {self.title!r}: {len(self)} cases over {', '.join(self.axes)}>"

    # ---- running ----

    def sweep(self, directory: Any = None, *, jobs: Optional[int] = None,
              progress: Union[bool, Callable[[Progress], Any]] = False, extend: bool = False,
              restart: bool = False) -> Table:
        """Runs every case, on as many threads as there are cores or `jobs` says, and gives the table of results.

        directory  keeps the results in DIRECTORY/results.db, which survives being stopped, or killed; what is there
                   already is not run again. extend: the values of the study may have changed; restart: begin anew
        progress   True prints how far it has come; a function is called with a Progress, and stops the sweep with False
        """
        threads = count_of(jobs, "jobs", 1) if jobs is not None else len(os.sched_getaffinity(0))
        if directory is None:
            if extend or restart:
                raise TypeError("extend and restart are for a sweep with a directory")
            return sweep_in_memory(copy.copy(self), threads, teller(progress))
        return sweep_to_store(copy.copy(self), directory, threads, teller(progress), extend, restart)

    def run_case(self, case: int) -> Dict[str, float]:
        """One case alone: its results by name."""
        if count_of(case, "case") >= len(self):
            raise IndexError(f"there are {len(self)} cases, numbered from 0")
        worker, result = new_worker(self.study), ffi.new("thud_case_result *")
        check(lib.thud_worker_run(worker, case, ffi.NULL, result))
        check(result.error.status, result.error)
        return dict(zip(self.results, ffi.unpack(result.values, len(self.results))))


def with_whole_paths(scenario: Mapping[str, Any], folder: str) -> Dict[str, Any]:
    """The files that a scenario names, from the root on."""
    out = dict(scenario)
    ground = out.get("ground")
    if isinstance(ground, Mapping) and isinstance(ground.get("record"), (str, os.PathLike)):
        out["ground"] = {**ground, "record": os.path.abspath(os.path.join(folder, os.fspath(ground["record"])))}
    if isinstance(out.get("forces"), (list, tuple)):
        out["forces"] = [{**one, "file": os.path.abspath(os.path.join(folder, os.fspath(one["file"])))}
                         if isinstance(one, Mapping) and isinstance(one.get("file"), (str, os.PathLike)) else one
                         for one in out["forces"]]
    return out


def with_whole_files(axis: Any, folder: str) -> Any:
    if isinstance(axis, Mapping) and isinstance(axis.get("files"), (str, os.PathLike)):
        return {**axis, "files": os.path.abspath(os.path.join(folder, os.fspath(axis["files"])))}
    return axis


def new_worker(study: Any) -> Any:
    out = ffi.new("thud_worker **")
    check(lib.thud_worker_create(study, out))
    return ffi.gc(out[0], lib.thud_worker_free)


# ---- in memory ----


class Crew:
    """Threads that run the cases of a study into one array; C runs without the lock of Python."""

    def __init__(self, study: Study) -> None:
        self.c = study.study
        self.total, self.width = len(study), len(study.results)
        self.values = np.full((self.total, self.width), np.nan)
        self.status = np.full(self.total, "", dtype=object)
        self.reason = np.full(self.total, "", dtype=object)
        self.positions = iter(range(self.total))
        self.lock = threading.Lock()
        self.done = self.failed = 0
        self.stop = False
        self.error: Optional[BaseException] = None

    def work(self) -> None:
        try:
            worker, result = new_worker(self.c), ffi.new("thud_case_result *")
            while not self.stop:
                with self.lock:
                    position = next(self.positions, None)
                if position is None:
                    return
                self.take(worker, lib.thud_study_case_at(self.c, position), result)
        except BaseException as error:
            self.error, self.stop = error, True

    def take(self, worker: Any, case: int, result: Any) -> None:
        check(lib.thud_worker_run(worker, case, ffi.NULL, result))
        self.values[case] = ffi.unpack(result.values, self.width)
        error = result.error
        failed = error.status != lib.THUD_OK
        self.status[case] = status_name(error.status)
        self.reason[case] = text_of(error.text if failed else result.notes)
        with self.lock:
            self.done += 1
            self.failed += failed


def sweep_in_memory(study: Study, jobs: int, tell: Callable[[Progress], bool]) -> Table:
    import time

    crew, begin = Crew(study), time.monotonic()
    threads = [threading.Thread(target=crew.work, daemon=True) for _ in range(min(jobs, max(crew.total, 1)))]
    for thread in threads:
        thread.start()
    stopped = False
    try:
        while not stopped:
            for thread in threads:
                thread.join(0.1 / len(threads))
            over = not any(thread.is_alive() for thread in threads)
            stopped = not tell(Progress(crew.total, 0, crew.done, crew.failed, time.monotonic() - begin))
            if over:
                break
    finally:
        crew.stop = True
        for thread in threads:
            thread.join()
    if crew.error is not None:
        raise crew.error
    if stopped and crew.done < crew.total:
        raise Error(f"stopped by the caller after {crew.done} of {crew.total} cases", "stopped")
    return table_of(study, dict(zip(study.results, crew.values.T)), crew.status, crew.reason)


def table_of(study: Study, results: Dict[str, np.ndarray], status: np.ndarray, reason: np.ndarray) -> Table:
    columns = {name: study.values(name) for name in study.axes}
    columns.update(results)
    return Table(study, columns, study.axes, study.units, status.astype(str), reason.astype(str))


# ---- into a store ----


class Sweep:
    """The Python side of thud_study_run: its progress, and the flag that stops it."""

    def __init__(self, tell: Callable[[Progress], bool]) -> None:
        self.tell = tell
        self.error: Optional[BaseException] = None
        self.handle = ffi.new_handle(self)
        self.c = ffi.new("thud_py_sweep *")
        self.c.handle = self.handle


def keep_of_sweep(exception: Any, value: BaseException, traceback: Any) -> None:
    """An exception, Ctrl-C among them, stops the sweep and comes out of it."""
    c = ffi.cast("thud_py_sweep *", locals_of(traceback)["context"])
    ffi.from_handle(c.handle).error, c.stop = value, 1


@ffi.def_extern(onerror=keep_of_sweep)
def thud_py_sweep_progress(context: Any, progress: Any) -> None:
    c = ffi.cast("thud_py_sweep *", context)
    sweep = ffi.from_handle(c.handle)
    if sweep.error is None and not sweep.tell(progress_of(progress)):
        c.stop = 1


def progress_of(c: Any) -> Progress:
    return Progress(c.total, c.before, c.done, c.failed, c.seconds)


def sweep_to_store(study: Study, directory: Any, jobs: int, tell: Any, extend: bool, restart: bool) -> Table:
    where = ffi.new("char[]", path_of(directory))
    sweep, summary = Sweep(tell), ffi.new("thud_study_summary *")
    options = ffi.new("thud_study_options *", lib.thud_study_options_default(where))
    options.jobs = jobs
    options.mode = lib.THUD_STUDY_RESTART if restart else lib.THUD_STUDY_EXTEND if extend else lib.THUD_STUDY_CONTINUE
    options.context = sweep.c
    options.progress, options.stop = lib.thud_py_sweep_progress, ffi.addressof(lib, "thud_py_asked_to_stop")
    status = lib.thud_study_run(study.study, options, summary)
    if sweep.error is not None:
        raise sweep.error
    check(status, summary.error, file=os.fspath(directory))
    return read_store(study, os.fspath(directory))


def read_store(study: Study, directory: str) -> Table:
    """The rows that thud_study_run has just been through."""
    error, out = new_error(), ffi.new("thud_results **")
    check(lib.thud_results_open(os.fsencode(directory), error, out), error, file=directory)
    results = ffi.gc(out[0], lib.thud_results_close)
    info, names, width = lib.thud_results_info(results), study.results, lib.thud_results_column_count(results)
    if info.done != len(study):
        raise Error(f"{directory} has {info.done} of {len(study)} cases", "file", directory)
    columns = ffi.new("size_t[]", [lib.thud_results_find(results, name.encode()) for name in names])
    wanted = ffi.new("bool[]", width)
    for column in columns:
        wanted[column] = True
    check(lib.thud_results_want(results, wanted), error, file=directory)
    values = np.full((len(study), len(names)), np.nan)
    status, reason = np.full(len(study), "", object), np.full(len(study), "", object)
    row, found, numbers = ffi.new("thud_results_row *"), ffi.new("bool *"), doubles(values)
    while True:
        check(lib.thud_results_next(results, row, found), error, file=directory)
        if not found[0]:
            break
        case = row.case_index
        lib.thud_results_numbers(results, len(names), columns, numbers + case * len(names))
        status[case], reason[case] = text_of(row.status), text_of(row.reason) or text_of(row.notes) or ""
    return table_of(study, dict(zip(names, values.T)), status, reason)
