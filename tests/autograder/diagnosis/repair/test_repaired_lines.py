"""Which line is shown of a change, and which of its parts."""

from typing import Any

import pytest

from pacgrid.autograder.diagnosis.repair import repaired_lines
from pacgrid.autograder.diagnosis.repair.edits import Edit
from pacgrid.autograder.diagnosis.repair.repaired_lines import _shown
from pacgrid.autograder.diagnosis.repair.search import Repair
from pacgrid.autograder.diagnosis.repair.source_text import Piece, SourceText


@pytest.mark.parametrize(
    ("text", "part", "lines", "marked"),
    [
        ("a = 1\nb = 2\nc = 3\n", "2", ("a = 1", "b = 2", "c = 3"), "2"),
        ("b = 2", "2", ("b = 2",), "2"),
        ("a = 1\n\nb = 2  \n \nc = 3\n", "b = 2", ("b = 2",), "b = 2"),
        ("if a:\n\tb\t= (2)\n", "2", ("if a:", "    b   = (2)"), "2"),
        ("if a:\n\tb\t= (2)\n", "b\t= (2)", ("if a:", "    b   = (2)"), "b   = (2)"),
        ("b = (1,\n     2)\n", "(1,\n     2)", ("b = (1,", "     2)"), "(1,"),
        ("b = 'é日本' + 2\r\n", "2", ("b = 'é日本' + 2",), "2"),
        ("# \x0c\nb = 2\n", "2", ("# ", "b = 2"), "2"),
    ],
)
def test_a_line_has_its_neighbours_unless_they_are_empty(
    text: str, part: str, lines: tuple[str, ...], marked: str
) -> None:
    source = SourceText("a.py", text.encode())
    start = source.text.index(part)
    edit = Edit(
        "a.py", ((start, start + len(part), "9"),), start, start + len(part), part, Piece.VALUE, 0
    )
    shown = _shown(source, edit)
    assert [each.rstrip() for each in shown.lines] == [each.rstrip() for each in lines]
    row = shown.lines[shown.number - shown.first]
    assert row[shown.column : shown.column + shown.width] == marked


@pytest.mark.parametrize(
    ("changes", "numbers", "together"),
    [
        (("b",), (2,), False),
        (("b", "d"), (2, 4), False),
        (("b", "cd", "a"), (1, 2), False),
        (("d", "c", "b", "a"), (2, 3, 4), False),
        (("bd", "a"), (2, 4), True),
    ],
)
def test_the_likeliest_change_says_whether_its_lines_go_together(
    changes: tuple[str, ...],
    numbers: tuple[int, ...],
    together: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "a\nb\nc\nd\n"
    source = SourceText("a.py", text.encode())

    def edit(name: str) -> Edit:
        at = text.index(name)
        return Edit("a.py", ((at, at + 1, "x"),), at, at + 1, name, Piece.NAME, 0)

    repair = Repair(tuple(tuple(map(edit, names)) for names in changes), positions=240)
    monkeypatch.setattr(repaired_lines.RepairSearch, "repair", lambda _: repair)
    monkeypatch.setattr(repaired_lines.RepairSearch, "source", lambda *_: source)
    trials: Any = None
    shown = repaired_lines.repaired_lines({"a.py": text.encode()}, "minimax", trials, ())
    assert (tuple(each.number for each in shown.lines), shown.together) == (numbers, together)
