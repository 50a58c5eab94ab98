"""Sessions in the terminal, driven by keys of our own."""

import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from helpers.game_sources import eastward, steered
from pacgrid.games.game_setup import Ending
from pacgrid.render.terminal import (
    REDRAW,
    AlternateScreen,
    Keys,
    NoKeyboardError,
    TerminalRenderer,
    UnixKeys,
    key_names,
    terminal_keys,
)
from pacgrid.session.game_session import GameSession
from pacgrid.session.playback import STEERING, GameSource
from pacgrid.session.session import KEYS, NextAction, Settings


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
    file = io.StringIO()
    return Console(file=file, force_terminal=terminal, width=width, height=height, _environ=env)


def printed(console: Console) -> str:
    return console.file.getvalue()


def waiting(frames: int) -> list[str]:
    return [""] * frames


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


def test_without_a_keyboard_nobody_waits_for_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    assert show(console(), eastward(), eastward(seed=1)).next_action is NextAction.NEXT_GAME
    with pytest.raises(NoKeyboardError, match="name an agent to watch"):
        show(console(), steered())
    assert terminal_keys() is None
    monkeypatch.setattr(sys, "stdin", None)
    assert terminal_keys() is None


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


def test_a_help_is_scrolled_and_a_terminal_that_is_too_small_says_so() -> None:
    out = console(width=40, height=8)
    show(out, eastward(), keys=TypedKeys(["?", "", *["page_down"] * 5, "", "x"]))
    assert "any other key: close" in printed(out)
    assert "this help" in printed(out)
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


class Canvas(AlternateScreen):
    """A small screen, where the same keys are pressed each time."""

    def __init__(self) -> None:
        self.file = io.StringIO()
        options: Any = {"file": self.file, "width": 6, "height": 3, "_environ": {"NO_COLOR": "1"}}
        keys = TypedKeys()
        keys.wait = lambda _: ["x", REDRAW]  # type: ignore[method-assign]
        self.size_of = Console(force_terminal=True, **options)
        super().__init__(self.size_of, keys)

    def sent(self, *lines: str, style: str = "") -> str:
        """What is sent to draw these lines, and since the last time."""
        if lines:
            self.draw([*map(Text, lines)], style)
        text = self.file.getvalue()
        self.file.seek(0)
        self.file.truncate()
        return text


def test_what_was_there_before_comes_back() -> None:
    screen = Canvas()

    def interrupted() -> None:
        with screen.opened():
            assert screen.sent() == "\x1b[?1049h\x1b[?25l"
            raise SystemExit(143)

    with pytest.raises(SystemExit):
        interrupted()
    assert screen.sent() == "\x1b[0m\x1b[?25h\x1b[?1049l"


def test_only_lines_that_have_changed_are_sent() -> None:
    screen = Canvas()
    whole = "\x1b[0m\x1b[2J\x1b[1;1Hone   \x1b[2;1Htwo   \x1b[3;1H      "
    assert screen.sent("one", "two", style="white on black") == whole
    assert screen.sent("one", "2", style="white on black") == "\x1b[2;1H2     "
    assert screen.sent("one", "2", style="white on black") == ""


def test_another_size_or_background_and_what_others_drew_are_reasons_to_draw_all() -> None:
    screen = Canvas()
    screen.sent("one")
    screen.size_of.size = (4, 1)
    assert screen.sent("one", "is cut") == "\x1b[0m\x1b[2J\x1b[1;1Hone "
    assert "one" in screen.sent("one", style="on black")
    assert screen.wait(0) == ["x"]
    assert screen.sent("one", style="on black") == "\x1b[0m\x1b[2J\x1b[1;1Hone "


def test_prints_come_out_afterwards_even_after_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Canvas()

    def print_and_fail() -> None:
        with screen.opened():
            sys.stdout.write("thoughts\n")
            sys.stderr.write("warnings\n")
            assert capsys.readouterr() == ("", "")
            with pytest.raises(EOFError):
                input()  # the keys are the view's
            raise ValueError("x")

    with pytest.raises(ValueError, match="x"):
        print_and_fail()
    assert capsys.readouterr() == ("thoughts\n", "warnings\n")
    assert "thoughts" not in screen.sent()


