"""The text of a submission's file, and how its functions ask about the game that they search."""

import ast
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from importlib.util import decode_source
from itertools import accumulate
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef
Splice = tuple[int, int, str]
"""Two places in a text, and what is written between them instead."""
Changes = Iterator[tuple[Any, "Piece", str | Sequence[Splice]]]
"""What an operator may change: the node that is off, which part that is, and a text that stands for
the node, or several splices."""

MOST_CHARACTERS = 200_000
MOST_COLUMNS = 1_000
MOST_NODES = 20_000
"""In a larger file, nothing is changed: it would take the grader too long to read."""


class Piece(StrEnum):
    """What a change replaces, as its author reads it: "with another condition here"."""

    CONDITION = "another condition"
    COMPARISON = "another comparison"
    NUMBER = "another number"
    NAME = "another variable"
    FUNCTION = "another function"
    VALUE = "another value"
    ARGUMENTS = "other arguments"
    DIVISOR = "another divisor"
    SIGN = "another sign"
    FILTER = "nothing left out"
    WITHOUT = "nothing done"
    PLACE = "this at another place"
    MORE = "one step more"
    FRESH = "a fresh value each time"


class UnreadableError(Exception):
    """A file that can't be changed; the message says why."""


class SourceText:
    """A file and its syntax tree. Raises UnreadableError."""

    def __init__(self, name: str, source: bytes) -> None:
        self.name = name
        try:
            self.text = decode_source(source)
            rows = self.text.split("\n")
            if len(self.text) > MOST_CHARACTERS or max(map(len, rows)) > MOST_COLUMNS:
                most = f"{MOST_CHARACTERS:,} characters, or {MOST_COLUMNS:,} in a line"
                raise UnreadableError(f"{name} has more than {most}")
            self.tree = ast.parse(self.text)
            if sum(1 for _ in ast.walk(self.tree)) > MOST_NODES:
                raise UnreadableError(f"{name} has too many statements and expressions")
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            reason = str(error) or "it is nested too deep"  # MemoryError says nothing
            raise UnreadableError(f"{name} can't be read: {reason}") from None
        # Python's lines: `splitlines` would also split at form feeds and the like.
        self.lines = re.findall(r".*\n|.+", self.text)
        self._starts = [*accumulate(map(len, self.lines), initial=0)]

    def start(self, node: ast.expr | ast.stmt) -> int:
        """Where `node` starts in the text."""
        return self._offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._offset(node.end_lineno, node.end_col_offset)

    def of(self, node: ast.expr | ast.stmt) -> str:
        """The text of `node`."""
        return self.text[self.start(node) : self.end(node)]

    def line_start(self, line: int) -> int:
        """Where the line with that number, from 1, starts."""
        return self._starts[line - 1]

    def line_at(self, offset: int) -> int:
        """The number of the line in which that place is."""
        return min(bisect_right(self._starts, offset), len(self.lines))

    def _offset(self, line: int, column: int) -> int:
        """The place of a column, which Python counts in bytes."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        return self._starts[line - 1] + len(text.encode()[:column].decode(errors="replace"))


@dataclass(frozen=True)
class GameWords:
    """How a file asks about the game: as Pacgrid's agents do, or as course files do."""

    is_course_file: bool
    evaluations: tuple[str, ...]
    """The functions that may estimate a state: `self.evaluation`; first those that it calls, then
    those that it only keeps."""

    @classmethod
    def of(cls, source: SourceText) -> "GameWords":
        is_course_file = (
            re.search(r"\.(generateSuccessor|getLegalActions)\b", source.text) is not None
        )
        nodes = [*ast.walk(source.tree)]
        calls = (each for each in nodes if isinstance(each, ast.Call) and len(each.args) == 1)
        stored = (each for each in nodes if isinstance(each, ast.Attribute))
        names = [source.of(each.func) for each in calls]
        names += [source.of(each) for each in stored if isinstance(each.ctx, ast.Store)]
        own = "self.evaluationFunction" if is_course_file else "self.evaluate"
        return cls(is_course_file, (*dict.fromkeys((*filter(_EVALUATES, names), own)),))

    def terminal(self, state: str) -> str:
        course, own = f"({state}.isWin() or {state}.isLose())", f"{state}.is_terminal"
        return course if self.is_course_file else own

    def value(self, state: str) -> str:
        """The estimate of a state that isn't finished."""
        return f"{self.evaluations[0]}({state})"

    def values(self, state: str) -> Iterator[str]:
        """What a state may be worth where the search ends."""
        for evaluation in self.evaluations:
            yield f"{evaluation}({state})"
            yield f"{self.score(state)} if {self.terminal(state)} else {evaluation}({state})"

    def score(self, state: str) -> str:
        return f"{state}.getScore()" if self.is_course_file else f"{state}.score"

    def actions(self, state: str) -> str:
        return f"{state}.getLegalActions(0)" if self.is_course_file else f"{state}.legal_actions()"

    def moves(self, state: str) -> str:
        """The agent whose turn it is."""
        return f"{state}.state.to_move" if self.is_course_file else f"{state}.to_move"

    def agents(self, state: str) -> str:
        return f"{state}.getNumAgents()" if self.is_course_file else f"{state}.num_agents"


