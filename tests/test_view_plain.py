"""Text of strangers."""

import pytest

from pacgrid.view.plain import plain, plain_lines


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("reflex", "reflex"),
        ("Ægir 👻 <b>", "Ægir 👻 <b>"),
        (" two\n\tlines ", "two lines"),
        ("a\x00b\x1b[2Jc", "a\ufffdb\ufffd[2Jc"),
        ("half \ud83d of a ghost", "half \ufffd of a ghost"),
        ("\u202edlrow", "\ufffddlrow"),
    ],
)
def test_what_would_spoil_a_page_is_replaced(text: str, shown: str) -> None:
    assert plain(text) == shown
    plain(text).encode()


def test_lines_keep_their_indentation() -> None:
    assert plain_lines("def f():\n\treturn\x07\r\n") == "def f():\n    return\ufffd"
