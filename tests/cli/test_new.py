from pathlib import Path

import pytest
from typer.testing import CliRunner

from pacgrid import Layout, play
from pacgrid.agent_loader import load_agent
from pacgrid.cli import app
from pacgrid.cli.new import Kind, NewError, class_name

ROOM = Layout.parse("%%%%%%%%\n%P....1%\n%.%%%%.%\n%......%\n%%%%%%%%")


@pytest.mark.parametrize("kind", Kind)
def test_a_new_agent_plays_without_a_change(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["new", "fast_one.py", "--kind", kind])
    assert done.exit_code == 0
    assert "fast_one.py with the class FastOne" in done.output
    agent = load_agent("fast_one.py")
    assert type(agent).__name__ == "FastOne"
    other = load_agent("random_agent")
    agents = [other, agent] if kind in (Kind.GHOST, Kind.TEAM) else [agent, other]
    assert play(ROOM, agents).forfeit is None
    text = Path("fast_one.py").read_text()
    assert "{file}" not in text
    assert "MyAgent" not in text


def test_an_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("precious")
    done = CliRunner().invoke(app, ["new", str(tmp_path / "mine.py")])
    assert isinstance(done.exception, NewError)
    assert "exists already; choose another name" in str(done.exception)
    assert (tmp_path / "mine.py").read_text() == "precious"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mine.txt", "an agent is a Python file; call it mine.py"),
        ("7up.py", "'7up' can't be the name of a class; choose another file name"),
        ("w\udcff.py", "has unprintable characters; choose another file name"),
        ("none.py", "'None' can't be the name of a class"),
        ("agent.py", "the file imports that name; choose another"),
        ("random.py", "the file imports that name; choose another"),
        ("no/such/folder/mine.py", "no/such/folder; make it first"),
    ],
)
def test_an_unusable_name_is_refused(name: str, message: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["new", str(tmp_path / name)])
    assert message in str(done.exception)


def test_odd_characters_in_a_path_do_no_harm(tmp_path: Path) -> None:
    folder = tmp_path / 'my [bold] "quoted" back\\slash'
    folder.mkdir()
    done = CliRunner().invoke(app, ["new", str(folder / "mine.py")])
    assert "[bold]" in done.output
    compile((folder / "mine.py").read_text(), "mine.py", "exec")
    assert "pacgrid play mine.py" in done.output


@pytest.mark.parametrize(
    ("file", "name"),
    [("my_agent", "MyAgent"), ("MyAgent", "MyAgent"), ("alpha-beta", "AlphaBeta")],
)
def test_a_class_is_named_after_its_file(file: str, name: str) -> None:
    assert class_name(file) == name
