"""Short texts at the nodes and edges of a drawn search tree."""

from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import Any

from pacgrid.common.sanitize import one_line
from pacgrid.search import GameState, is_general_sum
from pacgrid.tree.search_tree import Cut, Layer, SearchNode, SearchTree

MOST_NAMES = 4
"""How many actions are named in a row."""


def value_label(value: float) -> str:
    """A value with at most five digits or two decimals.

    >>> [value_label(value) for value in (3, -1.1, 12.3456, -1746.125, -0.001, float("-inf"))]
    ['3', '−1.1', '12.35', '−1746.1', '0', '−∞']
    """
    size = abs(value)
    if size == inf:
        text = "∞"
    elif size >= 100_000:
        text = f"{size:.3g}"
    elif size >= 10_000:
        text = f"{size:.0f}"
    else:
        text = f"{size:.{1 if size >= 100 else 2}f}".rstrip("0").rstrip(".")
    return f"−{text}" if value < 0 and text != "0" else text


def utility_label(utility: float) -> str:
    """A utility with three digits.

    >>> [utility_label(utility) for utility in (0.405465, -147.41, 0, float("-inf"))]
    ['0.405', '−147', '0', '−∞']
    """
    return f"{utility:.3g}".replace("-", "−").replace("inf", "∞")


def utility_notes(tree: SearchTree, node: SearchNode, value: float | None) -> tuple[str, ...]:
    """What a node with that value is worth to an agent with a utility: the utility of a leaf, the
    expected utility and the certainty equivalent of another node. Empty without one."""
    if tree.utility is None or value is None:
        return ()
    utility = utility_label(tree.utility(value))
    if node.layer is Layer.LEAF:
        return (f"U {utility}",)
    return f"EU {utility}", f"CE {value_label(value)}"


def worth_label(value: float | None, payoffs: Sequence[float] = ()) -> str:
    """A value, or the payoffs of several players; empty without either.

    >>> worth_label(3), worth_label(1, (1, 2, 6)), worth_label(None)
    ('3', '(1, 2, 6)', '')
    """
    if payoffs:
        return f"({', '.join(map(value_label, payoffs))})"
    return "" if value is None else value_label(value)


def leaf_label(state: Any) -> str:
    """What a finished game is worth; empty if it isn't finished."""
    if not state.is_terminal:
        return ""
    return worth_label(state.score, state.payoffs() if is_general_sum(state) else ())


def bounds_label(alpha: float, beta: float) -> str:
    """Alpha and beta.

    >>> bounds_label(3, float("inf"))
    '[3, ∞]'
    """
    return f"[{value_label(alpha)}, {value_label(beta)}]"


def probability_label(probability: float) -> str:
    """A probability as people write it.

    >>> [probability_label(each) for each in (0.5, 0.1, 1 / 3, 5 / 6, 0.123, 1e-12)]
    ['0.5', '0.1', '1/3', '5/6', '0.123', '1e-12']
    """
    fraction = Fraction(probability).limit_denominator(36)
    is_exact = fraction > 0 and abs(fraction - probability) < 1e-9
    if is_exact and round(probability, 2) != probability:
        return str(fraction)
    return f"{probability:.3g}"


def action_label(state: GameState, action: Any) -> str:
    """What people call an action; empty if it has only a number."""
    name = getattr(state, "action_name", str)(action)
    is_number = isinstance(action, str) and action.isdigit()
    return "" if is_number else one_line(name)


def action_names(state: GameState, actions: Sequence[Any]) -> list[str]:
    """The names of actions; if they have only numbers, the values of the leaves that they lead to,
    and an empty text where they don't lead to leaves."""
    names = [action_label(state, action) for action in actions]
    if any(names):
        return names
    return [leaf_label(state.successor(action)) for action in actions]


def actions_label(state: GameState, actions: Sequence[Any]) -> str:
    """The names of a few actions, or the number of many."""
    names = action_names(state, actions)
    if all(names) and len(names) <= MOST_NAMES:
        return ", ".join(names)
    return f"{len(actions)} action{'s' * (len(actions) != 1)}"


def layer_label(layer: Layer, mover: int) -> str:
    """A kind of node; MIN with its number if it is not agent 1."""
    if layer is Layer.PLAYER:
        return f"player {mover + 1}"
    return f"MIN {mover}" if layer is Layer.MIN and mover > 1 else layer.value


def cut_label(cut: Cut, value: float | None) -> str:
    """Why a node was cut: how its value meets a bound.

    >>> cut_label(Cut((), "alpha", 3, 0), 2), cut_label(Cut((), "beta", 3, 0), 3)
    ('2 < alpha = 3', '3 ≥ beta = 3')
    """
    strict, equal = ("<", "≤") if cut.bound == "alpha" else (">", "≥")
    sign = equal if value == cut.limit else strict
    known = "?" if value is None else value_label(value)
    return f"{known} {sign} {cut.bound} = {value_label(cut.limit)}"


def edge_label(tree: SearchTree, node: SearchNode) -> str:
    """What leads to a node: the action and its probability."""
    if node.parent is None:
        return ""
    action = action_label(tree.nodes[node.parent].state, node.action)
    probability = "" if node.probability is None else probability_label(node.probability)
    return " ".join(filter(None, (probability, action)))
