"""The packages for Debian: everything installed is in one of them, and what builds them is named; the packages where they are."""
import fnmatch
import glob
import os
import re
import shutil
import subprocess

import pytest

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
BUILD = os.environ["THUD_BUILD_DIR"]
DEBIAN = f"{ROOT}/packaging/debian"
# what builds packages of any kind, what only a pipe to npm needs, and what looks at the result
TOOLS = {"make", "gcc", "libc6-dev", "npm", "dpkg-dev", "debhelper", "lintian", "dh-python"}


def rows():
    """package, witness, purposes of tools/packages.txt."""
    for line in open(f"{ROOT}/tools/packages.txt"):
        words = line.split("#")[0].split()
        if words:
            yield words[0], words[1], set(words[2:])


def paragraphs():
    text = open(f"{DEBIAN}/control").read()
    for part in text.strip().split("\n\n"):
        yield dict(re.findall(r"^([A-Z][\w-]*): *(.*)$", part, re.M))


def names(list_of_packages):
    return {re.split(r"[ (]", one.strip())[0] for one in list_of_packages.split(",")}


def test_control():
    source, *binaries = paragraphs()
    version = re.search(r"project\(thud VERSION (\d+\.\d+)", open(f"{ROOT}/CMakeLists.txt").read()).group(1)
    assert [one["Package"] for one in binaries] == [f"libthud{version}", "libthud-dev", "thud", "thud-mpi", "python3-thud"]
    for one in binaries:
        assert "${misc:Depends}" in one["Depends"] and one["Description"], one
        assert "${shlibs:Depends}" in one["Depends"] or one["Package"] == "libthud-dev"
        assert os.path.exists(f"{DEBIAN}/{one['Package']}.install")
    wanted = {package for package, witness, purposes in rows() if witness != "@npm" and purposes & {"all", "deb"}} - TOOLS
    built = {name for name in names(source["Build-Depends"]) if not name.startswith(("debhelper", "dh-"))}
    assert built == wanted, (sorted(built - wanted), sorted(wanted - built))


def test_relations_name_packages_that_exist():
    if not shutil.which("apt-cache"):
        pytest.skip("there is no apt-cache to ask")
    own = {one["Package"] for one in paragraphs() if "Package" in one}
    fields = ("Build-Depends", "Depends", "Recommends", "Suggests")
    named = {name for one in paragraphs() for field in fields for name in names(one.get(field, ""))} - own - {"", "debhelper-compat"}
    named = {name for name in named if not name.startswith(("${", "dh-sequence-"))}
    done = subprocess.run(["apt-cache", "show", *named], capture_output=True, text=True)
    missing = named - set(re.findall(r"^Package: (.*)$", done.stdout, re.M))
    assert len(named) > 10 and not missing, missing


def test_what_is_opened_late_is_in_packages_that_are_named():
    """No program finds out from the binaries what they open: the packages that have these are named by hand."""
    if not shutil.which("dpkg-query"):
        pytest.skip("there is no dpkg-query to ask")
    fields = {one["Package"]: one for one in paragraphs() if "Package" in one}
    for library, package, field in (("libhdf5_serial.so.103", "thud", "Recommends"), ("libmseed.so.2", "libthud0.1", "Suggests")):
        done = subprocess.run(["dpkg-query", "--search", f"*/{library}"], capture_output=True, text=True)
        if done.returncode != 0:
            pytest.skip(f"{library} is not installed")
        assert re.split("[:,]", done.stdout)[0] in names(fields[package][field])


def test_every_file_is_in_one_package(tmp_path):
    subprocess.run(["cmake", "--install", BUILD, "--prefix", "/usr"], env={**os.environ, "DESTDIR": str(tmp_path)}, check=True,
                   stdout=subprocess.DEVNULL)
    installed = [os.path.relpath(os.path.join(folder, name), tmp_path) for folder, _, files in os.walk(tmp_path) for name in files]
    assert len(installed) > 100
    patterns = {os.path.basename(path)[:-len(".install")]: open(path).read().split() for path in glob.glob(f"{DEBIAN}/*.install")}
    for path in installed:
        there = re.sub(r"^usr/lib/(?!python3)", "usr/lib/x86_64-linux-gnu/", path)  # this build does not know Debian's folder
        owners = {package for package, wanted in patterns.items() for one in wanted
                  if fnmatch.fnmatch(there, one) or fnmatch.fnmatch(there, one + "/*")}
        assert len(owners) == 1, (path, owners)


def test_the_packages_themselves():
    """Those of `make deb` of this very commit; the tests above assert what they are made of without them."""
    folder = f"{ROOT}/build/deb"
    head = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, text=True).stdout
    if not shutil.which("dpkg-deb") or not os.path.exists(f"{folder}/commit") or open(f"{folder}/commit").read() != head:
        pytest.skip("`make deb` has not been run for this commit")
    done = subprocess.run([f"{ROOT}/packaging/check-contents", folder], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert not re.search("^E:", open(f"{folder}/lintian.log").read(), re.M)