_EVALUATES = re.compile(r"[\w.]*(eval|heuristic|estimate|utility)\w*$", re.IGNORECASE).fullmatch
_OF_STATES = {
    *("legal_actions", "successor", "is_terminal", "is_win", "is_loss", "to_move", "score"),
    *("getLegalActions", "generateSuccessor", "isWin", "isLose", "getScore", "num_agents"),
    *("getNumAgents", "getLegalPacmanActions", "generatePacmanSuccessor"),
}
_MAKES_STATES = {"successor", "generateSuccessor", "generatePacmanSuccessor"}
_NUMBERS = re.compile(
    r"(\w*(depth|pl(y|ies)|level|agent|index|turn|round|ghost|count|remaining|left)\w*|[dnkip])$",
    re.IGNORECASE,
).match
ENTRIES = ("act", "getAction", "action_values", "root_values")
"""Where a search begins, the deepest one last."""


@dataclass(frozen=True)
class Scope:
    """A function that runs in a search, and the names that it can use."""

    source: SourceText
    words: GameWords
    function: Function
    enclosing: tuple[Function, ...] = ()
    kind: ast.ClassDef | None = None
    """Its class."""

    @property
    def is_entry(self) -> bool:
        return self.function.name in ENTRIES

    def each(self, *kinds: type[ast.AST]) -> Iterator[Any]:
        """The nodes of these kinds."""
        return (node for node in self.nodes if isinstance(node, kinds))

    def tests(self) -> Iterator[ast.expr]:
        """The conditions."""
        return (each.test for each in self.each(ast.If, ast.While, ast.IfExp))

    def numbers(self) -> Iterator[tuple[ast.expr, str]]:
        """Names and attributes that are read and look like those of numbers, with their texts."""
        for node in self.each(ast.Attribute, ast.Name):
            text = self.text(node)
            if self.is_read(node) and (is_number(text) or text.endswith("num_agents")):
                yield node, text

    def is_read(self, node: Any) -> bool:
        """Whether a name or attribute stands for a value, not for what is called or assigned."""
        parent = self.parents.get(node)
        is_called = isinstance(parent, ast.Call) and parent.func is node
        is_part = is_called or isinstance(parent, ast.Attribute)
        return isinstance(node.ctx, ast.Load) and not is_part

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        every = (self.function, *self.nodes)
        return {child: node for node in every for child in ast.iter_child_nodes(node)}

    @property
    def first(self) -> ast.stmt:
        """Its first statement that isn't a docstring."""
        body = self.function.body
        is_docstring = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
        return body[1] if is_docstring and len(body) > 1 else body[0]

    @property
    def is_lambda(self) -> bool:
        return self.text(self.function).startswith("lambda")

    def text(self, node: ast.expr | ast.stmt) -> str:
        return self.source.of(node)

    def replaced(self, node: ast.expr | ast.stmt, text: str) -> Splice:
        return self.source.start(node), self.source.end(node), text

    def before(self, statement: ast.stmt, line: str) -> Splice:
        """A line before a statement."""
        at = self.source.line_start(statement.lineno)
        return at, at, f"{self.indent(statement)}{line}\n"

    def after(self, statement: ast.stmt, line: str) -> Splice:
        """A line after a statement."""
        at = self.source.end(statement)
        return at, at, f"\n{self.indent(statement)}{line}"

    def indent(self, statement: ast.stmt) -> str:
        line: str = self.source.lines[statement.lineno - 1]
        return line[: len(line) - len(line.lstrip())]

    def stands_alone(self, statement: ast.stmt) -> bool:
        """Whether nothing but white space is before it in its line."""
        at = self.source.line_start(statement.lineno)
        return not self.source.text[at : self.source.start(statement)].strip()

    def turn(self, state: str) -> str:
        """That MAX moves in a state."""
        return f"{self.words.moves(state)} == 0"

    @property
    def counts(self) -> list[str]:
        """What may be the number of actions."""
        lists = [*self.lists, *map(self.words.actions, self.states)]
        return [f"len({each})" for each in lists]

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Everything in it, but what is in functions inside."""
        return [*_inside(self.function)]

    @cached_property
    def parameters(self) -> list[str]:
        return _parameters(self.function)

    @cached_property
    def bounds(self) -> list[str]:
        """Those of its parameters that may be alpha and beta."""
        return [n for n in self.parameters if not is_number(n) and n not in self.states]

    @cached_property
    def own_names(self) -> list[str]:
        """Its parameters, and what it assigns."""
        return [*dict.fromkeys(_assigned(self.function))]

    @cached_property
    def names(self) -> list[str]:
        """All names that it may read, its own first, then attributes of its object."""
        outer = [name for function in self.enclosing for name in _assigned(function)]
        return [*dict.fromkeys((*self.own_names, *outer, *self.attributes))]

    @cached_property
    def attributes(self) -> list[str]:
        """The attributes that its class assigns: `self.depth`."""
        found = ast.walk(self.kind) if self.kind else ()
        assigned = {
            self.text(each)
            for each in found
            if isinstance(each, ast.Attribute)
            and (isinstance(each.ctx, ast.Store) or each.attr == "evaluate")
        }
        return sorted({name for name in assigned if name.startswith("self.")} | {"self.depth"})

    @cached_property
    def stored(self) -> list[str]:
        """The attributes that its class assigns while a search is under way."""
        inner = (
            node
            for function in (self.kind.body if self.kind else ())
            if isinstance(function, Function) and function.name not in ("__init__", *ENTRIES)
            for node in ast.walk(function)
        )
        targets = (
            n for n in inner if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)
        )
        return sorted({name for name in map(self.text, targets) if name.startswith("self.")})

    def searches(self, node: ast.AST) -> bool:
        """Whether it calls a function of its own class or file."""
        return any(called(each) in self.functions for each in ast.walk(node)) and not self.is_entry

    @cached_property
    def functions(self) -> dict[str, list[str]]:
        """The parameters of all functions of its file, by their names."""
        nodes = ast.walk(self.source.tree)
        functions = [function for node in nodes if (function := _function(node))]
        return {
            each.name: _parameters(each) for each in functions if not each.name.startswith("__")
        }

    @cached_property
    def states(self) -> list[str]:
        """Its names of states: those that are asked what only states are asked."""
        asked = [each.value for each in self.each(ast.Attribute) if each.attr in _OF_STATES]
        made = [each.targets[0] for each in self.each(ast.Assign) if makes_state(each.value)]
        names = [each.id for each in (*asked, *made) if isinstance(each, ast.Name)]
        first = [name for name in self.parameters if "state" in name.lower()]
        return [*dict.fromkeys((*first, *names))]

    @cached_property
    def state(self) -> str:
        """Its own state, of which it is asked for the value; "" if it has none."""
        given = [name for name in self.states if name in self.parameters]
        return next(iter((*given, *self.states)), "")

    @cached_property
    def lists(self) -> list[str]:
        """Its names of lists: what is looped over, indexed or measured."""
        found: list[ast.expr] = []
        for each in self.nodes:
            if isinstance(each, ast.For | ast.comprehension):
                found.append(each.iter)
            elif isinstance(each, ast.Assign) and _is_list(each.value):
                found += each.targets
            elif called(each) == "sum" and isinstance(each, ast.Call):
                found += each.args[:1]
        return [*dict.fromkeys(each.id for each in found if isinstance(each, ast.Name))]


def scopes(source: SourceText, lines: Iterable[int]) -> Iterator[Scope]:
    """The functions that start in these lines, by Python's count, with their decorators."""
    wanted, words = set(lines), GameWords.of(source)

    def below(
        node: ast.AST, enclosing: tuple[Function, ...], kind: ast.ClassDef | None
    ) -> Iterator[Scope]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                yield from below(child, enclosing, child)
            elif (function := _function(child)) and (function is child or not enclosing):
                first = min([function.lineno, *(each.lineno for each in function.decorator_list)])
                if first in wanted:
                    yield Scope(source, words, function, enclosing, kind)
                yield from below(function, (*enclosing, function), kind)
            else:
                yield from below(child, enclosing, kind)

    yield from below(source.tree, (), None)


