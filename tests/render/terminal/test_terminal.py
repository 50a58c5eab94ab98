"""Sessions in the terminal, driven by keys of our own."""

import errno
import io
from collections.abc import Iterable, Sequence

import pytest
from rich.console import Console

from helpers.game_sources import eastward, steered
from pacgrid.games.game_setup import Ending
from pacgrid.render.terminal.keys import Keys, NoKeyboardError
from pacgrid.render.terminal.terminal import TerminalRenderer
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import GameSource
from pacgrid.session.session import NextAction, Settings


class TypedKeys(Keys):
    """Keys as they are pressed: one of `typed` for each frame, or nothing for ""; then `q`."""

    def __init__(self, typed: Iterable[str] = ()) -> None:
        self.typed = iter(typed)
        self.now = 0.0
        self.grabbed = False

    def wait(self, seconds: float) -> Sequence[str]:
        self.now += seconds
        key = next(self.typed, "q")
        return [key] if key else []

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def grab(self) -> None:
        self.grabbed = True

    def release(self) -> None:
        self.grabbed = False


def console(*, terminal: bool = True, width: int = 80, height: int = 24, **env: str) -> Console:
    return Console(
        file=io.StringIO(), force_terminal=terminal, width=width, height=height, _environ=env
    )


def printed(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def show(
    console: Console,
    *games: GameSource,
    keys: TypedKeys | None = None,
    linger: float | None = None,
    settings: Settings | None = None,
) -> GameSession:
    """Show games while time goes by as fast as it can."""
    clock = keys or TypedKeys()
    renderer = TerminalRenderer(console, keys=keys, clock=lambda: clock.now, sleep=clock.sleep)
    session = GameSession(*games, settings=settings, real_time=False, linger=linger, patience=None)
    try:
        renderer.show(session)
    finally:
        session.close()
    return session


def waiting(frames: int) -> list[str]:
    return [""] * frames


def test_where_there_is_no_terminal_only_the_first_and_the_last_position_are_printed() -> None:
    out = console(terminal=False)
    assert show(out, eastward()).next_action is NextAction.NEXT_GAME
    assert printed(out).splitlines() == [
        "╭───────────╮",
        "│ (<· · · · │",
        "╰───────────╯",
        "Score 0   Round 0   Food 4",
        "scripted alone   a layout, seed 0",
        "╭───────────╮",
        "│         (<│",
        "╰───────────╯",
        "Score 536   Round 4   Food 0   Won",
        "scripted alone   a layout, seed 0",
    ]


def test_a_terminal_shows_every_round_and_keeps_the_last_picture() -> None:
    out = console(NO_COLOR="1")
    assert show(out, eastward()).next_action is NextAction.NEXT_GAME
    shown = printed(out).replace("\x1b[1m", "").replace("\x1b[0m", "")
    assert all(f"Score {score} " in shown for score in (9, 18, 27, 536))
    for on, off in (("\x1b[?25l", "\x1b[?25h"), ("\x1b[?1049h", "\x1b[?1049l")):
        assert shown.count(on) == shown.count(off) == 1
    assert shown.count("╰───────────╯") == 2, "once drawn, once printed at the end"
    assert "Won" in shown.partition("\x1b[?1049l")[2]


def test_without_a_keyboard_nobody_waits_for_a_key() -> None:
    assert show(console(), eastward(), eastward(seed=1)).next_action is NextAction.NEXT_GAME
    with pytest.raises(NoKeyboardError, match="name an agent to watch"):
        show(console(), steered())


def test_a_result_stays_until_a_key_or_for_as_long_as_it_lingers() -> None:
    keys = TypedKeys([*waiting(60), "enter"])
    assert show(console(), eastward(), keys=keys).next_action is NextAction.NEXT_GAME
    assert next(keys.typed, "all were heard") == "all were heard"
    keys = TypedKeys(waiting(60))
    assert show(console(), eastward(), keys=keys, linger=1).next_action is NextAction.NEXT_GAME
    assert 1 < keys.now < 3


def test_a_person_moves_key_by_key_and_keys_may_be_typed_ahead() -> None:
    game = steered()
    keys = TypedKeys(["w", "right", "d", ".", "d", "redraw", "right", *waiting(60), "enter"])
    assert show(console(), game, keys=keys).next_action is NextAction.NEXT_GAME
    actions = "".join(str(move.action)[0] for move in game.record.moves)
    assert (actions, game.record.ending) == ("eesee", Ending.WON)
    assert not keys.grabbed


def test_a_person_without_a_picture_in_place_has_every_position_printed() -> None:
    out, game, keys = console(terminal=False), steered(), TypedKeys("dd?x")
    assert show(out, game, keys=keys).next_action is NextAction.QUIT
    assert (game.record.ending, game.record.rounds) == (Ending.QUIT, 2)
    lines = printed(out).splitlines()
    scores = [line.split()[1] for line in lines if line.startswith("Score")]
    assert scores == ["0", "9", "18", "18"]
    assert any("this help" in line for line in lines)
    assert not keys.grabbed


def test_a_long_help_is_scrolled_in_a_small_terminal() -> None:
    out = console(width=40, height=8)
    show(out, eastward(), keys=TypedKeys(["?", "", *["page_down"] * 5, "", "x"]))
    assert "any other key: close" in printed(out)
    assert "this help" in printed(out)


def test_a_terminal_that_is_too_small_says_so_until_it_is_larger() -> None:
    small = console(width=3, height=2)
    sizes = iter([(3, 2)] * 4)

    class Growing(TypedKeys):
        def wait(self, seconds: float) -> Sequence[str]:
            small.size = next(sizes, (30, 8))
            return super().wait(seconds)

    show(small, eastward(), keys=Growing(waiting(8)))
    assert "too" in printed(small)
    assert "╭───────────╮" in printed(small)


def test_a_terminal_that_knows_no_unicode_gets_ascii() -> None:
    raw = io.BytesIO()
    ascii_only = Console(
        file=io.TextIOWrapper(raw, encoding="ascii"), force_terminal=True, width=80, height=24
    )
    show(ascii_only, eastward(), keys=TypedKeys(["", "?", "", "x", "t", "", "escape", "q"]))
    assert b"%%%" in raw.getvalue()
    dumb = console(TERM="dumb")
    show(dumb, eastward())
    assert printed(dumb).isascii()
    assert "\x1b" not in printed(dumb)


@pytest.mark.parametrize(("sound", "bells"), [(True, 1), (False, 0)])
def test_the_bell_rings_once_for_a_win_if_sound_is_on(sound: bool, bells: int) -> None:
    out = console()
    show(out, eastward(), settings=Settings(sound=sound))
    assert printed(out).count("\a") == bells


@pytest.mark.parametrize(("number", "ends"), [(errno.EIO, SystemExit), (errno.ENOSPC, OSError)])
def test_a_terminal_that_goes_away_ends_the_program_quietly_and_a_full_disk_does_not(
    number: int, ends: type[BaseException]
) -> None:
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            if len(self.getvalue()) > 3000:
                raise OSError(number, "It is gone")
            return super().write(text)

    gone = Console(file=Gone(), force_terminal=True, width=80, height=24, _environ={})
    game = eastward()
    with pytest.raises(ends) as caught:
        show(gone, game, keys=TypedKeys(waiting(400)))
    assert caught.value.args[0] == (1 if ends is SystemExit else number)
    assert game.record.rounds
