"""Systems as Python functions: closed forms, the same run as a scenario, exceptions, states that do not change."""
import math
import shutil
import subprocess

import cffi
import numpy as np
import pytest

import thud

G = 9.81


def ball(law="flores", **more):
    contact = {"law": law, "e": 0.6, "name": "floor", **({"k": 1e7} if law != "newton" else {}), **more}
    return thud.System(mass=[[2.0]], forces=lambda t, q, v: [-2.0 * G], contacts=[contact],
                       penetration=lambda contact, q: (-q[0], [-1.0]),
                       energy=lambda t, q, v: v[0] ** 2 + 2.0 * G * q[0])


def test_bounces_of_newton():
    """Impacts at t0 (1 + 2e + 2e² …) with speeds that fall by e."""
    run = ball("newton").run([1.0], [0.0], duration=1.2)
    t0 = math.sqrt(2 / G)
    wanted = [t0, t0 * (1 + 2 * 0.6), t0 * (1 + 2 * 0.6 + 2 * 0.36)]
    found = run.impacts["time"][:3]
    # the integrator's tolerance is 1e-9 a step, over tens of steps
    assert np.allclose(found, [t for t in wanted if t < 1.2], rtol=1e-7) and found.size >= 2
    assert run.impacts["restitution"][0] == pytest.approx(0.6, rel=1e-9)
    assert run.summary["contacts"]["floor"]["impacts"] == run.impacts.size
    assert math.isnan(run.summary["contacts"]["floor"]["max_force"])


def test_is_the_scenario():
    """Two solvers of the library, one with functions in Python, at their tolerances of 1e-9."""
    scenario = thud.Scenario({"bodies": {"ball": {"mass": 2}}, "gravity": G, "duration": 1,
                              "contacts": [{"left": "ball", "right": "ground", "gap": 1, "model": "flores",
                                            "stiffness": 1e7, "restitution": 0.6}]})
    a, b = scenario.run().summary, ball().run([1.0], [0.0], duration=1.0).summary
    assert b["impacts"] == a["impacts"]
    mine, theirs = b["contacts"]["floor"], a["contacts"]["contact-1"]
    for name in ("max_force", "impulse", "energy_lost"):
        assert mine[name] == pytest.approx(theirs[name], rel=1e-6)
    assert abs(b["energy"]["residual"]) < 1e-8


class Yielding:
    """An elastic-plastic spring that remembers what has yielded: a system of one mass, shaken by a sine."""

    def __init__(self, fail=False):
        self.set, self.side, self.instants, self.fail = 0.0, 0, [], fail

    def forces(self, t, q, v):
        z = 0.02 * self.side if self.side else q[0] - self.set
        return [-1e4 * q[0] - 9e4 * z - 3000 * math.sin(2 * math.pi * 1.3 * t)]

    def switches(self, t, q, v):
        return [-self.side * v[0], -1] if self.side else [q[0] - self.set - 0.02, self.set - 0.02 - q[0]]

    def commit(self, index, t, q, v):
        if self.fail:
            raise ZeroDivisionError("in commit")
        self.instants.append(t)
        if self.side:
            self.set, self.side = q[0] - 0.02 * self.side, 0
        else:
            self.side = 1 if index == 0 else -1

    def system(self):
        return thud.System([[1000.0]], self.forces, switch_count=2, switches=self.switches, commit=self.commit)


def test_committed_state_is_the_link():
    """What Python remembers between events is the bilinear link of a scenario: both to 1e-9 a step."""
    scenario = thud.Scenario({"bodies": {"a": {"mass": 1000}}, "duration": 4,
                              "links": [{"left": "ground", "right": "a", "stiffness": 1e5,
                                         "hysteresis": {"model": "bilinear", "yield": 2000, "hardening": 0.1}}],
                              "ground": {"sine": {"amplitude": 3, "frequency": 1.3}}})
    mine = Yielding()
    a, b = scenario.run().summary["bodies"]["a"], mine.system().run([0.0], [0.0], duration=4).summary["bodies"]["q0"]
    assert len(mine.instants) >= 8 and mine.instants == sorted(mine.instants)
    for name in ("max_displacement", "max_velocity", "final_displacement", "final_velocity"):
        assert b[name] == pytest.approx(a[name], rel=1e-7)


