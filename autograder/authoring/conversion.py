"""Test cases as an assignment in TOML, which staff can read and change."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pydantic import ValidationError

from ..assignments.assignment import Assignment, AssignmentError
from ..assignments.question import AuthoredTest, Question, Test
from ..kinds.cs188.course_game_tree import CourseGameTree
from ..kinds.cs188.course_games import CourseGames
from ..kinds.cs188.course_kind import CourseTest
from ..kinds.cs188.course_trees import CourseTrees
from ..kinds.cs188.search_names import search_of
from ..kinds.cs188.unknown import UnknownTest
from ..kinds.games import Games
from ..kinds.positions import Positions
from ..kinds.search import Search
from ..model.answer_names import answer_names
from ..model.searches import SearchName
from .converted_games import games, games_notes, tests_evaluation
from .converted_positions import positions
from .converted_trees import converted_tree
from .dependencies import Dependencies
from .no_counterpart import NoCounterpartError
from .shares import shares
from .toml_writer import to_toml

ASSIGNMENT = "assignment.toml"
HEADING = "Converted from test cases. What has no counterpart here:"

_OURS = ("Reflex", "Minimax", "AlphaBeta", "Expectimax")
_EVALUATION = "evaluate"


@dataclass(frozen=True)
class Conversion:
    assignment: Assignment
    """What TOML can express of the test cases."""
    notes: tuple[str, ...]
    """What has no counterpart, a line each: where, and what it is."""

    @cached_property
    def files(self) -> Mapping[str, bytes]:
        """The assignment and its layouts, by their names in one folder."""
        tests = [test for question in self.assignment.questions for test in question.tests]
        dependencies = Dependencies.of(tests)
        heading = "\n".join((HEADING, *self.notes))
        text = to_toml(self.assignment, dependencies, heading)
        return {ASSIGNMENT: text.encode(), **dependencies.files}

    @classmethod
    def of(cls, source: Assignment) -> "Conversion":
        """The conversion of an assignment that was read from test cases.

        Raises AssignmentError if nothing of it can be expressed.
        """
        notes: list[str] = []
        questions = [new for question in source.questions for new in _questions(question, notes)]
        if not questions:
            raise AssignmentError("none of the test cases has a counterpart here")
        names = {question.name for question in questions}
        kept = [
            question.model_copy(update={"requires": [n for n in question.requires if n in names]})
            for question in questions
        ]
        return cls(source.model_copy(update={"questions": kept}), tuple(notes))


@dataclass(frozen=True)
class _Part:
    """A test of a new question, whose points aren't known yet."""

    asks_for: str
    test: AuthoredTest
    weight: float


def _questions(question: Question, notes: list[str]) -> Iterator[Question]:
    """The questions for `question`: one for each class or function that its tests ask for."""
    parts: list[_Part] = []
    for test in question.tests:
        if not isinstance(test, CourseTest):
            continue
        try:
            for part in _parts(test, question.rule in ("weighted", "count")):
                if isinstance(part, _Part):
                    parts.append(part)
                else:
                    notes.append(part)
        except NoCounterpartError as error:
            notes.append(f"{test.name}: left out: {error}")
        except ValidationError as error:
            first = error.errors()[0]
            notes.append(f"{test.name}: left out: {first['loc'][-1]}: {first['msg']}")
    if not parts:
        notes.append(f"{question.name}: left out")
        return
    by_name: dict[str, list[Test]] = defaultdict(list)
    is_bonus = question.extra > 0 and not question.points
    full = question.extra if is_bonus else question.points
    for asks_for, test in _with_points(parts, full):
        by_name[asks_for].append(test)
    points = sum(test.points for tests in by_name.values() for test in tests)
    if points != full:
        notes.append(f"{question.name}: {full:g} points there, {points:g} here")
    is_all = question.rule == "all" and len(by_name) == 1 and points == full
    if not is_all and len(parts) > 1 and question.rule in ("all", "partial"):
        notes.append(f"{question.name}: a failed test takes all points; here, only its own")
    if not (is_all or is_bonus) and question.extra:
        notes.append(f"{question.name}: left out: {question.extra:g} extra points")
    for asks_for, tests in by_name.items():
        points = float(sum(test.points for test in tests))
        bonus = points if is_bonus else 0
        yield Question(
            name=question.name if len(by_name) == 1 else f"{question.name}_{asks_for}",
            agent=asks_for if asks_for != _EVALUATION else None,
            function=asks_for if asks_for == _EVALUATION else None,
            points=points - bonus,
            extra=question.extra if is_all else bonus,
            rule="all" if is_all else "sum",
            requires=question.requires,
            tests=tests,
        )


