"""Games in the terminal: drawn by hand, and played at a terminal of our own."""

import errno
import io
import os
import sys
from collections.abc import Iterable, Iterator, Sequence

import pytest
from rich.console import Console

from helpers.shows import CORRIDOR, ROOM, Scripted, eastward, steered
from pacgrid import Action, State
from pacgrid.records.record import Ending
from pacgrid.render.terminal.keys import NoKeyboardError
from pacgrid.render.terminal.terminal import TerminalLostError, TerminalView, TooSmallError
from pacgrid.session.game_source import LiveGame, ReplayedGame
from pacgrid.session.keyboard import Keyboard
from pacgrid.session.next_action import NextAction
from pacgrid.session.overlays import Overlay
from pacgrid.session.themes import COLOUR_BLIND, LIGHT


class Keys:
    """Keys as they are pressed: one of `typed` at each picture, or nothing for ""; then `q`."""

    def __init__(self, typed: Iterable[str] = ()) -> None:
        self.typed = iter(typed)
        self.now = 0.0
        self.grabbed = 0

    def wait(self, seconds: float) -> Sequence[str]:
        self.now += seconds
        key = next(self.typed, "q")
        return [key] if key else []

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def grab(self) -> None:
        self.grabbed += 1

    def release(self) -> None:
        self.grabbed = 0


def console(*, terminal: bool = False, width: int = 80, height: int = 24, **env: str) -> Console:
    return Console(
        file=io.StringIO(), force_terminal=terminal, width=width, height=height, _environ=env
    )


