"""Games in the terminal: drawn by hand, and played at a terminal of our own."""

import io
import os
import sys
from collections.abc import Callable, Iterator

import pytest
from rich.console import Console

from pacgrid import Action
from pacgrid.record import Ending
from pacgrid.view.keyboard import Keyboard
from pacgrid.view.show import LiveShow
from pacgrid.view.terminal import TerminalView, asked_action, best_type
from pacgrid.view.wish import Wish
from shows import ROOM, Scripted, eastward, steered


def console(*, terminal: bool = False, width: int = 80, height: int = 24) -> Console:
    return Console(
        file=io.StringIO(), force_terminal=terminal, width=width, height=height, _environ={}
    )


def printed(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def keys(text: str) -> Callable[[], str]:
    pressed = iter(text)
    return lambda: next(pressed)


def test_where_there_is_no_terminal_only_the_first_and_the_last_position_are_printed() -> None:
    out = console()
    assert (
        TerminalView(out, sleep=lambda _: pytest.fail("a pipe need not wait")).watch(eastward())
        is Wish.NEXT
    )
    assert printed(out).splitlines() == [
        "╭───────────╮",
        "│ (<· · · · │",
        "╰───────────╯",
        "Score 0   Round 0",
        "scripted alone   a layout, seed 0",
        "╭───────────╮",
        "│         (<│",
        "╰───────────╯",
        "Score 536   Round 4",
        "scripted alone   a layout, seed 0",
    ]


def test_a_terminal_shows_every_round_and_keeps_the_last_picture() -> None:
    out = console(terminal=True)
    slept: list[float] = []
    TerminalView(out, speed=4, sleep=slept.append).watch(eastward())
    assert slept == [0.25] * 4
    for score in (9, 18, 27, 536):
        assert str(score) in printed(out)
    assert printed(out).count("\x1b[?25l") == printed(out).count("\x1b[?25h") == 1
    assert "\x1b[?1049h" not in printed(out)


def test_a_picture_never_has_more_lines_than_the_terminal() -> None:
    out = console(terminal=True, height=5)
    show = LiveShow(ROOM, [Scripted([Action.SOUTH]), Scripted([])])
    TerminalView(out, sleep=lambda _: None).watch(show)
    pictures = printed(out).split("\x1b[2K\x1b[1A")
    assert max(picture.count("\n") for picture in pictures) <= 4


@pytest.mark.parametrize(("room", "columns"), [(None, 2), (20, 2), (19, 1)])
def test_narrow_terminals_get_one_column_a_cell(room: int | None, columns: int) -> None:
    assert best_type(10, console(), room).columns == columns


def test_a_terminal_that_knows_no_unicode_gets_ascii() -> None:
    ascii_only = Console(file=io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert not best_type(10, ascii_only, None).unicode
    dumb = Console(force_terminal=True, _environ={"TERM": "dumb"})
    assert not best_type(10, dumb, None).unicode
    assert best_type(10, console(), None).unicode


def test_without_colour_a_picture_is_plain() -> None:
    out = Console(file=io.StringIO(), force_terminal=True, _environ={"NO_COLOR": "1"}, width=80)
    TerminalView(out, sleep=lambda _: None).watch(eastward())
    assert "38;" not in printed(out)
    assert "48;" not in printed(out)


def test_only_keys_that_move_are_heard() -> None:
    legal = (Action.EAST, Action.STOP)
    assert asked_action(keys("xwd"), legal) is Action.EAST
    assert asked_action(keys("w."), legal) is Action.STOP
    assert asked_action(keys(" "), legal) is Action.STOP
    assert asked_action(keys("wq"), legal) is None


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bytes], list[int]]]:
    """A pseudo-terminal as stdin, on which keys have been typed ahead."""
    pty = pytest.importorskip("pty", reason="pseudo-terminals are there on Unix only")
    termios = pytest.importorskip("termios")
    ours, theirs = pty.openpty()

    def type_ahead(text: bytes) -> list[int]:
        # In line mode these bytes would wait for Enter.
        modes = termios.tcgetattr(theirs)
        modes[3] &= ~termios.ICANON
        termios.tcsetattr(theirs, termios.TCSANOW, modes)
        os.write(ours, text)
        return list(termios.tcgetattr(theirs)[:4])

    with os.fdopen(theirs) as stdin, os.fdopen(ours, "wb"):
        monkeypatch.setattr(sys, "stdin", stdin)
        yield type_ahead


def test_a_person_plays_key_by_key(terminal: Callable[[bytes], list[int]]) -> None:
    import termios

    before = terminal(b"w\x1b[C.dd\x1bOC")
    show = steered()
    assert TerminalView(console(terminal=True)).watch(show) is Wish.NEXT
    assert show.record.ending is Ending.WON
    assert "".join(str(move.action)[0] for move in show.record.moves) == "eseee"
    assert list(termios.tcgetattr(sys.stdin)[:4]) == before


def test_a_person_can_quit(terminal: Callable[[bytes], list[int]]) -> None:
    terminal(b"dq")
    show = steered()
    out = console()
    assert TerminalView(out).watch(show) is Wish.QUIT
    assert (show.record.ending, show.record.rounds) == (Ending.QUIT, 1)
    assert "arrows or WASD" in printed(out)


def test_a_person_can_play_a_ghost(terminal: Callable[[bytes], list[int]]) -> None:
    terminal(b"daq")
    show = LiveShow(ROOM, [Scripted([]), Keyboard()])
    TerminalView(console(terminal=True)).watch(show)
    assert [move.action for move in show.record.moves[1::2]] == [Action.EAST]
