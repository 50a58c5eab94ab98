from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    """Alpha-beta that looks at promising successors first, to cut more."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def quick_value(self, state):
        return state.score if state.is_terminal else self.evaluation(state)

    def ordered(self, state):
        """The successors, the most promising ones for the agent to move first."""
        successors = [state.successor(action) for action in state.legal_actions()]
        return sorted(successors, key=self.quick_value, reverse=state.to_move == 0)

    def act(self, state):
        plies = self.depth * state.num_agents - 1
        actions = state.legal_actions()
        alpha, best_action = -inf, None
        for action, successor in zip(actions, self.ordered(state)):
            value = self.value(successor, plies, alpha, inf)
            if best_action is None or value > alpha:
                alpha, best_action = value, action
        return best_action

    def value(self, state, plies, alpha, beta):
        if state.is_terminal or plies == 0:
            return self.quick_value(state)
        if state.to_move == 0:
            best = -inf
            for successor in self.ordered(state):
                best = max(best, self.value(successor, plies - 1, alpha, beta))
                if best >= beta:
                    break
                alpha = max(alpha, best)
        else:
            best = inf
            for successor in self.ordered(state):
                best = min(best, self.value(successor, plies - 1, alpha, beta))
                if best <= alpha:
                    break
                beta = min(beta, best)
        return best