def printed(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def after_closing(console: Console) -> list[str]:
    """What stays on the terminal."""
    return printed(console).split("\x1b[?1049l")[-1].splitlines()


def view(console: Console, keys: Keys | None = None, **options: object) -> TerminalView:
    """A terminal in which time goes by as fast as it can."""
    clock = keys or Keys()
    return TerminalView(
        console,
        keys=keys,
        clock=lambda: clock.now,
        sleep=clock.sleep,
        patience=None,
        **options,  # type: ignore[arg-type]
    )


def waiting(pictures: int) -> list[str]:
    return [""] * pictures


def test_where_there_is_no_terminal_only_the_first_and_the_last_position_are_printed() -> None:
    out = console()
    seen = TerminalView(out, sleep=lambda _: pytest.fail("a pipe need not wait")).watch(eastward())
    assert seen is NextAction.NEXT_GAME
    assert printed(out).splitlines() == [
        "╭───────────╮",
        "│ (<· · · · │",
        "╰───────────╯",
        "Score 0   Round 0",
        "scripted alone   a layout, seed 0",
        "╭───────────╮",
        "│         (<│",
        "╰───────────╯",
        "Score 536   Round 4   Won",
        "scripted alone   a layout, seed 0",
    ]


def test_a_terminal_shows_every_round_and_keeps_the_last_picture() -> None:
    out = console(terminal=True, NO_COLOR="1")
    assert view(out).watch(eastward()) is NextAction.NEXT_GAME
    for score in (9, 18, 27, 536):
        assert f"Score {score} " in printed(out).replace("\x1b[1m", "").replace("\x1b[0m", "")
    for on, off in (("\x1b[?25l", "\x1b[?25h"), ("\x1b[?1049h", "\x1b[?1049l")):
        assert printed(out).count(on) == printed(out).count(off) == 1
    assert any("Won" in line for line in after_closing(out))


def test_only_what_changes_is_sent() -> None:
    out = console(terminal=True)
    view(out).watch(eastward())
    assert printed(out).count("╭───────────╮") == 2  # drawn once, and printed at the end
    assert printed(out).count("\x1b[2J") == 1


def test_without_a_keyboard_nobody_waits_for_a_key() -> None:
    shows = eastward(), eastward(seed=1)
    shown = view(console(terminal=True), linger=None)
    assert (shown.watch(*shows), shown.shows) == (NextAction.NEXT_GAME, shows)
    with pytest.raises(NoKeyboardError, match="pacgrid play alpha_beta"):
        TerminalView(console(terminal=True)).watch(steered())


def test_a_result_stays_until_a_key_or_for_as_long_as_it_lingers() -> None:
    keys = Keys([*waiting(60), "enter"])
    assert view(console(terminal=True), keys).watch(eastward()) is NextAction.NEXT_GAME
    assert next(keys.typed, "all were heard") == "all were heard"
    keys = Keys(waiting(60))
    assert view(console(terminal=True), keys, linger=1).watch(eastward()) is NextAction.NEXT_GAME
    assert 1 < keys.now < 3


def test_enter_goes_on_only_after_the_end_even_when_looking_back() -> None:
    keys = Keys(["enter", *waiting(30), "left", "left", "enter"])
    assert view(console(terminal=True), keys).watch(eastward()) is NextAction.NEXT_GAME
    assert (
        view(console(terminal=True), Keys(["enter", "r"])).watch(eastward())
        is NextAction.PLAY_AGAIN
    )


def test_what_a_person_chose_stays_for_the_next_game() -> None:
    shown = view(
        console(terminal=True), Keys(["l", "+", "4"]), overlays=[Overlay.PRINCIPAL_VARIATION]
    )
    shown.watch(eastward())
    assert (shown.theme, shown.speed) == (LIGHT, 7.5)
    assert shown.overlays == {Overlay.PRINCIPAL_VARIATION, Overlay.DISTANCE}
    assert view(console(), theme=COLOUR_BLIND).theme == COLOUR_BLIND


def test_a_person_moves_key_by_key_and_keys_may_be_typed_ahead() -> None:
    show = steered()
    keys = Keys(["w", "right", ".", "d", " ", "d", "right", *waiting(20), "enter"])
    assert view(console(terminal=True), keys).watch(show) is NextAction.NEXT_GAME
    assert "".join(str(move.action)[0] for move in show.record.moves) == "esesee"
    assert show.record.ending is Ending.WON
    assert keys.grabbed == 0


def test_a_person_can_play_a_ghost() -> None:
    show = LiveGame(ROOM, [Scripted([]), Keyboard()])
    view(console(terminal=True), Keys(["d", *waiting(5), "a", *waiting(5)])).watch(show)
    assert [move.action for move in show.record.moves[1::2]] == [Action.EAST]


def test_a_person_without_a_picture_in_place_has_every_position_printed() -> None:
    out, show = console(), steered()
    assert view(out, Keys("dd?x")).watch(show) is NextAction.QUIT
    assert (show.record.ending, show.record.rounds) == (Ending.QUIT, 2)
    lines = printed(out).splitlines()
    assert [line[:9] for line in lines if line.startswith("Score")] == [
        "Score 0  ",
        "Score 9  ",
        "Score 18 ",
        "Score 18 ",
    ]
    assert any(line.startswith("arrows or WASD move   space stay") for line in lines)
    assert any("this help" in line for line in lines)


def test_a_terminal_that_is_too_small_says_so_until_it_is_larger() -> None:
    small = console(terminal=True, width=3, height=2)
    sizes = iter([(3, 2)] * 4)

    class Growing(Keys):
        def wait(self, seconds: float) -> Sequence[str]:
            small.size = next(sizes, (30, 8))
            return super().wait(seconds)

    view(small, Growing(waiting(8))).watch(eastward())
    assert "too" in printed(small)
    assert "╭───────────╮" in printed(small)


def test_where_nothing_can_be_drawn_at_all_there_is_one_clear_line() -> None:
    with pytest.raises(TooSmallError, match="too small: 3 columns; it needs 10 columns"):
        view(console(width=3)).watch(eastward())


def test_a_terminal_that_knows_no_unicode_gets_ascii() -> None:
    raw = io.BytesIO()
    ascii_only = Console(
        file=io.TextIOWrapper(raw, encoding="ascii"), force_terminal=True, width=80, height=24
    )
    view(ascii_only, Keys(["", "?", "", "?", "t", "", "escape", "q"])).watch(eastward())
    assert b"%%%" in raw.getvalue()
    dumb = console(terminal=True, TERM="dumb")
    view(dumb).watch(eastward())
    assert printed(dumb).isascii()
    assert "\x1b" not in printed(dumb)


def test_without_colour_a_picture_is_plain() -> None:
    out = console(terminal=True, NO_COLOR="1")
    view(out, Keys(["3", "4", "5"])).watch(LiveGame(ROOM, [Scripted([]), Scripted([])]))
    assert "38;" not in printed(out)
    assert "48;" not in printed(out)
    assert "G1" in printed(out)


def test_what_agents_print_comes_afterwards(capsys: pytest.CaptureFixture[str]) -> None:
    class Chatty(Scripted):
        def act(self, state: State) -> Action:
            print("I think")  # noqa: T201
            return super().act(state)

    out = Console(force_terminal=True, width=80, height=24, _environ={})
    view(out).watch(LiveGame(CORRIDOR, [Chatty([Action.EAST] * 9)]))
    drawn, left = capsys.readouterr().out.split("\x1b[?1049l")
    assert "I think" not in drawn
    assert left.startswith("I think\n" * 4)


def test_names_from_strangers_do_nothing_to_the_terminal() -> None:
    show = eastward()
    show.agents = ("\x1b]0;owned\x07",)
    out = console(terminal=True)
    view(out).watch(show)
    assert "\x1b]0" not in printed(out)
    assert "?]0;owned?" in printed(out)


def test_after_an_interruption_the_terminal_is_as_it_was() -> None:
    class Interrupted(Keys):
        def wait(self, seconds: float) -> Sequence[str]:
            raise KeyboardInterrupt

    out, keys = console(terminal=True), Interrupted()
    with pytest.raises(KeyboardInterrupt):
        view(out, keys).watch(eastward())
    assert printed(out).endswith("\x1b[?25h\x1b[?1049l")
    assert keys.grabbed == 0


def test_a_replay_of_a_game_looks_like_the_game() -> None:
    played, shown = console(), console()
    show = eastward()
    view(played).watch(show)
    view(shown).watch(ReplayedGame(show.record))
    assert printed(played) == printed(shown)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A pseudo-terminal as stdin; this is the end where keys are pressed."""
    pty = pytest.importorskip("pty", reason="pseudo-terminals are there on Unix only")
    ours, theirs = pty.openpty()
    with os.fdopen(theirs) as stdin, os.fdopen(ours, "wb"):
        monkeypatch.setattr(sys, "stdin", stdin)
        yield ours


def test_a_game_is_played_at_a_real_terminal(terminal: int) -> None:
    import termios

    before = termios.tcgetattr(sys.stdin)
    modes = termios.tcgetattr(sys.stdin)
    modes[3] &= ~termios.ICANON  # in line mode these bytes would wait for Enter
    termios.tcsetattr(sys.stdin, termios.TCSANOW, modes)
    os.write(terminal, b"w\x1b[C.dd\x1bOC")
    termios.tcsetattr(sys.stdin, termios.TCSANOW, before)
    show, out = steered(), console(terminal=True)
    shown = TerminalView(out, linger=0, patience=None)
    assert shown.watch(show) is NextAction.NEXT_GAME
    assert show.record.ending is Ending.WON
    assert "".join(str(move.action)[0] for move in show.record.moves) == "eseee"
    assert termios.tcgetattr(sys.stdin) == before


def test_a_terminal_that_goes_away_is_told_so_that_the_game_is_kept() -> None:
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            if len(self.getvalue()) > 3000:
                raise OSError(errno.EIO, "Input/output error")
            return super().write(text)

    gone = Console(file=Gone(), force_terminal=True, width=80, height=24, _environ={})
    watching = view(gone, Keys([""] * 400))
    with pytest.raises(TerminalLostError, match="the terminal was closed"):
        watching.watch(eastward())
    assert watching.shows[0].record.rounds