def test_switches_come_together():
    with pytest.raises(TypeError, match="come together"):
        thud.System([[1.0]], lambda t, q, v: [0.0], switch_count=1)
    with pytest.raises(TypeError, match="come together"):
        thud.System([[1.0]], lambda t, q, v: [0.0], switches=lambda t, q, v: [1.0])
    with pytest.raises(ZeroDivisionError, match="in commit"):
        Yielding(fail=True).system().run([0.0], [0.0], duration=1)


def test_mass_matrix_of_q():
    """A pendulum in its angle: period by the complete elliptic integral, here by its series to the sixth power."""
    system = thud.System(mass=lambda q: [[1.0]], forces=lambda t, q, v: [-G * math.sin(q[0])])
    a = 0.5
    period = 2 * math.pi / math.sqrt(G) * (1 + a**2 / 16 + 11 * a**4 / 3072 + 173 * a**6 / 737280 + 22931 * a**8 / 1321205760)
    run = system.run([a], [0.0], duration=period, interval=period)
    # the series is cut at a^10 · 1e-6 ~ 2e-9
    assert run.history["q0.displacement"][-1] == pytest.approx(a, rel=1e-7)


def test_states_are_copies():
    kept = []

    def forces(t, q, v):
        kept.append((q, q.copy()))
        q[0] = v[0] = 1e9  # writes to its own copy
        return [-2.0 * G]

    system = thud.System(mass=[[2.0]], forces=forces)
    run = system.run([1.0], [0.0], duration=0.3)
    # free fall is of degree two, which a method of order eight has exactly, to rounding
    assert run.history["q0.displacement"][-1] == pytest.approx(1 - G * 0.045, rel=1e-12)
    assert all(q.base is None for q, _ in kept)


@pytest.mark.parametrize("where, after", [
    (where, after) for where in ["mass", "forces", "penetration", "energy", "power", "touch", "next_break"] for after in [0, 3, 50]
    if where != "touch" or after == 0])  # which is asked once an impact
def test_exceptions_come_out(where, after):
    calls = [0]

    def boom(*arguments):
        calls[0] += 1
        if calls[0] > after:
            raise ZeroDivisionError(where)
        q = arguments[-1] if where in ("mass", "penetration", "touch") else None
        return {"mass": [[2.0]], "forces": [-2.0 * G], "penetration": (-q[0], [-1.0]) if q is not None else None,
                "energy": 1.0, "power": 0.0, "touch": True, "next_break": math.inf}[where]

    given = dict(mass=[[2.0]], forces=lambda t, q, v: [-2.0 * G], penetration=lambda c, q: (-q[0], [-1.0]))
    if where == "power":
        given["energy"] = lambda t, q, v: 1.0
    given[where] = boom
    system = thud.System(contacts=[{"law": "flores", "e": 0.6, "k": 1e7}], **given)
    with pytest.raises(ZeroDivisionError, match=where):
        system.run([0.3], [0.0], duration=3)
        if calls[0] <= after:  # few calls were made: nothing was raised, and nothing had to be
            raise ZeroDivisionError(where)
    assert calls[0] <= after + 1  # nothing of the user's is called after an exception


@pytest.mark.parametrize("forces, error", [
    (lambda t, q, v: [1.0, 2.0], ValueError), (lambda t, q, v: None, (TypeError, ValueError)), (lambda t, q, v: "x", ValueError),
    (lambda t, q, v: [[1.0]], ValueError), (lambda t, q: [1.0], TypeError), (lambda t, q, v: [math.nan], thud.Error),
])
def test_wrong_answers(forces, error):
    with pytest.raises(error):
        thud.System(mass=[[2.0]], forces=forces).run([1.0], [0.0], duration=1)


@pytest.mark.parametrize("call, error", [
    (lambda: thud.System([[1.0]], None), TypeError),
    (lambda: thud.System([[1.0]], 3), TypeError),
    (lambda: thud.System([[1.0]], max, contacts=[{"law": "flores"}]), TypeError),
    (lambda: ball(mass=3), KeyError),
    (lambda: ball("florse"), thud.Error),
    (lambda: ball().run([1.0, 2.0], [0.0], duration=1), ValueError),
    (lambda: ball().run([1.0, 2.0], [0.0, 0.0], duration=1), ValueError),
    (lambda: ball().run([math.nan], [0.0], duration=1), ValueError),
    (lambda: ball().run([1.0], [0.0], duration=math.nan), thud.Error),
    (lambda: ball().run([1.0], [0.0], duration=-1), thud.Error),
    (lambda: ball().run([], [], duration=1), ValueError),
    (lambda: ball(e=3).run([1.0], [0.0], duration=1), thud.Error),
    (lambda: ball().run([1.0], [0.0], duration=1, step_limit=0), ValueError),
    (lambda: ball().run([1.0], [0.0], duration=10, step_limit=3), thud.Error),
    (lambda: ball().run("x", [0.0], duration=1), TypeError),
    (lambda: thud.System([[0.0]], lambda t, q, v: [1.0]).run([1.0], [0.0], duration=1), thud.Error),
])
def test_refused(call, error):
    with pytest.raises(error):
        call()


