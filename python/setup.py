"""Builds the wheel: the package, the module over libthud, and libthud itself with its parts inside.

THUD_SOURCE_DIR  the repository; the folder above this one where it is not given
THUD_BUILD_DIR   a build with libthud.so in src/wheel; build/release of the repository where it is not given
THUD_SYSTEM      set: libthud is installed on the system and stays out of the package
"""
import os
import re
import shutil
import subprocess

from setuptools import setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.environ.get("THUD_SOURCE_DIR", os.path.dirname(HERE))
BUILD = os.environ.get("THUD_BUILD_DIR", os.path.join(ROOT, "build", "release"))


def version():
    with open(os.path.join(ROOT, "CMakeLists.txt")) as file:
        return re.search(r"project\(thud VERSION ([0-9.]+)", file.read()).group(1)


class WithLibrary(build_py):
    """The package with the shared library beside it, under the name that the module asks for."""

    def run(self):
        super().run()
        if os.environ.get("THUD_SYSTEM"):
            return
        name = "libthud.so." + ".".join(version().split(".")[:2])
        folder = os.path.join(self.build_lib, "thud")
        self.mkpath(folder)
        shutil.copy(os.path.realpath(os.path.join(BUILD, "src", "wheel", name)), os.path.join(folder, name))


class WithTag(bdist_wheel):
    """The oldest C library that has all the functions that are called is part of the name: manylinux_2_35 and the like."""

    def get_tag(self):
        implementation, abi, platform = super().get_tag()
        if os.environ.get("THUD_SYSTEM") or not platform.startswith("linux_"):
            return implementation, abi, platform
        folder = os.path.join(self.get_finalized_command("build").build_lib, "thud")
        libraries = [os.path.join(folder, name) for name in os.listdir(folder) if ".so" in name]
        versions = subprocess.run(["readelf", "--version-info", *libraries], check=True, capture_output=True, text=True).stdout
        newest = max(tuple(map(int, found)) for found in re.findall(r"GLIBC_(\d+)\.(\d+)", versions))
        return implementation, abi, platform.replace("linux_", "manylinux_{}_{}_".format(*newest), 1)


setup(
    version=version(),
    cffi_modules=["build_cffi.py:ffi"],
    cmdclass={"build_py": WithLibrary, "bdist_wheel": WithTag},
    # the module keeps to the stable interface of Python: one wheel for all versions from 3.9 on
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
