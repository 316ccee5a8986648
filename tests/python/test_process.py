"""Processes: forks, interrupts, memory that does not grow, threads in everything."""
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import thud


def resident():
    """Bytes that the process occupies."""
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def under_sanitizer():
    return "asan" in os.environ.get("LD_PRELOAD", "")


def test_no_leaks(ball):
    """10,000 runs, motions, errors and studies: what one leaks of 100 bytes would be a megabyte."""
    ball["duration"] = "0.4 s"
    scenario = thud.Scenario(ball)

    def all_of_it():
        scenario.run(loops=True)
        thud.impact("flores", 0.5).curve(10)
        thud.Motion([1.0, 2.0, 3.0], step=0.1).filter(high=1)
        try:
            thud.Scenario({"bodies": 3})
        except thud.Error:
            pass

    def some():
        thud.Scenario(ball).verify()
        thud.Study({"scenario": ball, "vary": {"g": {"path": "contacts.0.gap", "values": [0.5, 1]}}}).sweep(jobs=2)

    rounds = 200 if under_sanitizer() else 10_000
    for _ in range(rounds // 10):
        all_of_it()
    for _ in range(20):
        some()
    before = resident()
    for i in range(rounds):
        all_of_it()
        if i % (rounds // 20) == 0:
            some()
    grown = resident() - before
    # arenas of malloc breathe by a few hundred kilobytes; a leak of 100 bytes a round would be 1 MB for each of four calls
    assert grown < (1 << 20) or under_sanitizer(), grown


def in_child(seed):
    return thud.Motion.generate_noise(seed=seed).acceleration.sum(), thud.impact("flores", 0.6).max_force


@pytest.mark.parametrize("method", ["fork"] if under_sanitizer() else ["fork", "spawn"])  # to spawn takes long there
def test_processes(method):
    wanted = [in_child(seed) for seed in range(4)]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(in_child, range(4)) == wanted


def test_fork_after_threads(ball):
    """A child of a process whose sweep had threads runs alone."""
    study = thud.Study({"scenario": ball, "vary": {"gap": {"path": "contacts.0.gap", "values": [0.5, 1, 2, 3]}}})
    wanted = study.sweep(jobs=4)["impacts"].tolist()
    child = os.fork()
    if child == 0:
        os._exit(0 if study.sweep(jobs=2)["impacts"].tolist() == wanted else 1)
    assert os.waitpid(child, 0)[1] == 0


INTERRUPTED = """
import os, signal, sys, threading, thud
ball = {"bodies": {"ball": {"mass": 1}}, "gravity": 9.81, "duration": 1e6, "output": {"interval": 1e3},
        "contacts": [{"left": "ball", "right": "ground", "gap": 0.5, "model": "hertz", "stiffness": 1e7}]}
try:
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    thud.Scenario(ball).run() if sys.argv[1] == "run" else thud.Study({"scenario": ball, "vary": {
        "gap": {"path": "contacts.0.gap", "from": 0.5, "to": 5, "count": 4000}}}).sweep(*sys.argv[2:])
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("words", [["run"], ["sweep", "store"]])
def test_interrupts(words, tmp_path):
    """Ctrl-C ends what would take minutes; what did not heed it would end without a word."""
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, *words], capture_output=True, cwd=tmp_path)
    assert done.stdout == b"interrupted\n", done.stderr.decode()


def test_everything_at_once(ball):
    """Threads in calls of every kind; the answers are those of one thread."""
    scenario = thud.Scenario(ball)
    t = np.arange(0, 5, 0.01)
    motion = thud.Motion(np.sin(t), step=0.01)
    work = [lambda: scenario.run().summary["energy"], lambda: thud.impact("flores", 0.3).as_dict(),
            lambda: motion.psd().variance, lambda: motion.spectrum([0.1, 1.0]).tolist(),
            lambda: thud.Motion.generate_ec8(1, "C", 2.0).acceleration.sum(), lambda: thud.calibrate("flores", np.linspace(0.1, 1, 100)).sum()]
    wanted = [call() for call in work]
    found = [[] for _ in work]

    def loop(i):
        for _ in range(3):
            found[i].append(work[i]())

    threads = [threading.Thread(target=loop, args=(i % len(work),)) for i in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one, many in zip(wanted, found):
        assert len(many) == 6 and all(other == one for other in many)


def test_tables_and_runs_go_through_a_pickle():
    scenario = {"bodies": {"a": {"mass": 1, "velocity": 1}}, "duration": 1,
                "contacts": [{"name": "x", "left": "a", "right": "ground", "gap": 0.04, "model": "newton", "restitution": 0.5}]}
    table = thud.Study({"scenario": scenario, "vary": {"gap": {"path": "contacts.x.gap", "values": [0.1, 0.2]}},
                        "collect": {"hit": {"quantity": "impacts", "above": 0}}}).sweep()
    copy = pickle.loads(pickle.dumps(table))
    assert copy.keys() == table.keys() and all(np.array_equal(copy[name], table[name], equal_nan=True) for name in table)
    assert copy.units == table.units and list(copy.status) == ["ok", "ok"]
    with pytest.raises(RuntimeError, match="comes out of a pickle"):
        copy.fragility("hit", "gap")
    run = thud.Scenario(scenario).run()
    again = pickle.loads(pickle.dumps(run))
    assert np.array_equal(again.history["a.displacement"], run.history["a.displacement"])
    assert again.impacts.tobytes() == run.impacts.tobytes() and again.summary["contacts"]["x"]["impulse"] == run.summary["contacts"]["x"]["impulse"]
    assert repr(again) == "<thud run '': 1 s, 1 impact>"


def test_results_go_through_a_pickle():
    """What was computed arrives; what would compute further says that it cannot."""
    impact = thud.impact("flores", 0.6, k=1e7, m=0.5, v=1.0)
    copy = pickle.loads(pickle.dumps(impact))
    assert copy == impact and copy.max_force == impact.max_force
    with pytest.raises(RuntimeError, match="comes out of a pickle"):
        copy.curve(10)
    with pytest.raises(AttributeError):
        copy.nothing
