"""Places in a file are those that Python means, however the file is written."""

import ast
import codecs

import pytest

from pacgrid.autograder.diagnosis.repair.source_text import (
    MOST_CHARACTERS,
    MOST_COLUMNS,
    MOST_NODES,
    SourceText,
    UnreadableError,
    scopes,
)

LINES = [
    "# -*- coding: {coding} -*-",
    "def wert(zustand, tiefe):",
    "\tgröße = 'ä𝔸' + zustand.score; höhe = größe",
    "\tif tiefe == 0: return (höhe ,)",
    "\treturn zustand.successor(größe) # \x0c ü",
    "\x0cdef other(x):  return x",
    "def third(x): return 'a\x0b\x1c\x85\u2028b', x + 1",
]


@pytest.mark.parametrize(
    ("coding", "end"),
    [
        *[(coding, end) for coding in ("utf-8", "utf-8-sig") for end in ("\n", "\r\n", "\r")],
        *[("latin-1", end) for end in ("\n", "\r\n")],
    ],
)
@pytest.mark.parametrize("is_open", [False, True])
def test_places_are_right_whatever_the_encoding_and_the_ends_of_lines(end, coding, is_open) -> None:
    text = end.join(LINES).format(coding=coding.removesuffix("-sig")) + end * (not is_open)
    if coding == "latin-1":
        text = text.replace("𝔸", "A").replace("\u2028", "")
    source = SourceText("a.py", text.encode(coding))
    nodes = [n for n in ast.walk(source.tree) if isinstance(n, ast.expr | ast.stmt)]
    for node in nodes:
        start = source.start(node)
        assert source.line_at(start) == node.lineno
        assert 0 <= source.line_start(node.lineno) <= start < source.end(node) <= len(source.text)
        if "\x0c" not in source.lines[node.lineno - 1]:  # at which `ast` splits
            assert source.of(node) == ast.get_source_segment(source.text, node)
    texts = [*map(source.of, nodes)]
    letter = "A" if coding == "latin-1" else "𝔸"
    assert {f"'ä{letter}' + zustand.score", "höhe = größe", "(höhe ,)"} <= {*texts}
    assert {"return x", "return zustand.successor(größe)", "x + 1"} <= {*texts}
    assert source.line_at(len(source.text)) == len(source.lines) == len(LINES)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"def f(:", "invalid syntax"),
        (b"x = '\xe9'", "encoding"),
        (b"# coding: no-such\n", "no-such"),
        (b"x = 1\x00", "null byte"),
        (b"x = " + b"(\n" * 4_000, "too many nested"),
        (b"x = " + (b"-" * 900 + b"\\\n") * 30 + b"1", "can't be read: \\S"),
        (b"x = '" + b"x" * MOST_COLUMNS + b"'", "1,000 in a line"),
        (b"# 1\n" * (MOST_CHARACTERS // 4 + 1), "more than 200,000 characters"),
        (b"x = 1\n" * (MOST_NODES // 4 + 1), "too many statements"),
        (codecs.BOM_UTF16_LE + "x = 1".encode("utf-16-le"), "can't be read"),
    ],
)
def test_a_file_that_cannot_be_changed_says_why_in_a_line(content, reason) -> None:
    with pytest.raises(UnreadableError, match=reason) as caught:
        SourceText("a.py", content)
    assert "\n" not in str(caught.value)


def test_functions_are_found_by_the_lines_by_which_python_knows_them() -> None:
    text = b"""
def outer(state):
    @wraps(
        state)
    def inner(child):
        best = child.score
    async def later(turn): return turn
class Search:
    def act(self, state, depth=1, *, alpha):
        self.known = [state.successor(a) for a in state.legal_actions()]
"""
    source = SourceText("a.py", text)
    lines, codes = [], [compile(source.text, "a.py", "exec")]
    while codes:
        lines.append((code := codes.pop()).co_firstlineno)
        codes += [each for each in code.co_consts if hasattr(each, "co_firstlineno")]
    found = {scope.function.name: scope for scope in scopes(source, lines)}
    assert [*found] == ["outer", "inner", "later", "act"]
    assert found["inner"].own_names == ["child", "best"]
    assert "state" in found["inner"].names
    assert "self.known" in found["act"].names
    assert not [*scopes(source, [1, 10_000, -5])]
