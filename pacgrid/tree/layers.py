"""Which layer each node of a search belongs to: what the other agents are for the searching one."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from math import isclose, nan
from typing import Any

from pacgrid.search import CHANCE, GameState, is_general_sum
from pacgrid.tree.search_tree import Layer
from pacgrid.tree.visits import Visit
from pacgrid.utility import Linear, Utility

Others = str | None
"""What the other agents are: `min`, `chance`, or None to find out."""


def layers_of(
    visits: Sequence[Visit], others: Others, utility: Utility | None = None
) -> Callable[[Visit], Layer]:
    """The layer of each node that has children.

    Agent 0 is MAX. What another agent or a die is follows from the values that the search returned:
    they are those of a MIN, a CHANCE or a MAX layer over the values returned for its children.
    With a `utility`, those of CHANCE are certainty equivalents.
    """
    root = visits[0]
    kinds = {number: _kind(found, utility or Linear()) for number, found in _movers(visits).items()}
    if others:
        kinds |= {number: Layer[others.upper()] for number in kinds if number != CHANCE}

    def layer(visit: Visit) -> Layer:
        mover = visit.state.to_move
        if mover == CHANCE:
            return kinds.get(CHANCE, Layer.CHANCE)
        if mover == 0:
            return Layer.MAX
        return Layer.MIN if visit is root else kinds.get(mover, Layer.MIN)

    return layer


def layer_of_mover(state: GameState) -> Layer:
    """The layer of whoever is to move by the rules of the game."""
    if state.to_move == CHANCE:
        return Layer.CHANCE
    if is_general_sum(state):
        return Layer.PLAYER
    return Layer.MAX if state.to_move == 0 else Layer.MIN


def probabilities(visit: Visit) -> Mapping[Any, float]:
    """The probability of each action of a CHANCE node: the game's own, what a function of the agent
    returned, or uniform."""
    state: Any = visit.state
    if state.to_move == CHANCE:
        distribution: Mapping[Any, float] = state.distribution()
        return distribution
    if visit.distribution:
        return visit.distribution
    actions = state.legal_actions()
    return dict.fromkeys(actions, 1 / len(actions))


def _movers(visits: Sequence[Visit]) -> Mapping[int, list[Visit]]:
    """The inner nodes below the root by who is to move, if it isn't agent 0."""
    movers: defaultdict[int, list[Visit]] = defaultdict(list)
    for visit in visits[1:]:
        if visit.children and visit.state.to_move != 0:
            movers[visit.state.to_move].append(visit)
    return movers


def _kind(visits: Sequence[Visit], utility: Utility) -> Layer:
    """The kind of layer that agrees with most of the returned values. If several do: CHANCE, if
    there is a distribution, else MIN."""
    agreeing: Counter[Layer] = Counter()
    for visit in visits:
        values = [child.returned for child in visit.children if child.returned is not None]
        if visit.returned is None or len(values) < len(visit.children):
            continue
        chances = [probabilities(visit).get(child.action, 0) for child in visit.children]
        is_whole = isclose(sum(chances), 1)  # chance cuts nothing off
        lottery = [*zip(chances, values, strict=True)]
        expected = {
            Layer.MIN: min(values),
            Layer.CHANCE: utility.certainty_equivalent(lottery) if is_whole else nan,
            Layer.MAX: max(values),
        }
        for layer, value in expected.items():
            agreeing[layer] += isclose(visit.returned, value, rel_tol=1e-9, abs_tol=1e-9)
    kinds = [Layer.MIN, Layer.CHANCE, Layer.MAX]
    if any(visit.distribution or visit.state.to_move == CHANCE for visit in visits):
        kinds[:2] = Layer.CHANCE, Layer.MIN
    return max(kinds, key=lambda layer: agreeing[layer])


def take_the_view_of_max(visits: Sequence[Visit]) -> None:
    """Negate what a negamax search returned where another agent than MAX is to move."""
    is_negamax = 0
    for visit in visits[1:]:
        values = [child.returned for child in visit.children if child.returned is not None]
        if values and visit.returned is not None:
            usual = min(values), max(values), sum(values) / len(values)
            is_negamax += visit.returned == -min(values)
            is_negamax -= visit.returned in usual
    if is_negamax > 0:
        for visit in visits:
            if visit.state.to_move > 0 and visit.returned is not None:
                visit.returned = -visit.returned
