"""Every public function of the library can be reached, or is listed as left out; everything public is described and typed."""
import builtins
import glob
import inspect
import os
import re
import shutil
import subprocess

import pytest

import thud


def functions(root):
    """The functions that docs/api.md describes, all of which the headers declare."""
    names = set()
    for path in glob.glob(f"{root}/include/thud/*.h"):
        text = re.sub(r"/\*.*?\*/", "", open(path).read(), flags=re.S)
        names |= set(re.findall(r"THUD_API[^;(]*?\b(thud_[a-z0-9_]+)\s*\(", text))
    described = set(re.findall(r"thud_[a-z0-9_]+", open(f"{root}/docs/api.md").read()))
    assert names <= described, sorted(names - described)
    return names


def test_every_function_is_reached_or_left_out(root):
    sources = "".join(open(path).read() for path in glob.glob(f"{root}/python/thud/*.py") + glob.glob(f"{root}/python/native/*.c"))
    reached = {name for name in functions(root) if re.search(rf"\b{name}\b", sources)}
    page = open(f"{root}/docs/python.md").read()
    listed = set(re.findall(r"`(thud_[a-z0-9_]+\*?)`", page.split("## Left out")[1]))
    unreached = functions(root) - reached
    # NAME_* stands for a whole header
    missing = {name for name in unreached if not any(name == one or name.startswith(one.rstrip("*")) and one[-1] == "*" for one in listed)}
    wrong = {one for one in listed if not any(name == one or name.startswith(one.rstrip("*")) and one[-1] == "*" for name in unreached)}
    assert not missing and not wrong, (sorted(missing), sorted(wrong))


def test_everything_is_described_and_typed(root):
    page = open(f"{root}/docs/python.md").read()
    for name in thud.__all__:
        thing = getattr(thud, name)
        assert inspect.getdoc(thing), name
        assert re.search(rf"\b{name}\b", page), f"docs/python.md does not mention {name}"
        if inspect.isfunction(thing):
            hints = inspect.signature(thing)
            assert hints.return_annotation is not inspect.Signature.empty, name
            assert all(p.annotation is not inspect.Parameter.empty for p in hints.parameters.values()), name
    assert os.path.exists(os.path.join(os.path.dirname(thud.__file__), "py.typed"))


def documented(root):
    """The inline code of docs/python.md before what is left out, without the blocks: (owner, name, arguments)."""
    page = open(f"{root}/docs/python.md").read().split("## Left out")[0]
    page = re.sub(r"^```.*?^```", "", page, flags=re.S | re.M)
    for span in re.findall(r"`([^`]+)`", page):
        found = re.fullmatch(r"(?:thud\.)?([A-Z]\w*)?(\.)?([a-z]\w*)?(\(.*\))?", span)
        if found and (found[1] or found[2] or found[4]) and (found[2] or not hasattr(builtins, found[1] or found[3])):
            yield span, found[1], found[3], found[4]


def test_the_page_names_what_is_there(root):
    """Classes, functions, methods, attributes and keywords that docs/python.md names."""
    sources = "".join(open(path).read() for path in glob.glob(f"{root}/python/thud/*.py"))
    attributes = set(re.findall(r"\bself\.(\w+)\b", sources)) | set(re.findall(r"^    (\w+): ", sources, re.M))
    spans = list(documented(root))
    assert len(spans) > 80  # or the pattern above sees nothing
    public = [getattr(thud, name) for name in thud.__all__]
    classes = [thing for thing in public if inspect.isclass(thing)]
    for span, owner, name, arguments in spans:
        places = [getattr(thud, owner)] if owner else [thud, *classes]
        if name and arguments:
            things = [getattr(place, name) for place in places if hasattr(place, name)]
            assert any(map(callable, things)), f"docs/python.md: there is no {span}"
        else:
            things = places if owner else []
            assert owner or any(hasattr(place, name) or name in attributes for place in places), f"docs/python.md: no {span}"
        if arguments:
            words = set(re.findall(r"([a-z]\w*)=", arguments))
            assert not words or any(words <= set(inspect.signature(thing).parameters) for thing in things), f"docs/python.md: {span}"


def test_types(root):
    """mypy finds nothing wrong; pyproject.toml has what it looks for."""
    mypy = shutil.which("mypy", path="/usr/bin")
    if not mypy:
        pytest.skip("there is no mypy")
    plain = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    done = subprocess.run([mypy, "--cache-dir=/dev/null"], cwd=f"{root}/python", env=plain, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def check_hardened():
    """As the library of a release build: what the linker has filled in is read-only, stacks are guarded."""
    folder = os.path.dirname(os.path.realpath(thud.__file__))
    for path in glob.glob(os.path.join(folder, "*.so*")):
        said = subprocess.run(["readelf", "-dlW", path], capture_output=True, text=True, check=True).stdout
        assert "GNU_RELRO" in said and re.search("BIND_NOW|FLAGS_1.*NOW", said), path
        names = subprocess.run(["nm", "-D", path], capture_output=True, text=True, check=True).stdout
        assert "__stack_chk_fail" in names, path


if "THUD_HARDEN:BOOL=ON" in open(os.path.join(os.environ["THUD_BUILD_DIR"], "CMakeCache.txt")).read():
    test_hardened = check_hardened  # a build with the sanitizers guards more


def test_it_is_the_wheels_own(root):
    folder = os.path.dirname(os.path.realpath(thud.__file__))
    assert folder.startswith(os.environ["THUD_BUILD_DIR"]) and not folder.startswith(f"{root}/python")
    assert glob.glob(os.path.join(folder, "libthud.so.*")) and glob.glob(os.path.join(folder, "_thud.abi3.so"))
    loaded = {line.split()[-1] for line in open("/proc/self/maps") if "libthud.so" in line}
    assert {os.path.dirname(path) for path in loaded} == {folder}
    assert thud.__version__ == re.search(r"VERSION ([0-9.]+)", open(f"{root}/CMakeLists.txt").read().split("project(")[1]).group(1)
