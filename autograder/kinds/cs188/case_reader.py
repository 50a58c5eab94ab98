"""Makes tests from `.test` and `.solution` files, by their class."""

import json
from dataclasses import dataclass, replace
from keyword import iskeyword
from typing import Annotated, TypeVar

from pydantic import Field, TypeAdapter

from pacgrid.cs188.ghosts import GhostError, ghosts_of
from pacgrid.layout import Layout, LayoutError, layout_notes

from ...model.strict_model import Option
from ..kind import Note
from .course_game_tree import Actions, CourseGameTree
from .course_games import CourseGames
from .course_kind import CourseTest
from .course_position import CoursePosition, TreeCaseError
from .course_trees import CourseTrees
from .layout_search import LayoutSearch
from .parser import CaseFile, TestCaseError
from .tree_case import TreeCase
from .unknown import UnknownTest

_Move = TypeVar("_Move")
_OPTIMAL = TypeAdapter(
    Annotated[
        list[tuple[Annotated[Actions, Field(min_length=1)], int]],
        Field(min_length=1),
    ]
)
_ACTIONS = TypeAdapter(list[Actions])
_MOST_GAMES = 10_000
_MOST_SECONDS = 86_400


@dataclass(frozen=True)
class CaseReader:
    """Makes tests from files."""

    layouts: LayoutSearch
    note: Note
    same_random: bool = False

    def read(self, test: CaseFile, solution: CaseFile | None) -> CourseTest:
        """The test in these files. Raises TestCaseError."""
        name = test.name.removesuffix(".test")
        class_name = test.text("class")
        match class_name:
            case "GraphGameTreeTest":
                case = _tree(name, test, _needed(solution, test))
                return CourseTrees(name=name, agent=_class(test, "alg"), cases=[case])
            case "PacmanGameTreeTest":
                return self._game_tree(name, test, _needed(solution, test))
            case "EvalAgentTest":
                return self._games(name, test)
        self.note(f"{name}: class {class_name} is unknown, so it is never passed")
        return UnknownTest(name=name, title=name, class_name=class_name)

    def _game_tree(self, name: str, test: CaseFile, solution: CaseFile) -> CourseGameTree:
        return CourseGameTree(
            name=name,
            title=name,
            agent=_class(test, "alg"),
            layout=self._drawn(test),
            depth=test.number("depth"),
            seed=test.number("seed"),
            optimal=_moves(_OPTIMAL, solution, "optimalActions"),
            other_depth=_moves(_ACTIONS, solution, "altDepthActions"),
            partial_ply=_moves(_ACTIONS, solution, "partialPlyBugActions"),
            weight=_weight(test),
        )

    def _drawn(self, test: CaseFile) -> Layout:
        """The layout that is drawn in `test`."""
        drawing = "\n".join(line.strip() for line in test.text("layout").split("\n"))
        above = "\n" * (test.value("layout").line - 1)  # so that errors name the file's lines
        try:
            with layout_notes(self.note):
                layout = Layout.parse(above + drawing, source=test.name, lenient=True)
        except LayoutError as error:
            raise TestCaseError(str(error)) from None
        return replace(layout, name=test.text("layoutName", layout.name))

    def _games(self, name: str, test: CaseFile) -> CourseGames:
        layout = self.layouts.load(test, "layoutName")
        games = test.number("numGames", least=1, most=_MOST_GAMES)
        return CourseGames(
            name=name,
            title=f"{name}: {games} {'game' if games == 1 else 'games'} on {layout.name}",
            agent=_class(test, "agentName"),
            options=_options(test.text("agentArgs", "")),
            layout=layout,
            ghosts=_ghosts(test),
            games=games,
            seed=test.number("randomSeed"),
            max_time=test.number("maxTime", least=1, most=_MOST_SECONDS),
            score_minimum=test.optional_number("scoreMinimum"),
            wins_minimum=test.optional_number("winsMinimum"),
            non_timeout_minimum=test.optional_number("nonTimeoutMinimum"),
            score_thresholds=test.numbers("scoreThresholds"),
            wins_thresholds=test.numbers("winsThresholds"),
            non_timeout_thresholds=test.numbers("nonTimeoutThresholds"),
            same_random=self.same_random,
            weight=_weight(test),
        )


def _tree(name: str, test: CaseFile, solution: CaseFile) -> TreeCase:
    case = TreeCase(
        name=name,
        depth=test.number("depth"),
        num_agents=test.number("num_agents", least=1),
        start=test.text("start_state"),
        wins=test.text("win_states").split(),
        losses=test.text("lose_states").split(),
        successors=_successors(test),
        evaluation=_evaluation(test),
        diagram=test.text("diagram", ""),
        action=solution.text("action"),
        generated=solution.text("generated"),
        weight=_weight(test),
    )
    try:
        CoursePosition.of(case)
    except TreeCaseError as error:
        raise test.error("successors", str(error)) from None
    return case


def _successors(test: CaseFile) -> list[tuple[str, str, str]]:
    successors = []
    for line, offset in test.lines("successors"):
        match line.split():
            case [state, action, after]:
                successors.append((state, action, after))
            case _:
                message = f"{line.strip()!r} is no successor; write: state action next-state"
                raise test.error("successors", message, offset)
    return successors


def _evaluation(test: CaseFile) -> dict[str, float]:
    values = {}
    for line, offset in test.lines("evaluation"):
        try:
            state, value = line.split()
            values[state] = float(value)
        except ValueError:
            message = f"{line.strip()!r} is no evaluation; write: state number"
            raise test.error("evaluation", message, offset) from None
    return values


def _moves(adapter: TypeAdapter[_Move], solution: CaseFile, key: str) -> list[_Move]:
    """What the solution says for each move, in a line of JSON each."""
    moves = []
    for line, offset in solution.lines(key):
        try:
            moves.append(adapter.validate_python(json.loads(line)))
        except (ValueError, RecursionError):
            message = f"{key} has a line that is not a list of actions; make the solution again"
            raise solution.error(key, message, offset) from None
    return moves


def _ghosts(test: CaseFile) -> str:
    try:
        ghosts_of(test.text("ghosts"))
    except GhostError as error:
        raise test.error("ghosts", f"{error}; write a list such as [RandomGhost(1)]") from None
    return test.text("ghosts")


def _options(text: str) -> dict[str, Option]:
    """The agent's options: `depth=2,quiet` is `{"depth": "2", "quiet": 1}`."""
    pairs = [word.partition("=") for word in text.split(",") if word]
    return {name.strip(): value if sign else 1 for name, sign, value in pairs}


def _class(test: CaseFile, key: str) -> str:
    """The name of a class under `key`."""
    name = test.text(key)
    if not name.isidentifier() or iskeyword(name):
        raise test.error(key, f"{key} is {name!r:.60}; write the name of a class")
    return name


def _weight(test: CaseFile) -> float | None:
    if "points" not in test:
        return None
    try:
        return float(test.text("points"))
    except ValueError:
        message = f"points is {test.text('points')!r}; write a number"
        raise test.error("points", message) from None


def _needed(solution: CaseFile | None, test: CaseFile) -> CaseFile:
    if solution is None:
        raise TestCaseError(
            f"{test.name.removesuffix('.test')}.solution: no such file, and {test.name} can't be "
            'graded without it; add it, or write disabled: "true" into the test'
        )
    return solution
