"""What our own assignments call the searches and classes of test cases."""

from collections.abc import Mapping

from ...model.answer_names import answer_names
from ...model.searches import SearchName

EVALUATION = "evaluate"
"""What our questions call the evaluation function."""
_OURS = ("Reflex", "Minimax", "AlphaBeta", "Expectimax")
_SEARCHES: Mapping[str, SearchName] = {
    "alpha": "alpha_beta",
    "expecti": "expectimax",
    "minimax": "minimax",
}
"""By a part of a class's name."""


class NoCounterpartError(ValueError):
    """A part of a test case has no counterpart in an assignment of ours; the message says which."""


def search_of(agent: str) -> SearchName | None:
    """The search that a class called `agent` is asked for; None if it is none that we know.

    >>> search_of("AlphaBetaAgent"), search_of("ReflexAgent")
    ('alpha_beta', None)
    """
    return next((search for part, search in _SEARCHES.items() if part in agent.lower()), None)


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
