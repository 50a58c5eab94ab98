from pathlib import Path

import pytest
from typer.testing import CliRunner

from pacgrid import Layout, play
from pacgrid.agent_loader import load_agent
from pacgrid.cli import app
from pacgrid.cli.new import Kind, agent_source, class_name

ROOM = Layout.parse("%%%%%%%%\n%P....1%\n%.%%%%.%\n%......%\n%%%%%%%%")


@pytest.mark.parametrize("kind", Kind)
def test_a_new_agent_plays_without_a_change(kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["new", "fast_one.py", "--kind", kind])
    assert done.exit_code == 0
    assert "fast_one.py with the class FastOne" in done.output
    assert "docs/hand_in.md" in done.output
    agent = load_agent("fast_one.py")
    assert type(agent).__name__ == "FastOne"
    other = load_agent("random_agent")
    agents = [other, agent] if kind in (Kind.GHOST, Kind.TEAM) else [agent, other]
    assert play(ROOM, agents).forfeit is None
    text = Path("fast_one.py").read_text()
    assert "{file}" not in text
    assert "MyAgent" not in text


def test_odd_characters_in_a_path_do_no_harm(tmp_path):
    folder = tmp_path / 'my [bold] "quoted" back\\slash'
    folder.mkdir()
    done = CliRunner().invoke(app, ["new", str(folder / "mine.py")])
    assert "[bold]" in done.output
    compile((folder / "mine.py").read_text(), "mine.py", "exec")
    assert "pacgrid play mine.py" in done.output


def test_a_class_is_named_after_its_file():
    files = ("my_agent", "MyAgent", "alpha-beta")
    assert [class_name(file) for file in files] == ["MyAgent", "MyAgent", "AlphaBeta"]


def test_who_starts_alpha_beta_is_told_of_the_method_for_the_root():
    docs = Path(__file__).parents[2] / "docs" / "agents.md"
    for text in (agent_source(Kind.SEARCH, Path("mine.py")), docs.read_text("utf-8")):
        assert "For alpha-beta, write `action_values`" in " ".join(text.split())
