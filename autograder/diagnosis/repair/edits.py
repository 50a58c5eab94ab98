"""Small changes to a search, each at one place of its file: those that mend what students get
wrong, the likeliest first. Which of them is right is found by running them."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, pairwise, product

from . import expression_edits, statement_edits
from .source_text import Changes, Piece, Scope, SourceText, Splice, scopes

MOST_EDITS = 4_000
MOST_FUNCTIONS = 200
MOST_NODES = 2_000
"""A longer function isn't changed: some operators compare each part of it with each other one."""
MOST_TWINS = 4
"""A change that may be made at more places is none."""
_BOTH_SIDES = re.compile(
    r"\b(max|min|mean|sum|alpha|alfa|beta|a|b|lo|hi|low|high|lower|upper|MAX|MIN)\b|[<>]|-?(float\(.*?\)|\binf\b|math\.inf)"
)


@dataclass(frozen=True)
class Edit:
    """A change to one file."""

    file: str
    splices: tuple[Splice, ...]
    part: Piece
    rank: int
    """The place of its operator: the likeliest is tried first."""
    scope: Scope = field(compare=False)
    node: ast.expr | ast.stmt = field(compare=False)
    """What is off. The line where it starts is shown."""

    @property
    def start(self) -> int:
        return self.scope.source.start(self.node)

    @property
    def end(self) -> int:
        return self.scope.source.end(self.node)

    @property
    def line(self) -> int:
        """The number of the line where it starts."""
        return self.scope.source.line_at(self.start)

    @property
    def text(self) -> str:
        return self.scope.text(self.node)

    @cached_property
    def mirrored_line(self) -> str:
        """The line where it starts, the same for MAX as for MIN."""
        source = self.scope.source
        return _BOTH_SIDES.sub("~", source.lines[source.line_at(self.start) - 1])

    @property
    def operator(self) -> str:
        return OPERATORS[self.rank].__name__


OPERATORS = (
    statement_edits.fresh_default,
    expression_edits.divisor,
    expression_edits.filter_dropped,
    expression_edits.whole_state,
    statement_edits.every_action,
    statement_edits.reset_at_the_start,
    expression_edits.sides_change,
    statement_edits.mean,
    statement_edits.test_for_the_end,
    statement_edits.restored,
    expression_edits.by_turn,
    expression_edits.one_more_or_less,
    expression_edits.action_for_value,
    statement_edits.return_filled,
    expression_edits.score_or_evaluation,
    statement_edits.dropped,
    expression_edits.maximum_or_minimum,
    expression_edits.infinity,
    expression_edits.times_agents,
    statement_edits.updated,
    statement_edits.cut_inserted,
    expression_edits.condition_changed,
    expression_edits.arguments_swapped,
    expression_edits.argument_given,
    statement_edits.moved,
    expression_edits.comparison,
    expression_edits.mirrored,
    expression_edits.own_copy,
    statement_edits.like_another_branch,
    expression_edits.other_method,
    expression_edits.one_side,
    expression_edits.other_name,
)
"""In the order that finds a first repair soonest."""


def edits(source: SourceText, lines: Iterable[int]) -> list[Edit]:
    """The likeliest changes to the functions of `source` that start in these lines, the likeliest
    first; no two of them write the same text."""
    found: dict[tuple[Splice, ...], Edit] = {}
    first = islice(scopes(source, lines), MOST_FUNCTIONS)
    within = [each for each in first if len(each.nodes) <= MOST_NODES]
    for (rank, operator), scope in product(enumerate(OPERATORS), within):
        changes: Changes = operator(scope)
        for node, part, text in changes:
            if isinstance(node, ast.Return) and scope.is_lambda:  # it has no such statement
                continue
            splices = _splices(scope, node, text)
            found.setdefault(splices, Edit(source.name, splices, part, rank, scope, node))
            if len(found) == MOST_EDITS:  # a file may have a million
                return [*found.values()]
    return [*found.values()]


def twins(single: Sequence[Edit]) -> Iterator[tuple[Edit, ...]]:
    """The same change at all places where it may be made, for code that was copied; also with MIN
    for MAX, and so on."""
    alike: dict[object, list[Edit]] = {}
    for edit in single:
        if len(edit.splices) == 1:
            exact = (edit.text, edit.splices[0][2])
            mirrored = tuple(_BOTH_SIDES.sub("~", text) for text in exact)
            alike.setdefault((edit.rank, exact), []).append(edit)
            alike.setdefault((edit.rank, edit.mirrored_line, mirrored), []).append(edit)
    groups = (sorted(each, key=lambda edit: (edit.file, edit.start)) for each in alike.values())
    for group in dict.fromkeys(tuple(each) for each in groups if 1 < len(each) <= MOST_TWINS):
        if all(one.end <= other.start for one, other in pairwise(group) if one.file == other.file):
            yield group


def _splices(
    scope: Scope, node: ast.expr | ast.stmt, text: str | Sequence[Splice]
) -> tuple[Splice, ...]:
    """What is written; a text stands for the node, and an expression is kept together."""
    if not isinstance(text, str):
        return (*text,)
    is_whole = isinstance(node, ast.stmt) or text.isidentifier()
    return (scope.replaced(node, text if is_whole else f"({text})"),)
