"""The files of games that options name: `--html`, from the command line."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from pacgrid import Record
from pacgrid.cli.output_path import OutputError
from pacgrid.render.web.page import page

QUICK = ("--layout", "training", "--pacman", "random_agent", "--ghosts", "random_ghost")


def test_a_played_and_a_replayed_game_have_the_same_page(pacgrid: Callable[..., Result]) -> None:
    out = pacgrid("play", *QUICK, "--save", "game.json", "--html", "game.html").output
    assert re.search(r"points after \d+ rounds?", out)
    pacgrid("replay", "game.json", "--html", "again.html")
    for name in ("game.html", "again.html"):
        assert Path(name).read_text("utf-8") == page(Record.load("game.json"))


@pytest.mark.parametrize("name", ["game.html", "game"])
def test_several_games_have_numbered_pages(pacgrid: Callable[..., Result], name: str) -> None:
    pacgrid("play", *QUICK, "--games", "2", "--jobs", "1", "--html", name)
    assert sorted(path.name for path in Path().iterdir()) == ["game-1.html", "game-2.html"]


def test_a_page_that_cannot_be_written_is_reported_before_the_game(
    pacgrid: Callable[..., Result],
) -> None:
    with pytest.raises(OutputError, match="there is no directory"):
        pacgrid("play", *QUICK, "--html", "nowhere/game.html")
