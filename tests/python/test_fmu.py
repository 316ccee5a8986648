"""Scenario.fmu: the same file as the command writes."""
import os
import xml.etree.ElementTree
import zipfile

import pytest

import thud

BUILD = os.environ["THUD_BUILD_DIR"]
COMMAND = f"{BUILD}/cli/thud"

pytestmark = pytest.mark.skipif(not os.path.exists(f"{BUILD}/fmu/thud_fmu.so"), reason="the library of FMUs is not built")


def test_same_bytes_as_the_command(root, command, tmp_path):
    path = f"{root}/examples/bridge.yaml"
    words = ["--inputs", "forces.deck", "--parameters", "contacts.*.gap", "--outputs", "bodies.*.velocity,impacts"]
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    said = command("fmu", path, "-o", tmp_path / "a" / "bridge.fmu", *words)
    mine = thud.Scenario(path).fmu(tmp_path / "b" / "bridge.fmu", inputs="forces.deck", parameters=["contacts.*.gap"],
                                   outputs=["bodies.*.velocity", "impacts"], command=COMMAND)
    assert (tmp_path / "a" / "bridge.fmu").read_bytes() == (tmp_path / "b" / "bridge.fmu").read_bytes()
    assert mine["variables"] == said["variables"]
    assert [v["name"] for v in mine["variables"] if v["causality"] == "input"] == ["forces.deck"]


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("exchange", [False, True])
def test_a_dict(ball, tmp_path, version, exchange):
    (tmp_path / "push.txt").write_text("0 0\n0.5 1\n1 0\n")
    ball["forces"] = [{"on": "ball", "file": "push.txt"}]
    scenario = thud.Scenario(ball, folder=tmp_path)
    said = scenario.fmu(tmp_path / "ball.fmu", version=version, exchange=exchange, inputs=["forces.ball"], command=COMMAND)
    assert said["fmi"] == f"{version}.0" and said["kinds"] == ["model exchange" if exchange else "co-simulation"]
    assert sorted(os.listdir(tmp_path)) == ["ball.fmu", "push.txt"]  # nothing is left beside the records
    with zipfile.ZipFile(tmp_path / "ball.fmu") as archive:
        tree = xml.etree.ElementTree.fromstring(archive.read("modelDescription.xml"))
        assert tree.get("fmiVersion") == f"{version}.0"
        assert tree.find("ModelExchange" if exchange else "CoSimulation") is not None
        assert any(name.endswith("push.txt") for name in archive.namelist())


def test_refused(ball, tmp_path):
    scenario = thud.Scenario(ball)
    with pytest.raises(thud.Error, match="bat"):
        scenario.fmu(tmp_path / "ball.fmu", inputs="forces.bat", command=COMMAND)
    with pytest.raises(thud.Error, match="ends with .fmu"):
        scenario.fmu(tmp_path / "ball", command=COMMAND)
    with pytest.raises(ValueError, match="2 or 3"):
        scenario.fmu(tmp_path / "ball.fmu", version=1, command=COMMAND)
    with pytest.raises(TypeError, match="names"):
        scenario.fmu(tmp_path / "ball.fmu", inputs=[1], command=COMMAND)
    with pytest.raises(FileNotFoundError, match="install thud"):
        scenario.fmu(tmp_path / "ball.fmu", command=f"{tmp_path}/thud")
    scenario.close()
    with pytest.raises(thud.Closed):
        scenario.fmu(tmp_path / "ball.fmu", command=COMMAND)
    assert not (tmp_path / "ball.fmu").exists()
