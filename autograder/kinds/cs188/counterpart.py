"""What our questions call the classes of test cases."""

from ...model.answer_names import answer_names
from ...model.searches import SearchName
from .search_names import search_of

EVALUATION = "evaluate"
"""What our questions call the evaluation function."""
_OURS = ("Reflex", "Minimax", "AlphaBeta", "Expectimax")


class NoCounterpartError(ValueError):
    """A part of a test case has no counterpart in an assignment of ours; the message says which."""


def needed_search(agent: str) -> SearchName:
    """The search that the class is asked for. Raises NoCounterpartError."""
    if search := search_of(agent):
        return search
    raise NoCounterpartError(f"no search of ours is like {agent}")


def own_name(agent: str) -> str:
    """What our questions call the class. Raises NoCounterpartError."""
    if not agent.isidentifier():
        raise NoCounterpartError(f"{agent!r} is no name of a class")
    return next((name for name in _OURS if agent in answer_names(name)), agent)
