from pathlib import Path

import pytest

from helpers.ladders import CHASE, HUNGRY, LOOSE, entrant_file, played, replace_ladder_workers
from pacgrid.analysis.analyse import JudgeChoice
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.ladder.entrants import Role
from pacgrid.autograder.ladder.ladder_table import LadderTable
from pacgrid.autograder.ladder.leaderboard import (
    LadderFolder,
    games_to_watch,
    published_text,
    saved_game,
    write_leaderboard,
)
from pacgrid.render.web.page import page

NODES = 100
"""Fewer than usual, to be quick."""


@pytest.fixture
def ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LadderFolder:
    """The folder of a ladder that was played."""
    replace_ladder_workers(monkeypatch)
    monkeypatch.setattr("pacgrid.autograder.ladder.leaderboard.NODES", NODES)
    folder = LadderFolder(tmp_path / "out")
    folder.prepare()
    entrants = [entrant_file(HUNGRY + CHASE, "ada"), entrant_file(HUNGRY + LOOSE, "bob")]
    with Journal(folder.journal) as journal:
        folder.write(played(entrants, journal=journal))
    return LadderFolder(folder.path)


def write(folder: LadderFolder, pages: Path) -> None:
    with Journal(folder.journal) as journal:
        write_leaderboard(pages, table_of(folder), journal)


def table_of(folder: LadderFolder) -> LadderTable:
    assert folder.earlier
    return folder.earlier


def files(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_each_game_to_watch_has_a_page_that_says_what_moves_cost(ladder, tmp_path):
    write(ladder, tmp_path / "pages")
    found = files(tmp_path / "pages")
    games = [name for name in found if name != "index.html"]
    assert len(games) == len({game.id for game in games_to_watch(table_of(ladder)).values()})
    assert all(f'href="{name}"' in found["index.html"] for name in games)
    game = games_to_watch(table_of(ladder))["ada", Role.PACMAN]
    with Journal(ladder.journal) as journal:
        record = saved_game(table_of(ladder), game.id, journal)
    assert page(record, analysis=JudgeChoice(nodes=NODES).analyse(record)) in found.values()
    assert str(tmp_path) not in "".join(found.values())
    assert "self.rng.choice" not in "".join(found.values())


def test_pages_are_the_same_again_and_games_are_not_made_twice(ladder, tmp_path, monkeypatch):
    write(ladder, tmp_path / "pages")
    before = files(tmp_path / "pages")
    monkeypatch.setattr("pacgrid.autograder.ladder.leaderboard.page", None)
    write(ladder, tmp_path / "pages")
    assert files(tmp_path / "pages") == before


def test_pages_of_other_games_are_removed_and_other_files_stay(ladder, tmp_path):
    games = tmp_path / "pages" / "games"
    games.mkdir(parents=True)
    for name in ("old.html", "notes.txt"):
        (games / name).write_text("old")
    write(ladder, tmp_path / "pages")
    assert not (games / "old.html").exists()
    assert (games / "notes.txt").exists()


def test_without_a_journal_no_game_has_a_page(ladder, tmp_path):
    write_leaderboard(tmp_path / "pages", table_of(ladder))
    assert list(files(tmp_path / "pages")) == ["index.html"]
    assert "Watch" not in files(tmp_path / "pages")["index.html"]


def test_folders_are_left_out_of_reasons():
    assert published_text("no file C:\\Users\\ada\\x.txt") == "no file x.txt"
    for text in ("took 1/2 of the time", ""):
        assert published_text(text) == text
