"""Games that are watched, one after the other, by somebody who may do anything."""

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
from pacgrid.view.loss import DisplayLostError
from pacgrid.view.show import Show
from pacgrid.view.takeover import take_over
from pacgrid.view.wish import Wish

Wisher = Callable[[tuple[Show, ...]], tuple[tuple[Show, ...], Wish]]


class Audience:
    """Sees two plies of each game, and then does the next thing that a test wants of it."""

    def __init__(self, *doings: Wisher) -> None:
        self.doings = list(doings)
        self.shows: tuple[Show, ...] = ()
        self.seeds: list[list[int]] = []

    def watch(self, *shows: Show) -> Wish:
        self.seeds.append([show.seed for show in shows])
        self.shows = shows
        for show in shows:
            show.next_ply()
            show.next_ply()
        self.shows, wish = self.doings.pop(0)(shows)
        return wish


def wishes(wish: Wish) -> Wisher:
    return lambda shows: (shows, wish)


def leaves_by(error: type[BaseException]) -> Wisher:
    def leave(shows: tuple[Show, ...]) -> tuple[tuple[Show, ...], Wish]:
        raise error

    return leave


def takes_over(shows: tuple[Show, ...]) -> tuple[tuple[Show, ...], Wish]:
    return (take_over(shows[0], 2, 0, "random_agent"), *shows[1:]), Wish.NEXT


@pytest.fixture
def seat(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Audience]:
    """Has somebody watch who does one thing after the other."""

    def take(*doings: Wisher) -> Audience:
        audience = Audience(*doings)

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
    found = play_watched(series, View.WINDOW, ViewOptions(), console)
    return [[result.seed for result in results] for results in found]


def test_the_games_follow_each_other_and_one_more_if_wanted(
    seat: Callable[..., Audience], tmp_path: Path
) -> None:
    audience = seat(wishes(Wish.NEXT), wishes(Wish.AGAIN), wishes(Wish.NEXT))
    assert watch(together(tmp_path, 2)) == [[7, 8, 9], [7, 8, 9]]
    assert audience.seeds == [[7, 7], [8, 8], [9, 9]]


def test_no_game_follows_when_the_person_leaves(
    seat: Callable[..., Audience], tmp_path: Path
) -> None:
    seat(wishes(Wish.QUIT))
    assert watch(together(tmp_path, 5)) == [[7], [7]]


def test_the_game_that_is_kept_is_the_one_that_went_on(
    seat: Callable[..., Audience], tmp_path: Path
) -> None:
    seat(takes_over)
    watch(together(tmp_path))
    records = [Record.load(tmp_path / f"{number}.json") for number in (1, 2)]
    assert [record.taken_over for record in records] == [2, 0]
    assert [record.agents[0] for record in records] == ["random_agent", "reflex"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, DisplayLostError])
def test_what_was_played_is_kept_when_the_view_goes(
    seat: Callable[..., Audience], tmp_path: Path, error: type[BaseException]
) -> None:
    seat(leaves_by(error))
    with pytest.raises(error):
        watch(together(tmp_path))
    assert [len(Record.load(tmp_path / f"{number}.json").moves) for number in (1, 2)] == [2, 2]


def test_a_replay_is_shown_again_and_saved_as_it_went_on(
    seat: Callable[..., Audience], tmp_path: Path
) -> None:
    sample = Path(__file__).parent / "records" / "version-2.json"
    audience = seat(wishes(Wish.AGAIN), takes_over)
    replay(sample, view=View.WINDOW, save=tmp_path / "new.json")
    assert len(audience.seeds) == 2
    assert Record.load(tmp_path / "new.json").taken_over == 2


@pytest.mark.parametrize("error", [KeyboardInterrupt, DisplayLostError])
def test_a_replay_that_is_interrupted_is_saved_as_it_was(
    seat: Callable[..., Audience], tmp_path: Path, error: type[BaseException]
) -> None:
    sample = Path(__file__).parent / "records" / "version-2.json"
    seat(leaves_by(error))
    with pytest.raises(error):
        replay(sample, view=View.WINDOW, save=tmp_path / "new.json")
    assert Record.load(tmp_path / "new.json").moves == Record.load(sample).moves


def test_a_result_that_nobody_can_read_is_kept_all_the_same(
    seat: Callable[..., Audience], tmp_path: Path
) -> None:
    class Gone(io.StringIO):
        def write(self, _text: str) -> int:
            raise OSError

    seat(wishes(Wish.QUIT))
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
