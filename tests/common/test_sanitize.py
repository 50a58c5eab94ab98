from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.grades import few, texts
from pacgrid.common.sanitize import one_line, printable, shortened

NORMAL = (
    "plain",
    "ü é ñ",
    "日本語",
    "العربية",
    "Ω → ½",
    "👩‍👧",
    "no\N{NO-BREAK SPACE}break",
    "two\nlines",
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        *((text, text) for text in NORMAL),
        ("\x1b[31mred", "�[31mred"),
        ("a\rb", "a�b"),
        ("a\r\nb", "a\nb"),
        ("a\tb", "a   b"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}cba", "�cba"),
        ("\N{LEFT-TO-RIGHT ISOLATE}", "�"),
        ("\N{ZERO WIDTH SPACE}", "�"),
        ("\N{LINE SEPARATOR}", "�"),
        ("\x00\x9b\ufffe", "���"),
        ("\ud800", "�"),
    ],
)
def test_only_characters_that_command_or_hide_are_replaced(text, shown):
    assert printable(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ægir 👻 <b>", "Ægir 👻 <b>"),
        ("two\nli\rnes", "two li nes"),
        ("half \ud83d of a ghost", "half \ufffd of a ghost"),
    ],
)
def test_a_line_is_one_line(text, shown):
    assert one_line(text) == shown


@few
@given(texts, st.integers(2, 10), st.integers(2, 50))
def test_any_text_becomes_printable_and_short(text, lines, characters):
    shown = printable(text)
    unseen = {c for c in shown if category(c) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}}
    assert unseen <= set("\n\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}")
    assert printable(shown) == shown
    assert "\n" not in one_line(text)
    short = shortened(text * 5, lines, characters)
    assert len(short) <= characters + 50
    assert short.count("\n") <= lines + 3


def test_long_text_keeps_its_beginning_and_its_end():
    text = "\n".join(map(str, range(1000)))
    assert shortened(text, lines=4) == "0\n1\n[996 lines left out]\n998\n999"
    assert shortened("a\n" + "b\n" * 3 + "\n\na\n") == "a\nb (3 times)\n\na"
    assert shortened("a" * 50 + "b" * 50, characters=10) == "aaaaa\n[90 characters left out]\nbbbbb"
