"""Keys by what a terminal sends for them."""

import os
import sys
from collections.abc import Iterator

import pytest

from pacgrid.render.terminal.keys import PATIENCE, Decoder, UnixKeys, terminal_keys
from pacgrid.session.commands import KEYS
from pacgrid.session.keyboard import STEERING

SENT = {
    "up": "\x1b[A",
    "down": "\x1bOB",
    "right": "\x1b[C",
    "left": "\x1bOD",
    "home": "\x1b[1~",
    "end": "\x1b[F",
    "enter": "\r",
    "f11": "\x1b[23~",
}


def named(text: str) -> list[str]:
    return Decoder().keys(text)


@pytest.mark.parametrize(
    ("sent", "names"),
    [
        ("\x1b[A\x1b[B\x1b[C\x1b[D", ["up", "down", "right", "left"]),
        ("\x1bOA\x1bOH\x1bOF", ["up", "home", "end"]),
        ("\x1b[H\x1b[F\x1b[7~\x1b[8~", ["home", "end", "home", "end"]),
        ("wW.q<? 1", ["w", "w", ".", "q", "<", "?", " ", "1"]),
        ("\r\n", ["enter", "enter"]),
        ("\x1b[23~\x0c", ["f11", "redraw"]),
        ("\x1b[5~\x1b[6~\t", ["page_up", "page_down", "tab"]),
    ],
)
def test_keys_are_named(sent: str, names: list[str]) -> None:
    assert named(sent) == names


@pytest.mark.parametrize("sent", ["\x1b[3~", "\x1b[1;5Q", "\x1b[[A", "\x1bx", "\x1b\x1b[A", "\x7f"])
def test_keys_without_a_name_are_left_out(sent: str) -> None:
    assert named(f"a{sent}b") == ["a", "b"]


@pytest.mark.parametrize("key", [*KEYS, *STEERING])
def test_every_key_that_has_a_meaning_can_be_pressed(key: str) -> None:
    decoder = Decoder()
    found = decoder.keys("\x1b" if key == "escape" else SENT.get(key, key))
    assert [*found, *decoder.give_up()] == [key]


@pytest.mark.parametrize("sequence", ["\x1b[A", "\x1bOA", "\x1b[23~", "\x1b[[A", "\x1b[1;5C"])
def test_a_sequence_may_come_in_pieces(sequence: str) -> None:
    for cut in range(1, len(sequence)):
        decoder = Decoder()
        found = [*decoder.keys("x" + sequence[:cut]), *decoder.keys(sequence[cut:] + "y")]
        assert found == ["x", *named(sequence), "y"]


@pytest.mark.parametrize(
    ("sent", "at_once", "after_a_while"),
    [("\x1b", [], ["escape"]), ("\x1b" * 4, ["escape"] * 2, ["escape"]), ("\x1b[2", [], [])],
)
def test_an_escape_is_a_key_only_when_nothing_follows(
    sent: str, at_once: list[str], after_a_while: list[str]
) -> None:
    decoder = Decoder()
    assert decoder.keys(sent) == at_once
    assert decoder.give_up() == after_a_while
    assert decoder.give_up() == []
    assert decoder.keys("q") == ["q"]


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
    keys.grab()  # as after a pause
    keys.release()
    assert termios.tcgetattr(sys.stdin) == before
    keys.release()


def test_a_slow_line_has_time_to_send_the_rest_of_a_sequence(keyboard: int) -> None:
    now = 0.0
    keys = UnixKeys(lambda: now)
    keys.grab()
    os.write(keyboard, b"\x1b")
    assert keys.wait(9) == []
    now += PATIENCE / 2
    assert keys.wait(0) == ()
    os.write(keyboard, b"[A\x1b")
    assert keys.wait(9) == ["up"]
    now += PATIENCE * 2
    assert keys.wait(0) == ["escape"]


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
