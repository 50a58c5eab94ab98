"""The exact value of a position, by a search of its own: alpha-beta to the end with a table."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

Order = Callable[[Sequence[Any]], Iterable[Any]]


def from_the_middle(actions: Sequence[Any]) -> list[Any]:
    """Those in the middle first: they are often the best."""
    middle = (len(actions) - 1) / 2
    numbers = sorted(range(len(actions)), key=lambda number: abs(number - middle))
    return [actions[number] for number in numbers]


def exact_value(state: Any, order: Order = from_the_middle) -> float:
    """The score that the game ends with if both players play their best. Scores are -1, 0 and 1;
    there is no chance. `order` has the actions in the order in which they are tried."""
    bounds: dict[Any, tuple[float, float]] = {}

    def value(state: Any, alpha: float, beta: float) -> float:
        if state.is_terminal:
            return float(state.score)
        key = state.canonical() if hasattr(state, "canonical") else state
        lower, upper = bounds.get(key, (-1.0, 1.0))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        is_max, least, most = state.to_move == 0, alpha, beta
        best = -2.0 if is_max else 2.0
        for action in order(state.legal_actions()):
            after = value(state.successor(action), alpha, beta)
            if is_max:
                best = max(best, after)
                alpha = max(alpha, best)
            else:
                best = min(best, after)
                beta = min(beta, best)
            if alpha >= beta:
                break
        bounds[key] = (best if best > least else -1.0, best if best < most else 1.0)
        return best

    return value(state, -1.0, 1.0)
