"""A terminal to draw in."""

import io
import sys

import pytest
from rich.console import Console
from rich.text import Text

from pacgrid.render.terminal.canvas import Canvas, prints_kept


def canvas(columns: int = 6, rows: int = 3) -> tuple[Canvas, Console, io.StringIO]:
    file = io.StringIO()
    console = Console(
        file=file, force_terminal=True, width=columns, height=rows, _environ={"NO_COLOR": "1"}
    )
    return Canvas(console), console, file


def taken(file: io.StringIO) -> str:
    text = file.getvalue()
    file.seek(0)
    file.truncate()
    return text


def test_what_was_there_before_comes_back() -> None:
    screen, _, file = canvas()
    screen.open()
    assert taken(file) == "\x1b[?1049h\x1b[?25l"
    screen.close()
    screen.close()
    assert taken(file) == "\x1b[0m\x1b[?25h\x1b[?1049l"


def test_only_lines_that_have_changed_are_sent() -> None:
    screen, _, file = canvas()
    screen.draw([Text("one"), Text("two")], "white on black")
    assert taken(file) == "\x1b[0m\x1b[2J\x1b[1;1Hone   \x1b[2;1Htwo   \x1b[3;1H      "
    screen.draw([Text("one"), Text("2")], "white on black")
    assert taken(file) == "\x1b[2;1H2     "
    screen.draw([Text("one"), Text("2")], "white on black")
    assert taken(file) == ""


def test_another_size_and_what_others_drew_are_reasons_to_draw_everything() -> None:
    screen, console, file = canvas()
    screen.draw([Text("one")], "")
    console.size = (4, 1)
    taken(file)
    screen.draw([Text("one"), Text("is cut")], "")
    assert taken(file) == "\x1b[0m\x1b[2J\x1b[1;1Hone "
    screen.forget()
    screen.draw([Text("one")], "")
    assert taken(file) == "\x1b[0m\x1b[2J\x1b[1;1Hone "


def test_prints_come_out_afterwards_even_after_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    def print_and_fail() -> None:
        with prints_kept():
            sys.stdout.write("thoughts\n")
            sys.stderr.write("warnings\n")
            assert capsys.readouterr() == ("", "")
            raise ValueError("x")

    with pytest.raises(ValueError, match="x"):
        print_and_fail()
    assert capsys.readouterr() == ("thoughts\n", "warnings\n")
