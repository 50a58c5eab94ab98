import ast
from contextlib import suppress

import pytest

from pacgrid.autograder.copies.source import SourceError, read_source


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"x = (", "is not Python in line 1 ('(' was never closed)"),
        (b"x = 1\0", "is not Python"),
        (b"# coding: nonsense\nx = 1", "is not Python"),
        (b"# coding: rot13\nx = 1", "is not Python"),
        ("x = 1".encode("utf-16"), "is not Python"),
        (b"x = " + b"-" * 50_000 + b"1", "is nested too deeply"),
        (b"x = " + b"1 + " * 50_000 + b"1", "is nested too deeply"),
        (b"x = a" + b".b" * 5_000, "is nested too deeply"),
        (b"if a: pass\n" + b"elif b: pass\n" * 2_000, "is nested too deeply"),
        (b"x = " + b"(" * 500 + b")" * 500, "is not Python in line 1"),
        (b"x = " + b"9" * 5_000, "is not Python"),
        (b"if x > 0x" + b"f" * 9_000 + b": pass", "is not Python"),
    ],
)
def test_what_cannot_be_compared_says_why_in_one_short_line(content: bytes, why: str) -> None:
    with pytest.raises(SourceError) as raised:
        read_source(content)
    assert str(raised.value).startswith(why)
    assert len(str(raised.value)) < 120
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("content", [b"x = 1\n\\\r\n", b'# coding: utf-7\r"""\n"""'])
def test_what_only_the_parser_accepts_is_read_or_has_a_reason(content: bytes) -> None:
    ast.parse(content)
    with suppress(SourceError):
        read_source(content)


def test_every_kind_of_statement_is_read() -> None:
    text = b"""
match x:
    case [1, *_]: pass
    case {"a": b}: pass
try:
    pass
except* ValueError as f: raise
with a as b: del b
async def g():
    async for x in y: await z
    yield from ()
(y := 1)
x[1:2], *a = f'{x!r:>{w}}', ..., "\\d"
while 0if x else 1: assert x
lambda: (yield)
"""
    assert read_source(text).operations


def test_a_class_is_a_part_and_what_is_between_classes_another() -> None:
    source = read_source(b"a = 1\nclass A:\n    b = 2\nc = 3\nclass B: pass\nd = 4\n")
    assert [source.part(line) for line in range(1, 7)] == [0, 1, 1, 0, 3, 0]
