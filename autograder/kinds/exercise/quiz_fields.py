"""What exercises are made of, in TOML: trees, kinds of questions, utilities and points."""

from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, InstanceOf, PlainSerializer

from pacgrid.common.suggestion import did_you_mean
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game, tree_names
from pacgrid.quizzes.quiz_kinds import kind_named
from pacgrid.quizzes.utility import asked_utility

from ...model.strict_model import errors_as_invalid, invalid


def _read_tree(text: object) -> object:
    """A shipped tree by its name, or one that is written as text."""
    if not isinstance(text, str):
        raise invalid("name a shipped tree, such as 'book', or write one as text")
    with errors_as_invalid():
        if text in (names := tree_names()):
            return load_game(text)
        if len(text.split()) < 2:
            hint = did_you_mean(text, names) or f"choose {', '.join(names)}, or write one as text"
            raise invalid(f"no tree {text!r:.40}; {hint}")
        return DrawnTree.parse(text, "")  # an error begins with `:line:column:`


_MOST_POINTS = 1_000_000


def _check_kind(name: str) -> str:
    with errors_as_invalid():
        return kind_named(name).name


def _check_utility(name: str) -> str:
    with errors_as_invalid():
        if name:
            asked_utility(name)
        return name


def _check_points(points: object) -> object:
    """A number, or a table with one for each kind of question."""
    if isinstance(points, dict):
        return {_check_kind(str(kind)): _check_points(each) for kind, each in points.items()}
    if isinstance(points, bool) or not isinstance(points, int | float):
        raise invalid("write a number, or points by kind, such as {values = 2, pruning = 1}")
    if not 0 < points <= _MOST_POINTS:
        raise invalid(f"write points above 0, and at most {_MOST_POINTS:,}")
    return points


ExerciseTree = Annotated[
    InstanceOf[DrawnTree], BeforeValidator(_read_tree), PlainSerializer(lambda tree: f"{tree}\n")
]
KindName = Annotated[str, AfterValidator(_check_kind)]
UtilityName = Annotated[str, AfterValidator(_check_utility)]
SharedPoints = Annotated[float | dict[str, float], BeforeValidator(_check_points)]
