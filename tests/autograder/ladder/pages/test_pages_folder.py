from pathlib import Path

import pytest

from helpers.ladder_tables import made_table
from helpers.ladders import CHASE, HUNGRY, LOOSE, entrant_file, played, replace_ladder_workers
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.ladder.ladder_folder import LadderFolder
from pacgrid.autograder.ladder.pages.game_pages import open_journal
from pacgrid.autograder.ladder.pages.pages_folder import PagesFolder
from pacgrid.autograder.ladder.table import LadderTable

ODD = ["../../etc/passwd", "ada", "ada-games", "<b>"]


@pytest.fixture
def ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LadderFolder:
    """The folder of a ladder that was played."""
    replace_ladder_workers(monkeypatch)
    folder = LadderFolder(tmp_path / "out")
    folder.prepare()
    entrants = [entrant_file(HUNGRY + CHASE, "ada"), entrant_file(HUNGRY + LOOSE, "bob")]
    with Journal(folder.journal) as journal:
        folder.write(played(entrants, journal=journal))
    return LadderFolder(folder.path)


def table_of(folder: LadderFolder) -> LadderTable:
    assert folder.earlier
    return folder.earlier


def files(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_every_entrant_has_a_page_and_a_page_of_all_games(tmp_path):
    first = PagesFolder(tmp_path / "pages", made_table(ODD)).write()
    found = files(tmp_path / "pages")
    assert first == tmp_path / "pages" / "index.html"
    pages = {name.removeprefix("entrants/") for name in found if name != "index.html"}
    assert {"etc-passwd.html", "ada.html", "ada-games.html", "ada-games-.html"} <= pages
    assert len(pages) == 4 + 3
    assert " at 0x" not in "".join(found.values())
    for name in found:
        assert (tmp_path / "pages" / name).resolve().is_relative_to(tmp_path)


def test_pages_of_entrants_who_left_are_removed(tmp_path):
    PagesFolder(tmp_path, made_table(["ada", "bob"])).write()
    PagesFolder(tmp_path, made_table(["ada"])).write()
    assert sorted(files(tmp_path)) == [
        "entrants/ada-games.html",
        "entrants/ada.html",
        "index.html",
    ]


def test_nobody_has_a_leaderboard_too(tmp_path):
    PagesFolder(tmp_path, made_table([])).write()
    assert "Nobody has played yet." in files(tmp_path)["index.html"]


def test_games_have_pages_which_say_what_mistakes_cost(ladder, tmp_path):
    with open_journal(ladder.journal) as journal:
        PagesFolder(tmp_path / "pages", table_of(ladder), journal, losses=1).write()
    found = files(tmp_path / "pages")
    games = [name for name in found if name.endswith(".html") and name.startswith("games/")]
    assert games
    linked = found["index.html"] + found["entrants/ada.html"] + found["entrants/bob.html"]
    assert all(name in linked for name in games)
    assert "points in all" in linked
    assert str(tmp_path) not in "".join(found.values())
    assert "self.rng.choice" not in "".join(found.values())


def test_pages_are_the_same_again_and_games_are_not_made_twice(ladder, tmp_path, monkeypatch):
    def write() -> None:
        with open_journal(ladder.journal) as journal:
            PagesFolder(tmp_path / "pages", table_of(ladder), journal, losses=1).write()

    write()
    before = files(tmp_path / "pages")
    monkeypatch.setattr("pacgrid.autograder.ladder.pages.game_pages.page", None)
    write()
    assert files(tmp_path / "pages") == before


def test_without_a_journal_no_game_has_a_page(ladder, tmp_path):
    with open_journal(tmp_path / "nowhere") as journal:
        PagesFolder(tmp_path / "pages", table_of(ladder), journal).write()
    assert "Watch game" not in files(tmp_path / "pages")["index.html"]
