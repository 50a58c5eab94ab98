from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.report_cards import texts
from pacgrid.common.sanitize import one_line, printable, shortened


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "ü é ñ",
        "日本語",
        "العربية",
        "Ω → ½",
        "👩‍👧",
        "no\N{NO-BREAK SPACE}break",
        "two\nlines",
    ],
)
def test_normal_text_stays_as_it_is(text):
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
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
def test_what_commands_is_replaced_where_it_stood(text, shown):
    assert printable(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("reflex", "reflex"),
        ("Ægir 👻 <b>", "Ægir 👻 <b>"),
        ("two\nli\rnes", "two li nes"),
        ("half \ud83d of a ghost", "half \ufffd of a ghost"),
    ],
)
def test_a_line_is_one_line(text, shown):
    assert one_line(text) == shown


@given(texts)
def test_nothing_unseen_is_left(text):
    told = printable(text)
    unseen = {c for c in told if category(c) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}}
    assert unseen <= set("\n\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}")
    assert printable(told) == told
    assert "\n" not in one_line(text)


def test_of_many_lines_the_first_and_the_last_are_kept():
    text = "\n".join(map(str, range(1000)))
    assert shortened(text, lines=4).split("\n") == ["0", "1", "[996 lines left out]", "998", "999"]


def test_of_a_long_line_the_beginning_and_the_end_are_kept():
    assert shortened("a" * 50 + "b" * 50, characters=10) == "aaaaa\n[90 characters left out]\nbbbbb"


@given(texts, st.integers(2, 10), st.integers(2, 50))
def test_it_is_never_much_longer_than_asked_for(text, lines, characters):
    told = shortened(text * 5, lines, characters)
    assert len(told) <= characters + 50
    assert told.count("\n") <= lines + 3
