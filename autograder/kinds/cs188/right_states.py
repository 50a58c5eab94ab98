"""Which states a right search explores."""

from collections.abc import Iterator, Sequence
from math import inf

from pacgrid.cs188.directions import Directions
from pacgrid.cs188.game_state import GameState

from ...model.searches import SearchName


def right_states(root: GameState, search: SearchName, depth: int) -> Iterator[set[GameState]]:
    """The states that `search` explores at `root`, as right searches of course files do it: with
    Stop and without it, and with the actions in their order and in reverse. Positions where it
    ends have their score as their value."""
    prunes = search == "alpha_beta"
    for is_reversed in (False, True)[: 1 + prunes]:
        for stops in (True, False):
            explorer = _Explorer(prunes=prunes, stops=stops, is_reversed=is_reversed)
            explorer.value(root, 0, depth, -inf, inf)
            yield explorer.explored


class _Explorer:
    """A search. Pruning is strict: equal bounds cut nothing off."""

    def __init__(self, *, prunes: bool, stops: bool, is_reversed: bool) -> None:
        self.explored: set[GameState] = set()
        self._prunes = prunes
        self._stops = stops
        self._order = -1 if is_reversed else 1

    def value(self, state: GameState, agent: int, depth: int, alpha: float, beta: float) -> float:
        """The value of `state` for Pac-Man, with `agent` to move and so many rounds to look
        ahead."""
        if depth == 0 or state.isWin() or state.isLose():
            return state.getScore()
        following = (agent + 1) % state.getNumAgents()
        rounds = depth - (following == 0)
        best = inf if agent else -inf
        for action in self._actions(state, agent):
            after = state.generateSuccessor(agent, action)
            self.explored.add(state)
            self.explored.add(after)
            value = self.value(after, following, rounds, alpha, beta)
            if agent:
                best = min(best, value)
                beta = min(beta, best)
            else:
                best = max(best, value)
                alpha = max(alpha, best)
            if self._prunes and alpha > beta:
                break
        return best

    def _actions(self, state: GameState, agent: int) -> Sequence[str]:
        actions = state.getLegalActions(agent)
        if not self._stops and agent == 0:
            actions.remove(Directions.STOP)
        return actions[:: self._order]
