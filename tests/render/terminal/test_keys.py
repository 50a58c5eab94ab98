"""Keys by what a terminal sends for them."""

import os
import sys
from collections.abc import Iterator

import pytest

from pacgrid.render.terminal.keys import UnixKeys, key_names, terminal_keys
from pacgrid.session.game_source import STEERING
from pacgrid.session.key_commands import KEYS

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
    ],
)
def test_keys_are_named_and_those_without_a_name_are_left_out(sent: str, names: list[str]) -> None:
    assert key_names(sent) == names


@pytest.mark.parametrize("key", [*KEYS, *STEERING])
def test_every_key_that_has_a_meaning_can_be_pressed(key: str) -> None:
    assert key_names(SENT.get(key, key)) == [key]


@pytest.mark.parametrize("sequence", ["\x1b[A", "\x1bOA", "\x1b[23~", "\x1b[[A", "\x1b[1;5C"])
def test_a_slow_line_has_time_to_send_the_rest_of_a_sequence(
    sequence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for cut in range(1, len(sequence)):
        keys, pieces = UnixKeys(), iter([f"x{sequence[:cut]}", f"{sequence[cut:]}y"])
        monkeypatch.setattr(keys, "_read", lambda _, pieces=pieces: next(pieces, ""))
        assert keys.wait(0) == ["x", *key_names(sequence), "y"]


def test_without_a_terminal_there_are_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    assert terminal_keys() is None
    monkeypatch.setattr(sys, "stdin", None)
    assert terminal_keys() is None


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
    assert keys is not None
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
    monkeypatch.setattr(os, "read", gone)
    with pytest.raises(OSError, match="Input/output error"):
        UnixKeys().wait(9)
    monkeypatch.setattr(os, "read", lambda *_: b"")
    with pytest.raises(OSError, match="the terminal was closed"):
        UnixKeys().wait(9)