def _function(node: ast.AST) -> Function | None:
    """The function that a node defines, be it a lambda with a name; None if it defines none."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name), *_], value=ast.Lambda(args=args, body=value)):
            body = ast.copy_location(ast.Return(value), value)
            made = ast.FunctionDef(name=name, args=args, body=[body], decorator_list=[])
            return ast.copy_location(made, node.value)
    return node if isinstance(node, Function) else None


def _parameters(function: Function) -> list[str]:
    given = [each for each in ast.walk(function.args) if isinstance(each, ast.arg)]
    return [each.arg for each in given if each.arg not in ("self", "cls")]


def is_number(name: str) -> bool:
    """Whether a name looks like that of a depth, of an agent, or of a counter."""
    return _NUMBERS(name.rpartition(".")[2]) is not None


def called(node: ast.AST) -> str:
    """The name of the function that is called; "" if it is no call."""
    if not isinstance(node, ast.Call):
        return ""
    name: str = getattr(node.func, "attr", getattr(node.func, "id", ""))
    return name


def makes_state(node: ast.AST) -> bool:
    """Whether it is a call that makes a state."""
    return called(node) in _MAKES_STATES


def bodies(node: ast.AST) -> Iterator[Sequence[ast.stmt]]:
    """The blocks of statements of `node`."""
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list) and block:
            yield block
    for handler in getattr(node, "handlers", ()):
        yield handler.body


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, Function | ast.ClassDef):
            yield child
            yield from _inside(child)


def _assigned(function: Function) -> Iterator[str]:
    """Its parameters, and what it assigns."""
    for each in (*ast.walk(function.args), *_inside(function)):
        if isinstance(each, ast.arg) and each.arg not in ("self", "cls"):
            yield each.arg
        elif isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            yield each.id


def _is_list(node: ast.expr) -> bool:
    makers = ("legal_actions", "getLegalActions", "list", "sorted", "dict")
    return (
        isinstance(node, ast.List | ast.ListComp | ast.Dict | ast.DictComp)
        or called(node) in makers
    )
