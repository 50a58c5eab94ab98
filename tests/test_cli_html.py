"""`--html`, as it is typed."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pacgrid import Record
from pacgrid.cli import app
from pacgrid.cli.output_path import OutputError
from pacgrid.view.page.page import page

QUICK = ("--layout", "training", "--pacman", "random_agent", "--ghosts", "random_ghost")


def pacgrid(*words: str) -> str:
    result = CliRunner().invoke(app, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_game_is_played_and_its_page_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out = pacgrid("play", *QUICK, "--save", "game.json", "--html", "game.html")
    assert re.search(r"points after \d+ rounds?", out)
    assert Path("game.html").read_text("utf-8") == page(Record.load("game.json"))


def test_a_replay_writes_the_same_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pacgrid("play", *QUICK, "--view", "none", "--save", "game.json")
    pacgrid("replay", "game.json", "--html", "again.html")
    assert Path("again.html").read_text("utf-8") == page(Record.load("game.json"))


@pytest.mark.parametrize("name", ["game.html", "game"])
def test_several_games_have_numbered_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    pacgrid("play", *QUICK, "--games", "2", "--jobs", "1", "--html", name)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game-1.html", "game-2.html"]


def test_a_page_that_could_not_be_written_is_refused_before_the_game(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="there is no directory"):
        pacgrid("play", *QUICK, "--html", str(tmp_path / "nowhere" / "game.html"))
