"""The ghosts that test cases name. They draw random numbers as those of the CS 188 project."""

import ast
from collections.abc import Callable, Mapping
from typing import Any

from pacgrid.action import Action
from pacgrid.agent import ChanceAgent
from pacgrid.cs188.chances import directional, index_drawn, uniform
from pacgrid.cs188.directions import DIRECTIONS, LEGAL_ORDER
from pacgrid.errors import PacgridError
from pacgrid.state import State

_BY_NAME = sorted(Action, key=DIRECTIONS.__getitem__)
_MOST_GHOSTS = 100


class GhostError(PacgridError):
    """A list of ghosts that can't be read."""


class CaseGhost(ChanceAgent):
    """A ghost that takes one number from its `rng` for each move."""

    def act(self, state: State) -> Action:
        chances = self.distribution(state)
        actions = [action for action in _BY_NAME if action in chances]
        return actions[index_drawn([chances[each] for each in actions], self.rng.random())]


class RandomGhost(CaseGhost):
    """Any legal action is as likely as any other."""

    def __init__(self, index: int = 1) -> None:
        self.index = index

    def distribution(self, state: State) -> Mapping[Action, float]:
        return uniform(_legal(state))


class DirectionalGhost(CaseGhost):
    """Prefers the moves that end nearest to Pac-Man; while it is scared, farthest from him."""

    def __init__(
        self, index: int = 1, prob_attack: float = 0.8, prob_scaredFlee: float = 0.8
    ) -> None:
        self.index = index
        self.prob_attack = prob_attack
        self.prob_scaredFlee = prob_scaredFlee

    def distribution(self, state: State) -> Mapping[Action, float]:
        (x, y), _, scared = state.ghosts[state.to_move - 1]
        pacman_x, pacman_y = state.pacman
        speed = 0.5 if scared else 1
        distances = {}
        for action in _legal(state):
            dx, dy = action.vector
            distances[action] = abs(x + dx * speed - pacman_x) + abs(y + dy * speed - pacman_y)
        preference = self.prob_scaredFlee if scared else self.prob_attack
        return directional(distances, preference, is_scared=scared > 0)


def _legal(state: State) -> list[Action]:
    legal = state.legal_actions()
    return [action for action in LEGAL_ORDER if action in legal]


def ghosts_of(expression: str) -> list[CaseGhost]:
    """The ghosts that a test case lists.

    >>> [ghost.index for ghost in ghosts_of("[RandomGhost(i + 1) for i in range(2)]")]
    [1, 2]

    Raises GhostError, which says what can't be read.
    """
    try:
        ghosts = _value(ast.parse(expression.strip(), mode="eval").body, {})
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError) as error:
        raise GhostError(f"can't read the ghosts {expression.strip()!r:.80}: {error}") from None
    if not isinstance(ghosts, list) or not all(isinstance(each, CaseGhost) for each in ghosts):
        raise GhostError(f"{expression.strip()!r:.80} is no list of ghosts")
    return ghosts


def _range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > _MOST_GHOSTS:
        raise ValueError(f"more than {_MOST_GHOSTS} ghosts")
    return numbers


_CALLS: Mapping[str, Callable[..., Any]] = {
    "RandomGhost": RandomGhost,
    "DirectionalGhost": DirectionalGhost,
    "range": _range,
}


def _value(node: ast.expr, names: Mapping[str, int]) -> Any:
    """What `node` is worth: a number, ghosts in a list, or a range."""
    match node:
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.Name(id=name) if name in names:
            return names[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, names)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _value(left, names) + _value(right, names)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return _value(left, names) - _value(right, names)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [_value(item, names) for item in items]
        case ast.ListComp(elt=item, generators=[ast.comprehension(ifs=[]) as loop]) if not names:
            variable = ast.unparse(loop.target)
            values = _value(loop.iter, names)
            return [_value(item, {**names, variable: value}) for value in values]
        case ast.Call(
            func=ast.Name(id=name) | ast.Attribute(attr=name), args=args, keywords=options
        ) if name in _CALLS:
            given = {each.arg or "": _value(each.value, names) for each in options}
            return _CALLS[name](*(_value(each, names) for each in args), **given)
    raise GhostError(f"can't read {ast.unparse(node)!r:.80} among the ghosts")