def test_runs_inside_runs():
    """A function of a system that runs a system: nothing is shared."""
    inner = ball()
    forces = lambda t, q, v: [-2.0 * G + 0 * inner.run([0.1], [0.0], duration=0.05, interval=0.05).summary["impacts"]]
    run = thud.System(mass=[[2.0]], forces=forces).run([1.0], [0.0], duration=0.1, interval=0.1)
    assert run.history["q0.displacement"][-1] == pytest.approx(1 - G * 0.005, rel=1e-12)


M, K, C = np.diag([2.0, 3.0]), np.array([[500.0, -200.0], [-200.0, 200.0]]), np.array([[1.0, -0.4], [-0.4, 0.4]])
PAIR = {"law": "flores", "e": 0.6, "k": 1e5, "name": "pair", "direction": [1.0, -1.0], "gap": 0.02}


def by_matrices(**more):
    """Two masses in a row that strike each other, with nothing but matrices."""
    return thud.System(M, stiffness=K, damping=C, contacts=[PAIR], **more)


def by_functions():
    contact = {key: value for key, value in PAIR.items() if key not in ("direction", "gap")}
    return thud.System(M, lambda t, q, v: -K @ q - C @ v, [contact], lambda contact, q: (q[0] - q[1] - 0.02, [1.0, -1.0]),
                       energy=lambda t, q, v: 0.5 * (v @ M @ v + q @ K @ q), power=lambda t, q, v: -v @ C @ v,
                       damping_power=lambda t, q, v: v @ C @ v)


def test_linear_parts_are_functions_and_the_scenario():
    """One model in three ways: two solvers of the library at their tolerances of 1e-9."""
    scenario = thud.Scenario({"bodies": {"a": {"mass": 2, "velocity": 1}, "b": {"mass": 3}}, "duration": 3,
                              "links": [{"left": "ground", "right": "a", "stiffness": 300, "damping": 0.6},
                                        {"left": "a", "right": "b", "stiffness": 200, "damping": 0.4}],
                              "contacts": [{"name": "pair", "left": "a", "right": "b", "gap": 0.02, "model": "flores",
                                            "stiffness": 1e5, "restitution": 0.6}]})
    runs = [scenario.run().summary, by_matrices().run([0, 0], [1, 0], duration=3).summary,
            by_functions().run([0, 0], [1, 0], duration=3).summary]
    assert runs[0]["impacts"] > 2 and len({run["impacts"] for run in runs}) == 1
    for run in runs[1:]:
        assert abs(run["energy"]["residual"]) < 1e-8
        for name in ("max_force", "impulse", "energy_lost"):
            assert run["contacts"]["pair"][name] == pytest.approx(runs[0]["contacts"]["pair"][name], rel=1e-6)
        assert run["energy"]["dissipated"] == pytest.approx(runs[0]["energy"]["dissipated"], rel=1e-6)


def test_loads_beside_linear_parts():
    """x'' + 4 x = 3 cos t: x = cos t − cos 2t, from rest. The work of the load is in the balance."""
    system = thud.System([[1.0]], lambda t, q, v: [3 * math.cos(t)], stiffness=[[4.0]])
    run = system.run([0.0], [0.0], duration=5.0)
    assert run.summary["bodies"]["q0"]["final_displacement"] == pytest.approx(math.cos(5) - math.cos(10), abs=1e-8)
    assert abs(run.summary["energy"]["residual"]) < 1e-8


