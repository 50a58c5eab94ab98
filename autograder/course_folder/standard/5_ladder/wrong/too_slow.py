"""Searches twelve rounds ahead without pruning: right, and far beyond the limit for a move."""

from pacgrid import Action, Agent, State


class Pacman(Agent):
    def act(self, state: State) -> Action:
        plies = 12 * state.num_agents
        return max(
            state.legal_actions(), key=lambda action: value(state.successor(action), plies - 1)
        )


def value(state: State, plies: int) -> float:
    if state.is_terminal or plies == 0:
        return state.score
    values = [value(state.successor(action), plies - 1) for action in state.legal_actions()]
    return max(values) if state.to_move == 0 else min(values)
