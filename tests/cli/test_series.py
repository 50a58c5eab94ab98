"""Series of games, and the files that are written of each."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import psutil
import pytest
from PIL import Image

from helpers.processes import PATIENCE
from pacgrid import Layout, Record
from pacgrid.cli.console import OutputError
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.series import GameFiles, Series, in_processes
from pacgrid.errors import RecordError
from pacgrid.game import Limits
from pacgrid.render.web.page import page
from pacgrid.session.session import Settings


def series(path):
    matchup = Matchup.of(Layout.load("training"), "reflex", (), limits=Limits())
    return Series(matchup, 1, 0, GameFiles((path,)))


def test_a_game_quit_at_once_does_not_replace_a_saved_one(tmp_path):
    path = tmp_path / "game.jsonl"
    first, _ = series(path).play(1)
    games = series(path)
    game = games.live_game(1)
    game.quit()
    assert games.files.write(1, game.record) == []
    assert len(Record.load(path).moves) == len(first.moves)


def test_a_game_that_cannot_be_saved_is_still_played_to_its_end(tmp_path):
    games = series(tmp_path / "game.jsonl")
    tmp_path.rmdir()
    with pytest.raises(RecordError, match=r"game\.jsonl: can't be written: No such file"):
        games.play(1)


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_each_item_comes_with_its_outcome(jobs):
    assert sorted(in_processes(abs, [-3, 1, -2], jobs)) == [(-3, 3), (-2, 2), (1, 1)]
    assert not list(in_processes(abs, [], jobs))


WAITS = """
import sys, time
from pacgrid.cli.series import GameFiles, in_processes

if __name__ == "__main__":
    for item, _ in in_processes(time.sleep, [0, 600, 600], 2):
        print("working", flush=True)
"""


@pytest.mark.slow
def test_processes_end_with_a_main_process_that_is_killed(tmp_path):
    program = tmp_path / "waits.py"
    program.write_text(WAITS)
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE) as main:
        main.stdout.readline()
        children = psutil.Process(main.pid).children(recursive=True)
        assert len(children) >= 2
        main.kill()
    _, alive = psutil.wait_procs(children, timeout=PATIENCE)
    assert not alive


SAMPLE = Path(__file__).parents[1] / "records" / "plain.jsonl"
SHORT = SAMPLE.with_name("position.jsonl")
QUICK = ("--layout", "training", "random_agent", "--ghosts", "random_ghost")


@pytest.fixture(autouse=True)
def _slow_films(monkeypatch):
    monkeypatch.setattr("pacgrid.cli.series.FRAMES_PER_SECOND", 4)


def frames(path):
    with Image.open(path) as image:
        return int(getattr(image, "n_frames", 1))


def test_a_saved_game_is_recorded(pacgrid):
    shown = pacgrid("replay", SAMPLE, "--save", "game.gif")
    assert shown.stdout == "Won: 783 points after 17 rounds (hunt, seed 0)\n"
    assert shown.stderr == "Wrote game.gif\n"
    assert frames("game.gif") > 5


def test_theme_and_overlays_can_be_chosen(pacgrid, monkeypatch):
    pacgrid("replay", SHORT, "--save", "a.gif")
    monkeypatch.setenv("PACGRID_THEME", "colour-blind-light")
    pacgrid("replay", SHORT, "--save", "b.gif", "--overlay", "distance", "--overlay", "danger")
    with Image.open("a.gif") as dark, Image.open("b.gif") as light:
        assert np.asarray(dark.convert("RGB"))[0, 0].max() < 50
        assert np.asarray(light.convert("RGB"))[0, 0].min() > 200


def test_a_game_is_recorded_while_it_is_played(pacgrid):
    shown = pacgrid("play", *QUICK, "--save", "game.gif", "--save", "game.json")
    assert shown.stdout.count("\n") == 1, "it isn't drawn anywhere else"
    assert frames("game.gif") > 2
    pacgrid("replay", "game.json", "--save", "again.gif")
    assert Path("again.gif").read_bytes() == Path("game.gif").read_bytes()
    words = ("--rounds", "3", "--view", "terminal", "--save", "watched.gif")
    assert "╭───────────────────╮" in pacgrid("play", *QUICK, *words).stdout
    assert frames("watched.gif") > 2


def test_the_film_of_a_game_without_moves_stands_still_with_a_note(pacgrid, tmp_path):
    (tmp_path / "bad.py").write_text(
        "from pacgrid import Agent\nclass A(Agent):\n  def act(self, state): return 1 / 0\n"
    )
    film = ("--save", "game.gif")
    shown = pacgrid("play", "-l", "training", "bad.py", *film, exit_code=1)
    assert shown.stderr.startswith("game.gif: the game has no moves, so the picture stands still\n")
    assert frames("game.gif") == 1


def test_an_interrupted_recording_leaves_a_note_and_no_file(pacgrid, monkeypatch):
    def interrupted(pictures, total):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("pacgrid.cli.series._with_bar", interrupted)
    result = pacgrid("replay", SAMPLE, "--save", "game.gif", exit_code=130)
    assert result.stderr.startswith("game.gif: interrupted; nothing was written\n")
    assert not list(Path().iterdir())


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the administrator may write anywhere"
)
def test_a_folder_without_permission_is_refused_before_the_game(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(OutputError, match="can't be written: Permission denied"):
        GameFiles.of([tmp_path / "game.gif"], 1, Settings())


def test_a_played_and_a_replayed_game_have_the_same_page(pacgrid):
    out = pacgrid("play", *QUICK, "--save", "game.json", "--save", "game.html").output
    assert re.search(r"points after \d+ rounds?", out)
    pacgrid("replay", "game.json", "--save", "again.html")
    for name in ("game.html", "again.html"):
        assert Path(name).read_text("utf-8") == page(Record.load("game.json"))
