"""The code of a changed file is what Python would compile of all of it."""

import dis
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from helpers.students import FOLDER
from pacgrid.autograder.diagnosis.repair.edits import edits
from pacgrid.autograder.diagnosis.repair.source_text import SourceText
from pacgrid.autograder.worker import changed_code
from pacgrid.autograder.worker.changed_code import ChangedCode, Splice

FILE = """\
from __future__ import annotations
import functools
A = 1
class Outer(dict):
    "Some text."
    b = 2
    class Inner:
        @staticmethod
        @functools.lru_cache(
            maxsize=3)
        def value(c: int = 4) -> float:
            def again(): return (c, 5)
            return again()
    def __init__(self): super().__init__(); self.__own = 6
    def method(self):
        # a comment
        x = [lambda: 7 + self.__own]
        for y in x: yield y
    def other(self):
        return 8, __class__
class Outer(Outer):
    def method(self): return 9
    def other(self):
        return 10
def outer():
\tn = 11
\tdef inner():
\t\tnonlocal n
\t\tn = 12
\treturn inner
async def later():
    await 13
"""
STUDENTS = sorted((FOLDER / "right").glob("*.py"))


def without_lines(code: CodeType) -> list[Any]:
    """All of the code but for where it stands in its file."""
    # From Python 3.13 on, a class knows its first line, and which attributes its methods assign.
    is_class = "__firstlineno__" in code.co_names
    kept = [c for c in code.co_consts if not is_class or isinstance(c, CodeType | str)]
    constants = [without_lines(c) if isinstance(c, CodeType) else repr(c) for c in kept]
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return [code.co_qualname, code.co_flags, code.co_argcount, *names, constants, _steps(code)]


def _steps(code: CodeType) -> list[object]:
    """The instructions. Python looks up the methods of what a file imports in its own way, which
    does the same."""
    return [
        (each.opname.replace("METHOD", "ATTR"), each.argval if isinstance(each.argval, str) else 0)
        for each in dis.get_instructions(code)
        if each.opname != "PUSH_NULL"
    ]


def outcome(of: Any) -> object:
    try:
        return without_lines(of())
    except SyntaxError:
        return SyntaxError


def check(text: str, changes: list[list[Splice]]) -> None:
    code = ChangedCode(text, "file.py")
    for splices in changes:
        new = text
        for first, last, written in sorted(splices, reverse=True):
            new = new[:first] + written + new[last:]
        whole = outcome(lambda new=new: compile(new, "file.py", "exec", dont_inherit=True))
        assert outcome(lambda splices=splices: code.changed(splices)) == whole, new


def written(at: str, new: str) -> Splice:
    start = FILE.index(at)
    return start, start + len(at), new


@pytest.mark.parametrize("number", range(1, 14))
@pytest.mark.parametrize("new", ["100", "(yield)", "super", "__class__", "x.__own", "A", "1 1"])
def test_a_change_anywhere_counts_as_in_the_whole_file(number: int, new: str) -> None:
    at = next(
        FILE.index(f"{before}{number}") for before in (" ", "=") if f"{before}{number}" in FILE
    )
    place = FILE.index(str(number), at)
    check(FILE, [[(place, place + len(str(number)), new)]])


@pytest.mark.parametrize(
    "splices",
    [
        [],
        [written("again(): return (c, 5)", "again(c=c): return 5")],
        [written("nonlocal n", "pass")],
        [written("# a comment", "# another comment")],
        [written("yield y", "return y")],
        [written("7", "8"), written("yield y", "pass")],
        [written("10", "0"), written("12", "0"), written("5", "0")],
        [written("10", "0"), written("A = 1", "A = 2")],
        [written("def other(self):\n        return 10", "def another(self):\n        return 10")],
        [written("return 8, __class__", "return 8")],
    ],
)
def test_changes_in_several_places_count_as_in_the_whole_file(splices: list[Splice]) -> None:
    check(FILE, [splices])


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.stem, marks=[] if n % 20 == 0 else [pytest.mark.slow])
        for n, file in enumerate(STUDENTS)
    ],
)
def test_every_small_change_to_a_students_file_counts_as_in_the_whole_file(file: Path) -> None:
    source = SourceText("a.py", file.read_bytes())
    found = edits(source, range(1, len(source.lines) + 1))
    check(source.text, [[*each.splices] for each in found[::7]])


def test_each_change_to_a_function_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    real = changed_code._compiled
    monkeypatch.setattr(
        changed_code,
        "_compiled",
        lambda text, *rest: (sizes.append(len(text)), real(text, *rest))[1],
    )
    code = ChangedCode(FILE, "file.py")
    one, other = written("10", "0"), written("12", "0")
    for splices in ([one], [one, other], [other], [one]):
        code.changed(splices)
    assert len(sizes) == 3
    assert max(sizes[1:]) < len(FILE) / 4
