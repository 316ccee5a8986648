"""What the libraries and programs of a build bring with them: few libraries, and none under the GPL."""
import os
import re
import shutil
import subprocess

import pytest

BUILD = os.environ["THUD_BUILD_DIR"]
BUILT = {"libthud.so": f"{BUILD}/src/libthud.so", "libthud_core.so": f"{BUILD}/src/libthud_core.so", "thud": f"{BUILD}/cli/thud",
         "thud-mpi": f"{BUILD}/cli/thud-mpi"}
# the C library and what starts it: LGPL, and their copyright files are prose
OF_THE_SYSTEM = re.compile(r"(linux-vdso|ld-linux.*|libc|libm)\.so(\.\d+)*$")
# files of a source package of which nothing is in the library that it builds
NOT_BUILT = re.compile(r"(debian|m4|build-aux|doc|docs|test|tests|examples|cmake|config)/|.*(Makefile\.in|configure|aclocal\.m4)$", re.I)


def loaded(path):
    """Every library that the loader brings: soname and file; the file of what the kernel has itself is empty."""
    lines = subprocess.run(["ldd", path], check=True, capture_output=True, text=True).stdout.splitlines()
    assert not any("not found" in line for line in lines), lines
    for line in lines:
        words = line.split()
        yield os.path.basename(words[0]), words[2] if "=>" in words else words[0]


def gpl_in(text):
    """Files that a copyright file of Debian puts under the GPL alone: neither LGPL, nor with another licence to choose or an
    exception; a text that is not machine-readable is one file."""
    def is_gpl(licence):
        return re.search(r"(?<!L)GPL", licence) and not re.search(r"\bor\b|exception", licence, re.I)

    if not text.startswith("Format:"):
        return ["the whole text"] if re.search(r"(?<!L)GPL|(?<!Lesser )General Public License", text) else []
    found = []
    for paragraph in re.split(r"\n[ \t]*\n", text):
        fields = dict(re.findall(r"^([\w-]+):[ \t]*((?:.*(?:\n[ \t].*)*))", paragraph, re.M))
        licence = fields.get("License", "").split("\n")[0]
        if "Files" in fields and is_gpl(licence):
            found += [one for one in fields["Files"].split() if not NOT_BUILT.match(one)]
    return found


def copyright_of(path):
    """The copyright file of the package that a library comes from."""
    for place in (os.path.realpath(path), path, path.replace("/lib/", "/usr/lib/", 1)):
        done = subprocess.run(["dpkg-query", "--search", place], capture_output=True, text=True)
        if done.returncode == 0:
            return f"/usr/share/doc/{re.split('[:,]', done.stdout)[0]}/copyright"
    return None


@pytest.mark.parametrize("name", ["libthud.so", "libthud_core.so", "thud"])
def test_nothing_linked_is_under_the_gpl(name):
    if not shutil.which("dpkg-query") or not os.path.exists("/usr/share/doc/libc6/copyright"):
        pytest.skip("there are no packages of Debian whose copyright files could be read")
    others = {soname: file for soname, file in loaded(BUILT[name]) if not OF_THE_SYSTEM.match(soname)}
    assert bool(others) == (name != "libthud_core.so")
    for soname, file in others.items():
        where = copyright_of(file)
        assert where, f"{soname}: no package has {file}"
        assert gpl_in(open(where).read()) == [], f"{name} loads {soname}, and {where} has the GPL"


def test_the_check_itself():
    """Copyright files as Debian has them of libraries under the GPL, under others, and of one with a single file under it."""
    form = "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\n"
    assert gpl_in(form + "Files: *\nCopyright: 2003\nLicense: GPL-2+\n") == ["*"]
    assert gpl_in("License: GPL\n\nIt is under the GNU General Public License.") == ["the whole text"]
    assert gpl_in(form + "Files: *\nLicense: Expat\n\nFiles: src/lib/list.h\n src/b.c\nLicense: GPL-2\n text") == ["src/lib/list.h", "src/b.c"]
    assert gpl_in(form + "Files: *\nLicense: public-domain\n\nFiles: debian/*\nLicense: GPL-2+\n") == []
    assert gpl_in(form + "Files: *\nLicense: LGPL-2.1+\n\nFiles: x.c\nLicense: GPL-2+ with Autoconf exception\n") == []
    assert gpl_in("It is under the GNU Lesser General Public License, the LGPL.") == []


# linux-vdso, loader, C library and mathematical library; libyaml, SQLite and two of SUNDIALS; a sanitizer's beside them
@pytest.mark.parametrize("name, most", [("libthud_core.so", 5), ("libthud.so", 12), ("thud", 12)])
def test_few_libraries_are_loaded(name, most):
    assert len(list(loaded(BUILT[name]))) <= most, list(loaded(BUILT[name]))


def test_nothing_is_opened_before_it_is_used():
    """A command that writes no file opens no library beside those that it links, which the loader itself reports."""
    report = subprocess.run([BUILT["thud"], "laws"], env={**os.environ, "LD_DEBUG": "files"}, capture_output=True, text=True).stderr
    opened = re.findall(r"calling init: (\S+)", report)
    assert opened and not [one for one in opened if re.search("hdf5|mpi|OpenCL|mseed", one)], opened
    assert len(opened) <= 12, opened


def test_without_its_program_for_mpi_thud_says_so(tmp_path):
    if not os.path.exists(BUILT["thud-mpi"]):
        pytest.skip("this build has no MPI")
    alone = shutil.copy(BUILT["thud"], tmp_path / "thud")
    done = subprocess.run([alone, "sweep", "no.yaml", "-o", "no"], env={**os.environ, "PMI_SIZE": "2"}, capture_output=True, text=True,
                          cwd=tmp_path)
    assert done.returncode == 1 and "thud-mpi, which replaces thud under mpirun, does not start" in done.stderr, done


def test_mpi_is_in_a_program_of_its_own():
    if not os.path.exists(BUILT["thud-mpi"]):
        pytest.skip("this build has no MPI")
    assert any("mpi" in soname for soname, _ in loaded(BUILT["thud-mpi"]))
    assert not any("mpi" in soname for soname, _ in loaded(BUILT["thud"]))