def test_compiled_functions(tmp_path):
    """C in the place of Python: pointers of cffi, and objects with an address as numba's cfunc makes them."""
    gcc = shutil.which("gcc")
    if not gcc:
        pytest.skip("gcc is missing")
    source = tmp_path / "ball.c"
    source.write_text("#include <stddef.h>\n"
                      "void forces(void *c, double t, const double *q, const double *v, double *f)"
                      " { (void)t; (void)q; (void)v; f[0] = -2 * *(double *)c; }\n"
                      "double depth(void *c, size_t i, const double *q, double *g)"
                      " { (void)c; (void)i; g[0] = -1; return -q[0]; }\n")
    subprocess.run([gcc, "-shared", "-fPIC", "-o", tmp_path / "ball.so", source], check=True)
    ffi = cffi.FFI()
    ffi.cdef("void forces(void *, double, const double *, const double *, double *);"
             "double depth(void *, size_t, const double *, double *);")
    compiled = ffi.dlopen(str(tmp_path / "ball.so"))

    class Address:
        address = int(ffi.cast("intptr_t", ffi.addressof(compiled, "depth")))

    gravity = ffi.new("double *", G)
    energy = {"energy": lambda t, q, v: v[0] ** 2 + 2.0 * G * q[0]}
    system = thud.System([[2.0]], ffi.addressof(compiled, "forces"), [{"law": "flores", "e": 0.6, "k": 1e7, "name": "floor"}],
                         Address(), context=gravity, **energy)
    mine, theirs = system.run([1.0], [0.0], duration=1.0).summary, ball().run([1.0], [0.0], duration=1.0).summary
    for part in ("impacts", "max_force", "impulse", "energy_lost"):
        assert mine["contacts"]["floor"][part] == theirs["contacts"]["floor"][part]
    assert mine["energy"] == theirs["energy"]


def test_numba():
    """Functions of numba's cfunc: the bits of the same functions in Python."""
    numba = pytest.importorskip("numba", reason="numba is not installed: python3-numba")
    types, carray = numba.types, numba.carray
    real = types.CPointer(types.float64)

    @numba.cfunc(types.void(types.voidptr, types.float64, real, real, real))
    def forces(context, t, q, rate, out):
        a, b = carray(q, 2), carray(rate, 2)
        f = carray(out, 2)
        f[0] = -500.0 * a[0] + 200.0 * a[1] - 1.0 * b[0] + 0.4 * b[1]
        f[1] = 200.0 * a[0] - 200.0 * a[1] + 0.4 * b[0] - 0.4 * b[1]

    @numba.cfunc(types.float64(types.voidptr, types.uintp, real, real))
    def penetration(context, i, q, gradient):
        a, g = carray(q, 2), carray(gradient, 2)
        g[0] = 1.0
        g[1] = -1.0
        return a[0] - a[1] - 0.02

    pair = {key: value for key, value in PAIR.items() if key not in ("direction", "gap")}
    compiled = thud.System(M, forces, [pair], penetration).run([0, 0], [1, 0], duration=3).summary
    python = thud.System(M, lambda t, q, v: np.array([-500.0 * q[0] + 200.0 * q[1] - 1.0 * v[0] + 0.4 * v[1],
                                                      200.0 * q[0] - 200.0 * q[1] + 0.4 * v[0] - 0.4 * v[1]]), [pair],
                         lambda i, q: (q[0] - q[1] - 0.02, [1.0, -1.0])).run([0, 0], [1, 0], duration=3).summary
    assert compiled["impacts"] == python["impacts"] > 2
    # numba's compiler may join a product and a sum in one rounding; the solver's tolerance is 1e-9
    assert compiled["contacts"]["pair"]["max_force"] == pytest.approx(python["contacts"]["pair"]["max_force"], rel=1e-8)


@pytest.mark.parametrize("wrong, message", [
    (lambda: thud.System(M), "forces must be a function, or there is a stiffness"),
    (lambda: thud.System(M, stiffness=[[1.0, 2.0]]), "the stiffness matrix must be square"),
    (lambda: thud.System(M, stiffness=[[1.0]]).run([0, 0], [0, 0], 1), "the stiffness matrix has the shape"),
    (lambda: thud.System(M, stiffness=K, contacts=[PAIR, {"law": "newton"}]), "contacts have a direction each"),
    (lambda: thud.System(M, stiffness=K, contacts=[{"law": "newton"}]), "contacts need a penetration, or a direction"),
    (lambda: thud.System(M, stiffness=K, contacts=[PAIR], penetration=lambda c, q: (0, q)), "exclude each other"),
    (lambda: thud.System(M, stiffness=K, contacts=[{**PAIR, "direction": [1.0]}]).run([0, 0], [0, 0], 1), "1 components"),
    (lambda: thud.System(M, 3), "forces must be a function"),
])
def test_refuses(wrong, message):
    with pytest.raises((TypeError, ValueError), match=message):
        wrong()
