"""The code of a file with small changes, for a worker that tries thousands of them.

Only the functions that are changed are compiled, and each change only once: to compile the whole
file for each try would take most of the time.
"""

import __future__

import ast
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from types import CodeType
from typing import NamedTuple

Splice = tuple[int, int, str]
"""Two places in a text, and what is written between them instead."""
_MOST_KEPT = 5_000


class _Function(NamedTuple):
    """A function of the file, or a method of a class of it."""

    names: tuple[str, ...]
    """Those of the classes that it is in, and its own."""
    line: int
    """The number of its first line, by Python's count: with its decorators."""
    start: int
    """Where that line starts in the text."""
    body: int
    """Where the first line of its body starts. What is before that isn't run when it is called."""
    end: int


class ChangedCode:
    """The code of the file `path`, which has this `text`, with some changes. Raises SyntaxError."""

    def __init__(self, text: str, path: str) -> None:
        self._text = text
        self._path = path
        self._whole = _compiled(text, path)
        lines = (len(line) + 1 for line in text.split("\n"))
        starts = [*accumulate(lines, initial=0)]
        self._functions = [*_functions(ast.parse(text), (), starts)]
        self._bodies = [each.body for each in self._functions]
        self._changed = lru_cache(_MOST_KEPT)(self._changed_function)

    def changed(self, splices: Sequence[Splice]) -> CodeType:
        """The code with these changes. Raises SyntaxError."""
        by_function: dict[_Function | None, list[Splice]] = {}
        for splice in splices:
            by_function.setdefault(self._function_at(splice), []).append(splice)
        code: CodeType | None = None if None in by_function else self._whole
        for function, some in by_function.items():
            if function and code:
                new = self._changed(function, tuple(some))
                code = new and _with_function(code, function.names, function.line, new)
        return code or _compiled(_spliced(self._text, splices), self._path)

    def _function_at(self, splice: Splice) -> _Function | None:
        """The function in whose body that change is."""
        number = bisect_right(self._bodies, splice[0]) - 1
        if number >= 0 and splice[1] <= self._functions[number].end:
            return self._functions[number]
        return None

    def _changed_function(self, function: _Function, splices: Sequence[Splice]) -> CodeType | None:
        """The code of a changed function; None if it isn't found."""
        *classes, _ = function.names
        around = "".join(f"{' ' * depth}class {name}:\n" for depth, name in enumerate(classes))
        start = function.start
        moved = [(first - start, last - start, text) for first, last, text in splices]
        text = around + _spliced(self._text[start : function.end], moved)
        flags = self._whole.co_flags & __future__.annotations.compiler_flag
        code: CodeType | None = _compiled(text, self._path, flags)
        for name in function.names:
            inner = _inner(code) if code else ()
            code = next((each for each in inner if each.co_name == name), None)
        return code


def _functions(
    node: ast.Module | ast.ClassDef, classes: tuple[str, ...], starts: Sequence[int]
) -> Iterator[_Function]:
    """In the order in which they stand. A function whose body begins in its first line isn't
    known."""
    for each in node.body:
        if isinstance(each, ast.ClassDef):
            yield from _functions(each, (*classes, each.name), starts)
        elif isinstance(each, ast.FunctionDef) and each.body[0].lineno > each.lineno:
            line = min([each.lineno, *(decorator.lineno for decorator in each.decorator_list)])
            start, body = starts[line - 1], starts[each.body[0].lineno - 1]
            assert each.end_lineno is not None
            yield _Function((*classes, each.name), line, start, body, starts[each.end_lineno] - 1)


def _with_function(
    code: CodeType, names: Sequence[str], line: int, new: CodeType
) -> CodeType | None:
    """`code` with the `new` function instead of its own that starts in that line. None if it has
    none, or if the new one uses other variables of the functions around it."""
    name, *inner = names
    for each in _inner(code):
        if inner and each.co_name == name:
            found = _with_function(each, inner, line, new)
        else:
            is_own = (each.co_name, each.co_firstlineno) == (name, line)
            found = new if is_own and each.co_freevars == new.co_freevars else None
        if found:
            constants = (found if constant is each else constant for constant in code.co_consts)
            return code.replace(co_consts=tuple(constants))
    return None


def _inner(code: CodeType) -> Iterable[CodeType]:
    """The code of what `code` defines."""
    return (each for each in code.co_consts if isinstance(each, CodeType))


def _spliced(text: str, splices: Sequence[Splice]) -> str:
    """`text` with these changes; the last one first, so that no place moves."""
    for first, last, new in sorted(splices, key=lambda each: each[0], reverse=True):
        text = text[:first] + new + text[last:]
    return text


def _compiled(text: str, path: str, flags: int = 0) -> CodeType:
    code: CodeType = compile(text, path, "exec", flags, dont_inherit=True)
    return code
