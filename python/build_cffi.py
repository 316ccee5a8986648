"""The module thud._thud: everything that the public headers declare, and the loops and linear systems in native/.

The declarations are those of include/thud, preprocessed with empty system headers, so that a change of the C interface is
one of the module without anything to be kept in step. setup.py says what the environment may hold.
"""
import os
import subprocess
import tempfile

import cffi

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.environ.get("THUD_SOURCE_DIR", os.path.dirname(HERE))
BUILD = os.environ.get("THUD_BUILD_DIR", os.path.join(ROOT, "build", "release"))
NATIVE = os.path.join(HERE, "native")
SOURCES = ["linear.c", "loops.c", "record.c"]

# as the library itself (cmake/options.cmake); the sanitizers replace the checked functions with their own
HARDENED = [] if "-fsanitize" in os.environ.get("THUD_CFLAGS", "") else [
    "-fstack-protector-strong", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=3"]

# calls from C into Python: the system of thud.System, progress and stop of runs and sweeps, what readers report
CALLBACKS = """
extern "Python" {
    void thud_py_mass(void *context, const double *q, double *matrix);
    void thud_py_forces(void *context, double time, const double *q, const double *rate, double *forces);
    double thud_py_penetration(void *context, size_t contact, const double *q, double *gradient);
    bool thud_py_touch(void *context, size_t contact, const double *q);
    double thud_py_next_break(void *context, double time);
    double thud_py_energy(void *context, double time, const double *q, const double *rate);
    double thud_py_power(void *context, double time, const double *q, const double *rate);
    double thud_py_damping_power(void *context, double time, const double *q, const double *rate);
    void thud_py_switches(void *context, double time, const double *q, const double *rate, double *values);
    void thud_py_commit(void *context, size_t index, double time, const double *q, const double *rate);
    bool thud_py_progress(void *context, double time);
    bool thud_py_go_on(void *context);
    void thud_py_sweep_progress(void *context, const thud_study_progress *progress);
    void thud_py_report(void *context, const thud_error *error);
}
"""


def preprocess(header, *options):
    """A header of ours without comments, macros and what system headers declare."""
    with tempfile.TemporaryDirectory() as empty:
        for name in ("stdbool.h", "stddef.h", "stdint.h"):
            open(os.path.join(empty, name), "w").close()
        command = ["gcc", "-E", "-P", "-nostdinc", "-U__GNUC__", "-I", empty, *options, header]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def declarations():
    include = os.path.join(ROOT, "include")
    public = preprocess(os.path.join(include, "thud", "thud.h"), "-I", include)
    own = "".join(
        preprocess(os.path.join(NATIVE, name), "-DTHUD_PY_ALONE") for name in ("linear.h", "loops.h", "record.h"))
    return public + own


ffi = cffi.FFI()
ffi.cdef(declarations())
ffi.cdef(CALLBACKS)
ffi.cdef("void free(void *block);")
ffi.set_source(
    "thud._thud",
    '#include <stdlib.h>\n#include <thud/thud.h>\n#include "linear.h"\n#include "loops.h"\n#include "record.h"\n',
    sources=[os.path.relpath(os.path.join(NATIVE, name), HERE) for name in SOURCES],
    include_dirs=[os.path.join(ROOT, "include"), NATIVE],
    library_dirs=[os.path.join(BUILD, "src")],
    libraries=["thud"],
    extra_compile_args=["-std=c17", "-O2", *HARDENED, *os.environ.get("THUD_CFLAGS", "").split()],
    extra_link_args=["-Wl,-z,relro,-z,now", *([] if os.environ.get("THUD_SYSTEM") else ["-Wl,-rpath,$ORIGIN"])],
)
