"""A terminal to draw in."""

import io
import signal
import sys
import threading

import pytest
from rich.console import Console
from rich.text import Text

from pacgrid.render.terminal.canvas import AlternateScreen
from pacgrid.render.terminal.keys import REDRAW, Keys


class Pressed(Keys):
    """The same keys each time."""

    def wait(self, seconds: float) -> list[str]:
        return ["x", REDRAW]


def canvas(columns: int = 6, rows: int = 3) -> tuple[AlternateScreen, Console, io.StringIO]:
    file = io.StringIO()
    console = Console(
        file=file, force_terminal=True, width=columns, height=rows, _environ={"NO_COLOR": "1"}
    )
    return AlternateScreen(console, Pressed()), console, file


def taken(file: io.StringIO) -> str:
    text = file.getvalue()
    file.seek(0)
    file.truncate()
    return text


def test_what_was_there_before_comes_back() -> None:
    screen, _, file = canvas()

    def interrupted() -> None:
        with screen.opened():
            assert taken(file) == "\x1b[?1049h\x1b[?25l"
            raise SystemExit(143)

    with pytest.raises(SystemExit):
        interrupted()
    assert taken(file) == "\x1b[0m\x1b[?25h\x1b[?1049l"


def test_only_lines_that_have_changed_are_sent() -> None:
    screen, _, file = canvas()
    screen.draw([Text("one"), Text("two")], "white on black")
    assert taken(file) == "\x1b[0m\x1b[2J\x1b[1;1Hone   \x1b[2;1Htwo   \x1b[3;1H      "
    screen.draw([Text("one"), Text("2")], "white on black")
    assert taken(file) == "\x1b[2;1H2     "
    screen.draw([Text("one"), Text("2")], "white on black")
    assert taken(file) == ""


def test_another_size_another_background_and_what_others_drew_are_reasons_to_draw_everything() -> (
    None
):
    screen, console, file = canvas()
    screen.draw([Text("one")], "")
    console.size = (4, 1)
    taken(file)
    screen.draw([Text("one"), Text("is cut")], "")
    assert taken(file) == "\x1b[0m\x1b[2J\x1b[1;1Hone "
    screen.draw([Text("one")], "on black")
    assert "one" in taken(file)
    assert screen.wait(0) == ["x"]
    screen.draw([Text("one")], "on black")
    assert taken(file) == "\x1b[0m\x1b[2J\x1b[1;1Hone "


def test_prints_come_out_afterwards_even_after_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    screen, _, file = canvas()

    def print_and_fail() -> None:
        with screen.opened():
            sys.stdout.write("thoughts\n")
            sys.stderr.write("warnings\n")
            assert capsys.readouterr() == ("", "")
            raise ValueError("x")

    with pytest.raises(ValueError, match="x"):
        print_and_fail()
    assert capsys.readouterr() == ("thoughts\n", "warnings\n")
    assert "thoughts" not in taken(file)


@pytest.mark.skipif(not hasattr(signal, "SIGCONT"), reason="there is no job control")
def test_a_program_that_goes_on_draws_everything() -> None:
    before = signal.getsignal(signal.SIGCONT)
    screen, _, _ = canvas()
    with screen.opened():
        screen.draw([Text("one")], "")
        assert not screen.stale
        signal.raise_signal(signal.SIGCONT)
        assert screen.wait(0) == ["x"]
        assert screen.stale
    assert signal.getsignal(signal.SIGCONT) == before


def test_other_threads_can_draw_too() -> None:
    screen, _, file = canvas()

    def work() -> None:
        with screen.opened():
            screen.draw([Text("one")], "")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert "one" in taken(file)
