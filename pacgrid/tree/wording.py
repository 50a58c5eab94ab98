"""The words of a search: what its steps say, and short texts at nodes and edges."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import one_line
from pacgrid.search import CHANCE, GameState, is_general_sum
from pacgrid.tree.search_tree import Cut, Layer, SearchNode, SearchTree
from pacgrid.utility import Utility


def entering(node: SearchNode, parent: SearchNode | None) -> str:
    """What a search enters, and with which bounds."""
    if parent is None and node.layer is Layer.LEAF:
        return "the agent looks at no other state"
    kind = "a leaf"
    if node.layer is not Layer.LEAF:
        name = getattr(node.state, "name", "")
        layer = layer_label(node.layer, node.state.to_move)
        kind = f"the {layer} node {name}" if name else f"a {layer} node"
    if parent is None:
        return f"the search starts at {kind}"
    words = f"{_named(parent.state, node.action)} leads to {kind}"
    if node.layer is Layer.LEAF or (node.alpha, node.beta) == (-inf, inf):
        return words
    return f"{words}, with alpha = {value_label(node.alpha)} and beta = {value_label(node.beta)}"


def game_over(value: float) -> str:
    """
    >>> game_over(509), game_over(1)
    ('the game is over: 509 points', 'the game is over: 1 point')
    """
    return f"the game is over: {value_label(value)} point{'' if abs(value) == 1 else 's'}"


def leaf_payoffs(payoffs: Sequence[float], *, is_terminal: bool) -> str:
    """
    >>> leaf_payoffs((1, 2, 6), is_terminal=True)
    'the game is over: the payoffs are (1, 2, 6)'
    """
    if is_terminal:
        return f"the game is over: the payoffs are {worth_label(None, payoffs)}"
    return f"cut off here: the evaluation says {worth_label(None, payoffs)}"


def compared_payoffs(mover: int, old: Sequence[float], new: Sequence[float]) -> str:
    """How a player takes the payoffs of a child.

    >>> compared_payoffs(1, (), (4, 2, 3))
    'the first payoffs of this player 2 node are (4, 2, 3)'
    >>> compared_payoffs(1, (4, 2, 3), (1, 5, 2)), compared_payoffs(0, (4, 1), (4, 3))
    ('player 2 prefers 5 to 2: now (1, 5, 2)', 'player 1 gets 4 either way: still (4, 1)')
    """
    player = f"player {mover + 1}"
    if not old:
        return f"the first payoffs of this {player} node are {worth_label(None, new)}"
    before, after = value_label(old[mover]), value_label(new[mover])
    if new[mover] > old[mover]:
        return f"{player} prefers {after} to {before}: now {worth_label(None, new)}"
    same = new[mover] == old[mover]
    reason = f"gets {before} either way" if same else f"prefers {before} to {after}"
    return f"{player} {reason}: still {worth_label(None, old)}"


def expected_payoffs(probability: float, payoffs: Sequence[float], total: Sequence[float]) -> str:
    """
    >>> expected_payoffs(1 / 2, (2, 4), (1, 2))
    'chance: 0.5 × (2, 4) is added: now (1, 2)'
    """
    part = f"{probability_label(probability)} × {worth_label(None, payoffs)}"
    return f"chance: {part} is added: now {worth_label(None, total)}"


def cut_off(value: float) -> str:
    """
    >>> cut_off(4.5)
    'cut off here: the evaluation says 4.5'
    """
    return f"cut off here: the evaluation says {value_label(value)}"


def from_table(node: SearchNode, same: SearchNode | None, value: float | None) -> str:
    """Where the value of a transposition comes from, and how deep that was searched."""
    if same is None or not same.children:
        return "the search remembers this state" + (
            "" if value is None else f": {value_label(value)}"
        )
    further = node.ply - same.ply
    plies = f"{abs(further)} {'ply' if abs(further) == 1 else 'plies'}"
    depth = "at the same depth left"
    if further:
        depth = f"where the search looked {plies} {'further' if further > 0 else 'less far'}"
    used = "" if value is None else f": its value {value_label(value)} is used"
    if value is not None and same.value is not None and value != same.value:
        used = f": {value_label(value)} is what the search knows of it"
    return f"same state as node {same.number} {depth}{used}"


def by_rule_label(node: SearchNode) -> str:
    """What the layer of a node would make of the values below, if that isn't its value."""
    return "" if node.by_rule is None else f"{node.layer.value} is {value_label(node.by_rule)}"


def returned_other(value: float, below: Sequence[float]) -> str:
    """
    >>> returned_other(23, [3, 12, 8])
    "the agent's code returned 23; MIN would be 3, MAX 12, CHANCE 7.67"
    """
    words = f"the agent's code returned {value_label(value)}"
    if not below:
        return words
    least, most, mean = map(value_label, (min(below), max(below), sum(below) / len(below)))
    return f"{words}; MIN would be {least}, MAX {most}, CHANCE {mean}"


def one_below(node: str, value: float) -> str:
    """
    >>> one_below("agent 1", 12)
    'a value below this agent 1 node is 12'
    """
    return f"a value below this {node} node is {value_label(value)}"


