"""The ghosts that test cases name. They draw random numbers as those of the CS 188 project."""

import ast
from collections.abc import Callable, Mapping
from typing import Any

from pacgrid.action import Action
from pacgrid.agent import ChanceAgent
from pacgrid.cs188.chances import index_drawn
from pacgrid.cs188.directions import ACTIONS, DIRECTIONS
from pacgrid.cs188.game_state import GameState
from pacgrid.cs188.modules.ghostAgents import DirectionalGhost, GhostAgent, RandomGhost
from pacgrid.errors import PacgridError
from pacgrid.state import State

_BY_NAME = sorted(Action, key=DIRECTIONS.__getitem__)
_MOST_GHOSTS = 100


class GhostError(PacgridError):
    """A list of ghosts that can't be read."""


class CaseGhost(ChanceAgent):
    """Chooses as `ghost`, for the agent whose turn it is, with one number from its `rng` a move."""

    def __init__(self, ghost: GhostAgent) -> None:
        self.ghost = ghost
        self.name = type(ghost).__name__

    def act(self, state: State) -> Action:
        chances = self.distribution(state)
        actions = [action for action in _BY_NAME if action in chances]
        return actions[index_drawn([chances[each] for each in actions], self.rng.random())]

    def distribution(self, state: State) -> Mapping[Action, float]:
        self.ghost.index = state.to_move
        chances = self.ghost.getDistribution(GameState.of(state))
        return {ACTIONS[direction]: chance for direction, chance in chances.items()}


def ghosts_of(expression: str) -> list[CaseGhost]:
    """The ghosts that a test case lists.

    >>> [each.ghost.index for each in ghosts_of("[RandomGhost(i + 1) for i in range(2)]")]
    [1, 2]

    Raises GhostError, which says what can't be read.
    """
    try:
        ghosts = _value(ast.parse(expression.strip(), mode="eval").body, {})
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError) as error:
        raise GhostError(f"can't read the ghosts {expression.strip()!r:.80}: {error}") from None
    if not isinstance(ghosts, list) or not all(isinstance(each, GhostAgent) for each in ghosts):
        raise GhostError(f"{expression.strip()!r:.80} is no list of ghosts")
    return [*map(CaseGhost, ghosts)]


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
