"""Which line is shown of a change, and which of its parts."""

import ast
from dataclasses import replace
from typing import Any

import pytest

from pacgrid.autograder.diagnosis.mistakes.textbook import ALPHA_BETA, MINIMAX
from pacgrid.autograder.diagnosis.repair import repaired_lines
from pacgrid.autograder.diagnosis.repair.edits import Edit
from pacgrid.autograder.diagnosis.repair.repaired_lines import _line, _lines, with_lines
from pacgrid.autograder.diagnosis.repair.search import Repair
from pacgrid.autograder.diagnosis.repair.source_text import GameWords, Piece, Scope, SourceText
from pacgrid.autograder.model.diagnosis import (
    Certainty,
    Diagnosis,
    Finding,
    RepairedLine,
    RepairedLines,
    Verdict,
)


def edit_of(source: SourceText, text: str) -> Edit:
    """A change of the first node that is written so."""
    nodes: Any = (each for each in ast.walk(source.tree) if hasattr(each, "col_offset"))
    node = next(each for each in nodes if source.of(each) == text)
    function: Any = source.tree
    scope = Scope(source, GameWords.of(source), function)
    splice = (source.start(node), source.end(node), "9")
    return Edit(source.name, (splice,), Piece.VALUE, 0, scope, node)


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
    shown = _line(edit_of(source, part))
    assert [each.rstrip() for each in shown.lines] == [each.rstrip() for each in lines]
    row = shown.lines[shown.number - shown.first]
    assert row[shown.column : shown.column + shown.width] == marked


def test_where_a_step_is_missing_the_line_before_it_is_shown_too() -> None:
    source = SourceText("a.py", b"if a:\n\tb = 1\nc = 2\n")
    edit = edit_of(source, "c = 2")
    at = source.line_start(3)
    moved = replace(edit, part=Piece.PLACE, splices=((at, at, "\tc = 2\n"),))
    own, before = _lines(moved)
    assert (own.number, before.number, before.part) == (3, 2, Piece.MORE)
    assert before.lines[1][before.column : before.column + before.width] == "b = 1"
    assert [each.number for each in _lines(edit)] == [3], "nothing is missing"
    added = replace(moved, part=Piece.MORE)
    assert [each.number for each in _lines(added)] == [3], "it is shown after this line anyway"


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

    groups = tuple(tuple(edit_of(source, name) for name in names) for names in changes)
    repair = Repair(groups, positions=240)
    monkeypatch.setattr(repaired_lines.RepairSearch, "repair", lambda _: repair)
    trials: Any = None
    shown = repaired_lines.repaired_lines({"a.py": text.encode()}, "minimax", trials, ())
    assert (tuple(each.number for each in shown.lines), shown.together) == (numbers, together)


def test_two_mistakes_are_shown_at_the_likeliest_line_of_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = SourceText("a.py", b"a\nb\nc\nd\n")
    groups = {name: (edit_of(source, name),) for name in "abcd"}
    beside = Repair((groups["d"], groups["a"]), positions=240)
    repair = Repair((groups["b"], groups["c"]), positions=240, beside=beside)
    monkeypatch.setattr(repaired_lines.RepairSearch, "repair", lambda _: repair)
    trials: Any = None
    shown = repaired_lines.repaired_lines({"a.py": b"a\nb\nc\nd\n"}, "minimax", trials, ())
    assert shown.together
    assert [each.number for each in shown.lines] == [2, 4]


def test_bounds_that_are_remembered_are_shown_and_not_what_prunes_less(monkeypatch) -> None:
    source = SourceText("a.py", b"a\nb\nc\nd\ne\n")
    groups = tuple((replace(edit_of(source, name), rank=n),) for n, name in enumerate("abcde"))
    told = {0: "sets_wrong_bound", 2: "memo_of_bounds", 4: "memo_of_bounds"}
    monkeypatch.setattr(repaired_lines, "told_by", lambda edit, *_: told.get(edit.rank, ""))
    monkeypatch.setattr(repaired_lines, "mistake_of", lambda *_: "memo_of_bounds")
    trials: Any = None
    for prunes_less in (False, True):
        repair = Repair(groups, positions=240, prunes_less=prunes_less)
        monkeypatch.setattr(repaired_lines.RepairSearch, "repair", lambda _, found=repair: found)
        shown = repaired_lines.repaired_lines({"a.py": b""}, "alpha_beta", trials, ())
        assert [each.number for each in shown.lines] == [3, 5]
        assert shown.mistakes == ("memo_of_bounds",)


