"""Words in the terminal."""

from rich.text import Text

from pacgrid.render.terminal.style import Style, beside, fitted, joined_while_they_fit, wrapped
from pacgrid.session.themes import DARK


def test_what_a_terminal_cannot_show_is_replaced() -> None:
    assert Style(DARK).safe("Zoë ← \x1b[2J") == "Zoë ← ?[2J"
    assert Style(DARK, unicode=False).safe("Zoë ← → ∞") == "Zo? <- -> inf"


def test_words_have_the_colour_they_are_given() -> None:
    line = Style(DARK).words("a", ("b", (1, 2, 3), "bold"))
    assert [str(span.style) for span in line.spans] == ["#eceffa", "bold #010203"]


def test_blocks_stand_next_to_each_other() -> None:
    left, right = [Text("abcdef"), Text("c")], [Text("1"), Text(""), Text("333")]
    lines = beside([left, right], [4, 3], gap=1)
    assert [line.plain for line in lines] == ["abcd 1", "c", "     333"]


def test_the_columns_of_broad_letters_are_counted() -> None:
    assert fitted(Text("日本語"), 5).cell_len <= 5
    assert beside([[Text("日")], [Text("x")]], [4, 1], gap=0)[0].plain == "日  x"


def test_lines_are_broken_and_filled_to_the_room_there_is() -> None:
    assert wrapped("too small to draw", 6) == ["too", "small", "to", "draw"]
    assert wrapped("", 3) == [""]
    assert joined_while_they_fit(["one", "two", "three", "4"], 8, " ") == "one two"
