"""Answers all five questions of the shipped assignment. One of them has a mistake that is easy to
make and hard to see in a game. To find it, type:

    pacgrid grade examples/almost.py
"""

from math import inf

from pacgrid import Action, Agent, State
from pacgrid.search import GameState, Searcher


def evaluate(state: State) -> float:
    """Estimates an unfinished game: points, near food, and room between Pac-Man and the ghosts."""
    steps_to = state.maze.distance
    value = state.score - 2 * state.maze.nearest(state.pacman, state.food)
    value -= 100 * len(state.capsules)
    for ghost in state.ghosts:
        steps = steps_to(state.pacman, ghost.position)
        if ghost.scared > 2 * steps:
            value += 150 / (1 + steps)
        elif not ghost.scared and steps < 4:
            value -= 200 / (1 + steps)
    return value


class Reflex(Agent):
    """Plays the action after which the state looks best."""

    def act(self, state: State) -> Action:
        def worth(action: Action) -> float:
            after = state.successor(action)
            return after.score if after.is_terminal else evaluate(after)

        return max(state.legal_actions(), key=worth)


class Minimax(Searcher):
    """Assumes that the ghosts play their best."""

    def value(self, state: GameState, plies: int) -> float:
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return min(values) if state.to_move == 1 else max(values)


class AlphaBeta(Searcher):
    """Chooses as minimax does, and leaves out what can't matter."""

    def action_values(self, state: GameState, plies: int) -> dict[Action, float]:
        alpha, values = -inf, {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1, alpha)
            alpha = max(alpha, values[action])
        return values

    def value(self, state: GameState, plies: int, alpha: float = -inf, beta: float = inf) -> float:
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        is_max = state.to_move == 0
        best = -inf if is_max else inf
        for action in state.legal_actions():
            value = self.value(state.successor(action), plies - 1, alpha, beta)
            if is_max:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha > beta:
                break
        return best


class Expectimax(Searcher):
    """Assumes that the ghosts choose at random."""

    def value(self, state: GameState, plies: int) -> float:
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else sum(values) / len(values)