KNOWN = {name: Finding(name, f"does {name}") for name in ("one", "two", "three")}
CHOICE = Finding("root_choice", "chooses wrongly")


@pytest.mark.parametrize(
    ("named", "told", "together", "verdict", "certainty", "names"),
    [
        ([], ["one"], False, Verdict.NAMED, Certainty.CERTAIN, ["one"]),
        ([], ["one", "two"], True, Verdict.COMBINED, Certainty.CERTAIN, ["one", "two"]),
        ([], ["one"], True, Verdict.NAMED, Certainty.PART, ["one"]),
        ([], [], False, Verdict.UNEXPLAINED, Certainty.CERTAIN, []),
        ([CHOICE], ["one"], False, Verdict.NAMED, Certainty.CERTAIN, ["one"]),
        ([CHOICE], [], False, Verdict.NAMED, Certainty.CERTAIN, ["root_choice"]),
        (["one", "two"], ["two"], False, Verdict.NAMED, Certainty.CERTAIN, ["two"]),
        (["one", "two"], ["three"], False, Verdict.NAMED, Certainty.CERTAIN, ["one", "two"]),
    ],
)
def test_lines_name_the_mistake_if_nothing_else_does_and_choose_among_alternatives(
    named: list[str | Finding],
    told: list[str],
    together: bool,
    verdict: Verdict,
    certainty: Certainty,
    names: list[str],
) -> None:
    findings = tuple(each if isinstance(each, Finding) else KNOWN[each] for each in named)
    before = Verdict.NAMED if findings else Verdict.UNEXPLAINED
    diagnosis = Diagnosis(before, asked=9, right=3, findings=findings)
    line = RepairedLine("", 2, 2, ("b = 1",), 4, 1, Piece.VALUE, "1 → 2")
    lines = RepairedLines((line,), together, positions=240, mistakes=tuple(told))
    found = with_lines(diagnosis, lines, KNOWN)
    assert (found.verdict, found.certainty) == (verdict, certainty)
    assert [each.mistake for each in found.findings] == names
    assert ("isn't certain" in found.evidence) is (told == ["three"])


def test_two_mistakes_are_refuted_by_a_change_at_one_place() -> None:
    findings = KNOWN["one"], KNOWN["two"]
    both = Diagnosis(Verdict.COMBINED, asked=9, right=3, findings=findings)
    line = RepairedLine("", 2, 2, ("b = 1",), 4, 1, Piece.VALUE, "1 → 2")
    refuted = with_lines(both, RepairedLines((line,)), KNOWN)
    assert (refuted.verdict, refuted.findings) == (Verdict.UNEXPLAINED, ())
    assert with_lines(both, RepairedLines((line,), together=True), KNOWN).findings == findings
    assert with_lines(both, RepairedLines(note="none"), KNOWN).findings == findings
    third = RepairedLines((line,), mistakes=("three",))
    assert with_lines(both, third, KNOWN).findings == (KNOWN["three"],)


@pytest.mark.parametrize(
    ("section", "told", "verdict", "names"),
    [
        (MINIMAX, [], Verdict.UNEXPLAINED, []),
        (MINIMAX, ["two"], Verdict.NAMED, ["two"]),
        (ALPHA_BETA, [], Verdict.NAMED, ["one"]),
    ],
)
def test_changes_of_bounds_refute_every_mistake_but_one_in_pruning(
    section: str, told: list[str], verdict: Verdict, names: list[str]
) -> None:
    one = replace(KNOWN["one"], section=section)
    diagnosis = Diagnosis(Verdict.NAMED, asked=9, right=3, findings=(one,))
    line = RepairedLine("", 2, 2, ("b = 1",), 4, 1, Piece.VALUE, "1 → 2")
    lines = RepairedLines((line,), mistakes=tuple(told), in_bounds=True)
    found = with_lines(diagnosis, lines, KNOWN | {"one": one})
    assert (found.verdict, [each.mistake for each in found.findings]) == (verdict, names)
    part = replace(diagnosis, findings=(CHOICE,))
    assert bool(told) or with_lines(part, lines, KNOWN).findings == (CHOICE,)
