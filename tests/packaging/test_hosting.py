"""What other people's machines run: the two commands, on Debian 12, with packages that tools/setup knows by purpose."""
import glob
import os
import re
import subprocess

import pytest
import yaml

from test_deb import ROOT, rows


def read(path):
    return open(os.path.join(ROOT, path)).read()


def purposes():
    return set().union(*(words for _, _, words in rows())) - {"all"}


def test_workflows_call_the_two_commands():
    paths = glob.glob(f"{ROOT}/.github/workflows/*.yml")
    assert paths
    for path in paths:
        flow = yaml.safe_load(open(path))
        assert set(flow[True]) == {"push", "pull_request"}  # YAML 1.1 reads the key `on` as a truth
        steps = [step for job in flow["jobs"].values() for step in job["steps"]]
        runs = [step["run"] for step in steps if "run" in step]
        assert {run for run in runs if not run.startswith("apt-get")} == {"make demo", "make test"}
        for job in flow["jobs"].values():
            box = job["container"]
            assert (box if isinstance(box, str) else box["image"]) == "debian:12"
            assert sum("uses" in step and step["uses"].startswith("actions/checkout@") for step in job["steps"]) == 1
            assert sum(run.startswith("make ") for run in (step.get("run", "") for step in job["steps"])) == 1


def test_dockerfile_calls_the_two_commands():
    lines = [line for line in read("Dockerfile").splitlines() if line and not line.startswith("#")]
    assert lines[0] == "FROM debian:12" and lines[-1] == 'CMD ["make", "test"]'
    runs = [line[4:] for line in lines if line.startswith("RUN ")]
    assert len(runs) == 2 and runs[1] == "make demo"
    # what is there before the two commands: certificates for npm, and make itself
    assert re.search(r"--no-install-recommends (.*?) &&", runs[0]).group(1).split() == ["ca-certificates", "make"]


def test_citation_and_templates():
    citation = yaml.safe_load(read("CITATION.cff"))
    version = re.search(r"project\(thud VERSION ([0-9.]+)", read("CMakeLists.txt")).group(1)
    assert citation["version"] == version and citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors", "license", "abstract", "keywords", "date-released", "type"} <= set(citation)
    # the changelog dates the version as the citation does
    dated = re.search(rf"^## \[{re.escape(version)}\] – (\S+)$", read("CHANGELOG.md"), re.M).group(1)
    assert dated == citation["date-released"].isoformat()
    templates = glob.glob(f"{ROOT}/.github/ISSUE_TEMPLATE/*.md")
    assert len(templates) >= 2
    for path in templates:
        head = yaml.safe_load(open(path).read().split("---")[1])
        assert head["name"] and head["about"]


def test_purposes():
    """Every purpose that something asks tools/setup for is one, and every one is asked for."""
    asked = set()
    for path in ["Makefile", *glob.glob(f"{ROOT}/tools/*")]:
        if os.path.isfile(os.path.join(ROOT, path)):
            asked |= set(re.findall(r"^\s*@?tools/setup ([a-z]+)$", read(path), re.M))
    assert asked == purposes()
    for words in [[], ["nonsense"], ["demo", "test"], ["-h"], ["all"]]:
        done = subprocess.run([f"{ROOT}/tools/setup", *words], capture_output=True, text=True)
        assert done.returncode == 2 and done.stderr.startswith("usage: tools/setup bare|bench|build"), words


def test_demo_is_the_complete_program():
    """`make demo` has every part that `make` has: --verify, MiniSEED, devices, pages."""
    sets = {name: {package for package, _, words in rows() if words & {"all", name}} for name in ("build", "demo", "test")}
    assert sets["build"] <= sets["demo"] <= sets["test"]
    assert {"libsundials-dev", "libmseed-dev", "opencl-c-headers"} <= sets["demo"]


@pytest.mark.parametrize("path", ["tools/setup", "tools/bare-machine", "tools/packages.txt", "Dockerfile", ".github/workflows/test.yml"])
def test_no_host_is_named(path):
    assert not re.search(r"https?://|\.org\b|\.com\b", read(path))