def _with_points(parts: Sequence[_Part], points: float) -> Iterator[tuple[str, AuthoredTest]]:
    """The tests with their points: thresholds have their own, and the other tests share the
    rest."""
    searches = [part for part in parts if not isinstance(part.test, Games)]
    rest = points - sum(part.test.points for part in parts if isinstance(part.test, Games))
    weights = [part.weight for part in searches]
    each = iter(shares(rest if rest > 0 else sum(weights), weights))
    for part in parts:
        if isinstance(part.test, Games):
            yield part.asks_for, part.test
        else:
            yield part.asks_for, part.test.model_copy(update={"points": next(each)})


def _parts(test: CourseTest, partial: bool) -> Iterator[_Part | str]:
    """The parts that express `test`, and notes on what they don't. Raises NoCounterpartError."""
    match test:
        case CourseTrees():
            yield from _trees(test, partial)
        case CourseGameTree():
            yield from _positions(test)
        case CourseGames():
            search = search_of(test.agent)
            asks_for = _EVALUATION if tests_evaluation(test) else _own_name(test.agent)
            yield _Part(asks_for, games(test, search), test.points)
            yield from (f"{test.name}: {note}" for note in games_notes(test))
        case UnknownTest():
            pass  # the reader has named it


def _trees(test: CourseTrees, partial: bool) -> Iterator[_Part | str]:
    search = _needed_search(test.agent)
    names: list[str] = []
    trees: dict[int, list[str]] = defaultdict(list)
    weights: dict[int, float] = defaultdict(float)
    for case in test.cases:
        try:
            tree = converted_tree(case)
        except NoCounterpartError as error:
            yield f"{case.name}: left out: {error}"
            continue
        names.append(case.name)
        trees[case.depth].append(f"{tree}\n")
        weights[case.depth] += case.weight or 1
    for depth, drawn in trees.items():
        keys = {"kind": "search", "search": search, "depth": depth, "trees": drawn}
        new = Search.model_validate({**keys, "points": 1.0, "partial": partial})
        yield _Part(_own_name(test.agent), new, weights[depth])
    if names:
        yield f"{_list(names)}: here, any right search passes, with any of the best actions"


def _positions(test: CourseGameTree) -> Iterator[_Part | str]:
    search = _needed_search(test.agent)
    drawn = [str(state) for state in positions(test)]
    keys = {"kind": "positions", "search": search, "depth": test.depth, "positions": drawn}
    options = {"depth": test.depth, "evaluation": "score"}
    new = Positions.model_validate({**keys, "options": options, "points": 1.0})
    yield _Part(_own_name(test.agent), new, test.weight or 1)
    yield (
        f"{test.name}: here, right actions count, not the number of states; in {len(drawn)} of"
        f" {len(test.optimal)} positions"
    )


def _needed_search(agent: str) -> SearchName:
    if search := search_of(agent):
        return search
    raise NoCounterpartError(f"no search of ours is like {agent}")


def _own_name(agent: str) -> str:
    """What our questions call the class."""
    if not agent.isidentifier():
        raise NoCounterpartError(f"{agent!r} is no name of a class")
    return next((name for name in _OURS if agent in answer_names(name)), agent)


def _list(names: Sequence[str]) -> str:
    more = len(names) - 1
    return f"{names[0]} and {more} more" if more else names[0]