@pytest.mark.skipif(not hasattr(signal, "SIGCONT"), reason="there is no job control")
def test_a_program_that_goes_on_draws_everything() -> None:
    before = signal.getsignal(signal.SIGCONT)
    screen = Canvas()
    with screen.opened():
        screen.draw([Text("one")], "")
        assert not screen.stale
        signal.raise_signal(signal.SIGCONT)
        assert screen.wait(0) == ["x"]
        assert screen.stale
    assert signal.getsignal(signal.SIGCONT) == before


def test_other_threads_can_draw_too() -> None:
    screen = Canvas()

    def work() -> None:
        with screen.opened():
            screen.draw([Text("one")], "")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert "one" in screen.sent()


SENT = {
    "up": "\x1b[A",
    "down": "\x1bOB",
    "right": "\x1b[C",
    "left": "\x1bOD",
    "home": "\x1b[1~",
    "end": "\x1b[F",
    "enter": "\r",
    "f1": "\x1bOP",
    "f11": "\x1b[23~",
    "escape": "\x1b",
}


@pytest.mark.parametrize(
    ("sent", "names"),
    [
        ("\x1b[A\x1b[B\x1b[C\x1b[D", ["up", "down", "right", "left"]),
        ("\x1b[H\x1b[F\x1b[7~\x1b[8~\x1bOH", ["home", "end", "home", "end", "home"]),
        ("wW.q<? 1", ["w", "w", ".", "q", "<", "?", " ", "1"]),
        ("\r\n\x1b[23~\x0c", ["enter", "enter", "f11", "redraw"]),
        ("\x1b[5~\x1b[6~\t", ["page_up", "page_down", "tab"]),
        ("\0H\0\x85", ["up", "f11"]),
        ("\x1bOP\x1b[11~\x1b[[A\0;", ["f1"] * 4),
        ("\x1b\x1b", ["escape", "escape"]),
        ("a\x1b[3~b\x1b[1;5Qc\x1b[[Bd\x1bxe\x1b\x1b[Af\x7fg\x1b[2", [*"abcdef", "backspace", "g"]),
        *((SENT.get(key, key), [key]) for key in [*KEYS, *STEERING]),  # what has a meaning
    ],
)
def test_keys_are_named_and_those_without_a_name_are_left_out(sent: str, names: list[str]) -> None:
    assert key_names(sent) == names


@pytest.mark.parametrize("sequence", ["\x1b[A", "\x1bOA", "\x1b[23~", "\x1b[[A", "\x1b[1;5C"])
def test_a_slow_line_has_time_to_send_the_rest_of_a_sequence(
    sequence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for cut in range(1, len(sequence)):
        keys, pieces = UnixKeys(), iter([f"x{sequence[:cut]}", f"{sequence[cut:]}y"])
        monkeypatch.setattr(keys, "_read", lambda _, pieces=pieces: next(pieces, ""))
        assert keys.wait(0) == ["x", *key_names(sequence), "y"]


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The other end of a pseudo-terminal that is the input."""
    pty = pytest.importorskip("pty", reason="pseudo-terminals are there on Unix only")
    ours, theirs = pty.openpty()
    with os.fdopen(theirs) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield ours
        os.close(ours)


def test_a_terminal_sends_keys_at_once_and_is_as_before_afterwards(keyboard: int) -> None:
    import termios

    before = termios.tcgetattr(sys.stdin)
    keys = terminal_keys()
    keys.grab()
    assert not termios.tcgetattr(sys.stdin)[3] & (termios.ECHO | termios.ICANON)
    os.write(keyboard, "ä\x1b[D".encode())
    assert keys.wait(9) == ["ä", "left"]
    assert keys.wait(0) == []
    keys.grab()  # as after a pause
    keys.release()
    assert termios.tcgetattr(sys.stdin) == before
    keys.release()


def test_a_terminal_that_is_gone_is_an_error(
    keyboard: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> bytes:
        raise OSError("Input/output error")

    os.write(keyboard, b"x\n")
    for read, problem in (
        (gone, "Input/output error"),
        (lambda *_: b"", "the terminal was closed"),
    ):
        monkeypatch.setattr(os, "read", read)
        with pytest.raises(OSError, match=problem):
            UnixKeys().wait(9)
