"""What a misspelt name probably means."""

from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.grades import texts
from pacgrid.common.sanitize import (
    did_you_mean,
    one_line,
    printable,
    shortened,
    similar_file,
    why_no_file,
)

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


def test_a_line_is_one_line():
    assert one_line("Ægir 👻 <b>") == "Ægir 👻 <b>"
    assert one_line("two\nli\rnes") == "two li nes"
    assert one_line("half \ud83d of a ghost") == "half \ufffd of a ghost"


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


def test_only_a_name_that_is_like_another_suggests_it() -> None:
    assert did_you_mean("meduim", ["small", "medium"]) == "did you mean 'medium'?"
    assert did_you_mean("palace", ["small", "medium"]) == ""


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("my_agnet.py", "my_agent.py"),
        ("My_agent.py", "my_agent.py"),
        ("my_agnet.toml", ""),  # another suffix
        ("ours.py", ""),
        ("my_foldr.py", ""),  # a folder
        ("my_agnet", ""),  # a name, not a file
        ("none/my_agent.py", ""),
        ("my_agent\0.py", "my_agent.py"),
        ("none\0/my_agent.py", ""),
    ],
)
def test_a_file_like_the_missing_one_is_suggested(tmp_path, monkeypatch, name, meant):
    (tmp_path / "my_agent.py").touch()
    (tmp_path / "my_folder.py").mkdir()
    monkeypatch.chdir(tmp_path)
    for folder in (tmp_path, Path()):
        hint = f"did you mean {str(folder / meant)!r}?" if meant else ""
        assert similar_file(folder / name) == hint


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert why_no_file(tmp_path) == "is not a file"
    assert why_no_file(tmp_path / "a.py") == "no such file"
