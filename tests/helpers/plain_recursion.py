"""The value of a position by plain recursion over `State`: slow, and easy to believe."""

from functools import cache

from pacgrid import State
from pacgrid.agent import ChanceAgent
from pacgrid.solutions.objective import Objective


def value(
    state: State, rounds: int, agents: tuple[ChanceAgent, ...], objective: Objective
) -> float:
    """The expected final score, or the chance of winning, of a game that is cut off after `rounds`
    rounds, the one that has begun included. Without `agents` the ghosts minimise."""

    @cache
    def worth(state: State, rounds: int) -> float:
        if state.is_terminal or rounds == 0:
            return state.score if objective is Objective.SCORE else float(state.is_win)
        last = state.to_move == state.num_agents - 1
        values = {
            action: worth(state.successor(action), rounds - last)
            for action in state.legal_actions()
        }
        if state.to_move == 0:
            return max(values.values())
        if not agents:
            return min(values.values())
        chances = agents[state.to_move - 1].distribution(state)
        return sum(chance * values[action] for action, chance in chances.items())

    return worth(state, rounds)
