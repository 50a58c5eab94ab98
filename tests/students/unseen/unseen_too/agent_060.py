from math import inf
from pacgrid import Agent, Action, State


class Minimax(Agent):
    def __init__(self, *, depth: int = 2, evaluation=None) -> None:
        self.depth = depth
        self.evaluation = evaluation if evaluation is not None else self.default_eval
        self.best_move = None

    @staticmethod
    def default_eval(state: State) -> float:
        return state.score

    def act(self, state: State) -> Action:
        self.best_move = None
        self.minimax(state, self.depth * state.num_agents)
        return self.best_move

    def minimax(self, state: State, plies: int) -> float:
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)

        if state.to_move == 0:
            best = -inf
            for action in state.legal_actions():
                val = self.minimax(state.successor(action), plies - 1)
                if val > best:
                    best = val
                    self.best_move = action
            return best

        worst = inf
        for action in state.legal_actions():
            val = self.minimax(state.successor(action), plies - 1)
            if val < worst:
                worst = val
        return worst
