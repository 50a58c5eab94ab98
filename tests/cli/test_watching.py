"""Games watched one after another, by people who press any keys."""

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from unittest.mock import Mock

import pytest
from rich.console import Console

from pacgrid import Layout, Record
from pacgrid.cli.analysis import AnalysisChoice
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.output_path import OutputError, OutputPath
from pacgrid.cli.replay import FileChoice, replay
from pacgrid.cli.series import Series
from pacgrid.cli.view import View, ViewChoice
from pacgrid.cli.watching import play_watched
from pacgrid.game import Limits
from pacgrid.session.game_session import GameSession
from pacgrid.session.session import NextAction, Settings
from pacgrid.session.takeover import take_over

SAMPLE = Path(__file__).parents[1] / "records" / "version-2.json"
Reaction = Callable[[GameSession], object]


class Person:
    """A renderer that shows two plies of each game; then the person reacts as the test says."""

    real_time = True

    def __init__(self, *reactions: Reaction) -> None:
        self.sessions: list[GameSession] = []
        self._reactions = iter(reactions)

    def show(self, session: GameSession) -> None:
        self.sessions.append(session)
        for game in session.games:
            game.next_ply()
            game.next_ply()
        next(self._reactions)(session)


def presses(*keys: str) -> Reaction:
    def react(session: GameSession) -> None:
        session.press("end")
        for key in keys:
            session.press(key)

    return react


def leaves(session: GameSession) -> None:
    """Press Enter where the last game ends."""
    for game in session.games:
        while game.next_ply():
            pass
    presses("enter")(session)


def fails_with(error: BaseException) -> Reaction:
    def react(_: GameSession) -> None:
        raise error

    return react


def takes_over(session: GameSession) -> None:
    session.playback.replace(0, take_over(session.games[0], 2, 0, "random_agent"))
    session.press("q")


def together(path: Path, games: int = 1) -> list[Series]:
    """Two series whose records are saved as 1.jsonl and 2.jsonl."""
    return [
        Series(
            Matchup.of(Layout.load("training"), "reflex", (), limits=Limits()),
            games,
            7,
            (OutputPath(path / f"{number}.jsonl", games),),
        )
        for number in (1, 2)
    ]


def watch(series: list[Series], *reactions: Reaction, file: io.StringIO | None = None) -> list[int]:
    """The seeds of the games that were shown."""
    console = Console(file=file or io.StringIO())
    first, second = play_watched(series, Person(*reactions), Settings(), console)
    assert [result.seed for result in first] == [result.seed for result in second]
    return [result.seed for result in first]


def saved(path: Path) -> list[Record]:
    return [Record.load(path / f"{number}.jsonl") for number in (1, 2)]


@pytest.mark.parametrize(
    ("games", "reactions", "seeds"),
    [
        (2, (leaves, presses("r"), leaves), [7, 8, 9]),
        (1, (presses("r"), presses("q")), [7, 8]),
        (5, (presses("q"),), [7]),
        (2, (leaves, leaves), [7, 8]),
    ],
)
def test_one_game_follows_another_and_r_adds_one(
    tmp_path: Path, games: int, reactions: tuple[Reaction, ...], seeds: list[int]
) -> None:
    assert watch(together(tmp_path, games), *reactions) == seeds


def test_settings_outlive_a_game_and_enter_leads_to_the_next_one(
    tmp_path: Path,
) -> None:
    settings = Settings(speed=4)
    person = Person(lambda it: (presses("+")(it), leaves(it)), presses("r"), leaves)
    play_watched(together(tmp_path, 2), person, settings, Console(file=io.StringIO()))
    assert settings.speed == 5
    effects = [session.view.enter_effect for session in person.sessions]
    assert effects == ["next game", "close", "close"]
    assert all(session.settings is settings for session in person.sessions)


def test_the_saved_game_includes_a_takeover(tmp_path: Path) -> None:
    watch(together(tmp_path), takes_over)
    assert [record.taken_over for record in saved(tmp_path)] == [2, 0]
    assert [record.agents[0] for record in saved(tmp_path)] == ["random_agent", "reflex"]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(143)], ids=repr)
def test_an_interrupted_game_is_saved_as_far_as_it_was_played(
    tmp_path: Path, error: BaseException
) -> None:
    with pytest.raises(type(error)):
        watch(together(tmp_path), fails_with(error))
    assert [len(record.moves) for record in saved(tmp_path)] == [2, 2]


def test_a_game_is_saved_even_if_its_result_cannot_be_printed(tmp_path: Path) -> None:
    class Full(io.StringIO):
        def write(self, _text: str) -> int:
            raise OSError(28, "No space left on device")

    with pytest.raises(OutputError, match="the result can't be printed: No space left"):
        watch(together(tmp_path)[:1] * 2, presses("q"), file=Full())
    assert Record.load(tmp_path / "1.jsonl").moves


# Replays.


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Person]:
    """Replays the sample in a window, saving it; the person reacts as given."""

    def show(*reactions: Reaction) -> Person:
        person = Person(*reactions)

        @contextmanager
        def open_renderer(*_: object, **__: object) -> Iterator[Person]:
            yield person

        monkeypatch.setattr(sys.modules[replay.__module__], "open_renderer", open_renderer)
        with suppress(KeyboardInterrupt):
            replay(
                Mock(),
                SAMPLE,
                shown=ViewChoice(view=View.WINDOW),
                files=FileChoice(save=[tmp_path / "new.jsonl"]),
                judged=AnalysisChoice(),
            )
        return person

    return show


def test_a_replay_is_shown_again_and_saved_with_its_takeover(
    shown: Callable[..., Person], tmp_path: Path
) -> None:
    def takes_over_again(session: GameSession) -> None:
        takes_over(session)
        session.next_action = NextAction.PLAY_AGAIN

    sessions = shown(presses("r"), takes_over_again, presses("q")).sessions
    assert [session.games[0].taken_over for session in sessions] == [4, 2, 2]
    assert Record.load(tmp_path / "new.jsonl").taken_over == 2


def test_an_interrupted_replay_is_saved_unchanged(
    shown: Callable[..., Person], tmp_path: Path
) -> None:
    shown(fails_with(KeyboardInterrupt()))
    assert Record.load(tmp_path / "new.jsonl").moves == Record.load(SAMPLE).moves