def compared(layer: Layer, old: float | None, value: float, new: float) -> str:
    """How MAX or MIN takes the value of a child.

    >>> compared(Layer.MIN, 5, 2, 2), compared(Layer.MAX, 3, 2, 3)
    ('MIN takes the smaller of 5 and 2: now 2', 'MAX takes the larger of 3 and 2: still 3')
    """
    if old is None:
        return f"the first value of this {layer.value} node is {value_label(new)}"
    size = "larger" if layer is Layer.MAX else "smaller"
    change = "still" if new == old else "now"
    both = f"{value_label(old)} and {value_label(value)}"
    return f"{layer.value} takes the {size} of {both}: {change} {value_label(new)}"


def expected(parts: Sequence[tuple[float, float]], value: float, *, is_all: bool) -> str:
    """How CHANCE takes probabilities times values.

    >>> expected([(1 / 2, 8), (1 / 3, 24), (1 / 6, -12)], 10, is_all=True)
    'chance: 1/2 × 8 + 1/3 × 24 + 1/6 × −12 = 10'
    >>> expected([(0.1, 10), (0.5, -5)], -1.5, is_all=False)
    'chance: 0.1 × 10 + 0.5 × −5 = −1.5 so far'
    """
    total = _products((probability, value_label(value)) for probability, value in parts)
    return f"chance: {total} = {value_label(value)}{'' if is_all else ' so far'}"


def expected_utility(
    parts: Sequence[tuple[float, float]], utility: Utility, equivalent: float | None
) -> str:
    """How CHANCE takes probabilities times utilities; `equivalent` is None until all are there.

    >>> from pacgrid.utility import utility_named
    >>> utility = utility_named("logarithmic:wealth=800")
    >>> expected_utility([(0.5, 1000), (0.5, 0)], utility, 400)
    'chance: 0.5 × U(1000) + 0.5 × U(0) = 0.405, as much as a sure 400; the mean is 500'
    >>> expected_utility([(0.5, 1000)], utility, None)
    'chance: 0.5 × U(1000) = 0.405 so far'
    """
    terms = ((probability, f"U({value_label(value)})") for probability, value in parts)
    total = f"chance: {_products(terms)} = {utility_label(utility.expected(parts))}"
    if equivalent is None:
        return f"{total} so far"
    mean = value_label(sum(probability * value for probability, value in parts))
    return f"{total}, as much as a sure {value_label(equivalent)}; the mean is {mean}"


def pruned(node: SearchNode, cut: Cut, value: float) -> str:
    rest = f"the rest of this {layer_label(node.layer, node.state.to_move)} node can't matter"
    return f"{cut_label(cut, value)}: {rest}; pruned: {_listed(node.state, cut.actions)}"


def not_pruned(cut: Cut, value: float) -> str:
    """What alpha-beta would do where a search goes on."""
    stop = "could" if value == cut.limit else "would"
    return f"{cut_label(cut, value)}: alpha-beta {stop} stop here, but this search goes on"


def not_tried(state: Any, actions: Sequence[Any], *, has_bounds: bool) -> str:
    """What a search doesn't try, though no bound says why, if it has some."""
    why = ", though no bound says why" if has_bounds else ""
    return f"not tried{why}: {_listed(state, actions)}"


def played_out(value: float, count: int, mean: float) -> str:
    """What a playout changes.

    >>> played_out(5, 1, 5), played_out(-1, 4, 2.5)
    ('a playout is worth 5', 'a playout is worth −1: the mean of 4 is 2.5')
    """
    words = f"a playout is worth {value_label(value)}"
    return words if count == 1 else f"{words}: the mean of {count} is {value_label(mean)}"


def done(state: Any, action: Any, failure: Failure | None) -> str:
    if failure:
        return f"the search failed: {failure.message}"
    if state.to_move == CHANCE:
        return "the search is done; nobody chooses here"
    return (
        "this iteration is done" if action is None else f"the agent plays {_named(state, action)}"
    )


def not_best(root: SearchNode, value: float, better: Any, best: float) -> str:
    """That the agent chose an action with another value than the best one."""
    size = "larger" if root.layer is Layer.MAX else "smaller"
    other, values = _named(root.state, better), (value_label(best), value_label(value))
    return f"{other} has the {size} value: {values[0]}, not {values[1]}"


NO_VALUES = "the agent's code returned no values of nodes, so those of MAX and MIN are shown"


def _named(state: Any, action: Any) -> str:
    return action_label(state, action) or f"branch {action}"


def _listed(state: Any, actions: Sequence[Any], most: int = 4) -> str:
    names, unnamed = action_names(state, actions), ""
    if not all(names):
        unnamed = "" if any(action_label(state, action) for action in actions) else "branch"
        names = [action_label(state, action) or str(action) for action in actions]
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    words = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    return f"{unnamed}{'es' * (len(actions) > 1)} {words}" if unnamed else words


def _products(parts: Iterable[tuple[float, str]]) -> str:
    """`0.5 × 8 + 0.5 × 2`."""
    parts = [*parts]
    as_fractions = any(round(probability, 2) != probability for probability, _ in parts)
    write = _fraction if as_fractions else probability_label
    return " + ".join(f"{write(probability)} × {value}" for probability, value in parts)


def _fraction(probability: float) -> str:
    return str(Fraction(probability).limit_denominator(1000))


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
    if layer is Layer.OTHER:
        return f"agent {mover}" if mover >= 0 else "chance"
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
