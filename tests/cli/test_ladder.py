import json
import shlex

import pytest
from typer.testing import CliRunner

from helpers.grading import write
from helpers.ladders import CHASE, HEAD, HUNGRY, LOOSE, RANDOM, TINY, replace_ladder_workers
from pacgrid.cli import app


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with entrants in `entrants` and a layout."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "entrants").mkdir()
    write(tmp_path / "entrants", HEAD + HUNGRY + CHASE, "ann.py")
    write(tmp_path / "entrants", HEAD + RANDOM + LOOSE, "bob.py")
    write(tmp_path, str(TINY), "tiny.lay")
    return tmp_path


def ladder(*arguments, options=("--no-pages",)):
    words = ["-j", "1", "--sandbox", "process", "-l", "tiny.lay", "--rounds", "20", *options]
    anchors = ["--anchor", "random_agent", "--anchor", "random_ghost"]
    return CliRunner().invoke(app, ["ladder", "run", *arguments, *words, *anchors])


def test_a_ladder_prints_its_table_and_every_command_repeats_its_game(folder):
    result = ladder("entrants", "-o", "out")
    assert result.exit_code == 0
    assert "1  ann" in result.stdout
    data = json.loads((folder / "out" / "ladder.json").read_text())
    assert len(data["games"]) == 3 * 3 - 2
    for game in data["games"]:
        program, *words = shlex.split(game["command"])
        assert program == "pacgrid"
        again = CliRunner().invoke(app, [*words, "--view", "none", "--json", "-"])
        (played,) = json.loads(again.stdout)["games"]
        assert played["score"] == game["score"]


@pytest.fixture
def quick(folder, monkeypatch):
    """The same, played without workers."""
    replace_ladder_workers(monkeypatch)
    return folder


def test_the_same_command_continues_and_a_journal_of_something_else_is_kept(quick):
    ladder("entrants")
    again = ladder("entrants")
    assert "9 of 9 results were in pacgrid-ladder/journal.sqlite already" in again.stderr
    assert again.exit_code == 0
    (quick / "more").mkdir()
    write(quick / "more", HEAD + HUNGRY + "# else", "carl.py")
    journal = ("--journal", "pacgrid-ladder/journal.sqlite")
    more = ladder("more", *journal, "-o", "two", "--seed", "9")
    assert "had results, but none of this ladder; they are kept" in more.stderr


def test_an_interrupt_says_how_to_resume(quick, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("rich.progress.Progress.update", interrupt)
    result = ladder("entrants")
    assert result.exit_code == 130
    assert "run the same command again to resume" in result.stderr
    assert not (quick / "pacgrid-ladder" / "ladder.json").exists()


def test_a_missing_file_has_a_row_and_sets_the_exit_code(quick):
    result = ladder("entrants/ann.py", "nowhere.py")
    assert result.exit_code == 1
    assert "nowhere.py: can't play: no such file" in result.stdout


def test_one_game_is_saved_for_replay(quick):
    ladder("entrants", "-o", "out")
    saved = CliRunner().invoke(app, ["ladder", "game", "out", "1"])
    assert saved.exit_code == 0
    shown = CliRunner().invoke(app, ["replay", "game-1.jsonl", "--view", "none"])
    assert "points after" in shown.stdout
    missing = CliRunner().invoke(app, ["ladder", "game", "out", "99"])
    assert str(missing.exception) == "no game 99; there are 1 to 7"


@pytest.mark.parametrize("options", [[], ["--no-pages"]])
def test_a_ladder_ends_with_its_leaderboard(quick, options):
    result = ladder("entrants/ann.py", "-o", "new", options=options)
    assert result.exit_code == 0
    pages = list((quick / "new" / "pages").rglob("*.html"))
    assert ("new/pages/index.html" in result.stderr) is (len(pages) == 3) is (not options)
