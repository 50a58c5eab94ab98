"""The files of games that options name: `--save`, from the command line."""

import os
import pickle
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from typer.testing import Result

from pacgrid import Layout, Record
from pacgrid.cli import output_path
from pacgrid.cli.options import OptionError
from pacgrid.cli.output_path import FilmRecorder, OutputError, OutputPath
from pacgrid.games.pacman import PacmanSetup
from pacgrid.render.pictures.film import FilmError
from pacgrid.render.web.page import page
from pacgrid.session.themes import DARK

SAMPLE = Path(__file__).parents[1] / "records" / "version-1.json"
SHORT = SAMPLE.with_name("version-3.json")
QUICK = ("--layout", "training", "random_agent", "--ghosts", "random_ghost")


@pytest.fixture(autouse=True)
def _slow_films(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output_path, "FRAMES_PER_SECOND", 4)


def frames(path: str) -> int:
    with Image.open(path) as image:
        return int(getattr(image, "n_frames", 1))


def test_a_saved_game_is_recorded(pacgrid: Callable[..., Result]) -> None:
    shown = pacgrid("replay", SAMPLE, "--save", "game.gif")
    assert shown.stdout == "Won: 783 points after 17 rounds (hunt, seed 0)\n"
    assert shown.stderr == "Wrote game.gif\n"
    assert frames("game.gif") > 5


def test_theme_and_overlays_can_be_chosen(
    pacgrid: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    pacgrid("replay", SHORT, "--save", "a.gif")
    monkeypatch.setenv("PACGRID_THEME", "colour-blind-light")
    pacgrid("replay", SHORT, "--save", "b.gif", "--overlay", "distance", "--overlay", "danger")
    with Image.open("a.gif") as dark, Image.open("b.gif") as light:
        assert np.asarray(dark.convert("RGB"))[0, 0].max() < 50
        assert np.asarray(light.convert("RGB"))[0, 0].min() > 200


def test_a_game_is_recorded_while_it_is_played(pacgrid: Callable[..., Result]) -> None:
    shown = pacgrid("play", *QUICK, "--save", "game.gif", "--save", "game.json")
    assert shown.stdout.count("\n") == 1, "it isn't drawn anywhere else"
    assert frames("game.gif") > 2
    pacgrid("replay", "game.json", "--save", "again.gif")
    assert Path("again.gif").read_bytes() == Path("game.gif").read_bytes()


def test_a_recorded_game_can_be_watched_too(pacgrid: Callable[..., Result]) -> None:
    words = ("--rounds", "3", "--view", "terminal", "--save", "game.gif")
    assert "╭───────────────────╮" in pacgrid("play", *QUICK, *words).stdout
    assert frames("game.gif") > 2


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_each_game_of_a_series_has_its_own_film(pacgrid: Callable[..., Result], jobs: int) -> None:
    film = ("--rounds", "2", "--save", "g.gif")
    pacgrid("play", *QUICK, "-n", "2", "-j", jobs, *film)
    assert sorted(path.name for path in Path().iterdir()) == ["g-1.gif", "g-2.gif"]


def test_a_truncated_record_is_shown_as_far_as_it_goes(pacgrid: Callable[..., Result]) -> None:
    Path("game.json").write_bytes(SAMPLE.read_bytes()[:600])
    for more in (("--view", "none"), ("--save", "game.gif"), ("--view", "terminal")):
        shown = pacgrid("replay", "game.json", *more)
        assert "game.json: truncated; recovered " in shown.stderr
        assert shown.stderr.splitlines()[0].endswith(" moves")
        assert shown.stdout.splitlines()[-1].startswith("Quit: ")


def test_the_film_of_a_game_without_moves_stands_still_with_a_note(
    pacgrid: Callable[..., Result], tmp_path: Path
) -> None:
    (tmp_path / "bad.py").write_text(
        "from pacgrid import Agent\nclass A(Agent):\n  def act(self, state): return 1 / 0\n"
    )
    film = ("--save", "game.gif")
    shown = pacgrid("play", "-l", "training", "bad.py", *film, exit_code=1)
    assert shown.stderr.startswith("game.gif: the game has no moves, so the picture stands still\n")
    assert frames("game.gif") == 1


def test_an_interrupted_recording_leaves_a_note_and_no_file(
    pacgrid: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(pictures: object, total: int) -> Iterator[object]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(output_path, "_with_bar", interrupted)
    result = pacgrid("replay", SAMPLE, "--save", "game.gif", exit_code=130)
    assert result.stderr.startswith("game.gif: interrupted; nothing was written\n")
    assert not list(Path().iterdir())


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        (("--save", "game.avi"), FilmError, "must end in .gif or .mp4"),
        (("--save", "no/such/game.gif"), OutputError, "there is no directory"),
        (("--save", "g.gif", "--save", "g.gif"), OptionError, "names g.gif twice; leave one out"),
        (("--save", "g.webp"), FilmError, "--save .webp isn't here any more: save game.gif"),
        (("--save", "g.PNG"), FilmError, "--save .png isn't here any more"),
        (("--save", "g.apng"), FilmError, "--save .apng isn't here any more"),
    ],
)
def test_errors_come_before_the_game(
    pacgrid: Callable[..., Result], words: tuple[str, ...], error: type[Exception], message: str
) -> None:
    for command in (("play", *QUICK), ("replay", SAMPLE)):
        with pytest.raises(error, match=f"^.*{message}.*$"):
            pacgrid(*command, *words)
    assert not list(Path().iterdir())


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the administrator may write anywhere"
)
def test_a_folder_without_permission_is_refused_before_the_game(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(OutputError, match="can't be written: Permission denied"):
        OutputPath(tmp_path / "game.gif", 1)


def test_a_recorder_can_be_pickled() -> None:
    setup = PacmanSetup(Layout.load("training"), 1)
    recorder = FilmRecorder(Path("game.gif"), setup, 6, progress=True, theme=DARK, overlays=())
    output_path = pickle.loads(pickle.dumps(OutputPath(Path("game.gif"), 2, recorder.write)))
    assert output_path.file(2) == Path("game-2.gif")


def test_a_played_and_a_replayed_game_have_the_same_page(pacgrid: Callable[..., Result]) -> None:
    out = pacgrid("play", *QUICK, "--save", "game.json", "--save", "game.html").output
    assert re.search(r"points after \d+ rounds?", out)
    pacgrid("replay", "game.json", "--save", "again.html")
    for name in ("game.html", "again.html"):
        assert Path(name).read_text("utf-8") == page(Record.load("game.json"))


def test_several_games_have_numbered_pages(pacgrid: Callable[..., Result]) -> None:
    pacgrid("play", *QUICK, "--games", "2", "--jobs", "1", "--save", "game.html")
    assert sorted(path.name for path in Path().iterdir()) == ["game-1.html", "game-2.html"]


def test_a_page_that_cannot_be_written_is_reported_before_the_game(
    pacgrid: Callable[..., Result],
) -> None:
    with pytest.raises(OutputError, match="there is no directory"):
        pacgrid("play", *QUICK, "--save", "nowhere/game.html")
