"""Watching one game after another, with viewers who may do anything."""

import io
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.console import Console

from pacgrid import Layout, Record
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.output_path import OutputPath
from pacgrid.cli.replay import replay
from pacgrid.cli.series import Series
from pacgrid.cli.viewers import View, ViewOptions, open_viewer
from pacgrid.cli.watching import play_watched
from pacgrid.game import Limits
from pacgrid.session.game_source import GameSource
from pacgrid.session.loss import DisplayLostError
from pacgrid.session.next_action import NextAction
from pacgrid.session.takeover import take_over

SAMPLE = Path(__file__).parent / "records" / "version-2.json"
Wisher = Callable[[tuple[GameSource, ...]], tuple[tuple[GameSource, ...], NextAction]]


class Audience:
    """Sees two plies of each game, then reacts as the test says."""

    def __init__(self, *reactions: Wisher) -> None:
        self.reactions = list(reactions)
        self.shows: tuple[GameSource, ...] = ()
        self.seeds: list[list[int]] = []

    def watch(self, *shows: GameSource) -> NextAction:
        self.seeds.append([show.seed for show in shows])
        self.shows = shows
        for show in shows:
            show.next_ply()
            show.next_ply()
        self.shows, wish = self.reactions.pop(0)(shows)
        return wish


def wishes(wish: NextAction) -> Wisher:
    return lambda shows: (shows, wish)


def leaves_by(error: type[BaseException]) -> Wisher:
    def leave(shows: tuple[GameSource, ...]) -> tuple[tuple[GameSource, ...], NextAction]:
        raise error

    return leave


def takes_over(shows: tuple[GameSource, ...]) -> tuple[tuple[GameSource, ...], NextAction]:
    return (take_over(shows[0], 2, 0, "random_agent"), *shows[1:]), NextAction.NEXT_GAME


@pytest.fixture
def seat(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Audience]:
    """Has somebody watch who reacts as given, game by game."""

    def take(*reactions: Wisher) -> Audience:
        audience = Audience(*reactions)

        @contextmanager
        def stage(*_: object) -> Iterator[Audience]:
            yield audience

        for module in (play_watched.__module__, replay.__module__):
            monkeypatch.setattr(sys.modules[module], "open_viewer", stage)
        return audience

    return take


def together(path: Path, games: int = 1) -> list[Series]:
    """Two series whose records are saved as 1.json and 2.json."""
    return [
        Series(
            Matchup.of(Layout.load("training"), "reflex", (), limits=Limits()),
            games,
            7,
            (OutputPath(path / f"{number}.json", games),),
        )
        for number in (1, 2)
    ]


def watch(series: list[Series]) -> list[list[int]]:
    """The seeds of the results."""
    console = Console(file=io.StringIO())
    played = play_watched(series, View.WINDOW, ViewOptions(), console)
    return [[result.seed for result in results] for results in played]


def test_one_game_follows_another_and_more_if_wanted(
    seat: Callable[..., Audience], tmp_path: Path
) -> None:
    audience = seat(
        wishes(NextAction.NEXT_GAME), wishes(NextAction.PLAY_AGAIN), wishes(NextAction.NEXT_GAME)
    )
    assert watch(together(tmp_path, 2)) == [[7, 8, 9], [7, 8, 9]]
    assert audience.seeds == [[7, 7], [8, 8], [9, 9]]
    seat(wishes(NextAction.QUIT))
    assert watch(together(tmp_path, 5)) == [[7], [7]]


def test_the_saved_game_is_the_one_that_went_on(
    seat: Callable[..., Audience], tmp_path: Path
) -> None:
    seat(takes_over)
    watch(together(tmp_path))
    records = [Record.load(tmp_path / f"{number}.json") for number in (1, 2)]
    assert [record.taken_over for record in records] == [2, 0]
    assert [record.agents[0] for record in records] == ["random_agent", "reflex"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, DisplayLostError])
def test_a_game_is_saved_as_far_as_it_went_when_the_view_is_lost(
    seat: Callable[..., Audience], tmp_path: Path, error: type[BaseException]
) -> None:
    seat(leaves_by(error))
    with pytest.raises(error):
        watch(together(tmp_path))
    assert [len(Record.load(tmp_path / f"{number}.json").moves) for number in (1, 2)] == [2, 2]


def test_a_replay_is_shown_again_and_saved_as_it_went_on(
    seat: Callable[..., Audience], tmp_path: Path
) -> None:
    audience = seat(wishes(NextAction.PLAY_AGAIN), takes_over)
    replay(SAMPLE, view=View.WINDOW, save=tmp_path / "new.json")
    assert len(audience.seeds) == 2
    assert Record.load(tmp_path / "new.json").taken_over == 2


@pytest.mark.parametrize("error", [KeyboardInterrupt, DisplayLostError])
def test_a_replay_that_is_interrupted_is_saved_as_it_was(
    seat: Callable[..., Audience], tmp_path: Path, error: type[BaseException]
) -> None:
    seat(leaves_by(error))
    with pytest.raises(error):
        replay(SAMPLE, view=View.WINDOW, save=tmp_path / "new.json")
    assert Record.load(tmp_path / "new.json").moves == Record.load(SAMPLE).moves


def test_a_game_is_saved_even_if_its_result_cannot_be_printed(
    seat: Callable[..., Audience], tmp_path: Path
) -> None:
    class Gone(io.StringIO):
        def write(self, _text: str) -> int:
            raise OSError

    seat(wishes(NextAction.QUIT))
    play_watched(together(tmp_path), View.WINDOW, ViewOptions(), Console(file=Gone()))
    assert Record.load(tmp_path / "2.json").moves


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGHUP")
def test_the_end_of_the_session_is_an_interrupt_once() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    with open_viewer(View.TERMINAL, Console(file=io.StringIO()), ViewOptions()):
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGHUP)
        signal.raise_signal(signal.SIGHUP)
    assert signal.signal(signal.SIGHUP, before) is signal.SIG_DFL
