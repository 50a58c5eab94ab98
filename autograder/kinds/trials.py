"""How each kind of test runs."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..model.outcome import Outcome
from ..worker_client.client import WorkerClient
from . import game_trial, position_trial, probe_trial, search_trial
from .cs188 import course_game_tree_trial, course_games_trial, course_trees_trial
from .cs188.course_game_tree import CourseGameTree
from .cs188.course_games import CourseGames
from .cs188.course_trees import CourseTrees
from .games import Games
from .kind import GradedTest
from .positions import Positions
from .search import Search


class Part(NamedTuple):
    """The part of a submission that is tested."""

    client: WorkerClient
    """Of a worker that has loaded the submission."""
    answer: str
    """The name of its class or function."""
    file: str
    """The submission, in advice to its author."""
    is_own: bool
    """Whether that file is on this machine."""


OnGame = Callable[[], None]
"""Called after each game or position of a test."""

_Run = Callable[[Any, Part, OnGame], Outcome]


def run_test(test: GradedTest, part: Part, on_game: OnGame) -> Outcome:
    """Runs `test`.

    Raises:
        GradingError: the failure is not the submission's.
    """
    return test.skipped or _RUNS[type(test)](test, part, on_game)


def _games(test: Games, part: Part, on_game: OnGame) -> Outcome:
    client, answer, file, is_own = part
    return game_trial.run(test, client, answer, file, is_own=is_own, on_game=on_game)


def _positions(test: Positions, part: Part, on_game: OnGame) -> Outcome:
    return position_trial.run(test, part.client, part.answer, on_game)


def _search(test: Search, part: Part, on_game: OnGame) -> Outcome:
    run = probe_trial.run if test.is_observed else search_trial.run
    return run(test, part.client, part.answer, on_game)


def _course_trees(test: CourseTrees, part: Part, on_game: OnGame) -> Outcome:
    return course_trees_trial.run(test, part.client, on_game)


def _course_game_tree(test: CourseGameTree, part: Part, _: OnGame) -> Outcome:
    return course_game_tree_trial.run(test, part.client)


def _course_games(test: CourseGames, part: Part, on_game: OnGame) -> Outcome:
    return course_games_trial.run(test, part.client, on_game)


_RUNS: Mapping[type[GradedTest], _Run] = {
    Games: _games,
    Positions: _positions,
    Search: _search,
    CourseTrees: _course_trees,
    CourseGameTree: _course_game_tree,
    CourseGames: _course_games,
}
